/** The settings page: how patient, bright and strict the table is; saved as soon as it is changed. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { Problem, Unreachable, get, patch } from "./api.js";
import { BoardPicture } from "./board.js";
import { cellCalled, cellName } from "./cells.js";
import { announce, begin, byId, closeNoticeOnEscape, dressBoard, oncePerFrame } from "./page.js";
import { liveBadge, noticePanel } from "./panels.js";
import { Scene } from "./scene.js";
import { TableState } from "./state.js";
import { t } from "./texts.js";
import { addressOf } from "./view.js";

const NIGHT_PERCENT = 15;
const FULL = 255;
const LOOK_MS = 5000;
/** Below this the dimmest colours of the board are dark. */
const LEAST_PERCENT = 5;

const NUMBERS = [
  { name: "settle_ms", step: 10, label: "page.settings.settle_ms", help: "page.settings.settle_ms_help", unit: "page.settings.ms" },
  { name: "grace_ms", step: 100, label: "page.settings.grace_ms", help: "page.settings.grace_ms_help", unit: "page.settings.ms" },
  { name: "debounce", step: 1, label: "page.settings.debounce", help: "page.settings.debounce_help", unit: "page.settings.scans" },
];
/** Numbers that a board also has by itself; 0 stands for that. `scale`: how many of the host's make one of people's. */
const BOARDS_OWN = [
  { name: "budget_ma", step: 50, label: "page.settings.budget_ma", help: "page.settings.budget_ma_help" },
  { name: "threshold", step: 0.1, scale: 10, label: "page.settings.threshold", help: "page.settings.threshold_help" },
  { name: "hysteresis", step: 0.1, scale: 10, label: "page.settings.hysteresis", help: "page.settings.hysteresis_help" },
];
const RULES = {
  free: ["page.settings.takeback_free", "page.settings.takeback_free_help"],
  ask: ["page.settings.takeback_ask", "page.settings.takeback_ask_help"],
  never: ["page.settings.takeback_never", "page.settings.takeback_never_help"],
};

const LYING = {
  unknown: ["page.settings.unknown", "page.settings.unknown_help"],
  as_marked: ["page.settings.as_marked", "page.settings.as_marked_help"],
  turned: ["page.settings.turned", "page.settings.turned_help"],
};

const percentOf = (byte) => Math.round((byte * 100) / FULL);
const byteOf = (percent) => Math.round((percent * FULL) / 100);

begin(async () => {
  const asked = new URLSearchParams(location.search).get("board") ?? "default";
  const [board, { boards }, settings, me] = await Promise.all([get(`/boards/${encodeURIComponent(asked)}`), get("/boards"), get("/settings"), get("/me")]);
  // Everyone may see how the table is set; whoever leads changes it.
  const mayChange = me.right !== "viewer";
  const scene = new Scene();
  const notes = new Map();
  const wanted = new Map();
  const saving = new Set();
  const draw = oncePerFrame(() => drawNow());
  const state = new TableState(board.id, {
    changed: () => draw(), lit: () => picture.showLights(state.lights), follows: asked === "default",
  });
  state.settings = settings;
  const masked = () => (state.board ?? board).masked.map(cellCalled);
  const picture = new BoardPicture(byId("picture"), {
    label: t("page.settings.picture"), describe: (cell) => scene.describe(cell), onActivate: (cell) => toggle(cell),
  });

  /** Save one value; of several that come while one is under way, only the newest. */
  async function save(name, label, value) {
    wanted.set(name, value);
    if (saving.has(name)) return;
    saving.add(name);
    try {
      while (wanted.has(name)) {
        const next = wanted.get(name);
        wanted.delete(name);
        state.settings = await patch("/settings", { [name]: next });
      }
      notes.set(name, { tone: "win", text: t("page.settings.saved") });
    } catch (error) {
      if (!(error instanceof Problem || error instanceof Unreachable)) throw error;
      wanted.delete(name);
      notes.set(name, { tone: "warn", text: error.message });
    } finally {
      saving.delete(name);
      announce(`${t(label)}: ${notes.get(name)?.text ?? ""}`);
      draw();
    }
  }

  /** Tell the host something of the board; `told` is said when it is kept. */
  async function saveBoard(change, told) {
    const answer = await state.alone(() => patch(`/boards/${board.id}/settings`, change));
    if (!answer) return;
    state.takeBoard({ ...(state.board ?? board), ...answer });
    notes.set("board", { tone: "win", text: t("page.settings.saved") });
    announce(told);
    draw();
  }

  function toggle(cell) {
    if (!mayChange) {
      announce(t("page.settings.only_lead"));
      return;
    }
    const before = masked();
    const off = before.includes(cell);
    const after = off ? before.filter((one) => one !== cell) : [...before, cell];
    saveBoard({ masked: after.map(cellName) }, t(off ? "page.settings.told_felt" : "page.settings.told_masked", { cell: cellName(cell) }));
  }

  const note = (name) => {
    const fixed = state.settings[name]?.fixed_by;
    const { tone, text } = fixed ? { tone: "fixed", text: t("page.settings.fixed", { variable: fixed }) } : notes.get(name) ?? { tone: "", text: "" };
    return html`<p class="setting-note ${tone}" id="note-${name}" data-note=${name}>${text}</p>`;
  };

  /** An empty field says nothing, and a browser reads what is no number as empty: what holds is put back. */
  function typed({ name, label, scale = 1 }, field) {
    if (field.value !== "") {
      save(name, label, Math.round(Number(field.value) * scale * 1e6) / 1e6);
      return;
    }
    const { value } = state.settings[name];
    field.value = value ? String(value / scale) : "";
    notes.set(name, { tone: "warn", text: t("page.settings.no_number", { value: value / scale }), holds: true });
    announce(`${t(label)}: ${notes.get(name).text}`);
    draw();
  }

  const numberField = (one) => {
    const { name, step, label, help, unit, scale = 1 } = one;
    const { value, low, high, automatic, fixed_by: fixed } = state.settings[name];
    return html`<div class="setting">
      <label for="set-${name}">${t(label)}</label>
      <span class="setting-value"><input id="set-${name}" type="number" inputmode="numeric" min=${low / scale} max=${high / scale} step=${step} .value=${automatic && !value ? "" : String(value / scale)}
        ?disabled=${fixed !== null} aria-describedby="help-${name} note-${name}" aria-invalid=${notes.get(name)?.tone === "warn" && !notes.get(name).holds}
        @change=${({ target }) => typed(one, target)}> ${unit ? t(unit) : nothing}</span>
      ${automatic ? html`<button class="button small" data-automatic=${name} aria-describedby="help-${name}" aria-pressed=${value === 0} ?disabled=${fixed !== null} @click=${() => save(name, label, 0)}>${t("page.settings.automatic")}</button>` : nothing}
      <p class="hint" id="help-${name}">${t(help)}</p>${note(name)}
    </div>`;
  };

  const brightnessField = () => {
    const { value, fixed_by: fixed } = state.settings.brightness;
    const percent = percentOf(value);
    const set = (wish) => save("brightness", "page.settings.brightness", byteOf(wish));
    return html`<div class="setting">
      <label for="set-brightness">${t("page.settings.brightness")}</label>
      <span class="setting-value" aria-hidden="true">${t("page.settings.percent", { percent })}</span>
      <input id="set-brightness" type="range" min=${LEAST_PERCENT} max="100" step="5" .value=${String(percent)} ?disabled=${fixed !== null}
        aria-valuetext=${t("page.settings.percent", { percent })} aria-describedby="help-brightness note-brightness"
        @input=${({ target }) => set(Number(target.value))}>
      <div class="choices">
        <button class="button" data-do="night" aria-pressed=${percent === NIGHT_PERCENT} ?disabled=${fixed !== null} @click=${() => set(NIGHT_PERCENT)}>${t("page.settings.night")}</button>
        <button class="button" data-do="full" aria-pressed=${value === FULL} ?disabled=${fixed !== null} @click=${() => set(100)}>${t("page.settings.full")}</button>
      </div>
      <p class="hint" id="help-brightness">${t("page.settings.brightness_help")}</p>${note("brightness")}
    </div>`;
  };

  const takebackField = () => {
    const { value, choices, fixed_by: fixed } = state.settings.takeback;
    return html`<fieldset class="setting" aria-describedby="note-takeback"><legend>${t("page.settings.takeback")}</legend>
      ${choices.map((rule) => html`<label class="option"><input type="radio" name="takeback" value=${rule} .checked=${rule === value} ?disabled=${fixed !== null}
        @change=${() => save("takeback", "page.settings.takeback", rule)}>
        <span>${t(RULES[rule][0])}<span class="hint option-help">${t(RULES[rule][1])}</span></span></label>`)}
      ${note("takeback")}
    </fieldset>`;
  };

  const boardSection = () => {
    const { orientation, lines, noisy } = state.board ?? board;
    const hidden = masked().map(cellName);
    return html`<section class="settings-part" aria-labelledby="settings-board"><h2 id="settings-board">${t("page.settings.board")}${boards.length > 1 ? html` <span data-board>${board.id}</span>` : nothing}</h2>
      ${boards.length > 1 ? html`<p class="hint">${t("page.settings.other_boards")} ${boards.filter(({ id }) => id !== board.id).map(({ id }) => html`<a href=${`/settings?board=${encodeURIComponent(id)}`}>${id}</a> `)}</p>` : nothing}
      <fieldset class="setting"><legend>${t("page.settings.orientation")}</legend>
        ${Object.entries(LYING).map(([way, [word, help]]) => html`<label class="option"><input type="radio" name="orientation" value=${way}
          .checked=${way === orientation} @change=${() => saveBoard({ orientation: way }, t("page.settings.board_saved"))}>
          <span>${t(word)}<span class="hint option-help">${t(help)}</span></span></label>`)}
      </fieldset>
      <div class="setting"><h3>${t("page.settings.masked")}</h3>
        <p class="hint">${t("page.settings.masked_help")}</p>
        ${masked().length === 0 ? html`<p data-masked>${t("page.settings.masked_none")}</p>` : html`<div class="choices" data-masked>${masked().map((cell) => html`
          <button class="button small" @click=${() => toggle(cell)}>${t("page.settings.unmask", { cell: cellName(cell) })}</button>`)}</div>`}
        ${note("board")}</div>
      <div class="setting"><h3>${t("page.settings.noisy")}</h3>
        <p class="hint">${t(Object.keys(noisy).length > 0 ? "page.settings.noisy_help" : "page.settings.noisy_none")}</p>
        <ul class="noisy">${Object.entries(noisy).map(([name, count]) => html`<li data-noisy=${name}>
          <span>${t("page.settings.noisy_cell", { cell: name, count })}</span>
          ${hidden.includes(name) ? nothing : html`<button class="button small" @click=${() => toggle(cellCalled(name))}>${t("page.settings.mask", { cell: name })}</button>`}</li>`)}</ul></div>
      <div class="setting"><h3>${t("page.settings.line")}</h3>
        <p data-line>${lines.bad === 0 ? t("page.settings.line_good") : t(state.simulated ? "page.settings.line_bad_simulated" : "page.settings.line_bad", { bad: lines.bad })}</p>
        ${mayChange ? html`<p><a href=${addressOf(`/boards/${board.id}/health`)}>${t("page.health.title")}</a></p>` : nothing}</div>
    </section>`;
  };

  function drawNow() {
    const magnets = state.simulated && state.magnets ? state.magnets : undefined;
    picture.show(scene.of(state.session, magnets, undefined, { masked: masked() }));
    dressBoard(picture, state);
    render(liveBadge(state), byId("badge"));
    render(html`${noticePanel(state)}${mayChange ? nothing : html`<p class="hint" data-only-lead>${t("page.settings.only_lead")} <a href="/gm">${t("page.people.lead_login")}</a></p>`}
      <fieldset class="plain" ?disabled=${!mayChange}>
      <section class="settings-part" aria-labelledby="settings-hands"><h2 id="settings-hands">${t("page.settings.hands")}</h2>
        ${NUMBERS.map(numberField)}${takebackField()}</section>
      <section class="settings-part" aria-labelledby="settings-light"><h2 id="settings-light">${t("page.settings.light")}</h2>
        ${brightnessField()}</section>
      <section class="settings-part" aria-labelledby="settings-own"><h2 id="settings-own">${t("page.settings.own")}</h2>
        ${BOARDS_OWN.map(numberField)}</section>
      ${boardSection()}</fieldset>`, byId("panels"));
  }

  closeNoticeOnEscape(state);
  state.begin();
  // Noise and bad lines are counts, and no news.
  setInterval(() => { if (document.visibilityState === "visible") state.quietly(async () => state.takeBoard(await get(`/boards/${board.id}`))); }, LOOK_MS);
  draw();
});
