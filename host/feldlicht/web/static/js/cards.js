/** A card for each kind of figure: its name, how it goes in a sentence, and where it could go, as the rules say it. */

import { html, nothing } from "../vendor/lit-html.js";
import { get } from "./api.js";
import { cellCalled, columnOf, rowOf } from "./cells.js";
import { open } from "./dialogs.js";
import { shape, shield } from "./drawing.js";
import { USUAL, has, t } from "./texts.js";
import { kindName } from "./words.js";

/** How a kind of figure goes, in the words of the game shown; "" where it has none, and then no card either. */
export const wayOf = (kind) => (has(`page.help.way.${kind}`) ? t(`page.help.way.${kind}`) : "");
const AROUND = 1;

/** The part of the board that the card is about: the figure, its tip towards the goal that it attacks, and its cells. */
function diagram({ kind, side, cell, cells }) {
  const stands = cellCalled(cell);
  const reached = new Set(cells.map(cellCalled));
  const all = [stands, ...reached];
  const span = (of, most) => [Math.max(0, Math.min(...all.map(of)) - AROUND), Math.min(most, Math.max(...all.map(of)) + AROUND)];
  const [top, bottom] = span(rowOf, 8);
  const [first, last] = span(columnOf, 15);
  const picture = shape("svg", { class: "card-picture", viewBox: `0 0 ${last - first + 1} ${bottom - top + 1}`, role: "img",
    "aria-label": t("page.card.cells", { cell, cells: cells.join(", ") }) });
  for (let row = top; row <= bottom; row += 1) {
    for (let column = first; column <= last; column += 1) {
      const here = row * 16 + column;
      const [x, y] = [column - first, row - top];
      picture.append(shape("rect", { class: `card-cell ${(row + column) % 2 ? "even" : "odd"}`, x: x + 0.03, y: y + 0.03, width: 0.94, height: 0.94, rx: 0.1 }));
      if (reached.has(here)) picture.append(shape("circle", { class: "card-target", cx: x + 0.5, cy: y + 0.5, r: 0.2 }));
    }
  }
  const figure = shape("g", { transform: `translate(${columnOf(stands) - first + 0.5} ${rowOf(stands) - top + 0.5})` },
    shield(side, kind, side === "blue" ? 180 : 0));
  picture.append(figure);
  return picture;
}

/** The cards of the game that was asked for last. */
const known = { game: undefined, cards: [] };

/** Open the card of a kind of figure; `state` says if it cannot be had. */
export function showCard(state, kind) {
  return state.quietly(async () => {
    const game = state.session?.game ?? USUAL;
    if (known.game !== game) Object.assign(known, { game, cards: (await get(`/games/${encodeURIComponent(game)}/cards`)).cards });
    const card = known.cards.find((one) => one.kind === kind);
    open((dialog) => html`<form method="dialog" class="card" data-card=${kind}>
      <h2>${kindName(kind)} (${kind})</h2>
      <p>${t("page.card.goes", { way: wayOf(kind) })}</p>
      ${card ? diagram(card) : nothing}
      <p class="hint">${t("page.card.tip")}</p>
      <div class="choices end"><button type="submit" class="button" data-do="close-card" @click=${() => dialog.close()}>${t("page.do.close")}</button></div>
    </form>`);
  });
}

/** The way to a figure's card, beside its name. */
export const cardButton = (state, kind) => html`<button type="button" class="button quiet small" data-card-of=${kind}
  @click=${() => showCard(state, kind)}>${t("page.card.ask", { figure: kindName(kind) })}</button>`;
