/** What a person on the page of Imman is about to do: cells that may be tapped, and what a tap on each of them means. */

import { cellWord } from "./imman-words.js";

/** Acts of one kind, in their words: ["step", "y3", "E9"]. */
export const actsOf = (view, ...verbs) => view.offers.acts.map((act) => act.split(" ")).filter(([verb]) => verbs.includes(verb));

/** What the page has chosen so far; it is forgotten with the next act. */
export class ImmanChoice {
  constructor(send, changed) {
    this.send = send;
    this.changed = changed;
    this.forget();
  }

  forget() {
    this.revision = undefined;
    this.mode = undefined;
    this.target = undefined;
    this.figure = undefined;
    this.entering = undefined;
  }

  /** Keep what was chosen only while nothing was done since. */
  follow(session) {
    if (session?.revision === this.revision) return;
    this.forget();
    this.revision = session?.revision;
  }

  choose(what) {
    Object.assign(this, what);
    this.changed();
  }

  /** Whether the page speaks of steps or of passes: of what there is, else of what was chosen. */
  modeOf(view) {
    const ways = [actsOf(view, "step").length > 0 && "step", Object.keys(view.offers.passes).length > 0 && "pass"].filter(Boolean);
    if (ways.length < 2) return ways[0];
    return this.mode ?? "step";
  }

  /** Who is being put on a cell now: the one that was chosen, else the first that may be. */
  placing(view) {
    const figures = [...new Set(actsOf(view, "put", "swap", "enter").map(([, figure]) => figure))];
    return figures.includes(this.figure) ? this.figure : figures[0];
  }

  /** Whom the chosen one may be changed for. */
  comingOn(view) {
    const figures = [...new Set(actsOf(view, "swap").filter(([, leaving]) => leaving === this.placing(view)).map(([, , entering]) => entering))];
    return figures.includes(this.entering) ? this.entering : figures[0];
  }

  /** What a tap on each cell does: Map cell → {act, kind, chance, label, asks}. */
  cells(view) {
    const found = new Map();
    const put = (cell, act, kind, more = {}) => found.set(cell, { act, kind, label: cellWord(kind, { cell, chance: percent(more.chance) }), ...more });
    if (this.modeOf(view) === "pass") {
      for (const [cell, odds] of Object.entries(view.offers.passes)) put(cell, `pass ${view.active} ${cell}`, "pass", { chance: likely(odds), asks: true });
    } else for (const [, figure, cell] of actsOf(view, "step")) put(cell, `step ${figure} ${cell}`, "step");
    if (view.offers.tackle !== null) put(view.ball.cell, `tackle ${view.active}`, "tackle", { chance: view.offers.tackle });
    const placed = this.placing(view);
    for (const [verb, figure, second, third] of actsOf(view, "put", "swap", "enter")) {
      if (figure !== placed) continue;
      if (verb === "swap" && third && second === this.comingOn(view)) put(third, `swap ${figure} ${second} ${third}`, "enter", { asks: true });
      else if (verb !== "swap" && second) put(second, `${verb} ${figure} ${second}`, verb, { asks: verb === "enter" });
    }
    return found;
  }

  /** A cell was tapped: what needs a second thought is asked first, and done by a second tap. */
  tap(view, cell) {
    const offer = this.cells(view).get(cell);
    if (!offer) return;
    if (offer.asks && this.target !== cell) this.choose({ target: cell });
    else this.send(offer.act);
  }
}

/** How likely a pass comes to what it is for: a figure of the own side has it, it lies where it was aimed, or it is a goal. */
export const likely = (odds) => Math.max(odds.made, odds.own + odds.goal);

export const percent = (chance) => (chance === undefined ? "" : chance > 0 && chance < 0.005 ? "<1" : String(Math.round(100 * chance)));
