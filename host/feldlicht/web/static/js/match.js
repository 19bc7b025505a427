/** What sides do beside moving: ask each other, ask for hints, relocate in secret, play once more, keep records. */

import { html, nothing } from "../vendor/lit-html.js";
import { address, chosenJson, saveFile } from "./api.js";
import { cardButton, wayOf } from "./cards.js";
import { confirmFirst } from "./dialogs.js";
import { readRecord } from "./record.js";
import { isRunning } from "./session.js";
import { t } from "./texts.js";
import { carrySentence, figureLabel, sideName } from "./words.js";

/** What one side proposes: those who are asked answer, who proposed may withdraw, others read it. */
export function proposalPanel(state) {
  const proposal = state.session?.hands.proposal;
  if (!proposal || state.part === "watch") return nothing;
  const { agree, disagree } = state.session.can;
  const facts = { side: sideName(proposal.by), count: proposal.count };
  const button = (name, word, shown, strength) => (shown ? html`<button class="button ${strength}" data-do=${name} ?disabled=${state.sending}
    @click=${() => state.command({ type: name })}>${word}</button>` : nothing);
  return html`<section class="proposal" aria-label=${t("page.proposal.label")}>
    <p data-proposal>${agree || !disagree ? t("page.proposal.asks", facts) : t("page.proposal.asked", facts)}</p>
    <div class="choices">${button("agree", t("page.do.agree"), agree, "strong")}
      ${button("disagree", agree ? t("page.do.disagree") : t("page.do.withdraw"), disagree, "quiet")}</div>
  </section>`;
}

/** A seat whose last act has been answered asks the other side. */
export function proposeButton(state) {
  const { session, part } = state;
  if (part !== "play" || !isRunning(session)) return nothing;
  const able = session.can.propose && !session.can.undo && !session.hands.proposal;
  return html`<button class="button quiet" data-do="propose" ?disabled=${state.sending || !able}
    @click=${() => state.command({ type: "propose", count: 1 })}>${t("page.do.propose")}</button>`;
}

/** Do something ("undo", "propose") with all that has been done after an entry by now, if there is still anything. */
export function withAllAfter(state, revision, type) {
  const count = readRecord(state.entries).after.get(revision) ?? 0;
  if (count > 0) state.command({ type, count });
}

/** Ask whether the other side is to be asked for everything after an entry. */
export function proposeBackTo(state, revision, count, line) {
  confirmFirst({
    title: t("page.propose.title"), text: t("page.propose.text", { count, line }), word: t("page.do.propose"),
    act: () => withAllAfter(state, revision, "propose"),
  });
}

export function hintButton(state) {
  const { session, part } = state;
  const most = session?.view.options?.hints ?? 0;
  if (!isRunning(session) || most === 0 || part === "watch" || session.view.phase !== "play") return nothing;
  const side = session.view.to_move;
  const { left, shown } = session.view.hints;
  if (!session.can.resign.includes(side)) return nothing;
  return html`<button class="button quiet" data-do="hint" ?disabled=${state.sending || shown || left[side] === 0}
    @click=${() => state.command({ type: "act", act: `hint ${side}` })}>${t(shown ? "page.hint.shown" : "page.hint.ask", { left: left[side] })}</button>`;
}

/** How often which way was gone since the kick-off; opened by who wants to know. */
export function countsPanel(session) {
  const counts = session?.view.anti_patt ?? [];
  if (!isRunning(session) || counts.length === 0) return nothing;
  return html`<details class="help counts"><summary>${t("page.counts.title")}</summary>
    <div class="counts-scroll" tabindex="0" role="region" aria-label=${t("page.counts.title")}><table>
      <thead><tr><th scope="col">${t("page.counts.figure")}</th><th scope="col">${t("page.counts.way")}</th>
        <th scope="col">${t("page.counts.count")}</th><th scope="col">${t("page.counts.closed")}</th></tr></thead>
      <tbody>${counts.map(({ figure, from, to, count, closed }) => html`<tr class=${closed ? "closed" : ""}>
        <th scope="row">${figureLabel(figure)}</th><td>${from} → ${to}</td><td>${count}</td><td>${t(closed ? "page.counts.yes" : "page.counts.no")}</td></tr>`)}</tbody>
    </table></div></details>`;
}

/** Relocating in secret: what this view has sealed, and for whom it can still say that nobody moves. */
export function sealedChoices(state) {
  const { view, can } = state.session;
  const open = can.resign.filter((side) => !view.sealed.sides.includes(side));
  const own = Object.entries(view.sealed.own);
  const said = ([side, act]) => t("page.sealed.own", {
    side: sideName(side), what: act ? carrySentence({ figure: act.figure, origin: act.from, target: act.to }) : t("page.sealed.none"),
  });
  return html`${own.map((one) => html`<p class="next-detail" data-sealed=${one[0]}>${said(one)}</p>`)}
    ${open.map((side) => html`<button class="button" data-nobody=${side} ?disabled=${state.sending}
      @click=${() => state.command({ type: "act", act: `@- ${side}` })}>${t("page.sealed.nobody", { side: sideName(side) })}</button>`)}`;
}

/** A match that has ended is played once more, by whoever leads. */
export function againButtons(state) {
  const { session, part } = state;
  if (part !== "lead" || !["over", "abandoned"].includes(session?.state) || session.board === null) return nothing;
  const button = (name, word, swap) => html`<button class="button" data-do=${name} ?disabled=${state.sending}
    @click=${() => state.again(swap)}>${word}</button>`;
  return html`${button("rematch", t("page.do.rematch"), false)}${button("swap", t("page.do.swap"), true)}`;
}

/** The card of the figure that is lifted or chosen. */
export function figureCard(state, chosen) {
  const figure = state.session?.hands.lifted[0]?.figure ?? chosen?.figure;
  return figure && isRunning(state.session) && wayOf(figure[1]) ? cardButton(state, figure[1]) : nothing;
}

function takeFile(state, input) {
  if (input.files.length === 0) return;
  state.alone(async () => {
    const { id } = await state.takeRecord(await chosenJson(input, t("page.record.no_json")));
    location.assign(`/?${new URLSearchParams({ session: id })}`);
  });
}

/** A match's "record" or "journal" as a file: saved from here, so that a refusal is said on this page. */
function fileLink(state, file, word, title) {
  const path = `/sessions/${state.session.id}/${file}`;
  const save = (event) => {
    event.preventDefault();
    state.alone(() => saveFile(path));
  };
  return html`<a class="button quiet small" data-record=${file === "record" ? "" : nothing} data-journal=${file === "journal" ? "" : nothing}
    href=${address(path)} download title=${title} @click=${save}>${word}</a>`;
}

/** What can be saved of a match, and a record read again. */
export function filesPanel(state) {
  const { session, part } = state;
  const out = session ? html`${fileLink(state, "record", t("page.record.save"), t("page.record.title"))}
    ${fileLink(state, "journal", t("page.log.journal"), t("page.log.journal_title"))}` : nothing;
  const take = part === "lead" ? html`<label class="button quiet small file"><input type="file" accept=".json,application/json" data-take
    ?disabled=${state.sending} @change=${(event) => takeFile(state, event.target)}>${t("page.record.take")}</label>` : nothing;
  return html`<div class="choices files">${out}${take}</div>`;
}

/** A page that shows a match without a board says so, and how that goes on. */
export function pinnedPanel(state) {
  if (!state.pinned) return nothing;
  const { session, board, part } = state;
  const here = part === "lead" && isRunning(session) && session.board === null && board?.state === "live" && board.kind !== "ring";
  return html`<section class="proposal" data-pinned><p>${t("page.pinned.text")}</p>
    <div class="choices"><a class="button quiet" href="/">${t("page.pinned.leave")}</a>
    ${here ? html`<button class="button" data-do="carry-on" ?disabled=${state.sending}
      @click=${async () => { if (await state.carryOn(session.id)) location.assign("/"); }}>${t("page.stranded.here")}</button>` : nothing}</div></section>`;
}
