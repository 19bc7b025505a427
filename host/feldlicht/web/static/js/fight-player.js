/** A player's side of a fight: the own figure, who comes next, the own dice and acts, and being called. */

import { html, nothing } from "../vendor/lit-html.js";
import { fieldWord, figureOf, ini, moment, wayTo, whyNot } from "./fight-said.js";
import { lastPanel, markersPanel, momentSaid, nextPanel, noFight } from "./fight-show.js";
import { logPanel } from "./panels.js";
import { t } from "./texts.js";

/** Levels of disadvantage of whoever did not expect a fight, as the host counts them. */
const SURPRISE = 2;
const SHOWN_NEXT = 5;

const quoted = (text) => `"${text.replace(/[\\"]/g, "\\$&")}"`;
/** A number as it was typed, for the host to judge. */
const typed = (text) => (/^[-−]?\d+$/.test(text.trim()) ? text.trim().replace("−", "-") : quoted(text.trim()));

let surprised = false;

const send = (state, ...words) => state.command({ type: "act", act: words.filter(Boolean).join(" ") });

const numberField = (name, label, hint = nothing) => html`<label class="field">${label}
  <input name=${name} inputmode="numeric" autocomplete="off" required aria-describedby=${hint}></label>`;

/** A form whose fields keep what was typed until the host has taken it. */
const asking = (state, words) => async (event) => {
  event.preventDefault();
  const form = event.target;
  const told = await send(state, ...words(new FormData(form), event.submitter?.value));
  if (told) form.reset();
};

// ---- dice

/** The own probe: thrown by the host, or typed as it fell on the table. */
function dicePanel(state, own) {
  const levels = own.values.advantage - (surprised ? SURPRISE : 0);
  const roll = ["roll", quoted(own.label), surprised ? "surprised" : ""];
  const dice = Array.from({ length: Math.abs(levels) }, (_, at) => numberField("die", t("page.fighter.w_six", { number: at + 1 })));
  const button = (name, word) => html`<button class="button" data-do=${name} ?disabled=${state.sending}>${word}</button>`;
  const sign = levels > 0 ? "page.fighter.dice_add" : levels < 0 ? "page.fighter.dice_take" : "page.fighter.dice_one";
  return html`<section class="fight-list own-dice" aria-labelledby="dice-title"><h2 id="dice-title">${t("page.fighter.dice_title")}</h2>
    <label class="switch"><input type="checkbox" data-surprised .checked=${surprised} @change=${({ target }) => { surprised = target.checked; state.changed(); }}>${t("page.fighter.surprised")}</label>
    <button class="button strong" data-do="roll" ?disabled=${state.sending} @click=${() => send(state, ...roll)}>${t("page.fighter.roll")}</button>
    <form data-form="dice" @submit=${asking(state, (data) => [...roll, ...data.getAll("die").map(typed)])}>
      <p class="hint">${t("page.fighter.dice_typed")} ${t(sign, { count: Math.abs(levels) })}</p>
      <div class="own-fields">${numberField("die", t("page.fighter.w_twenty"))}${dice}</div>${button("dice", t("page.fighter.take_dice"))}</form>
    <details><summary>${t("page.fighter.only_result")}</summary>
      <form data-form="successes" @submit=${asking(state, (data) => [...roll, `successes=${typed(data.get("successes"))}`])}>
        ${numberField("successes", t("page.fighter.successes"))}${button("successes", t("page.fighter.take"))}</form>
      <form data-form="ini" @submit=${asking(state, (data) => [...roll, `successes=${turned(data.get("ini"))}`])}>
        ${numberField("ini", t("page.fighter.ini"))}${button("ini", t("page.fighter.take"))}</form>
    </details></section>`;
}

/** An INI as the successes that lead to it: their sign turned round. */
function turned(text) {
  const word = typed(text);
  return /^-?\d+$/.test(word) ? String(-Number(word)) : word;
}

// ---- acts

/** Acts that a tap does: the usual one, and each that has a name. */
function actButtons(state, own, verb) {
  const { vz, acts } = own.values;
  const word = t(verb === "act" ? "page.fighter.act" : "page.fighter.react", { vz });
  return html`<button class="button strong usual" data-do=${verb} ?disabled=${state.sending} @click=${() => send(state, verb, quoted(own.label), vz)}>${word}</button>
    ${verb === "act" ? acts.map((one) => html`<button class="button" data-act=${one.name} ?disabled=${state.sending}
      @click=${() => send(state, verb, quoted(own.label), one.vz, quoted(one.name))}>${t("page.fighter.named", { name: one.name, vz: one.vz })}</button>`) : nothing}`;
}

/** Any VZ, with a name for what is done. */
function otherForm(state, own, verbs) {
  const words = { act: "page.fighter.do_act", react: "page.fighter.do_react" };
  return html`<details class="other-vz"><summary>${t("page.fighter.other")}</summary>
    <form data-form="other" @submit=${asking(state, (data, verb) => [verb ?? verbs[0], quoted(own.label), typed(data.get("vz")), data.get("what").trim() && quoted(data.get("what").trim())])}>
      <div class="own-fields">${numberField("vz", t("page.fighter.vz"))}
      <label class="field">${t("page.fighter.what")}<input name="what" maxlength="60" list="own-acts" autocomplete="off"></label></div>
      <datalist id="own-acts">${own.values.acts.map(({ name }) => html`<option value=${name}></option>`)}</datalist>
      <div class="choices">${verbs.map((verb) => html`<button class="button" value=${verb} data-other=${verb} ?disabled=${state.sending}>${t(words[verb])}</button>`)}</div>
    </form></details>`;
}

function standByButtons(state, own, on) {
  const button = (verb, word) => html`<button class="button quiet" data-do=${verb} ?disabled=${state.sending} @click=${() => send(state, verb, quoted(own.label))}>${word}</button>`;
  if (own.stance !== "in") return button("recall", t("page.fighter.recall"));
  if (!on || state.session.view.settings.waiting !== "on") return nothing;
  return html`${button("wait", t("page.fighter.wait"))}${button("ready", t("page.fighter.ready"))}`;
}

/** What may be done with the own figure now. */
function doing(state, own, on) {
  const { view, can } = state.session;
  const undo = can.undo ? html`<button class="button quiet" data-do="undo" ?disabled=${state.sending} @click=${() => state.command({ type: "undo" })}>${t("page.do.undo")}</button>` : nothing;
  const verbs = [on ? "act" : "", own.reaction?.may ? "react" : ""].filter(Boolean);
  if (view.settings.players === "roll") {
    return html`${verbs.length > 0 ? html`<p class="next-detail">${t("page.fighter.say_it")}</p>` : nothing}<div class="choices">${undo}</div>`;
  }
  return html`<div class="choices">${verbs.map((verb) => actButtons(state, own, verb))}${standByButtons(state, own, on)}${undo}</div>
    ${verbs.length > 0 ? otherForm(state, own, verbs) : nothing}`;
}

// ---- the figure

function wayWord(view, own, on) {
  if (on) return "";
  if (own.stance !== "in") return t(own.stance === "ready" ? "page.fighter.you_ready" : "page.fighter.you_wait");
  const way = wayTo(view, own);
  if (way === undefined || view.phase === "over") return "";
  return way === 0 ? t("page.fighter.no_way") : t("page.fighter.way", { vz: way });
}

function reactionWord(view, own, on) {
  if (!own.reaction || !view.last || view.last.figure === own.label) return "";
  // Whoever is on turn has better things to do than to read why not.
  if (on && !own.reaction.may) return "";
  return own.reaction.may ? t("page.fighter.may_react", { figure: view.last.figure }) : whyNot(own.reaction.why);
}

function figureCard(own) {
  const { vz, acts } = own.values;
  const value = (name, word, what) => html`<div><dt>${word}</dt><dd data-own=${name}>${what}</dd></div>`;
  return html`<section class="own-figure" aria-labelledby="own-title">
    <h2 id="own-title"><i class="dot figure-${own.colour}" aria-hidden="true"></i> ${own.label}</h2>
    <dl>${value("ini", t("page.fighter.ini"), own.ini === null ? "–" : ini(own.ini))}
      ${own.field ? value("field", t("page.fighter.stands"), fieldWord(own.field)) : nothing}
      ${value("vz", t("page.fighter.usual"), vz)}</dl>
    ${own.conditions.length > 0 ? html`<p class="conditions">${t("page.ring.conditions", { list: own.conditions.join(", ") })}</p>` : nothing}
    ${acts.length > 0 ? html`<p class="hint">${acts.map((one) => t("page.fighter.named", { name: one.name, vz: one.vz })).join(" · ")}</p>` : nothing}</section>`;
}

/** The moment, as the player of a figure is told it. */
function ownMoment(view, own, on) {
  if (on) return { head: t("page.fighter.your_turn", { figure: own.label }), help: "" };
  if (view.phase === "gathering" && own.ini === null) return { head: t("page.fighter.roll_first"), help: "" };
  return momentSaid(view);
}

// ---- being called

function callPanel(caller) {
  const way = (name, word, able) => html`<label class="switch"><input type="checkbox" data-call=${name} .checked=${able && caller.chosen(name)} ?disabled=${!able}
    @change=${({ target }) => caller.choose(name, target.checked)}>${word}</label>`;
  return html`<section class="fight-list call" aria-labelledby="call-title"><h2 id="call-title">${t("page.fighter.call_title")}</h2>
    ${way("sound", t("page.fighter.call_sound"), true)}${way("tremble", t("page.fighter.call_tremble"), caller.vibrates)}
    <p class="hint">${t(caller.vibrates ? "page.fighter.call_help" : "page.fighter.call_still")}</p>
    ${caller.chosen("sound") && !caller.sounds ? html`<p class="caution" data-touch>${t("page.fighter.call_touch")}</p>` : nothing}</section>`;
}

/** What the player of the figure `label` sees; `caller` see fight-turn.js. */
export function playerPanels(state, people, label, caller) {
  const { session } = state;
  const view = session?.game === "initiative" ? session.view : undefined;
  if (!view) return noFight(state);
  const own = figureOf(view, label);
  if (!own?.values) {
    return html`<section class="next idle"><p class="next-head" data-next>${t("page.fighter.gone", { figure: label })}</p></section>${logPanel(state)}`;
  }
  const on = moment(view).kind === "turn" && view.turn === label;
  const { head, help } = ownMoment(view, own, on);
  const details = [help, wayWord(view, own, on), reactionWord(view, own, on)].filter(Boolean);
  return html`<section class="next fight-moment ${on ? "mine" : "go"}" aria-label=${t("page.next.label")}>
      <p class="next-head" data-next>${head}</p>${details.map((one) => html`<p class="next-detail">${one}</p>`)}
      ${session.state === "running" ? doing(state, own, on) : nothing}</section>
    ${figureCard(own)}
    ${own.ini === null && own.stance === "in" && session.state === "running" ? dicePanel(state, own) : nothing}
    ${lastPanel(view)}${nextPanel(view, SHOWN_NEXT)}${markersPanel(view)}${callPanel(caller)}${logPanel(state)}`;
}
