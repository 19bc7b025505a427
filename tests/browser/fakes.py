"""A page with nothing in it but doubles for the browser's own parts, so that time and network are the test's."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

FRAME = """() => new Promise((done) => {
    document.querySelector("iframe")?.remove();
    const frame = document.createElement("iframe");
    frame.addEventListener("load", () => done(), { once: true });
    document.body.append(frame);
})"""

DOUBLES = """() => {
    const listening = () => {
        const on = new Map();
        return {
            addEventListener: (type, act) => on.set(type, [...(on.get(type) ?? []), act]),
            tell: (type, event) => (on.get(type) ?? []).forEach((act) => act(event)),
        };
    };
    window.sources = [];
    window.EventSource = class {
        static CLOSED = 2;
        constructor(url) {
            Object.assign(this, listening(), { url, readyState: 0, at: Date.now() });
            sources.push(this);
        }
        close() { this.readyState = 2; }
        say(type, data, id = "") {
            this.readyState = 1;
            this.tell(type, { data: JSON.stringify(data), lastEventId: id });
        }
        fail(answered) {
            this.readyState = answered ? 2 : 0;
            this.tell("error", {});
        }
    };
    window.workers = [];
    window.SharedWorker = class {
        constructor(url) {
            const port = { ...listening(), asked: [], start() {}, close() { port.closed = true; } };
            port.postMessage = (message) => port.asked.push(message);
            Object.assign(this, listening(), { port, url: String(url) });
            workers.push(this);
        }
        say(type, data = null) { this.port.tell("message", { data: { type, data }, target: this.port }); }
    };
    window.look = (how) => {
        Object.defineProperty(document, "visibilityState", { value: how, configurable: true });
        document.dispatchEvent(new Event("visibilitychange"));
    };
    window.told = [];
    window.tell = (type, data) => told.push([type, data]);
}"""


CLOCK = """() => {
    let now = 1_000_000;
    let latest = 0;
    const timers = new Map();
    const set = (act, wait, every) => {
        latest += 1;
        timers.set(latest, { act, at: now + wait, every });
        return latest;
    };
    const fire = (number, timer) => {
        if (timer.every === undefined) timers.delete(number);
        else timer.at = now + timer.every;
        timer.act();
    };
    const soonest = ([, one], [, other]) => one.at - other.at;
    const due = (until) => [...timers].filter(([, { at }]) => at <= until).sort(soonest);
    Date.now = () => now;
    window.setTimeout = (act, wait = 0) => set(act, wait);
    window.setInterval = (act, every) => set(act, every, every);
    window.clearTimeout = window.clearInterval = (number) => timers.delete(number);
    window.pass = (wait) => {
        const end = now + wait;
        for (let [next] = due(end); next; [next] = due(end)) {
            now = Math.max(now, next[1].at);
            fire(...next);
        }
        now = end;
    };
    // As after the computer slept: time has passed, and every timer that was due goes off once.
    window.sleep = (wait) => {
        now += wait;
        for (const [number, timer] of due(now)) fire(number, timer);
    };
}"""


class BarePage:
    """A frame of the host's origin with doubles instead of network and clock: ``sources``, ``workers``, ``told``."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.unroute_all()
        page.evaluate(FRAME)
        self.frame = page.frames[-1]
        self.frame.evaluate(CLOCK)
        self.frame.evaluate(DOUBLES)

    def run(self, script: str, given: Any = None) -> Any:
        """Run the body of an asynchronous function with ``given`` in it and return what it returns."""
        return self.frame.evaluate(f"async (given) => {{ {script} }}", given)

    def run_for(self, milliseconds: float) -> None:
        """Let time pass, every timer in its turn."""
        self.run("pass(given)", milliseconds)

    def sleep(self, milliseconds: float) -> None:
        """Let time pass in which nothing ran."""
        self.run("sleep(given)", milliseconds)
