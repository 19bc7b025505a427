/** The field of Imman: hexes, figures, the ball and what may be done on which cell. It knows no rules: others tell it. */

import { html, nothing, render, svg } from "../vendor/lit-html.js";

const UPRIGHT = matchMedia("(max-width: 46rem) and (orientation: portrait)");
/** A hex with a point up, half as wide as the way to the next row is long by √3. */
const HALF = Math.sqrt(3) / 2;
const RIM = 0.9;
const CORNERS = [0, 1, 2, 3, 4, 5].map((n) => [Math.sin(n * Math.PI / 3), -Math.cos(n * Math.PI / 3)]);
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
/** Who shares a cell stands a little aside. */
const ASIDE = 0.36;

/** Where the middle of each cell of a field lies, by its name: rows at a distance of 1.5, cells of √3. */
export function places({ rows }) {
  const short = Math.min(...rows);
  return new Map(rows.flatMap((length, row) => Array.from({ length }, (_, n) => [
    `${String.fromCharCode(65 + row)}${n + 1}`, [HALF * (2 * (n + 1) - (length - short)), 1.5 * row]])));
}

export class HexPicture {
  /** `host` is an empty element; `label` names the field; `onActivate(cell)`: a cell was tapped. */
  constructor(host, { label, onActivate }) {
    this.host = host;
    this.label = label;
    this.onActivate = onActivate;
    this.shown = undefined;
    this.focused = undefined;
    host.classList.add("hex-field");
    host.addEventListener("keydown", (event) => this.onKey(event));
    UPRIGHT.addEventListener("change", () => this.draw());
  }

  /**
   * Show a picture: {ground, figures: [{id, side, number, cell, keeper, card, active}], ball, offers: Map cell → {kind, chance,
   * label}, chosen: cell, way: [from, to]}; undefined: nothing at all.
   */
  show(picture) {
    this.shown = picture;
    this.draw();
  }

  /** Of an upright field yellow's end is below. */
  at([x, y]) {
    return UPRIGHT.matches ? [y, this.wide - x] : [x, y];
  }

  draw() {
    const picture = this.shown;
    if (!picture) {
      render(nothing, this.host);
      return;
    }
    if (this.ground !== picture.ground.name) {
      this.ground = picture.ground.name;
      this.middles = places(picture.ground);
      this.wide = Math.max(...Array.from(this.middles.values(), ([x]) => x)) + Math.min(...Array.from(this.middles.values(), ([x]) => x));
      this.high = 1.5 * (picture.ground.rows.length - 1);
    }
    const [width, height] = UPRIGHT.matches ? [this.high, this.wide] : [this.wide, this.high];
    const box = UPRIGHT.matches ? [-1.3, -0.4, width + 2.6, height + 0.8] : [-0.4, -1.3, width + 0.8, height + 2.6];
    render(html`<svg class="hexes" viewBox=${box.join(" ")} role="group" aria-label=${this.label}>
      ${Array.from(this.middles, ([name, place]) => this.cell(name, place))}
      ${Array.from(picture.offers, ([name, offer]) => this.offer(name, offer))}${this.way()}${this.figures()}${this.ball()}</svg>`, this.host);
  }

  points(place) {
    return CORNERS.map(([x, y]) => this.at([place[0] + RIM * x, place[1] + RIM * y]).map((one) => one.toFixed(3)).join(",")).join(" ");
  }

  cell(name, place) {
    const { ground, offers } = this.shown;
    const kinds = Object.entries(ground.goals).filter(([, cells]) => cells.includes(name)).map(([side]) => `goal ${side}`);
    if (Object.values(ground.areas).some((cells) => cells.includes(name))) kinds.push("area");
    if (ground.circle.includes(name)) kinds.push("circle");
    const spot = Object.values(ground.spots).includes(name) || name === ground.centre;
    const [x, y] = this.at(place);
    const named = Number(name.slice(1)) % 5 === 0 || name.slice(1) === "1";
    return svg`<polygon class=${`hex ${kinds.join(" ")} ${offers.has(name) ? "offered" : ""}`} data-hex=${name} points=${this.points(place)}></polygon>
      ${spot ? svg`<circle class="spot" cx=${x} cy=${y} r="0.13"></circle>` : nothing}
      ${named && !spot ? svg`<text class="hex-name" x=${x} y=${y} aria-hidden="true">${name}</text>` : nothing}`;
  }

  offer(name, { kind, chance, label }) {
    const place = this.middles.get(name);
    const [x, y] = this.at(place);
    const chosen = this.shown.chosen === name;
    const tabbed = name === (this.shown.offers.has(this.focused) ? this.focused : this.shown.offers.keys().next().value);
    // What is likely glows, and says how likely it is: light is never the only sign.
    return svg`<g class=${`offer ${kind} ${chosen ? "chosen" : ""}`} data-cell=${name} data-kind=${kind} role="button" tabindex=${tabbed ? 0 : -1} aria-label=${label}
        @click=${() => this.activate(name)} @focus=${() => { this.focused = name; }}>
      <polygon points=${this.points(place)} fill-opacity=${chance === undefined ? 0.5 : 0.12 + 0.6 * chance}></polygon>
      ${chance === undefined ? svg`<circle class="dot" cx=${x} cy=${y} r="0.2"></circle>`
        : svg`<text x=${x} y=${y + 0.72} aria-hidden="true">${Math.round(100 * chance)}</text>`}</g>`;
  }

  way() {
    const { way } = this.shown;
    if (!way) return nothing;
    const [[x1, y1], [x2, y2]] = way.map((name) => this.at(this.middles.get(name)));
    return svg`<line class="pass-way" x1=${x1} y1=${y1} x2=${x2} y2=${y2}></line>`;
  }

  figures() {
    const standing = this.shown.figures.filter(({ cell }) => cell);
    return standing.map((figure) => {
      const shared = standing.filter(({ cell }) => cell === figure.cell);
      const [x, y] = this.at(this.middles.get(figure.cell));
      const aside = shared.length > 1 ? ASIDE * (shared[0] === figure ? -1 : 1) : 0;
      return svg`<g class=${`hex-figure ${figure.side} ${figure.active ? "active" : ""} ${figure.keeper ? "keeper" : ""}`} data-figure=${figure.id} transform=${`translate(${x + aside} ${y})`}>
        ${figure.active ? svg`<circle class="halo" r="0.74"></circle>` : nothing}
        ${figure.side === "blue" ? svg`<rect x="-0.5" y="-0.5" width="1" height="1" rx="0.22"></rect>` : svg`<circle r="0.55"></circle>`}
        ${figure.keeper ? svg`<path class="glove" d="M-0.3 0.36h0.6"></path>` : nothing}
        ${figure.card ? svg`<rect class=${`card ${figure.card}`} x="0.28" y="-0.72" width="0.26" height="0.38" rx="0.04"></rect>` : nothing}
        <text aria-hidden="true">${figure.number}</text><title>${figure.name}</title></g>`;
    });
  }

  ball() {
    const { ball, figures } = this.shown;
    if (!ball.cell) return nothing;
    const [x, y] = this.at(this.middles.get(ball.cell));
    const taken = figures.some(({ cell }) => cell === ball.cell);
    const shift = taken ? [0.5, 0.42] : [0, 0];
    return svg`<circle class=${`hex-ball ${ball.carrier ? "" : "loose"}`} data-ball=${ball.cell} cx=${x + shift[0]} cy=${y + shift[1]} r="0.26"></circle>`;
  }

  activate(name) {
    this.focused = name;
    this.onActivate(name);
  }

  onKey(event) {
    const name = event.target.dataset?.cell;
    if (!name) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.activate(name);
      return;
    }
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    const from = this.at(this.middles.get(name));
    const next = Array.from(this.shown.offers.keys(), (one) => {
      const [dx, dy] = this.at(this.middles.get(one)).map((part, n) => part - from[n]);
      const along = dx * way[0] + dy * way[1];
      return { one, along, far: Math.hypot(dx, dy) + 2 * Math.abs(dx * way[1] + dy * way[0]) };
    }).filter(({ along }) => along > 0.3).sort((one, other) => one.far - other.far)[0];
    if (!next) return;
    this.focused = next.one;
    this.draw();
    this.host.querySelector(`[data-cell="${next.one}"]`).focus();
  }
}
