/** Commanding a move without hands: choose a figure that may move, then where it goes. */

import { cellName } from "./cells.js";
import { isPlacing, movers, placers } from "./session.js";

export class Choice {
  /**
   * `session()` is the session shown; `command(command)` sends one; `tell(what, facts)`: chosen, dropped, stuck;
   * `changed()`: draw again.
   */
  constructor({ session, command, tell, changed }) {
    this.session = session;
    this.command = command;
    this.tell = tell;
    this.changed = changed;
    this.cell = undefined;
    this.kind = undefined;
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.drop(); });
  }

  /** What can be chosen now: figures to move, or while a side sets up its own, to put elsewhere. */
  able() {
    const session = this.session();
    return isPlacing(session) ? placers(session) : movers(session);
  }

  /** The kind of the figure that is put up next: the one chosen, or the one that the game asks for. */
  kindOf({ view: { placing } }) {
    return placing.missing[placing.side]?.[this.kind] > 0 ? this.kind : placing.next?.[1];
  }

  choose(kind) {
    this.kind = kind;
    this.cell = undefined;
    this.changed();
  }

  /** Marks for the picture: the figures that can be chosen, the one that is, and its targets. */
  marks() {
    const able = this.able();
    const { id, targets } = able.get(this.cell) ?? {};
    const lit = this.session()?.lit !== false;
    return {
      selectable: new Set(able.keys()), selected: this.cell, figure: id, ...(targets ? { targets: lit ? targets : new Map() } : {}),
    };
  }

  /** What is chosen: {figure, cell by name, count of its targets}, undefined if nothing is. */
  chosen() {
    const figure = movers(this.session()).get(this.cell);
    return figure && { figure: figure.id, cell: cellName(this.cell), count: figure.targets.size };
  }

  /** Forget what can be chosen no more: the match went on. */
  refresh() {
    if (this.cell !== undefined && this.able().get(this.cell)?.id !== this.id) this.cell = undefined;
  }

  drop() {
    if (this.cell === undefined) return;
    this.cell = undefined;
    this.tell("dropped");
    this.changed();
  }

  /** Someone clicked a cell, tapped it or pressed Enter on it. */
  at(cell) {
    const able = this.able();
    if (cell === this.cell) this.drop();
    else if (able.has(cell)) this.take(cell, able.get(cell));
    else if (able.has(this.cell)) this.go(able.get(this.cell), cell);
    else if (isPlacing(this.session())) this.putUp(cell);
    else if (able.size > 0) this.tell("stuck", { cell });
  }

  putUp(cell) {
    const kind = this.kindOf(this.session());
    if (kind) this.command({ type: "act", act: `+${kind} ${cellName(cell)}` });
    else this.tell("stuck", { cell });
  }

  take(cell, figure) {
    this.cell = cell;
    this.id = figure.id;
    this.tell(isPlacing(this.session()) ? "taken" : "chosen", { cell, figure });
    this.changed();
  }

  /** Any cell may be asked for: where a figure may not go, the host says why. */
  go({ kind, targets }, cell) {
    const written = `${kind} ${cellName(this.cell)}-${cellName(cell)}`;
    if (this.session().view.sealed) this.command({ type: "act", act: `@${written}` });
    else if (this.session().view.phase === "relocate") this.command({ type: "relocate", move: `@${written}` });
    else this.command({ type: "move", move: targets.get(cell) === "score" ? `${written}!` : written });
  }
}
