/** The dashboard: the match live, and everything that can be commanded without hands. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { get, post } from "./api.js";
import { BoardPicture } from "./board.js";
import { cellName } from "./cells.js";
import { Choice } from "./choice.js";
import { Clocks } from "./clocks.js";
import { helpPanel } from "./help.js";
import { announce, begin, byId, closeNoticeOnEscape, dressBoard, headlines, newsSpeaker, oncePerFrame } from "./page.js";
import { countsPanel, pinnedPanel, proposalPanel } from "./match.js";
import { actionsPanel, choreButton, liveBadge, logPanel, nextPanel, noticePanel, scorePanel, strandedPanel } from "./panels.js";
import { People, peoplePanel, roleBadge } from "./people.js";
import { Scene } from "./scene.js";
import { picturesPanel } from "./pictures.js";
import { setupPanel } from "./setup.js";
import { sightKeeper } from "./sight.js";
import { TableState } from "./state.js";
import { t } from "./texts.js";
import { addressOf, isLed, pageOf } from "./view.js";
import { boardWord, kindName, secretNews, sideName } from "./words.js";

const BOARDS_MS = 10_000;
const TOLD = {
  chosen: ({ cell, figure }) => t("page.pick.figure", { cell: cellName(cell), side: sideName(figure.side), figure: kindName(figure.kind), count: figure.targets.size }),
  taken: ({ cell, figure }) => t("page.setup.taken", { cell: cellName(cell), figure: kindName(figure.kind) }),
  dropped: () => t("page.pick.none"),
  stuck: ({ cell }) => t("page.pick.stuck", { cell: cellName(cell) }),
};

begin(async () => {
  const first = await get("/boards/default");
  const scene = new Scene();
  let others = [first];
  const draw = oncePerFrame(() => drawNow());

  const state = new TableState(first.id, {
    changed: () => draw(), lit: () => picture.showLights(state.pinned ? undefined : state.lights), follows: true,
    happened: (entry) => announce(secretNews(entry)),
  });
  const picture = new BoardPicture(byId("picture"), {
    label: t("page.board.command"), describe: (cell) => scene.describe(cell), onActivate: (cell) => {
      const idle = people.waiting ?? (people.bystands ? people.whyWatching : undefined);
      if (idle) state.say("warn", idle);
      else choice.at(cell);
    },
  });
  const choice = new Choice({
    session: () => (state.part === "watch" ? undefined : state.session),
    command: (command) => state.command(command),
    tell: (what, facts) => {
      if (state.notice) state.say();
      announce(TOLD[what](facts));
    },
    changed: () => draw(),
  });

  /** Play on a board that was plugged in meanwhile, beside this one. */
  const use = (board) => state.alone(async () => {
    await post(`/boards/${encodeURIComponent(board.id)}/use`, {});
    await lookForBoards();
  });

  const boardCard = (board) => html`<li class="board-card ${board.state}">
    <span class="dot" aria-hidden="true"></span>
    <span><strong>${board.id}</strong> · ${boardWord(board)}
      <span class="board-more">${board.simulated ? t("page.board.simulated") : t("page.board.real")}${!board.simulated && board.port ? ` · ${board.port}` : ""}${board.kind === "ring" ? ` · ${t("page.board.ring_only")}` : ""}${board.interpreter ? ` · ${board.interpreter}` : ""}</span></span>
    ${board.state !== "offered" ? html`<a class="button quiet" href="/boards/${encodeURIComponent(board.id)}">${t("page.board.open")}</a>
        ${people.leads ? html`<a class="button quiet" href="/boards/${encodeURIComponent(board.id)}/health">${t("page.health.title")}</a>` : nothing}`
      : people.leads ? html`<button type="button" class="button quiet" @click=${() => use(board)}>${t("page.board.use")}</button>` : nothing}
  </li>`;

  const boardList = () => html`<section class="boards" aria-labelledby="boards-title">
    <h2 id="boards-title">${t("page.board.title")}</h2>
    <ul>${others.map((board) => boardCard(board.id === state.board?.id ? state.board : board))}</ul>
  </section>`;

  const clocks = new Clocks(state);
  const speakNews = newsSpeaker();
  const keepInSight = sightKeeper(picture);
  function drawNow() {
    const { session } = state;
    if (session && pageOf(session.game) !== location.pathname) {
      // Who has just begun it here leads it.
      location.replace(state.begun && isLed(session.game) ? addressOf(pageOf(session.game), "gm") : `${pageOf(session.game)}${location.search}`);
      return;
    }
    choice.refresh();
    const magnets = state.simulated && !state.pinned && state.magnets ? state.magnets : undefined;
    picture.show(scene.of(session, magnets, undefined, { ...choice.marks(), masked: state.maskedCells }));
    dressBoard(picture, state);
    render(html`${roleBadge()}${liveBadge(state)}`, byId("badge"));
    render(html`${strandedPanel(state)}${boardList()}${picturesPanel(state)}`, byId("below"));
    render(html`${pinnedPanel(state)}${scorePanel(session)}${clocks.element}${noticePanel(state)}${proposalPanel(state)}${nextPanel(state, choreButton(state, { mine: true }), choice.chosen())}${setupPanel(state, choice)}${actionsPanel(state)}${peoplePanel(people)}${countsPanel(session)}${logPanel(state)}
      ${people.whyWatching ? nothing : html`<p class="hint">${t(session?.view?.phase === "place" ? "page.pick.place" : "page.pick.help")}<span class="keys"> ${t("page.pick.keys")}</span></p>`}${helpPanel(state)}`, byId("panels"));
    clocks.show();
    speakNews(...headlines());
    keepInSight(session);
  }

  const lookForBoards = () => state.quietly(async () => {
    others = (await get("/boards")).boards;
    await state.lookForStranded();
  });

  const people = new People(state, () => draw());
  closeNoticeOnEscape(state);
  state.begin();
  draw();
  lookForBoards();
  setInterval(lookForBoards, BOARDS_MS);
});
