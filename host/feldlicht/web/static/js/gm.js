/** The game master's page: in by the one-time link or the PIN; who tried in vain; another PIN; out again. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { Problem, Unreachable, get, post } from "./api.js";
import { begin, byId } from "./page.js";
import { language, t } from "./texts.js";
import { addressOf } from "./view.js";

const TRIED = { pin: "page.gm.try_pin", claim: "page.gm.try_claim", code: "page.gm.try_code" };

const TRIES_MS = 5000;

begin(async () => {
  // The secret leaves the address at once, so that nobody reads it there or goes back to it.
  const secret = location.hash.slice(1);
  if (secret) history.replaceState(null, "", location.pathname);
  let me = await get("/me");
  let tries;
  let people;
  let told;
  let tone = "warn";
  let sending = false;
  const leads = () => me.right !== "viewer";

  async function look() {
    tries = leads() ? await get("/gm/tries") : undefined;
    people = me.right === "owner" ? (await get("/gm/people")).people : undefined;
  }

  async function act(what, done) {
    sending = true;
    told = undefined;
    draw();
    try {
      const answer = await what();
      me = await get("/me");
      await look();
      told = typeof done === "function" ? done(answer) : done;
      tone = "win";
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      told = error.message;
      tone = "warn";
    }
    sending = false;
    draw();
  }

  const pinOf = (event) => {
    event.preventDefault();
    const pin = new FormData(event.target).get("pin");
    event.target.reset();
    return pin;
  };

  const note = () => (told ? html`<p class=${tone === "warn" ? "caution" : "saved"} role="alert" data-told>${told}</p>` : nothing);

  const pinForm = (word, help, name, submit) => html`<form @submit=${submit}>
    <label class="field">${t("page.gm.pin")}<input name="pin" type="password" minlength="4" maxlength="64" required autocomplete=${name === "login" ? "current-password" : "new-password"}></label>
    <p class="hint">${help}</p>
    <button class="button strong" data-do=${name} ?disabled=${sending}>${word}</button>
  </form>`;

  const triesList = () => {
    const clock = new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "medium" });
    return html`<section class="tries" aria-labelledby="tries-title"><h3 id="tries-title">${t("page.gm.tries")}</h3>
      ${tries.total === 0 ? html`<p class="empty">${t("page.gm.no_tries")}</p>` : html`<p data-tries=${tries.total}>${t("page.gm.tries_total", { count: tries.total })}</p>
      <ol tabindex="0" aria-labelledby="tries-title">${tries.recent.map(({ at, address, what }) => html`<li>${t(TRIED[what])} · ${address} · ${clock.format(at)}</li>`)}</ol>`}
    </section>`;
  };

  const moment = (at) => new Intl.DateTimeFormat(language(), { dateStyle: "short", timeStyle: "short" }).format(at);
  const BY = { claim: "page.gm.by_claim", pin: "page.gm.by_pin" };

  const leadLine = ({ id, since, by, address, present, yours }) => html`<li class="seat" data-lead=${id}>
    <span class="seat-who"><strong>${[by && t(BY[by]), address && t("page.gm.from", { address })].filter(Boolean).join(" · ") || t("page.gm.title")}${yours ? ` (${t("page.people.you")})` : ""}</strong>
      <span>${t("page.gm.since", { when: moment(since) })}</span>
      <span class="seat-here ${present ? "here" : ""}">${t(present ? "page.people.here" : "page.people.away")}</span></span>
    <button class="button quiet small" data-do="put-out" aria-label=${t("page.gm.put_out_who", { when: moment(since) })} ?disabled=${sending}
      @click=${() => act(() => post("/gm/people/out", { id }), t("page.gm.is_out"))}>${t("page.gm.put_out")}</button></li>`;

  const peopleList = () => html`<section class="people leads" aria-labelledby="leads-title"><h3 id="leads-title">${t("page.gm.people")}</h3>
    ${people.length === 0 ? html`<p class="empty">${t("page.gm.nobody")}</p>` : html`<ul>${people.map(leadLine)}</ul><p class="hint">${t("page.gm.out_help")}</p>`}
  </section>`;

  const inside = () => html`
    <p>${t(me.pin ? "page.gm.in" : "page.gm.choose")}</p>
    ${pinForm(t("page.gm.set"), `${t("page.gm.pin_help")} ${t("page.gm.pin_help_others")}`, "set-pin", (event) => { const pin = pinOf(event); act(() => post("/gm/pin", { pin }), ({ ended }) => (ended ? t("page.gm.kept_ended", { count: ended }) : t("page.gm.kept"))); })}
    ${note()}
    <div class="choices"><a class="button quiet" href=${addressOf("/", "gm")}>${t("page.gm.to_match")}</a>
      ${me.right === "game_master" ? html`<button class="button quiet" data-do="logout" ?disabled=${sending} @click=${() => act(() => post("/gm/logout", {}), t("page.gm.left"))}>${t("page.gm.logout")}</button>` : nothing}</div>
    ${people ? peopleList() : nothing}${tries ? triesList() : nothing}`;

  const outside = () => html`
    <p>${t("page.gm.out")}</p>
    ${pinForm(t("page.gm.login"), t("page.gm.login_help"), "login", (event) => { const pin = pinOf(event); act(() => post("/gm/login", { pin })); })}
    ${note()}`;

  const draw = () => render(html`<section class="paper"><h2>${t("page.gm.title")}</h2>${leads() ? inside() : outside()}</section>`, byId("panels"));

  if (secret) await act(() => post("/gm/claim", { secret }));
  else await look();
  draw();
  setInterval(async () => {
    if (!leads() || sending) return;
    try {
      me = await get("/me");
      await look();
      if (!leads()) {
        told = t("page.gm.left");
        tone = "warn";
      }
      draw();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
    }
  }, TRIES_MS);
});
