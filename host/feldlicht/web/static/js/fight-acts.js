/** Acts of a fight as the host reads them, and the sheets in which people type what goes into one. */

import { html } from "../vendor/lit-html.js";
import { open } from "./dialogs.js";
import { t } from "./texts.js";

const MIN_HOLD_MS = 480;
const NEAR_PX = 12;
const DOUBLE_MS = 500;
const SHORT_MS = 30;

/** `text` as one word of an act. */
export const quoted = (text) => `"${String(text).trim().replace(/[\\"]/g, "\\$&")}"`;

/** Until what was asked before has its answer: no tap is lost to it. */
async function idle(state) {
  while (state.sending) await new Promise((done) => { setTimeout(done, SHORT_MS); });
}

/** Send a command when its turn comes; the answer, undefined if it was refused. */
export async function ask(state, command) {
  await idle(state);
  return state.command(command);
}

export const send = (state, act) => ask(state, { type: "act", act });

/** Send several acts one after the other, up to the first that is refused; whether all were done. */
export async function sendAll(state, acts) {
  for (const act of acts) if (!(await send(state, act))) return false;
  return true;
}

/** The figure called `label`, as this page knows it. */
export const figureCalled = (view, label) => view.figures.find((one) => one.label === label);

/** The usual act or reaction of a figure. */
export const usually = (verb, { label, values }) => `${verb} ${quoted(label)} ${values.vz}`;

let timer;
let held = false;
let tapped = -Infinity;

/** Handlers of a button that is tapped (or pressed by key) for one thing and held for another. */
export const press = (tap, hold) => ({
  click: (event) => {
    clearTimeout(timer);
    // The second click of a double one is about what the button said before.
    const again = event.detail > 1 && event.timeStamp - tapped < DOUBLE_MS;
    if (!held && !again) {
      tapped = event.timeStamp;
      tap();
    }
    held = false;
  },
  down: (event) => {
    held = false;
    clearTimeout(timer);
    if (event.button !== 0) return;
    const { clientX, clientY, currentTarget } = event;
    const far = (moved) => { if (Math.hypot(moved.clientX - clientX, moved.clientY - clientY) > NEAR_PX) clearTimeout(timer); };
    currentTarget.addEventListener("pointermove", far);
    const end = () => { clearTimeout(timer); currentTarget.removeEventListener("pointermove", far); };
    for (const name of ["pointerup", "pointercancel", "pointerleave"]) currentTarget.addEventListener(name, end, { once: true });
    timer = setTimeout(() => {
      held = true;
      navigator.vibrate?.(15);
      hold();
    }, MIN_HOLD_MS);
  },
  menu: (event) => {
    event.preventDefault();
    // By the key for it, or the other button of a mouse; a finger that rests has its sheet already.
    if (!held && event.pointerType !== "touch" && !document.querySelector("dialog[open]")) hold();
  },
});

/** A dialog with forms in it, which answers no finger that was down before it came up. */
export function openSheet(name, content) {
  open((dialog) => {
    let armed = false;
    dialog.classList.add("sheet");
    dialog.dataset.sheet = name;
    for (const one of ["pointerdown", "keydown"]) dialog.addEventListener(one, () => { armed = true; }, true);
    dialog.addEventListener("click", (event) => {
      if (armed || event.detail === 0) return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    return content(dialog);
  });
}

/**
 * What a form does when it is sent: the acts of `acts(data, button)`, and then `done(form)`. If the host refuses, its
 * sentence stands in the form, and nothing that was typed is lost.
 */
export const sending = (state, dialog, acts, done = () => dialog.close()) => async (event) => {
  event.preventDefault();
  const form = event.target;
  const told = form.querySelector("[data-refused]");
  told.textContent = "";
  if (await sendAll(state, await acts(new FormData(form, event.submitter)))) done(form, event.submitter);
  else {
    told.textContent = state.notice?.text ?? t("page.fight.busy");
    if (state.notice) state.say();
    told.scrollIntoView({ block: "nearest" });
  }
};

export const refusedPlace = () => html`<p class="caution" role="alert" data-refused></p>`;

export const backButton = (dialog) => html`<button type="button" class="button quiet" data-do="back" @click=${() => dialog.close()}>${t("page.do.back")}</button>`;

function step(event, by) {
  const input = event.currentTarget.closest(".stepper").querySelector("input");
  const now = Math.trunc(Number(input.value.replace("−", "-")));
  input.value = String((Number.isFinite(now) ? now : 0) + by);
}

/** A number to type, or to change step by step; the host says which are good. */
export const stepper = ({ name, label, value = "" }) => html`<div class="stepper">
  <label class="field">${label}<input name=${name} .value=${String(value)} inputmode="numeric" autocomplete="off"></label>
  <button type="button" class="button" aria-label=${t("page.fight.less", { what: label })} @click=${(event) => step(event, -1)}>−</button>
  <button type="button" class="button" aria-label=${t("page.fight.more", { what: label })} @click=${(event) => step(event, 1)}>+</button>
</div>`;

export const line = ({ name, label, value = "", most = 200, hint }) => html`<label class="field">${label}<input name=${name} .value=${value} maxlength=${most}
  autocomplete="off" placeholder=${hint ?? ""}></label>`;

export const chosen = ({ name, label, options, value }) => html`<label class="field">${label}<select name=${name}>${options.map(([one, word]) => html`
  <option value=${one} ?selected=${one === value}>${word}</option>`)}</select></label>`;

/** Named acts as buttons that fill a VZ in. */
export const actButtons = (acts) => (acts.length === 0 ? "" : html`<div class="choices named-acts">${acts.map(({ name, vz }) => html`
  <button type="button" class="button small" data-act=${name} @click=${({ currentTarget: { form } }) => {
    form.elements.vz.value = String(vz);
    form.elements.what.value = name;
  }}>${name} ${vz}</button>`)}</div>`);
