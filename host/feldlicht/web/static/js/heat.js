/** The field in every cell, drawn over the picture: number, colour and pattern, and words for who does not see them. */

import { html, nothing } from "../vendor/lit-html.js";
import { cellCalled } from "./cells.js";
import { shape } from "./drawing.js";
import { language, t } from "./texts.js";

/** What a cell can be, in words. */
const KINDS = {
  dead: "page.field.dead", noisy: "page.field.noisy", rest: "page.field.rest", faint: "page.field.faint", firm: "page.field.firm",
  north: "page.field.north", south: "page.field.south",
  asked: "page.field.asked", answered: "page.field.answered", mistaken: "page.field.mistaken",
};
const SIGNS = { asked: "?", answered: "✓", mistaken: "!" };
/** So many percent of the threshold are drawn as strongly as colour goes. */
const FULL = 300;

const number = (value, digits = 0) => new Intl.NumberFormat(language(), { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" }).format(value);

/** What is drawn over a picture, by cell {kind, pole, text, share, label}: `unit` is mt, percent, or "" for nothing of the field. */
export function heatOf(field, run, unit) {
  const drawn = new Map();
  const put = (name, kind, text, said = "", pole = "", share = 0) => drawn.set(cellCalled(name), {
    kind, pole, text, share, label: [name, said, pole && t(KINDS[pole]), t(KINDS[kind])].filter(Boolean).join(", "),
  });
  const { cells = {}, noisy = {} } = unit && field ? field : {};
  for (const [name, { mt, percent, state }] of Object.entries(cells)) {
    if (mt === null) put(name, state, "×");
    else {
      const pole = state === "rest" ? "" : mt > 0 ? "north" : "south";
      const said = t("page.field.value", { mt: number(mt, 1), percent: number(percent) });
      put(name, state, unit === "mt" ? number(mt, Math.abs(mt) < 10 ? 1 : 0) : number(percent), said, pole, Math.min(percent / FULL, 1));
    }
  }
  if (drawn.size === 0) for (const [name, count] of Object.entries(noisy)) put(name, "noisy", number(count));
  if (run?.ended === null) {
    for (const kind of Object.keys(SIGNS)) for (const name of run[kind]) put(name, kind, SIGNS[kind]);
    for (const [name, share] of Object.entries(run.margins)) put(name, "answered", number(share), t("page.field.margin", { percent: number(share) }));
  }
  return drawn;
}

const pattern = (id, d) => shape("pattern", { id: `heat-${id}`, width: 0.25, height: 0.25, patternUnits: "userSpaceOnUse" }, shape("path", { class: "heat-line", d }));

function plate({ text, kind, pole, share }, { x, y }) {
  const box = { x: x - 0.47, y: y - 0.47, width: 0.94, height: 0.94, rx: 0.1 };
  const rect = (more) => shape("rect", { ...box, ...more });
  return shape("g", { class: `heat ${kind}` }, rect({ class: "heat-ground" }), rect({ class: `heat-${pole}`, "fill-opacity": (0.15 + share / 2).toFixed(2) }),
    rect({ fill: `url(#heat-${pole || kind})`, class: "heat-edge" }), shape("text", { x, y, dy: "0.13" }, text));
}

/** Draw into `group` of a picture whose cells lie by `place`. */
export function drawHeat(group, heat, place) {
  group.replaceChildren(
    pattern("north", "M0 .25.25 0"), pattern("south", "M0 0 .25 .25"), pattern("dead", "M0 0 .25 .25M0 .25.25 0"), pattern("noisy", "M.1 .125h.05"),
    ...Array.from(heat, ([cell, one]) => plate(one, place.centre(cell))),
  );
}

const UNITS = { mt: "page.field.in_mt", percent: "page.field.in_percent", "": "page.field.in_figures" };

/** The section about the field; `show(unit)` draws the picture so. */
export function fieldSection(field, unit, show) {
  const measures = Object.keys(field?.cells ?? {}).length > 0;
  return html`<section class="settings-part" aria-labelledby="health-field"><h2 id="health-field">${t("page.field.title")}</h2>
    <p class="hint" data-field>${field?.said}</p>
    ${measures ? html`<div class="choices" role="group" aria-label=${t("page.field.picture")}>${Object.entries(UNITS).map(([one, name]) => html`
      <button class="button small" data-unit=${one} aria-pressed=${one === unit} @click=${() => show(one)}>${t(name)}</button>`)}</div>
      <p class="hint">${t("page.field.legend")}</p>` : nothing}
    ${(field?.findings ?? []).map(({ sentence }) => html`<p class="caution" data-finding>${sentence}</p>`)}</section>`;
}
