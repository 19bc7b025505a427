/** The timeline as a list, and the sheet of one figure: its dice, its place, what players know of it, its values. */

import { html, nothing } from "../vendor/lit-html.js";
import { backButton, chosen, figureCalled, line, openSheet, quoted, refusedPlace, send, sending, stepper } from "./fight-acts.js";
import { confirmFirst } from "./dialogs.js";
import { KNOWN_STATES, FIGURE_COLOURS, chip, colourWord, fieldWord, knownMeaning, knownWord, num, stanceWord, valueWord } from "./fight-words.js";
import { t } from "./texts.js";

/** As long as a name may be; the host says what else is wrong with one. */
const NAME_MOST = 24;
const written = (acts) => acts.map(({ name, vz }) => `${name}:${vz}`).join("; ");

/** Figures as they follow each other; then who waits; then who has no place yet. */
export function inOrder({ order, figures }) {
  const placed = new Set(order);
  const called = new Map(figures.map((one) => [one.label, one]));
  const rest = figures.filter(({ label }) => !placed.has(label)).sort((one, two) => (two.ini !== null) - (one.ini !== null));
  return [...order.map((label) => called.get(label)), ...rest];
}

const badge = (kind, word) => html`<span class="mark ${kind}">${word}</span>`;

function badges(view, one) {
  return html`${view.turn === one.label ? badge("on", t("page.fight.on_turn")) : nothing}
    ${one.known === "all" ? nothing : badge(`known-${one.known}`, knownWord(one.known))}
    ${one.stance === "in" ? nothing : badge("stance", stanceWord(one.stance))}
    ${one.next_lap ? badge("lap", t("page.fight.next_lap")) : nothing}
    ${one.conditions.map((word) => badge("condition", word))}`;
}

function row(state, one) {
  const { view } = state.session;
  const unrolled = one.ini === null && one.stance === "in";
  return html`<li class="fighter ${view.turn === one.label ? "on" : ""}" data-figure=${one.label}>
    <button class="fighter-open" data-open @click=${() => openFigure(state, one.label)}>
      ${chip(one.colour)}
      <span class="fighter-who"><strong>${one.label}</strong> ${badges(view, one)}${one.note ? html`<span class="fighter-note">${one.note}</span>` : nothing}</span>
      ${one.ini === null ? html`<span class="fighter-at">${t("page.fight.no_ini")}</span>`
        : html`<span class="fighter-at"><strong data-ini>${num(one.ini)}</strong><span class="fighter-field">${fieldWord(one.field)}</span></span>`}
    </button>
    ${unrolled && view.phase !== "over" ? html`<button class="button" data-roll aria-label=${t("page.fight.do.roll_who", { figure: one.label })} @click=${() => send(state, `roll ${quoted(one.label)}`)}>${t("page.fight.do.roll")}</button>` : nothing}
    ${one.stance !== "in" && view.phase !== "over" ? html`<button class="button" data-recall aria-label=${t("page.fight.do.recall_who", { figure: one.label })} @click=${() => send(state, `recall ${quoted(one.label)}`)}>${t("page.fight.do.recall")}</button>` : nothing}
  </li>`;
}

/** Everyone who fights, the next one first; only fields where somebody stands. */
export function timeline(state) {
  const { view } = state.session;
  const figures = inOrder(view);
  return html`<section class="fight-part timeline" aria-labelledby="timeline-title">
    <h2 id="timeline-title">${t("page.fight.timeline")}${view.true_pointer === null ? nothing : html` · <span data-pointer>${t("page.fight.pointer", { ini: num(view.true_pointer) })}</span>`}</h2>
    ${figures.length === 0 ? html`<p class="empty">${t("page.fight.nobody_yet")}</p>` : html`<ol class="fighters">${figures.map((one) => row(state, one))}</ol>`}
  </section>`;
}

/** Typed dice, the W20 first, parted by anything that is no digit of a number. */
const faces = (typed) => typed.split(/[\s,;]+/).filter(Boolean).map(quoted);

/** An act for what was typed of a probe: the INI, else the successes, else dice; with nothing typed the host throws. */
function probe(label, data, button) {
  const surprised = button?.value === "surprised" ? " surprised" : "";
  if (data.get("ini").trim()) return `put ${quoted(label)} ${quoted(data.get("ini"))}`;
  if (data.get("successes").trim()) return `roll ${quoted(label)}${surprised} successes=${quoted(data.get("successes"))}`;
  return [`roll ${quoted(label)}${surprised}`, ...faces(data.get("dice"))].join(" ");
}

function probeForm(state, dialog, one) {
  const acts = (data, button) => [probe(one.label, data, button)];
  const submit = (event) => sending(state, dialog, (data) => acts(data, event.submitter))(event);
  return html`<form novalidate @submit=${submit} data-part="probe">
    <div class="choices"><button class="button strong" data-do="roll">${t("page.fight.do.roll")}</button>
      <button class="button" value="surprised" data-do="surprised">${t("page.fight.do.surprised")}</button></div>
    <p class="hint">${t("page.fight.probe_help")}</p>
    ${line({ name: "dice", label: t("page.fight.dice"), hint: "14 3" })}
    ${line({ name: "successes", label: t("page.fight.successes"), most: 12 })}
    ${line({ name: "ini", label: t("page.fight.ini"), most: 12 })}
    ${refusedPlace()}</form>`;
}

const placeForm = (state, dialog, one) => html`<form novalidate data-part="place" @submit=${sending(state, dialog, (data) => [`put ${quoted(one.label)} ${quoted(data.get("ini"))}`])}>
  ${stepper({ name: "ini", label: t("page.fight.ini"), value: one.ini })}
  <button class="button" data-do="put">${t("page.fight.do.put")}</button>${refusedPlace()}</form>`;

function knownForm(state, dialog, one) {
  const show = (known) => async () => { if (await send(state, `show ${quoted(one.label)} ${known}`)) dialog.close(); };
  return html`<div role="group" class="known" aria-label=${t("page.fight.players_know")}><p class="sheet-word">${t("page.fight.players_know")}</p>
    ${KNOWN_STATES.toReversed().map((known) => html`<button type="button" class="option" data-known=${known} aria-pressed=${known === one.known ? "true" : "false"} @click=${known === one.known ? () => dialog.close() : show(known)}>
      <span><strong>${knownWord(known)}</strong><br><span class="hint">${knownMeaning(known)}</span></span></button>`)}</div>`;
}

/** One act for each value that was changed; the name last, as a label comes from it. */
function changes(one, data) {
  const { values } = one;
  const before = {
    perception: String(values.perception), advantage: String(values.advantage), vz: String(values.vz), acts: written(values.acts),
    colour: one.colour, conditions: one.conditions.join("; "), note: one.note, name: one.name,
  };
  return Object.entries(before).filter(([name, was]) => data.get(name).trim() !== was)
    .map(([name]) => `set ${quoted(one.label)} ${name} ${quoted(data.get(name))}`);
}

const valuesForm = (state, dialog, one) => html`<form novalidate data-part="values" @submit=${sending(state, dialog, (data) => changes(one, data))}>
  ${line({ name: "conditions", label: valueWord("conditions"), value: one.conditions.join("; "), hint: t("page.fight.conditions_hint") })}
  ${line({ name: "name", label: valueWord("name"), value: one.name, most: NAME_MOST })}
  <div class="numbers">
    ${stepper({ name: "perception", label: valueWord("perception"), value: one.values.perception })}
    ${stepper({ name: "advantage", label: valueWord("advantage"), value: one.values.advantage })}
    ${stepper({ name: "vz", label: valueWord("vz"), value: one.values.vz })}</div>
  ${line({ name: "acts", label: valueWord("acts"), value: written(one.values.acts), most: 600, hint: t("page.fight.acts_hint") })}
  ${chosen({ name: "colour", label: valueWord("colour"), value: one.colour, options: FIGURE_COLOURS.map((colour) => [colour, colourWord(colour)]) })}
  ${line({ name: "note", label: valueWord("note"), value: one.note })}
  ${refusedPlace()}<button class="button" data-do="save">${t("page.fight.do.save")}</button></form>`;

/** Others on the same INI, whom the game master may put behind this figure (the host knows who is its equal). */
function equalButtons(state, dialog, one) {
  const { view } = state.session;
  const place = view.order.indexOf(one.label);
  const before = view.order.slice(0, Math.max(0, place)).map((label) => figureCalled(view, label)).filter(({ ini }) => ini === one.ini);
  return before.map(({ label }) => html`<button class="button" data-ahead=${label}
    @click=${async () => { if (await send(state, `order ${quoted(one.label)} ${quoted(label)}`)) dialog.close(); }}>${t("page.fight.do.ahead", { figure: label })}</button>`);
}

/** Everything about one figure. */
export function openFigure(state, label) {
  const { view } = state.session;
  const one = figureCalled(view, label);
  if (!one || view.phase === "over") return;
  const remove = () => {
    dialogOf.close();
    confirmFirst({ title: t("page.fight.remove_title", { figure: label }), text: t("page.fight.remove_text"), word: t("page.fight.do.remove"), act: () => send(state, `remove ${quoted(label)}`) });
  };
  let dialogOf;
  openSheet("figure", (dialog) => {
    dialogOf = dialog;
    return html`<div class="sheet-head"><h2>${chip(one.colour)} ${label}</h2>${backButton(dialog)}</div>
      ${one.ini === null ? probeForm(state, dialog, one) : one.stance === "in" ? placeForm(state, dialog, one) : nothing}
      <div class="choices">${equalButtons(state, dialog, one)}</div>
      ${knownForm(state, dialog, one)}
      <details class="more" ?open=${view.phase === "gathering"}><summary>${t("page.fight.values")}</summary>${valuesForm(state, dialog, one)}</details>
      <button type="button" class="button danger" data-do="remove" @click=${remove}>${t("page.fight.do.remove")}</button>`;
  });
}

/** What was typed for figures that join, as acts: who, and for each of them a note. */
function joining(state, data, before) {
  const text = (name) => data.get(name).trim();
  const named = ["perception", "advantage", "vz"].map((name) => `${name}=${quoted(text(name))}`);
  const more = [
    ...(text("count") === "1" ? [] : [`x${text("count").replace(/\s+/g, "")}`]), ...named, `known=${text("known")}`,
    ...(text("colour") ? [`colour=${text("colour")}`] : []), ...(text("acts") ? [`acts=${quoted(text("acts"))}`] : []),
  ];
  before.clear();
  for (const { label } of state.session.view.figures) before.add(label);
  return [`add ${quoted(text("name"))} ${text("kind")} ${more.join(" ")}`];
}

/** Let figures join; the sheet stays for the next one if that is wanted. */
export function openAdd(state) {
  const before = new Set();
  openSheet("add", (dialog) => {
    const done = async (form, button) => {
      const note = form.elements.note.value.trim();
      const come = state.session.view.figures.filter(({ label }) => !before.has(label));
      for (const { label } of note ? come : []) await send(state, `set ${quoted(label)} note ${quoted(note)}`);
      if (button?.value !== "more") {
        dialog.close();
        return;
      }
      form.querySelector("[data-added]").textContent = t("page.fight.added", { figures: come.map(({ label }) => label).join(", ") });
      form.elements.name.value = "";
      form.elements.note.value = "";
      form.elements.count.value = "1";
      form.elements.name.focus();
    };
    // What players know is usually all of a player's figure, and of another that it is there.
    const kind = ({ target: { form, value } }) => { form.elements.known.value = value === "pc" ? "all" : "figure"; };
    return html`<form novalidate @submit=${sending(state, dialog, (data) => joining(state, data, before), done)}>
      <h2>${t("page.fight.add_title")}</h2>
      ${line({ name: "name", label: valueWord("name"), most: NAME_MOST })}
      <fieldset class="pair"><legend>${t("page.fight.whose")}</legend>
        <label class="option"><input type="radio" name="kind" value="pc" checked @change=${kind}>${t("page.fight.kind.pc")}</label>
        <label class="option"><input type="radio" name="kind" value="npc" @change=${kind}>${t("page.fight.kind.npc")}</label></fieldset>
      ${chosen({ name: "known", label: t("page.fight.players_know"), value: "all", options: KNOWN_STATES.toReversed().map((known) => [known, knownWord(known)]) })}
      ${stepper({ name: "count", label: t("page.fight.count"), value: 1 })}
      <div class="numbers">
        ${stepper({ name: "perception", label: valueWord("perception"), value: 10 })}
        ${stepper({ name: "advantage", label: valueWord("advantage"), value: 0 })}
        ${stepper({ name: "vz", label: valueWord("vz"), value: 8 })}</div>
      <details class="more"><summary>${t("page.fight.more_values")}</summary>
        ${line({ name: "acts", label: valueWord("acts"), most: 600, hint: t("page.fight.acts_hint") })}
        ${chosen({ name: "colour", label: valueWord("colour"), value: "", options: [["", t("page.fight.colour.free")], ...FIGURE_COLOURS.map((colour) => [colour, colourWord(colour)])] })}
        ${line({ name: "note", label: valueWord("note") })}</details>
      ${refusedPlace()}
      <p class="hint" role="status" data-added></p>
      <div class="choices end"><button class="button strong last" data-do="sure">${t("page.fight.do.add")}</button>
        ${backButton(dialog)}<button class="button" value="more" data-do="add-more">${t("page.fight.do.add_more")}</button></div></form>`;
  });
}
