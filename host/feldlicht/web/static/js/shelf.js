/** The formations that people saved: called otherwise, taken away and back, saved as a file and read from one. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { Problem, Unreachable, chosenJson, post, saveFile } from "./api.js";
import { confirmFirst } from "./dialogs.js";
import { readCollection, written } from "./teams.js";
import { t } from "./texts.js";

const LONGEST_NAME = 40;

/** Open the dialog; `read(formations)`: the collection as it is now, after every change. */
export function openShelf(game, read) {
  const path = `/games/${encodeURIComponent(game)}/formations`;
  const dialog = document.createElement("dialog");
  dialog.className = "dialog shelf";
  dialog.setAttribute("aria-labelledby", "shelf-title");
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());
  let own = [];
  let busy = false;
  let told = "";
  let removed;
  let renamed;

  async function readAll() {
    const all = await readCollection(game);
    own = all.filter(({ shipped }) => !shipped);
    renamed = own.find(({ name }) => name === renamed?.name);
    read(all);
  }

  /**
   * Run one request and read all anew; `act` returns what is to be said. A refusal is said, and nothing has changed by
   * it; but it may be one because somebody else has changed something, so all is read anew then too.
   */
  async function ask(act) {
    if (busy) return;
    busy = true;
    removed = undefined;
    draw();
    try {
      told = await act();
      renamed = undefined;
      await readAll();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      told = error.message;
      if (error instanceof Problem) await readAll().catch(() => {});
    }
    busy = false;
    draw();
  }

  const remove = (one) => ask(async () => {
    await post(`${path}/remove`, { name: one.name });
    removed = one;
    return t("page.shelf.removed", { name: one.name });
  });
  const putBack = ({ name, cells }) => ask(async () => {
    await post(path, { name, cells });
    return t("page.editor.saved", { name });
  });
  const rename = (event, { name }) => {
    event.preventDefault();
    const to = new FormData(event.target).get("name");
    ask(async () => {
      const named = await post(`${path}/rename`, { name, to });
      return t("page.shelf.renamed", { name: named.name });
    });
  };
  const keep = (form) => ask(async () => t("page.shelf.taken", { count: (await post(`${path}/file`, form)).taken }));
  const take = (event) => ask(async () => {
    const form = await chosenJson(event.target, t("page.shelf.no_file"));
    if (form.feldlicht !== "formations" || form.game !== game) throw new Problem(422, { detail: t("page.shelf.no_file") });
    const twice = Object.keys(form.formations ?? {}).filter((name) => own.some((one) => one.name === name.trim()));
    if (twice.length === 0) return t("page.shelf.taken", { count: (await post(`${path}/file`, form)).taken });
    confirmFirst({ title: t("page.shelf.replace"), text: twice.join(", "), word: t("page.shelf.replace_do"), act: () => keep(form) });
    return "";
  });

  const button = (name, word, act) => html`<button type="button" class="button quiet small" data-shelf=${name} ?disabled=${busy} @click=${act}>${word}</button>`;
  const line = (one) => html`<li data-formation=${one.name}>${one === renamed
    ? html`<form class="save" @submit=${(event) => rename(event, one)}><label class="field">${t("page.editor.name")}
        <input name="name" required maxlength=${LONGEST_NAME} .value=${one.name}></label><button class="button" data-shelf="named" ?disabled=${busy}>${t("page.editor.save")}</button></form>`
    : html`<p><strong>${one.name}</strong><span class="hint">${written(one.cells)}</span></p>
      ${button("rename", t("page.shelf.rename"), () => { renamed = one; draw(); dialog.querySelector("[name=name]").select(); })}${button("remove", t("page.shelf.remove"), () => remove(one))}`}</li>`;

  function draw() {
    render(html`<h2 id="shelf-title">${t("page.shelf.title")}</h2>
      ${own.length === 0 ? html`<p class="empty">${t("page.shelf.none")}</p>` : html`<ul>${own.map(line)}</ul>`}
      <p role="status" data-told>${told}</p>${removed ? button("back", t("page.do.undo"), () => putBack(removed)) : nothing}
      <div class="choices">${own.length > 0 ? button("save", t("page.shelf.save"), () => ask(async () => { await saveFile(`${path}/file`); return ""; })) : nothing}
        <label class="button quiet small file"><input type="file" accept=".json,application/json" data-shelf="take" ?disabled=${busy} @change=${(event) => event.target.files.length > 0 && take(event)}>${t("page.shelf.take")}</label></div>
      <div class="choices end"><button type="button" class="button" data-shelf="close" @click=${() => dialog.close()}>${t("page.do.close")}</button></div>`, dialog);
  }
  dialog.showModal();
  ask(async () => "");
}
