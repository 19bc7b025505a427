/** What stands beside the board, on every page that shows a match. */

import { html, nothing } from "../vendor/lit-html.js";
import { confirmFirst } from "./dialogs.js";
import { isRunning, isSwept } from "./session.js";
import { carrySentence, logLine, next, sideName } from "./words.js";
import { language, t } from "./texts.js";

/** Badge in the header: is what is shown live? */
export function liveBadge(state) {
  if (state.link === "lost") return html`<span class="badge lost">${t("page.live.lost")}</span>`;
  if (state.link === "connecting") return html`<span class="badge">${t("page.live.connecting")}</span>`;
  if (state.old) return html`<span class="badge lost">${t("page.live.old")}</span>`;
  return html`<span class="badge live">${t("page.live.live")}</span>`;
}

function scoreSide(side, view) {
  const onTurn = ["play", "relocate"].includes(view?.phase) && (view.relocating ?? view.to_move) === side;
  return html`<div class="score-side ${side} ${onTurn ? "on-turn" : ""}">
    <span class="score-name">${sideName(side)}</span>
    <span class="score-number" data-score=${side}>${view ? view.score[side] : "–"}</span>
    <span class="score-turn">${onTurn ? t("page.score.turn") : ""}</span>
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
  if (!asked) return nothing;
  return html`<div class="choices">${asked.choices.map((choice, index) => html`
    <button class="button" ?disabled=${state.sending}
      @click=${() => state.command({ type: "answer", question: asked.id, choice: index })}>${carrySentence(choice)}</button>`)}
    <button class="button quiet" ?disabled=${state.sending} @click=${() => state.command({ type: "cancel" })}>${t("page.do.cancel")}</button>
  </div>`;
}

function phaseActions(state) {
  const { session } = state;
  if (!isRunning(session)) return nothing;
  const relocate = session.view.phase === "relocate" && !session.hands.busy;
  const moved = session.hands.preview !== null;
  return html`
    ${session.can.confirm ? html`<button class="button strong" data-do="confirm" ?disabled=${state.sending}
      @click=${() => state.command({ type: "confirm" })}>${t("page.do.confirm")}</button>` : nothing}
    ${relocate && !moved ? html`<button class="button" data-do="decline" ?disabled=${state.sending}
      @click=${() => state.command({ type: "relocate", move: "@-" })}>${t("page.do.decline")}</button>` : nothing}`;
}

/** Ask whether the match is to end without a result. */
export function abandon(state) {
  confirmFirst({
    title: t("page.abandon.title"), text: t("page.abandon.text"), word: t("page.do.abandon"),
    act: () => state.command({ type: "abandon" }),
  });
}

/** What helps someone who swept everything off the board: put it back, or let the match go. */
const sweptActions = (state) => (isSwept(state.session)
  ? html`<button class="button danger" data-do="let-go" ?disabled=${state.sending}
      @click=${() => abandon(state)}>${t("page.do.abandon_match")}</button>`
  : nothing);

/** Have virtual hands set the magnets, where there are any. */
export const buildButton = (state) => (state.canBuild
  ? html`<button class="button strong" data-do="build" ?disabled=${state.sending || state.session.hands.busy}
      @click=${() => state.build()}>${t("page.do.build")}</button>`
  : nothing);

/** The big sentence: what to do next, with the buttons that answer it; `extra` are more of them. */
export function nextPanel(state, extra = nothing) {
  const { tone, head, detail, side } = next(state.session, state.board);
  return html`<section class="next ${tone} ${side ?? ""}" aria-label=${t("page.next.label")}>
    <p class="next-head" data-next>${head}</p>
    ${[detail].flat().filter(Boolean).map((sentence) => html`<p class="next-detail">${sentence}</p>`)}
    ${question(state)}
    <div class="choices">${phaseActions(state)}${extra}${sweptActions(state)}</div>
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

/** The log, newest line first. */
export function logPanel(state) {
  const clock = new Intl.DateTimeFormat(language(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
  const lines = state.entries.map((entry) => ({ ...logLine(entry), revision: entry.revision })).reverse();
  return html`<section class="log" aria-labelledby="log-title">
    <h2 id="log-title">${t("page.log.title")}</h2>
    ${lines.length === 0 ? html`<p class="empty">${t("page.log.empty")}</p>` : html`<ol reversed tabindex="0" aria-labelledby="log-title">${lines.map((line) => html`
      <li class="${line.side ?? ""} ${line.scored ? "scored" : ""}" data-revision=${line.revision}>
        <span class="log-text">${line.text}</span>
        <span class="log-by"><time datetime=${line.at.toISOString()}>${clock.format(line.at)}</time> · ${line.actor}</span>
      </li>`)}</ol>`}
  </section>`;
}
