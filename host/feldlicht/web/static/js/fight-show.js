/** What everyone may see of a fight, for the big screen: whose moment it is, who comes next, what was done last. */

import { html, nothing } from "../vendor/lit-html.js";
import { figureOf, headline, ini, lastAct, markersToCome, moment, nextOnes, placeless, signWord } from "./fight-said.js";
import { t } from "./texts.js";

const conditions = ({ conditions: list }) => (list.length > 0 ? html`<span class="conditions">${list.join(", ")}</span>` : nothing);

/** One figure of a list, with what may be said of where it stands. */
export const figureLine = (one, where) => html`<li class="figure-line" data-figure=${one.label}>
  <i class="dot figure-${one.colour}" aria-hidden="true"></i><span class="figure-name">${one.label}</span>
  <span class="figure-at">${where}${signWord(one) ? html` <em>${signWord(one)} ↻</em>` : nothing}</span>${conditions(one)}</li>`;

const standing = (one) => t("page.ring.at", { ini: ini(one.ini) });

/** Who comes next as far as that is known, at most `most` of them. */
export function nextPanel(view, most = 12) {
  const all = nextOnes(view);
  if (all.length === 0 || view.phase === "over") return nothing;
  return html`<section class="fight-list" data-part="order" aria-labelledby="order-title">
    <h2 id="order-title">${t(view.phase === "gathering" ? "page.ring.rolled_title" : "page.ring.next_title")}</h2>
    <ol>${all.slice(0, most).map((one) => figureLine(one, standing(one)))}</ol>
    ${all.length > most ? html`<p class="hint">${t("page.ring.more", { count: all.length - most })}</p>` : nothing}
  </section>`;
}

/** Figures that have no place that everyone knows, and why. */
function othersPanel(view) {
  const rows = placeless(view);
  if (rows.length === 0 || view.phase === "over") return nothing;
  return html`<section class="fight-list" data-part="others" aria-labelledby="others-title"><h2 id="others-title">${t("page.ring.others_title")}</h2>
    <ul>${rows.map(({ one, where }) => figureLine(one, where))}</ul></section>`;
}

/** What everyone knows to be due some time. */
export function markersPanel(view) {
  const rows = view.phase === "over" ? [] : markersToCome(view);
  if (rows.length === 0) return nothing;
  return html`<section class="fight-list" data-part="markers" aria-labelledby="markers-title"><h2 id="markers-title">${t("page.ring.markers_title")}</h2>
    <ul>${rows.map(({ key, text, when }) => html`<li class="figure-line" data-marker=${key}><span aria-hidden="true">⚑</span><span class="figure-name">${text}</span><span class="figure-at">${when}</span></li>`)}</ul></section>`;
}

/** The sentences of what was done last. */
export const lastPanel = (view) => (lastAct(view).length > 0 ? html`<section class="last-act" data-part="last">
  ${lastAct(view).map((sentence) => html`<p>${sentence}</p>`)}</section>` : nothing);

/** The moment as a sentence for everyone, with what helps to understand it. */
export function momentSaid(view) {
  const { head, help } = headline(view);
  const { kind, name } = moment(view);
  if (kind !== "turn") return { head, help };
  const one = figureOf(view, name);
  return { head: t("page.ring.is_on", { figure: name }), help: one?.conditions.length > 0 ? t("page.ring.conditions", { list: one.conditions.join(", ") }) : "" };
}

let screen;

/** Keep the screen awake while it is looked at; browsers without a lock for that, or that will not, sleep as they do. */
async function stayAwake() {
  if (document.visibilityState !== "visible" || (screen && !screen.released)) return;
  try {
    screen = await navigator.wakeLock?.request("screen");
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** From now on the screen stays awake, also when someone comes back to it. */
export function keepAwake() {
  document.addEventListener("visibilitychange", stayAwake);
  stayAwake();
}

const fullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());

const screenButton = () => (document.fullscreenEnabled
  ? html`<button class="button quiet" data-do="full-screen" @click=${fullScreen}>${t("page.ring.full_screen")}</button>` : nothing);

/** What is said where there is no fight; nothing that would be announced while the host has not said how things stand. */
export const noFight = ({ known }) => html`<section class="next idle">${known
  ? html`<p class="next-head" data-next>${t("page.ring.none")}</p>` : html`<p class="next-head quiet">${t("page.live.connecting")}</p>`}</section>`;

/** What the screen says beside the ring. */
export function showPanels(state) {
  const { session } = state;
  if (session?.game !== "initiative") return html`${noFight(state)}${screenButton()}`;
  const { view } = session;
  const { head, help } = momentSaid(view);
  return html`<section class="next fight-moment go" aria-label=${t("page.next.label")}>
      <p class="next-head" data-next>${head}</p>${help ? html`<p class="next-detail">${help}</p>` : nothing}
      ${lastPanel(view)}</section>
    ${nextPanel(view)}${othersPanel(view)}${markersPanel(view)}${screenButton()}`;
}
