/** Talking to the host: JSON in, JSON out, problems as errors with a sentence. */

import { language, t } from "./texts.js";
import { viewWish } from "./view.js";

const LIMIT_MS = 15_000;
/** Bytes of a file that the host would take, were they as few as can be; it hangs up on far more. */
const LARGEST = 4_000_000;

/** The host said no: `code` is its reason, `message` the sentence for people. */
export class Problem extends Error {
  constructor(status, body) {
    super(typeof body?.detail === "string" ? body.detail : t("page.problem.unknown"));
    this.status = status;
    this.code = body?.code ?? "";
    this.facts = body?.facts ?? {};
    this.revision = body?.revision;
  }
}

/** The host could not be reached. */
export class Unreachable extends Error {
  constructor() {
    super(t("page.problem.unreachable"));
  }
}

/** An address of the API with what every request of this page says: its language, and its view. */
export const address = (path, more = {}) => `/api/v1${path}?${new URLSearchParams({ lang: language(), ...viewWish(), ...more })}`;

async function call(method, path, body) {
  let answer;
  let content;
  try {
    answer = await fetch(address(path), {
      method,
      headers: body === undefined ? {} : { "Content-Type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
      cache: "no-store",
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    content = await answer.text();
  } catch {
    // Nobody answers, or the answer broke off: whether it was done is not known.
    throw new Unreachable();
  }
  let told;
  try {
    told = JSON.parse(content);
  } catch {
    // Not our host's words: something between it and this page answered.
    if (answer.ok) throw new Unreachable();
  }
  if (!answer.ok) throw new Problem(answer.status, told);
  return told;
}

export const get = (path) => call("GET", path);
export const patch = (path, body) => call("PATCH", path, body);
export const post = (path, body) => call("POST", path, body);

/** Have the browser save a file of the host, asked for with `more` in its address; what it refuses is a problem with a sentence here, not a page of its own. */
export async function saveFile(path, more) {
  let answer;
  let content;
  try {
    answer = await fetch(address(path, more), { cache: "no-store" });
    content = await answer.blob();
  } catch {
    throw new Unreachable();
  }
  if (!answer.ok) throw new Problem(answer.status, await content.text().then(JSON.parse).catch(() => undefined));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(content);
  link.download = /filename="?([^";]+)/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? "";
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), LIMIT_MS);
}

/** The object in a file of JSON that somebody chose; `no` is said of any other file, and of one that nobody wrote here. */
export async function chosenJson(input, no) {
  const file = input.files[0];
  let form;
  try {
    form = file.size > LARGEST ? undefined : JSON.parse(await file.text());
  } catch {
    form = undefined;
  }
  input.value = "";
  if (typeof form !== "object" || form === null || Array.isArray(form)) throw new Problem(422, { detail: no });
  return form;
}

/** A new command id: a version-4 UUID. `crypto.randomUUID` is missing on plain-http pages of a LAN. */
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
