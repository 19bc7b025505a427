/** All that a page knows: one small store, filled by the stream, the one place that sends commands. */

import { Problem, Unreachable, get, newId, post } from "./api.js";
import { cellCalled } from "./cells.js";
import { isAboutView, lookOn } from "./former.js";
import { HostTime } from "./clocks.js";
import { fromAnswer, fromEvent } from "./lights.js";
import { chore, isRunning } from "./session.js";
import { Subscription } from "./stream.js";
import { language, speakOf, t } from "./texts.js";
import { isShownHere, viewWish } from "./view.js";

const TRIES = 3;

export class TableState {
  /** `changed()` runs after every change; `lit()` when only lights did; `follows`: whichever board is the default one; `happened(entry)`: while one looks on. */
  constructor(boardId, { changed, lit, follows = false, happened = () => {} }) {
    this.boardId = boardId;
    this.follows = follows;
    this.stranded = [];
    this.changed = changed;
    this.lit = lit;
    this.happened = happened;
    this.link = "connecting";
    this.opened = false;
    this.old = false;
    this.board = undefined;
    this.session = undefined;
    this.known = false;
    this.entries = [];
    this.magnets = undefined;
    this.lights = undefined;
    this.notice = undefined;
    this.sending = false;
    this.settings = undefined;
    this.time = new HostTime();
    // A match without a board is looked at by its id, on the page that follows the default board.
    this.pinned = follows ? new URLSearchParams(location.search).get("session") : null;
    this.seats = undefined;
    // Counts what the stream told of sessions: an answer that was asked for before is older than that.
    this.news = 0;
    this.refusal = undefined;
  }

  begin() {
    const board = this.follows ? "default" : this.boardId;
    this.subscription = new Subscription({ session: this.pinned ?? "current", board, lang: language(), ...viewWish() }, {
      deliver: (type, data) => this.take(type, data),
      age: (old) => { this.old = old; this.changed(); },
      back: () => this.refresh(),
    });
  }

  /** "lead", "play" or "watch" (see people.js); a page that shows no people decides for itself. */
  get part() {
    return this.people?.part ?? "lead";
  }

  /** The session that is shown; the page speaks in its game's words. */
  get session() {
    return this.shown;
  }

  set session(session) {
    this.shown = session;
    speakOf(session?.game);
  }

  get simulated() {
    return this.board?.simulated === true;
  }

  /** Cells of the board that do not feel, as numbers. */
  get maskedCells() {
    return (this.board?.masked ?? []).map(cellCalled);
  }

  /** What virtual hands could be asked for now, if the board has any (see session.js). */
  get chore() {
    return this.simulated && !this.pinned && this.part !== "watch" ? chore(this.session) : undefined;
  }

  take(type, data) {
    if (type === "lights") {
      if (data.board === this.boardId) {
        this.lights = fromEvent(data);
        this.lit();
      }
      return;
    }
    if (type === "tick") {
      this.time.heard(data.at);
      // A tick with another revision: an entry went astray.
      if (isRunning(this.session) && data.revision > this.session.revision) this.refresh();
      return;
    }
    if (type === "open") {
      this.link = "live";
      this.opened = true;
      this.refusal = undefined;
      if (this.notice?.about === "stream") this.notice = undefined;
      // What changed while nobody listened is told by nobody.
      if (this.settings) this.quietly(async () => { this.settings = await get("/settings"); });
    } else if (type === "settings") this.settings = data;
    else if (type === "lost") this.link = "lost";
    else if (type === "refused" && isAboutView(data)) {
      // The line is fine; what the page shows is not its person's to see (any more).
      lookOn({ had: this.opened });
      return;
    } else if (type === "refused") this.takeRefusal(data);
    else if (type === "snapshot") this.takeSnapshot(data.session);
    else if (type === "entry") this.takeEntry(data);
    else if (type === "seats") this.seats = data.seats;
    else if (type === "hands" && this.session?.id === data.session) {
      this.news += 1;
      this.session = { ...this.session, hands: data.hands, can: data.can, clock: data.clock };
    } else if (type === "board" && data.id === this.boardId) this.takeBoard(data);
    else if (type === "board" && this.follows && data.state === "live") {
      // Another board has taken the place of ours: everything here is about the one that is gone.
      location.reload();
      return;
    }
    else if (type === "magnets" && data.board === this.boardId) this.takeMagnets(data.magnets);
    this.changed();
  }

  takeBoard(board) {
    const was = this.board?.state;
    this.board = board;
    if (!board.simulated) {
      this.magnets = undefined;
      this.lights = undefined;
      this.lit();
    } else if (was !== "live" && board.state === "live") this.mirror();
    if (was !== board.state) this.lookForStranded();
  }

  /** Running matches that wait for a board that is not there. */
  async lookForStranded() {
    await this.quietly(async () => {
      const [{ sessions }, { boards }] = await Promise.all([get("/sessions"), get("/boards")]);
      const live = boards.filter(({ state }) => state === "live").map(({ id }) => id);
      this.stranded = sessions.filter(({ state, board }) => state === "running" && board !== null && !live.includes(board));
    });
  }

  /** Have a match go on at this page's board. */
  carryOn(id) {
    return this.alone(async () => {
      const asked = this.news;
      this.takeAnswer(await post(`/sessions/${id}/board`, { board: this.boardId }), asked);
      await this.lookForStranded();
      return true;
    });
  }

  /** Play a match that has ended once more; `swap`: formations and players change sides. */
  again(swap) {
    return this.alone(async () => {
      const { id } = await post(`/sessions/${this.session.id}/rematch`, { swap });
      const asked = this.news;
      this.takeAnswer(await get(`/sessions/${id}`), asked);
      return id;
    });
  }

  takeRecord(form) {
    return post("/records", form);
  }

  takeMagnets(byName) {
    this.magnets = new Map(Object.entries(byName).map(([name, pole]) => [cellCalled(name), pole]));
  }

  /** The host gives no stream and says why; the stream keeps trying. */
  takeRefusal({ code, detail }) {
    this.link = "lost";
    // Without a place among the streams a page can still ask, each time that it tries.
    if (code === "TOO_MANY_STREAMS") this.refresh();
    // A host that goes down is only away; and what was read once need not be closed twice.
    if (code === "CLOSING" || detail === this.refusal) return;
    this.refusal = detail;
    this.notice = { tone: "warn", text: detail, about: "stream" };
  }

  takeSnapshot(session) {
    this.news += 1;
    const same = session && this.session?.id === session.id && this.session.epoch === session.epoch;
    // A host with an older log, or a stream that began before an answer came: asking tells which.
    if (same && session.revision < this.session.revision) this.refresh();
    else this.takeSession(session);
  }

  takeSession(session) {
    if (!session) {
      this.lookForStranded();
      this.lastSession();
      return;
    }
    const other = this.session?.id !== session.id || this.session.epoch !== session.epoch;
    // Within a session the stream tells who comes and goes, and an answer may be older than that.
    if (other) this.seats = session.seats;
    this.session = session;
    this.known = true;
    // A log that is shorter now is another one than was read.
    if (other || session.revision < (this.entries.at(-1)?.revision ?? 0)) this.entries = [];
    if (other || session.revision !== (this.entries.at(-1)?.revision ?? 0)) this.readLog();
  }

  /** A session that was asked for when the news were `asked`: if the stream told of it since, the newer stands. */
  takeAnswer(session, asked) {
    const newer = this.session?.id === session.id && session.revision > this.session.revision;
    if (asked === this.news || newer) this.takeSession(session);
  }

  takeEntry({ entry, session }) {
    this.news += 1;
    const other = this.session?.id !== session.id || this.session.epoch !== session.epoch;
    if (other) this.entries = [];
    if (other || session.revision >= this.session.revision) this.session = session;
    this.known = true;
    // News make an old message stale, but not the one about these very news.
    if (this.notice && entry.revision > (this.notice.revision ?? 0)) this.notice = undefined;
    const last = this.entries.at(-1)?.revision ?? 0;
    if (entry.revision === last + 1) {
      this.entries = [...this.entries, entry];
      this.happened(entry);
    }
    // One went astray: what is missing is asked for, never guessed.
    else if (entry.revision > last) this.readLog();
  }

  /** No session runs: show how the last one at this table ended, if there was one. */
  async lastSession() {
    await this.quietly(async () => {
      const asked = this.news;
      const { sessions } = await get("/sessions");
      const here = ({ board, game }) => board === this.boardId && (!this.follows || isShownHere(game));
      const last = this.pinned ? { id: this.pinned } : sessions.find(here);
      const session = last && await get(`/sessions/${last.id}`);
      if (asked !== this.news) return;
      if (session?.id !== this.session?.id) this.entries = [];
      this.session = session;
      this.known = true;
      if (session) await this.readLog();
    });
  }

  async readLog() {
    const { id, epoch } = this.session;
    await this.quietly(async () => {
      const { entries } = await get(`/sessions/${id}/log`);
      // Entries may have come meanwhile: then the answer is the older news.
      const newest = (list) => list.at(-1)?.revision ?? 0;
      if (this.session?.id === id && this.session.epoch === epoch && newest(entries) >= newest(this.entries)) this.entries = entries;
    });
  }

  /** Magnets and lights of a simulated board as they are now. */
  async mirror() {
    await this.quietly(async () => {
      const [{ magnets }, lights] = await Promise.all([
        get(`/boards/${this.boardId}/sim/magnets`), get(`/boards/${this.boardId}/sim/lights`)]);
      this.takeMagnets(magnets);
      this.lights = fromAnswer(lights);
      this.lit();
    });
  }

  /** Everything anew: someone came back to the page, or something did not fit. Says whether it worked. */
  refresh() {
    return this.quietly(async () => {
      this.takeBoard(await get(`/boards/${this.boardId}`));
      if (this.simulated && this.board.state === "live") await this.mirror();
      const asked = this.news;
      const shown = this.pinned ?? this.board.session;
      if (shown) this.takeAnswer(await get(`/sessions/${shown}`), asked);
      else await this.lastSession();
    });
  }

  /** Reading may fail while the host restarts; the stream will bring it all again. Says whether it worked. */
  async quietly(read) {
    let worked = true;
    try {
      await read();
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Problem)) throw error;
      worked = false;
      // A match whose game is not installed any more.
      if (error.code === "UNKNOWN_GAME") Object.assign(this, { known: true, notice: { tone: "warn", text: error.message } });
    }
    this.changed();
    return worked;
  }

  say(tone, text) {
    this.notice = text ? { tone, text, revision: this.session?.revision } : undefined;
    this.changed();
  }

  /** Run one request at a time; say the host's sentence if it refuses. Returns the answer, undefined if refused. */
  async alone(act) {
    if (this.sending) return undefined;
    this.sending = true;
    const shown = this.session?.revision;
    this.notice = undefined;
    this.changed();
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Unreachable || error instanceof Problem)) throw error;
      if (error.status === 409 && error.revision !== undefined) {
        // Before the button works again, so that the next press is about what is shown.
        const read = await this.refresh();
        const text = read && error.revision !== shown ? `${error.message} ${t("page.problem.refreshed")}` : error.message;
        this.notice = { tone: "warn", text, revision: error.revision };
      } else this.notice = { tone: "warn", text: error.message, revision: this.session?.revision };
      return undefined;
    } finally {
      this.sending = false;
      this.changed();
    }
  }

  /** Send a command to the session shown. The same id on every try, so that it is carried out once. */
  command(command) {
    return this.alone(async () => {
      const asked = this.news;
      const { id } = this.session;
      const body = { id: newId(), revision: this.session.revision, ...viewWish(), command };
      for (let attempt = 1; ; attempt += 1) {
        try {
          const answer = await post(`/sessions/${id}/commands`, body);
          this.takeAnswer(answer.session, asked);
          return answer;
        } catch (error) {
          if (!(error instanceof Unreachable) || attempt === TRIES) throw error;
        }
      }
    });
  }

  /** Begin a match as it was chosen; a running one is abandoned first. One that is over or frozen has left the table free. */
  newMatch({ game, options, formation }) {
    this.begun = true;
    return this.alone(async () => {
      if (isRunning(this.session)) {
        await post(`/sessions/${this.session.id}/commands`, {
          id: newId(), revision: this.session.revision, ...viewWish(), command: { type: "abandon" },
        });
      }
      const { id } = await post("/sessions", {
        game, options, formation, board: this.boardId, virtual_hands: true,
      });
      const asked = this.news;
      this.takeAnswer(await get(`/sessions/${id}`), asked);
      return id;
    });
  }

  build() {
    return this.alone(() => post(`/boards/${this.boardId}/sim/hands`, { do: "build" }));
  }
}
