/** A view that a page may not have, or not any more: it shows what everyone may see, says why, and offers the way on. */

import { t } from "./texts.js";
import { addressOf, view } from "./view.js";
import { sideName } from "./words.js";

/** "ended": the page had the view; "refused": it never did. Its address keeps which view that was. */
const HOW = ["ended", "refused"];
const SIDES = ["yellow", "blue"];
const LONGEST = 40;

/** What was asked for in vain, as {how, wanted}; undefined where the page has the view that it was opened with. */
export function former() {
  const asked = new URLSearchParams(location.search);
  const how = HOW.find((one) => asked.has(one));
  return how && { how, wanted: asked.get(how).slice(0, LONGEST) };
}

/** Whether the host's no is about the view of this page, whatever was asked for. */
export const isAboutView = ({ code, facts }) =>
  view() !== "public" && (facts?.view !== undefined || code === "NO_SUCH_VIEW" || code === "NO_SUCH_SEAT");

/** Look on as everyone may; `had`: the page had its view until now. */
export function lookOn({ had }) {
  const here = new URL(location.href);
  for (const one of ["view", ...HOW]) here.searchParams.delete(one);
  here.searchParams.set(had ? "ended" : "refused", view());
  location.replace(here);
}

/** The page's person may have the view after all: `seats` are theirs; `leads`: everything is. */
export function lookAgain({ seats, leads }) {
  const { how, wanted } = former() ?? {};
  // Sides were swapped: who sat there sits here now.
  if (how === "ended" && wanted.startsWith("seat:") && seats.size === 1) {
    location.replace(addressOf(location.pathname, `seat:${[...seats][0]}`));
    return;
  }
  if (wanted && (wanted === "gm" ? leads : seats.has(wanted.replace("seat:", "")))) {
    location.replace(addressOf(location.pathname, wanted));
  }
}

const LOST = { ended: "page.people.ended_gm", refused: "page.people.refused_gm" };
const SEAT_LOST = { ended: "page.people.ended_seat", refused: "page.people.refused_seat" };

function sentence({ how, wanted }) {
  if (wanted === "gm") return t(LOST[how]);
  if (!wanted.startsWith("seat:")) return t("page.people.refused_view", { view: wanted });
  const seat = wanted.replace("seat:", "");
  return t(SEAT_LOST[how], { seat: SIDES.includes(seat) ? sideName(seat) : seat });
}

/** Say above everything what became of the view, if that is to be said. */
export function tellFormer() {
  const was = former();
  if (!was) return;
  const told = document.createElement("p");
  told.className = "former";
  told.dataset.former = was.wanted;
  told.setAttribute("role", "status");
  const everyone = document.createElement("a");
  everyone.href = addressOf(location.pathname, "public");
  everyone.textContent = t("page.people.view_public");
  told.append(`${sentence(was)} ${t("page.people.former_shows")} `, everyone);
  document.querySelector("main").before(told);
}
