/**
 * A hand at the virtual board: lifts, carries and places one magnet, by mouse, finger or keyboard.
 *
 * Dragging carries it through the air; a click, a tap or Enter takes it into the hand, the next one puts it down.
 * While sliding it never leaves the table: every free cell on its way feels it.
 */

import { cellsBetween } from "./cells.js";

const DRAG_PIXELS = 6;

export class Hand {
  /**
   * `picture`: BoardPicture. `table`: {poleAt(cell), keyAt(cell), put(change, key), refuse() → sentence or undefined,
   * looseFor(cell) → {pole, key} of a figure in nobody's hand that belongs on an empty cell, or undefined}; a key names
   * a piece of the picture.
   * `tell(what, held, cell)`: lifted, fetched, placed, back, aside, taken, nothing. `refused(sentence)`: not now.
   * `changed()`: draw again.
   */
  constructor(picture, { table, tell, refused, changed }) {
    this.picture = picture;
    this.table = table;
    this.tell = tell;
    this.refused = refused;
    this.changed = changed;
    this.held = undefined;
    this.slides = false;
    const { cells } = picture;
    cells.addEventListener("pointerdown", (event) => this.onDown(event));
    document.addEventListener("pointermove", (event) => this.onMove(event));
    document.addEventListener("pointerup", (event) => this.onUp(event));
    document.addEventListener("pointercancel", (event) => {
      if (this.held?.pointer === event.pointerId) this.putBack();
    });
    cells.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.putBack(); });
    picture.onWalk = (from, to, event) => this.onWalk(to, event);
  }

  /** Take the magnet of `cell` into the hand. */
  lift(cell, { pointer, slide = this.slides } = {}) {
    const refusal = this.table.refuse();
    if (refusal) {
      this.refused(refusal);
      return false;
    }
    const pole = this.table.poleAt(cell);
    if (!pole) return false;
    this.held = { pole, key: this.table.keyAt(cell), origin: cell, over: cell, sliding: slide, pointer };
    if (!slide) this.table.put(new Map([[cell, null]]));
    this.tell("lifted", this.held, cell);
    this.changed();
    return true;
  }

  /** Take a magnet from beside the board. */
  fetch(pole, { pointer } = {}) {
    const refusal = this.table.refuse();
    if (refusal) {
      this.refused(refusal);
      return;
    }
    if (this.held) this.putBack();
    this.held = { pole, key: `new-${pole}`, origin: undefined, over: undefined, sliding: false, pointer };
    this.tell("fetched", this.held);
    this.changed();
  }

  /** Put down what is held; undefined = beside the board. A taken cell keeps it in the hand, or sends it back. */
  place(cell, { orBack = false } = {}) {
    const { held } = this;
    if (!held) return;
    if (held.sliding) {
      this.held = undefined;
      this.tell(held.over === held.origin ? "back" : "placed", held, held.over);
    } else if (cell === undefined) {
      this.held = undefined;
      this.tell("aside", held);
    } else if (this.table.poleAt(cell)) {
      this.tell("taken", held, cell);
      if (orBack) this.putBack();
    } else {
      this.held = undefined;
      this.table.put(new Map([[cell, held.pole]]), held.key);
      this.tell(cell === held.origin ? "back" : "placed", held, cell);
    }
    this.changed();
  }

  /** With an empty hand: set the figure that nobody holds on the cell where it belongs or may go. */
  settle(cell) {
    const loose = this.table.poleAt(cell) ? undefined : this.table.looseFor(cell);
    if (!loose) return false;
    this.table.put(new Map([[cell, loose.pole]]), loose.key);
    this.tell("placed", loose, cell);
    this.changed();
    return true;
  }

  putBack() {
    const { held } = this;
    if (!held) return;
    if (held.sliding) {
      this.slideTo(held.origin);
      this.held = undefined;
      this.tell("back", held, held.origin);
    } else this.place(this.table.poleAt(held.origin) ? undefined : held.origin);
    this.changed();
  }

  /** The host refused: nothing is known to be in the hand any more. */
  drop() {
    this.held = undefined;
    this.changed();
  }

  slideTo(cell) {
    const { held } = this;
    for (const passed of cellsBetween(held.over, cell)) {
      if (this.table.poleAt(passed)) continue;
      this.table.put(new Map([[held.over, null], [passed, held.pole]]), held.key);
      held.over = passed;
    }
  }

  activate(cell) {
    if (this.held) this.place(cell);
    else if (!this.lift(cell) && !this.table.refuse() && !this.settle(cell)) this.tell("nothing", undefined, cell);
  }

  // ------------------------------------------------------------------ pointer

  onDown(event) {
    if (event.button !== 0 || this.held?.pointer !== undefined) return;
    const cell = this.picture.cellAtPoint(event.clientX, event.clientY);
    if (cell === undefined) return;
    event.preventDefault();
    this.picture.focus(cell, { visibly: false });
    if (this.held) {
      this.place(cell);
      return;
    }
    if (this.lift(cell, { pointer: event.pointerId, slide: this.slides || event.shiftKey })) this.follow(event);
    else if (!this.table.refuse()) this.settle(cell);
  }

  /** Also for magnets that come from the tray. */
  follow(event) {
    this.held.start = { x: event.clientX, y: event.clientY };
    this.held.dragging = false;
    event.target.releasePointerCapture?.(event.pointerId);
  }

  onMove(event) {
    const { held } = this;
    if (!held || held.pointer !== event.pointerId) return;
    if (!held.dragging) {
      held.dragging = Math.hypot(event.clientX - held.start.x, event.clientY - held.start.y) > DRAG_PIXELS;
      if (!held.dragging) return;
    }
    const cell = this.picture.cellAtPoint(event.clientX, event.clientY);
    if (held.sliding) {
      if (cell !== undefined && cell !== held.over) this.slideTo(cell);
    } else {
      held.at = this.picture.pointIn(event.clientX, event.clientY);
      held.over = cell;
    }
    this.changed();
  }

  onUp(event) {
    const { held } = this;
    if (!held || held.pointer !== event.pointerId) return;
    held.pointer = undefined;
    if (held.dragging) {
      held.at = undefined;
      const cell = this.picture.cellAtPoint(event.clientX, event.clientY);
      if (cell !== undefined) this.picture.focus(cell, { visibly: false });
      this.place(cell, { orBack: true });
    } else if (held.sliding) this.place(held.over);
    else this.changed();
  }

  // ------------------------------------------------------------------ keyboard

  onKey(event) {
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.activate(this.picture.focused);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      if (this.held || this.lift(this.picture.focused, { slide: false })) this.place(undefined);
    }
  }

  onWalk(cell, event) {
    const { held } = this;
    if (!held || held.pointer !== undefined) return;
    if (event.shiftKey && !held.sliding && held.origin !== undefined && held.over === held.origin) {
      // Shift makes it a slide from here on: it touches the table again where it was lifted.
      this.table.put(new Map([[held.origin, held.pole]]), held.key);
      held.sliding = true;
    }
    if (held.sliding) this.slideTo(cell);
    else held.over = cell;
    this.changed();
  }
}
