/** Keeping in sight, on screens where the panel lies over the picture, the cells that it talks about. */

import { cellCalled } from "./cells.js";
import { isBuilding, isRunning } from "./session.js";

const LESS_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const EDGE_PIXELS = 8;

/** Cells that the panel talks about, what matters most first; while a formation is built, only the next magnet's. */
export function namedCells(session) {
  if (!isRunning(session)) return [];
  const { guidance, preview, misplaced, question, problems } = session.hands;
  const shifts = [guidance, preview, misplaced, ...(question?.choices ?? []).map(({ shift }) => shift)];
  const names = shifts.flatMap((shift) => (shift ? [shift.target, shift.origin] : []));
  const wrong = isBuilding(session) ? [] : problems.map(({ cell }) => cell);
  return [...new Set([...names, ...wrong].filter(Boolean))].map(cellCalled);
}

/** How far to scroll so that as many of `boxes` ({top, bottom}, the first matters most) as fit lie between 0 and `end`. */
export function wayToSee(boxes, end) {
  let { top, bottom } = boxes[0];
  for (const box of boxes) {
    const both = { top: Math.min(top, box.top), bottom: Math.max(bottom, box.bottom) };
    if (both.bottom - both.top <= end) ({ top, bottom } = both);
  }
  if (bottom > end) return bottom - end;
  return top < 0 ? top : 0;
}

/** A function to call after every drawing; `busy`: a hand is dragging, so the picture stays where it is. */
export function sightKeeper(picture) {
  let before = "";
  return (session, { busy = false } = {}) => {
    if (busy) return;
    const cells = namedCells(session);
    const panel = document.querySelector(".panels > .next");
    if (cells.length === 0 || !panel || getComputedStyle(panel).position !== "sticky") {
      before = "";
      return;
    }
    const now = `${cells} ${panel.offsetHeight}`;
    if (now === before) return;
    before = now;
    const { top } = panel.getBoundingClientRect();
    const boxes = cells.map((cell) => picture.cellElements[cell].getBoundingClientRect());
    // Only what the panel hides is fetched: where people have scrolled to is theirs.
    if (boxes.every((box) => box.bottom <= top)) return;
    window.scrollBy({ top: wayToSee(boxes, top - EDGE_PIXELS), behavior: LESS_MOTION.matches ? "instant" : "smooth" });
  };
}
