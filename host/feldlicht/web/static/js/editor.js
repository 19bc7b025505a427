/** Drawing a formation: an own picture of the board on which one side's figures are put, moved and taken away. */

import { html, render } from "../vendor/lit-html.js";
import { Problem, Unreachable, post } from "./api.js";
import { BoardPicture } from "./board.js";
import { cellCalled, cellName } from "./cells.js";
import { across, flipped, readCollection, teamOf, written } from "./teams.js";
import { t } from "./texts.js";
import { cellLabel, kindName, sideName } from "./words.js";

const POLE = { yellow: "N", blue: "S" };
const LONGEST_NAME = 40;

/** What is being drawn: {cell name: letter} of one side, on the cells where that side sets up. */
class Drawing {
  constructor(state, side, read) {
    this.state = state;
    this.side = side;
    this.read = read;
    this.team = {};
    this.missing = { ...state.session.view.placing.wanted };
    this.kind = undefined;
    this.held = undefined;
    this.told = "";
    this.collection = [];
    this.busy = false;
  }

  get path() {
    return `/games/${encodeURIComponent(this.state.session.game)}/formations`;
  }

  get left() {
    return Object.values(this.missing).reduce((sum, count) => sum + count, 0);
  }

  /** The kind that is put next: the one chosen, or the first that is missing. */
  get next() {
    return this.missing[this.kind] > 0 ? this.kind : Object.keys(this.missing).find((kind) => this.missing[kind] > 0);
  }

  /** Run one request; what the host refuses is said, and nothing has changed. Says whether it worked. */
  async ask(act) {
    if (this.busy) return false;
    this.busy = true;
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      this.told = error.message;
      return false;
    } finally {
      this.busy = false;
      this.changed();
    }
  }

  /** Let `team` be what is drawn, if the game says that it may. */
  async become(team, told = "") {
    const done = await this.ask(async () => {
      const { options } = this.state.session.view;
      const { missing } = await post(`${this.path}/check`, { side: this.side, cells: team, options });
      this.team = team;
      this.missing = missing;
      this.told = told;
    });
    if (done) this.held = undefined;
    this.changed();
  }

  without(name) {
    return Object.fromEntries(Object.entries(this.team).filter(([cell]) => cell !== name));
  }

  at(cell) {
    const name = cellName(cell);
    if (this.held === name) this.held = undefined;
    else if (this.team[name]) {
      this.held = name;
      this.told = t("page.editor.held", { figure: kindName(this.team[name]), cell: name });
    } else if (this.held) this.become({ ...this.without(this.held), [name]: this.team[this.held] });
    else if (this.next) this.become({ ...this.team, [name]: this.next });
    else this.told = t("page.editor.all_stand");
    this.changed();
  }

  takeAway(name = this.held) {
    if (name && this.team[name]) this.become(this.without(name));
  }

  async readCollection() {
    if (await this.ask(async () => { this.collection = await readCollection(this.state.session.game); })) this.read(this.collection);
  }

  async save(name) {
    const cells = this.side === "blue" ? across(this.team) : this.team;
    const mine = this.collection.some((one) => one.name === name.trim() && !one.shipped);
    let kept = "";
    if (await this.ask(async () => { ({ name: kept } = await post(this.path, { name, cells, replace: mine })); })) {
      await this.readCollection();
      this.told = t("page.editor.saved", { name: kept });
      this.changed();
    }
  }
}

function palette(drawing) {
  return html`<div class="palette" role="group" aria-label=${t("page.editor.palette")}>${Object.entries(drawing.missing).map(([kind, count]) => html`
    <button type="button" class="button quiet small" data-kind=${kind} ?disabled=${count === 0} aria-pressed=${String(drawing.next === kind)}
      aria-label=${t("page.editor.kind", { figure: kindName(kind), count })}
      @click=${() => { drawing.kind = kind; drawing.held = undefined; drawing.changed(); }}><strong>${kind}</strong> ${count}</button>`)}</div>`;
}

function shelf(drawing) {
  const take = (event) => {
    const one = drawing.collection[event.target.selectedIndex - 1];
    event.target.selectedIndex = 0;
    if (one) drawing.become(teamOf(one, drawing.side, false), t("page.editor.taken", { name: one.label }));
  };
  const save = (event) => {
    event.preventDefault();
    drawing.save(new FormData(event.target).get("name"));
  };
  return html`<label class="field">${t("page.editor.from")}<select data-editor="from" @change=${take}><option></option>
      ${drawing.collection.map((one) => html`<option>${one.label}</option>`)}</select></label>
    <form class="save" @submit=${save}><label class="field">${t("page.editor.name")}<input name="name" required maxlength=${LONGEST_NAME}></label>
      <button class="button quiet" data-editor="save" ?disabled=${drawing.busy}>${t("page.editor.save")}</button></form>`;
}

/**
 * Open the editor for `side`, with `team` to begin with; it closes when the formation is given. `read(formations)`:
 * the collection as it is now.
 */
export function openEditor(state, side, team, read) {
  const drawing = new Drawing(state, side, read);
  const sealed = state.session.view.placing.order === "sealed";
  const dialog = document.createElement("dialog");
  dialog.className = "dialog editor";
  dialog.setAttribute("aria-labelledby", "editor-title");
  const host = document.createElement("div");
  const head = document.createElement("div");
  const foot = document.createElement("div");
  foot.className = "editor-foot";
  dialog.append(head, host, foot);
  document.body.append(dialog);
  const pieceAt = (cell) => {
    const kind = drawing.team[cellName(cell)];
    return kind && { key: cellName(cell), cell, side, kind, pole: POLE[side], how: "settled" };
  };
  const picture = new BoardPicture(host, {
    label: t("page.editor.board", { side: sideName(side) }),
    describe: (cell) => cellLabel(cellName(cell), pieceAt(cell), { movable: drawing.held === cellName(cell) }),
    onActivate: (cell) => drawing.at(cell),
  });
  picture.cells.addEventListener("keydown", (event) => {
    if (event.key === "Delete" || event.key === "Backspace") drawing.takeAway(cellName(picture.focused));
  });
  dialog.addEventListener("close", () => {
    dialog.remove();
    state.changed();
  });

  const give = async () => {
    if (await state.command({ type: "act", act: `form ${side} ${written(drawing.team)}` })) dialog.close();
    else {
      drawing.told = state.notice?.text ?? "";
      drawing.changed();
    }
  };
  const button = (name, word, possible, act, strength = "quiet") => html`<button type="button" class="button ${strength}" data-editor=${name}
    ?disabled=${drawing.busy || !possible} @click=${act}>${word}</button>`;
  drawing.changed = () => {
    if (!dialog.isConnected) return;
    const cells = Object.keys(drawing.team).map(cellCalled);
    picture.show({
      game: state.session.view,
      pieces: cells.map(pieceAt),
      marks: { selectable: new Set(cells), selected: drawing.held && cellCalled(drawing.held) },
    });
    const some = cells.length > 0;
    render(html`<h2 id="editor-title">${t("page.editor.title", { side: sideName(side) })}</h2>
      ${palette(drawing)}<p class="told ${side}" role="status" data-told>${drawing.told || (drawing.left > 0 ? t("page.editor.left", { left: drawing.left }) : t("page.editor.whole"))}</p>`, head);
    render(html`<div class="choices">
        ${button("away", t("page.editor.away"), drawing.held, () => drawing.takeAway())}
        ${button("mirror", t("page.editor.mirror"), some, () => drawing.become(flipped(drawing.team)))}
        ${button("clear", t("page.editor.clear"), some, () => drawing.become({}))}</div>
      ${shelf(drawing)}
      <div class="choices end">${button("close", t("page.do.back"), true, () => dialog.close())}
        ${button("give", t(sealed ? "page.setup.seal" : "page.setup.form"), drawing.left === 0, give, "strong")}</div>`, foot);
  };
  dialog.showModal();
  drawing.changed();
  drawing.readCollection().then(() => Object.keys(team).length > 0 && drawing.become(team));
}
