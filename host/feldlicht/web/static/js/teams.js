/** Formations of one side on the page: {cell name: letter}, as yellow sets them up unless said otherwise. */

import { get } from "./api.js";
import { COLUMNS, ROWS, cellAt, cellCalled, cellName, columnOf, rowOf } from "./cells.js";

const moved = (team, where) => Object.fromEntries(Object.entries(team).map(([name, kind]) => {
  const cell = cellCalled(name);
  return [cellName(where(rowOf(cell), columnOf(cell))), kind];
}));

/** The same team as the other side sets it up. */
export const across = (team) => moved(team, (row, column) => cellAt(row, COLUMNS - 1 - column));

/** Left and right changed: row A is row I. */
export const flipped = (team) => moved(team, (row, column) => cellAt(ROWS - 1 - row, column));

/** A named formation as `side` sets it up, mirrored or not. */
export function teamOf({ cells }, side, mirror) {
  const own = side === "blue" ? across(cells) : cells;
  return mirror ? flipped(own) : own;
}

/** "TE1 VD4 …": a team in the notation of an act. */
export const written = (team) => Object.entries(team).map(([cell, kind]) => `${kind}${cell}`).join(" ");

/** The formations of a game that have a name. */
export const readCollection = async (game) => (await get(`/games/${encodeURIComponent(game)}/formations`)).formations;
