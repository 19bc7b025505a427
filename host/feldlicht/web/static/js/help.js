/** What a newcomer wants to know: the figures with their letters, and how the game goes. */

import { html, nothing } from "../vendor/lit-html.js";
import { shape, shield } from "./drawing.js";
import { showCard, wayOf } from "./cards.js";
import { kindName } from "./words.js";
import { has, t } from "./texts.js";

const RULES = ["page.help.goal", "page.help.turn", "page.help.zone", "page.help.after", "page.help.hint"];

/** Made once: a drawing cannot stand in two places. */
const pictures = new Map();

function picture(letter) {
  if (!pictures.has(letter)) {
    pictures.set(letter, shape("svg", { class: "help-figure", viewBox: "-0.45 -0.45 0.9 0.95", "aria-hidden": "true" }, shield("yellow", letter, 0)));
  }
  return pictures.get(letter);
}

/** The letters of the figures of the game shown, as it lists them. */
const kinds = () => (has("page.figure.kinds") ? [...t("page.figure.kinds")] : []);

const figures = (state) => html`<h2>${t("page.help.figures")}</h2>
  <ul class="help-figures">${kinds().map((letter) => html`<li>${picture(letter)}
    <span><strong>${letter}</strong> ${kindName(letter)}<span class="help-way">${wayOf(letter)}</span></span>
    ${wayOf(letter) ? html`<button type="button" class="button quiet small help-card" data-card-of=${letter} aria-label=${t("page.card.ask", { figure: kindName(letter) })} @click=${() => showCard(state, letter)}>?</button>` : nothing}</li>`)}</ul>`;

/** What a game does not say of itself is left out. */
export const helpPanel = (state) => html`<details class="help"><summary>${t("page.help.title")}</summary>
  <ul class="help-rules">${RULES.filter(has).map((key) => html`<li>${t(key)}</li>`)}</ul>
  ${kinds().length > 0 ? figures(state) : nothing}</details>`;
