/** Setting up from an empty board: whose turn it is, what is missing, and the ways to a formation. */

import { html, nothing } from "../vendor/lit-html.js";
import { openEditor } from "./editor.js";
import { isRunning } from "./session.js";
import { openShelf } from "./shelf.js";
import { readCollection, teamOf, written } from "./teams.js";
import { t } from "./texts.js";
import { kindName, sideName } from "./words.js";

const SIDES = ["yellow", "blue"];
/** What a game need not say whose sides put one figure each in turn. */
const PLAIN = { order: "alternating", building: false, ready: [], sealed: [], own: {} };
const TOO_MANY = ["extra", "unexpected", "illegal", "not_your_turn"];

/** The named formations of the game at the table, read for each side's turn, and again when one was saved. */
const shelf = { read: undefined, formations: [] };
const chosen = { yellow: {}, blue: {} };

function readShelf(state) {
  const { game, id, view } = state.session;
  const wanted = `${id} ${view.placing.side}`;
  if (shelf.read === wanted) return;
  shelf.read = wanted;
  state.quietly(async () => { shelf.formations = await readCollection(game); });
}

/** Whether figures are set up now, and on which side this page may do it. */
const placingOf = (session) => (isRunning(session) && session.view.placing ? { ...PLAIN, ...session.view.placing } : undefined);
const mayAct = (state, side) => state.part !== "watch" && state.session.can.resign.includes(side);

/** Where this side is: ready, sealed, setting up, or still to come. */
function standing(placing, side) {
  if (placing.ready.includes(side)) return t("page.setup.ready");
  if (placing.sealed.includes(side)) return t("page.setup.sealed");
  if (placing.order === "sealed") return t("page.setup.chooses");
  return t(placing.side === side ? "page.setup.now" : "page.setup.waits");
}

/** How many figures of a kind are not yet where they belong: unknown ones of the log, or unbuilt ones of a formation. */
function missingOf(session, side, kind) {
  const { view, hands } = session;
  const placing = placingOf(session);
  if (!placing.building || placing.side !== side) return placing.missing[side][kind];
  const absent = new Set(hands.problems.filter(({ flag }) => flag === "missing").map(({ cell }) => cell));
  return view.figures.filter((figure) => figure.side === side && figure.kind === kind && absent.has(figure.cell)).length;
}

function kinds(state, side, choice) {
  const { session } = state;
  const placing = placingOf(session);
  const byClick = choice && placing.side === side && placing.order !== "sealed" && !placing.building && mayAct(state, side);
  const next = choice?.kindOf(session);
  return html`<ul class="kinds" aria-label=${t("page.setup.missing", { side: sideName(side) })}>${Object.entries(placing.wanted).map(([kind, wanted]) => {
    const missing = missingOf(session, side, kind);
    const label = t("page.setup.kind", { figure: kindName(kind), stand: wanted - missing, wanted });
    const count = html`<span aria-hidden="true"><strong>${kind}</strong> ${wanted - missing}/${wanted}</span><span class="unseen">${label}</span>`;
    return html`<li class=${missing === 0 ? "whole" : ""} data-kind=${kind} data-missing=${missing}>${byClick
      ? html`<button type="button" class="button quiet small" ?disabled=${missing === 0} aria-pressed=${String(next === kind)} @click=${() => choice.choose(kind)}>${count}</button>` : count}</li>`;
  })}</ul>`;
}

function ways(state, side) {
  const { session } = state;
  const placing = placingOf(session);
  readShelf(state);
  const pick = chosen[side];
  const one = shelf.formations.find(({ name }) => name === pick.name) ?? shelf.formations[0];
  const give = () => state.command({ type: "act", act: `form ${side} ${written(teamOf(one, side, pick.mirror))}` });
  const draw = () => {
    const there = session.view.figures.filter((figure) => figure.side === side).map(({ cell, kind }) => [cell, kind]);
    openEditor(state, side, Object.fromEntries(there), (formations) => { shelf.formations = formations; });
  };
  const sort = () => openShelf(session.game, (formations) => { shelf.formations = formations; state.changed(); });
  return html`<div class="ways">
    <label class="field">${t("page.formation.title")}<select data-setup="name" @change=${(event) => { pick.name = shelf.formations[event.target.selectedIndex].name; state.changed(); }}>
      ${shelf.formations.map((formation) => html`<option ?selected=${formation === one}>${formation.label}</option>`)}</select></label>
    <label class="switch"><input type="checkbox" data-setup="mirror" .checked=${pick.mirror === true} @change=${(event) => { pick.mirror = event.target.checked; }}>${t("page.formation.mirrored")}</label>
    <div class="choices"><button class="button" data-setup="form" ?disabled=${state.sending || !one} @click=${give}>${t(placing.order === "sealed" ? "page.setup.seal" : "page.setup.form")}</button>
      <button class="button quiet" data-setup="draw" ?disabled=${state.sending} @click=${draw}>${t("page.setup.draw")}</button>
      <button class="button quiet" data-setup="sort" @click=${sort}>${t("page.shelf.open")}</button></div></div>`;
}

/** What a side may do now: give a formation, confirm the one that stands. */
function doing(state, side) {
  const { session } = state;
  const placing = placingOf(session);
  if (!mayAct(state, side) || placing.ready.includes(side) || placing.sealed.includes(side)) return nothing;
  if (placing.order === "sealed") return ways(state, side);
  if (placing.side !== side) return nothing;
  const whole = Object.values(placing.missing[side]).every((count) => count === 0);
  const confirm = whole && !placing.building
    ? html`<button class="button strong" data-setup="ready" ?disabled=${state.sending || session.hands.busy}
        @click=${() => state.command({ type: "confirm" })}>${t("page.setup.confirm")}</button>` : nothing;
  return html`${confirm}${placing.order === "alternating" ? nothing : ways(state, side)}`;
}

function ownTeam(placing, side) {
  const own = placing.own[side];
  if (!own) return nothing;
  const figures = Object.entries(own).map(([cell, id]) => `${id[1]} ${cell}`).join(" · ");
  return html`<p class="hint" data-own=${side}>${t("page.setup.own", { figures })}</p>`;
}

/** The panel while figures are set up; `choice`: figures are put by a click on a cell of this page's picture. */
export function setupPanel(state, choice) {
  const { session } = state;
  const placing = placingOf(session);
  if (!placing) return nothing;
  const wrong = session.hands.problems.filter(({ flag }) => TOO_MANY.includes(flag)).map(({ cell }) => cell);
  return html`<section class="setup" aria-labelledby="setup-title"><h2 id="setup-title">${t("page.setup.title")}</h2>
    ${wrong.length > 0 ? html`<p class="caution" data-extra>${t("page.setup.extra", { cells: [...new Set(wrong)].join(", ") })}</p>` : nothing}
    ${SIDES.map((side) => html`<div class="setup-side ${side}" data-setup-side=${side}>
      <p><strong>${sideName(side)}</strong> <span data-standing>${standing(placing, side)}</span></p>
      ${placing.order === "sealed" || placing.ready.includes(side) ? nothing : kinds(state, side, choice)}
      ${ownTeam(placing, side)}${doing(state, side)}</div>`)}
  </section>`;
}
