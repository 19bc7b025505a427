/**
 * One stream of server-sent events that never gives up. Runs in the shared worker, or in a page where there is none.
 *
 * An EventSource is closed for ever by one answer that is not 200, so it is made anew with backoff and jitter; a
 * stream that says nothing for longer than the host's ticks allow counts as dead, whatever its state says.
 */

export const EVENTS = ["snapshot", "entry", "hands", "board", "settings", "magnets", "lights", "tick", "bye"];
export const SILENCE_MS = 6000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5000;
const LOOK_MS = 500;

/** Events whose newest one a page that joins late still needs. */
const KEPT = ["snapshot", "board", "magnets", "lights"];

export class Stream {
  /** `deliver(type, data)` gets every event, and `("open" | "lost")` when the connection changes. */
  constructor(url, deliver) {
    this.url = url;
    this.deliver = deliver;
    this.kept = new Map();
    this.failures = 0;
    this.looking = setInterval(() => this.look(), LOOK_MS);
    this.open();
  }

  open() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.source?.close();
    this.heard = Date.now();
    // What was missed since the last event with an id is told again; where that cannot be, a snapshot comes.
    const source = new EventSource(this.last ? `${this.url}&after=${encodeURIComponent(this.last)}` : this.url);
    this.source = source;
    for (const type of EVENTS) {
      source.addEventListener(type, (event) => {
        if (source !== this.source) return;
        if (event.lastEventId) this.last = event.lastEventId;
        this.take(type, event.data);
      });
    }
    source.addEventListener("error", () => {
      if (source !== this.source) return;
      this.lose();
      // Refused connections are retried by the browser itself, but at its own slow pace.
      this.again();
    });
  }

  take(type, text) {
    this.heard = Date.now();
    this.failures = 0;
    if (!this.live) {
      this.live = true;
      this.deliver("open", null);
    }
    if (type === "bye") {
      this.lose();
      this.again();
      return;
    }
    const data = text ? JSON.parse(text) : {};
    this.keep(type, data);
    this.deliver(type, data);
  }

  /** Fold what changes a snapshot into the kept one, so that it is never older than what was told since. */
  keep(type, data) {
    if (type === "entry") this.kept.set("snapshot", { session: data.session });
    else if (type === "hands") {
      const session = this.kept.get("snapshot")?.session;
      if (session?.id === data.session) this.kept.set("snapshot", { session: { ...session, hands: data.hands, can: data.can } });
    } else if (KEPT.includes(type)) this.kept.set(type, data);
  }

  /** What a page that joins now has missed, as [type, data] pairs. */
  missed() {
    return this.live ? KEPT.filter((type) => this.kept.has(type)).map((type) => [type, this.kept.get(type)]) : [];
  }

  lose() {
    if (this.live === false) return;
    this.live = false;
    this.deliver("lost", null);
  }

  again() {
    if (this.waiting !== undefined || this.ended) return;
    this.source?.close();
    this.source = undefined;
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures);
    this.failures += 1;
    this.waiting = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }

  look() {
    if (this.waiting === undefined && Date.now() - this.heard > SILENCE_MS) {
      this.lose();
      this.again();
    }
  }

  /** Someone came back to the page: if the stream is not certainly alive, do not wait for any delay. */
  wake() {
    if (!this.live || Date.now() - this.heard > SILENCE_MS / 2) {
      this.failures = 0;
      this.open();
    }
  }

  close() {
    this.ended = true;
    clearInterval(this.looking);
    clearTimeout(this.waiting);
    this.source?.close();
    this.source = undefined;
  }
}
