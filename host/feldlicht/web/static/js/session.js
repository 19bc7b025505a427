/** What a session lets people do now, as pages ask for it. */

import { cellCalled } from "./cells.js";

export const isRunning = (session) => session?.state === "running";

const inPlay = ({ view }) => view.phase === "play" || view.phase === "relocate";
const isBuilt = ({ view }) => view.phase === "setup" || view.phase === "rebuild";

/** Figures that may move now, by the cell where the log has them: Map cell → {id, side, kind, targets: Map cell → hint}. */
export function movers(session) {
  if (!isRunning(session)) return new Map();
  const able = session.view.figures.filter(({ id }) => session.moves[id]);
  return new Map(able.map(({ id, side, kind, cell }) => {
    const targets = Object.entries(session.moves[id]).map(([name, hint]) => [cellCalled(name), hint]);
    return [cellCalled(cell), { id, side, kind, targets: new Map(targets) }];
  }));
}

/** Whether there are magnets to carry that virtual hands would carry. */
export const hasCarries = (session) => isRunning(session) && (isBuilt(session) || session.hands.guidance !== null);

/** Whether the board was emptied in the middle of play, and that for so long that it was no slip. */
export function isSwept(session) {
  if (!isRunning(session) || !inPlay(session) || session.hands.guidance === null || session.hands.busy) return false;
  const { problems } = session.hands;
  return problems.length === session.view.figures.length && problems.every(({ flag }) => flag === "missing");
}

/** Something wrong is to be put right while a match is on (while building, that is what everyone does anyway). */
export const isDisturbed = (session) => inPlay(session) && session.hands.problems.length > 0;
