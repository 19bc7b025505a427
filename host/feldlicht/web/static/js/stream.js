/** The page's end of the stream: through the shared worker where there is one, else a stream of its own. */

import { Stream, since } from "./stream-core.js";

const HIDDEN_MS = 30_000;
const ALIVE_MS = 10_000;
const LOOK_MS = 1000;
/**
 * The worker says nothing for so many looks: it is gone, a new one is tried, and then the page helps itself. Looks are
 * counted, not time: a page that wakes up has not been listening. A worker may still be loading at first.
 */
export const DEAF_LOOKS = 15;
const TRIED_WORKERS = 2;
/** Data older than this is marked on the page. */
export const OLD_MS = 5000;

/**
 * A browser keeps a worker as long as any tab has it. Its address names the build of the page, so that a page of a
 * newer one gets a worker of its own and not the words of an old one.
 */
function openWorker() {
  const { build = "" } = document.documentElement.dataset;
  return new SharedWorker(new URL(`./stream-worker.js?build=${build}`, import.meta.url), { type: "module", name: "feldlicht" });
}

/** Someone took a seat, came in as game master or gave either up: what every page of this browser is told follows. */
export async function rightsChanged() {
  if (!("SharedWorker" in window)) return;
  const { port } = openWorker();
  const heard = new Promise((done) => { port.addEventListener("message", done); });
  port.start();
  port.postMessage({ ask: "anew" });
  // Whoever leaves the page at once would take the message along.
  await Promise.race([heard, new Promise((done) => { setTimeout(done, LOOK_MS); })]);
  port.close();
}

export class Subscription {
  /**
   * `topic` = {session, board, lang, view}; `deliver(type, data)` as in stream-core.js; `age(old)` when data gets old
   * or fresh; `back()` when someone came back to the page.
   */
  constructor(topic, { deliver, age, back }) {
    this.url = `/api/v1/stream?${new URLSearchParams({ ...topic, lights: "1" })}`;
    this.deliver = deliver;
    this.age = age;
    this.heard = Date.now();
    this.old = false;
    this.tries = 0;
    this.begin();
    setInterval(() => this.look(), LOOK_MS);
    setInterval(() => this.ask("alive"), ALIVE_MS);
    const awake = () => {
      this.wake();
      back();
    };
    addEventListener("pageshow", (event) => { if (event.persisted) awake(); });
    addEventListener("online", awake);
    addEventListener("pagehide", () => this.ask("leave"));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") awake();
      else this.hidden();
    });
  }

  begin() {
    this.silent = 0;
    this.tries += 1;
    if (!("SharedWorker" in window) || this.tries > TRIED_WORKERS) {
      this.alone();
      return;
    }
    try {
      const worker = openWorker();
      worker.addEventListener("error", () => { if (worker.port === this.port) this.alone(); });
      this.port = worker.port;
      this.port.addEventListener("message", ({ data, target }) => { if (target === this.port) this.take(data.type, data.data); });
      this.port.start();
      this.ask("join");
    } catch {
      this.alone();
    }
  }

  ask(what) {
    this.port?.postMessage({ ask: what, url: this.url });
  }

  leavePort() {
    this.ask("leave");
    this.port?.close();
    this.port = undefined;
  }

  /** Without a worker: one stream for this page, and none while nobody looks at it. */
  alone() {
    this.leavePort();
    this.lonely = true;
    if (document.visibilityState === "hidden") this.slept = true;
    else this.stream ??= new Stream(this.url, (type, data) => this.take(type, data));
  }

  take(type, data) {
    this.silent = 0;
    this.tries = 0;
    if (type === "beat") return;
    if (type !== "lost" && type !== "refused") this.heard = Date.now();
    this.deliver(type, data);
    this.mark();
  }

  mark() {
    const old = since(this.heard) > OLD_MS;
    if (old !== this.old) {
      this.old = old;
      this.age(old);
    }
  }

  look() {
    this.mark();
    if (!this.port) return;
    this.silent += 1;
    if (this.silent <= DEAF_LOOKS) return;
    this.leavePort();
    this.begin();
  }

  hidden() {
    clearTimeout(this.hiding);
    if (!this.lonely) return;
    this.hiding = setTimeout(() => {
      this.stream?.close();
      this.stream = undefined;
      this.slept = true;
    }, HIDDEN_MS);
  }

  wake() {
    clearTimeout(this.hiding);
    if (this.port) this.ask("wake");
    else if (this.slept) {
      this.slept = false;
      this.alone();
    } else this.stream?.wake();
  }
}
