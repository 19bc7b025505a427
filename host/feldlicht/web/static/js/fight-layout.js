/** Where everything of the ring's picture lies, in pixels of the screen: lamps of ring and strip, and names beside them. */

import { STRIP_COUNT } from "./cells.js";

/** From this shape on there is room for the strip at the ring's left; narrower pictures have it above. */
const WIDE = 1.25;
const NUMBERS_APART = 2.1;

const within = (low, value, high) => Math.min(high, Math.max(low, value));

/**
 * Lay out a picture of `width` × `height` with a circle of `fields`.
 * @returns {{wide, font, line, lamp, numbers: {font, radius, every}, centre: {x, y}, radius, ring: {x, y, turn}[], strip: {x, y}[]}}
 */
export function ringPlace(width, height, fields) {
  const wide = width > height * WIDE;
  const font = within(11, Math.min(height / 38, width / 30), 28);
  const line = font * 1.3;
  // Room for names: beside the ring, and at its left those of the strip, which most of all have a sign.
  const label = font * (wide ? 5.2 : 4.6);
  const column = wide ? font * (height > 500 ? 9.5 : 7) : 0;
  const step = wide ? Math.min(height / 8, font * 4.4) : width / STRIP_COUNT;
  const stripLamp = Math.min(step * 0.36, font * 1.2);
  const head = font * 1.5 + stripLamp * 1.3;
  const rows = wide ? 0 : head + stripLamp + line * 2.3;
  const sides = 2 * label + column + (wide ? stripLamp : 0);
  const radius = Math.max(40, Math.min((width - sides) / 2 - font / 2, (height - rows) / 2 - font * 1.4) / 1.1);
  const lamp = Math.min(radius * 0.1, (radius * Math.PI * 0.8) / fields);
  const spare = width - 2 * radius * 1.1 - sides;
  const centre = {
    x: wide ? width - label - radius * 1.1 - spare / 3 : width / 2,
    y: rows + (height - rows) / 2,
  };
  const ring = Array.from({ length: fields }, (_, at) => {
    const turn = ((at + 0.5) / fields) * 2 * Math.PI - Math.PI / 2;
    return { turn, x: centre.x + radius * Math.cos(turn), y: centre.y + radius * Math.sin(turn) };
  });
  // The entry leads up to the ring, or from the left: field 0 is the one nearest to field 1.
  const strip = Array.from({ length: STRIP_COUNT }, (_, at) => (wide
    ? { x: column + spare / 4, y: centre.y + (STRIP_COUNT / 2 - 0.5 - at) * step }
    : { x: (at + 0.5) * step, y: head }));
  const numbersFont = within(10, radius * 0.06, 24);
  const inner = radius - radius * 0.14 - numbersFont * 0.75;
  const every = [1, 2, 3, 4, 6, 12, 24].find((one) => (one * inner * 2 * Math.PI) / fields > numbersFont * NUMBERS_APART) ?? 24;
  return { wide, font, line, lamp, stripLamp, numbers: { font: numbersFont, radius: inner, every }, centre, radius, ring, strip, step, width, height };
}

/**
 * Put blocks below each other as near as may be to where they would like to be: `blocks` have `wish` (their middle) and
 * `size`; returns the middles, in the same order. They begin at `low` and end at `high` if that is possible at all.
 */
export function stacked(blocks, low, high) {
  const order = blocks.map((_, at) => at).sort((one, two) => blocks[one].wish - blocks[two].wish);
  const tops = [];
  let free = low;
  for (const at of order) {
    tops[at] = Math.max(free, blocks[at].wish - blocks[at].size / 2);
    free = tops[at] + blocks[at].size;
  }
  let end = high;
  for (const at of [...order].reverse()) {
    tops[at] = Math.min(tops[at], end - blocks[at].size);
    end = tops[at];
  }
  return blocks.map(({ size }, at) => tops[at] + size / 2);
}

/** How many lines each of several lists may have so that all fit in `room` lines: the longest give up theirs first. */
export function shortened(lengths, room) {
  const left = [...lengths];
  let sum = left.reduce((all, one) => all + one, 0);
  while (sum > room) {
    const most = Math.max(...left);
    if (most <= 1) break;
    left[left.indexOf(most)] -= 1;
    sum -= 1;
  }
  return left;
}
