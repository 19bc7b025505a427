/** What is due on the timeline some time, and figures whom only the game master's word puts in order. */

import { html, nothing } from "../vendor/lit-html.js";
import { backButton, chosen, figureCalled, line, openSheet, quoted, refusedPlace, send, sending, stepper } from "./fight-acts.js";
import { chip, num } from "./fight-words.js";
import { t } from "./texts.js";

/** At an INI, or so many VZ after the pointer; what is no number is left to the host to refuse. */
function due(data, pointer) {
  const typed = data.get("ini").trim().replace("−", "-");
  return data.get("from") === "in" && /^[-+]?\d+$/.test(typed) ? String(Number(typed) + (pointer ?? 0)) : typed;
}

function markAct(data, pointer) {
  const on = data.get("on");
  const every = data.get("every").trim();
  return ["mark", quoted(due(data, pointer)), quoted(data.get("text")), ...(every && every !== "0" ? [`every=${quoted(every)}`] : []),
    ...(on ? [`on=${quoted(on)}`] : []), ...(data.has("hidden") ? ["hidden"] : [])].join(" ");
}

/** Ask what is due when. */
export function openMark(state) {
  const { view } = state.session;
  openSheet("mark", (dialog) => html`<form novalidate @submit=${sending(state, dialog, (data) => [markAct(data, state.session.view.true_pointer)])}>
    <h2>${t("page.fight.mark_title")}</h2>
    ${line({ name: "text", label: t("page.fight.mark_text") })}
    ${chosen({ name: "from", label: t("page.fight.mark_when"), value: "in", options: [["in", t("page.fight.mark_in")], ["at", t("page.fight.mark_at")]] })}
    ${stepper({ name: "ini", label: t("page.fight.mark_number"), value: 6 })}
    ${stepper({ name: "every", label: t("page.fight.mark_every"), value: 0 })}
    ${chosen({ name: "on", label: t("page.fight.mark_on"), value: "", options: [["", t("page.fight.mark_free")], ...view.figures.map(({ label }) => [label, label])] })}
    <label class="switch"><input type="checkbox" name="hidden">${t("page.fight.mark_hidden")}</label>
    ${refusedPlace()}
    <div class="choices end">${backButton(dialog)}<button class="button strong" data-do="sure">${t("page.fight.do.mark")}</button></div></form>`);
}

function mark(state, one) {
  const { view } = state.session;
  const left = one.ini - (view.true_pointer ?? 0);
  // What is open fires by the pointer that everyone sees, which stands while one acts that conceals its place.
  const late = one.ini !== null && view.true_pointer !== null && left <= 0;
  const when = one.ini === null ? t("page.fight.mark_past") : t(late ? "page.fight.mark_late" : "page.fight.mark_left", { ini: num(one.ini), left: num(left) });
  return html`<li class="marker" data-marker=${one.key}>
    <span><strong>${one.text || t("page.fight.mark_end")}</strong>${one.figure ? html` <span class="mark">${one.figure}</span>` : nothing}
      ${one.hidden ? html`<span class="mark known-no">${t("page.fight.mark_secret")}</span>` : nothing}
      <span class="hint">${when}${one.every ? ` · ${t("page.fight.mark_again", { every: one.every })}` : ""}</span></span>
    ${view.phase === "over" ? nothing : html`<button class="button quiet small" data-unmark aria-label=${t("page.fight.do.unmark", { text: one.text })}
      @click=${() => send(state, `unmark ${quoted(one.key)}`)}>✕</button>`}</li>`;
}

/** What is due, the next first; what was for the last time comes last. */
export function markerPanel(state) {
  const { markers } = state.session.view;
  if (markers.length === 0) return nothing;
  const sorted = [...markers].sort((one, two) => (one.ini ?? Infinity) - (two.ini ?? Infinity));
  return html`<section class="fight-part" aria-labelledby="markers-title"><h2 id="markers-title">${t("page.fight.markers")}</h2>
    <ul class="markers">${sorted.map((one) => mark(state, one))}</ul></section>`;
}

let row = [];

/** Move a figure to another place of the row that is being arranged. */
function move(state, label, place) {
  if (place < 0 || place >= row.length) return;
  const rest = row.filter((one) => one !== label);
  row = [...rest.slice(0, place), label, ...rest.slice(place)];
  state.changed();
}

/** A finger or the mouse takes a figure along by its handle. */
function drag(state, label) {
  return (event) => {
    event.preventDefault();
    const list = event.currentTarget.closest("ol");
    const over = (moved) => {
      const tops = Array.from(list.children, (one) => one.getBoundingClientRect());
      const place = tops.findIndex(({ bottom }) => moved.clientY < bottom);
      const wanted = place < 0 ? row.length - 1 : place;
      if (row.indexOf(label) !== wanted) move(state, label, wanted);
    };
    const end = () => {
      document.removeEventListener("pointermove", over);
      for (const name of ["pointerup", "pointercancel"]) document.removeEventListener(name, end);
    };
    document.addEventListener("pointermove", over);
    for (const name of ["pointerup", "pointercancel"]) document.addEventListener(name, end);
  };
}

/** Who would be on next at the same moment: put in order by dragging or by buttons, then said. */
export function tiePanel(state) {
  const { view } = state.session;
  const equals = view.undecided ?? [];
  if (equals.length < 2 || view.phase !== "between") return nothing;
  if (row.length !== equals.length || equals.some((label) => !row.includes(label))) row = [...equals];
  const item = (label, place) => html`<li data-tie=${label}>
    <span class="handle" data-handle aria-hidden="true" @pointerdown=${drag(state, label)}>⠿</span>
    ${chip(figureCalled(view, label).colour)}<strong>${label}</strong>
    <button class="button small" data-up aria-label=${t("page.fight.do.up", { figure: label })} aria-disabled=${place === 0 ? "true" : nothing} @click=${() => move(state, label, place - 1)}>▲</button>
    <button class="button small" data-down aria-label=${t("page.fight.do.down", { figure: label })} aria-disabled=${place === row.length - 1 ? "true" : nothing} @click=${() => move(state, label, place + 1)}>▼</button></li>`;
  return html`<section class="fight-part tie" aria-labelledby="tie-title"><h2 id="tie-title">${t("page.fight.tie")}</h2>
    <p class="hint">${t("page.fight.tie_help")}</p>
    <ol>${row.map(item)}</ol>
    <button class="button" data-do="order" @click=${() => send(state, `order ${row.map(quoted).join(" ")}`)}>${t("page.fight.do.order")}</button></section>`;
}
