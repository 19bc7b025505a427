/**
 * The picture of ring and strip, in the very light that the firmware gives where its bytes are known, else drawn from
 * the view. Names stand beside the fields, the moment in the middle. It knows no rules: others tell it what to show.
 */

import { html, nothing, render } from "../vendor/lit-html.js";
import { RING_COUNT, STRIP_COUNT } from "./cells.js";
import { ringPlace, shortened, stacked } from "./fight-layout.js";
import { byField, described, headline, ini, pointer, sign } from "./fight-said.js";
import { FIRST_RING, FIRST_STRIP, Peaks, screenColour, wireColour } from "./lights.js";
import { t } from "./texts.js";

const LESS_MOTION = matchMedia("(prefers-reduced-motion: reduce)");
const SVG = "http://www.w3.org/2000/svg";
/** Lines of names below a field of a strip that lies flat. */
const FLAT_LINES = 2;
const LOWEST = 1 - STRIP_COUNT;

function shape(name, attributes, ...children) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/** A lamp's light: it fills its field and leaks a little. */
function glow(context, { x, y }, radius, [red, green, blue]) {
  const shade = (alpha) => `rgba(${red}, ${green}, ${blue}, ${alpha})`;
  const gradient = context.createRadialGradient(x, y, radius * 0.6, x, y, radius * 2);
  gradient.addColorStop(0, shade(0.6));
  gradient.addColorStop(1, shade(0));
  context.globalCompositeOperation = "lighter";
  context.fillStyle = gradient;
  context.fillRect(x - 2 * radius, y - 2 * radius, 4 * radius, 4 * radius);
  context.globalCompositeOperation = "source-over";
  context.beginPath();
  context.arc(x, y, radius * 0.92, 0, 2 * Math.PI);
  context.fillStyle = shade(1);
  context.fill();
}

/** A field's figures as parts of a disc, in their order, from the top. */
function parts({ x, y }, radius, figures) {
  if (figures.length === 1) return [shape("circle", { class: `figure-${figures[0].colour}`, cx: x, cy: y, r: radius })];
  const edge = (share) => {
    const turn = share * 2 * Math.PI - Math.PI / 2;
    return `${x + radius * Math.cos(turn)} ${y + radius * Math.sin(turn)}`;
  };
  return figures.map(({ colour }, at) => shape("path", {
    class: `figure-${colour}`,
    d: `M${x} ${y}L${edge(at / figures.length)}A${radius} ${radius} 0 0 1 ${edge((at + 1) / figures.length)}Z`,
  }));
}

/** A name and the number at its end, which must stay even where there is no room for the name. */
const parted = (label) => [label.replace(/\d+$/, ""), /\d*$/.exec(label)[0]].filter(Boolean);

export class RingPicture {
  constructor(host) {
    this.host = host;
    this.peaks = new Peaks();
    host.classList.add("ring-picture");
    host.setAttribute("role", "img");
    this.base = shape("svg", { class: "ring-base" });
    this.canvas = document.createElement("canvas");
    this.top = shape("svg", { class: "ring-top" });
    this.names = document.createElement("div");
    this.centre = document.createElement("div");
    this.centre.className = "ring-centre";
    host.replaceChildren(this.base, this.canvas, this.top, this.names, this.centre);
    new ResizeObserver(() => this.lay()).observe(host);
    this.lay();
  }

  get fields() {
    return this.fight?.settings.fields ?? RING_COUNT;
  }

  /** Bytes are of a ring of 24 lamps only. */
  get light() {
    return this.fields === RING_COUNT ? this.bytes : undefined;
  }

  /** The fight as the page may know it, undefined while there is none. */
  show(fight) {
    const other = (fight?.settings.fields ?? RING_COUNT) !== this.fields;
    this.fight = fight;
    this.told = true;
    if (other) this.lay();
    else this.draw();
  }

  /** Bytes of all lamps (see lights.js), undefined where nobody tells them. */
  showLights(bytes) {
    if (bytes && this.bytes && bytes.every((byte, at) => byte === this.bytes[at])) return;
    const other = (bytes === undefined) !== (this.bytes === undefined);
    this.bytes = bytes;
    if (other) this.draw();
    else this.paintLights();
  }

  /** Lay everything out for the room that there is. */
  lay() {
    const { clientWidth: width, clientHeight: height } = this.host;
    if (!width || !height) return;
    this.place = ringPlace(width, height, this.fields);
    for (const svg of [this.base, this.top]) svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const dots = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * dots);
    this.canvas.height = Math.round(height * dots);
    const { centre, radius, font, numbers } = this.place;
    const put = (name, value) => this.host.style.setProperty(name, `${value}px`);
    put("--ring-font", font);
    put("--number-font", numbers.font);
    put("--centre-x", centre.x);
    put("--centre-y", centre.y);
    put("--centre-width", radius * 1.22);
    this.drawBase();
    this.draw();
  }

  /** Where a field's lamp is: {x, y, radius}. */
  lamp({ part, number }) {
    const { ring, strip, lamp, stripLamp } = this.place;
    return part === "ring" ? { ...ring[number - 1], radius: lamp } : { ...strip[number - LOWEST], radius: stripLamp };
  }

  drawBase() {
    const { ring, strip, lamp, stripLamp, numbers, centre, radius, wide } = this.place;
    const wells = [...ring.map((at) => [at, lamp]), ...strip.map((at) => [at, stripLamp])]
      .map(([{ x, y }, r]) => shape("circle", { class: "well", cx: x, cy: y, r }));
    const number = (x, y, value) => shape("text", { x, y, class: "number" }, document.createTextNode(ini(value)));
    const counted = ring.flatMap(({ turn }, at) => ((at + 1) % numbers.every === 0
      ? [number(centre.x + numbers.radius * Math.cos(turn), centre.y + numbers.radius * Math.sin(turn), at + 1)] : []));
    const beside = strip.map(({ x, y }, at) => (wide
      ? number(x + stripLamp * 1.35 + numbers.font * 0.8, y, at + LOWEST) : number(x, y - stripLamp * 1.3 - numbers.font * 0.7, at + LOWEST)));
    const ends = [strip[0], strip.at(-1)];
    const track = shape("path", { class: "track", "stroke-width": stripLamp * 2.5, d: `M${ends[0].x} ${ends[0].y}L${ends[1].x} ${ends[1].y}` });
    const circle = shape("circle", { class: "track", "stroke-width": lamp * 2.5, cx: centre.x, cy: centre.y, r: radius });
    this.base.replaceChildren(track, circle, ...wells, ...counted, ...beside);
  }

  draw() {
    if (!this.place) return;
    const { fight } = this;
    const fields = fight ? byField(fight) : new Map();
    const at = fight && pointer(fight);
    this.host.setAttribute("aria-label", fight ? described(fight) : t(this.told ? "page.ring.none" : "page.live.connecting"));
    this.host.dataset.pointer = at ? `${at.field.part}${at.field.number}` : "";
    this.host.dataset.painted = this.light ? "light" : "view";
    const drawn = this.light ? [] : [...fields.values()].map((figures) => this.figures(figures));
    const lines = [];
    this.nameFields(fields, lines);
    this.top.replaceChildren(...drawn, ...lines, ...(at ? this.needle(at) : []));
    this.sayMoment();
    this.paintLights();
  }

  /** A field's figures where no light is known: who is further on than the field says has a gap round it. */
  figures(figures) {
    const { radius, ...at } = this.lamp(figures[0].field);
    const apart = figures.every((one) => sign(one) !== "");
    return shape("g", { class: apart ? "apart" : "" }, ...parts(at, radius * (apart ? 0.62 : 0.92), figures));
  }

  /** The pointer: a wedge and a thick ring round the field, hollow while it rests. */
  needle({ field, kind }) {
    const { x, y, radius } = this.lamp(field);
    const { centre, numbers, wide } = this.place;
    const onRing = field.part === "ring";
    const turn = onRing ? this.place.ring[field.number - 1].turn : wide ? Math.PI : Math.PI / 2;
    const away = onRing ? { ...centre, far: numbers.radius - numbers.font * 0.8 }
      : wide ? { x: x + radius * 1.3 + numbers.font * 3.2, y, far: numbers.font * 1.1 } : { x, y: y - radius - numbers.font * 1.5, far: 0 };
    const size = Math.max(this.place.radius * 0.13, 10);
    const point = (far, side) => `${away.x + far * Math.cos(turn) - side * Math.sin(turn)} ${away.y + far * Math.sin(turn) + side * Math.cos(turn)}`;
    const wedge = `M${point(away.far, 0)}L${point(away.far - size, size * 0.6)}L${point(away.far - size, -size * 0.6)}Z`;
    return [
      shape("circle", { class: `pointer ${kind}`, cx: x, cy: y, r: Math.max(radius * 1.22, 5), "stroke-width": Math.max(radius * 0.24, 2.5) }),
      ...(onRing || wide ? [shape("path", { class: `wedge ${kind}`, d: wedge })] : []),
    ];
  }

  sayMoment() {
    const { fight } = this;
    // Nobody has said yet whether there is one.
    if (!this.told) return;
    const { kind, head, over, help } = fight ? headline(fight) : { kind: "none", head: t("page.ring.none"), over: "", help: "" };
    this.host.dataset.moment = kind;
    render(html`${over && this.place.radius > 90 ? html`<span class="ring-over">${over}</span>` : nothing}<strong>${head}</strong>
      ${help && this.place.radius > 150 ? html`<span class="ring-over">${help}</span>` : nothing}`, this.centre);
  }

  // ---- names beside their fields

  nameFields(fields, lines) {
    const rows = [...fields.values()].map((figures) => ({ figures, field: figures[0].field }));
    const { wide, centre, height, line, stripLamp } = this.place;
    const labels = [];
    const onRing = rows.filter(({ field }) => field.part === "ring");
    for (const right of [true, false]) {
      const side = onRing.filter(({ field }) => this.lamp(field).x >= centre.x === right);
      labels.push(...this.besideRing(side, right, wide ? 4 : this.place.strip[0].y + stripLamp + line * 2.3, height - 4, lines));
    }
    const onStrip = rows.filter(({ field }) => field.part === "strip");
    labels.push(...(wide ? this.besideStrip(onStrip, lines) : onStrip.map((row) => this.belowStrip(row))));
    this.names.replaceChildren(...labels);
  }

  besideRing(rows, right, low, high, lines) {
    const { centre, radius, lamp, line, width, strip, stripLamp, wide, numbers } = this.place;
    const counts = shortened(rows.map(({ figures }) => figures.length), Math.floor((high - low) / line));
    const reach = radius + lamp * 1.9;
    const blocks = rows.map(({ field }, at) => ({ wish: centre.y + reach * Math.sin(this.place.ring[field.number - 1].turn), size: counts[at] * line }));
    const sign = right ? 1 : -1;
    return stacked(blocks, low, high).map((middle, at) => {
      const lampAt = this.lamp(rows[at].field);
      // Room enough for the line of the block that comes nearest to the circle's height.
      const nearest = Math.max(0, Math.abs(middle - centre.y) - blocks[at].size / 2);
      const out = Math.max(nearest < reach ? Math.sqrt(reach ** 2 - nearest ** 2) : 0, Math.abs(lampAt.x - centre.x) + lamp * 0.6);
      const x = centre.x + sign * out;
      const start = { x: lampAt.x + sign * lamp * 0.9 * Math.abs(Math.cos(lampAt.turn)), y: lampAt.y + lamp * 0.9 * Math.sin(lampAt.turn) };
      lines.push(shape("path", { class: "leader", d: `M${start.x} ${start.y}L${x} ${middle}` }));
      const left = wide ? strip[0].x + stripLamp + numbers.font * 2 : 0;
      return this.label(rows[at].figures, counts[at], { right, x: x + sign * 3, y: middle, room: right ? width - x - 5 : x - left - 5 });
    });
  }

  besideStrip(rows, lines) {
    const { stripLamp, line, height } = this.place;
    const counts = shortened(rows.map(({ figures }) => figures.length), Math.floor(height / line));
    const blocks = rows.map(({ field }, at) => ({ wish: this.lamp(field).y, size: counts[at] * line }));
    return stacked(blocks, 4, height - 4).map((middle, at) => {
      const { x, y } = this.lamp(rows[at].field);
      lines.push(shape("path", { class: "leader", d: `M${x - stripLamp * 0.9} ${y}L${x - stripLamp * 1.5} ${middle}` }));
      return this.label(rows[at].figures, counts[at], { right: false, x: x - stripLamp * 1.5 - 3, y: middle, room: x - stripLamp * 1.5 - 5 });
    });
  }

  belowStrip({ figures, field }) {
    const { step, stripLamp } = this.place;
    const { x, y } = this.lamp(field);
    const count = Math.min(FLAT_LINES, figures.length);
    return this.label(figures, count, { flat: true, x: x - step / 2 + 1, y: y + stripLamp * 1.4, room: step - 2 });
  }

  /** Names below each other, `count` lines of them; the last line tells how many more there are. */
  label(figures, count, { right = true, flat = false, x, y, room }) {
    const label = document.createElement("div");
    label.className = `ring-label ${flat ? "flat" : right ? "right" : "left"}`;
    const { field } = figures[0];
    label.dataset.field = `${field.part}${field.number}`;
    const shown = figures.length > count ? figures.slice(0, Math.max(1, count - 1)) : figures;
    const more = figures.length - shown.length;
    render(html`${shown.map((one, at) => html`<span class=${one.label === this.fight.turn ? "on" : ""}><i class="dot figure-${one.colour}"></i>${parted(one.label).map((part) => html`<b>${part}</b>`)}
      ${sign(one) ? html`<em>${sign(one)}</em>` : nothing}${more > 0 && count === 1 && at === 0 ? html`<em>+${more}</em>` : nothing}</span>`)}
      ${more > 0 && count > 1 ? html`<span>${t("page.ring.more", { count: more })}</span>` : nothing}`, label);
    const put = (name, value) => label.style.setProperty(name, `${value}px`);
    put(right || flat ? "left" : "right", right || flat ? x : this.place.width - x);
    put("top", y);
    put(flat ? "width" : "max-width", Math.max(24, room));
    return label;
  }

  // ---- light

  paintLights() {
    if (!this.place) return;
    const { light, place } = this;
    const context = this.canvas.getContext("2d");
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    if (!light) return;
    const bytes = LESS_MOTION.matches ? this.peaks.hold(light, performance.now()) : light;
    const dots = this.canvas.width / place.width;
    context.setTransform(dots, 0, 0, dots, 0, 0);
    const lamps = [...place.ring.map((at, lamp) => [at, place.lamp, FIRST_RING + lamp]), ...place.strip.map((at, lamp) => [at, place.stripLamp, FIRST_STRIP + lamp])];
    for (const [at, radius, lamp] of lamps) {
      if (wireColour(bytes, lamp)) glow(context, at, radius, screenColour(bytes, lamp));
    }
  }
}
