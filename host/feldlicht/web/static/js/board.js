/**
 * The picture of the table: base, light, marks and figures, and over them 144 cells that can be focused, named and
 * clicked. It knows nothing of games' rules, of the host or of hands: others tell it what to show.
 */

import { CELL_COUNT, COLUMNS, ROWS, cellAt, cellName, columnOf, isInside, rowOf } from "./cells.js";
import { disc, figurePaints, ghost, shape, shield, table } from "./drawing.js";
import { FRAME_RADIUS, geometry } from "./geometry.js";
import { LAMP_COUNT, Peaks, paint, wireColour } from "./lights.js";

const UPRIGHT = matchMedia("(max-width: 46rem) and (orientation: portrait)");
const LESS_MOTION = matchMedia("(prefers-reduced-motion: reduce)");

/** One thing on the table: `how` is settled, loose (not where the log says), raised (in a hand) or ghost (missing). */
function pieceShape(piece, place) {
  if (!piece.side) return disc(piece.pole);
  const draw = piece.how === "ghost" ? ghost : shield;
  return draw(piece.side, piece.kind, place.angle(piece.side));
}

/** Set an attribute only where it changes, take it away if there is nothing to say. */
function put(element, name, value) {
  if (value === undefined) element.removeAttribute(name);
  else if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

const pieceLook = (piece) => `${piece.side ?? piece.pole}${piece.kind ?? ""}${piece.how === "ghost" ? "?" : ""}`;

export class BoardPicture {
  /** `host` is an empty element; `label` names the board for screen readers; `describe(cell)` names what is on a cell. */
  constructor(host, { label, describe, onActivate }) {
    this.host = host;
    this.describe = describe;
    this.onActivate = onActivate;
    this.shown = { marks: {}, pieces: [], game: {} };
    this.lights = undefined;
    this.peaks = new Peaks();
    this.pieces = new Map();
    this.focused = cellAt(4, 7);
    this.lit = new Array(CELL_COUNT).fill("");
    host.classList.add("board");
    this.base = shape("svg", { class: "board-base", "aria-hidden": "true" });
    this.canvas = document.createElement("canvas");
    this.canvas.className = "board-light";
    this.canvas.setAttribute("aria-hidden", "true");
    this.marks = shape("g", { class: "marks" });
    this.figures = shape("g", { class: "figures" });
    this.above = shape("g", { class: "above" });
    this.heat = shape("g", { class: "heat-map" });
    this.top = shape("svg", { class: "board-top", "aria-hidden": "true" }, figurePaints(), this.marks, this.figures, this.heat, this.above);
    this.cells = document.createElement("div");
    this.cells.className = "board-cells";
    this.cells.setAttribute("role", "grid");
    this.cells.setAttribute("aria-label", label);
    this.makeCells();
    host.replaceChildren(this.base, this.canvas, this.top, this.cells);
    this.cells.addEventListener("keydown", (event) => this.onKey(event));
    this.cells.addEventListener("focusin", (event) => this.onFocus(event));
    if (onActivate) this.cells.addEventListener("click", (event) => this.onClick(event));
    UPRIGHT.addEventListener("change", () => this.lay());
    new ResizeObserver(() => this.fit()).observe(host);
    this.lay();
  }

  makeCells() {
    this.cellElements = [];
    for (let row = 0; row < ROWS; row += 1) {
      const line = document.createElement("div");
      line.setAttribute("role", "row");
      for (let column = 0; column < COLUMNS; column += 1) {
        const cell = document.createElement("div");
        cell.className = "cell";
        cell.setAttribute("role", "gridcell");
        cell.dataset.cell = cellName(cellAt(row, column));
        cell.tabIndex = -1;
        this.cellElements.push(cell);
        line.append(cell);
      }
      this.cells.append(line);
    }
    this.cellElements[this.focused].tabIndex = 0;
  }

  /** Lay everything out for the way the screen is held. */
  lay() {
    this.place = geometry(UPRIGHT.matches);
    const { width, height, field } = this.place;
    for (const svg of [this.base, this.top]) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.host.style.setProperty("aspect-ratio", `${width} / ${height}`);
    this.host.dataset.orientation = this.place.portrait ? "portrait" : "landscape";
    this.host.style.setProperty("--board-ratio", String(width / height));
    const share = (part, whole) => `${(part / whole) * 100}%`;
    this.host.style.setProperty("border-radius", `${share(FRAME_RADIUS, width)} / ${share(FRAME_RADIUS, height)}`);
    this.cells.style.setProperty("left", share(field.x, width));
    this.cells.style.setProperty("top", share(field.y, height));
    this.cells.style.setProperty("width", share(field.width, width));
    this.cells.style.setProperty("height", share(field.height, height));
    this.cellElements.forEach((element, cell) => {
      const { x, y } = this.place.centre(cell);
      element.style.setProperty("grid-row", String(Math.ceil(y - field.y)));
      element.style.setProperty("grid-column", String(Math.ceil(x - field.x)));
    });
    this.gameShown = undefined;
    this.pieces.forEach(({ element }) => element.remove());
    this.pieces.clear();
    this.show(this.shown);
    this.fit();
  }

  fit() {
    const { clientWidth, clientHeight } = this.host;
    const dots = Math.min(window.devicePixelRatio || 1, 2);
    this.canvas.width = Math.max(1, Math.round(clientWidth * dots));
    this.canvas.height = Math.max(1, Math.round(clientHeight * dots));
    this.paintLights();
  }

  /**
   * Show a state: `game` {zone, goals, field}, `pieces` [{key, cell | at, side, kind, pole, how}], `marks` {lastMove, targets,
   * problems, wayBack, guidance, selectable, selected, threats, chances}; cells are numbers; `over(group, place)` draws above the figures.
   */
  show(shown) {
    this.shown = shown;
    const game = JSON.stringify([shown.game.zone, shown.game.goals, shown.game.field]);
    if (game !== this.gameShown) {
      this.gameShown = game;
      this.base.replaceChildren(table(this.place, shown.game));
    }
    this.showPieces(shown.pieces);
    this.showMarks(shown.marks);
    shown.over?.(this.heat, this.place);
    this.nameCells();
  }

  showPieces(pieces) {
    const seen = new Set();
    for (const piece of pieces) {
      seen.add(piece.key);
      const look = pieceLook(piece);
      let known = this.pieces.get(piece.key);
      if (!known || known.look !== look) {
        known?.element.remove();
        const element = shape("g", { class: "piece" }, pieceShape(piece, this.place));
        known = { element, look };
        this.pieces.set(piece.key, known);
        this.figures.append(element);
      }
      const { x, y } = piece.at ?? this.place.centre(piece.cell);
      known.element.setAttribute("class", `piece ${piece.how}${piece.at ? " follows" : ""}`);
      known.element.style.setProperty("transform", `translate(${x}px, ${y}px)`);
      if (piece.how === "raised") this.figures.append(known.element);
    }
    for (const [key, { element }] of this.pieces) {
      if (!seen.has(key)) {
        element.remove();
        this.pieces.delete(key);
      }
    }
  }

  showMarks({ lastMove, targets, problems = [], wayBack = [], threats = [], chances = [], guidance, selected, hovered, masked = [] }) {
    const under = [];
    const above = [];
    const frame = (cell, kind) => {
      const { x, y } = this.place.centre(cell);
      return shape("rect", { class: `mark ${kind}`, x: x - 0.45, y: y - 0.45, width: 0.9, height: 0.9, rx: 0.12 });
    };
    if (lastMove) {
      if (lastMove.from !== undefined) under.push(frame(lastMove.from, "from"));
      under.push(this.corners(lastMove.to));
    }
    for (const [cell, hint] of targets ?? []) {
      const { x, y } = this.place.centre(cell);
      if (hint === "closed") {
        under.push(frame(cell, "shut"), shape("path", { class: "mark shut", d: `M${x - 0.2} ${y - 0.2}l.4 .4m0-.4l-.4 .4` }));
        continue;
      }
      under.push(hint === "score"
        ? shape("path", { class: "mark target score", d: `M${x} ${y - 0.27}l.27 .27-.27 .27-.27-.27z` })
        : shape("circle", { class: `mark target ${hint}`, cx: x, cy: y, r: 0.13 }));
    }
    for (const [cells, kind, tip] of [[threats, "threat", "h.24l-.12 .2z"], [chances, "chance", "m.12-.12l.12 .12-.12 .12-.12-.12z"]]) {
      for (const cell of cells) {
        const { x, y } = this.place.centre(cell);
        under.push(frame(cell, kind));
        above.push(shape("path", { class: `mark ${kind} tip`, d: `M${x - 0.45} ${y - 0.38}${tip}` }));
      }
    }
    if (selected !== undefined) under.push(frame(selected, "selected"));
    if (hovered !== undefined) under.push(frame(hovered, "hovered"));
    for (const cell of wayBack) under.push(frame(cell, "back"));
    for (const cell of masked) {
      // A cross with its middle left out: whoever stands there can still be read.
      const { x, y } = this.place.centre(cell);
      const stroke = (right, below) => `M${x + right * 0.43} ${y + below * 0.43}l${-right * 0.2} ${-below * 0.2}`;
      above.push(shape("path", { class: "mark masked", d: stroke(-1, -1) + stroke(1, -1) + stroke(1, 1) + stroke(-1, 1) }));
    }
    for (const { cell, flag } of problems) {
      if (flag === "missing") continue;
      under.push(frame(cell, "problem"));
      const { x, y } = this.place.centre(cell);
      above.push(shape("g", { class: "warning", transform: `translate(${x + 0.32} ${y - 0.32})` },
        shape("circle", { r: 0.17 }), shape("text", { dy: "0.1" }, "!")));
    }
    if (guidance) above.unshift(...this.arrow(guidance));
    this.marks.replaceChildren(...under);
    this.above.replaceChildren(...above);
  }

  /** Four brackets round the cell that a move ended on. */
  corners(cell) {
    const { x, y } = this.place.centre(cell);
    const bracket = (right, below) => `M${x + right * 0.44} ${y + below * 0.24}v${below * 0.2}h${-right * 0.2}`;
    return shape("path", { class: "mark to", d: bracket(-1, -1) + bracket(1, -1) + bracket(1, 1) + bracket(-1, 1) });
  }

  /** From a cell to a cell; from nowhere or to nowhere is an edge of the table. */
  arrow({ origin, target }) {
    const edge = (cell) => {
      const { x } = this.place.centre(cell);
      return { x, y: this.place.field.y - 0.5 };
    };
    if (origin === undefined && target === undefined) return [];
    const from = origin === undefined ? edge(target) : this.place.centre(origin);
    const to = target === undefined ? edge(origin) : this.place.centre(target);
    const length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
    const unit = { x: (to.x - from.x) / length, y: (to.y - from.y) / length };
    const start = { x: from.x + unit.x * 0.3, y: from.y + unit.y * 0.3 };
    const tip = { x: to.x - unit.x * 0.12, y: to.y - unit.y * 0.12 };
    const neck = { x: to.x - unit.x * 0.45, y: to.y - unit.y * 0.45 };
    const wing = { x: -unit.y * 0.2, y: unit.x * 0.2 };
    return [shape("g", { class: "arrow" },
      shape("path", { class: "shaft", d: `M${start.x} ${start.y}L${neck.x} ${neck.y}` }),
      shape("path", { class: "head", d: `M${tip.x} ${tip.y}L${neck.x + wing.x} ${neck.y + wing.y}L${neck.x - wing.x} ${neck.y - wing.y}Z` }))];
  }

  /** Show LED bytes (see lights.js), undefined for a board without a mirror. */
  showLights(bytes) {
    if (bytes && this.lights && bytes.every((byte, at) => byte === this.lights[at])) return;
    this.lights = bytes;
    this.paintLights();
    for (let cell = 0; cell < CELL_COUNT; cell += 1) {
      const colour = bytes ? wireColour(bytes, cell) : "";
      if (colour === this.lit[cell]) continue;
      this.lit[cell] = colour;
      if (colour) this.cellElements[cell].dataset.light = colour;
      else delete this.cellElements[cell].dataset.light;
    }
  }

  paintLights() {
    const bytes = this.lights ?? new Uint8Array(LAMP_COUNT * 3);
    paint(this.canvas, LESS_MOTION.matches ? this.peaks.hold(bytes, performance.now()) : bytes, this.place);
  }

  /** Name the cells for screen readers, and tell those that can be chosen or gone to. */
  nameCells() {
    const { selectable, selected, targets } = this.shown.marks;
    const occupied = new Set(this.shown.pieces.map((piece) => piece.cell));
    this.cellElements.forEach((element, cell) => {
      const name = this.describe(cell);
      put(element, "aria-label", name);
      put(element, "title", occupied.has(cell) || targets?.has(cell) ? name : undefined);
      put(element, "aria-selected", selectable?.has(cell) ? String(cell === selected) : undefined);
      put(element, "data-target", targets?.get(cell));
    });
  }

  /** Cell under a point of the window, undefined beside the field. */
  cellAtPoint(clientX, clientY) {
    const { x, y } = this.pointIn(clientX, clientY);
    return this.place.cellUnder(x, y);
  }

  /** A point of the window in the picture's own units. */
  pointIn(clientX, clientY) {
    const box = this.host.getBoundingClientRect();
    return {
      x: ((clientX - box.left) / box.width) * this.place.width,
      y: ((clientY - box.top) / box.height) * this.place.height,
    };
  }

  /** `visibly` false: the pointer is sign enough. */
  focus(cell = this.focused, { visibly = true } = {}) {
    this.cellElements[this.focused].tabIndex = -1;
    this.focused = cell;
    this.cellElements[cell].tabIndex = 0;
    this.cellElements[cell].focus({ preventScroll: true, focusVisible: visibly });
  }

  onFocus(event) {
    const cell = this.cellElements.indexOf(event.target);
    if (cell >= 0 && cell !== this.focused) {
      this.cellElements[this.focused].tabIndex = -1;
      this.focused = cell;
      this.cellElements[cell].tabIndex = 0;
    }
  }

  onKey(event) {
    const step = this.place.step(event.key);
    if (step && !event.altKey && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      const row = rowOf(this.focused) + step[0];
      const column = columnOf(this.focused) + step[1];
      if (isInside(row, column)) {
        const from = this.focused;
        this.focus(cellAt(row, column));
        this.onWalk?.(from, this.focused, event);
      }
    } else if (this.onActivate && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.onActivate(this.focused);
    }
  }

  onClick(event) {
    const cell = this.cellElements.indexOf(event.target);
    if (cell >= 0) this.onActivate(cell);
  }
}
