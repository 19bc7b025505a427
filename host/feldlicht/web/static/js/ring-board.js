/** A device of ring, strip, knob and buttons only: its light, its knob, and the fight that is on at it. */

import { html, render } from "../vendor/lit-html.js";
import { RingPicture } from "./fight-ring.js";
import { knobPanel } from "./knob.js";
import { byId, closeNoticeOnEscape, headlines, newsSpeaker, oncePerFrame } from "./page.js";
import { fightLink, liveBadge, noticePanel } from "./panels.js";
import { People, roleBadge } from "./people.js";
import { isRunning } from "./session.js";
import { TableState } from "./state.js";
import { t } from "./texts.js";
import { boardTrouble } from "./words.js";

/** Show the device `id`; `follows`: whichever is the default one. */
export function showRing(id, { follows }) {
  const ring = new RingPicture(byId("picture"));
  const draw = oncePerFrame(() => drawNow());
  const state = new TableState(id, { changed: () => draw(), lit: () => ring.showLights(state.lights), follows });
  const people = new People(state, () => draw());
  const speakNews = newsSpeaker();

  function drawNow() {
    const { session } = state;
    const on = isRunning(session);
    ring.show(session?.game === "initiative" ? session.view : undefined);
    ring.showLights(state.lights);
    render(html`${roleBadge()}${liveBadge(state)}`, byId("badge"));
    render(html`${noticePanel(state)}<section class="next go"><p class="next-head" data-next>${boardTrouble(state.board) || t(on ? "page.knob.fight" : "page.next.none")}</p>
      ${on ? "" : html`<p class="next-detail">${t("page.next.none_ring")}</p>`}
      <div class="choices">${fightLink(on ? "open" : "begin")}</div></section>${knobPanel(state)}`, byId("panels"));
    speakNews(...headlines());
  }

  closeNoticeOnEscape(state);
  state.begin();
  draw();
  return people;
}
