/** Texts of the pages, from the house's catalogue. */

let catalogue = {};

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

/** Text called `key`, `{name}` replaced by `facts.name`. */
export function t(key, facts = {}) {
  const text = catalogue[key];
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
