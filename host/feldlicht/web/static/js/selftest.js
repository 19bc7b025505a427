/** The self-test of a board, led from its health page. */

import { html, nothing } from "../vendor/lit-html.js";
import { t } from "./texts.js";

const PARTS = {
  zero: ["page.check.zero", "page.check.zero_help"], walk: ["page.check.walk", "page.check.walk_help"], touch: ["page.check.touch", "page.check.touch_help"],
};
const NEXT = { walking: "page.check.next_row", turning: "page.check.turned", touching: "page.check.finish" };

/** `order(what)` sends `zero`, `walk`, `touch`, `next` or `stop`. */
export function selftestSection({ parts, run }, order) {
  const runs = run?.ended === null;
  const button = (what, words, more = "") => html`<button class="button ${more}" data-check=${what} ?disabled=${parts[what] || (runs && what in PARTS)} @click=${() => order(what)}>${t(words)}</button>`;
  return html`<section class="settings-part" aria-labelledby="health-check"><h2 id="health-check">${t("page.check.title")}</h2>
    ${Object.entries(PARTS).map(([part, [name, help]]) => html`<div class="setting">${button(part, name)}<p class="hint">${t(help)}</p></div>`)}
    ${[...new Set(Object.values(parts).map((no) => no?.detail))].filter(Boolean).map((detail) => html`<p class="hint" data-check-refusal>${detail}</p>`)}
    ${run ? html`<p data-run=${run.ended ?? run.stage}>${run.said}</p>` : nothing}
    ${runs ? html`<div class="choices">${NEXT[run.stage] ? button("next", NEXT[run.stage], "strong") : nothing}${button("stop", "page.check.stop")}</div>` : nothing}
    ${(run?.findings ?? []).map(({ sentence }) => html`<p class="caution" data-found>${sentence}</p>`)}</section>`;
}
