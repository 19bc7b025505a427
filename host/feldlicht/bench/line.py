"""What a board and the line to it do in a second, measured at any board that is at hand, real or simulated.

The port must be ours alone and the board running (:class:`~feldlicht.cli.board_probe.Probe` sees to both). Nothing
that is measured changes what the board keeps; its lamps pulse for some seconds and are dark afterwards.
"""

from __future__ import annotations

import statistics
import time
from dataclasses import dataclass, replace

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Pattern
from feldlicht.bench.row import Row, rate, summary
from feldlicht.link.from_host import LAMP_COUNT
from feldlicht.link.lines import SEQUENCES, Line, LineReader
from feldlicht.link.messages import AskState, DefineStyle, FromHost, SetLamps, State, encode_message, parse
from feldlicht.link.port import Transport

TRIPS = 300
WINDOWS = 5
"""So many seconds the line is kept busy; each gives a figure."""
STATES = 3
"""So many times the board is asked how fast it scans and shows, a good second apart."""
IN_FLIGHT = 16
"""Orders that are under way at the same time; the board holds back from 32 answers on."""
PATIENCE_S = 10.0
AGAIN_S = 1.0
"""A line may be lost at a board that a busy machine keeps from reading; it is sent again, as a host does it."""
_WARM_UP_S = 2.2
_STATE_S = 1.1
"""A board measures its own rates once a second."""
_LAMPS_A_LINE = 64
_UNUSED = 63
_ORDER = DefineStyle(_UNUSED, Pattern.STEADY, 1000, 0, ((0, 0, 0),))
"""Lights nothing and is answered: what is timed is the line and the two programs at its ends."""
_MOVING = 62
_PULSE = DefineStyle(_MOVING, Pattern.PULSE, 600, 0, ((255, 0, 0), (0, 0, 255)))
"""No two frames of it in a row are alike, at whatever budget."""


@dataclass(frozen=True, slots=True)
class Flow:
    """``trips_ms``: from an order to its answer; ``per_second``: orders answered, one figure for each second."""

    trips_ms: tuple[float, ...]
    per_second: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Figures:
    """What the line did, and what the board said of itself while all of its lamps pulsed."""

    flow: Flow
    states: tuple[State, ...]


class Talk:
    """Orders and answers on an open line. Every method raises ``Refused`` (``PORT_SILENT``) if nothing comes back."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._reader = LineReader()
        self._sequence = 0
        # What the program before us left unfinished ends here.
        transport.write(b"\n")

    def send(self, message: FromHost) -> int:
        """Send a message; return its number."""
        number = self._sequence
        self._sequence = (number + 1) % SEQUENCES
        self._transport.write(encode_message(number, message))
        return number

    def lines(self) -> list[Line]:
        """Return what came, waiting a little for it."""
        return self._reader.feed(self._transport.read(), time.monotonic_ns() // 1_000_000)

    def order(self, message: FromHost) -> None:
        """Send an order and wait for its answer."""
        sent, end, again = {self.send(message)}, self._end(), time.monotonic() + AGAIN_S
        while sent.isdisjoint(map(_answered, self.lines())):
            self._check(end)
            if time.monotonic() > again:
                sent.add(self.send(message))
                again += AGAIN_S

    def state(self) -> State:
        """Ask the board how it is doing."""
        self.send(AskState())
        end, again = self._end(), time.monotonic() + AGAIN_S
        while True:
            for line in self.lines():
                message = parse(line)
                if isinstance(message, State):
                    return message
            self._check(end)
            if time.monotonic() > again:
                self.send(AskState())
                again += AGAIN_S

    def flow(self, trips: int, windows: int, window_s: float = 1.0) -> Flow:
        """Time single orders, then keep the line busy."""
        times = []
        for turn in range(trips):
            # Orders must not fall into step with the board's tasks, or the figures would flatter.
            time.sleep(0.002 + turn * 0.0013 % 0.011)
            begun = time.perf_counter()
            self.order(_ORDER)
            times.append((time.perf_counter() - begun) * 1000)
        waiting: set[int | None] = {self.send(_ORDER) for _ in range(IN_FLIGHT)}
        rates = []
        for _ in range(windows):
            begun, count = time.perf_counter(), 0
            while (passed := time.perf_counter() - begun) < window_s:
                count += self._exchange(waiting)
            rates.append(count / passed)
        # What is not answered within a second was lost.
        end = time.monotonic() + AGAIN_S
        while waiting and time.monotonic() < end:
            waiting -= set(map(_answered, self.lines()))
        return Flow(tuple(times), tuple(rates))

    def _exchange(self, waiting: set[int | None]) -> int:
        """Send an order for each answer that came; return how many."""
        end, again = self._end(), time.monotonic() + AGAIN_S
        while not (came := waiting & set(map(_answered, self.lines()))):
            self._check(end)
            if time.monotonic() > again:
                waiting.add(self.send(_ORDER))
                again += AGAIN_S
        waiting -= came
        waiting |= {self.send(_ORDER) for _ in came}
        return len(came)

    def _end(self) -> float:
        return time.monotonic() + PATIENCE_S

    def _check(self, end: float) -> None:
        if time.monotonic() > end:
            raise Refused(Refusal.of(Reason.PORT_SILENT, port=self._transport.path))


def measure(transport: Transport, trips: int = TRIPS, windows: int = WINDOWS, states: int = STATES) -> Figures:
    """Measure a board; takes about 15 seconds. Each count is at least 1.

    Raises ``Refused`` (``PORT_SILENT``), :class:`~feldlicht.link.port.PortLost`.
    """
    talk = Talk(transport)
    flow = talk.flow(trips, windows)
    talk.order(_PULSE)
    for first in range(0, LAMP_COUNT, _LAMPS_A_LINE):
        lamps = range(first, min(first + _LAMPS_A_LINE, LAMP_COUNT))
        talk.order(SetLamps(tuple((lamp, _MOVING) for lamp in lamps), more=lamps.stop < LAMP_COUNT))
    time.sleep(_WARM_UP_S)
    said = []
    for _ in range(states):
        said.append(talk.state())
        time.sleep(_STATE_S)
    talk.order(SetLamps(clear=True))
    return Figures(flow, tuple(said))


def rows_of(figures: Figures, beside: Flow | None = None, peer: str | None = None) -> list[Row]:
    """Return the rows of a board: its line, beside a ``peer``'s if that was measured, and what it says of itself."""
    peers: list[float | None] = [None, None, None]
    trips = summary("board.round_trip", list(figures.flow.trips_ms))
    found = [*trips, rate("board.lines", figures.flow.per_second, "lines/s")]
    if beside is not None:
        echoed = summary("", list(beside.trips_ms))
        peers = [echoed[0].value, echoed[1].value, statistics.median(beside.per_second)]
    compared = [
        row if its is None else replace(row, peer=peer, peer_value=its, ratio=row.value / its)
        for row, its in zip(found, peers, strict=True)
    ]
    scans = rate("board.scans", [state.scan for state in figures.states], "scans/s")
    frames = [state.frames for state in figures.states if state.frames is not None]
    memory = [state.free_memory / 1000 for state in figures.states if state.free_memory]
    told = (("board.frames", frames, "frames/s"), ("board.free_memory", memory, "kB"))
    return [*compared, scans, *(rate(name, samples, unit) for name, samples, unit in told if samples)]


def _answered(line: Line) -> int | None:
    """Return the number of the order that a line answers: as a board does, or as an echo."""
    if line.type == "A" and line.fields and line.fields[0].isdecimal():
        return int(line.fields[0])
    return line.sequence if line.type == _ORDER.TYPE else None
