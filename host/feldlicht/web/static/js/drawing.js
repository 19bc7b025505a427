/** Small helpers for SVG made by hand, and the shapes of figures and of the table itself. */

import { CELL_COUNT, COLUMNS, ROWS, cellCalled, columnOf, rowName, rowOf } from "./cells.js";
import { FRAME_RADIUS, RING_RADIUS } from "./geometry.js";

const SVG = "http://www.w3.org/2000/svg";

/** New SVG element with attributes and children. */
export function shape(tag, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}

// A shield lying on its side, its tip to the right; one unit is one cell.
const SHIELD = "M-.33-.33H.02C.2-.31.34-.13.41 0 .34.13.2.31.02.33H-.33C-.27.12-.27-.12-.33-.33Z";
const SHIELD_INNER = "M-.26-.25H.01C.15-.24.26-.1.32 0 .26.1.15.24.01.25H-.26C-.21.09-.21-.09-.26-.25Z";

/** A figure as a shield with its letter; `angle` turns the tip, the letter stays upright. */
export function shield(side, letter, angle) {
  const turned = `rotate(${angle})`;
  const radians = (angle * Math.PI) / 180;
  const text = shape("text", {
    class: "letter", x: (-0.02 * Math.cos(radians)).toFixed(3), y: (-0.02 * Math.sin(radians)).toFixed(3), dy: "0.118",
  }, letter);
  return shape("g", { class: `figure ${side}` },
    shape("path", { class: "shade", d: SHIELD, transform: `translate(.03 .055) ${turned}` }),
    shape("path", { class: "body", d: SHIELD, transform: turned, fill: `url(#metal-${side})` }),
    shape("path", { class: "inlay", d: SHIELD_INNER, transform: turned }),
    text);
}

/** A magnet that nobody can name: a disc that shows its pole. */
export function disc(pole) {
  return shape("g", { class: `magnet ${pole === "N" ? "yellow" : "blue"}` },
    shape("circle", { class: "shade", cx: 0.03, cy: 0.055, r: 0.3 }),
    shape("circle", { class: "body", r: 0.3, fill: "url(#steel)" }),
    shape("circle", { class: "inlay", r: 0.23 }),
    shape("text", { class: "letter", dy: "0.118" }, pole));
}

/** Where a figure should stand and does not. */
export function ghost(side, letter, angle) {
  return shape("g", { class: `ghost ${side}` },
    shape("path", { d: SHIELD, transform: `rotate(${angle})` }),
    shape("text", { class: "letter", dy: "0.118" }, letter));
}

function metal(id, light, middle, dark) {
  return shape("linearGradient", { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    shape("stop", { offset: 0, "stop-color": light }),
    shape("stop", { offset: 0.55, "stop-color": middle }),
    shape("stop", { offset: 1, "stop-color": dark }));
}

/** Gradients that figures use; once a picture. */
export function figurePaints() {
  return shape("defs", {},
    metal("metal-yellow", "#ffe28a", "#f3bf35", "#c98a12"),
    metal("metal-blue", "#8fb4ff", "#3f74e6", "#2048ab"),
    metal("steel", "#9aa1a9", "#5f666e", "#33383d"));
}

function tablePaints(frame) {
  return shape("defs", {},
    shape("clipPath", { id: "inside" }, shape("rect", { ...frame, rx: FRAME_RADIUS })),
    metal("wood", "#5a3d27", "#412a1a", "#2a1a10"),
    metal("brass", "#e6c983", "#b08f4a", "#7b5f2a"),
    shape("radialGradient", { id: "vignette", cx: 0.5, cy: 0.45, r: 0.75 },
      shape("stop", { offset: 0.55, "stop-color": "#000", "stop-opacity": 0 }),
      shape("stop", { offset: 1, "stop-color": "#000", "stop-opacity": 0.42 })));
}

function grain(place) {
  const lines = shape("g", { class: "grain", "clip-path": "url(#inside)" });
  for (let n = 0; n < 26; n += 1) {
    const y = ((n + 0.5) / 26) * place.height;
    const sway = Math.sin(n * 2.3) * 0.22;
    const third = place.width / 3;
    lines.append(shape("path", {
      d: `M0 ${y.toFixed(2)}C${third.toFixed(2)} ${(y + sway).toFixed(2)} ${(2 * third).toFixed(2)} ${(y - sway).toFixed(2)} ${place.width} ${y.toFixed(2)}`,
    }));
  }
  return lines;
}

function pitch(place) {
  const { field } = place;
  const middle = { x: field.x + field.width / 2, y: field.y + field.height / 2 };
  const line = place.portrait
    ? `M${field.x} ${middle.y}H${field.x + field.width}`
    : `M${middle.x} ${field.y}V${field.y + field.height}`;
  return shape("g", { class: "pitch" },
    shape("rect", { x: field.x, y: field.y, width: field.width, height: field.height, rx: 0.1 }),
    shape("path", { d: line }),
    shape("circle", { cx: middle.x, cy: middle.y, r: 1.5 }),
    shape("circle", { class: "spot", cx: middle.x, cy: middle.y, r: 0.09 }));
}

function labels(place) {
  const group = shape("g", { class: "labels" });
  const { field } = place;
  const put = (text, x, y) => group.append(shape("text", { x, y, dy: "0.11" }, text));
  for (let row = 0; row < ROWS; row += 1) {
    const at = place.centre(row * COLUMNS);
    if (place.portrait) {
      put(rowName(row), at.x, field.y - 0.42);
      put(rowName(row), at.x, field.y + field.height + 0.42);
    } else {
      put(rowName(row), field.x - 0.45, at.y);
      put(rowName(row), field.x + field.width + 0.45, at.y);
    }
  }
  for (let column = 0; column < COLUMNS; column += 1) {
    const at = place.centre(column);
    if (place.portrait) {
      put(column + 1, field.x - 0.45, at.y);
      put(column + 1, field.x + field.width + 0.45, at.y);
    } else {
      put(column + 1, at.x, field.y - 0.42);
      put(column + 1, at.x, field.y + field.height + 0.42);
    }
  }
  return group;
}

function lamps(place) {
  const group = shape("g", { class: "console" });
  const { console: plate, ringCentre } = place;
  group.append(
    shape("rect", { class: "plate", x: plate.x, y: plate.y, width: plate.width, height: plate.height, rx: plate.height / 2 }),
    shape("circle", { class: "dial", cx: ringCentre.x, cy: ringCentre.y, r: RING_RADIUS }),
    shape("circle", { class: "hub", cx: ringCentre.x, cy: ringCentre.y, r: RING_RADIUS * 0.62 }));
  [...place.ring, ...place.strip].forEach(({ x, y }) => group.append(shape("circle", { class: "lamp", cx: x, cy: y, r: 0.085 })));
  group.append(shape("text", { class: "brand", x: ringCentre.x + 2.62, y: ringCentre.y, dy: "0.11", fill: "url(#brass)" }, "FELDLICHT"));
  return group;
}

/** The table without light and figures. `marks`: {zone, field: cell names, goals: {yellow, blue}} of the game shown. */
export function table(place, marks) {
  const zone = new Set((marks.zone ?? []).map(cellCalled));
  const goals = new Map();
  for (const side of ["yellow", "blue"]) for (const name of marks.goals?.[side] ?? []) goals.set(cellCalled(name), side);
  const field = marks.field && new Set(marks.field.map(cellCalled));
  const cells = shape("g", { class: "turf" });
  for (let cell = 0; cell < CELL_COUNT; cell += 1) {
    const { x, y } = place.centre(cell);
    const kind = goals.has(cell) ? `goal ${goals.get(cell)}` : (rowOf(cell) + columnOf(cell)) % 2 ? "even" : "odd";
    const outside = field && !field.has(cell) ? " outside" : "";
    cells.append(shape("rect", { class: kind + outside, x: x - 0.475, y: y - 0.475, width: 0.95, height: 0.95, rx: 0.11 }));
    if (goals.has(cell)) {
      cells.append(shape("path", { class: "net", d: `M${x - 0.47} ${y - 0.235}h.94M${x - 0.47} ${y}h.94M${x - 0.47} ${y + 0.235}h.94M${x - 0.235} ${y - 0.47}v.94M${x} ${y - 0.47}v.94M${x + 0.235} ${y - 0.47}v.94` }));
    }
    if (zone.has(cell)) {
      cells.append(shape("rect", { class: "zone", x: x - 0.41, y: y - 0.41, width: 0.82, height: 0.82, rx: 0.08 }));
      cells.append(shape("path", { class: "zone", d: `M${x - 0.36} ${y + 0.08}l.44-.44M${x - 0.36} ${y + 0.36}l.72-.72M${x - 0.08} ${y + 0.36}l.44-.44` }));
    }
  }
  const frame = { x: 0, y: 0, width: place.width, height: place.height };
  const bed = { x: place.field.x - 0.14, y: place.field.y - 0.14, width: place.field.width + 0.28, height: place.field.height + 0.28 };
  return shape("g", {},
    tablePaints(frame),
    shape("rect", { class: "frame", ...frame, rx: FRAME_RADIUS, fill: "url(#wood)" }),
    grain(place),
    shape("rect", { class: "frame-edge", x: 0.02, y: 0.02, width: place.width - 0.04, height: place.height - 0.04, rx: FRAME_RADIUS }),
    shape("rect", { class: "bed", ...bed, rx: 0.22 }),
    cells,
    field ? "" : pitch(place),
    labels(place),
    lamps(place),
    shape("rect", { ...frame, rx: FRAME_RADIUS, fill: "url(#vignette)" }));
}
