/** The dialog "new match": formations and all options of a game, in short groups, with what was chosen last time. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { Problem, Unreachable, get, post } from "./api.js";
import { askCells } from "./mask.js";
import { OwnTeams } from "./own-teams.js";
import { isRunning } from "./session.js";
import { openShelf } from "./shelf.js";
import { readCollection, teamOf } from "./teams.js";
import { USUAL, t } from "./texts.js";
import { sideName } from "./words.js";

const KEPT_AS = "feldlicht.new_match";
const SIDES = ["yellow", "blue"];
const MINUTE = 60;
/** Seconds beyond this are asked for in minutes. */
const MANY_SECONDS = 3600;
/** In the place of an option's word: the cells that were drawn. */
const DRAWN = "cells";

const MODES = { both: "page.new.mode_both", each: "page.new.mode_each", table: "page.new.mode_table" };

const inMinutes = ({ name, high }) => high > MANY_SECONDS && name.endsWith("_seconds");

function lastTime() {
  try {
    return JSON.parse(localStorage.getItem(KEPT_AS)) ?? {};
  } catch {
    return {};
  }
}

function remember(chosen) {
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(chosen));
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}

/** What was chosen, as far as the game still has it; else the game's own. */
function valueOf(option, last) {
  const before = last.options?.[option.name];
  const fits = (one) => (option.words ? option.words.some(({ word }) => word === one) : one >= option.low && one <= option.high);
  if (option.each_side && before && SIDES.every((side) => fits(before[side]))) return before;
  if (option.cells && Array.isArray(before)) return before;
  return before !== undefined && fits(before) ? before : option.default;
}

const choices = (name, list, chosen, label) => html`<select name=${name} aria-label=${label ?? nothing}>${list.map(([value, word]) => html`
  <option value=${value} ?selected=${value === chosen}>${word}</option>`)}</select>`;

/** An option for which cells may be drawn; `own`: those that were; `draw(cells)`: have them drawn, from these on. */
function maskControl(option, words, value, own, draw) {
  const list = own ? [...words, [DRAWN, t("page.mask.own", { count: own.length })]] : words;
  const from = (event) => {
    const word = event.target.closest(".mask-choice").querySelector("select").value;
    draw(word === DRAWN ? own : option.cells.words[word] ?? []);
  };
  return html`<div class="mask-choice"><label class="field">${option.label}${choices(option.name, list, Array.isArray(value) ? DRAWN : value)}</label>
    <button type="button" class="button quiet" data-draw=${option.name} @click=${from}>${t("page.mask.draw")}</button></div>`;
}

function control(option, last, drawn, draw) {
  const value = valueOf(option, last);
  const words = option.words?.map(({ word, label }) => [word, label]);
  if (option.each_side && words) {
    return html`<fieldset class="pair"><legend>${option.label}</legend>${SIDES.map((side) => html`<label class="field">${sideName(side)}
      ${choices(`${option.name} ${side}`, words, value[side] ?? value)}</label>`)}</fieldset>`;
  }
  if (words && option.name === "kick_off") {
    return html`<fieldset><legend>${option.label}</legend>${words.map(([word, told]) => html`<label class="option ${word}">
      <input type="radio" name=${option.name} value=${word} ?checked=${word === value}>${told}</label>`)}</fieldset>`;
  }
  if (words && option.cells) return maskControl(option, words, value, drawn[option.name], (cells) => draw(option, cells));
  if (words) return html`<label class="field">${option.label}${choices(option.name, words, value)}</label>`;
  const unit = inMinutes(option) ? MINUTE : 1;
  return html`<label class="field">${option.label}<input type="number" name=${option.name} required
    min=${option.low} max=${option.high / unit} step=${unit === 1 ? 1 : "any"} .value=${String(value / unit)}></label>`;
}

function readOption(option, form, drawn) {
  const given = form.get(option.name);
  if (option.cells && given === DRAWN) return drawn[option.name];
  if (option.each_side) return Object.fromEntries(SIDES.map((side) => [side, form.get(`${option.name} ${side}`)]));
  if (option.words) return given;
  return Math.round(Number(given) * (inMinutes(option) ? MINUTE : 1));
}

/** A formation by name, and whether it is mirrored. */
const teamChoice = (which, label, collection, last) => html`<div class="team-choice">
  <label class="field">${label}${choices(`team ${which}`, collection.map(({ name, label: word }) => [name, word]), last[which]?.name ?? "counting")}</label>
  <label class="switch"><input type="checkbox" name="mirror ${which}" ?checked=${last[which]?.mirror === true}>${t("page.formation.mirrored")}</label>
</div>`;

function formationOf(mode, teams, collection) {
  if (mode === "table") return null;
  const find = (name) => collection.find((one) => one.name === name);
  const one = (side) => {
    const { name, mirror } = mode === "both" ? teams.both : teams[side];
    return mirror ? teamOf(find(name), side, true) : name;
  };
  if (mode === "both" && !teams.both.mirror) return teams.both.name;
  return { yellow: one("yellow"), blue: one("blue") };
}

/** Why a match cannot begin like this, "" if it can: asked before anything else is given up for it. */
async function unfit(game, mode, teams, options, own) {
  try {
    if (game.teams) await post(`/games/${encodeURIComponent(game.name)}/check`, { options, formation: own.formation });
    if (!game.formations) return "";
    for (const side of SIDES) {
      const { name, mirror } = (mode === "both" ? teams.both : teams[side]) ?? {};
      const cells = mode === "table" ? {} : teamOf(game.collection.find((one) => one.name === name), side, mirror);
      await post(`/games/${encodeURIComponent(game.name)}/formations/check`, { side, cells, options, whole: mode !== "table" });
    }
    return "";
  } catch (error) {
    if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
    return error.message;
  }
}

/** Ask how a match is to begin; `act({game, options, formation})`; `only`: of this game. */
export async function askNewMatch(state, act, only = undefined) {
  const last = lastTime();
  const offered = await state.alone(async () => {
    const games = (await get("/games")).games.filter(({ name, on_pages: shown }) => shown && (!only || name === only));
    const collections = await Promise.all(games.map(({ name, formations }) => (formations ? readCollection(name) : [])));
    return games.map((game, place) => ({ ...game, collection: collections[place] }));
  });
  if (!offered) return;
  let game = offered.find(({ name }) => name === (last.game ?? USUAL)) ?? offered[0];
  let mode = MODES[last.mode] ? last.mode : "both";
  const dialog = document.createElement("dialog");
  dialog.className = "dialog new-match";
  dialog.setAttribute("aria-labelledby", "new-title");
  document.body.append(dialog);
  dialog.addEventListener("close", () => dialog.remove());

  const drawn = Object.fromEntries(Object.entries(last.options ?? {}).filter(([, one]) => Array.isArray(one)));
  const drawCells = (option, cells) => askCells(game, option, cells, (taken) => {
    drawn[option.name] = taken;
    draw();
    dialog.querySelector(`select[name="${option.name}"]`).value = DRAWN;
  });
  const own = new OwnTeams(() => draw());
  let told = "";
  let asking = false;

  const submit = async (event) => {
    event.preventDefault();
    if (asking) return;
    const form = new FormData(event.target);
    const team = (which) => ({ name: form.get(`team ${which}`), mirror: form.has(`mirror ${which}`) });
    const teams = Object.fromEntries(["both", ...SIDES].filter((which) => form.has(`team ${which}`)).map((which) => [which, team(which)]));
    const asked = game.options.filter(({ name }) => form.has(name) || form.has(`${name} yellow`));
    const options = Object.fromEntries(asked.map((option) => [option.name, readOption(option, form, drawn)]));
    asking = true;
    told = await unfit(game, mode, teams, options, own);
    asking = false;
    draw();
    if (told) return;
    dialog.close();
    remember({ ...last, game: only ? last.game : game.name, mode, ...teams, options: { ...last.options, ...options } });
    act({ game: game.name, options, formation: game.formations ? formationOf(mode, teams, game.collection) : game.teams ? own.formation : null });
  };

  const sort = () => openShelf(game.name, (formations) => { game.collection = formations; draw(); });
  const formations = () => html`<fieldset class="modes"><legend>${t("page.formation.title")}</legend>
      ${Object.entries(MODES).map(([one, key]) => html`<label class="option"><input type="radio" name="mode" value=${one}
        ?checked=${one === mode} @change=${() => { mode = one; draw(); }}>${t(key)}</label>`)}</fieldset>
    ${mode === "both" ? teamChoice("both", t("page.formation.title"), game.collection, last) : nothing}
    ${mode === "each" ? SIDES.map((side) => teamChoice(side, sideName(side), game.collection, last)) : nothing}
    ${mode === "table" ? nothing : html`<div class="choices"><button type="button" class="button quiet small" data-do="shelf" @click=${sort}>${t("page.shelf.open")}</button></div>`}`;

  function form() {
    const shown = ({ name }) => name !== "setup" || mode === "table";
    const of = (group) => game.options.filter((option) => option.group === group && shown(option));
    const groups = [...new Map(game.options.map((option) => [option.group, option.group_label]))];
    const [first, ...more] = groups;
    return html`<form method="dialog" @submit=${submit}>
      <h2 id="new-title">${only ? t("page.fight.do.new") : t("page.new.title", { game: game.label })}</h2>
      ${offered.length > 1 ? html`<label class="field">${t("page.new.game")}<select @change=${(event) => { game = offered[event.target.selectedIndex]; draw(); }}>
        ${offered.map(({ name, label }) => html`<option ?selected=${name === game.name}>${label}</option>`)}</select></label>` : nothing}
      ${game.formations ? formations() : nothing}${game.teams ? own.panel(game.name) : nothing}
      ${first === undefined ? nothing : of(first[0]).map((option) => control(option, last, drawn, drawCells))}
      ${more.map(([group, label]) => html`<details class="group"><summary>${label}</summary>
        <div class="group-options">${of(group).map((option) => control(option, last, drawn, drawCells))}</div></details>`)}
      <div class="begins">${isRunning(state.session) ? html`<p class="caution">${t("page.new.running")}</p>` : nothing}
      ${told ? html`<p class="caution" role="alert" data-unfit>${told}</p>` : nothing}
      <div class="choices end">
        <button type="button" class="button quiet" @click=${() => dialog.close()}>${t("page.do.back")}</button>
        <button type="submit" class="button ${isRunning(state.session) ? "danger" : "strong"}" data-do="sure">${t("page.new.begin")}</button>
      </div></div></form>`;
  }
  const draw = () => render(form(), dialog);
  draw();
  dialog.showModal();
}
