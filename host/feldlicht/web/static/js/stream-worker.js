/**
 * Shared worker: owns one stream a topic for all pages of a browser. Browsers allow six connections to a host, so a
 * stream in every tab would leave the seventh tab empty.
 */

import { Stream } from "./stream-core.js";

/** A page that has not been heard of for so long is gone (hidden pages may speak once a minute only). */
const FORGOTTEN_MS = 150_000;
const topics = new Map();

function deliver(topic, type, data) {
  for (const port of topic.ports.keys()) port.postMessage({ type, data });
}

function join(port, url) {
  let topic = topics.get(url);
  if (!topic) {
    topic = { ports: new Map() };
    topics.set(url, topic);
    topic.stream = new Stream(url, (type, data) => deliver(topic, type, data));
  } else {
    port.postMessage({ type: topic.stream.live ? "open" : "lost", data: null });
    for (const [type, data] of topic.stream.missed()) port.postMessage({ type, data });
  }
  topic.ports.set(port, Date.now());
}

function leave(port, url) {
  const topic = topics.get(url);
  if (!topic) return;
  topic.ports.delete(port);
  if (topic.ports.size === 0) {
    topic.stream.close();
    topics.delete(url);
  }
}

self.addEventListener("connect", ({ ports: [port] }) => {
  port.addEventListener("message", ({ data: { ask, url } }) => {
    if (ask === "join") join(port, url);
    else if (ask === "leave") leave(port, url);
    else {
      if (topics.get(url)?.ports.has(port)) topics.get(url).ports.set(port, Date.now());
      else join(port, url);
      if (ask === "wake") topics.get(url).stream.wake();
    }
  });
  port.start();
});

// Pages tell a silent host from a worker that is gone by this.
setInterval(() => {
  for (const { ports } of topics.values()) for (const port of ports.keys()) port.postMessage({ type: "beat", data: null });
}, 3000);

setInterval(() => {
  for (const [url, topic] of [...topics]) {
    for (const [port, heard] of [...topic.ports]) if (Date.now() - heard > FORGOTTEN_MS) leave(port, url);
  }
}, 15_000);
