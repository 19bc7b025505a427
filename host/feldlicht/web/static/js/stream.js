/** The page's end of the stream: through the shared worker where there is one, else a stream of its own. */

import { Stream } from "./stream-core.js";

const HIDDEN_MS = 30_000;
const ALIVE_MS = 10_000;
/** The worker says nothing for so long: it is gone, the page helps itself. */
const DEAF_MS = 15_000;
const LOOK_MS = 1000;
/** Data older than this is marked on the page. */
export const OLD_MS = 5000;

export class Subscription {
  /** `topic` = {session, board, lang}; `deliver(type, data)` as in stream-core.js; `age(old)` when data gets old or fresh. */
  constructor(topic, { deliver, age, back }) {
    this.url = `/api/v1/stream?${new URLSearchParams({ ...topic, lights: "1" })}`;
    this.deliver = deliver;
    this.age = age;
    this.heard = Date.now();
    this.spoken = this.heard;
    this.old = false;
    this.begin();
    setInterval(() => this.look(), LOOK_MS);
    setInterval(() => this.port?.postMessage({ ask: "alive", url: this.url }), ALIVE_MS);
    const awake = () => {
      this.wake();
      back();
    };
    addEventListener("pageshow", (event) => { if (event.persisted) awake(); });
    addEventListener("online", awake);
    addEventListener("pagehide", () => this.port?.postMessage({ ask: "leave", url: this.url }));
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") awake();
      else this.hidden();
    });
  }

  begin() {
    if (!("SharedWorker" in window)) {
      this.alone();
      return;
    }
    try {
      const worker = new SharedWorker(new URL("./stream-worker.js", import.meta.url), { type: "module", name: "feldlicht" });
      worker.addEventListener("error", () => this.alone());
      this.port = worker.port;
      this.port.addEventListener("message", ({ data }) => this.take(data.type, data.data));
      this.port.start();
      this.port.postMessage({ ask: "join", url: this.url });
    } catch {
      this.alone();
    }
  }

  /** Without a worker: one stream for this page. */
  alone() {
    this.port?.close();
    this.port = undefined;
    this.stream ??= new Stream(this.url, (type, data) => this.take(type, data));
  }

  take(type, data) {
    this.spoken = Date.now();
    if (type === "beat") return;
    if (type !== "lost") this.heard = this.spoken;
    this.deliver(type, data);
    this.mark();
  }

  mark() {
    const old = Date.now() - this.heard > OLD_MS;
    if (old !== this.old) {
      this.old = old;
      this.age(old);
    }
  }

  look() {
    this.mark();
    if (this.port && Date.now() - this.spoken > DEAF_MS) {
      this.port.postMessage({ ask: "leave", url: this.url });
      this.alone();
    }
  }

  hidden() {
    clearTimeout(this.hiding);
    if (!this.stream) return;
    this.hiding = setTimeout(() => {
      this.stream?.close();
      this.stream = undefined;
      this.slept = true;
    }, HIDDEN_MS);
  }

  wake() {
    clearTimeout(this.hiding);
    if (this.port) this.port.postMessage({ ask: "wake", url: this.url });
    else if (this.slept) {
      this.slept = false;
      this.alone();
    } else this.stream?.wake();
  }
}
