/** Teams that people bring to a match as files, one for each side or none. */

import { html, nothing } from "../vendor/lit-html.js";
import { Problem, Unreachable, chosenJson, saveFile } from "./api.js";
import { t } from "./texts.js";
import { sideName } from "./words.js";

const SIDES = ["yellow", "blue"];

export class OwnTeams {
  constructor(changed) {
    this.changed = changed;
    this.brought = { yellow: null, blue: null };
    this.told = "";
  }

  /** What a match begins with: each side's team, null for the one that comes with the game. */
  get formation() {
    const { yellow, blue } = this.brought;
    return yellow || blue ? { yellow: yellow?.team ?? null, blue: blue?.team ?? null } : null;
  }

  /** Try something that may be refused; a refusal is said here. */
  async quietly(act) {
    this.told = "";
    try {
      await act();
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      this.told = error.message;
    }
    this.changed();
  }

  take(side, input) {
    if (input.files.length === 0) return;
    const { name } = input.files[0];
    this.quietly(async () => {
      const { keeper, heroes } = await chosenJson(input, t("page.teams.no_json"));
      // A whole file is a team: what else stands in it is nothing of the game's.
      this.brought[side] = { name, team: { keeper: keeper ?? null, heroes: Array.isArray(heroes) ? heroes : [] } };
    });
  }

  drop(side) {
    this.brought[side] = null;
    this.changed();
  }

  panel(game) {
    const one = (side) => html`<div class="choices team-file" data-team=${side}><span>${t("page.teams.side", { side: sideName(side), team: this.brought[side]?.name ?? t("page.teams.shipped") })}</span>
      <label class="button quiet small file"><input type="file" accept=".json,application/json" @change=${(event) => this.take(side, event.target)}>${t("page.teams.bring")}</label>
      ${this.brought[side] ? html`<button type="button" class="button quiet small" data-drop=${side} @click=${() => this.drop(side)}>${t("page.teams.drop")}</button>` : nothing}</div>`;
    return html`<fieldset class="modes"><legend>${t("page.teams.title")}</legend>${SIDES.map(one)}
      <p class="hint">${t("page.teams.help")} <button type="button" class="button quiet small" data-do="team-file"
        @click=${() => this.quietly(() => saveFile(`/games/${encodeURIComponent(game)}/teams/file`))}>${t("page.teams.sample")}</button></p>
      ${this.told ? html`<p class="caution" role="alert" data-team-told>${this.told}</p>` : nothing}</fieldset>`;
  }
}
