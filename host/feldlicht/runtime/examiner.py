"""What can be measured and tried at one board: its field, and the self-test that a page leads."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

from feldlicht.base.layout import Layout
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.board.layout import LAYOUTS, LINEAR_BOARD
from feldlicht.link.events import (
    BoardAnswered,
    BoardFault,
    BoardField,
    BoardFound,
    BoardLost,
    BoardSnapshot,
    BoardState,
    LinkEvent,
)
from feldlicht.link.messages import Hello, State, Word
from feldlicht.runtime.checks import Check, CheckPicture, Ended, Part
from feldlicht.runtime.felt import counters
from feldlicht.runtime.surveyor import Order, Surveyor
from feldlicht.selftest.empty import Look, Survey

LINEAR = "linear-mux"


@dataclass(frozen=True, slots=True)
class FieldSeen:
    """What a board measures just now, in its own cells: ``survey`` is None where nothing measures a field.

    ``threshold``, ``hysteresis``: tenths of a millitesla; ``trouble``: its own word for what is wrong with its
    sensors.
    """

    driver: str
    threshold: int
    hysteresis: int
    survey: Survey | None
    trouble: str = "ok"


Controls = tuple[int, int, int, int, int]
"""Counters since the board began: turns to the right less those to the left, presses, long ones, each side button."""


class Examiner:
    """One board under examination, whichever it is. Every method may be called from any thread."""

    def __init__(self, order: Callable[[Order], None], light: Callable[[Scene | None], None]) -> None:
        """``light`` shows a scene in the board's own cells; None: what its table shows."""
        self._light = light
        self._trouble = "ok"
        self._surveyor = Surveyor(order)
        self._hello: Hello | None = None
        self._state: State | None = None
        self._controls: Controls | None = None
        self._changing = threading.Lock()  # one begins at a time
        self._at_table = threading.Lock()  # a match and a run do not begin at the same moment; nobody waits in it
        self._match: str | None = None
        self._check: Check | None = None

    # ------------------------------------------------------------------ what the link tells

    def take(self, event: LinkEvent) -> None:
        """Take whatever the link tells."""
        match event:
            case BoardFound(hello):
                self._hello, self._state, self._trouble = hello, None, "ok"
                self._surveyor.present(True)
            case BoardLost():
                self._hello = self._controls = None
                self._surveyor.present(False)
                self.stop(Ended.AWAY)
            case BoardField() | BoardAnswered():
                self._surveyor.take(event)
            case BoardState(state):
                self._state, self._trouble = state, state.sensors
            case BoardFault(fault) if fault.where == "sensors":
                self._trouble = fault.what[0]
            case BoardSnapshot(snapshot, at_ms):
                self._controls = counters(snapshot)
                if self.at_work is not None:
                    self.at_work.sense(Look(snapshot.occupancy, snapshot.touched), at_ms)
            case _:
                pass

    # ------------------------------------------------------------------ the field

    @property
    def layout(self) -> Layout:
        """How the board is wired. Raises :class:`Refused` ``BOARD_AWAY``."""
        hello = self._hello
        if hello is None:
            raise Refused(Refusal(Reason.BOARD_AWAY))
        return next(one for one in LAYOUTS.values() if one.fingerprint == hello.layout)

    @property
    def controls(self) -> Controls | None:
        """How often knob and buttons were used; None while the board is away."""
        return self._controls

    @property
    def linear(self) -> bool:
        """Whether it measures fields."""
        return self.layout.driver == LINEAR

    @property
    def threshold(self) -> int:
        """From where on a magnet is there, in tenths of a millitesla."""
        state = self._state
        return LINEAR_BOARD.threshold if state is None or state.threshold is None else state.threshold

    def field(self) -> FieldSeen:
        """Measure. Raises :class:`Refused` ``BOARD_AWAY``."""
        layout, state = self.layout, self._state
        hysteresis = layout.hysteresis if state is None or state.hysteresis is None else state.hysteresis
        survey = self.survey() if layout.driver == LINEAR else None
        return FieldSeen(layout.driver, self.threshold, hysteresis, survey, self._trouble)

    @property
    def trouble(self) -> str:
        """What is wrong with its sensors, in its own word."""
        return self._trouble

    def light(self, scene: Scene | None) -> None:
        """See :class:`~feldlicht.runtime.checks.Bench`."""
        self._light(scene)

    def survey(self) -> Survey | None:
        """See :class:`~feldlicht.runtime.checks.Bench`."""
        return self._surveyor.survey()

    def zero(self) -> Word:
        """See :class:`~feldlicht.runtime.checks.Bench`."""
        return self._surveyor.zero()

    # ------------------------------------------------------------------ the self-test

    @property
    def at_work(self) -> Check | None:
        """The run that is under way; None if there is none."""
        check = self._check
        return None if check is None or check.over else check

    @property
    def picture(self) -> CheckPicture | None:
        """The newest run; None before the first."""
        check = self._check
        return None if check is None else check.picture

    def refusal(self, part: Part) -> Refusal | None:
        """Say why this part cannot be tried here now: ``CHECK_DURING_MATCH``, ``BOARD_AWAY``, ``NO_CELLS``,
        ``NO_FIELD``.
        """
        if (match := self._match) is not None:
            return Refusal.of(Reason.CHECK_DURING_MATCH, session=match)
        try:
            layout = self.layout
        except Refused as refused:
            return refused.refusal
        if not layout.grid_order:
            return Refusal(Reason.NO_CELLS)
        return Refusal(Reason.NO_FIELD) if part is Part.TOUCH and layout.driver != LINEAR else None

    def begin(self, part: Part) -> None:
        """Begin a run in place of one that is under way. Raises :class:`Refused` as :meth:`refusal` says."""
        if (refusal := self.refusal(part)) is not None:
            raise Refused(refusal)
        with self._changing:
            self._end(Ended.STOPPED)
            with self._at_table:
                if (refusal := self.refusal(part)) is not None:
                    raise Refused(refusal)
                self._check = Check(part, self, str(self._hello.board_id if self._hello else ""))
            self._check.start()

    def match(self, session: str | None) -> None:
        """Know which match runs at the board's table, whatever brought it there: it ends a run, and allows none."""
        with self._at_table:
            self._match = session
            if session is not None:
                self.stop(Ended.MATCH)

    def go_on(self) -> None:
        """Somebody says that the step is done."""
        if self.at_work is not None:
            self.at_work.go_on()

    def stop(self, why: Ended) -> None:
        """Have a run that is under way end soon."""
        if self.at_work is not None:
            self.at_work.stop(why)

    def close(self) -> None:
        """End whatever is under way, its thread included."""
        self._surveyor.present(False)
        with self._changing:
            self._end(Ended.AWAY)

    def _end(self, why: Ended) -> None:
        if self._check is not None:
            self._check.stop(why)
            self._check.join()
