/** Following an invitation: a name, one button, then the match through the eyes of that seat. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { Problem, Unreachable, post } from "./api.js";
import { begin, byId } from "./page.js";
import { t } from "./texts.js";
import { addressOf } from "./view.js";

begin(async () => {
  const { code = "" } = document.body.dataset;
  let told;
  let sending = false;

  async function join(event) {
    event.preventDefault();
    const form = new FormData(event.target);
    sending = true;
    draw();
    try {
      const { seat } = await post("/join", { code: form.get("code"), name: form.get("name") });
      location.replace(addressOf("/", seat === null ? "public" : `seat:${seat}`));
      return;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      told = error.message;
    }
    sending = false;
    draw();
  }

  const draw = () => render(html`<section class="paper"><form @submit=${join}>
    <h2>${t("page.join.title")}</h2>
    <p>${t(code ? "page.join.text" : "page.join.type")}</p>
    <label class="field">${t("page.join.code")}<input class="code-field" name="code" value=${code} required maxlength="20" autocapitalize="characters" autocomplete="off" spellcheck="false" ?autofocus=${!code}></label>
    <label class="field">${t("page.people.name")}<input name="name" maxlength="40" required autocomplete="nickname" ?autofocus=${code}></label>
    ${told ? html`<p class="caution" role="alert" data-told>${told}</p>` : nothing}
    <button class="button strong" data-do="join" ?disabled=${sending}>${t("page.join.join")}</button>
  </form></section>`, byId("panels"));
  draw();
});
