/** From the state of a page to what its picture shows. */

import { cellCalled, cellName } from "./cells.js";
import { closedTo, isBuilding, isRunning } from "./session.js";
import { Tracker, fromLog, fromMagnets } from "./standing.js";
import { cellLabel } from "./words.js";

const cellsOf = (names) => names.map(cellCalled);
const known = (name) => (name ? cellCalled(name) : undefined);

/** The formation that this page's side has sealed, which nobody else sees: to be put up later. */
const sealedPieces = (session) => Object.entries(session?.view.placing?.own ?? {}).flatMap(([side, own]) => Object.entries(own)
  .map(([name, id]) => ({ key: `own-${id}`, cell: cellCalled(name), side, kind: id[1], pole: side === "yellow" ? "N" : "S", how: "ghost" })));

/** Follows the magnets and answers what is on each cell. */
export class Scene {
  constructor() {
    this.tracker = new Tracker();
    this.pieces = [];
    this.at = new Map();
    this.targets = new Map();
    this.closed = new Set();
    this.threats = new Set();
    this.chances = new Set();
    this.selectable = new Set();
    this.masked = new Set();
  }

  /**
   * `magnets`: Map cell → pole where they can be seen, else undefined; `held`: what this page's hand holds;
   * `extra`: more marks {selected, selectable, targets, hovered, masked}. Returns what BoardPicture.show takes.
   */
  of(session, magnets, held, extra = {}) {
    this.masked = new Set(extra.masked);
    this.pieces = magnets
      ? fromMagnets(magnets, this.tracker.follow(magnets, session), session)
      : fromLog(session);
    this.at = new Map(this.pieces.map((piece) => [piece.cell, piece]));
    for (const piece of sealedPieces(session)) {
      if (this.at.has(piece.cell)) continue;
      this.pieces.push(piece);
      this.at.set(piece.cell, piece);
    }
    const shown = [...this.pieces];
    if (held && !held.sliding) {
      const figure = session?.view.figures.find(({ id }) => id === held.key);
      shown.push({
        key: held.key, cell: held.over ?? held.origin, at: held.at, pole: held.pole, side: figure?.side, kind: figure?.kind, how: "raised",
      });
    }
    const drawn = shown.filter((piece) => piece.at || piece.cell !== undefined);
    return { game: session?.view ?? {}, pieces: drawn, marks: session ? this.marks(session, extra) : extra };
  }

  marks(session, extra) {
    const { view, hands } = session;
    const running = isRunning(session);
    const last = view.last_move;
    this.selectable = extra.selectable ?? new Set();
    this.targets = extra.targets ?? new Map(running && session.lit !== false ? Object.entries(hands.targets).map(([name, hint]) => [cellCalled(name), hint]) : []);
    const { threats = [], chances = [] } = (running && view.help) || {};
    this.threats = new Set(cellsOf(threats));
    this.chances = new Set(cellsOf(chances));
    this.closed = new Set(running ? closedTo(session, extra.figure ?? hands.lifted[0]?.figure) : []);
    return {
      lastMove: last && view.phase !== "relocate" ? { from: cellCalled(last.from), to: cellCalled(last.to) } : undefined,
      targets: this.targets,
      problems: running && !isBuilding(session) ? hands.problems.map(({ flag, cell }) => ({ flag, cell: cellCalled(cell) })) : [],
      wayBack: running ? cellsOf(hands.way_back) : [],
      threats: [...this.threats],
      chances: [...this.chances],
      guidance: running && hands.guidance
        ? { origin: known(hands.guidance.origin), target: known(hands.guidance.target) }
        : undefined,
      ...extra,
      targets: new Map([...this.targets, ...[...this.closed].map((cell) => [cell, "closed"])]),
    };
  }

  /** Name of a cell and what is on it and lit, for screen readers. */
  describe(cell) {
    return cellLabel(cellName(cell), this.at.get(cell), { hint: this.closed.has(cell) ? "closed" : this.targets.get(cell), movable: this.selectable.has(cell), masked: this.masked.has(cell),
      scorer: this.threats.has(cell) ? "threat" : this.chances.has(cell) ? "chance" : undefined });
  }
}
