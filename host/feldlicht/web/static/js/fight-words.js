/** A fight in words: what players know of a figure, why it may not react, where an INI lies, what an event tells. */

import { html } from "../vendor/lit-html.js";
import { has, t } from "./texts.js";
import { sayFacts } from "./words.js";

const KNOWN = { no: "page.fight.known.no", figure: "page.fight.known.figure", all: "page.fight.known.all" };
const MEANING = { no: "page.fight.meaning.no", figure: "page.fight.meaning.figure", all: "page.fight.meaning.all" };
const STANCES = { waiting: "page.fight.stance.waiting", ready: "page.fight.stance.ready" };
const VALUES = {
  name: "page.fight.value.name", colour: "page.fight.value.colour", perception: "page.fight.value.perception",
  advantage: "page.fight.value.advantage", vz: "page.fight.value.vz", acts: "page.fight.value.acts",
  note: "page.fight.value.note", conditions: "page.fight.value.conditions",
};
const COLOURS = {
  yellow: "page.fight.colour.yellow", blue: "page.fight.colour.blue", green: "page.fight.colour.green", red: "page.fight.colour.red",
  cyan: "page.fight.colour.cyan", pink: "page.fight.colour.pink", amber: "page.fight.colour.amber",
};
const WHY = {
  TOO_SLOW: "page.fight.why.TOO_SLOW", NOT_AFFECTED: "page.fight.why.NOT_AFFECTED", REACTED_ALREADY: "page.fight.why.REACTED_ALREADY",
  NO_INI: "page.fight.why.NO_INI",
};

export const KNOWN_STATES = Object.keys(KNOWN);
export const FIGURE_COLOURS = Object.keys(COLOURS);
export const knownWord = (known) => t(KNOWN[known]);
export const knownMeaning = (known) => t(MEANING[known]);
export const stanceWord = (stance) => t(STANCES[stance]);
export const valueWord = (value) => t(VALUES[value]);
export const colourWord = (colour) => t(COLOURS[colour]);
/** Why a figure may not react, in a word or two; "" where there is nothing to react to. */
export const whyWord = (why) => (WHY[why] ? t(WHY[why]) : "");
/** A number as people write it, with a true minus sign. */
export const num = (value) => String(value).replace("-", "−");

/** Where an INI lies: on the circle or on the strip. */
export function fieldWord(field) {
  if (!field) return "";
  const word = t(field.part === "ring" ? "page.fight.field" : "page.fight.strip", { number: num(field.number) });
  return field.overflow ? t("page.fight.beyond", { field: word }) : word;
}

/** A figure's colour, with a shape of its own for each, so that nobody has to tell colours apart. */
export const chip = (colour) => html`<span class="chip ${colour}" title=${colourWord(colour)}><span class="unseen">${colourWord(colour)}</span></span>`;

const worded = (word) => (one) => (has(word[one]) ? t(word[one]) : one);
sayFacts({ figure: (label) => label, known: worded(KNOWN), stance: worded(STANCES), value: worded(VALUES), ini: num });
