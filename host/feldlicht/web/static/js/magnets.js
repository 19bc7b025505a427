/** What a person's hands do to virtual magnets, sent in order, one request in flight. */

import { cellName } from "./cells.js";
import { Problem, Unreachable, post } from "./api.js";

export class MagnetQueue {
  /** `changed()` when what should be shown changed; `failed(error)` when the host refused: all that waited is dropped. */
  constructor(boardId, { changed, failed }) {
    this.path = `/boards/${boardId}/sim/magnets`;
    this.changed = changed;
    this.failed = failed;
    this.waiting = [];
  }

  /** `change`: Map from cell to "N", "S" or null. */
  push(change) {
    this.waiting.push(change);
    if (this.waiting.length === 1) this.send();
    this.changed();
  }

  async send() {
    while (this.waiting.length > 0) {
      const set = Object.fromEntries([...this.waiting[0]].map(([cell, pole]) => [cellName(cell), pole]));
      try {
        const { magnets } = await post(this.path, { set });
        this.answered?.(magnets);
        this.waiting.shift();
      } catch (error) {
        if (!(error instanceof Unreachable || error instanceof Problem)) throw error;
        this.waiting = [];
        this.failed(error);
      }
      this.changed();
    }
  }

  /** The magnets as they will be when all that waits is done. */
  over(magnets) {
    const shown = new Map(magnets);
    for (const change of this.waiting) {
      for (const [cell, pole] of change) {
        if (pole === null) shown.delete(cell);
        else shown.set(cell, pole);
      }
    }
    return shown;
  }
}
