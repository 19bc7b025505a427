/** How a board is doing: its line, its program, what it said, and on the picture the cells that are restless. */

import { html, nothing, render } from "../vendor/lit-html.js";
import { get, post } from "./api.js";
import { BoardPicture } from "./board.js";
import { cellCalled } from "./cells.js";
import { drawHeat, fieldSection, heatOf } from "./heat.js";
import { announce, begin, byId, closeNoticeOnEscape, dressBoard, oncePerFrame } from "./page.js";
import { advice, liveBadge, noticePanel } from "./panels.js";
import { Scene } from "./scene.js";
import { selftestSection } from "./selftest.js";
import { TableState } from "./state.js";
import { language, t } from "./texts.js";
import { boardWord } from "./words.js";

const LOOK_MS = 1000;

begin(async (boardId) => {
  let [health, check] = await Promise.all([get(`/boards/${boardId}/health`), get(`/boards/${boardId}/selftest`)]);
  let field;
  let unit = "mt";
  let heat = new Map();
  const scene = new Scene();
  const draw = oncePerFrame(() => drawNow());
  const state = new TableState(health.id, {
    changed: () => draw(), lit: () => picture.showLights(state.lights), follows: boardId === "default",
  });
  const picture = new BoardPicture(byId("picture"), {
    label: t("page.board.watch"), describe: (cell) => heat.get(cell)?.label ?? scene.describe(cell), onActivate: () => {},
  });
  const number = (value, digits = 0) => new Intl.NumberFormat(language(), { maximumFractionDigits: digits }).format(value);

  /** `rows`: [name, words, whether it wants attention]; `above` them stands what matters more. */
  const table = (id, title, rows, above) => html`<section class="settings-part" aria-labelledby=${id}><h2 id=${id}>${title}</h2>${above}
    <dl class="facts">${rows.map(([name, words, bad]) => html`<div class=${bad ? "wants-care" : ""}><dt>${name}</dt><dd>${words}</dd></div>`)}</dl></section>`;

  const boardRows = ({ hello, port, simulated, controls }) => [
    [t("page.health.board_id"), health.id],
    [t("page.health.port"), simulated ? t("page.board.simulated") : port ?? "–"],
    ...(hello ? [
      [t("page.health.firmware"), hello.firmware],
      [t("page.health.runs_on"), hello.interpreter],
      [t("page.health.layout"), hello.layout],
      [t("page.health.boot"), hello.said, hello.cause === "watchdog"],
    ] : []),
    ...(controls ? [[t("page.health.controls"), controls.said]] : []),
  ];

  const programRows = (program) => [
    [t("page.health.scans"), t("page.health.per_second", { count: number(program.scans_per_second) })],
    [t("page.health.missed"), number(program.missed_scans), program.missed_scans > 0],
    [t("page.health.current"), program.limited
      ? t("page.health.current_limited", { ma: number(program.milliamperes) })
      : t("page.health.milliamperes", { ma: number(program.milliamperes) }), program.limited],
    ...(program.budget_ma === null ? [] : [[t("page.health.budget"), program.budget_said]]),
    ...(program.free_memory === null ? [] : [[t("page.health.memory"), t("page.health.kilobytes", { kilobytes: number(program.free_memory / 1000) })]]),
    [t("page.health.bad_at_board"), number(program.bad_lines), program.bad_lines > 0],
  ];

  const lineRows = ({ age_ms: age, bad, ...line }) => [
    [t("page.health.age"), age === null ? t("page.health.never") : t("page.health.seconds", { seconds: number(age / 1000, 1) }), age === null || age > 5000],
    [t("page.health.rate"), t("page.health.per_second", { count: number(line.per_second, 1) })],
    [t("page.health.both_ways"), t("page.health.both_ways_line", { received: number(line.received), sent: number(line.sent) })],
    ...Object.entries(bad).filter(([, count]) => count > 0).map(([cause, count]) => [line.bad_said[cause], number(count), true]),
    ...(line.resent > 0 ? [[t("page.health.resent"), number(line.resent), true]] : []),
    ...(line.rejected > 0 ? [[t("page.health.rejected"), number(line.rejected), true]] : []),
    [t("page.health.lost"), number(line.lost), line.lost > 0],
    ...(line.restarts > 0 ? [[t("page.health.restarts"), number(line.restarts), true]] : []),
  ];

  /** Ask what the sensors measure; why it is not told, is told instead. */
  async function measure() {
    if (health.state === "live") field = await get(`/boards/${boardId}/field`).catch((error) => ({ said: error.message }));
  }

  function takeCheck(told) {
    if (told.run?.said !== check.run?.said) announce([told.run.said, ...told.run.findings.map(({ sentence }) => sentence)].join(" "));
    check = told;
    draw();
  }

  const order = async (what) => {
    const told = await state.alone(() => post(`/boards/${boardId}/selftest`, { do: what }));
    if (told) takeCheck(told);
  };

  const noisy = () => Object.entries(health.noisy);

  function drawNow() {
    const magnets = state.simulated && state.magnets ? state.magnets : undefined;
    heat = heatOf(field, check.run, unit);
    const shown = scene.of(state.session, magnets, undefined, {
      masked: state.maskedCells, selectable: new Set(noisy().map(([name]) => cellCalled(name))),
    });
    picture.show({ ...shown, pieces: shown.pieces.filter(({ cell }) => !heat.has(cell)), over: (group, place) => drawHeat(group, heat, place) });
    dressBoard(picture, state);
    render(liveBadge(state), byId("badge"));
    const { refusal, program, line, log } = health;
    render(html`${noticePanel(state)}
      ${table("health-now", t("page.health.now", { state: boardWord(state.board ?? health) }), boardRows(health), html`
        ${refusal ? html`<p class="caution" data-refusal>${refusal.detail}</p>` : nothing}${advice(health)}
        ${health.hello?.machine === "cpython" ? html`<p class="hint" data-without-micropython>${t("page.board.without_micropython")}</p>` : nothing}`)}
      ${fieldSection(field, unit, (wanted) => { unit = wanted; draw(); })}
      ${selftestSection(check, order)}
      ${program ? table("health-program", t("page.health.program"), programRows(program)) : nothing}
      ${table("health-line", t("page.health.line"), lineRows(line))}
      ${noisy().length === 0 ? nothing : table("health-noisy", t("page.settings.noisy"), noisy().map(([name, count]) => [name, t("page.health.changes", { count: number(count) }), true]))}
      <section class="settings-part" aria-labelledby="health-log"><h2 id="health-log">${t("page.health.log")}</h2>
        ${log.length === 0 ? html`<p class="hint">${t("page.health.log_empty")}</p>` : html`<pre class="board-log" tabindex="0" aria-labelledby="health-log">${log.join("\n")}</pre>`}</section>`, byId("panels"));
  }

  closeNoticeOnEscape(state);
  state.begin();
  setInterval(() => {
    if (document.visibilityState !== "visible") return;
    state.quietly(async () => { health = await get(`/boards/${boardId}/health`); await measure(); draw(); });
    state.quietly(async () => takeCheck(await get(`/boards/${boardId}/selftest`)));
  }, LOOK_MS);
  await measure();
  draw();
});
