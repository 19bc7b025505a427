/** What stands beside the board, on every page that shows a match. */

import { html, nothing } from "../vendor/lit-html.js";
import { askOverride, askResign, confirmFirst } from "./dialogs.js";
import { againButtons, figureCard, filesPanel, hintButton, proposeBackTo, proposeButton, sealedChoices, withAllAfter } from "./match.js";
import { readRecord } from "./record.js";
import { celebrating, isRunning, onTurn, scoreOf } from "./session.js";
import { answerLabel, carrySentence, logLine, next, noAnswerLabel, sideName } from "./words.js";
import { language, t } from "./texts.js";
import { addressOf, isLed, pageOf, view } from "./view.js";

/** Badge in the header: is what is shown live? */
export function liveBadge(state) {
  if (state.link === "lost") return html`<span class="badge lost">${t("page.live.lost")}</span>`;
  if (state.link === "connecting") return html`<span class="badge">${t("page.live.connecting")}</span>`;
  if (state.old) return html`<span class="badge lost">${t("page.live.old")}</span>`;
  return html`<span class="badge live">${t("page.live.live")}</span>`;
}

function scoreSide(side, view) {
  const isOn = onTurn(view) === side;
  return html`<div class="score-side ${side} ${isOn ? "on-turn" : ""}">
    <span class="score-name">${sideName(side)}</span>
    <span class="score-number" data-score=${side}>${scoreOf(view)?.[side] ?? "–"}</span>
    <span class="score-turn">${isOn ? t("page.score.turn") : ""}</span>
  </div>`;
}

export function scorePanel(session) {
  const view = session?.view;
  return html`<section class="score" aria-label=${t("page.score.label")}>
    ${scoreSide("yellow", view)}<span class="score-colon" aria-hidden="true">:</span>${scoreSide("blue", view)}
  </section>`;
}

function question(state) {
  const asked = state.session?.hands.question;
  // Whoever only watches, or is not on turn, reads what is asked, and answers nothing.
  if (!asked || !state.session.can.confirm) return nothing;
  const marked = (index) => (asked.choices.length > 1 && index === asked.marked ? "marked" : "");
  const answer = (choice, index) => {
    const act = () => state.command({ type: "answer", question: asked.id, choice: index });
    // Of all answers this one cannot be taken back.
    if (choice.meaning === "abandon") return abandon(state, act);
    return act();
  };
  return html`<div class="choices">${asked.choices.map((choice, index) => html`
    <button class="button ${marked(index)}" data-answer=${choice.meaning} ?disabled=${state.sending}
      @click=${() => answer(choice, index)}>${answerLabel(choice, state.board)}</button>`)}
    <button class="button quiet" data-answer="none" ?disabled=${state.sending} @click=${() => state.command({ type: "cancel" })}>${noAnswerLabel(asked)}</button>
  </div>`;
}

/** A relocation is ended by one of two buttons: by what stands there, or by none. */
function relocation(state) {
  const { session } = state;
  if (isRunning(session) && session.view.sealed) return sealedChoices(state);
  if (!isRunning(session) || session.view.phase !== "relocate" || !session.can.confirm) return nothing;
  const { preview, busy, board_present: present, formation_stands: stands } = session.hands;
  const idle = state.sending || busy;
  if (preview) {
    return html`<button class="button strong" data-do="confirm" ?disabled=${idle}
      @click=${() => state.command({ type: "confirm" })}>${t("page.do.confirm", { carry: carrySentence(preview) })}</button>`;
  }
  return stands || !present
    ? html`<button class="button strong" data-do="decline" ?disabled=${idle}
        @click=${() => state.command({ type: "relocate", move: "@-" })}>${t("page.do.decline")}</button>`
    : nothing;
}

/** Ask whether the match is to end without a result; `act` ends it. */
export function abandon(state, act = () => state.command({ type: "abandon" })) {
  confirmFirst({ title: t("page.abandon.title"), text: t("page.abandon.text"), word: t("page.do.abandon"), act });
}

/** Ask whether everything that was done after an entry is to be taken back, also what is done while it is asked. */
function backTo(state, revision, count, line) {
  confirmFirst({
    title: t("page.back_to.title"), text: t("page.back_to.text", { count, line }), word: t("page.do.undo"),
    act: () => withAllAfter(state, revision, "undo"),
  });
}

const CHORES = { build: "page.do.build", right: "page.do.right", back: "page.do.put_back" };

/**
 * Have virtual hands do what is to be done, where there are any. `mine`: the one figure in the air is in this page's
 * hand; `before()` runs first. Beside a question it is the quieter way out.
 */
export const choreButton = (state, { mine = false, before = () => {} } = {}) => (state.chore && !(mine && state.chore === "back")
  ? html`<button class="button ${state.session.hands.question ? "quiet" : "strong"}" data-do=${state.chore} ?disabled=${state.sending || state.session.hands.busy}
      @click=${() => { before(); state.build(); }}>${t(CHORES[state.chore])}</button>`
  : nothing);

const hasCells = ({ board }) => board?.kind !== "ring";

/** Beginning a match is for whoever leads, at a board that has cells: else it is not even offered. */
export function newMatchButton(state, kind) {
  if (state.part !== "lead" || !hasCells(state)) return nothing;
  // What it takes to choose is read when somebody does.
  const ask = async () => (await import("./newmatch.js")).askNewMatch(state, (chosen) => state.newMatch(chosen));
  return html`<button class="button ${kind}" data-do="new" ?disabled=${state.sending} @click=${ask}>${t("page.do.new")}</button>`;
}

const WAYS = { gm: "page.knob.lead", open: "page.knob.open", begin: "page.knob.begin" };

/** A way to the fight at a board: to `open` the one that is on, to lead it (`gm`), to `begin` one. */
export const fightLink = (way, kind = "strong") => html`<a class="button ${kind}" data-way=${way} href=${addressOf("/fight", way === "open" ? view() : "gm")}>${t(WAYS[way])}</a>`;

/** A way to the page that shows what is on at a board, where that is another one. */
export const pageLink = (game) => (isLed(game) ? fightLink("open") : html`<a class="button strong" data-way="open" href=${addressOf(pageOf(game))}>${t("page.knob.open_match")}</a>`);

/** What can be commanded at any time, as far as this page may; the buttons keep their places. `forces`: whether an arbiter may say how it stands. */
export function actionsPanel(state, { forces = true } = {}) {
  const { session, part } = state;
  if (part === "watch" || state.people?.bystands) return html`<p class="hint" data-watching>${state.people.whyWatching}</p>`;
  const running = isRunning(session);
  const button = (name, word, possible, act) => html`<button class="button quiet" data-do=${name}
    ?disabled=${state.sending || !possible} @click=${act}>${word}</button>`;
  return html`<section class="actions" aria-label=${t("page.do.label")}>
    ${button("undo", t("page.do.undo"), session?.can.undo, () => state.command({ type: "undo" }))}
    ${proposeButton(state)}${hintButton(state)}
    ${button("redo", t("page.do.redo"), running && session.can.redo, () => state.command({ type: "redo" }))}
    ${button("resign", t("page.do.resign"), running && session.can.resign.length > 0, () => askResign(session.can.resign, (side) => state.command({ type: "resign", side })))}
    ${part === "lead" ? button("abandon", t("page.do.abandon"), running && session.can.abandon, () => abandon(state)) : nothing}
    ${forces && session?.can.override ? button("override", t("page.do.override"), true, () => askOverride((sideToMove) => state.command({ type: "override", to_move: sideToMove }))) : nothing}
    ${running && session.can.abandon ? newMatchButton(state, "quiet") : nothing}
  </section>`;
}

/** The big sentence: what to do next, with the buttons that answer it; `extra` are more of them, `chosen` see words.js. */
export function nextPanel(state, extra = nothing, chosen = undefined) {
  const { part, people } = state;
  const { tone, head, detail, side } = next(state.session, state.board, state.known, {
    wait: people?.waiting, watches: part === "watch" || people?.bystands === true, begins: part === "lead", chosen,
  });
  const goal = celebrating(state.session) ? "goal" : "";
  return html`<section class="next ${tone} ${side ?? ""} ${goal}" aria-label=${t("page.next.label")}>
    <p class="next-head" data-next>${head}</p>
    ${[detail].flat().filter(Boolean).map((sentence) => html`<p class="next-detail">${sentence}</p>`)}
    ${question(state)}
    <div class="choices">${relocation(state)}${extra}${figureCard(state, chosen)}${againButtons(state)}
      ${state.known && !isRunning(state.session) ? newMatchButton(state, "strong") : nothing}
      ${part !== "lead" || !state.known || (hasCells(state) && isRunning(state.session)) ? nothing
        : fightLink(isRunning(state.session) ? "open" : "begin", hasCells(state) ? "quiet" : "strong")}</div>
  </section>`;
}

export function noticePanel(state) {
  return state.notice
    ? html`<section class="notice ${state.notice.tone}">
        <p data-notice>${state.notice.text}</p>
        <button class="button quiet small" @click=${() => state.say()}>${t("page.do.close")}</button>
      </section>`
    : nothing;
}

/** Matches that wait for a board that is away; where this page's board is free, they can go on there. */
export function strandedPanel(state) {
  const waiting = state.stranded.filter(({ id }) => id !== state.session?.id);
  if (waiting.length === 0 || !hasCells(state)) return nothing;
  const clock = new Intl.DateTimeFormat(language(), { dateStyle: "medium", timeStyle: "short" });
  const free = state.board?.state === "live" && !isRunning(state.session);
  return html`<section class="boards" aria-labelledby="stranded-title">
    <h2 id="stranded-title">${t("page.stranded.title")}</h2>
    <ul>${waiting.map(({ id, board, created_at: begun }) => html`<li class="board-card" data-stranded=${id}>
      <span class="dot" aria-hidden="true"></span><span>${t("page.stranded.line", { board, begun: clock.format(begun) })}</span>
      ${free && state.part === "lead" ? html`<button class="button strong" data-do="carry-on" ?disabled=${state.sending} @click=${() => state.carryOn(id)}>${t("page.stranded.here")}</button>` : nothing}
    </li>`)}</ul>
    ${free ? nothing : html`<p class="hint">${t("page.stranded.help")}</p>`}
  </section>`;
}

/** The log, newest line first. */
export function logPanel(state) {
  const clock = new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const { after, undone, gone } = readRecord(state.entries);
  const lines = state.entries.map((entry) => ({ ...logLine(entry, undone.get(entry.revision)), revision: entry.revision })).reverse();
  const can = state.session?.can;
  const free = (count) => count <= (can?.undo_acts ?? 0);
  const asked = state.part === "play" && can?.propose && !state.session.hands.proposal;
  const back = ({ revision, text }) => (after.get(revision) > 0 && (asked || free(after.get(revision)))
    ? html`<button class="button quiet small back-to" data-back=${free(after.get(revision)) ? after.get(revision) : nothing} data-propose=${free(after.get(revision)) ? nothing : after.get(revision)} ?disabled=${state.sending}
        title=${t("page.do.back_to")} aria-label=${t("page.do.back_to_line", { line: text })}
        @click=${() => (free(after.get(revision)) ? backTo : proposeBackTo)(state, revision, after.get(revision), text)}>↶</button>`
    : nothing);
  return html`<section class="log" aria-labelledby="log-title">
    <h2 id="log-title">${t("page.log.title")}</h2>
    ${lines.length === 0 ? html`<p class="empty">${t("page.log.empty")}</p>` : html`<ol reversed tabindex="0" aria-labelledby="log-title">${lines.map((line) => html`
      <li class="${line.side ?? ""} ${line.scored ? "scored" : ""} ${gone.has(line.revision) ? "gone" : ""}" data-revision=${line.revision}>
        <span class="log-text">${gone.has(line.revision) ? html`<s>${line.text}</s> <span class="unseen">${t("page.log.taken_back")}</span>` : line.text}</span>
        <span class="log-by"><time datetime=${line.at.toISOString()}>${clock.format(line.at)}</time> · ${line.actor}${line.spent ? ` · ${line.spent}` : ""}</span>${back(line)}
      </li>`)}</ol>`}
    ${filesPanel(state)}
  </section>`;
}

/** What is to be said of the board, and the command that helps. */
export const advice = (board) => (board?.advice ?? []).map(({ finding, sentence, command }) => html`<p class="caution" data-advice=${finding}>${sentence}${command ? html` <code>${command}</code>` : nothing}</p>`);
