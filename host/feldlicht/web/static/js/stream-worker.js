/**
 * Shared worker: owns the streams of all pages of a browser. Browsers allow six connections to a host, so a stream in
 * every tab would leave the seventh tab empty.
 */

import { BEAT_MS, Exchange, SWEEP_MS, TURN_MS } from "./stream-exchange.js";

const exchange = new Exchange();

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data }) => exchange.hear(port, data));
  port.start();
});

setInterval(() => exchange.beat(), BEAT_MS);
setInterval(() => exchange.turn(), TURN_MS);
setInterval(() => exchange.sweep(), SWEEP_MS);
