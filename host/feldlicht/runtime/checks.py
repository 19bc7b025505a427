"""A self-test that a page leads: one run with one thread, fed with what the board feels and what people press."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Protocol

from feldlicht.base.cells import Cell
from feldlicht.base.reasons import Refused
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.link.messages import Word
from feldlicht.selftest.empty import Look, Survey, judge_empty
from feldlicht.selftest.findings import Finding, Found, in_order
from feldlicht.selftest.touch import Margins, judge_margins
from feldlicht.selftest.walk import Walk, judge

EMPTY_S = 3.0
"""How long the empty table is looked at."""
TURN_S = 0.1
"""How long one look waits before the next survey or sign of life."""
IDLE_S = 300.0
"""A run in which nobody does anything for so long is over: the table is lit as usual again."""

ASKED = Style((Colour.DIM_WHITE,))
ANSWERED = Style((Colour.GREEN,))
MISTAKEN = Style((Colour.RED,), Pattern.BLINK, 600)


class Part(StrEnum):
    """What a run tries."""

    ZERO = "zero"
    """The empty table; of a linear board what it reads then is taken for no field."""
    WALK = "walk"
    """A magnet goes along every row: each cell must answer as itself."""
    TOUCH = "touch"
    """How strongly each cell feels a magnet."""


class Stage(StrEnum):
    """What a run waits for."""

    LOOKING = "looking"
    WALKING = "walking"
    TURNING = "turning"
    """The magnet is to be turned over before the second walk."""
    TOUCHING = "touching"
    OVER = "over"


class Ended(StrEnum):
    """Why a run is over."""

    DONE = "done"
    STOPPED = "stopped"
    AWAY = "away"
    """The board went, or its sensors could not be read."""
    NOT_TURNED = "not_turned"
    """The second walk was with the same pole up."""
    MATCH = "match"
    """A match began at the table."""
    IDLE = "idle"


@dataclass(frozen=True, slots=True)
class CheckPicture:
    """A run as it stands, in the board's own cells.

    ``margins``: percent of the threshold; ``zero``: what came of it.
    """

    part: Part
    stage: Stage
    path: tuple[Cell, ...] = ()
    answered: frozenset[Cell] = frozenset()
    mistaken: frozenset[Cell] = frozenset()
    margins: Mapping[Cell, int] = field(default_factory=dict)
    tested: int = 0
    found: tuple[Found, ...] = ()
    zero: Word | None = None
    ended: Ended | None = None


class Bench(Protocol):
    """What a run needs of its board."""

    @property
    def linear(self) -> bool:
        """Whether it measures fields."""

    @property
    def trouble(self) -> str:
        """The board's own word for what is wrong with its sensors."""

    @property
    def threshold(self) -> int:
        """From where on a magnet is there, in tenths of a millitesla."""

    def survey(self) -> Survey | None:
        """Measure every cell. Raises :class:`Refused` ``BOARD_AWAY``."""

    def zero(self) -> Word:
        """Set the zero. Raises as :meth:`survey` does."""

    def light(self, scene: Scene | None) -> None:
        """Light this; None: whatever the table would have shown without us."""


class _Over(Exception):
    def __init__(self, why: Ended) -> None:
        super().__init__(why)
        self.why = why


class _GoOn:
    """Somebody pressed on."""


class Check:
    """One run. Every method may be called from any thread; ``picture`` is how it stands."""

    def __init__(self, part: Part, bench: Bench, name: str) -> None:
        self.picture = CheckPicture(part, Stage.LOOKING)
        self._bench = bench
        self._inbox: queue.Queue[tuple[Look, int] | _GoOn | Ended] = queue.Queue()
        self._thread = threading.Thread(target=self._run, name=f"check-{name}", daemon=True)
        self._alive_at = time.monotonic()

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether it has ended and the table is lit as usual."""
        return self.picture.ended is not None

    def sense(self, look: Look, at_ms: int) -> None:
        """Take a snapshot of the board, which came at this time (ms)."""
        self._inbox.put((look, at_ms))

    def go_on(self) -> None:
        """Somebody says that this step is done."""
        self._inbox.put(_GoOn())

    def stop(self, why: Ended) -> None:
        """End it soon."""
        self._inbox.put(why)

    def join(self) -> None:
        """Wait until it has ended."""
        if self._thread.ident is not None:
            self._thread.join()

    # ------------------------------------------------------------------ the thread

    def _run(self) -> None:
        run: Callable[[], None] = {Part.ZERO: self._zero, Part.WALK: self._walk, Part.TOUCH: self._touch}[
            self.picture.part
        ]
        why = Ended.DONE
        try:
            run()
        except _Over as over:
            why = over.why
        except Refused:
            why = Ended.AWAY
        finally:
            # First over, then dark: what the table shows from now on is not held back.
            self._show(stage=Stage.OVER, path=(), ended=why)
            self._bench.light(None)

    def _show(self, **news: object) -> None:
        self.picture = replace(self.picture, **news)  # type: ignore[arg-type]

    def _find(self, found: tuple[Found, ...]) -> None:
        self._show(found=in_order((*self.picture.found, *found)))

    def _next(self, patience_s: float) -> tuple[Look, int] | _GoOn | None:
        """Return what comes next, None if nothing does for so long. Raises :class:`_Over`."""
        try:
            item = self._inbox.get(timeout=patience_s)
        except queue.Empty:
            if time.monotonic() - self._alive_at > IDLE_S:
                raise _Over(Ended.IDLE) from None
            return None
        if isinstance(item, Ended):
            raise _Over(item)
        if isinstance(item, _GoOn):
            self._alive_at = time.monotonic()
        return item

    def _need_wanted(self) -> None:
        """Raise :class:`_Over` if somebody has stopped the run meanwhile."""
        while not self._inbox.empty():
            self._next(0)

    def _empty(self) -> None:
        self._bench.light(Scene())
        looks: list[Look] = []
        end = time.monotonic() + EMPTY_S
        while (left := end - time.monotonic()) > 0:
            if isinstance(item := self._next(left), tuple):
                looks.append(item[0])
        survey = self._measure() if self._bench.linear else None
        self._find(judge_empty(looks, survey, self._bench.trouble))

    def _measure(self) -> Survey:
        if (survey := self._bench.survey()) is None:
            raise _Over(Ended.AWAY)
        return survey

    def _zero(self) -> None:
        self._empty()
        stuck = any(one.finding is Finding.STUCK_CELL for one in self.picture.found)
        if self._bench.linear:
            # It was measured meanwhile: a match that began has the table, magnets and all.
            self._need_wanted()
            self._show(zero=Word.OCCUPIED if stuck else self._bench.zero())

    def _walk(self) -> None:
        self._empty()
        doubtful = {Finding.STUCK_CELL, Finding.NOISY_CELL}
        ignored = sum(1 << one for one in {c for f in self.picture.found if f.finding in doubtful for c in f.cells})
        if any(one.finding is Finding.BROKEN_CHAIN for one in self.picture.found):
            return
        first = self._led(Walk.along_rows(ignored))
        if self._bench.linear:
            return
        # A switch feels one pole only, so each cell has two.
        self._show(stage=Stage.TURNING, path=(), answered=frozenset(), mistaken=frozenset())
        while not isinstance(self._next(TURN_S), _GoOn):
            pass
        second = self._led(Walk.along_rows(ignored))
        if first.pole is second.pole is not None:
            raise _Over(Ended.NOT_TURNED)

    def _led(self, walk: Walk) -> Walk:
        try:
            while not walk.over:
                self._light(walk)
                item = self._next(TURN_S)
                before = walk.current.answers
                if isinstance(item, tuple):
                    walk = walk.sense(*item)
                elif item is not None:
                    walk = walk.skip()
                if walk.current.answers != before:
                    self._alive_at = time.monotonic()
        finally:
            done = {which for path in walk.paths[: len(walk.done)] for which in path}
            self._show(tested=max(self.picture.tested, len(done)))
            self._find(judge(walk))
        return walk

    def _light(self, walk: Walk) -> None:
        path, heard = set(walk.path), set(walk.current.cells)
        news = (walk.path, frozenset(heard & path), frozenset(heard - path))
        if (self.picture.path, self.picture.answered, self.picture.mistaken) == news:
            return
        self._show(stage=Stage.WALKING, path=news[0], answered=news[1], mistaken=news[2])
        scene = dict.fromkeys(walk.path, ASKED) | {which: ANSWERED if which in path else MISTAKEN for which in heard}
        self._bench.light(Scene(scene))

    def _touch(self) -> None:
        margins = Margins(self._bench.threshold)
        self._show(stage=Stage.TOUCHING)
        self._bench.light(Scene())
        try:
            while not isinstance(self._next(TURN_S), _GoOn):
                after = margins.after(self._measure())
                if after != margins:
                    margins, self._alive_at = after, time.monotonic()
                    shown = {which: margins.percent(which) for which in margins.felt}
                    self._show(margins=shown, tested=len(shown))
                    self._bench.light(Scene(dict.fromkeys(shown, ANSWERED)))
        finally:
            self._find(judge_margins(margins))
