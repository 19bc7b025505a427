/** The match drawn: its position, where figures moved to, its points over time; to be seen and to be saved. */

import { html, nothing } from "../vendor/lit-html.js";
import { address } from "./api.js";
import { t } from "./texts.js";

/** By name what it is called and how large it is, so that the page does not jump when it comes. */
const PICTURES = {
  position: ["page.pictures.position", 792, 562],
  heat: ["page.pictures.heat", 656, 920],
  moves: ["page.pictures.moves", 792, 482],
};
const FORMATS = ["svg", "png"];

/** The section below the board. Pictures are asked for when it is open, and anew with each revision. */
export function picturesPanel({ session }) {
  if (!session?.pictures) return nothing;
  const of = (name, format) => address(`/sessions/${session.id}/pictures/${name}.${format}`);
  return html`<details class="pictures"><summary>${t("page.pictures.title")}</summary><div>${Object.entries(PICTURES).map(([name, [key, width, height]]) => html`<figure data-picture=${name}>
      <img loading="lazy" width=${width} height=${height} alt=${t(key)} src="${of(name, "svg")}&revision=${session.revision}">
      <figcaption><span>${t(key)}</span>${FORMATS.map((format) => html`<a class="button quiet small" data-format=${format} download
        href=${of(name, format)} aria-label=${t("page.pictures.save", { picture: t(key), format: format.toUpperCase() })}>${format.toUpperCase()}</a>`)}</figcaption>
    </figure>`)}</div></details>`;
}
