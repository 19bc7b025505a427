"""Group ``reading``: how long the table takes over what the board says, and how long a hand waits beyond debounce.

In the midst of a match of Master Move, with all 22 figures standing, hands lift, slide, place, place wrongly until
guidance is shown, and put right. ``reading.decisions``: sensed lines a second, each read through the whole pure step,
that is journal, reading, rules, scene. ``reading.line``: one of them. ``reading.commit``: the step in which a move
has settled and is played and logged. ``reading.lift_to_light``: :mod:`feldlicht.bench.board`'s figure without the
firmware's debounce, which is waiting on purpose. Plain names are medians, ``.p99`` the 99th percentile. There is no
peer: programs for other boards read other lines.
"""

from __future__ import annotations

import random
import runpy
import tempfile
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

from feldlicht.base.cells import CELLS, Cell
from feldlicht.base.commands import GameCommand, Move
from feldlicht.base.entries import Actor, SessionHeader
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.plans import Moves
from feldlicht.bench import board
from feldlicht.bench.row import Row, measure, summary
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.state import Phase
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.table import session as sessions
from feldlicht.table.messages import Append, BoardHere, Input, Sensed, Wake
from feldlicht.table.session import Stamp
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import Step, Table, new_table

PLIES = 300
"""Moves that hands make in one run."""
OPENING = 30
"""Moves that were made before, on a page."""
WRONG = 0.2
"""How many moves begin with a figure on a cell where it may not go."""
REPEAT = 5
SEED = 1


@dataclass(frozen=True, slots=True)
class Taken:
    """One input, the table that takes it, and when (ms)."""

    table: Table
    what: Input
    now: int


def rows(plies: int = PLIES, lifts: int = board.LIFTS) -> list[Row]:
    """Measure the group; takes about a minute. ``plies`` and ``lifts`` (at least 2) say how much is sampled."""
    lines, commits = recorded(plies)

    def read_all() -> int:
        for one in lines:
            step(one.table, one.what, one.now)
        return len(lines)

    decisions = measure(read_all, REPEAT)
    with tempfile.TemporaryDirectory() as folder:
        waits = [ms - debounce_ms() for ms in board.lift_to_light(Path(folder), lifts)]
    return [
        Row("reading.decisions", decisions.median, "lines/s", decisions.spread),
        *summary("reading.line", _timed(lines), "µs"),
        *summary("reading.commit", _timed(commits), "µs"),
        *summary("reading.lift_to_light", waits),
    ]


def debounce_ms() -> float:
    """Return how long the firmware waits, at the least, until it believes a change, in ms."""
    firmware = runpy.run_path(str(firmware_folder() / "layout_generated.py"))
    # The change is there at the first of these scans.
    return float(1000 * (firmware["DEBOUNCE_SCANS"] - 1) / firmware["SCAN_HZ"])


def recorded(plies: int) -> tuple[list[Taken], list[Taken]]:
    """Have hands make ``plies`` moves; return every sensed line, and every step in which a move was logged."""
    hands = _Hands(random.Random(SEED))
    for _ in range(plies):
        hands.move()
    return hands.lines, hands.commits


def _timed(taken: list[Taken]) -> list[float]:
    """Return how long each step takes, in µs."""
    found = []
    for one in taken:
        began = perf_counter()
        step(one.table, one.what, one.now)
        found.append((perf_counter() - began) * 1e6)
    return found


class _Hands:
    """Hands at a table in virtual time; what they make the board say is kept, with the table that takes it."""

    def __init__(self, dice: random.Random) -> None:
        self.lines: list[Taken] = []
        self.commits: list[Taken] = []
        self._dice = dice
        self._now = 0
        self._deadline: int | None = None
        self._table = new_table()
        self._magnets: dict[Cell, Pole] = {}
        self._sit_down()

    def move(self) -> None:
        """Make a random move that scores nothing: lift, perhaps place wrongly, slide over a stop, place, rest."""
        choices = self._moves()
        if not choices:
            self._sit_down()
            choices = self._moves()
        move = self._dice.choice(choices)
        at = move.origin
        if self._dice.random() < WRONG:
            at = self._carry(at, self._free(), rest=2 * self._table.timings.grace_ms)
        for stop in self._dice.sample(self._stops(move), self._dice.randint(0, 1)):
            at = self._carry(at, stop, rest=self._table.timings.settle_ms // 3)
        self._carry(at, move.target, rest=2 * self._table.timings.settle_ms)

    def _sit_down(self) -> None:
        session = sessions.open_session(GAME, SessionHeader("bench", GAME.name, {}, "counting", "bench", 0))
        while len(session.plies) <= OPENING:
            quiet = [act for act in GAME.legal(session.state) if not _scores(session.state, act)]
            session = sessions.act(session, self._dice.choice(quiet), Stamp(Actor.PAGE, 0))
        self._magnets = {c: figure.side.pole for c, figure in GAME.standing(session.state).items()}
        self._take(seat(new_table(), session, self._now))
        self._take(step(self._table, BoardHere(simulated=False), self._now))
        self._take(step(self._table, Sensed(Occupancy.of(self._magnets)), self._now))

    def _moves(self) -> list[Move]:
        assert self._table.session is not None
        state: MasterMoveState = self._table.session.state
        if state.phase is not Phase.PLAY:
            return []
        return [act for act in GAME.legal(state) if isinstance(act, Move) and not _scores(state, act)]

    def _stops(self, move: Move) -> list[Cell]:
        return [other.target for other in self._moves() if other.figure == move.figure]

    def _free(self) -> Cell:
        plan = self._table.plan
        legal = {c for targets in plan.targets.values() for c in targets} if isinstance(plan, Moves) else set()
        return self._dice.choice([c for c in CELLS if c not in self._magnets and c not in legal])

    def _carry(self, origin: Cell, target: Cell, rest: int) -> Cell:
        pole = self._magnets.pop(origin)
        self._sense()
        self._wait(200)
        self._magnets[target] = pole
        self._sense()
        self._wait(rest)
        return target

    def _sense(self) -> None:
        self.lines.append(Taken(self._table, Sensed(Occupancy.of(self._magnets)), self._now))
        self._take(step(self._table, self.lines[-1].what, self._now))

    def _wait(self, ms: int) -> None:
        end = self._now + ms
        while self._deadline is not None and self._deadline <= end:
            self._now, self._deadline = max(self._now, self._deadline), None
            taken = Taken(self._table, Wake(), self._now)
            done = step(self._table, taken.what, self._now)
            if any(isinstance(effect, Append) for effect in done.effects):
                self.commits.append(taken)
            self._take(done)
        self._now = end

    def _take(self, done: Step) -> None:
        self._table, self._deadline = done.table, done.deadline


def _scores(state: MasterMoveState, act: GameCommand) -> bool:
    return GAME.write(state, act).endswith("!")
