/** What every page does: load its texts, offer the languages, announce changes, say why it cannot start. */

import { Problem, Unreachable } from "./api.js";
import { isAboutView, lookOn, tellFormer } from "./former.js";
import { celebrating } from "./session.js";
import { NoTexts, loadTexts, speak } from "./texts.js";
import { addressOf } from "./view.js";

const RETRY_MS = 2000;
const SPEAK_MS = 120;

export const byId = (id) => document.getElementById(id);

/** Sentences and headings one after the other, each with one mark at its end. */
const joined = (texts) => texts.map((text) => text.trim()).filter(Boolean)
  .map((text, place, all) => (place === all.length - 1 || /[.!?…:]$/.test(text) ? text : `${text}.`)).join(" ");

let pending = [];

/** Say something once through the page's one live region; what comes together is said together. */
export function announce(text) {
  if (!text) return;
  pending.push(text);
  if (pending.length > 1) return;
  setTimeout(() => {
    byId("announcer").textContent = joined(pending);
    pending = [];
  }, SPEAK_MS);
}

/** A function that announces those of its texts that are others than last time. */
export function newsSpeaker() {
  let before = [];
  return (...texts) => {
    texts.forEach((text, place) => { if (text !== before[place]) announce(text); });
    before = texts;
  };
}

/** What the panels say that must not be missed: the big sentence, and if something is wrong, what is. */
export function headlines() {
  const read = (selector) => joined(Array.from(byId("panels").querySelectorAll(selector), (one) => one.textContent));
  return [read("[data-next]"), read(".next.warn .next-detail"), read("[data-notice]"), read("[data-proposal]")];
}

/** A function that runs `act` once before the next picture, however often it is called until then. */
export function oncePerFrame(act) {
  let asked = false;
  return () => {
    if (asked) return;
    asked = true;
    requestAnimationFrame(() => {
      asked = false;
      act();
    });
  };
}

/** What every page draws round its picture: whether the board is there, and whether a goal is being celebrated. */
export function dressBoard(picture, state) {
  const scorer = celebrating(state.session);
  picture.host.classList.toggle("away", !state.pinned && state.board !== undefined && state.board.state !== "live");
  for (const side of ["yellow", "blue"]) picture.host.classList.toggle(`goal-${side}`, side === scorer);
}

/** Escape takes a message away. */
export function closeNoticeOnEscape(state) {
  document.addEventListener("keydown", (event) => { if (event.key === "Escape" && state.notice) state.say(); });
}

/** Start a page: `start(boardId)`. Host or board may not be there yet, so it is tried until they are. */
export async function begin(start) {
  for (const button of document.querySelectorAll("[data-language]")) {
    button.addEventListener("click", () => speak(button.dataset.language));
  }
  // Whoever looks through a seat's eyes does so on every page.
  for (const link of document.querySelectorAll(".bar a")) link.href = addressOf(link.getAttribute("href"));
  let told = false;
  for (;;) {
    try {
      await loadTexts();
      if (!told) tellFormer();
      told = true;
      byId("panels").replaceChildren();
      await start(document.body.dataset.board);
      byId("panels").removeAttribute("aria-busy");
      return;
    } catch (error) {
      if (error instanceof Problem && isAboutView(error)) {
        lookOn({ had: false });
        return;
      }
      if (error instanceof Problem || error instanceof Unreachable) {
        const told = document.createElement("p");
        told.className = "next-head";
        told.dataset.notice = "";
        told.textContent = error.message;
        byId("panels").replaceChildren(told);
      } else if (!(error instanceof NoTexts)) throw error;
      await new Promise((resolve) => { setTimeout(resolve, RETRY_MS); });
    }
  }
}
