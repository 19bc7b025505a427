/** Where everything of the table lies in the picture, in units of one cell. The table may stand upright (phones). */

import { COLUMNS, RING_COUNT, ROWS, STRIP_COUNT, cellAt, columnOf, rowOf } from "./cells.js";

const MARGIN = 0.95;
const CONSOLE = 2.35;
export const RING_RADIUS = 0.86;
export const FRAME_RADIUS = 0.55;

/**
 * @returns {{portrait: boolean, width: number, height: number, field: {x, y, width, height},
 *   centre: (cell: number) => {x, y}, cellUnder: (x: number, y: number) => number | undefined,
 *   forward: (side: string) => {x: number, y: number}, angle: (side: string) => number,
 *   step: (key: string) => [number, number] | undefined,
 *   ring: {x, y}[], ringCentre: {x, y}, strip: {x, y}[], console: {x, y, width, height}}}
 */
export function geometry(portrait) {
  const across = portrait ? ROWS : COLUMNS;
  const down = portrait ? COLUMNS : ROWS;
  const width = across + 2 * MARGIN;
  const height = down + MARGIN * 1.9 + CONSOLE;
  const field = { x: MARGIN, y: MARGIN, width: across, height: down };
  const ringCentre = { x: width / 2, y: MARGIN + down + MARGIN * 0.8 + CONSOLE / 2 };

  const centre = (cell) => (portrait
    ? { x: MARGIN + rowOf(cell) + 0.5, y: MARGIN + COLUMNS - columnOf(cell) - 0.5 }
    : { x: MARGIN + columnOf(cell) + 0.5, y: MARGIN + rowOf(cell) + 0.5 });

  const cellUnder = (x, y) => {
    const right = Math.floor(x - MARGIN);
    const below = Math.floor(y - MARGIN);
    if (right < 0 || right >= across || below < 0 || below >= down) return undefined;
    return portrait ? cellAt(right, COLUMNS - 1 - below) : cellAt(below, right);
  };

  // Yellow attacks column 16, blue column 1; upright, column 16 is at the top.
  const angle = (side) => (portrait ? -90 : 0) + (side === "blue" ? 180 : 0);
  const forward = (side) => {
    const radians = (angle(side) * Math.PI) / 180;
    return { x: Math.round(Math.cos(radians)), y: Math.round(Math.sin(radians)) };
  };

  const steps = portrait
    ? { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] }
    : { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  const ring = Array.from({ length: RING_COUNT }, (_, lamp) => {
    const turn = ((lamp + 0.5) / RING_COUNT) * 2 * Math.PI - Math.PI / 2;
    return { x: ringCentre.x + RING_RADIUS * Math.cos(turn), y: ringCentre.y + RING_RADIUS * Math.sin(turn) };
  });
  const strip = Array.from({ length: STRIP_COUNT }, (_, lamp) => (
    { x: ringCentre.x - 1.62 - 0.42 * (STRIP_COUNT - 1 - lamp), y: ringCentre.y }));

  return {
    portrait,
    width,
    height,
    field,
    centre,
    cellUnder,
    forward,
    angle,
    step: (key) => steps[key],
    ring,
    ringCentre,
    strip,
    console: { x: width / 2 - 4.25, y: ringCentre.y - 1.08, width: 8.5, height: 2.16 },
  };
}
