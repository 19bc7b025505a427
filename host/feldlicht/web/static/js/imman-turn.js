/** What is to be done next in a match of Imman, with the buttons that do it: for who may, and in words for everyone. */

import { html, nothing } from "../vendor/lit-html.js";
import { actsOf, likely, percent } from "./imman-choice.js";
import { dieWord, diveWord, heroName, modeWord, oddsWord, putWord, valueLine, whoWord } from "./imman-words.js";
import { isRunning } from "./session.js";
import { t } from "./texts.js";
import { figureLabel, outcomeSentence, sideName } from "./words.js";

const FACES = Array.from({ length: 20 }, (_, n) => n + 1);

/** Whether this page may do what a side is to do. */
export const mayAct = (state, side) => state.part !== "watch" && isRunning(state.session) && state.session.can.resign.includes(side);

const button = (state, word, act, { kind = "quiet", name = act } = {}) => html`<button class="button ${kind}" data-act=${name}
  ?disabled=${state.sending} @click=${() => state.command({ type: "act", act })}>${word}</button>`;

function thrower(view) {
  const { side, number } = view.due;
  return number === null ? sideName(side) : heroName(view, `${side[0]}${number}`);
}

/** A die is due: who throws it for what, and what it must not exceed; typed from the table or thrown by the house. */
function diePart(state, view) {
  const { purpose, side, limit } = view.due;
  const [kept] = state.session.kept_dice;
  const letting = actsOf(view, "let")[0];
  const needs = limit === null ? dieWord(purpose) : t("page.imman.die.limit", { purpose: dieWord(purpose), limit: Math.max(0, Math.min(limit, 20)) });
  const faces = () => html`<div class="faces" role="group" aria-label=${t("page.imman.die.type")}>${FACES.map((face) => html`<button class="button quiet face ${limit !== null && face <= limit ? "makes" : ""}"
    data-face=${face} ?disabled=${state.sending} @click=${() => state.command({ type: "act", act: `throw ${face}` })}>${face}</button>`)}</div>`;
  return html`<p class="next-head" data-next>${t("page.imman.die.who", { figure: thrower(view) })}</p>
    <p class="next-detail" data-die=${purpose}>${needs}</p>
    ${mayAct(state, side) ? html`${kept ? html`<p class="next-detail" data-kept>${t("page.imman.die.kept", { face: kept.face })}</p>` : nothing}
      <div class="choices">${button(state, t("page.imman.die.throw"), "throw", { kind: "strong" })}
        ${letting ? button(state, t("page.imman.do.let"), letting.join(" "), { name: "let" }) : nothing}</div>
      ${kept ? nothing : faces()}` : nothing}`;
}

/** What may come of a pass, most likely first. */
function oddsPart(view, odds) {
  const lines = [
    ...["own", "goal", "lies", "out", "own_goal"].map((name) => [oddsWord(name), odds[name]]),
    ...Object.entries(odds.stopped).map(([figure, chance]) => [oddsWord("stopped", { figure: heroName(view, figure) }), chance]),
  ].filter(([, chance]) => chance > 0).sort(([, one], [, other]) => other - one);
  return html`<ul class="odds">${lines.map(([word, chance]) => html`<li><strong>${t("page.imman.percent", { chance: percent(chance) })}</strong> ${word}</li>`)}</ul>`;
}

function turnPart(state, view, choice) {
  const figure = view.active;
  const may = mayAct(state, view.to_move);
  const passes = Object.keys(view.offers.passes).length;
  const mode = choice.modeOf(view);
  const both = passes > 0 && actsOf(view, "step").length > 0;
  const switching = (name) => html`<button class="button quiet" data-mode=${name} aria-pressed=${mode === name} ?disabled=${state.sending}
    @click=${() => choice.choose({ mode: name, target: undefined })}>${modeWord(name)}</button>`;
  const chosen = choice.target && view.offers.passes[choice.target];
  const detail = view.phase === "dead" ? t("page.imman.next.dead") : view.phase === "roll_in" ? t("page.imman.next.roll_in") : view.phase === "shot" ? t("page.imman.next.shot") : "";
  return html`<p class="next-head" data-next>${t("page.imman.next.turn", { figure: heroName(view, figure) })}</p>
    <p class="next-detail">${detail || valueLine(view, figure)}</p>
    ${!may ? nothing : html`${both ? html`<div class="choices modes" role="group" aria-label=${t("page.imman.mode.label")}>${switching("step")}${switching("pass")}</div>` : nothing}
      ${mode === "pass" && !chosen ? html`<p class="next-detail">${t("page.imman.next.aim")}</p>` : mode === "step" ? html`<p class="next-detail">${t("page.imman.next.step")}</p>` : nothing}
      ${chosen ? html`${oddsPart(view, chosen)}<div class="choices">${button(state, t("page.imman.do.pass", { cell: choice.target, chance: percent(likely(chosen)) }), `pass ${figure} ${choice.target}`, { kind: "strong", name: "pass" })}</div>` : nothing}
      <div class="choices">
        ${actsOf(view, "pick").map((act) => button(state, t("page.imman.do.pick"), act.join(" "), { kind: "strong", name: "pick" }))}
        ${view.offers.tackle === null ? nothing : button(state, t("page.imman.do.tackle", { figure: figureLabel(view.ball.carrier), chance: percent(view.offers.tackle) }), `tackle ${figure}`, { kind: "strong", name: "tackle" })}
        ${actsOf(view, "foul").map((act) => button(state, t(act[3] ? "page.imman.do.foul_there" : "page.imman.do.foul", { figure: figureLabel(act[2]) }), act.join(" "), { name: act.join(" ") }))}
        ${actsOf(view, "end").map((act) => button(state, t("page.imman.do.end"), act.join(" "), { name: "end" }))}
      </div>`}`;
}

/** One of several figures is chosen, by a button each. */
const figureButtons = (view, figures, chosen, choose) => html`<div class="choices" role="group">${figures.map((figure) => html`<button class="button quiet"
  data-figure-choice=${figure} aria-pressed=${figure === chosen} @click=${() => choose(figure)}>${heroName(view, figure)}</button>`)}</div>`;

const unique = (all) => [...new Set(all)];

function putPart(state, view, choice) {
  const figures = unique(actsOf(view, "put").map(([, figure]) => figure));
  const placed = choice.placing(view);
  return html`<p class="next-head" data-next>${t("page.imman.next.put", { figure: heroName(view, placed) })}</p>
    <p class="next-detail">${putWord(view.phase)}</p>
    ${mayAct(state, view.to_move) && figures.length > 1 ? figureButtons(view, figures, placed, (figure) => choice.choose({ figure })) : nothing}`;
}

/** A side may change a figure: who goes and who comes; where on the line is tapped, unless there is no place yet. */
function swapPart(state, view, choice) {
  const side = view.to_move;
  const leaving = unique(actsOf(view, "swap").map(([, figure]) => figure));
  const back = unique(actsOf(view, "enter").map(([, figure]) => figure));
  const [placed, coming] = [choice.placing(view), choice.comingOn(view)];
  const entering = unique(actsOf(view, "swap").filter(([, figure]) => figure === placed).map(([, , one]) => one));
  const atOnce = [...actsOf(view, "swap").filter(([, figure, one, cell]) => figure === placed && one === coming && !cell),
    ...actsOf(view, "enter").filter(([, figure, cell]) => figure === placed && !cell)];
  const target = choice.target && choice.cells(view).get(choice.target);
  return html`<p class="next-head" data-next>${t("page.imman.next.swap", { side: sideName(side) })}</p>
    ${!mayAct(state, side) ? nothing : html`
      ${leaving.length > 0 ? html`<p class="next-detail">${t("page.imman.swap.leaves")}</p>${figureButtons(view, leaving, placed, (figure) => choice.choose({ figure, target: undefined }))}` : nothing}
      ${entering.length > 1 ? html`<p class="next-detail">${t("page.imman.swap.comes")}</p>${figureButtons(view, entering, coming, (figure) => choice.choose({ entering: figure, target: undefined }))}` : nothing}
      ${back.length > 0 ? html`<p class="next-detail">${t("page.imman.swap.fills")}</p>${figureButtons(view, back, placed, (figure) => choice.choose({ figure, target: undefined }))}` : nothing}
      ${atOnce.length > 0 || (leaving.length === 0 && back.length === 0) ? nothing : html`<p class="next-detail">${t("page.imman.swap.where")}</p>`}
      <div class="choices">
        ${atOnce.slice(0, 1).map((act) => button(state, t("page.imman.do.swap", { figure: heroName(view, act[0] === "swap" ? act[2] : act[1]) }), act.join(" "), { kind: "strong", name: "swap" }))}
        ${target ? button(state, t("page.imman.do.enter", { figure: heroName(view, coming ?? placed), cell: choice.target }), target.act, { kind: "strong", name: "swap" }) : nothing}
        ${button(state, t("page.imman.do.stay"), `stay ${side}`, { name: "stay" })}</div>`}`;
}

function namePart(state, view) {
  const verb = view.phase === "keeper" ? "keeper" : "shooter";
  return html`<p class="next-head" data-next>${whoWord(verb, { side: sideName(view.to_move) })}</p>
    ${mayAct(state, view.to_move) ? html`<div class="choices">${actsOf(view, verb).map((act) => button(state, heroName(view, act[1]), act.join(" ")))}</div>` : nothing}`;
}

function notePart(state, view) {
  const notes = actsOf(view, "note");
  return html`<p class="next-head" data-next>${t("page.imman.next.note", { side: sideName(view.to_move) })}</p>
    <p class="next-detail">${t("page.imman.note.secret")}</p>
    ${mayAct(state, view.to_move) ? html`<div class="choices">${notes.map((act) => button(state, diveWord(act[2]), act.join(" "), { kind: "strong" }))}</div>` : nothing}`;
}

const PARTS = { set_up: putPart, restart: putPart, clear: putPart, swap: swapPart, keeper: namePart, shooter: namePart, note: notePart };

/** The big sentence, and what may be done; `extra`: buttons that begin another match. */
export function immanPanel(state, choice, extra) {
  const { session } = state;
  if (!session) return html`<section class="next idle"><p class="next-head" data-next>${t("page.next.none")}</p><div class="choices">${extra}</div></section>`;
  const { view } = session;
  const over = !isRunning(session);
  const head = session.state === "frozen" ? t("page.next.frozen") : session.state === "abandoned" ? t("page.next.abandoned") : over ? outcomeSentence(view.outcome) : "";
  const part = over ? html`<p class="next-head" data-next>${head}</p>` : view.due ? diePart(state, view)
    : view.active ? turnPart(state, view, choice) : PARTS[view.phase]?.(state, view, choice) ?? nothing;
  const seven = view.seven?.note ? html`<p class="next-detail" data-note>${t("page.imman.note.own", { dive: diveWord(view.seven.note) })}</p>` : nothing;
  return html`<section class="next ${over ? "win" : "go"} ${over ? view.outcome?.winner ?? "" : view.to_move ?? ""}" aria-label=${t("page.next.label")}>${part}${seven}
    ${over ? html`<div class="choices">${extra}</div>` : nothing}</section>`;
}
