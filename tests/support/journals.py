"""Journals for tests: every line drawn, and a table in time that writes its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, fields

from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, CELLS, cell, cell_name
from feldlicht.base.commands import CommandType
from feldlicht.base.controls import Button
from feldlicht.base.entries import Actor, Entry, EntryKind
from feldlicht.base.figures import FigureId, Pole, Side
from feldlicht.base.manners import Orientation, TakebackRule
from feldlicht.base.occupancy import Occupancy
from feldlicht.board.reading import Timings
from feldlicht.rules.master_move import GAME
from feldlicht.table.messages import (
    BoardAway,
    BoardHere,
    BoardKnown,
    BuildForMe,
    ButtonPressed,
    HandsAtWork,
    Input,
    KnobTurned,
    Override,
    Pressed,
    PressedLong,
    Request,
    Sensed,
    Tuned,
    Wake,
)
from feldlicht.table.recorded_lines import write_line
from feldlicht.table.recording import Cause, Decided, Given, Line, Opening, decisions_of, lines_of, opening_of
from feldlicht.table.replay import Happening, Judged, replay
from feldlicht.table.session import Session, open_session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import Step, Table, new_table
from tests.store import values
from tests.support.hands import TableInTime, header

times = st.integers(0, 2**53)
cells = st.sampled_from(CELLS)
bits = st.integers(0, 2**CELL_COUNT - 1)
occupancies = st.builds(Occupancy, bits, bits)
timings = st.builds(Timings, *[st.integers(0, 100_000)] * len(fields(Timings)))
takebacks = st.sampled_from(TakebackRule)
masks = st.frozensets(cells, max_size=4)
overrides = st.builds(
    Override,
    st.none() | st.dictionaries(values.texts.map(FigureId), cells, max_size=4),
    st.none() | st.sampled_from(Side),
)
requests = st.builds(
    Request,
    type=st.sampled_from(CommandType),
    text=values.texts,
    revision=st.none() | times,
    command_id=st.none() | values.texts,
    actor=st.sampled_from(Actor),
    question=values.texts,
    choice=st.integers(),
    count=st.integers(),
    override=st.none() | overrides,
    nonce=values.texts,
)
inputs_by_kind: dict[type, st.SearchStrategy[Input]] = {
    BoardHere: st.builds(BoardHere, st.booleans()),
    BoardAway: st.just(BoardAway()),
    BoardKnown: st.builds(BoardKnown, masks, st.sampled_from(Orientation)),
    Sensed: st.builds(Sensed, occupancies, bits),
    Pressed: st.just(Pressed()),
    PressedLong: st.just(PressedLong()),
    KnobTurned: st.builds(KnobTurned, st.integers(-100, 100)),
    ButtonPressed: st.builds(ButtonPressed, st.sampled_from(Button)),
    Tuned: st.builds(Tuned, timings, takebacks),
    HandsAtWork: st.builds(HandsAtWork, st.booleans()),
    Wake: st.just(Wake()),
    Request: requests,
    BuildForMe: st.just(BuildForMe()),
}
inputs = st.one_of(*inputs_by_kind.values())
openings = st.builds(
    Opening,
    at=times,
    cause=st.sampled_from(Cause),
    program=values.texts,
    rules_version=st.integers(0, 1000),
    header=values.headers,
    entries=st.lists(values.entries, max_size=3).map(tuple),
    timings=timings,
    takeback=takebacks,
    masked=masks,
    orientation=st.sampled_from(Orientation),
    occupancy=occupancies,
    changed_at=times,
    ran=times,
    **{name: st.booleans() for name in ("present", "heard", "simulated", "busy", "owed", "at_rest", "amendable")},
)
given_lines = st.builds(Given, times, inputs)
lines: st.SearchStrategy[Line] = openings | given_lines | st.builds(Decided, values.entries)


@dataclass
class RecordedTable(TableInTime):
    """A table in time that keeps its journal as a host would; ``resume`` is the session of a host that ended."""

    resume: Session | None = None
    lines: list[Line] = field(default_factory=list)

    def __post_init__(self) -> None:
        head = header(self.board, virtual_hands=self.virtual_hands, formation=self.formation, options=self.options)
        self._seat(self.resume or open_session(GAME, head))

    def restart(self) -> None:
        """End the host and start it again: the log is kept, everything else is new."""
        session = open_session(GAME, self.session.header, self.log)
        self.table, self.deadline = new_table(self.table.timings), None
        self._seat(session)

    def give(self, what: Input) -> Step:
        before, done = self.table, step(self.table, what, self.now)
        self.take(done)
        self.stepped(before, what, done)
        return done

    @property
    def journal(self) -> list[str]:
        """The lines of the journal as a file has them."""
        return [f"{write_line(line)}\n" for line in self.lines]

    def do(self, acts: Acts) -> None:
        """Do what :data:`acts_of_hands` drew."""
        for act, number in acts:
            act(self, number)

    # ---- what is kept

    def seated(self, before: Table, session: Session, done: Step) -> None:
        self.lines.append(opening_of(before, session, self.now, Cause.SEATED, "test"))
        self.lines += decisions_of(done.effects)

    def stepped(self, before: Table, what: Input, done: Step) -> None:
        self.lines += lines_of(before, what, self.now, done.effects)

    def _seat(self, session: Session) -> None:
        before, done = self.table, seat(self.table, session, self.now)
        self.take(done)
        self.seated(before, session, done)


Act = Callable[[RecordedTable, int], object]
Acts = list[tuple[Act, int]]


def _lift_any(table: RecordedTable, number: int) -> None:
    if table.magnets:
        table.lift(cell_name(sorted(table.magnets)[number % len(table.magnets)]))


def _place_any(table: RecordedTable, number: int) -> None:
    free = cell_name(CELLS[number % len(CELLS)])
    if cell(free) not in table.magnets:
        table.place(free, Pole.NORTH if number % 2 else Pole.SOUTH)


def _move_legally(table: RecordedTable, number: int) -> None:
    state = table.session.state
    moves = [one for one in GAME.legal(state) if type(one).__name__ == "Move"]
    if moves:
        move = moves[number % len(moves)]
        if move.origin in table.magnets and move.target not in table.magnets:
            table.move(cell_name(move.origin), cell_name(move.target))


def _say(kind: str) -> Act:
    return lambda table, _: table.give_request(kind) and None


def _away_and_back(table: RecordedTable, number: int) -> None:
    table.give(BoardAway())
    table.wait(number)
    table.connect()


ACTS: tuple[Act, ...] = (
    _lift_any,
    _place_any,
    _move_legally,
    _move_legally,
    lambda table, number: table.wait(number),
    lambda table, number: table.wait(10 * number),
    lambda table, number: table.stand(),
    lambda table, number: table.give(Pressed()),
    lambda table, number: table.give(PressedLong()),
    _say("confirm"),
    _say("undo"),
    _say("redo"),
    _say("cancel"),
    _away_and_back,
    lambda table, number: table.restart() or table.connect(),
)
acts_of_hands: st.SearchStrategy[Acts] = st.lists(st.tuples(st.sampled_from(ACTS), st.integers(0, 500)), max_size=40)
"""What people and pages may do at a table, in any order."""


def recorded(**options: object) -> RecordedTable:
    """A table in play that keeps its journal: counting formation built, yellow to move."""
    table = RecordedTable(**options)  # type: ignore[arg-type]
    table.connect()
    table.build()
    return table


def read_again(journal: Iterable[str]) -> list[Happening]:
    """Replay a journal of Master Move."""
    return list(replay(journal, {GAME.name: GAME}.__getitem__))


def judged(journal: Iterable[str]) -> list[Judged]:
    """Return what today's reader makes of a journal's decisions."""
    return [one for one in read_again(journal) if isinstance(one, Judged)]


def in_short(decisions: Iterable[Judged]) -> list[tuple[str, str | None, str | None]]:
    """Verdict and both notations of each decision, amendments marked."""
    return [(one.verdict.value, _notation(one.recorded), _notation(one.today)) for one in decisions]


def _notation(entry: Entry | None) -> str | None:
    if entry is None:
        return None
    return ("~" if entry.kind is EntryKind.AMEND else "") + entry.notation
