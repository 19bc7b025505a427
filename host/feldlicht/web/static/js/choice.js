/** Commanding a move without hands: choose a figure that may move, then where it goes. */

import { cellName } from "./cells.js";
import { movers } from "./session.js";

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
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.drop(); });
  }

  /** Marks for the picture: the figures that can be chosen, the one that is, and its targets. */
  marks() {
    const able = movers(this.session());
    const targets = able.get(this.cell)?.targets;
    return { selectable: new Set(able.keys()), selected: this.cell, ...(targets ? { targets } : {}) };
  }

  /** What is chosen: {figure, cell by name, count of its targets}, undefined if nothing is. */
  chosen() {
    const figure = movers(this.session()).get(this.cell);
    return figure && { figure: figure.id, cell: cellName(this.cell), count: figure.targets.size };
  }

  /** Forget what can be chosen no more: the match went on. */
  refresh() {
    if (this.cell !== undefined && movers(this.session()).get(this.cell)?.id !== this.id) this.cell = undefined;
  }

  drop() {
    if (this.cell === undefined) return;
    this.cell = undefined;
    this.tell("dropped");
    this.changed();
  }

  /** Someone clicked a cell, tapped it or pressed Enter on it. */
  at(cell) {
    const able = movers(this.session());
    if (cell === this.cell) this.drop();
    else if (able.has(cell)) this.take(cell, able.get(cell));
    else if (able.has(this.cell)) this.go(able.get(this.cell), cell);
    else if (able.size > 0) this.tell("stuck", { cell });
  }

  take(cell, figure) {
    this.cell = cell;
    this.id = figure.id;
    this.tell("chosen", { cell, figure });
    this.changed();
  }

  /** Any cell may be asked for: where a figure may not go, the host says why. */
  go({ kind, targets }, cell) {
    const written = `${kind} ${cellName(this.cell)}-${cellName(cell)}`;
    if (this.session().view.phase === "relocate") this.command({ type: "relocate", move: `@${written}` });
    else this.command({ type: "move", move: targets.get(cell) === "score" ? `${written}!` : written });
  }
}
