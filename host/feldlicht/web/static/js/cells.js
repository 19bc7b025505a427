/** Cells of the table: 9 rows A–I by 16 columns 1–16, numbered row by row from 0 (A1) to 143 (I16). */

export const ROWS = 9;
export const COLUMNS = 16;
export const CELL_COUNT = ROWS * COLUMNS;
export const RING_COUNT = 24;
export const STRIP_COUNT = 6;

export const rowOf = (cell) => Math.floor(cell / COLUMNS);
export const columnOf = (cell) => cell % COLUMNS;
export const cellAt = (row, column) => row * COLUMNS + column;
export const isInside = (row, column) => row >= 0 && row < ROWS && column >= 0 && column < COLUMNS;
export const rowName = (row) => String.fromCharCode(65 + row);

/** Name people use: row letter, column number. */
export const cellName = (cell) => `${rowName(rowOf(cell))}${columnOf(cell) + 1}`;

const BY_NAME = new Map(Array.from({ length: CELL_COUNT }, (_, cell) => [cellName(cell), cell]));

/** Number of the cell called `name`, undefined for any other text. */
export const cellCalled = (name) => BY_NAME.get(name);

/** Cells on the straight line between two cells, the first left out, the last included. */
export function cellsBetween(from, to) {
  const rows = rowOf(to) - rowOf(from);
  const columns = columnOf(to) - columnOf(from);
  const steps = Math.max(Math.abs(rows), Math.abs(columns));
  const passed = [];
  for (let step = 1; step <= steps; step += 1) {
    passed.push(cellAt(
      rowOf(from) + Math.round((rows * step) / steps),
      columnOf(from) + Math.round((columns * step) / steps),
    ));
  }
  return passed;
}
