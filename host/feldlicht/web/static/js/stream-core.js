/**
 * One stream of server-sent events that never gives up. Runs in the shared worker, or in a page where there is none.
 *
 * An EventSource is closed for ever by one answer that is not 200, so it is made anew with backoff and jitter; a
 * stream that says nothing for longer than the host's ticks allow counts as dead, whatever its state says.
 */

export const EVENTS = ["snapshot", "entry", "hands", "seats", "board", "settings", "magnets", "lights", "tick", "bye"];
export const SILENCE_MS = 6000;
const FIRST_DELAY_MS = 250;
const LONGEST_DELAY_MS = 5000;
const LOOK_MS = 500;
const WHY_LIMIT_MS = 5000;

/** Events whose newest one a page that joins late still needs; a stream is of one board at a time. */
const KEPT = ["snapshot", "seats", "board", "magnets", "lights"];

/** Milliseconds since `moment`. Where the clock was set back nobody knows how many, so that counts as endless. */
export function since(moment) {
  const passed = Date.now() - moment;
  return passed < 0 ? Infinity : passed;
}

export class Stream {
  /**
   * `deliver(type, data)` gets every event, `("open" | "lost", null)` when the connection changes, and
   * `("refused", {code, detail, facts, status})` when the host says why it gives no stream.
   */
  constructor(url, deliver) {
    this.url = url;
    this.deliver = deliver;
    this.kept = new Map();
    this.failures = 0;
    this.resting = false;
    this.refusal = undefined;
    this.looking = setInterval(() => this.look(), LOOK_MS);
    this.open();
  }

  open() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.resting = false;
    this.source?.close();
    this.heard = Date.now();
    this.begun = this.heard;
    this.greeted = false;
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
      // Closed for good means that the host answered, and did not give a stream.
      const refused = source.readyState === EventSource.CLOSED;
      this.lose();
      // Refused connections are retried by the browser itself, but at its own slow pace.
      this.again();
      if (refused) this.askWhy();
    });
  }

  take(type, text) {
    this.heard = Date.now();
    this.failures = 0;
    this.greeted = true;
    this.refusal = undefined;
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
    if (type === "entry") this.kept.set("snapshot", ["snapshot", { session: data.session }]);
    else if (type === "hands") {
      const session = this.kept.get("snapshot")?.[1].session;
      if (session?.id === data.session) {
        this.kept.set("snapshot", ["snapshot", { session: { ...session, hands: data.hands, can: data.can } }]);
      }
    } else if (KEPT.includes(type)) this.kept.set(type, [type, data]);
  }

  /** What a page that joins now has missed, as [type, data] pairs. */
  missed() {
    if (!this.live) return this.refusal ? [["refused", this.refusal]] : [];
    const order = ([type]) => KEPT.indexOf(type);
    return [...this.kept.values()].sort((one, other) => order(one) - order(other));
  }

  lose() {
    if (this.live === false) return;
    this.live = false;
    this.deliver("lost", null);
  }

  again() {
    if (this.waiting !== undefined || this.ended || this.resting) return;
    this.source?.close();
    this.source = undefined;
    const longest = Math.min(LONGEST_DELAY_MS, FIRST_DELAY_MS * 2 ** this.failures);
    this.failures += 1;
    this.waiting = setTimeout(() => this.open(), longest * (0.5 + Math.random() / 2));
  }

  /** An EventSource keeps to itself what it was answered; people are owed the host's sentence. */
  async askWhy() {
    const limit = new AbortController();
    const late = setTimeout(() => limit.abort(), WHY_LIMIT_MS);
    try {
      const answer = await fetch(this.url, { cache: "no-store", signal: limit.signal });
      if (!answer.ok) {
        const { code, detail, facts } = await answer.json();
        if (this.live || this.ended || typeof detail !== "string") return;
        this.refusal = { code, detail, facts, status: answer.status };
        this.deliver("refused", this.refusal);
      }
    } catch {
      // The host is gone meanwhile, or what answers is not ours: the next try tells.
    } finally {
      clearTimeout(late);
      // The answer may be a stream after all; the next try opens it.
      limit.abort();
    }
  }

  look() {
    if (this.waiting === undefined && !this.resting && since(this.heard) > SILENCE_MS) {
      this.lose();
      this.again();
    }
  }

  /** Someone came back to the page: if the stream is not certainly alive, do not wait for any delay. */
  wake() {
    if (this.resting) return;
    if (!this.live || since(this.heard) > SILENCE_MS / 2) {
      this.failures = 0;
      this.open();
    }
  }

  /** Whoever reads is somebody else now, with other rights: nothing of before holds. */
  anew() {
    this.kept.clear();
    this.last = undefined;
    this.failures = 0;
    if (!this.resting) this.open();
  }

  /** Give the connection back for a while, without a word to the pages; `open()` catches up. */
  rest() {
    clearTimeout(this.waiting);
    this.waiting = undefined;
    this.resting = true;
    this.begun = Date.now();
    this.source?.close();
    this.source = undefined;
  }

  close() {
    this.ended = true;
    clearInterval(this.looking);
    clearTimeout(this.waiting);
    this.source?.close();
    this.source = undefined;
  }
}
