/** Drawing the cells of an option: a tap puts a cell in or takes it out, and the cell across the field with it. */

import { html, render } from "../vendor/lit-html.js";
import { Problem, Unreachable, post } from "./api.js";
import { BoardPicture } from "./board.js";
import { COLUMNS, cellCalled, cellName, columnOf } from "./cells.js";
import { across } from "./teams.js";
import { t } from "./texts.js";

const opposite = (name) => Object.keys(across({ [name]: true }))[0];
const isYellows = (name) => columnOf(cellCalled(name)) < COLUMNS / 2;

/** Open the editor for `option` of `game`, with `cells` (names) to begin with; `act(cells)` when they are taken. */
export function askCells(game, option, cells, act) {
  let chosen = [...cells];
  let told = "";
  let busy = false;
  const { closed } = option.cells;
  const goals = { yellow: closed.filter(isYellows), blue: closed.filter((name) => !isYellows(name)) };
  const dialog = document.createElement("dialog");
  dialog.className = "dialog editor";
  dialog.setAttribute("aria-labelledby", "mask-title");
  const [head, host, foot] = Array.from({ length: 3 }, () => dialog.appendChild(document.createElement("div")));
  foot.className = "editor-foot";
  document.body.append(dialog);
  const picture = new BoardPicture(host, {
    label: option.label,
    describe: (cell) => t(chosen.includes(cellName(cell)) ? "page.mask.is_in" : "page.mask.is_out", { cell: cellName(cell) }),
    onActivate: (cell) => tap(cellName(cell)),
  });
  dialog.addEventListener("close", () => dialog.remove());

  /** Let `wanted` be chosen, if the game says that a match can be played with them. */
  async function become(wanted) {
    if (busy) return;
    busy = true;
    try {
      const options = { [option.name]: wanted };
      if (game.formations) await post(`/games/${encodeURIComponent(game.name)}/formations/check`, { side: "yellow", cells: {}, options });
      chosen = wanted;
      told = "";
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      told = error.message;
    }
    busy = false;
    draw();
  }

  function tap(name) {
    const both = [name, opposite(name)];
    const others = chosen.filter((one) => !both.includes(one));
    become(chosen.includes(name) ? others : [...others, ...both]);
  }

  const button = (name, word, press, strength = "quiet") => html`<button type="button" class="button ${strength}" data-mask=${name} @click=${press}>${word}</button>`;
  function draw() {
    picture.show({ game: { zone: chosen, goals }, pieces: [], marks: {} });
    render(html`<h2 id="mask-title">${option.label}</h2><p class="told" role="status" data-told>${told || t("page.mask.told", { count: chosen.length })}</p>`, head);
    render(html`<div class="choices">${button("clear", t("page.editor.clear"), () => become([]))}</div>
      <div class="choices end">${button("close", t("page.do.back"), () => dialog.close())}
        ${button("take", t("page.mask.take"), () => { dialog.close(); act(chosen); }, "strong")}</div>`, foot);
  }
  dialog.showModal();
  draw();
}
