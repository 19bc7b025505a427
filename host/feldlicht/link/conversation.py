"""The host's side of one connection to a board: bytes and times in, bytes and events out. No port, thread or clock.

Source: ``docs/protocol.md``, "Start and recovery".
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import Scene
from feldlicht.link.events import (
    BoardAnswered,
    BoardFault,
    BoardField,
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    BoardState,
    LinkEvent,
    Loss,
)
from feldlicht.link.health import Counters
from feldlicht.link.lights import LightState
from feldlicht.link.lines import SEQUENCES, BadCause, Line, LineReader
from feldlicht.link.messages import (
    PROTOCOL,
    Answer,
    AskField,
    AskHello,
    AskSnapshot,
    AskState,
    Bad,
    Configure,
    DefineStyle,
    Fault,
    FromHost,
    Heartbeat,
    Hello,
    Keep,
    Release,
    RowField,
    SetLamps,
    SetZero,
    Snapshot,
    State,
    Word,
    encode_message,
    parse,
)
from feldlicht.link.pending import Pending
from feldlicht.link.phase import Phase
from feldlicht.link.prompt import EMPTY_LINE, INTERRUPT, LEAVE_RAW, SOFT_RESET
from feldlicht.link.timing import Timing

_WINDOW = 8  # unanswered lines at a time: far less than the board's buffers hold


class Conversation:
    """Talks to one board over one connection.

    ``layouts`` are the fingerprints of the layouts that fit this host; to a board of another the first is named.
    Feed it with :meth:`received` (also with ``b""``, so that time passes), then send what :meth:`take_output` returns
    and deliver what :meth:`take_events` returns, events first. When ``phase`` is ``OVER``, close the port.
    """

    def __init__(self, path: str, layouts: Sequence[str], counters: Counters, timing: Timing, now_ms: int) -> None:
        self.phase = Phase.GREETING
        self.reader = LineReader()
        self.misfit = False
        """Whether the board was refused, because its protocol or layout is not ours or it is in safe mode."""
        self._path = path
        self._layouts = layouts
        self._counters = counters
        self._timing = timing
        self._now = now_ms
        self._output: list[bytes] = []
        self._events: list[LinkEvent] = []
        self._sequence = 0
        self._hello: Hello | None = None
        self._greeting_since = now_ms
        self._asked_ms = now_ms
        self._line_ms = now_ms
        self._snapshot_ms = now_ms
        self._sensors_fail = False  # it said so itself: no restart lets it read its table
        self._heartbeat_ms = now_ms
        self._restarted_ms = now_ms - timing.restart
        self._vain_restarts = 0  # since the last snapshot
        self._expected: int | None = None  # number of the board's next line
        self._gap = False  # lines are missing: one of them may have been the hello of a board that started again
        self._held: Snapshot | None = None  # the newest that came since the gap
        self._newest: int | None = None  # number of the last snapshot received
        self._acknowledged = True
        self._queue: deque[FromHost] = deque()
        self._pending: dict[int, Pending] = {}  # by every number under which the line was sent
        self._scene: Scene | None = None
        self._scene_is_new = False
        self._settings: Configure | None = None
        self._lights = LightState()
        self._refreshed_ms = now_ms
        self._lights_rest_until_ms = now_ms
        self._greet()

    # ---- what the owner wants

    def show(self, scene: Scene) -> None:
        """Show this scene from now on; only the newest counts."""
        self._scene = scene
        self._scene_is_new = True

    def configure(self, settings: Configure) -> None:
        """Have these settings, now and whenever the board starts again."""
        self._settings = settings if self._settings is None else self._settings.merged(settings)
        if self.phase is Phase.LIVE:
            self._queue.append(settings)

    def order(self, order: AskField | SetZero | Keep) -> None:
        """Have the board carry this out, once; nothing happens while it is not there."""
        if self.phase is Phase.LIVE:
            self._queue.append(order)

    def take_output(self) -> bytes:
        """Return what is to be sent, once."""
        self._pump()
        output = b"".join(self._output)
        self._output.clear()
        return output

    def take_events(self) -> list[LinkEvent]:
        """Return what has happened, once."""
        events, self._events = self._events, []
        return events

    def end(self, loss: Loss) -> None:
        """The connection is over; if the board was there, it is lost for this reason."""
        self._lose(loss)
        if self.phase is Phase.GREETING and loss is Loss.STALLED:
            self._events.append(BoardRefused(Refusal.of(Reason.PORT_SILENT, port=self._path)))
        self.phase = Phase.OVER

    # ---- what comes in

    def received(self, data: bytes, now_ms: int) -> None:
        """Take bytes that arrived at ``now_ms`` (``b""``: none did) and do what is due."""
        self._now = now_ms
        for line in self.reader.feed(data, now_ms):
            self._take(line)
        self._do_what_is_due()

    def _take(self, line: Line) -> None:
        message = parse(line)
        if isinstance(message, Bad):
            self._counters.bad[message.cause] += 1
            return
        if not isinstance(message, Hello | Snapshot | Answer | State | RowField | Fault):
            # Our own line, echoed by a console at the other end.
            self._counters.bad[BadCause.TYPE] += 1
            return
        self._counters.lines_in += 1
        self._counters.lines.add(self._now)
        self._counters.last_line_ms = self._line_ms = self._now
        self._gap = self._gap or self._expected not in (None, line.sequence)
        self._expected = (line.sequence + 1) % SEQUENCES
        if isinstance(message, Hello):
            self._take_hello(message)
        elif isinstance(message, Answer):
            self._take_answer(message)
        elif self.phase is Phase.LIVE:
            self._take_news(message)

    def _take_hello(self, hello: Hello) -> None:
        held, self._held = self._held, None
        self._gap = False
        if self.phase is Phase.RELEASING:
            return
        if self.phase is Phase.LIVE and hello == self._hello:
            if held is not None:
                self._take_news(held)
            return
        self._lose(Loss.RESTARTED)
        self._hello = self._counters.hello = hello
        self._forget()
        if hello.protocol != PROTOCOL:
            self._refuse(Reason.PROTOCOL_MISMATCH, board=str(hello.protocol), host=str(PROTOCOL))
        elif hello.layout not in self._layouts:
            self._refuse(Reason.LAYOUT_MISMATCH, board=hello.layout, host=self._layouts[0])
        elif hello.safe:
            self._refuse(Reason.BOARD_IN_SAFE_MODE)
        else:
            self._begin(hello)

    def _begin(self, hello: Hello) -> None:
        self.phase = Phase.LIVE
        self._counters.found += 1
        self._snapshot_ms = self._now
        self._events.append(BoardFound(hello))
        self._beat()
        self._send(AskSnapshot())
        if self._settings is not None:
            self._queue.append(self._settings)
        self._scene_is_new = self._scene is not None

    def _refuse(self, reason: Reason, **facts: str) -> None:
        self.phase = Phase.RELEASING
        self.misfit = True
        self._events.append(BoardRefused(Refusal.of(reason, port=self._path, **facts)))
        self._queue.append(Release())

    def _take_answer(self, answer: Answer) -> None:
        pending = self._pending.get(answer.to)
        if pending is None:
            return
        self._pending = {number: other for number, other in self._pending.items() if other is not pending}
        if self.phase is Phase.RELEASING:
            self.phase = Phase.OVER
            return
        if isinstance(pending.message, AskField | SetZero | Keep | Configure):
            self._events.append(BoardAnswered(pending.message, answer.word))
        if answer.word is Word.OK:
            if isinstance(pending.message, Configure):
                # What it goes by now is known at once, and not only when it tells of itself next.
                self._send(AskState())
            return
        self._counters.rejected += 1
        if isinstance(pending.message, Keep | Configure):
            self.reader.note(" ".join((pending.message.TYPE, *pending.message.fields())) + f": {answer.word}")
        if answer.word is Word.RELEASED:
            # It was told to release by a host that it did not fit; it fits us, and only a restart brings it back.
            self._restart()
        elif isinstance(pending.message, DefineStyle | SetLamps):
            self._drop_lights()
            self._lights_rest_until_ms = self._now + self._timing.reject
            self._scene_is_new = True

    def _take_news(self, message: Snapshot | State | RowField | Fault) -> None:
        if isinstance(message, Snapshot) and self._gap:
            # Its counters mean nothing before we know that the board has not started again.
            self._held = message
        elif isinstance(message, Snapshot):
            self._counters.snapshots += 1
            self._counters.snapshot_rate.add(self._now)
            self._newest = message.sequence
            self._snapshot_ms = self._now
            self._vain_restarts = 0
            self._acknowledged = False
            self._events.append(BoardSnapshot(message, self._now))
        elif isinstance(message, State):
            self._counters.board_state = message
            self._events.append(BoardState(message))
        elif isinstance(message, RowField):
            self._events.append(BoardField(message))
        else:
            if message.where == "sensors":
                self._sensors_fail = message.what != ("ok",)
            self._events.append(BoardFault(message))

    # ---- what is due

    def _do_what_is_due(self) -> None:
        if self.phase is Phase.OVER:
            return
        if self.reader.prompt_seen and self._now - self._restarted_ms >= self._timing.restart:
            self._restart()
        if self.phase is Phase.GREETING:
            if self._now - self._greeting_since >= self._timing.silent:
                self._events.append(BoardRefused(Refusal.of(Reason.PORT_SILENT, port=self._path)))
                self.phase = Phase.OVER
            elif self._now - self._asked_ms >= self._timing.greet:
                self._greet()
            return
        self._resend()
        if self.phase is Phase.LIVE:
            self._keep_alive()

    def _keep_alive(self) -> None:
        if self._gap and self._now - self._asked_ms >= self._timing.recheck:
            self._greet()
        quiet = self._now - self._snapshot_ms
        excused = self._sensors_fail and self._now - self._line_ms < self._timing.quiet
        if quiet >= self._timing.quiet and not excused:
            if self._line_ms < self._snapshot_ms + self._timing.doubt or self._sensors_fail:
                self.end(Loss.SILENT)
            else:
                # It answers and does not read its table: released by a host that it did not fit, or a task is dead.
                self._restart()
            return
        if quiet >= self._timing.doubt and self._now - self._asked_ms >= self._timing.greet:
            self._greet()
            self._send(AskSnapshot())
        since = self._now - self._heartbeat_ms
        if since >= self._timing.heartbeat or (not self._acknowledged and since >= self._timing.acknowledge):
            self._beat()
        if self._now - self._refreshed_ms >= self._timing.refresh and self._scene is not None and not self._busy:
            self._lights = self._lights.unsure()
            self._scene_is_new = True

    def _resend(self) -> None:
        for pending in dict.fromkeys(self._pending.values()):
            if self._now - pending.sent_ms < self._timing.answer:
                continue
            if pending.tries >= self._timing.tries:
                if self.phase is Phase.RELEASING:
                    self.phase = Phase.OVER
                else:
                    self.end(Loss.STALLED)
                return
            self._counters.resent += 1
            self._send_tracked(pending)

    def _restart(self) -> None:
        if self._vain_restarts >= self._timing.tries:
            self._events.append(BoardRefused(Refusal.of(Reason.PORT_SILENT, port=self._path)))
            self.phase = Phase.OVER
            return
        self._vain_restarts += 1
        self._restarted_ms = self._now
        self._counters.restarts += 1
        self._lose(Loss.STOPPED)
        self._output += [INTERRUPT, SOFT_RESET]
        self.reader.forget_prompt()
        self.phase = Phase.GREETING
        self._hello = None
        self._greeting_since = self._asked_ms = self._now
        self._forget()

    def _lose(self, loss: Loss) -> None:
        self._counters.forget_board()
        if self.phase is Phase.LIVE:
            self._counters.lost += 1
            self._events.append(BoardLost(loss))

    def _forget(self) -> None:
        """The board has started anew: nothing said before counts."""
        self._sensors_fail = False
        self._queue.clear()
        self._pending.clear()
        self._lights = LightState()
        self._lights_rest_until_ms = self._now
        self._newest = None
        self._held = None
        self._acknowledged = True

    def _drop_lights(self) -> None:
        lights = DefineStyle | SetLamps
        self._queue = deque(message for message in self._queue if not isinstance(message, lights))
        self._pending = {n: one for n, one in self._pending.items() if not isinstance(one.message, lights)}
        self._lights = LightState()

    # ---- what goes out

    @property
    def _busy(self) -> bool:
        return bool(self._queue or self._pending)

    def _pump(self) -> None:
        if self.phase is Phase.LIVE and not self._busy and self._now >= self._lights_rest_until_ms:
            self._queue_scene()
        while self._queue and len(self._pending) < _WINDOW:
            alone = SetLamps | Keep
            one_waits = any(isinstance(one.message, alone) for one in self._pending.values())
            if self._pending and (one_waits or isinstance(self._queue[0], alone)):
                # Lamps are set when the styles before them are there, and the other way round; keeping waits too.
                return
            self._send_tracked(Pending(self._queue.popleft()))

    def _queue_scene(self) -> None:
        if self._scene is None or not self._scene_is_new:
            return
        self._scene_is_new = False
        if self._lights.lamps is None:
            self._refreshed_ms = self._now
        self._lights, messages = self._lights.show(self._scene)
        self._queue.extend(messages)

    def _send_tracked(self, pending: Pending) -> None:
        pending.sent_ms = self._now
        pending.tries += 1
        self._pending[self._send(pending.message)] = pending

    def _send(self, message: FromHost) -> int:
        number = self._sequence
        self._sequence = (number + 1) % SEQUENCES
        self._output.append(encode_message(number, message))
        self._counters.lines_out += 1
        return number

    def _greet(self) -> None:
        self._asked_ms = self._now
        again = self.phase is Phase.GREETING and self._now > self._greeting_since
        self._output.append(LEAVE_RAW if again else EMPTY_LINE)
        self._send(AskHello())

    def _beat(self) -> None:
        self._heartbeat_ms = self._now
        self._acknowledged = True
        self._send(Heartbeat(self._newest))
