/** What a session lets people do now, and how it stands, as pages ask for it. */

import { cellCalled } from "./cells.js";

export const isRunning = (session) => session?.state === "running";

const inPlay = ({ view }) => view.phase === "play" || view.phase === "relocate";
/** A formation is being put up: what is not yet in its place is no mistake. */
export const isBuilding = ({ view }) => ["setup", "rebuild", "adjust"].includes(view.phase) || view.placing?.building === true;

/** Whose act is due, undefined where it is nobody's in particular. */
export const onTurn = (view) => (view?.sealed ? undefined : ["play", "relocate"].includes(view?.phase) ? view.relocating ?? view.to_move : undefined);

/** Figures of sides for which this page may still seal a relocation. */
const sealers = ({ view, can }) => view.figures.filter(({ id, side }) => view.sealed.targets[id] && can.resign.includes(side));

/** Cells to which only the rule of repetition forbids a figure to go: numbers. */
export const closedTo = (session, figure) => (session?.closed?.[figure] ?? []).map(cellCalled);

/** Figures that this page may move now, by the cell where the log has them: Map cell → {id, side, kind, targets: Map cell → hint}. */
export function movers(session) {
  if (!isRunning(session)) return new Map();
  const { sealed } = session.view;
  const able = sealed ? sealers(session) : session.view.figures.filter(({ id }) => session.moves[id] && session.can.figures.includes(id));
  return new Map(able.map(({ id, side, kind, cell }) => {
    const ways = sealed ? Object.fromEntries(sealed.targets[id].map((name) => [name, "relocate"])) : session.moves[id];
    const targets = Object.entries(ways).map(([name, hint]) => [cellCalled(name), hint]);
    return [cellCalled(cell), { id, side, kind, targets: new Map(targets) }];
  }));
}

/** Whether this page may put figures up one by one now. */
export function isPlacing(session) {
  const placing = isRunning(session) ? session.view.placing : undefined;
  return Boolean(placing?.side) && !placing.building && session.can.resign.includes(placing.side);
}

/** Figures of the side that sets up, which may be put elsewhere unless they are `fixed`, as `movers` has them; where to, the game says. */
export const placers = ({ view }) => new Map(view.figures.filter(({ side }) => !view.placing.fixed && side === view.placing.side)
  .map(({ id, side, kind, cell }) => [cellCalled(cell), { id, side, kind, targets: new Map() }]));

/** What virtual hands could do at the table now: "build" a formation, put it "right", put what is lifted "back"; else undefined. */
export function chore(session) {
  if (!isRunning(session)) return undefined;
  const { hands } = session;
  if (isBuilding(session)) return "build";
  // A move commanded on a page: hands are about to follow it, or at it.
  if (hands.busy) return undefined;
  if (hands.guidance || hands.problems.length > 0) return "right";
  return hands.lifted.length > 0 ? "back" : undefined;
}

/** Something wrong is to be put right while a match is on. */
export const isDisturbed = (session) => inPlay(session) && session.hands.problems.length > 0;

/** Whether more than the one figure that may be relocated was moved. */
export function movedTooMany({ view, hands }) {
  const count = (wanted) => hands.problems.filter(({ flag }) => flag === wanted).length;
  return view.phase === "relocate" && count("missing") > 1 && count("extra") > 0;
}

/** The score to show: of a match that is over, the one that was booked. */
export const scoreOf = (view) => view?.outcome?.score ?? view?.score;

/** The side whose goal was just scored and is still being celebrated, undefined if none. */
export function celebrating(session) {
  const last = isRunning(session) && session.view.phase === "rebuild" ? session.view.last_move : undefined;
  if (!last?.scored) return undefined;
  return session.view.figures.find(({ id }) => id === last.figure)?.side;
}
