/** Which figure stands where, as far as anyone can know: magnets have poles only, the log knows the figures. */

import { cellCalled } from "./cells.js";

/** Flags that on a figure's own cell mean that it is not there. */
const ABSENT = ["missing", "not_your_turn"];
const POLE = { yellow: "N", blue: "S" };

/**
 * Remembers which figure a magnet is while it is carried about. The log is right at every new revision; between two,
 * a magnet that appears is the one of its pole that vanished, if there was one only.
 */
export class Tracker {
  constructor() {
    this.known = new Map();
    this.air = { N: [], S: [] };
    this.before = new Map();
  }

  /** `magnets`: Map cell → pole as it is now; `session`: as the API tells it, may be missing. */
  follow(magnets, session) {
    for (const [cell, pole] of this.before) {
      if (magnets.get(cell) === pole) continue;
      this.air[pole].push(this.known.get(cell));
      this.known.delete(cell);
    }
    for (const [cell, pole] of magnets) {
      if (this.before.get(cell) === pole) continue;
      const flying = this.air[pole];
      if (flying.length === 1 && flying[0] !== undefined) this.known.set(cell, flying[0]);
      // With several of one pole in the air nobody saw which of them this one is.
      this.air[pole] = flying.length <= 1 ? [] : Array(flying.length - 1).fill(undefined);
    }
    this.before = new Map(magnets);
    const stamp = session && `${session.id} ${session.revision}`;
    if (stamp !== this.stamp) {
      this.stamp = stamp;
      this.learn(magnets, session);
    }
    return this.known;
  }

  /** A hand of this page put figure `id` on `cell`: that is certain. */
  told(cell, id, pole) {
    this.known.set(cell, id);
    this.air[pole] = this.air[pole].filter((flying) => flying !== id);
  }

  learn(magnets, session) {
    const figures = session?.view.figures ?? [];
    const said = new Map(figures.filter(({ cell, side }) => magnets.get(cellCalled(cell)) === POLE[side])
      .map(({ cell, id }) => [cellCalled(cell), id]));
    const placed = new Set(said.values());
    for (const [cell, id] of this.known) if (placed.has(id)) this.known.delete(cell);
    for (const [cell, id] of said) this.known.set(cell, id);
  }
}

/** Cells where figures are wanted now: Map cell → id. */
function wanted({ view }) {
  const places = ["setup", "rebuild", "adjust"].includes(view.phase)
    ? Object.entries(view.formation).map(([cell, id]) => [cellCalled(cell), id])
    : view.figures.map(({ cell, id }) => [cellCalled(cell), id]);
  return new Map(places);
}

/**
 * Pieces to draw from magnets: [{key, cell, side, kind, pole, how}]. `known`: what the tracker knows. A magnet that
 * nobody can name has no side.
 */
export function fromMagnets(magnets, known, session) {
  const figures = new Map((session?.view.figures ?? []).map((figure) => [figure.id, figure]));
  const places = session ? wanted(session) : new Map();
  const names = new Map();
  const used = new Set();
  const name = (cell, id) => {
    const figure = figures.get(id);
    if (!figure || used.has(id) || names.has(cell) || magnets.get(cell) !== POLE[figure.side]) return;
    names.set(cell, figure);
    used.add(id);
  };
  for (const [cell, id] of known) name(cell, id);
  for (const [cell, id] of places) name(cell, id);
  const { preview, misplaced, guidance } = session?.hands ?? {};
  for (const moved of [preview, misplaced]) if (moved) name(cellCalled(moved.target), moved.figure);
  if (guidance?.origin) name(cellCalled(guidance.origin), guidance.figure);
  const pieces = [...magnets].map(([cell, pole]) => {
    const figure = names.get(cell);
    if (!figure) return { key: `magnet-${cell}`, cell, pole, how: "loose" };
    return { key: figure.id, cell, side: figure.side, kind: figure.kind, pole, how: places.get(cell) === figure.id ? "settled" : "loose" };
  });
  for (const [cell, id] of places) {
    const figure = figures.get(id);
    if (figure && id !== preview?.figure && !magnets.has(cell)) {
      pieces.push({ key: `ghost-${id}`, cell, side: figure.side, kind: figure.kind, pole: POLE[figure.side], how: "ghost" });
    }
  }
  return pieces;
}

/** Pieces to draw where magnets cannot be seen (a real board, or none): from the log and the hands. */
export function fromLog(session) {
  if (!session) return [];
  const { view, hands } = session;
  const missing = new Set(hands.problems.filter(({ flag }) => ABSENT.includes(flag)).map(({ cell }) => cell));
  const { preview, misplaced, guidance } = hands;
  const elsewhere = [preview, misplaced, guidance?.origin && { figure: guidance.figure, target: guidance.origin }];
  const lifted = new Set(hands.lifted.map(({ figure }) => figure));
  const places = ["setup", "rebuild", "adjust"].includes(view.phase)
    ? new Map(Object.entries(view.formation).map(([cell, id]) => [id, cell]))
    : new Map(view.figures.map(({ id, cell }) => [id, cell]));
  const ghosts = [];
  const pieces = view.figures.map(({ id, side, kind }) => {
    const moved = elsewhere.find((shift) => shift?.figure === id);
    const cell = moved?.target ?? places.get(id);
    const how = moved ? "loose" : lifted.has(id) ? "raised" : missing.has(cell) ? "ghost" : "settled";
    const home = cellCalled(places.get(id));
    if (moved && moved !== preview) ghosts.push({ key: `ghost-${id}`, cell: home, side, kind, pole: POLE[side], how: "ghost" });
    return { key: id, cell: cellCalled(cell), side, kind, pole: POLE[side], how };
  });
  return [...ghosts, ...pieces];
}
