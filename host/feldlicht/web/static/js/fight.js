/** A fight on the timeline: for the game master, for a player's figure, and for the screen that everyone sees. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { get } from "./api.js";
import "./fight-words.js";
import { RingPicture } from "./fight-ring.js";
import { keepAwake, showPanels } from "./fight-show.js";
import { Caller } from "./fight-turn.js";
import { knobPanel } from "./knob.js";
import { begin, byId, closeNoticeOnEscape, headlines, newsSpeaker, oncePerFrame } from "./page.js";
import { fightLink, liveBadge, newMatchButton, noticePanel } from "./panels.js";
import { People, peoplePanel, roleBadge } from "./people.js";
import { isRunning } from "./session.js";
import { TableState } from "./state.js";
import { t } from "./texts.js";
import { pageOf, view } from "./view.js";

/** The figure whose player looks, undefined where it is somebody else. */
const own = view().startsWith("seat:") ? view().replace("seat:", "") : undefined;

/** What the page is for, by whose eyes it looks through: each reads only what it needs. */
async function panelsOf() {
  if (view() === "gm") return (await import("./fight-master.js")).masterPanels;
  return own === undefined ? showPanels : (await import("./fight-player.js")).playerPanels;
}

/** Lamps tell of a fight only where its board has them: of one that is played without a board nobody's do. */
const lightsOf = (state) => (state.pinned || state.session?.board === null ? undefined : state.lights);

begin(async () => {
  const [first, panels] = await Promise.all([get("/boards/default"), panelsOf()]);
  const ring = new RingPicture(byId("picture"));
  const draw = oncePerFrame(() => drawNow());
  const caller = own === undefined ? undefined : new Caller(own, () => draw());
  const title = document.title;
  const state = new TableState(first.id, { changed: () => { call(); draw(); }, lit: () => ring.showLights(lightsOf(state)), follows: true });
  const people = new People(state, () => draw());
  const speakNews = newsSpeaker();

  /** For who leads: the way from everyone's screen to the game master's, and from a fight that is over to any match. */
  const doors = () => (people.leads && own === undefined ? html`<div class="choices fight-doors">
    ${view() === "public" ? fightLink("gm") : nothing}${isRunning(state.session) ? nothing : newMatchButton(state, "quiet")}</div>` : nothing);

  /** Not only with the next picture: a page that nobody looks at draws none. */
  function call() {
    if (!caller) return;
    const on = caller.look(state.session, state.entries);
    document.title = on ? t("page.fighter.title_on", { figure: own, title }) : title;
  }

  function drawNow() {
    const { session } = state;
    if (session && pageOf(session.game) !== location.pathname) {
      location.replace(`${pageOf(session.game)}${location.search}`);
      return;
    }
    if (state.known) ring.show(session?.game === "initiative" ? session.view : undefined);
    ring.showLights(lightsOf(state));
    render(html`${roleBadge()}${liveBadge(state)}`, byId("badge"));
    render(html`${noticePanel(state)}${panels(state, people, own, caller)}${session && view() === "gm" ? knobPanel(state) : nothing}${doors()}${session ? peoplePanel(people) : nothing}`, byId("panels"));
    speakNews(...headlines());
  }

  byId("picture").dataset.view = own === undefined ? view() : "seat";
  if (view() === "public") keepAwake();
  closeNoticeOnEscape(state);
  state.begin();
  draw();
});
