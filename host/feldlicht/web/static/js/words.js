/** The state of a table in words: what is going on, what to do next, what happened. */

import { isDisturbed, movedTooMany } from "./session.js";
import { has, t } from "./texts.js";

const SIDES = { yellow: "page.side.yellow", blue: "page.side.blue" };
const SIDE_OF = { y: "yellow", b: "blue" };
const SIDE_OF_POLE = { N: "yellow", S: "blue" };

export const sideName = (side) => t(SIDES[side]);
/** What the game shown calls a kind of figure; its letter where it has no word. */
export const kindName = (kind) => (has(`page.figure.${kind}`) ? t(`page.figure.${kind}`) : kind);
export const other = (side) => (side === "yellow" ? "blue" : "yellow");
export const sideOfId = (id) => SIDE_OF[id[0]];

/** A figure that has a number and no kind. */
const NUMBERED = /^[yb]\d+$/;

/** "Yellow S": a figure in a sentence of the page; a name without a figure is a magnet. */
export const figureLabel = (id) => (id ? t("page.figure.short", { side: sideName(sideOfId(id)), letter: NUMBERED.test(id) ? id.slice(1) : id[1] }) : t("page.figure.unknown"));
export const poleLabel = (pole) => t(pole === "N" ? "page.magnet.N" : "page.magnet.S");

const HINTS = { move: "page.cell.lit", score: "page.cell.scores", relocate: "page.cell.lit", closed: "page.cell.closed" };

const SCORERS = { threat: "page.cell.threat", chance: "page.cell.chance" };

/** Name of a cell and what is on it, for screen readers; `hint`: what it would mean to go there, if someone may. */
export function cellLabel(name, piece, { hint, movable = false, masked = false, scorer } = {}) {
  let what = t("page.cell.empty");
  if (piece?.how === "ghost") what = t("page.cell.wanted", { side: sideName(piece.side), figure: kindName(piece.kind) });
  else if (piece?.side) what = t("page.cell.figure", { side: sideName(piece.side), figure: kindName(piece.kind) });
  else if (piece) what = t("page.cell.magnet", { side: sideName(SIDE_OF_POLE[piece.pole]) });
  const plain = t("page.cell.label", { cell: name, what });
  const told = scorer ? t(SCORERS[scorer], { label: plain }) : plain;
  const label = masked ? t("page.cell.masked", { label: told }) : told;
  if (hint) return t(HINTS[hint], { label });
  return movable ? t("page.cell.movable", { label }) : label;
}

/** One magnet to carry, in words. */
export function carrySentence({ figure, origin, target }) {
  const facts = { figure: figureLabel(figure), origin, target };
  if (!origin) return t("page.carry.on", facts);
  return target ? t("page.carry.move", facts) : t("page.carry.off", facts);
}

const ANSWERS = {
  move: "page.answer.move", amend: "page.answer.amend", take_back: "page.answer.take_back", stands: "page.answer.stands",
  abandon: "page.answer.abandon", turn: "page.answer.turn", keep: "page.answer.keep",
};
const ABOUT = {
  which: "page.question.which", unseen: "page.question.unseen", masked: "page.question.masked",
  take_back: "page.question.take_back", swept: "page.question.swept", turned: "page.question.turned",
};

/** Which cell of the match the corner is that the board calls A1, with the board lying as an answer says. */
function cornerCalledA1(meaning, orientation) {
  const turned = (orientation === "turned") !== (meaning === "turn");
  return turned ? "I16" : "A1";
}

/** One answer to a question of the table, in words. */
export const answerLabel = ({ meaning, shift }, board) => t(ANSWERS[meaning], {
  carry: shift ? carrySentence(shift) : "", cell: cornerCalledA1(meaning, board?.orientation),
});

/** What giving no answer means: none of several moves, or to leave a question of yes or no for later. */
export function noAnswerLabel({ about, choices }) {
  const yesOrNo = ["turned", "swept", "take_back"].includes(about) || choices.some(({ meaning }) => meaning === "stands");
  return t(yesOrNo ? "page.do.later" : "page.do.cancel");
}

/** Masked cells that a question is about. */
function unfelt(question, board, view) {
  const told = question.choices.flatMap(({ shift }) => (shift ? [shift.origin, shift.target] : []));
  const stands = question.choices.some(({ meaning }) => meaning === "stands") ? Object.keys(view.formation) : [];
  return (board.masked ?? []).filter((cell) => told.includes(cell) || stands.includes(cell));
}

function aboutSentence(question, board, view) {
  const cells = question.about === "masked" ? unfelt(question, board, view) : [];
  return cells.length > 0 ? t("page.question.masked_cells", { cells: cells.join(", ") }) : t(ABOUT[question.about]);
}

const BOARD_STATES = {
  searching: "page.board.searching", connecting: "page.board.connecting", live: "page.board.live",
  refused: "page.board.refused", away: "page.board.away", offered: "page.board.offered",
};

export const boardWord = (board) => t(BOARD_STATES[board.state]);

/** What is wrong with the board, "" if nothing is. */
export function boardTrouble(board) {
  if (!board || board.state === "live") return "";
  return board.refusal?.detail ?? t("page.board.trouble", { state: boardWord(board) });
}

/** Why a match ended; a game has words for reasons of its own. */
const endWord = (reason) => t([`page.end.${reason}`, "page.end.other"].find(has));

export function outcomeSentence({ reason, winner, score }) {
  const facts = { yellow: score.yellow, blue: score.blue, reason: endWord(reason) };
  return winner ? t("page.end.won", { ...facts, side: sideName(winner) }) : t("page.end.drawn", facts);
}

const say = (tone, head, detail = "", side = undefined) => ({ tone, head, detail, side });

function wrongCells(hands, flag) {
  return hands.problems.filter((problem) => problem.flag === flag).map(({ cell }) => cell);
}

/** What the sensors feel and hands cannot have meant. */
const FELT = [
  ["ambiguous", "page.next.ambiguous", "page.next.ambiguous_help"],
  ["unexpected", "page.next.unexpected", "page.next.unexpected_help"],
  ["noisy", "page.next.noisy", "page.next.noisy_help"],
];

/** More wrong cells than this are no slip of a hand. */
const FEW = 3;
const MOVED = ["missing", "extra", "illegal", "not_your_turn"];

function trouble(session) {
  const { view, hands } = session;
  const offTurn = hands.why?.code === "NOT_YOUR_TURN" || wrongCells(hands, "not_your_turn").length > 0;
  const back = offTurn ? "page.next.back" : "page.next.way_back";
  const put = hands.way_back.length > 0 ? t(back, { cells: hands.way_back.join(", ") }) : "";
  const detail = hands.guidance
    ? t("page.next.guided", { carry: carrySentence(hands.guidance), left: hands.guidance.left })
    : put;
  if (movedTooMany(session)) return say("warn", t("page.next.relocate_one"), detail);
  if (new Set(MOVED.flatMap((flag) => wrongCells(hands, flag))).size > FEW) {
    return say("warn", t("page.next.differs"), hands.guidance ? detail : t("page.next.differs_help"));
  }
  if (offTurn) return say("warn", t("page.next.not_your_turn", { side: sideName(view.to_move) }), detail);
  if (hands.misplaced && hands.why) {
    return say("warn", t("page.next.misplaced", { carry: carrySentence(hands.misplaced) }), [hands.why.detail, detail]);
  }
  const illegal = wrongCells(hands, "illegal");
  if (illegal.length > 0) return say("warn", t("page.next.illegal", { cells: illegal.join(", ") }), detail);
  for (const [flag, head, help] of FELT) {
    const cells = wrongCells(hands, flag);
    if (cells.length > 0) return say("warn", t(head, { cells: cells.join(", ") }), hands.guidance ? detail : t(help));
  }
  return say("warn", t("page.next.differs"), detail);
}

function asking({ view, hands: { question, guidance } }, board) {
  const help = t(board.simulated ? "page.next.question_help_here" : "page.next.question_help");
  const otherwise = guidance ? t("page.next.guided", { carry: carrySentence(guidance), left: guidance.left }) : help;
  const knob = question.choices.length > 1 && !board.simulated ? t("page.question.marked") : "";
  return say("warn", t("page.next.question"), [aboutSentence(question, board, view), knob, knob && !guidance ? "" : otherwise]);
}

function building({ view, hands }) {
  const { guidance } = hands;
  const scorer = view.last_move?.scored ? sideOfId(view.last_move.figure) : undefined;
  const left = guidance?.left;
  let head;
  if (view.phase === "rebuild" && scorer) head = left ? t("page.next.rebuild", { side: sideName(scorer), left }) : t("page.next.scored", { side: sideName(scorer) });
  else head = left ? t("page.next.build", { left }) : t("page.next.built");
  return say(view.phase === "rebuild" ? "win" : "go", head, guidance ? carrySentence(guidance) : "", scorer);
}

/** What a page says whose person chose a figure to be moved without hands. */
const choosing = ({ figure, cell, count }, side) => say("go", t("page.next.chosen", { figure: figureLabel(figure), cell }), t("page.next.chosen_help", { count }), side);

function relocating({ view, hands }, { wait, watches, chosen }) {
  const side = view.relocating;
  const head = t("page.next.relocate", { side: sideName(side) });
  const { preview } = hands;
  if (wait) return say("go", wait, head, side);
  if (watches) return say("go", head, "", side);
  if (chosen) return choosing(chosen, side);
  if (preview) return say("go", head, t("page.next.relocate_confirm", { carry: carrySentence(preview) }), side);
  return say("go", head, t("page.next.relocate_help"), side);
}

function whereTo(hints) {
  const goals = hints.filter((hint) => hint === "score").length;
  if (goals > 0) return t("page.next.lit_goal", { count: hints.length, goals });
  return hints.length > 0 ? t("page.next.lit", { count: hints.length }) : t("page.next.stuck");
}

/** Cells that only the rule of repetition closes to a figure, in a sentence. */
const closedWays = (session, figure) => (session.closed?.[figure]?.length ? t("page.next.closed", { cells: session.closed[figure].join(", ") }) : "");

function playing(session, { wait, watches, chosen }) {
  const { view, hands, lit } = session;
  const side = view.to_move;
  if (hands.preview) return say("go", carrySentence(hands.preview), "", side);
  const [lifted, second] = hands.lifted;
  if (wait) return say("go", wait, "", side);
  if (second) return say("go", t("page.next.several", { side: sideName(side), count: hands.lifted.length }), t("page.next.several_help"), side);
  if (lifted) {
    return say("go", t("page.next.lifted", { figure: figureLabel(lifted.figure), origin: lifted.origin }),
      [lit === false ? "" : whereTo(Object.values(hands.targets)), closedWays(session, lifted.figure)], side);
  }
  if (chosen) {
    const said = choosing(chosen, side);
    return { ...said, detail: [said.detail, closedWays(session, chosen.figure)] };
  }
  return say("go", t("page.next.move", { side: sideName(side) }), view.ply === 0 && !watches ? t("page.next.first") : "", side);
}

/** Sides set up: whose turn it is, which figure comes next, what is missing. */
function placing({ view, hands, can }, { wait, watches }) {
  const { side, order, next: figure, missing, sealed } = view.placing;
  if (order === "sealed") {
    const open = ["yellow", "blue"].filter((one) => !sealed.includes(one)).map(sideName);
    return say("go", t("page.next.seal", { sides: open.join(", ") }), watches ? "" : t("page.next.seal_help"));
  }
  const head = t("page.next.place", { side: sideName(side) });
  if (wait) return say("go", wait, head, side);
  if (view.placing.building) return building({ view, hands });
  if (!figure) return say("go", t("page.next.ready", { side: sideName(side) }), can.confirm && !watches ? t("page.next.ready_help") : "", side);
  const left = Object.values(missing[side]).reduce((sum, count) => sum + count, 0);
  return say("go", head, t("page.next.place_figure", { figure: kindName(figure[1]), left }), side);
}

/** Both sides relocate in secret. */
function sealing({ view }, { watches }) {
  const open = ["yellow", "blue"].filter((one) => !view.sealed.sides.includes(one)).map(sideName);
  return say("go", t("page.next.seal_relocation", { sides: open.join(", ") }), watches ? "" : t("page.next.seal_relocation_help"));
}

const PHASES = {
  place: placing, setup: building, rebuild: building, adjust: building,
  relocate: (session, page) => (session.view.sealed ? sealing(session, page) : relocating(session, page)), play: playing,
};

/**
 * What to do next: {tone: idle | go | warn | win, head, detail: a sentence or several, side}. `known`: whether the host has
 * said already how things stand. Of the page: `wait`, whom it waits for; `watches`: its person does nothing; `begins`: may
 * begin a match; `chosen`: {figure, cell, count of its targets}, what is chosen to be moved without hands.
 */
export function next(session, board, known, page = {}) {
  const then = t(board?.kind === "ring" ? "page.next.none_ring" : page.begins === false ? "page.next.none_wait" : "page.next.none_help");
  if (!known) return say("idle", t("page.live.connecting"));
  const wrong = session?.board === null ? "" : boardTrouble(board);
  if (wrong) return say("warn", wrong, t("page.board.help"));
  if (!session) return say("idle", t("page.next.none"), then);
  if (session.state === "frozen") return say("warn", t("page.next.frozen"), then);
  if (session.state === "abandoned") return say("idle", t("page.next.abandoned"), then);
  const { view, hands } = session;
  if (view.outcome) return say("win", outcomeSentence(view.outcome), then, view.outcome.winner);
  if (hands.question) return asking(session, board);
  if (hands.busy) return say("go", t("page.next.busy"), t("page.next.busy_help"));
  if (isDisturbed(session)) return trouble(session);
  return PHASES[view.phase]?.(session, page) || say("idle", "");
}

// ------------------------------------------------------------------ log

const factsOf = ({ name, ...rest }) => rest.facts ?? rest;

const FACTS = { side: sideName, figure: figureLabel, reason: endWord };
/** How the facts of a game's events are said that has no figures of sides: a function for each. */
export const sayFacts = (more) => Object.assign(FACTS, more);

/** Facts that an event may have or not; where it has some, there may be a text for just these. */
const MAY_HAVE = [["figure", "what", "targets"], ["what", "targets"]];
/** Facts whose values, joined, name a text: for all of them, else for the first ones. */
const SAYS_WHICH = ["purpose", "how", "aim", "result"];
const CALLED = { from: "origin", to: "target" };

/** The text for an event, the game's own or the house's; some have more, chosen as in `texts/events.py`. */
const eventKey = ({ name, facts }) => [
  ...SAYS_WHICH.map((fact) => facts[fact]).filter(Boolean).map((_, n, which) => which.slice(0, which.length - n).join("_")),
  ...MAY_HAVE.map((some) => some.filter((fact) => facts[fact]).join("_")).filter(Boolean), ...(facts.side ? [] : ["nobody"]),
].map((kind) => `page.event.${name}.${kind}`).concat(`page.event.${name}`).find(has);

const sayEvent = (event) => t(eventKey(event), Object.fromEntries(Object.entries(event.facts)
  .map(([fact, value]) => [CALLED[fact] ?? fact, FACTS[fact]?.(value) ?? value])));

const KINDS_OF_ENTRY = { amend: "page.log.amend", undo: "page.log.undo", redo: "page.log.redo", end: "page.log.end", override: "page.log.override" };
/** What those who know of a secret act are told of it: that others do not. */
const SECRETS = { sealed: "page.log.known.sealed", hidden: "page.log.known.hidden" };
const ACTORS = { hands: "page.log.by.hands", page: "page.log.by.page", table: "page.log.by.table" };

/** What games call it when a side scores. */
const SCORES = new Set(["scored", "goal"]);

const toldOf = (entry) => entry.events.map((event) => ({ name: event.name, facts: factsOf(event) })).filter(eventKey);

/** What an entry did, in words; without any where only the notation tells it. */
function didSentence(entry, undone) {
  const told = toldOf(entry);
  // That a sealed act was taken back is told with that act's own line, not as if it had been done anew.
  const events = entry.kind === "undo" && entry.notation === null ? [] : told;
  const sentences = events.map(sayEvent);
  if (undone) sentences.unshift(t("page.log.undone", { line: didSentence(undone) }));
  else if (KINDS_OF_ENTRY[entry.kind]) sentences.unshift(t(KINDS_OF_ENTRY[entry.kind]));
  return sentences.join(" · ") || (entry.notation === "built" ? t("page.log.built") : entry.notation ?? "");
}

/** One line of the log: {text, side, scored, actor, time}; `undone`: the entry that it took back. */
export function logLine(entry, undone) {
  const told = toldOf(entry);
  const first = told[0]?.facts;
  const line = didSentence(entry, undone);
  const secret = entry.notation !== null && SECRETS[entry.secrecy];
  return {
    text: secret ? t(secret, { line }) : line,
    side: first?.side ?? (first?.figure && FACTS.figure === figureLabel ? sideOfId(first.figure) : undefined),
    scored: told.some(({ name }) => SCORES.has(name)),
    actor: t(ACTORS[entry.actor] ?? "page.log.by.table"),
    at: new Date(entry.at),
    spent: entry.spent > 0 ? t("page.log.spent", { seconds: (entry.spent / 1000).toFixed(1) }) : "",
  };
}

/** What nothing else on the page tells of an entry: that something was sealed, or revealed; "" of all others. */
export const secretNews = (entry) => (entry.events.some(({ name }) => name === "sealed" || name === "revealed") ? logLine(entry).text : "");
