"""The journal of timed changes."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, Cell
from feldlicht.base.figures import Figure, FigureId, Pole, Side
from feldlicht.base.occupancy import Occupancy, bits
from feldlicht.board.journal import LIMIT, Journal

HERE = Cell(5)
FIGURE = Figure(FigureId("yV1"), Side.YELLOW, "V")
STANDING = Occupancy.of({HERE: Pole.NORTH})

occupancies = st.builds(
    lambda north, south: Occupancy(north & ~south, south),
    st.integers(0, 2**CELL_COUNT - 1),
    st.integers(0, 2**CELL_COUNT - 1),
)


def lifted_for(ms: int) -> Journal:
    journal = Journal().sensed(STANDING, 0, 0).stood()
    return journal.sensed(Occupancy(), 0, 1_000).sensed(STANDING, 0, 1_000 + ms)


def test_the_air_time_of_a_figure_is_how_long_its_cell_was_empty() -> None:
    journal = lifted_for(180)
    assert journal.air_time(HERE, FIGURE, 9_000) == 180
    assert journal.emptied({HERE: FIGURE}) == [HERE]


def test_a_figure_still_in_the_air_counts_until_now() -> None:
    journal = Journal().sensed(STANDING, 0, 0).stood().sensed(Occupancy(), 0, 500)
    assert journal.air_time(HERE, FIGURE, 800) == 300


def test_standing_again_begins_a_clean_page() -> None:
    journal = lifted_for(180).stood()
    assert journal.changes == ()
    assert journal.whole


def test_a_cell_that_changed_and_changed_back_between_two_lines_is_not_lost() -> None:
    journal = Journal().sensed(STANDING, 0, 0).stood().sensed(STANDING, 1 << HERE, 700)
    assert journal.emptied({HERE: FIGURE}) == [HERE]
    assert journal.changed_at == 700


def test_the_same_reading_again_changes_nothing() -> None:
    journal = Journal().sensed(STANDING, 0, 0)
    assert journal.sensed(STANDING, 0, 5_000) is journal


def test_a_noisy_cell_does_not_grow_the_journal_for_ever() -> None:
    journal = Journal().sensed(STANDING, 0, 0).stood()
    for n in range(LIMIT):
        journal = journal.sensed(Occupancy() if n % 2 else STANDING, 0, n)
    assert len(journal.changes) <= LIMIT


@given(occupancies, occupancies)
def test_changes_name_exactly_the_cells_that_differ(one: Occupancy, other: Occupancy) -> None:
    journal = Journal().sensed(one, 0, 0).stood().sensed(other, 0, 10)
    assert [change.cell for change in journal.changes] == bits(one.differs(other))
    assert all(change.pole is other.at(change.cell) for change in journal.changes)
