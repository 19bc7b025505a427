/** Texts of the pages, from the house's catalogue. */

/** The game whose words are taken while none is shown. */
export const USUAL = "master_move";

let catalogue = {};
let game = USUAL;

/** Language that the server chose for this page. */
export const language = () => document.documentElement.lang;

/** The texts could not be read: the host is not there (yet). */
export class NoTexts extends Error {}

export async function loadTexts() {
  try {
    const answer = await fetch(`/api/v1/texts/${language()}`);
    if (!answer.ok) throw new NoTexts(String(answer.status));
    catalogue = await answer.json();
  } catch (error) {
    throw new NoTexts(error.message, { cause: error });
  }
}

/** From now on the page is about a game: what that has words of its own for is said in these. */
export const speakOf = (name) => { game = name ?? USUAL; };

const find = (key) => catalogue[`${game}.${key}`] ?? catalogue[key];

/** Whether there is a text called `key`. */
export const has = (key) => find(key) !== undefined;

/** Text called `key`, as the game shown has it or else the house, `{name}` replaced by `facts.name`. */
export function t(key, facts = {}) {
  const text = find(key);
  if (text === undefined) return key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => facts[name] ?? whole);
}

/** Remember another language and load the page in it. */
export function speak(wanted) {
  document.cookie = `lang=${wanted}; path=/; max-age=31536000; samesite=lax`;
  const here = new URL(location.href);
  here.searchParams.delete("lang");
  location.replace(here);
}
