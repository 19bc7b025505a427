/** A fight on the timeline: for the game master, for a player's figure, and for the screen that everyone sees. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { get } from "./api.js";
import { masterPanels } from "./fight-master.js";
import { playerPanels } from "./fight-player.js";
import { RingPicture } from "./fight-ring.js";
import { showPanels } from "./fight-show.js";
import { begin, byId, closeNoticeOnEscape, headlines, newsSpeaker, oncePerFrame } from "./page.js";
import { liveBadge, noticePanel } from "./panels.js";
import { People, peoplePanel, roleBadge } from "./people.js";
import { TableState } from "./state.js";
import { pageOf, view } from "./view.js";

/** What the page is for, by whose eyes it looks through. */
function panelsFor(state, people) {
  if (view() === "gm") return masterPanels(state, people);
  if (view().startsWith("seat:")) return playerPanels(state, people, view().replace("seat:", ""));
  return showPanels(state, people);
}

begin(async () => {
  const first = await get("/boards/default");
  const ring = new RingPicture(byId("picture"));
  const draw = oncePerFrame(() => drawNow());
  const state = new TableState(first.id, { changed: () => draw(), lit: () => ring.showLights(state.lights), follows: true });
  const people = new People(state, () => draw());
  const speakNews = newsSpeaker();

  function drawNow() {
    const { session } = state;
    if (session && pageOf(session.game) !== location.pathname) {
      location.replace(`${pageOf(session.game)}${location.search}`);
      return;
    }
    ring.show(session?.view);
    render(html`${roleBadge()}${liveBadge(state)}`, byId("badge"));
    render(html`${noticePanel(state)}${panelsFor(state, people)}${session ? peoplePanel(people) : nothing}`, byId("panels"));
    speakNews(...headlines());
  }

  closeNoticeOnEscape(state);
  state.begin();
  draw();
});
