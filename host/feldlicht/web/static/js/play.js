/** A board: of a simulated one, magnets to lift and place and LEDs as its firmware drives them; of a real one, the match. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { get } from "./api.js";
import { BoardPicture } from "./board.js";
import { cellName } from "./cells.js";
import { Clocks } from "./clocks.js";
import { Hand } from "./hand.js";
import { helpPanel } from "./help.js";
import { knobPanel } from "./knob.js";
import { MagnetQueue } from "./magnets.js";
import { announce, begin, byId, closeNoticeOnEscape, dressBoard, headlines, newsSpeaker, oncePerFrame } from "./page.js";
import { countsPanel, proposalPanel } from "./match.js";
import { actionsPanel, advice, choreButton, liveBadge, logPanel, nextPanel, noticePanel, pageLink, scorePanel, strandedPanel } from "./panels.js";
import { People, peoplePanel, roleBadge } from "./people.js";
import { Scene } from "./scene.js";
import { isRunning } from "./session.js";
import { setupPanel } from "./setup.js";
import { sightKeeper } from "./sight.js";
import { TableState } from "./state.js";
import { t } from "./texts.js";
import { isLed, pageOf } from "./view.js";
import { figureLabel, poleLabel, secretNews, sideName } from "./words.js";

const FIGURE = /^[yb][A-Z]\d+$/;
const TOLD = {
  lifted: "page.hand.lifted", fetched: "page.hand.fetched", placed: "page.hand.placed", back: "page.hand.back",
  aside: "page.hand.aside", taken: "page.hand.taken", nothing: "page.hand.nothing",
};

begin(async (boardId) => {
  const { id, simulated, kind } = await get(`/boards/${boardId}`);
  if (boardId !== "default") document.title = `${id} · ${document.title}`;
  if (kind === "ring") {
    const { showRing } = await import("./ring-board.js");
    showRing(id, { follows: boardId === "default" });
    return;
  }
  const scene = new Scene();
  let hand;
  const draw = oncePerFrame(() => drawNow());

  const state = new TableState(id, {
    changed: () => draw(), lit: () => picture.showLights(state.lights), follows: boardId === "default",
    happened: (entry) => announce(secretNews(entry)),
  });
  const queue = new MagnetQueue(id, {
    changed: () => draw(),
    failed: (error) => {
      hand.drop();
      state.say("warn", error.message);
      state.refresh();
    },
  });
  queue.answered = (magnets) => state.takeMagnets(magnets);

  const shown = () => queue.over(state.magnets ?? new Map());
  const table = {
    poleAt: (cell) => shown().get(cell),
    keyAt: (cell) => scene.at.get(cell)?.key ?? `magnet-${cell}`,
    refuse: () => {
      if (state.link === "lost") return t("page.problem.unreachable");
      if (state.board && !state.simulated) return t("page.hand.real_board");
      if (state.part === "watch") return people.whyWatching;
      if (!state.magnets || state.board?.state !== "live") return t("page.hand.no_board");
      return state.session?.hands.busy ? t("page.next.busy") : undefined;
    },
    looseFor: (cell) => looseFor(cell),
    put: (change, key) => {
      queue.push(change);
      for (const [cell, pole] of change) {
        if (pole && FIGURE.test(key)) {
          scene.tracker.follow(shown(), state.session);
          scene.tracker.told(cell, key, pole);
        }
      }
    },
  };

  /** A figure that is in nobody's hand: the one that was lifted and may go here, or the one whose place this is. */
  function looseFor(cell) {
    const { session } = state;
    if (!session) return undefined;
    const onBoard = (pole) => [...shown().values()].filter((one) => one === pole).length;
    const find = (wanted) => session.view.figures.find(({ id }) => id === wanted);
    const [lifted, second] = session.hands.lifted;
    const piece = scene.at.get(cell);
    let figure;
    if (piece?.how === "ghost") figure = find(piece.key.replace("ghost-", ""));
    else if (lifted && !second && scene.targets.has(cell)) figure = find(lifted.figure);
    if (!figure) return undefined;
    const pole = figure.side === "yellow" ? "N" : "S";
    const all = session.view.figures.filter(({ side }) => side === figure.side).length;
    return onBoard(pole) < all ? { pole, key: figure.id } : undefined;
  }

  const picture = new BoardPicture(byId("picture"), {
    label: t(simulated ? "page.board.play" : "page.board.watch"), describe: (cell) => scene.describe(cell),
  });
  hand = new Hand(picture, {
    table,
    changed: () => draw(),
    refused: (text) => state.say("warn", text),
    tell: (what, held, cell) => {
      const magnet = held && (FIGURE.test(held.key) ? figureLabel(held.key) : poleLabel(held.pole));
      const told = t(TOLD[what], { cell: cell === undefined ? "" : cellName(cell), magnet: magnet ?? "" });
      // What goes on is seen; that something did not go on must be said.
      if (what === "taken") state.say("warn", told);
      else {
        if (state.notice && what !== "back") state.say();
        announce(told);
      }
    },
  });

  const well = (pole) => html`<button class="well ${pole === "N" ? "yellow" : "blue"}" data-well=${pole}
      @pointerdown=${(event) => {
        if (event.button !== 0) return;
        hand.fetch(pole, { pointer: event.pointerId });
        if (hand.held) hand.follow(event);
      }}
      @click=${(event) => {
        if (event.detail !== 0) return;
        hand.fetch(pole);
        picture.focus();
      }}>
    <span class="well-disc" aria-hidden="true">${pole}</span>
    <span class="unseen">${t("page.tray.take", { magnet: poleLabel(pole) })}</span>
    <span class="well-count">${t("page.tray.count", { side: sideName(pole === "N" ? "yellow" : "blue"), count: [...shown().values()].filter((one) => one === pole).length })}</span>
  </button>`;

  /** Opened by its id, as where there are several: which one this is. */
  const named = () => (boardId === "default" ? nothing : html`<p class="hint" data-board-name>${t("page.board.name", { board: id })}</p>`);

  const tray = () => html`<section class="tray" aria-label=${t("page.tray.label")}>
    ${well("N")}${well("S")}
    <button class="button quiet" data-do="aside" ?disabled=${!hand.held} @click=${() => hand.place(undefined)}>${t("page.tray.aside")}</button>
    <label class="switch"><input type="checkbox" .checked=${hand.slides} @change=${(event) => { hand.slides = event.target.checked; }}>
      <span>${t("page.tray.slide")}<span class="keys"> ${t("page.tray.slide_key")}</span></span></label>
  </section>`;

  /** A real board is moved by hand: no magnets to take, nothing to drag, and nobody sees its LEDs from here. */
  const isReal = () => (state.board ? !state.simulated : !simulated);

  /** What is on here has a page of its own: this one shows the light, and has the knob. */
  const elsewhere = () => html`${noticePanel(state)}<section class="next go"><p class="next-head" data-next>${t(isLed(state.session.game) ? "page.knob.fight" : "page.knob.match")}</p>
    <div class="choices">${pageLink(state.session.game)}</div></section>
    ${isLed(state.session.game) ? knobPanel(state) : nothing}${peoplePanel(people)}`;

  const clocks = new Clocks(state);
  const speakNews = newsSpeaker();
  const keepInSight = sightKeeper(picture);
  function drawNow() {
    const { held } = hand;
    const hovered = held?.over === undefined || held.over === held.origin ? undefined : held.over;
    const shownHere = state.session && pageOf(state.session.game) === "/" ? state.session : undefined;
    picture.show(scene.of(shownHere, state.simulated && state.magnets ? shown() : undefined, held, { hovered, masked: state.maskedCells }));
    picture.cellElements.forEach((element, cell) => element.toggleAttribute("data-magnet", table.poleAt(cell) !== undefined));
    picture.host.classList.toggle("holding", held !== undefined);
    dressBoard(picture, state);
    render(html`${roleBadge()}${liveBadge(state)}`, byId("badge"));
    if (state.session && pageOf(state.session.game) !== "/") {
      render(named(), byId("tray"));
      render(elsewhere(), byId("panels"));
      return;
    }
    render(html`${isReal() || state.part === "watch" ? nothing : tray()}${named()}`, byId("tray"));
    const note = nextPanel(state, choreButton(state, { mine: hand.held !== undefined, before: () => hand.drop() }));
    render(html`${scorePanel(state.session)}${clocks.element}${noticePanel(state)}${proposalPanel(state)}${note}${setupPanel(state)}${isRunning(state.session) ? nothing : strandedPanel(state)}${actionsPanel(state)}${peoplePanel(people)}${countsPanel(state.session)}${logPanel(state)}
      ${isReal() ? html`<p class="hint">${t("page.hand.real_help")}</p>` : state.part === "watch" ? nothing : html`
        <p class="hint">${t("page.hand.help")}<span class="keys"> ${t("page.hand.keys")}</span></p>`}
      ${advice(state.board)}${state.board?.machine === "cpython" ? html`<p class="hint" data-without-micropython>${t("page.board.without_micropython")}</p>` : nothing}
      ${helpPanel(state)}`, byId("panels"));
    clocks.show();
    speakNews(...headlines());
    keepInSight(state.session, { busy: held?.pointer !== undefined });
  }

  const people = new People(state, () => draw());
  closeNoticeOnEscape(state);
  state.begin();
  draw();
});
