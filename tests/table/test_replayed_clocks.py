"""A timed match that is read again decides the same: what had run of a clock stands in the journal (M17)."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import Side
from feldlicht.table.messages import BoardAway
from feldlicht.table.recorded_lines import read_line, write_line
from feldlicht.table.recording import Cause, Opening, opening_of
from tests.support.journals import RecordedTable, in_short, judged, recorded

MINUTE = 60_000


def timed(**options: object) -> RecordedTable:
    """A match with a minute a side whose first plies were made by hands: blue's clock runs."""
    table = recorded(options={"side_seconds": 60} | options)
    for origin, target in (("C7", "C6"), ("E11", "G13"), ("C6", "C5")):
        table.wait(4_000)
        table.move(origin, target)
        table.wait(2_000)
    assert table.session.state.to_move is Side.BLUE
    return table


def all_the_same(table: RecordedTable) -> None:
    found = in_short(judged(table.journal))
    assert {verdict for verdict, _, _ in found} == {"same"}
    assert [recorded for _, recorded, _ in found] == table.notations


def test_m17_a_timed_match_that_ends_by_its_clock_is_read_again_to_the_same_end() -> None:
    table = timed()
    table.wait(MINUTE)
    assert table.notations[-1] == "time"
    all_the_same(table)


def test_m17_so_is_one_whose_board_was_away_while_a_clock_stood() -> None:
    table = timed(increment_seconds=3)
    table.wait(30_000)
    table.give(BoardAway())
    table.wait(5 * MINUTE)
    table.connect()
    table.move("G13", "E11")
    table.wait(2_000)
    table.wait(2 * MINUTE)
    assert table.notations[-2:] == ["F G13-E11", "time"]
    all_the_same(table)


@pytest.mark.parametrize("cause", [Cause.GAP, Cause.ROLLED])
@pytest.mark.parametrize("lifted", [False, True])
def test_m17_a_journal_that_begins_while_a_clock_runs_knows_how_long_it_had_run(cause: Cause, lifted: bool) -> None:
    table = timed()
    table.wait(25_000)
    if lifted:
        table.lift("G13")
    opening = opening_of(table.table, table.session, table.now, cause, "test")
    # By now blue has thought longer than since the opening.
    assert 25_000 < opening.ran < 28_000
    table.lines = [opening]
    table.wait(MINUTE)
    assert table.notations[-1] == "time"
    assert in_short(judged(table.journal)) == [("same", "time", "time")]


def test_m17_what_ran_before_a_restart_is_given_back_in_the_journal_too() -> None:
    table = timed()
    table.wait(50_000)
    table.restart()
    table.connect()
    table.wait(50_000)
    assert table.session.state.outcome is None
    all_the_same_since_the_restart = in_short(judged(table.journal))
    assert {verdict for verdict, _, _ in all_the_same_since_the_restart} == {"same"}


def test_m17_what_had_run_stands_in_the_line_of_an_opening_and_only_where_something_had() -> None:
    table = timed()
    table.wait(25_000)
    opening = opening_of(table.table, table.session, table.now, Cause.GAP, "test")
    read = read_line(write_line(opening))
    assert isinstance(read, Opening)
    assert read.ran == opening.ran > 0
    assert '"ran"' not in recorded().journal[0]
