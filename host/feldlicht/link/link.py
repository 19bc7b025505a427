"""The thread that owns the connection to one board, for as long as the program runs."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.link.conversation import Conversation
from feldlicht.link.events import BoardFound, BoardLost, BoardRefused, BoardState, LinkEvent, Loss, PortOpened
from feldlicht.link.health import Counters, Health, LinkState
from feldlicht.link.lines import LineReader
from feldlicht.link.messages import AskField, Configure, Keep, SetZero
from feldlicht.link.phase import Phase
from feldlicht.link.port import OpenPort, PortLost, PortStalled, Transport
from feldlicht.link.timing import Timing

RETRY_MS = (100, 200, 400, 700, 1000)
"""Waits before the next try to open the port; the last one repeats."""
MISFIT_RETRY_MS = 5000
"""Wait after a board that does not fit: it must be flashed anew, and the tool for that needs the port."""
PORT_REASONS = frozenset({Reason.PORT_MISSING, Reason.PORT_BUSY, Reason.PORT_FORBIDDEN})
"""Refusals that a port which can be opened disproves."""
_PUBLISH_MS = 200


def monotonic_ms() -> int:
    """Return the host's monotonic clock in ms."""
    return time.monotonic_ns() // 1_000_000


class BoardLink:
    """Owns one board's serial line: finds, greets, checks, keeps alive, lights, and finds again, until closed.

    ``open_port`` opens the line (see :mod:`~feldlicht.link.port`); ``layouts`` are the fingerprints that a board
    may have, the usual one first; ``deliver`` takes every event, called in the link's thread one at a time: it should
    only put it somewhere.
    All methods may be called from any thread.
    """

    def __init__(
        self,
        name: str,
        open_port: OpenPort,
        layouts: Sequence[str],
        deliver: Callable[[LinkEvent], None],
        *,
        clock: Callable[[], int] = monotonic_ms,
        timing: Timing | None = None,
    ) -> None:
        self.name = name
        self._open_port = open_port
        self._layouts = layouts
        self._deliver_to = deliver
        self._clock = clock
        self._timing = timing or Timing()
        self._thread = threading.Thread(target=self._run, name=f"link-{name}", daemon=True)
        self._closing = threading.Event()
        # What the owner wants, handed from its thread to ours.
        self._wishes = threading.Lock()
        self._scene: Scene | None = None
        self._scene_is_new = False
        self._settings: Configure | None = None
        self._settings_are_new = False
        self._orders: list[AskField | SetZero | Keep] = []
        self._transport: Transport | None = None
        # Our thread's own.
        self._counters = Counters()
        self._state = LinkState.SEARCHING
        self._path = ""
        self._refusal: Refusal | None = None
        self._log: tuple[str, ...] = ()
        self._there = False
        self._tries = 0
        self._published_ms = 0
        self._health = Health(LinkState.SEARCHING)
        self._last_line_ms: int | None = None

    def start(self) -> None:
        """Begin to look for the board."""
        self._thread.start()

    def show(self, scene: Scene) -> None:
        """Show this scene, now and whenever the board comes back; of several, only the newest."""
        with self._wishes:
            self._scene, self._scene_is_new = scene, True
            self._wake()

    def configure(self, settings: Configure) -> None:
        """Have these settings on the board, now and whenever it comes back; what they leave out stays."""
        with self._wishes:
            self._settings = settings if self._settings is None else self._settings.merged(settings)
            self._settings_are_new = True
            self._wake()

    def order(self, order: AskField | SetZero | Keep) -> None:
        """Have the board carry this out, once: ``BoardAnswered`` follows, and of a field ``BoardField`` a row.

        Nothing comes of it if the board is not there.
        """
        with self._wishes:
            self._orders.append(order)
            self._wake()

    def health(self) -> Health:
        """Return how the link is doing; at most a quarter of a second old."""
        last = self._last_line_ms
        return replace(self._health, last_line_age_ms=None if last is None else max(0, self._clock() - last))

    def close(self) -> None:
        """Give the port back and end the thread. Takes at most a little longer than one write timeout."""
        self._closing.set()
        with self._wishes:
            self._wake()
        if self._thread.ident is not None and self._thread is not threading.current_thread():
            self._thread.join()

    def _wake(self) -> None:
        if self._transport is not None:
            self._transport.wake()

    # ---- in the link's thread

    def _run(self) -> None:
        try:
            while not self._closing.is_set():
                self._connect_once()
            self._lose(Loss.CLOSED)
            self._publish(LinkState.AWAY)
        except BaseException:
            # The thread's border: the owner must not wait for a board that nobody looks for any more.
            self._publish(LinkState.AWAY)
            self._lose(Loss.FAILED)
            raise

    def _connect_once(self) -> None:
        try:
            transport = self._open_port()
        except Refused as refused:
            self._counters.forget_board()
            missing = refused.refusal.reason is Reason.PORT_MISSING
            seen = self._counters.found > 0
            state = (LinkState.AWAY if seen else LinkState.SEARCHING) if missing else LinkState.REFUSED
            if not (missing and seen):  # a board that was pulled out has been reported as lost
                self._refuse(refused.refusal)
            self._publish(state)
            self._rest(self._retry_ms())
            return
        self._path = transport.path
        if self._refusal is not None and self._refusal.reason in PORT_REASONS:
            self._refusal = None
        with self._wishes:
            self._transport = transport
        try:
            self._publish(LinkState.CONNECTING if self._refusal is None else LinkState.REFUSED)
            self._deliver_to(PortOpened(transport.path))
            misfit = self._converse(transport)
        finally:
            with self._wishes:
                self._transport = None
            transport.close()
        if not self._closing.is_set():
            self._publish(LinkState.REFUSED if self._refusal is not None else LinkState.AWAY)
            self._rest(MISFIT_RETRY_MS if misfit else self._retry_ms())

    def _converse(self, transport: Transport) -> bool:
        """Talk until the connection ends; return whether it ended because the board does not fit."""
        talk = Conversation(transport.path, self._layouts, self._counters, self._timing, self._clock())
        self._hand_over(talk, everything=True)
        reader = talk.reader
        try:
            while not self._closing.is_set():
                for event in talk.take_events():
                    self._deliver(event)
                if output := talk.take_output():
                    transport.write(output)
                if talk.phase is Phase.OVER:
                    break
                self._publish(self._state_of(talk), reader)
                data = transport.read()
                self._hand_over(talk)
                talk.received(data, self._clock())
        except PortStalled:
            talk.end(Loss.STALLED)
        except PortLost:
            talk.end(Loss.GONE)
        for event in talk.take_events():
            self._deliver(event)
        self._counters.bad.update(reader.bad)
        self._log = (*self._log, *reader.log)[-20:]
        return talk.misfit

    def _state_of(self, talk: Conversation) -> LinkState:
        if talk.phase is Phase.LIVE:
            return LinkState.LIVE
        return LinkState.CONNECTING if self._refusal is None else LinkState.REFUSED

    def _hand_over(self, talk: Conversation, everything: bool = False) -> None:
        with self._wishes:
            if self._scene is not None and (self._scene_is_new or everything):
                talk.show(self._scene)
            if self._settings is not None and (self._settings_are_new or everything):
                talk.configure(self._settings)
            orders, self._orders = self._orders, []
            for order in orders:
                talk.order(order)
            self._scene_is_new = self._settings_are_new = False

    def _deliver(self, event: LinkEvent) -> None:
        if isinstance(event, BoardRefused):
            self._refuse(event.refusal)
            return
        if isinstance(event, BoardFound):
            self._there = True
            self._refusal = None
            self._tries = 0
            self._publish(LinkState.LIVE)
        elif isinstance(event, BoardLost):
            self._there = False
            self._publish(LinkState.AWAY)
        elif isinstance(event, BoardState):
            # Whoever hears of it may look at once.
            self._health = replace(self._health, board_state=event.state)
        self._deliver_to(event)

    def _refuse(self, refusal: Refusal) -> None:
        news = refusal != self._refusal
        self._refusal = refusal
        if news:
            self._publish(LinkState.REFUSED)
            self._deliver_to(BoardRefused(refusal))

    def _lose(self, loss: Loss) -> None:
        self._counters.forget_board()
        if self._there:
            self._there = False
            self._counters.lost += 1
            self._deliver_to(BoardLost(loss))

    def _retry_ms(self) -> int:
        wait = RETRY_MS[min(self._tries, len(RETRY_MS) - 1)]
        self._tries += 1
        return wait

    def _rest(self, wait_ms: int) -> None:
        self._closing.wait(wait_ms / 1000)

    def _publish(self, state: LinkState, reader: LineReader | None = None) -> None:
        now = self._clock()
        counters = self._counters
        self._last_line_ms = counters.last_line_ms
        if state is self._state and now - self._published_ms < _PUBLISH_MS:
            return
        self._state, self._published_ms = state, now
        self._health = Health(
            state=state,
            path=self._path,
            hello=counters.hello,
            board_state=counters.board_state,
            refusal=self._refusal,
            lines_in=counters.lines_in,
            lines_out=counters.lines_out,
            snapshots=counters.snapshots,
            bad=dict(counters.bad + Counter(reader.bad if reader else {})),
            resent=counters.resent,
            rejected=counters.rejected,
            found=counters.found,
            lost=counters.lost,
            restarts=counters.restarts,
            lines_per_s=counters.lines.per_second(now),
            snapshots_per_s=counters.snapshot_rate.per_second(now),
            log=(*self._log, *(reader.log if reader else ()))[-20:],
        )
