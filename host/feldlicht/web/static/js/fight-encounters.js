/** Encounters: whom a fight is prepared with. Kept, brought in, given away as a file; and earlier fights to go on with. */

import { html, nothing } from "../vendor/lit-html.js";
import { chosenJson, get, newId, post, saveFile } from "./api.js";
import { confirmFirst, open } from "./dialogs.js";
import { isRunning } from "./session.js";
import { language, t } from "./texts.js";
import { viewWish } from "./view.js";

const GAME = "initiative";
const PATH = `/games/${GAME}/encounters`;
const LONGEST_NAME = 40;
/** So many earlier fights are listed. */
const EARLIER = 8;

/** What the panel of each page knows: {list, earlier, told}; undefined until it was opened. */
const shelves = new WeakMap();

async function read(state) {
  const [{ encounters }, { sessions }] = await Promise.all([get(PATH), get("/sessions")]);
  const fights = sessions.filter(({ game, state: stands }) => game === GAME && stands === "over");
  shelves.set(state, { ...shelves.get(state), list: encounters, earlier: fights.slice(0, EARLIER) });
}

/** Run one request, read all anew, and say what `act` returns; what the host refuses is the page's notice. */
async function ask(state, act) {
  const told = await state.alone(act) ?? "";
  await state.quietly(() => read(state));
  shelves.set(state, { ...shelves.get(state), told });
  state.changed();
}

const nameOf = (event) => new FormData(event.target).get("name").trim();

/** Ask for a name; `act(name)`. */
function askName({ title, value, act }) {
  open((dialog) => html`<form method="dialog" @submit=${(event) => act(nameOf(event))}>
    <h2>${title}</h2>
    <label class="field">${t("page.encounters.name")}<input name="name" required maxlength=${LONGEST_NAME} .value=${value}></label>
    <div class="choices end"><button type="button" class="button quiet" @click=${() => dialog.close()}>${t("page.do.back")}</button>
      <button type="submit" class="button strong" data-do="sure">${t("page.encounters.save_do")}</button></div>
  </form>`);
}

/** Keep what `body` says under `name`; one of that name is replaced by who is sure only. */
function keep(state, body, name) {
  const save = (replace) => ask(state, async () => t("page.encounters.saved", { name: (await post(PATH, { ...body, name, replace })).name }));
  const there = shelves.get(state)?.list?.some((one) => !one.shipped && one.name === name);
  if (!there) return save(false);
  return confirmFirst({
    title: t("page.encounters.replace"), text: t("page.encounters.replace_text", { name }),
    word: t("page.encounters.replace_do"), act: () => save(true),
  });
}

const saveFight = (state) => askName({
  title: t("page.encounters.save_title"), value: "", act: (name) => keep(state, { from: state.session.id }, name),
});

const rename = (state, one) => askName({
  title: t("page.encounters.rename_title", { name: one.label }), value: one.name,
  act: (to) => ask(state, async () => t("page.encounters.renamed", { name: (await post(`${PATH}/rename`, { name: one.name, to })).name })),
});

const remove = (state, one) => confirmFirst({
  title: t("page.encounters.remove_title", { name: one.label }), text: t("page.encounters.remove_text"),
  word: t("page.encounters.remove"),
  act: () => ask(state, async () => { await post(`${PATH}/remove`, { name: one.name }); return t("page.encounters.removed", { name: one.label }); }),
});

const copy = (state, one) => ask(state, async () => t("page.encounters.saved", { name: (await post(PATH, { copy: one.name })).name }));

const give = (state, one) => ask(state, async () => {
  await saveFile(`${PATH}/file`, { name: one.name });
  return "";
});

async function take(state, input) {
  const form = await state.alone(() => chosenJson(input, t("page.encounters.no_file")));
  if (form) keep(state, { encounter: form }, typeof form.name === "string" ? form.name.trim() : "");
}

/** Bring somebody into the fight that is shown. */
async function bring(state, whom, said) {
  await ask(state, async () => {
    const asked = state.news;
    const answer = await post(`/sessions/${state.session.id}/encounter`, { ...whom, revision: state.session.revision });
    state.takeAnswer(answer.session, asked);
    return said;
  });
}

/** Begin a fight with the settings and the figures of an encounter. */
async function beginWith(state, one) {
  const id = await state.newMatch({ game: GAME, options: one.encounter.settings, formation: null });
  if (id) await bring(state, { name: one.name }, t("page.encounters.brought", { name: one.label }));
}

/** Have a fight that was ended lie at this table again, and take back its end. */
const goOn = (state, { id }) => ask(state, async () => {
  await post(`/sessions/${id}/board`, { board: state.boardId });
  const asked = state.news;
  const answer = await post(`/sessions/${id}/commands`, { id: newId(), revision: null, ...viewWish(), command: { type: "undo" } });
  state.takeAnswer(answer.session, asked);
  return t("page.encounters.goes_on");
});

const written = ({ figures }) => figures.map(({ name, count }) => (count > 1 ? t("page.encounters.several", { count, name }) : name)).join(", ");

function card(state, one) {
  const button = (name, word, act, kind = "quiet") => html`<button type="button" class="button small ${kind}" data-encounter-do=${name}
    ?disabled=${state.sending} aria-label=${`${word}: ${one.label}`} @click=${act}>${word}</button>`;
  const running = isRunning(state.session);
  const opened = shelves.get(state).opened === one.name;
  const unfold = () => { shelves.set(state, { ...shelves.get(state), opened: opened ? undefined : one.name }); state.changed(); };
  const who = written(one.encounter) || t("page.encounters.nobody");
  return html`<li data-encounter=${one.name}><strong>${one.label}</strong>
    ${running ? button("bring", t("page.encounters.bring"), () => bring(state, { name: one.name }, t("page.encounters.brought", { name: one.label })), "")
      : button("begin", t("page.encounters.begin"), () => beginWith(state, one), "")}
    <button type="button" class="button quiet small more" data-encounter-do="more" aria-expanded=${opened} aria-label=${t("page.encounters.more", { name: one.label })} @click=${unfold}>⋯</button>
    <p class="hint">${one.shipped ? t("page.encounters.shipped", { who }) : who}</p>
    ${opened ? html`<div class="choices">
      ${button("copy", t("page.encounters.copy"), () => copy(state, one))}${button("file", t("page.encounters.file"), () => give(state, one))}
      ${one.shipped ? nothing : html`${button("rename", t("page.encounters.rename"), () => rename(state, one))}${button("remove", t("page.encounters.remove"), () => remove(state, one))}`}
    </div>` : nothing}</li>`;
}

function earlier(state, fights) {
  const clock = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const free = !isRunning(state.session);
  return html`<h3>${t("page.encounters.earlier")}</h3>
    ${free ? nothing : html`<p class="hint">${t("page.encounters.earlier_help")}</p>`}
    <ul>${fights.map((one) => html`<li data-fight=${one.id}><p>${t("page.encounters.fight_of", { begun: clock.format(one.created_at) })}</p>
      <button type="button" class="button small quiet" data-encounter-do="go-on" ?disabled=${state.sending || !free} @click=${() => goOn(state, one)}>${t("page.encounters.go_on")}</button></li>`)}</ul>`;
}

/** Everything about encounters, folded up until it is wanted. */
export function encounterPanel(state) {
  const { list, earlier: fights = [], told = "" } = shelves.get(state) ?? {};
  const running = isRunning(state.session);
  const button = (name, word, act, possible) => html`<button type="button" class="button quiet" data-encounter-do=${name}
    ?disabled=${state.sending || !possible} @click=${act}>${word}</button>`;
  return html`<details class="help encounters" @toggle=${(event) => event.target.classList.contains("encounters") && event.target.open && ask(state, async () => "")}>
    <summary>${t("page.encounters.title")}</summary>
    <div class="shelf-of-encounters">
      <div class="choices">
        ${button("save", t("page.encounters.save"), () => saveFight(state), state.session?.game === GAME && state.session.view.figures.length > 0)}
        ${button("players", t("page.encounters.players"), () => bring(state, { players_of: "last" }, t("page.encounters.players_brought")), running)}
        <label class="button quiet file"><input type="file" accept=".json,application/json" data-encounter-do="take" ?disabled=${state.sending}
          @change=${(event) => event.target.files.length > 0 && take(state, event.target)}>${t("page.encounters.take")}</label>
      </div>
      <p role="status" data-encounters-told>${told}</p>
      ${list ? html`<ul>${list.map((one) => card(state, one))}</ul>` : nothing}
      ${fights.length > 0 ? earlier(state, fights) : nothing}
    </div></details>`;
}
