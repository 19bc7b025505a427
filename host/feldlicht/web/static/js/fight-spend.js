/** Whoever is on turn, and who may react: one tap for what a figure mostly does, a sheet for all else. */

import { html, nothing } from "../vendor/lit-html.js";
import { actButtons, ask, backButton, figureCalled, line, openSheet, press, quoted, refusedPlace, send, sending, stepper, usually } from "./fight-acts.js";
import { chip, num, whyWord } from "./fight-words.js";
import { t } from "./texts.js";

/** More than these are a tap away. */
const AT_ONCE = 8;

/** Whom an act affects: ticked, or nobody, or not said; a figure that players see acting names none that they do not. */
function targetsField(view, figure) {
  const others = view.figures.filter((one) => one !== figure && (figure.known === "no" || one.known !== "no"));
  if (others.length === 0) return nothing;
  return html`<fieldset class="targets"><legend>${t("page.fight.affects")}</legend>
    ${others.map((one) => html`<label class="tick"><input type="checkbox" name="target" value=${one.label}>${chip(one.colour)}${one.label}</label>`)}
    <label class="tick"><input type="checkbox" name="nobody">${t("page.fight.nobody")}</label>
    <p class="hint">${t("page.fight.affects_help")}</p></fieldset>`;
}

function written(verb, label, data) {
  const what = data.get("what").trim();
  const targets = data.getAll("target").map(quoted);
  const whom = data.has("nobody") ? ["> –"] : targets.length > 0 ? [`> ${targets.join(", ")}`] : [];
  return [verb, quoted(label), quoted(data.get("vz")), ...(what ? [quoted(what)] : []), ...whom].join(" ");
}

/** Another VZ than the usual one, what it is called, and whom it affects. */
export function askDelay(state, label, verb) {
  const { view } = state.session;
  const figure = figureCalled(view, label);
  if (!figure) return;
  openSheet("delay", (dialog) => html`<form method="dialog" novalidate @submit=${sending(state, dialog, (data) => [written(verb, label, data)])}>
    <h2>${t(verb === "act" ? "page.fight.acts_title" : "page.fight.reacts_title", { figure: label })}</h2>
    ${stepper({ name: "vz", label: t("page.fight.vz"), value: figure.values.vz })}
    ${actButtons(figure.values.acts)}
    ${line({ name: "what", label: t("page.fight.what") })}
    ${verb === "act" ? targetsField(view, figure) : nothing}
    ${refusedPlace()}
    <div class="choices end">${backButton(dialog)}<button class="button strong" data-do="sure">${t(verb === "act" ? "page.fight.do.act" : "page.fight.do.react")}</button></div>
  </form>`);
}

export const canWait = ({ view }) => view.settings.waiting === "on";

/** What the big button does now: {name, word, act, hold}, undefined where there is nothing to go on with. */
export function primary(state) {
  const { view } = state.session;
  const figure = view.turn && figureCalled(view, view.turn);
  if (figure) {
    return { name: "act", word: t("page.fight.do.act_vz", { vz: figure.values.vz }),
      act: () => send(state, usually("act", figure)), hold: () => askDelay(state, figure.label, "act") };
  }
  if (view.phase === "gathering" && view.figures.some(({ ini }) => ini !== null)) return { name: "begin", word: t("page.fight.do.begin"), act: () => send(state, "begin") };
  if (view.phase === "between" && view.next) return { name: "next", word: t("page.fight.do.next", { figure: view.next }), act: () => send(state, "next") };
  return undefined;
}

const notRolled = ({ ini, stance }) => ini === null && stance === "in";
const isMine = ({ kind }) => kind === "npc";

/** Send the acts of all `of` those who have not rolled; one roll may be the whole group's. */
async function rollAll(state, of = () => true) {
  for (;;) {
    const left = state.session.view.figures.find((one) => notRolled(one) && of(one));
    if (!left || !(await send(state, `roll ${quoted(left.label)}`))) return;
  }
}

const HEADS = { gathering: "page.fight.head.gathering", between: "page.fight.head.between", over: "page.fight.head.over" };

function heading(view) {
  const figure = view.turn && figureCalled(view, view.turn);
  if (figure) return html`${chip(figure.colour)} ${t("page.fight.head.turn", { figure: figure.label, ini: num(figure.ini) })}`;
  if (view.phase === "between" && !view.next) return t("page.fight.head.nobody");
  return t(HEADS[view.phase]);
}

function details(view) {
  const figure = view.turn && figureCalled(view, view.turn);
  const unrolled = view.figures.filter(({ ini }) => ini === null).length;
  if (view.phase === "gathering") return t("page.fight.gathered", { count: view.figures.length, unrolled });
  if (view.phase === "between" && !view.next) return t(view.figures.length > 0 ? "page.fight.all_wait" : "page.fight.none_left");
  if (figure?.known === "no") return t("page.fight.acts_unknown");
  if (figure?.known === "figure") return t("page.fight.acts_concealed");
  return "";
}

/** The card that says whose moment it is, with the one button that goes on. */
export function turnCard(state, extra = nothing) {
  const { view } = state.session;
  const now = primary(state);
  const on = press(() => now?.act(), () => now?.hold?.());
  const turn = view.turn !== null;
  const unrolled = view.figures.filter(notRolled);
  const mine = unrolled.filter(isMine).length;
  const detail = details(view);
  return html`<section class="next fight-next ${view.phase === "over" ? "win" : "go"}" aria-label=${t("page.next.label")}>
    <div class="next-top"><p class="next-head" data-next>${heading(view)}</p>
      ${state.session.can.undo ? html`<button class="button quiet small" data-do="take-back" aria-label=${t("page.do.undo")} title=${t("page.do.undo")}
        @click=${() => ask(state, { type: "undo" })}>↶</button>` : nothing}</div>
    ${detail ? html`<p class="next-detail">${detail}</p>` : nothing}
    ${extra}
    ${now ? html`<button class="button strong primary" data-do=${now.name} data-primary
      @click=${on.click} @pointerdown=${on.down} @contextmenu=${now.hold ? on.menu : nothing}>${now.word}</button>` : nothing}
    <div class="choices">
      ${turn ? html`<button class="button" data-do="other" @click=${() => askDelay(state, view.turn, "act")}>${t("page.fight.do.other")}</button>` : nothing}
      ${turn && canWait(state.session) ? html`
        <button class="button quiet" data-do="wait" @click=${() => send(state, `wait ${quoted(view.turn)}`)}>${t("page.fight.do.wait")}</button>
        <button class="button quiet" data-do="ready" @click=${() => send(state, `ready ${quoted(view.turn)}`)}>${t("page.fight.do.ready")}</button>` : nothing}
      ${mine > 0 && mine < unrolled.length ? html`<button class="button" data-do="roll-mine" @click=${() => rollAll(state, isMine)}>${t("page.fight.do.roll_mine", { count: mine })}</button>` : nothing}
      ${unrolled.length > 0 ? html`<button class="button" data-do="roll-all" @click=${() => rollAll(state)}>${t("page.fight.do.roll_all", { count: unrolled.length })}</button>` : nothing}
    </div>
  </section>`;
}

/** Players' figures first: of many, those are asked for who sit at the table. */
export const mayReact = ({ figures }) => figures.filter(({ reaction }) => reaction?.may).sort((one, two) => isMine(one) - isMine(two));

function reactButton(state, figure) {
  const on = press(() => send(state, usually("react", figure)), () => askDelay(state, figure.label, "react"));
  return html`<li class="reactor" data-reactor=${figure.label}>
    <button class="button" data-react @click=${on.click} @pointerdown=${on.down} @contextmenu=${on.menu}>${chip(figure.colour)}${t("page.fight.do.react_vz", { figure: figure.label, vz: figure.values.vz })}</button>
    <button class="button quiet small" data-react-other aria-label=${t("page.fight.do.react_other", { figure: figure.label })} @click=${() => askDelay(state, figure.label, "react")}>…</button></li>`;
}

/** Who may still react to what was done last, and of the others why not. */
export function reactionPanel(state) {
  const { view } = state.session;
  const last = view.unseen ?? view.last;
  if (!last || !["turn", "between"].includes(view.phase)) return nothing;
  const may = mayReact(view);
  const reasons = new Map();
  for (const { label, reaction } of view.figures) {
    if (!reaction || reaction.may || label === last.figure || !whyWord(reaction.why)) continue;
    reasons.set(reaction.why, [...(reasons.get(reaction.why) ?? []), label]);
  }
  return html`<section class="fight-part reactions" aria-labelledby="reactions-title">
    <h2 id="reactions-title">${t("page.fight.who_reacts")}</h2>
    <p class="hint">${t("page.fight.reacts_to", { figure: last.figure, ini: num(last.end) })}</p>
    ${may.length === 0 ? html`<p class="hint">${t("page.fight.none_reacts")}</p>` : html`<ul>${may.slice(0, AT_ONCE).map((one) => reactButton(state, one))}</ul>`}
    ${may.length > AT_ONCE ? html`<details class="more"><summary>${t("page.fight.more_react", { count: may.length - AT_ONCE })}</summary><ul>${may.slice(AT_ONCE).map((one) => reactButton(state, one))}</ul></details>` : nothing}
    ${[...reasons].map(([why, labels]) => html`<p class="why-not" data-why=${why}><strong>${whyWord(why)}:</strong> ${labels.join(", ")}</p>`)}
  </section>`;
}
