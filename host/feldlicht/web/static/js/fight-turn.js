/** "Your turn": when a figure's player is called, once a turn, and how: by sound and trembling, each only if chosen. */

/** Which turn of the figure `label` the log tells of last: the name stays the same, whatever is taken back or done again. */
function lastTurn({ id }, entries, label) {
  const begun = entries.filter(({ kind, events }) => kind === "ply"
    && events.some(({ name, facts, figure }) => name === "on_turn" && (facts?.figure ?? figure) === label));
  return `${id}/${begun.at(-1)?.revision ?? 0}`;
}

/**
 * Whether to call the player of `label` now: `told` is the turn for which that was done last. Returns {on, call, told}:
 * on: it is on turn, as everyone sees. While the log is still being read nobody is called: it tells which turn it is.
 */
export function callFor(told, session, entries, label) {
  const on = session?.state === "running" && session.view.phase === "turn" && session.view.turn === label;
  if (!on || (entries.at(-1)?.revision ?? 0) < session.revision) return { on, call: false, told };
  const turn = lastTurn(session, entries, label);
  return { on, call: turn !== told, told: turn };
}

/** Who wakes up hears of everything that happened one by one, and who reacts gives the turn up again: only what stays counts. */
const SETTLE_MS = 350;
const TREMBLE_MS = [220, 110, 220];
/** Two notes, a fourth apart: Hz and when they begin, seconds. */
const NOTES = [[587.33, 0], [783.99, 0.22]];
const NOTE_S = 0.5;
const LOUD = 0.3;

function chime(context) {
  for (const [pitch, after] of NOTES) {
    const tone = context.createOscillator();
    const level = context.createGain();
    const start = context.currentTime + after;
    tone.frequency.value = pitch;
    level.gain.setValueAtTime(0, start);
    level.gain.linearRampToValueAtTime(LOUD, start + 0.02);
    level.gain.exponentialRampToValueAtTime(0.001, start + NOTE_S);
    tone.connect(level).connect(context.destination);
    tone.start(start);
    tone.stop(start + NOTE_S);
  }
}

const kept = (name) => localStorage.getItem(`feldlicht.${name}`);
const keep = (name, value) => localStorage.setItem(`feldlicht.${name}`, value);

/** Calls the player of one figure: by what was chosen at this browser, and never without a word on the page. */
export class Caller {
  constructor(label, changed) {
    this.label = label;
    this.changed = changed;
    this.vibrates = typeof navigator.vibrate === "function";
    // A page may sound only after someone touched it; what was chosen last time waits for that.
    const wake = () => { if (this.chosen("sound") && !this.sounds) this.tune(); };
    for (const gesture of ["pointerup", "keydown"]) document.addEventListener(gesture, wake);
  }

  chosen(way) {
    return kept(`call.${way}`) === "yes";
  }

  /** Whether the browser lets this page sound. */
  get sounds() {
    return this.audio?.state === "running";
  }

  async tune() {
    this.audio ??= new AudioContext();
    await this.audio.resume();
    this.changed();
  }

  /** Choose sound or trembling, or not; whoever chooses hears or feels at once what it will be. */
  async choose(way, wanted) {
    keep(`call.${way}`, wanted ? "yes" : "no");
    if (wanted && way === "sound") {
      await this.tune();
      chime(this.audio);
    }
    if (wanted && way === "tremble") navigator.vibrate(TREMBLE_MS);
    this.changed();
  }

  /** Look at how things stand; once they have settled, call if it is time. Whether the figure is on turn. */
  look(session, entries) {
    clearTimeout(this.settling);
    this.settling = setTimeout(() => this.call(session, entries), SETTLE_MS);
    return callFor(undefined, session, entries, this.label).on;
  }

  call(session, entries) {
    const { call, told } = callFor(kept(`turn.${this.label}`), session, entries, this.label);
    if (!call) return;
    keep(`turn.${this.label}`, told);
    if (this.chosen("sound") && this.sounds) chime(this.audio);
    if (this.chosen("tremble") && this.vibrates) navigator.vibrate(TREMBLE_MS);
  }
}
