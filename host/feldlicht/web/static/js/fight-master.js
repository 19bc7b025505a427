/** The game master's side of a fight: everything that leads it, within reach of one thumb. */

import { html, nothing } from "../vendor/lit-html.js";
import { ask } from "./fight-acts.js";
import { encounterPanel } from "./fight-encounters.js";
import { timeline } from "./fight-figures.js";
import { bindKeys, fightTime, leadActions, newFightButton, seenBefore } from "./fight-lead.js";
import { markerPanel, tiePanel } from "./fight-marks.js";
import { reactionPanel, turnCard } from "./fight-spend.js";
import { logPanel } from "./panels.js";
import { isRunning } from "./session.js";
import { t } from "./texts.js";

/** Where no fight is: what this page is for, and the way to begin one. */
const nothingYet = (state) => html`<section class="next fight-next idle">
  <p class="next-head" data-next>${t(state.known ? "page.fight.none" : "page.live.connecting")}</p>
  ${state.known ? html`<p class="next-detail">${t("page.fight.none_help")}</p><div class="choices">${newFightButton(state, "strong primary")}</div>` : nothing}
</section>`;

/** A fight that is over can be taken up again where it ended. */
function over(state) {
  return html`<section class="next fight-next win">
    <p class="next-head" data-next>${t("page.fight.head.over")}</p>
    <p class="next-detail">${t("page.fight.over_help")}</p>
    <div class="choices">
      ${state.session.can.undo ? html`<button class="button strong" data-do="take-end-back" @click=${() => ask(state, { type: "undo" })}>${t("page.fight.do.end_back")}</button>` : nothing}
      ${newFightButton(state, "")}
    </div></section>`;
}

/** Everything that leads a fight. */
export function masterPanels(state, people) {
  const { session, entries } = state;
  if (people.part !== "lead") return html`<p class="hint" data-watching>${people.whyWatching ?? ""}</p>${session ? logPanel(state) : nothing}`;
  bindKeys(state);
  if (!session) return html`${nothingYet(state)}${encounterPanel(state) ?? nothing}`;
  const running = isRunning(session);
  return html`
    ${running ? turnCard(state, seenBefore(entries)) : over(state)}
    ${running ? tiePanel(state) : nothing}
    ${running ? reactionPanel(state) : nothing}
    ${timeline(state)}
    ${markerPanel(state)}
    <p class="fight-time">${fightTime(state)}</p>
    ${leadActions(state)}
    ${encounterPanel(state) ?? nothing}
    ${logPanel(state)}`;
}
