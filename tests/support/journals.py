"""Journals for tests: every line drawn, and a table in time that writes its own."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, CELLS
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Actor
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.manners import Orientation, TakebackRule
from feldlicht.base.occupancy import Occupancy
from feldlicht.board.reading import Timings
from feldlicht.rules.master_move import GAME
from feldlicht.table.messages import (
    BoardAway,
    BoardHere,
    BoardKnown,
    BuildForMe,
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
from feldlicht.table.session import Session, open_session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import Step, new_table
from tests.store import values
from tests.support.hands import TableInTime, header

times = st.integers(0, 2**53)
cells = st.sampled_from(CELLS)
bits = st.integers(0, 2**CELL_COUNT - 1)
occupancies = st.builds(Occupancy, bits, bits)
timings = st.builds(Timings, *[st.integers(0, 100_000)] * 3)
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
)
inputs_by_kind: dict[type, st.SearchStrategy[Input]] = {
    BoardHere: st.builds(BoardHere, st.booleans()),
    BoardAway: st.just(BoardAway()),
    BoardKnown: st.builds(BoardKnown, masks, st.sampled_from(Orientation)),
    Sensed: st.builds(Sensed, occupancies, bits),
    Pressed: st.just(Pressed()),
    PressedLong: st.just(PressedLong()),
    KnobTurned: st.builds(KnobTurned, st.integers(-100, 100)),
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
        head = header(self.board, virtual_hands=self.virtual_hands, formation=self.formation)
        self._seat(self.resume or open_session(GAME, head))

    def restart(self) -> None:
        """End the host and start it again: the log is kept, everything else is new."""
        session = open_session(GAME, self.session.header, self.log)
        self.table, self.deadline = new_table(self.table.timings), None
        self._seat(session)

    def give(self, what: Input) -> Step:
        done = step(self.table, what, self.now)
        self.lines += lines_of(what, self.now, done.effects)
        return self.take(done)

    @property
    def journal(self) -> str:
        """The journal as a file has it."""
        return "".join(f"{write_line(line)}\n" for line in self.lines)

    def _seat(self, session: Session) -> None:
        self.lines.append(opening_of(self.table, session, self.now, Cause.SEATED, "test"))
        done = seat(self.table, session, self.now)
        self.lines += decisions_of(done.effects)
        self.take(done)


def recorded(**options: object) -> RecordedTable:
    """A table in play that keeps its journal: counting formation built, yellow to move."""
    table = RecordedTable(**options)  # type: ignore[arg-type]
    table.connect()
    table.build()
    return table
