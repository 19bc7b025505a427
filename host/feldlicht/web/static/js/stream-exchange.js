/**
 * What the shared worker does: one stream for all pages that want the same (session, board, language and view), and
 * never more streams at once than leave the pages connections of their own.
 *
 * A view is part of a stream's address, so what one view is told never reaches a page of another.
 */

import { Stream } from "./stream-core.js";

/** Browsers allow six connections to a host; two are for pages and commands. */
export const MOST_STREAMS = 4;
/** Silent sweeps after which a page is gone. Sweeps are counted, not time: the whole computer may have slept. */
export const SILENT_SWEEPS = 10;
export const SWEEP_MS = 15_000;
export const TURN_MS = 1500;
export const BEAT_MS = 3000;

const BEAT = { type: "beat", data: null };

export class Exchange {
  /** `make(url, deliver)` returns a stream as in stream-core.js. */
  constructor(make = (url, deliver) => new Stream(url, deliver)) {
    this.make = make;
    this.topics = new Map();
  }

  /**
   * A page asks: "join" or "leave" a stream, "alive" (it is still there), "wake" (someone came back to it); "anew": this
   * browser's person has other rights now.
   */
  hear(port, { ask, url }) {
    if (ask === "anew") {
      for (const stream of this.streams) stream.anew();
      port.postMessage(BEAT);
      return;
    }
    if (ask === "leave") {
      this.leave(port, url);
      return;
    }
    const topic = this.topics.get(url);
    if (topic?.ports.has(port)) topic.ports.set(port, 0);
    else this.join(port, url);
    if (ask === "wake") this.wake(this.topics.get(url).stream);
    port.postMessage(BEAT);
  }

  join(port, url) {
    const topic = this.topics.get(url);
    if (topic) {
      topic.ports.set(port, 0);
      if (topic.stream.live !== undefined) port.postMessage({ type: topic.stream.live ? "open" : "lost", data: null });
      for (const [type, data] of topic.stream.missed()) port.postMessage({ type, data });
      return;
    }
    const ports = new Map([[port, 0]]);
    this.makeRoom();
    const stream = this.make(url, (type, data) => {
      for (const one of ports.keys()) one.postMessage({ type, data });
    });
    this.topics.set(url, { ports, stream });
  }

  leave(port, url) {
    const topic = this.topics.get(url);
    if (!topic?.ports.delete(port) || topic.ports.size > 0) return;
    topic.stream.close();
    this.topics.delete(url);
    this.turn();
  }

  wake(stream) {
    if (stream.resting) {
      this.makeRoom();
      stream.open();
    } else stream.wake();
  }

  get open() {
    return this.streams.filter(({ resting }) => !resting);
  }

  get streams() {
    return [...this.topics.values()].map(({ stream }) => stream);
  }

  /** Have the stream that was open longest rest if one more would be too many. */
  makeRoom() {
    const open = this.open.sort(longestFirst);
    if (open.length >= MOST_STREAMS) open[0].rest();
  }

  /** More streams than connections take turns: each catches up when it is open, and rests in between. */
  turn() {
    const resting = this.streams.filter((stream) => stream.resting).sort(longestFirst);
    // Whoever has not been told anything yet is in the middle of its turn.
    const done = this.open.filter(({ greeted }) => greeted).sort(longestFirst);
    let free = MOST_STREAMS - this.open.length;
    for (const stream of resting) {
      if (free > 0) free -= 1;
      else if (done.length > 0) done.shift().rest();
      else return;
      stream.open();
    }
  }

  /** Pages tell a silent host from a worker that is gone by this. */
  beat() {
    for (const { ports } of this.topics.values()) for (const port of ports.keys()) port.postMessage(BEAT);
  }

  /** Forget pages that went without a word. */
  sweep() {
    for (const [url, { ports }] of [...this.topics]) {
      for (const [port, silent] of [...ports]) {
        if (silent >= SILENT_SWEEPS) this.leave(port, url);
        else ports.set(port, silent + 1);
      }
    }
  }
}

const longestFirst = (one, other) => one.begun - other.begun;
