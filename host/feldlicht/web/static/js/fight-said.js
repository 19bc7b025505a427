/** A fight in words, told from a view of it: what that does not have cannot be said. */

import { t } from "./texts.js";

const minus = (number) => String(number).replace("-", "−");
export const ini = minus;

export const figureOf = (view, label) => view.figures.find((one) => one.label === label);
/** Whether a view is the game master's, in which nothing is concealed. */
const sees = (view) => "true_pointer" in view;
const standsBy = ({ stance }) => stance === "waiting" || stance === "ready";

/** What the moment is: {kind, name}; kind: gathering | turn | master | between | waiting | empty | over. */
export function moment(view) {
  if (view.phase === "over" || view.phase === "gathering") return { kind: view.phase };
  if (view.phase === "turn") {
    return { kind: view.concealed_turn && !sees(view) ? "master" : "turn", name: view.turn };
  }
  // Of a figure that conceals its place nobody can say that it is nowhere.
  const off = (one) => standsBy(one) || (one.ini === null && (one.known === "all" || sees(view)));
  if (view.figures.length === 0 || !view.figures.every(off)) return { kind: "between" };
  return { kind: view.figures.some(standsBy) ? "waiting" : "empty" };
}

const HEADS = {
  gathering: "page.ring.gathering", master: "page.ring.masters", between: "page.ring.between",
  waiting: "page.ring.all_wait", empty: "page.ring.empty", over: "page.ring.over",
};
const HELP = {
  gathering: "page.ring.gathering_help", master: "page.ring.masters_help", between: "page.ring.between_help",
  waiting: "page.ring.all_wait_help", empty: "page.ring.empty_help", over: "page.ring.over_help",
};

/** The moment in big words, and what goes with it in small ones. */
export function headline(view) {
  const { kind, name } = moment(view);
  if (kind === "turn") return { kind, head: name, over: t("page.ring.on_turn"), help: "" };
  return { kind, head: t(HEADS[kind]), over: "", help: t(HELP[kind], { figure: name ?? "" }) };
}

/** Figures by field, in the order of the timeline: Map "ring5" → [figure]. */
export function byField(view) {
  const fields = new Map();
  for (const label of view.order) {
    const one = figureOf(view, label);
    if (!one?.field) continue;
    const key = `${one.field.part}${one.field.number}`;
    if (!fields.has(key)) fields.set(key, []);
    fields.get(key).push(one);
  }
  return fields;
}

/** Where the pointer stands: {field, kind: turn | master | resting}; undefined while it stands nowhere that is known. */
export function pointer(view) {
  const { kind, name } = moment(view);
  if (kind === "gathering" || kind === "over") return undefined;
  const own = kind === "turn" ? figureOf(view, name)?.field : undefined;
  const field = own ?? view.pointer_field;
  if (!field || (kind === "master" && view.settings.unseen === "field")) return undefined;
  if (kind === "turn") return { field, kind };
  return { field, kind: kind === "master" && view.settings.unseen === "pulse" ? "master" : "resting" };
}

/** Those who come next as far as this view knows, without whoever is on turn. */
export const nextOnes = (view) => view.order.filter((label) => label !== view.turn).map((label) => figureOf(view, label));

/** The sign beside a name whose field alone would mislead: a lap ahead, or below the strip; "" else. */
export function sign(one) {
  if (one.next_lap === true) return "↻";
  return one.field?.overflow ? `▾${ini(one.ini)}` : "";
}

/** That sign in words, where the INI itself stands beside it. */
export const signWord = (one) => (one.next_lap === true ? t("page.ring.lap") : "");

/** Everything that the picture shows, as one text. */
export function described(view) {
  const { head, over } = headline(view);
  const line = view.order.map((label) => {
    const one = figureOf(view, label);
    return [t("page.ring.stands", { figure: label, ini: ini(one.ini) }), signWord(one)].filter(Boolean).join(" ");
  }).join(", ");
  const now = view.pointer === null ? "" : t("page.ring.pointer_at", { ini: ini(view.pointer) });
  return [t("page.ring.picture"), over ? `${over}: ${head}.` : `${head}.`, now, line ? t("page.ring.order_is", { line }) : t("page.ring.order_none")].filter(Boolean).join(" ");
}

const WHY = {
  NOT_AFFECTED: "page.ring.why.not_affected", NO_INI: "page.ring.why.no_ini", REACTED_ALREADY: "page.ring.why.reacted",
  TOO_SLOW: "page.ring.why.too_slow", NOTHING_TO_REACT_TO: "page.ring.why.nothing",
};

/** Why a figure may not react, in words. */
export const whyNot = (why) => t(WHY[why] ?? "page.ring.why.nothing");

const listed = (labels) => labels.join(", ");

/** What was done last, and who may react to it or is too slow: sentences without numbers. */
export function lastAct(view) {
  const { last } = view;
  if (!last || view.phase === "over") return [];
  const told = last.targets?.length > 0
    ? t("page.ring.acted_on", { figure: last.figure, targets: listed(last.targets) })
    : t("page.ring.acted", { figure: last.figure });
  const named = last.targets ?? [];
  const may = view.figures.filter((one) => one.known === "all" && one.reaction?.may).map(({ label }) => label);
  const slow = view.figures.filter((one) => one.known === "all" && named.includes(one.label) && one.reaction?.why === "TOO_SLOW").map(({ label }) => label);
  return [
    told,
    last.reacted.length > 0 ? t("page.ring.reacted", { figures: listed(last.reacted) }) : "",
    may.length > 0 ? t("page.ring.may_react", { figures: listed(may) }) : "",
    slow.length > 0 ? t("page.ring.too_slow", { figures: listed(slow) }) : "",
  ].filter(Boolean);
}

/** Open markers: those to come, the next one first, each as {key, text, when}. */
export function markersToCome(view) {
  return view.markers.filter((one) => one.ini !== null).sort((one, two) => one.ini - two.ini).map((one) => ({
    key: one.key,
    text: one.figure ? t("page.ring.marker_on", { text: one.text, figure: one.figure }) : one.text,
    when: t("page.ring.marker_at", { ini: ini(one.ini) }),
  }));
}

/** Figures without a place that this view knows, and why that is. */
export function placeless(view) {
  return view.figures.filter((one) => !view.order.includes(one.label) && one.label !== view.turn).map((one) => {
    if (one.stance === "waiting") return { one, where: t("page.ring.waits") };
    if (one.stance === "ready") return { one, where: t("page.ring.is_ready") };
    if (one.known !== "all" && !sees(view)) return { one, where: t("page.ring.unseen") };
    return { one, where: t("page.ring.to_roll") };
  });
}

/** How many VZ the pointer that everyone sees has to go to a figure; undefined where that is not known. */
export const wayTo = (view, one) => (one.ini === null || view.pointer === null ? undefined : Math.max(0, one.ini - view.pointer));

/** A field in words. */
export const fieldWord = ({ part, number }) => t(part === "ring" ? "page.ring.field" : "page.ring.strip_field", { number: minus(number) });
