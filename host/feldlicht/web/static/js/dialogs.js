/** Dialogs that ask before something begins or ends. */

import { html, render } from "../vendor/lit-html.js";
import { sideName } from "./words.js";
import { t } from "./texts.js";

/** Show `content(dialog)` over the page until it is closed. */
export function open(content) {
  const dialog = document.createElement("dialog");
  dialog.className = "dialog";
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  render(content(dialog), dialog);
  dialog.showModal();
}

const buttons = (dialog, word, strength) => html`<div class="choices end">
  <button type="button" class="button quiet" @click=${() => dialog.close()}>${t("page.do.back")}</button>
  <button type="submit" class="button ${strength}" data-do="sure">${word}</button>
</div>`;

/** Ask once more; `act` runs when the person is sure. */
export function confirmFirst({ title, text, word, act }) {
  open((dialog) => html`<form method="dialog" @submit=${act}>
    <h2>${title}</h2><p>${text}</p>${buttons(dialog, word, "danger")}
  </form>`);
}

/** Let what stands on the board count, and choose who is on turn; `act(side)`. */
export function askOverride(act) {
  open((dialog) => html`<form method="dialog" @submit=${(event) => act(new FormData(event.target).get("side"))}>
    <h2>${t("page.override.title")}</h2>
    <p>${t("page.override.text")}</p>
    <fieldset><legend>${t("page.override.who")}</legend>
      ${["yellow", "blue"].map((side) => html`<label class="option ${side}">
        <input type="radio" name="side" value=${side} required>${sideName(side)}</label>`)}
    </fieldset>
    ${buttons(dialog, t("page.override.word"), "danger")}
  </form>`);
}

/** Ask whether one of `sides` gives up, and which if there are several; `act(side)`. */
export function askResign(sides, act) {
  if (sides.length === 1) {
    confirmFirst({ title: t("page.resign.title"), text: t("page.resign.text"), word: t("page.do.resign"), act: () => act(sides[0]) });
    return;
  }
  open((dialog) => html`<form method="dialog" @submit=${(event) => act(new FormData(event.target).get("side"))}>
    <h2>${t("page.resign.title")}</h2>
    <p>${t("page.resign.text")}</p>
    <fieldset><legend>${t("page.resign.who")}</legend>
      ${sides.map((side) => html`<label class="option ${side}">
        <input type="radio" name="side" value=${side} required>${sideName(side)}</label>`)}
    </fieldset>
    ${buttons(dialog, t("page.do.resign"), "danger")}
  </form>`);
}
