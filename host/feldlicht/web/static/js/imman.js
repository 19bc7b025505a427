/** A match of Imman: the field with all that may be done and how likely it is, for each side, the game master and everyone. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { get } from "./api.js";
import { Clocks } from "./clocks.js";
import { ImmanChoice } from "./imman-choice.js";
import { HexPicture } from "./imman-field.js";
import { immanPanel, mayAct } from "./imman-turn.js";
import { cardWord, heroName, valueName, valueSign } from "./imman-words.js";
import { againButtons, proposalPanel } from "./match.js";
import { begin, byId, closeNoticeOnEscape, headlines, newsSpeaker, oncePerFrame } from "./page.js";
import { actionsPanel, liveBadge, logPanel, newMatchButton, noticePanel, scorePanel } from "./panels.js";
import { People, peoplePanel, roleBadge } from "./people.js";
import { TableState } from "./state.js";
import { t } from "./texts.js";
import { pageOf } from "./view.js";
import { logLine, sideName } from "./words.js";

/** Half and round, and the state of a shoot-out. */
function stagePanel({ view }) {
  const { options, shoot_out: out } = view;
  const round = options.rounds ? t("page.imman.stage.of_rounds", { round: view.round, rounds: options.rounds }) : t("page.imman.stage.round", { round: view.round });
  const told = out ? t("page.imman.stage.shoot_out", { yellow: out.goals[0], blue: out.goals[1], shots: Math.max(...out.shots) })
    : view.round === 0 ? t("page.imman.stage.only_half", { half: view.half }) : t("page.imman.stage.half", { half: view.half, round });
  return html`<p class="hint stage-line" data-stage>${told}</p>`;
}

/** What was done last, with its die and by how much it was made or missed: for everyone in the room. */
function lastPanel({ entries }) {
  const last = entries.findLast(({ kind, events }) => kind === "ply" && events.length > 0);
  return last ? html`<p class="last-line ${logLine(last).side ?? ""}" data-last>${logLine(last).text}</p>` : nothing;
}

/** Both teams: values, cards, Ausdauer, who keeps the goal and who sits on the bench. */
function teamsPanel({ view }) {
  const tired = view.options.sprint === "on" || view.options.fouls === "on";
  const row = (one, benched) => html`<tr class=${benched ? "benched" : one.id === view.active ? "on" : ""}><th scope="row">${one.number}</th>
    <td>${one.name}${one.keeper ? html` <abbr title=${t("page.imman.team.keeper")}>${t("page.imman.team.keeper_short")}</abbr>` : nothing}${one.card ? html` <span class="card-word ${one.card}">${cardWord(one.card)}</span>` : nothing}${benched ? html` <span class="card-word">${t("page.imman.team.bench")}</span>` : nothing}</td>
    <td>${one.values.passing}</td><td>${one.values.stopping}</td><td>${one.values.dribbling}</td>${tired ? html`<td>${one.stamina}</td>` : nothing}</tr>`;
  const team = (side) => html`<table class="team ${side}"><caption>${sideName(side)}</caption><thead><tr><th scope="col">${t("page.imman.team.number")}</th><th scope="col">${t("page.imman.team.name")}</th>
    ${["passing", "stopping", "dribbling"].map((one) => html`<th scope="col"><abbr title=${valueName(one)}>${valueSign(one)}</abbr></th>`)}
    ${tired ? html`<th scope="col"><abbr title=${valueName("stamina")}>${valueSign("stamina")}</abbr></th>` : nothing}</tr></thead>
    <tbody>${view.figures.filter((one) => one.side === side).map((one) => row(one, false))}${view.bench.filter((one) => one.side === side).map((one) => row(one, true))}</tbody></table>`;
  return html`<section class="teams" aria-labelledby="teams-title"><h2 id="teams-title">${t("page.imman.team.title")}</h2><div class="teams-both">${team("yellow")}${team("blue")}</div></section>`;
}

begin(async () => {
  const first = await get("/boards/default");
  const draw = oncePerFrame(() => drawNow());
  const state = new TableState(first.id, { changed: () => draw(), lit: () => {}, follows: true });
  const people = new People(state, () => draw());
  const choice = new ImmanChoice((act) => state.command({ type: "act", act }), () => draw());
  const picture = new HexPicture(byId("picture"), { label: t("page.imman.field"), onActivate: (cell) => choice.tap(state.session.view, cell) });
  const clocks = new Clocks(state);
  const speakNews = newsSpeaker();

  function pictureOf({ view }) {
    const may = mayAct(state, view.to_move);
    const offers = may ? choice.cells(view) : new Map();
    const target = choice.target && offers.has(choice.target) ? choice.target : undefined;
    const figures = view.figures.map((one) => ({ ...one, active: one.id === view.active, name: heroName(view, one.id) }));
    return { ground: view.ground, figures, ball: view.ball, offers, chosen: target, way: target && view.active && offers.get(target).kind === "pass" ? [view.ball.cell, target] : undefined };
  }

  function drawNow() {
    const { session } = state;
    if (session && pageOf(session.game) !== location.pathname) {
      location.replace(`${pageOf(session.game)}${location.search}`);
      return;
    }
    choice.follow(session);
    picture.show(session?.game === "imman" ? pictureOf(session) : undefined);
    render(html`${roleBadge()}${liveBadge(state)}`, byId("badge"));
    const another = state.known ? html`${againButtons(state)}${newMatchButton(state, "strong")}` : nothing;
    render(html`${session ? html`${scorePanel(session)}${clocks.element}${stagePanel(session)}${lastPanel(state)}` : nothing}${noticePanel(state)}${proposalPanel(state)}
      ${immanPanel(state, choice, another)}${session ? html`${actionsPanel(state, { forces: false })}` : nothing}${peoplePanel(people)}${logPanel(state)}`, byId("panels"));
    render(session ? teamsPanel(session) : nothing, byId("below"));
    clocks.show();
    speakNews(...headlines());
  }

  closeNoticeOnEscape(state);
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && choice.target) choice.choose({ target: undefined }); });
  state.begin();
  draw();
});
