"""One board at hand for a test: what it says, what it measures, what it is to show."""

from __future__ import annotations

import queue
import time
from collections import deque
from collections.abc import Callable
from types import TracebackType

from feldlicht.base.cells import CELL_COUNT, ROWS
from feldlicht.base.layout import Layout
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.board.layout import FINGERPRINTS, LAYOUTS
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
from feldlicht.link.holders import open_alone
from feldlicht.link.link import BoardLink
from feldlicht.link.messages import AskField, Configure, Hello, Keep, RowField, SetZero, Word
from feldlicht.link.port import FoundPort
from feldlicht.selftest.empty import Look, Survey

FOUND_S = 20.0
"""How long a board may take to be found, also if it must be restarted for it."""
DARK_S = 0.5
"""How long the lamps get to go out at the end."""
ANSWER_S = 10.0
"""How long an order may take, its repetitions included."""
AGAIN_S = 1.0
"""Rows of a field that a line lost are asked for again after so long."""


class Probe:
    """A board whose port is ours for as long as this is open: a context. Every method may raise ``Refused``."""

    def __init__(self, port: FoundPort) -> None:
        self.trouble = "ok"
        """What the board last said is wrong with its sensors, in its own word."""
        self._threshold: int | None = None
        self._port = port
        self._events: queue.Queue[LinkEvent] = queue.Queue()
        self._looks: deque[tuple[Look, int]] = deque()
        self._rows: dict[int, RowField] = {}
        self._answers: list[BoardAnswered] = []
        self._hello: Hello | None = None
        self._link = BoardLink("probe", lambda: open_alone(port.path), FINGERPRINTS, self._events.put)

    def __enter__(self) -> Probe:
        """Open the port and wait for the board. Raises ``Refused``: as opening the port, ``PORT_SILENT``."""
        open_alone(self._port.path).close()
        self._link.start()
        try:
            self._await(lambda: self._hello is not None, FOUND_S)
        except BaseException:
            self._link.close()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._link.show(Scene())
        time.sleep(DARK_S)
        self._link.close()

    @property
    def hello(self) -> Hello:
        """Who the board is."""
        assert self._hello is not None
        return self._hello

    @property
    def layout(self) -> Layout:
        """How it is wired."""
        return next(one for one in LAYOUTS.values() if one.fingerprint == self.hello.layout)

    @property
    def has_cells(self) -> bool:
        """Whether there are cells at all, and not only ring, strip and knob."""
        return bool(self.layout.grid_order)

    def need_cells(self) -> None:
        """Raise ``Refused`` ``NO_CELLS`` if there are none."""
        if not self.has_cells:
            raise Refused(Refusal.of(Reason.NO_CELLS, board=self.hello.board_id))

    @property
    def linear(self) -> bool:
        """Whether it measures fields."""
        return self.layout.driver == "linear-mux"

    @property
    def threshold(self) -> int:
        """From where on a magnet is there, in tenths of a millitesla: as it says, else as it was built."""
        return self._threshold or self.layout.threshold

    def show(self, scene: Scene) -> None:
        """Light this from now on."""
        self._link.show(scene)

    def look(self, patience_s: float) -> tuple[Look, int] | None:
        """Return the next snapshot and when it came (ms); None if none came for so long."""
        end = time.monotonic() + patience_s
        while not self._looks and (left := end - time.monotonic()) > 0:
            self._take_one(left)
        return self._looks.popleft() if self._looks else None

    def survey(self) -> Survey | None:
        """Return the field in every cell; None if the board measures none, or cannot read its sensors now."""
        self._rows.clear()
        end = time.monotonic() + ANSWER_S
        while len(self._rows) < ROWS:
            if time.monotonic() >= end or self._order(AskField()) is not Word.OK:
                return None
            self._take_until(lambda: len(self._rows) == ROWS, AGAIN_S)
        rows = [self._rows[row] for row in range(ROWS)]
        survey = Survey(
            tuple(value for row in rows for value in row.field), tuple(value for row in rows for value in row.noise)
        )
        assert len(survey.field) == CELL_COUNT
        return survey

    def zero(self) -> Word:
        """Have it take what it reads for no field at all, and keep that; return what came of it."""
        return self._order(SetZero())

    def keep(self, settings: Configure) -> Word:
        """Have it take these settings and keep them; return what came of it."""
        self._link.configure(settings)
        return self._order(Keep())

    def _order(self, order: AskField | SetZero | Keep) -> Word:
        self._answers.clear()
        self._link.order(order)
        self._await(lambda: bool(self._answers), ANSWER_S)
        return self._answers.pop().word

    def _await(self, happened: Callable[[], bool], patience_s: float) -> None:
        if not self._take_until(happened, patience_s):
            raise Refused(Refusal.of(Reason.PORT_SILENT, port=self._port.path))

    def _take_until(self, happened: Callable[[], bool], patience_s: float) -> bool:
        """Take what the link tells until it has happened; return whether it has in time."""
        end = time.monotonic() + patience_s
        while not happened() and (left := end - time.monotonic()) > 0:
            self._take_one(left)
        return happened()

    def _take_one(self, patience_s: float) -> None:
        try:
            event = self._events.get(timeout=patience_s)
        except queue.Empty:
            return
        match event:
            case BoardFound(hello):
                self._hello = hello
            case BoardSnapshot(snapshot, at_ms):
                self._looks.append((Look(snapshot.occupancy, snapshot.touched), at_ms))
            case BoardState(state):
                self.trouble, self._threshold = state.sensors, state.threshold
            case BoardFault(fault) if fault.where == "sensors":
                self.trouble = fault.what[0]
            case BoardField(row):
                self._rows[row.row] = row
            case BoardAnswered(order, word) if not isinstance(order, Configure) or word is not Word.OK:
                # Settings that it does not take it does not keep either.
                self._answers.append(event)
            case BoardRefused(refusal):
                raise Refused(refusal)
            case BoardLost(reason) if reason not in {Loss.STOPPED, Loss.RESTARTED}:
                raise Refused(Refusal.of(Reason.BOARD_CUT, port=self._port.path))
            case _:
                pass
