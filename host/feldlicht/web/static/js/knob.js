/** Knob and side buttons of a simulated board, for who leads: turned, pressed and held from a page. */

import { html, nothing } from "../vendor/lit-html.js";
import { post } from "./api.js";
import { t } from "./texts.js";

/** One thing after the other: a quick hand is not left behind, and not told "busy". */
let before = Promise.resolve();

function operate(state, operation) {
  before = before.then(() => state.quietly(async () => { await post(`/boards/${encodeURIComponent(state.boardId)}/sim/controls`, operation); }));
}

const TURNS = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** What the knob points at, in words; "" while it was not turned. */
function pointed(state) {
  const act = state.session?.hands.pointed;
  const found = /^(act|react) ("(?:[^"\\]|\\.)*"|\S+) (\d+)$/.exec(act ?? "");
  if (!found) return "";
  const facts = { figure: found[2].replace(/^"|"$/g, ""), vz: found[3] };
  return found[1] === "act" ? t("page.knob.acts", facts) : t("page.knob.reacts", facts);
}

/** The controls, where this page's board is a simulated one and its person may turn them. */
export function knobPanel(state) {
  if (!state.simulated || state.board?.state !== "live" || !state.people?.leads) return nothing;
  const button = (name, sign, word, operation) => html`<button type="button" class="button quiet" data-knob=${name} title=${word} aria-label=${word}
    @click=${() => operate(state, operation)}>${sign}</button>`;
  const keys = (event) => {
    const turn = TURNS[event.key];
    if (!turn || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    operate(state, { turn });
  };
  return html`<section class="knob" aria-labelledby="knob-title" @keydown=${keys}>
    <h2 id="knob-title">${t("page.knob.title")}</h2>
    <div class="knob-row">
      ${button("left", "↺", t("page.knob.left"), { turn: -1 })}
      <button type="button" class="button strong" data-knob="press" @click=${() => operate(state, { press: "short" })}>${t("page.knob.press")}</button>
      ${button("right", "↻", t("page.knob.right"), { turn: 1 })}
      <button type="button" class="button quiet" data-knob="hold" @click=${() => operate(state, { press: "long" })}>${t("page.knob.hold")}</button>
      ${button("first", "①", t("page.knob.first"), { button: 1 })}
      ${button("second", "②", t("page.knob.second"), { button: 2 })}
    </div>
    <p class="hint" role="status" data-pointed>${state.session?.view.concealed_turn ? t("page.knob.dead") : pointed(state) || t("page.knob.help")}</p>
  </section>`;
}
