/** Who sits where, how others come in, and through whose eyes this page looks. */

import { html, nothing } from "../vendor/lit-html.js";
import { get, post } from "./api.js";
import { open } from "./dialogs.js";
import { former, lookAgain } from "./former.js";
import { isRunning, onTurn } from "./session.js";
import { t } from "./texts.js";
import { addressOf, view } from "./view.js";
import { sideName } from "./words.js";

const SIDES = ["yellow", "blue"];
const CODE_HALF = 4;

/** A seat as people call it: a side, or a figure's id. */
export const seatName = (seat) => (SIDES.includes(seat) ? sideName(seat) : seat);

/** What the asker may and where they sit; kept true by the stream's word of who sits down and gets up. */
export class People {
  constructor(state, changed) {
    this.state = state;
    this.changed = changed;
    this.me = undefined;
    this.mine = new Set();
    this.asked = undefined;
    state.people = this;
    state.quietly(async () => {
      this.me = await get("/me");
      changed();
    });
  }

  get leads() {
    return this.me?.right === "owner" || this.me?.right === "game_master";
  }

  /**
   * What this page is for, by its view and its person's right: "lead" (everything), "play" (a seat's own acts) or
   * "watch". Until that is known nothing is hidden, so that a page at the computer does not flicker.
   */
  get part() {
    if (this.me === undefined) return "lead";
    const now = view();
    if (now.startsWith("seat:")) return "play";
    if (now === "gm" || this.me.right === "owner") return this.leads ? "lead" : "watch";
    return "watch";
  }

  /** A page that may lead, at a match whose seats are all other people's: by this view there is nothing to do. */
  get bystands() {
    const { session } = this.state;
    return this.part === "lead" && isRunning(session) && !session.can.abandon && session.can.resign.length === 0;
  }

  /** Whom a page that may act waits for, in a sentence; undefined while it is its own turn, or nobody's. */
  get waiting() {
    const { session, seats = [] } = this.state;
    const side = isRunning(session) ? onTurn(session.view) : undefined;
    if (!side || this.part === "watch" || this.bystands) return undefined;
    if (session.can.figures.length > 0 || Object.keys(session.moves).length === 0) return undefined;
    const name = seats.find(({ id }) => id === side)?.name;
    return name ? t("page.next.wait_for", { name, side: sideName(side) }) : t("page.next.wait", { side: sideName(side) });
  }

  /** Why a page that only watches offers nothing to do: there is another view, or none for this person. */
  get whyWatching() {
    if (this.part !== "watch" && !this.bystands) return undefined;
    return t(this.leads || this.mine.size > 0 ? "page.people.watch_view" : "page.people.watch_ask");
  }

  /** The stream knows who sits there, but it may be older than this browser's cookie: whose seat it is is asked. */
  follow() {
    const { seats, session } = this.state;
    if (seats === this.asked || !session) return;
    this.asked = seats;
    this.state.quietly(async () => {
      const told = await get(`/sessions/${session.id}/seats`);
      this.mine = new Set(told.seats.filter(({ yours }) => yours).map(({ id }) => id));
      if (former()) {
        this.me = await get("/me");
        lookAgain({ seats: this.mine, leads: this.leads });
      }
      this.changed();
    });
  }

  /** The views that this page may look through, as [view, what people call it]. */
  views() {
    const { seats = [] } = this.state;
    const seatViews = seats
      .filter(({ id, name }) => this.mine.has(id) || this.me?.right === "game_master" || (this.me?.right === "owner" && name === null))
      .map(({ id }) => [`seat:${id}`, t("page.people.view_seat", { seat: seatName(id) })]);
    return [["public", t("page.people.view_public")], ...seatViews, ...(this.leads ? [["gm", t("page.people.view_gm")]] : [])];
  }

  /** Ask something of the session's seats; the stream tells the outcome. */
  ask(path, body) {
    const { id } = this.state.session;
    return this.state.alone(() => post(`/sessions/${id}/${path}`, body));
  }

  async sit(seat, name) {
    const { id } = this.state.session;
    await this.state.alone(async () => {
      await post(`/sessions/${id}/seats`, { seat, name });
      location.assign(addressOf(location.pathname, `seat:${seat}`));
    });
  }

  async invite(seat, handOver = false) {
    const { id } = this.state.session;
    await this.state.alone(async () => {
      const invited = await post(`/sessions/${id}/invitations`, { seat, hand_over: handOver });
      showInvitation(invited, this.me?.lan === true);
    });
  }
}

function picture(svg, label) {
  const drawn = document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
  drawn.setAttribute("role", "img");
  drawn.setAttribute("aria-label", label);
  return drawn;
}

function showInvitation({ code, seat, address, picture: svg }, lan) {
  open((dialog) => html`<form method="dialog" class="invitation">
    <h2>${seat === null ? t("page.people.invite_viewer") : t("page.people.invite_seat", { seat: seatName(seat) })}</h2>
    <div class="code-picture">${picture(svg, t("page.people.picture"))}</div>
    <p class="code" data-code=${code}>${code.slice(0, CODE_HALF)} ${code.slice(CODE_HALF)}</p>
    <p class="code-address">${address}</p>
    <p>${seat === null ? t("page.people.valid_viewer") : t("page.people.valid_seat")}</p>
    ${lan ? nothing : html`<p class="caution">${t("page.people.no_lan")}</p>`}
    <div class="choices end"><button type="button" class="button strong" data-do="close-invitation" @click=${() => dialog.close()}>${t("page.people.done")}</button></div>
  </form>`);
}

function askName(seat, act) {
  open((dialog) => html`<form method="dialog" @submit=${(event) => act(new FormData(event.target).get("name"))}>
    <h2>${t("page.people.sit_title", { seat: seatName(seat) })}</h2>
    <label class="field">${t("page.people.name")}<input name="name" maxlength="40" required autocomplete="nickname"></label>
    <div class="choices end">
      <button type="button" class="button quiet" @click=${() => dialog.close()}>${t("page.do.back")}</button>
      <button type="submit" class="button strong" data-do="sure">${t("page.people.sit")}</button></div>
  </form>`);
}

function seatLine(people, { id, name, present }) {
  const mine = people.mine.has(id);
  const seat = seatName(id);
  const busy = people.state.sending;
  const button = (what, word, label, act) => html`<button class="button quiet small" data-seat-do=${what} aria-label=${label} ?disabled=${busy} @click=${act}>${word}</button>`;
  const label = (key) => `${t(key)}: ${seat}`;
  const free = people.leads && name === null;
  const taken = people.leads && name !== null && !mine;
  return html`<li class="seat ${SIDES.includes(id) ? id : ""}" data-seat=${id}>
    <span class="seat-who"><strong>${seat}</strong>
      <span>${name ?? t("page.people.free")}${mine ? ` (${t("page.people.you")})` : ""}</span>
      ${name === null ? nothing : html`<span class="seat-here ${present ? "here" : ""}">${t(present ? "page.people.here" : "page.people.away")}</span>`}</span>
    <span class="choices">
      ${free ? html`${button("invite", t("page.people.invite"), label("page.people.invite"), () => people.invite(id))}
        ${button("sit", t("page.people.sit"), label("page.people.sit"), () => askName(id, (typed) => people.sit(id, typed)))}` : nothing}
      ${mine ? button("leave", t("page.people.leave"), label("page.people.leave"), () => people.ask("seats/leave", { seat: id })) : nothing}
      ${taken ? html`${button("free", t("page.people.set_free"), label("page.people.set_free"), () => people.ask("seats/free", { seat: id }))}
        ${button("hand-over", t("page.people.hand_over"), label("page.people.hand_over"), () => people.invite(id, true))}` : nothing}
    </span></li>`;
}

/** Where whoever leads goes on, and where others come in. */
function waysIn(people) {
  return html`<p class="hint ways-in">${people.leads ? html`<a href="/gm">${t("page.people.lead")}</a>`
    : html`<a href="/j">${t("page.join.have_code")}</a> <a href="/gm">${t("page.people.lead_login")}</a>`}</p>`;
}

/** Seats, invitations and the choice of a view. Closed while one computer is all there is. */
export function peoplePanel(people) {
  const { seats, session } = people.state;
  people.follow();
  if (!people.me) return nothing;
  if (!session || !seats) {
    return people.me.lan || !people.leads ? html`<details class="people" open><summary>${t("page.people.title")}</summary>${waysIn(people)}</details>` : nothing;
  }
  const views = people.views();
  const now = view();
  const company = people.me.lan || seats.some(({ name }) => name !== null) || now !== "public";
  return html`<details class="people" ?open=${company}>
    <summary>${t("page.people.title")}</summary>
    <ul>${seats.map((seat) => seatLine(people, seat))}</ul>
    ${people.leads ? html`<div class="choices"><button class="button quiet small" data-seat-do="invite-viewer" ?disabled=${people.state.sending}
      @click=${() => people.invite(null)}>${t("page.people.invite_viewer")}</button></div>` : nothing}
    ${views.length > 1 ? html`<nav class="views" aria-labelledby="views-title"><p class="hint" id="views-title">${t("page.people.views")}</p>
      ${views.map(([one, word]) => html`<a href=${addressOf(location.pathname, one)} data-view=${one} aria-current=${one === now ? "true" : nothing}>${word}</a>`)}
    </nav>` : nothing}
    ${waysIn(people)}
  </details>`;
}

/** Through whose eyes this page looks, for the header; nothing while it is everyone's. */
export function roleBadge() {
  const now = view();
  if (now === "public") return nothing;
  const word = now === "gm" ? t("page.people.view_gm") : t("page.people.view_seat", { seat: seatName(now.replace("seat:", "")) });
  return html`<span class="badge role" data-role=${now}>${word}</span>`;
}
