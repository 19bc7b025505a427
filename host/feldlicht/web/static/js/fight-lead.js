/** What a game master does with a fight as a whole: begin it, take back, end it, read its time, use keys. */

import { html, nothing } from "../vendor/lit-html.js";
import { post } from "./api.js";
import { confirmFirst } from "./dialogs.js";
import { ask, backButton, openSheet, send, usually } from "./fight-acts.js";
import { openAdd } from "./fight-figures.js";
import { openMark } from "./fight-marks.js";
import { askDelay, canWait, mayReact, primary } from "./fight-spend.js";
import { readRecord } from "./record.js";
import { isRunning } from "./session.js";
import { t } from "./texts.js";
import { addressOf } from "./view.js";

const GAME = "initiative";
const TICK_MS = 500;
const KEPT_AS = "feldlicht.fight_keys";

const tells = (entry, ...names) => entry.events.some(({ name }) => names.includes(name));

/** Begin a fight at the board that is there, else without one; the page without a board shows it by its id. */
export async function askNewFight(state) {
  const { askNewMatch } = await import("./newmatch.js");
  await askNewMatch(state, async (wanted) => {
    if (state.board?.state === "live") {
      await state.newMatch(wanted);
      return;
    }
    await state.alone(async () => {
      const { id } = await post("/sessions", { ...wanted, board: null, virtual_hands: false });
      const there = new URL(addressOf("/fight", "gm"), location.href);
      there.searchParams.set("session", id);
      location.assign(there);
    });
  }, GAME);
}

export const newFightButton = (state, kind) => html`<button class="button ${kind}" data-do="new-fight" @click=${() => askNewFight(state)}>${t("page.fight.do.new")}</button>`;

export const endFight = (state) => confirmFirst({
  title: t("page.fight.end_title"), text: t("page.fight.end_text"), word: t("page.fight.do.end"), act: () => send(state, "end"),
});

/** What players saw before it was taken back just now; they know it still. */
export function seenBefore(entries) {
  let first = entries.length;
  while (first > 0 && entries[first - 1].kind === "undo") first -= 1;
  if (first === entries.length) return nothing;
  const before = readRecord(entries.slice(0, first)).gone;
  const { gone } = readRecord(entries);
  const shown = entries.filter((entry) => gone.has(entry.revision) && !before.has(entry.revision) && tells(entry, "revealed_figure"));
  const named = shown.flatMap(({ events }) => events.filter(({ name }) => name === "revealed_figure").map(({ figure, facts }) => facts?.figure ?? figure));
  return named.length > 0 ? html`<p class="caution" role="status" data-seen>${t("page.fight.seen", { figures: named.join(", ") })}</p>` : nothing;
}

const two = (number) => String(number).padStart(2, "0");

/** 4:05, 1:02:03 */
function timeText(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

/** How long a fight has lasted and how much was done, from what the log holds. */
class FightTime {
  constructor(state) {
    this.state = state;
    this.element = document.createElement("span");
    this.element.dataset.time = "";
    this.element.setAttribute("role", "timer");
    setInterval(() => this.show(), TICK_MS);
  }

  show() {
    const { entries } = this.state;
    const { gone } = readRecord(entries);
    const find = (name) => entries.find((entry) => !gone.has(entry.revision) && tells(entry, name));
    const begun = find("begun");
    const acts = entries.filter((entry) => !gone.has(entry.revision) && tells(entry, "acted", "reacted")).length;
    const end = find("finished")?.at ?? this.state.time.now();
    const text = begun ? t("page.fight.time", { time: timeText(end - begun.at), acts }) : "";
    if (this.element.textContent !== text) this.element.textContent = text;
    return this.element;
  }
}

let time;

export function fightTime(state) {
  time ??= new FightTime(state);
  return time.show();
}

// ------------------------------------------------------------------ keys

const KEYS = [
  ["Enter", "page.fight.key.primary"], ["V", "page.fight.key.other"], ["N", "page.fight.key.next"], ["1–9", "page.fight.key.react"],
  ["U", "page.fight.key.undo"], ["R", "page.fight.key.redo"], ["A", "page.fight.key.add"], ["M", "page.fight.key.mark"],
  ["W", "page.fight.key.wait"], ["E", "page.fight.key.end"], ["?", "page.fight.key.help"],
];

function keysOn() {
  try {
    return localStorage.getItem(KEPT_AS) !== "off";
  } catch {
    return true;
  }
}

function keepKeys({ target }) {
  try {
    localStorage.setItem(KEPT_AS, target.checked ? "on" : "off");
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}

export const openKeys = () => openSheet("keys", (dialog) => html`<h2>${t("page.fight.keys")}</h2>
  <dl class="key-list">${KEYS.map(([key, word]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${t(word)}</dd></div>`)}</dl>
  <label class="switch"><input type="checkbox" ?checked=${keysOn()} @change=${keepKeys}>${t("page.fight.keys_on")}</label>
  <div class="choices end">${backButton(dialog)}</div>`);

/** What a key does now; undefined for one that does nothing. */
function keyed(state, key) {
  const { session } = state;
  const { view, can } = session;
  const now = primary(state);
  const goesOn = ["begin", "next"].includes(now?.name) ? now.act : undefined;
  if (/^[1-9]$/.test(key)) {
    const figure = mayReact(view)[Number(key) - 1];
    return figure && (() => send(state, usually("react", figure)));
  }
  return {
    Enter: now?.act, " ": now?.act, n: goesOn, v: view.turn ? () => askDelay(state, view.turn, "act") : undefined,
    u: can.undo ? () => ask(state, { type: "undo" }) : undefined, r: can.redo ? () => ask(state, { type: "redo" }) : undefined,
    a: () => openAdd(state), m: () => openMark(state), e: () => endFight(state),
    w: view.turn && canWait(session) ? () => send(state, `wait "${view.turn}"`) : undefined,
  }[key];
}

const TYPES = "input, select, textarea, button, a, summary, [contenteditable]";
let bound = false;

/** Listen for keys while the page leads; a control that has the focus keeps its own. */
export function bindKeys(state) {
  if (bound) return;
  bound = true;
  document.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || document.querySelector("dialog[open]")) return;
    const word = key.length === 1 ? key.toLowerCase() : key;
    const own = word === "Enter" || word === " " ? TYPES : "input, select, textarea";
    if (target.closest?.(own)) return;
    if (word === "?") {
      event.preventDefault();
      openKeys();
      return;
    }
    if (!keysOn() || state.part !== "lead" || state.session?.view.phase === undefined || state.session.view.outcome && word !== "u") return;
    const act = keyed(state, word);
    if (!act) return;
    event.preventDefault();
    act();
  });
}

/** What can be done at any time. */
export function leadActions(state) {
  const { session } = state;
  const over = !isRunning(session);
  const button = (name, word, act, possible = true) => html`<button class="button quiet" data-do=${name} aria-disabled=${possible ? nothing : "true"}
    @click=${() => possible && act()}>${word}</button>`;
  return html`<section class="actions" aria-label=${t("page.do.label")}>
    ${over ? nothing : html`${button("add", t("page.fight.do.add_figure"), () => openAdd(state))}${button("mark", t("page.fight.do.mark_new"), () => openMark(state))}`}
    ${button("undo", t("page.do.undo"), () => ask(state, { type: "undo" }), session.can.undo)}
    ${button("redo", t("page.do.redo"), () => ask(state, { type: "redo" }), !over && session.can.redo)}
    ${over ? nothing : button("end", t("page.fight.do.end"), () => endFight(state))}
    ${button("keys", t("page.fight.keys"), openKeys)}
  </section>`;
}
