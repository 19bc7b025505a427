/** Light: the LED bytes as the firmware clocks them out, and how a screen shows them. */

import { CELL_COUNT, RING_COUNT, STRIP_COUNT, cellName } from "./cells.js";

// An LED's bytes are linear light and the eye is not: without a curve dim LEDs would be black on a screen. Brightness
// gets the whole curve, the mixture of the channels a flatter one, so that colours stay as full as on the table.
const BRIGHTNESS_CURVE = 1 / 2.2;
const MIXTURE_CURVE = 1 / 1.5;
const PEAK_MS = 1600;

/** Lamps in one flat list: 144 cells, 24 of the ring, 6 of the strip; three bytes each. */
export const LAMP_COUNT = CELL_COUNT + RING_COUNT + STRIP_COUNT;
export const FIRST_RING = CELL_COUNT;
export const FIRST_STRIP = CELL_COUNT + RING_COUNT;

function putHex(bytes, offset, hex) {
  for (let index = 0; index * 2 < hex.length; index += 1) {
    bytes[offset + index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  }
}

/** Bytes of a `lights` event: hex texts `cells`, `ring`, `strip`. */
export function fromEvent(data) {
  const bytes = new Uint8Array(LAMP_COUNT * 3);
  putHex(bytes, 0, data.cells);
  putHex(bytes, FIRST_RING * 3, data.ring);
  putHex(bytes, FIRST_STRIP * 3, data.strip);
  return bytes;
}

/** Bytes of the answer of `GET …/sim/lights`: `cells` by name, `ring` and `strip` as lists. */
export function fromAnswer(data) {
  const bytes = new Uint8Array(LAMP_COUNT * 3);
  for (let cell = 0; cell < CELL_COUNT; cell += 1) bytes.set(data.cells[cellName(cell)], cell * 3);
  data.ring.forEach((rgb, lamp) => bytes.set(rgb, (FIRST_RING + lamp) * 3));
  data.strip.forEach((rgb, lamp) => bytes.set(rgb, (FIRST_STRIP + lamp) * 3));
  return bytes;
}

/** Colour on the wire of one lamp, six hex digits; "" when dark. */
export function wireColour(bytes, lamp) {
  const [red, green, blue] = bytes.subarray(lamp * 3, lamp * 3 + 3);
  if (!(red | green | blue)) return "";
  return [red, green, blue].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Colour on the screen of one lamp: [red, green, blue] 0–255. */
export function screenColour(bytes, lamp) {
  const channels = bytes.subarray(lamp * 3, lamp * 3 + 3);
  const most = Math.max(...channels);
  if (most === 0) return [0, 0, 0];
  const brightness = 255 * (most / 255) ** BRIGHTNESS_CURVE;
  return Array.from(channels, (byte) => Math.round(brightness * (byte / most) ** MIXTURE_CURVE));
}

/** For people who want less motion: every lamp keeps its brightest recent colour, so that patterns stand still. */
export class Peaks {
  constructor() {
    this.bytes = new Uint8Array(LAMP_COUNT * 3);
    this.since = new Float64Array(LAMP_COUNT);
  }

  hold(bytes, now) {
    for (let lamp = 0; lamp < LAMP_COUNT; lamp += 1) {
      const at = lamp * 3;
      const power = bytes[at] + bytes[at + 1] + bytes[at + 2];
      const held = this.bytes[at] + this.bytes[at + 1] + this.bytes[at + 2];
      if (power >= held || now - this.since[lamp] > PEAK_MS) {
        this.bytes.set(bytes.subarray(at, at + 3), at);
        this.since[lamp] = now;
      }
    }
    return this.bytes;
  }
}

function glow(context, x, y, colour, radius, strength) {
  const [red, green, blue] = colour;
  const shade = (alpha) => `rgba(${red}, ${green}, ${blue}, ${alpha * strength})`;
  const gradient = context.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, shade(0.9));
  gradient.addColorStop(0.3, shade(0.5));
  gradient.addColorStop(0.6, shade(0.16));
  gradient.addColorStop(1, shade(0));
  context.fillStyle = gradient;
  context.fillRect(x - radius, y - radius, 2 * radius, 2 * radius);
}

function frosted(context, x, y, [red, green, blue]) {
  const gradient = context.createRadialGradient(x, y, 0, x, y, 0.66);
  const lift = (channel) => Math.round(channel + (255 - channel) * 0.14);
  gradient.addColorStop(0, `rgba(${lift(red)}, ${lift(green)}, ${lift(blue)}, 1)`);
  gradient.addColorStop(0.35, `rgba(${red}, ${green}, ${blue}, 0.92)`);
  gradient.addColorStop(1, `rgba(${red}, ${green}, ${blue}, 0.5)`);
  return gradient;
}

/** Paint all lamps on a canvas that covers the picture of `place` (see geometry.js). */
export function paint(canvas, bytes, place) {
  const context = canvas.getContext("2d");
  const unit = canvas.width / place.width;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(unit, 0, 0, unit, 0, 0);
  for (let lamp = 0; lamp < LAMP_COUNT; lamp += 1) {
    const at = lamp * 3;
    if (!(bytes[at] | bytes[at + 1] | bytes[at + 2])) continue;
    const colour = screenColour(bytes, lamp);
    const isCell = lamp < FIRST_RING;
    const { x, y } = isCell ? place.centre(lamp) : lamp < FIRST_STRIP ? place.ring[lamp - FIRST_RING] : place.strip[lamp - FIRST_STRIP];
    // Light adds up only where it leaks; a lamp itself must not wash out to another hue.
    context.globalCompositeOperation = "lighter";
    glow(context, x, y, colour, isCell ? 1.2 : 0.4, isCell ? 0.4 : 0.6);
    context.globalCompositeOperation = "source-over";
    context.beginPath();
    if (isCell) {
      // The frosted square spreads the light over the whole cell.
      context.roundRect(x - 0.465, y - 0.465, 0.93, 0.93, 0.11);
      context.fillStyle = frosted(context, x, y, colour);
    } else {
      context.arc(x, y, 0.09, 0, 2 * Math.PI);
      context.fillStyle = `rgb(${colour.join(", ")})`;
    }
    context.fill();
  }
}
