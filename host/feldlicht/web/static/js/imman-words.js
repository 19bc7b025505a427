/** Imman in words: figures by their number and name, what they are worth, facts of events. */

import { t } from "./texts.js";
import { figureLabel, sayFacts, sideName } from "./words.js";

const DICE = {
  toss: "page.imman.die.toss", pass: "page.imman.die.pass", lane: "page.imman.die.lane", stop: "page.imman.die.stop", dribble: "page.imman.die.dribble", foul: "page.imman.die.foul", referee: "page.imman.die.referee",
};
const ODDS = {
  own: "page.imman.odds.own", goal: "page.imman.odds.goal", lies: "page.imman.odds.lies", out: "page.imman.odds.out", own_goal: "page.imman.odds.own_goal", stopped: "page.imman.odds.stopped",
};
const DIVES = {
  left: "page.imman.note.left", stay: "page.imman.note.stay", right: "page.imman.note.right",
};
const MODES = {
  step: "page.imman.mode.step", pass: "page.imman.mode.pass",
};
const PUTS = {
  set_up: "page.imman.put.set_up", restart: "page.imman.put.restart", clear: "page.imman.put.clear",
};
const CELLS = {
  step: "page.imman.cell.step", pass: "page.imman.cell.pass", tackle: "page.imman.cell.tackle", put: "page.imman.cell.put", enter: "page.imman.cell.enter",
};
const CARDS = {
  yellow: "page.imman.card.yellow", red: "page.imman.card.red",
};
const WHO = { keeper: "page.imman.next.keeper", shooter: "page.imman.next.shooter" };
const VALUES = { passing: "page.imman.team.passing", stopping: "page.imman.team.stopping", dribbling: "page.imman.team.dribbling", stamina: "page.imman.team.stamina" };
const SHORT = { passing: "page.imman.team.passing_short", stopping: "page.imman.team.stopping_short", dribbling: "page.imman.team.dribbling_short", stamina: "page.imman.team.stamina_short" };

export const dieWord = (purpose) => t(DICE[purpose]);
export const oddsWord = (name, facts = {}) => t(ODDS[name], facts);
export const diveWord = (dive) => (DIVES[dive] ? t(DIVES[dive]) : dive);
export const modeWord = (mode) => t(MODES[mode]);
export const putWord = (phase) => t(PUTS[phase]);
export const cellWord = (kind, facts) => t(CELLS[kind], facts);
export const cardWord = (card) => t(CARDS[card]);
export const whoWord = (verb, facts) => t(WHO[verb], facts);
export const valueName = (value) => t(VALUES[value]);
export const valueSign = (value) => t(SHORT[value]);

const known = (view) => [...view.figures, ...view.bench];

/** "Yellow 3 · Mirte". */
export function heroName(view, id) {
  const name = known(view).find((one) => one.id === id)?.name;
  return name ? t("page.imman.hero", { figure: figureLabel(id), name }) : figureLabel(id);
}

/** What a figure is worth, and how much it has left where that matters. */
export function valueLine(view, id) {
  const figure = known(view).find((one) => one.id === id);
  if (!figure) return "";
  const tired = view.options.sprint === "on" || view.options.fouls === "on";
  const line = t("page.imman.values", { ...figure.values });
  return tired ? t("page.imman.values_stamina", { line, stamina: figure.stamina }) : line;
}

sayFacts({ figure: figureLabel, by: figureLabel, receiver: figureLabel, first: sideName, leaving: figureLabel, entering: figureLabel, dive: diveWord });
