/** The dashboard: the match live, and everything that can be commanded without hands. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { get } from "./api.js";
import { BoardPicture } from "./board.js";
import { cellName } from "./cells.js";
import { askNewMatch, askResign, confirmFirst } from "./dialogs.js";
import { announce, begin, byId, newsSpeaker, oncePerFrame } from "./page.js";
import { liveBadge, logPanel, nextPanel, noticePanel, scorePanel } from "./panels.js";
import { Scene } from "./scene.js";
import { TableState } from "./state.js";
import { t } from "./texts.js";
import { boardWord, kindName, sideName } from "./words.js";

const BOARDS_MS = 10_000;

begin(async () => {
  const first = await get("/boards/default");
  const scene = new Scene();
  let selected;
  let others = [first];
  const draw = oncePerFrame(() => drawNow());

  const state = new TableState(first.id, { changed: () => draw(), lit: () => picture.showLights(state.lights) });
  const picture = new BoardPicture(byId("picture"), {
    label: t("page.board.label"), describe: (cell) => scene.describe(cell), onActivate: (cell) => choose(cell),
  });

  function choose(cell) {
    const { session } = state;
    if (session?.state !== "running" || state.sending) return;
    const piece = scene.at.get(cell);
    const figure = piece?.side && piece.how !== "ghost" ? piece : undefined;
    if (selected === undefined || selected === cell || figure?.side === scene.at.get(selected)?.side) {
      selected = figure && selected !== cell ? cell : undefined;
      announce(selected === undefined ? t("page.pick.none") : t("page.pick.figure", { cell: cellName(cell), side: sideName(figure.side), figure: kindName(figure.kind) }));
      draw();
      return;
    }
    const moved = scene.at.get(selected);
    const written = `${moved.kind} ${cellName(selected)}-${cellName(cell)}`;
    selected = undefined;
    if (session.view.phase === "relocate") state.command({ type: "relocate", move: `@${written}` });
    else state.command({ type: "move", move: written });
  }

  function abandon() {
    confirmFirst({
      title: t("page.abandon.title"), text: t("page.abandon.text"), word: t("page.do.abandon"),
      act: () => state.command({ type: "abandon" }),
    });
  }

  const boardCard = (board) => html`<li class="board-card ${board.state}">
    <span class="dot" aria-hidden="true"></span>
    <span><strong>${board.id}</strong> · ${boardWord(board)}
      <span class="board-more">${board.simulated ? t("page.board.simulated") : t("page.board.real")}${board.interpreter ? ` · ${board.interpreter}` : ""}</span></span>
    ${board.simulated ? html`<a class="button quiet" href="/boards/${encodeURIComponent(board.id)}">${t("page.board.open")}</a>` : nothing}
  </li>`;

  const boardList = () => html`<section class="boards" aria-labelledby="boards-title">
    <h2 id="boards-title">${t("page.board.title")}</h2>
    <ul>${others.map((board) => boardCard(board.id === state.board?.id ? state.board : board))}</ul>
  </section>`;

  const button = (name, word, act, possible, kind = "quiet") => html`<button class="button ${kind}" data-do=${name}
    ?disabled=${state.sending || !possible} @click=${act}>${word}</button>`;

  const actions = () => {
    const { session } = state;
    const running = session?.state === "running";
    const can = session?.can ?? {};
    const building = running && state.simulated && (["setup", "rebuild"].includes(session.view.phase) || session.hands.guidance !== null);
    return html`<section class="actions" aria-label=${t("page.do.label")}>
      ${building ? button("build", t("page.do.build"), () => state.build(), !session.hands.busy, "strong") : nothing}
      ${button("undo", t("page.do.undo"), () => state.command({ type: "undo" }), running && can.undo)}
      ${button("redo", t("page.do.redo"), () => state.command({ type: "redo" }), running && can.redo)}
      ${button("resign", t("page.do.resign"), () => askResign((side) => state.command({ type: "resign", side })), running)}
      ${button("abandon", t("page.do.abandon"), abandon, running || session?.state === "frozen")}
      ${button("new", t("page.do.new"), () => askNewMatch({ running, act: (options) => state.newMatch(options) }), true, running ? "quiet" : "strong")}
    </section>`;
  };

  const speakNews = newsSpeaker();
  let revision;
  function drawNow() {
    const { session } = state;
    if (session?.revision !== revision) {
      revision = session?.revision;
      selected = undefined;
    }
    const magnets = state.simulated && state.magnets ? state.magnets : undefined;
    picture.show(scene.of(session, magnets, undefined, { selected }));
    picture.host.classList.toggle("away", state.board !== undefined && state.board.state !== "live");
    render(liveBadge(state), byId("badge"));
    render(boardList(), byId("below"));
    render(html`${scorePanel(session)}${noticePanel(state)}${nextPanel(state)}${actions()}${logPanel(state)}
      <p class="hint">${t("page.pick.help")}</p>`, byId("panels"));
    speakNews(byId("panels").querySelector("[data-next]")?.textContent, state.notice?.text);
  }

  const lookForBoards = () => state.quietly(async () => { others = (await get("/boards")).boards; });

  state.begin();
  draw();
  lookForBoards();
  setInterval(lookForBoards, BOARDS_MS);
});
