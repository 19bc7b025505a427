/** The clocks: what the host told of them, run on by its own time, as far as that is known here. */

import { announce } from "./page.js";
import { t } from "./texts.js";
import { sideName } from "./words.js";

const LAST_MS = 10_000;
const HEARD = 8;
const STEP_MS = 100;
const SIDES = ["yellow", "blue"];

/** The host's time, told every few seconds and late by the way here: the least late word counts. */
export class HostTime {
  constructor(now = Date.now) {
    this.here = now;
    this.ahead = [];
  }

  heard(at) {
    this.ahead.push(at - this.here());
    if (this.ahead.length > HEARD) this.ahead.shift();
  }

  now() {
    return this.here() + (this.ahead.length > 0 ? Math.max(...this.ahead) : 0);
  }
}

/** What is left of a clock at a host time, in ms: {yellow, blue, match}, each undefined where there is none. */
export function left(clock, now) {
  const spent = clock.running === null ? 0 : clock.ran + (clock.since === null ? 0 : Math.max(0, now - clock.since));
  const of = (side) => (clock.left ? Math.max(0, clock.left[side] - (side === clock.running ? spent : 0)) : undefined);
  return { yellow: of("yellow"), blue: of("blue"), match: clock.match === null ? undefined : Math.max(0, clock.match - spent) };
}

/** 1:02:03, 4:05; of the last ten seconds tenths too: 9.4. Whole seconds are rounded up: 0 means that it is over. */
export function timeText(ms) {
  if (ms < LAST_MS) return (Math.ceil(ms / 100) / 10).toFixed(1);
  const seconds = Math.ceil(ms / 1000);
  const two = (number) => String(number).padStart(2, "0");
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${two(minutes)}` : minutes}:${two(seconds % 60)}`;
}

const make = (tag, className) => Object.assign(document.createElement(tag), { className });

/** The clocks on a page: an element of its own, brought up to date ten times a second while one runs. */
export class Clocks {
  constructor(state) {
    this.state = state;
    this.warned = new Set();
    this.element = make("section", "clocks");
    this.element.setAttribute("aria-label", t("page.clock.label"));
    this.faces = new Map(["yellow", "match", "blue"].map((which) => {
      const face = make("span", `clock ${which}`);
      face.setAttribute("role", "timer");
      face.dataset.clock = which;
      const time = make("span", "clock-time");
      const told = make("span", "clock-told");
      face.append(time, told);
      this.element.append(face);
      return [which, { face, time, told }];
    }));
    setInterval(() => this.show(), STEP_MS);
  }

  show() {
    const { session, time: hostTime } = this.state;
    const clock = session?.clock;
    this.element.hidden = !clock;
    if (!clock) return;
    const all = left(clock, hostTime.now());
    for (const [which, { face, time, told }] of this.faces) {
      const ms = all[which];
      face.hidden = ms === undefined;
      if (ms === undefined) continue;
      const due = clock.running !== null && (which === "match" || which === clock.running);
      const runs = due && clock.since !== null;
      face.classList.toggle("runs", runs);
      face.classList.toggle("last", ms < LAST_MS);
      const text = timeText(ms);
      if (time.textContent !== text) time.textContent = text;
      const word = due && !runs ? t("page.clock.stands") : which === "match" ? t("page.clock.match") : runs ? t("page.clock.runs") : "";
      if (told.textContent !== word) told.textContent = word;
      this.warn(which, runs && ms < LAST_MS);
    }
  }

  /** Said once each time that it comes to that. */
  warn(which, now) {
    if (!now) this.warned.delete(which);
    else if (!this.warned.has(which)) {
      this.warned.add(which);
      announce(SIDES.includes(which) ? t("page.clock.last", { side: sideName(which) }) : t("page.clock.last_of_match"));
    }
  }
}
