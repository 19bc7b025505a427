"""Clocks at a table (M17): they run with the session's own time, stand while the board is away, and end a match."""

from __future__ import annotations

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import PUBLIC
from feldlicht.rules.master_move.state import Phase
from feldlicht.table.messages import BoardAway, Declined, Override
from feldlicht.table.projection import view
from feldlicht.table.session import open_session
from feldlicht.table.settle import seat
from feldlicht.table.table import new_table
from tests.support.hands import TableInTime, kicked_off

MINUTE = 60_000


def timed(**more: object) -> TableInTime:
    """A match with a minute a side after its first ply: blue's clock runs."""
    at = kicked_off(options={"side_seconds": 60, **more})
    at.ask("move", "T E1-D1")
    at.stand()
    at.wait(400)
    return at


def left(at: TableInTime) -> tuple[int, int]:
    clock = at.session.game.clock(at.session.state)
    assert clock is not None
    assert clock.left is not None
    return clock.left


def test_m17_the_time_of_a_ply_stands_in_its_entry_and_comes_off_its_sides_clock() -> None:
    at = timed()
    began = at.table.since
    assert began is not None
    at.wait(5_000)
    at.ask("move", "T E16-D16")
    assert at.log[-1].spent == at.now - began
    assert left(at) == (MINUTE, MINUTE - at.log[-1].spent)


def test_m17_a_hands_move_counts_to_the_moment_when_the_figure_was_set_down() -> None:
    at = timed()
    at.wait(5_000)
    at.move("E16", "D16")
    set_down = at.now
    at.wait(2_000)
    assert at.notations[-1] == "T E16-D16"
    assert at.log[-1].spent <= set_down - at.log[-2].at + 400
    assert at.table.since == set_down


def test_m17_while_the_board_is_away_no_clock_runs() -> None:
    at = timed()
    at.wait(10_000)
    at.give(BoardAway())
    at.wait(10 * MINUTE)
    at.connect()
    assert at.session.state.phase is Phase.PLAY
    at.wait(5_000)
    at.ask("move", "T E16-D16")
    assert 15_000 <= at.log[-1].spent <= 15_500


def test_m17_a_clock_that_runs_out_ends_the_match_by_itself() -> None:
    at = timed()
    at.wait(MINUTE - 1_000)
    assert at.session.state.phase is Phase.PLAY
    at.wait(1_000)
    outcome = at.session.state.outcome
    assert outcome is not None
    assert (outcome.reason, outcome.winner) == ("TIME", Side.YELLOW)
    assert at.notations[-1] == "time"


def test_m17_a_figure_set_down_in_time_counts_though_the_clock_runs_out_while_it_is_read() -> None:
    at = timed()
    began = at.table.since
    assert began is not None
    at.wait(began + MINUTE - 250 - at.now)
    at.move("E16", "D16")
    assert at.now < began + MINUTE
    at.wait(2_000)
    assert at.notations[-1] == "T E16-D16"
    assert at.session.state.outcome is None


def test_m17_a_log_reads_back_to_the_same_clocks() -> None:
    at = timed(increment_seconds=2)
    for act in ("T E16-D16", "T D1-E1", "T D16-E16"):
        at.wait(3_000)
        at.ask("move", act)
        at.stand()
    again = open_session(at.game, at.session.header, at.log)
    assert again.state == at.session.state
    assert again.frozen is None


def test_m17_taking_back_gives_the_time_back() -> None:
    at = timed()
    at.wait(5_000)
    at.ask("move", "T E16-D16")
    at.stand()
    at.wait(3_000)
    at.ask("undo")
    assert left(at) == (MINUTE, MINUTE)
    at.ask("redo")
    assert left(at)[1] < MINUTE - 4_000


def test_m17_pages_are_told_from_when_a_clock_runs() -> None:
    at = timed()
    told = view(at.session, at.hands, PUBLIC)["clock"]
    assert told == {
        "running": "blue",
        "left": {"yellow": MINUTE, "blue": MINUTE},
        "match": None,
        "ran": at.table.ran,
        "since": at.table.since,
    }
    assert view(kicked_off().session, at.hands, PUBLIC)["clock"] is None


def test_m17_a_match_without_a_board_is_timed_too() -> None:
    at = TableInTime(board=None, options={"side_seconds": 60})
    at.ask("move", "T E1-D1")
    at.wait(MINUTE)
    assert at.session.state.outcome is not None


def test_m17_a_move_that_comes_after_the_time_is_over_is_too_late_though_nobody_woke_the_table() -> None:
    for revision in (True, False):
        at = timed(increment_seconds=5)
        asked = {"revision": at.session.revision} if revision else {}
        at.now += 2 * MINUTE
        answer = at.ask("move", "T E16-D16", **asked)
        assert isinstance(answer, Declined)
        assert answer.refusal.reason is (Reason.STALE_REVISION if revision else Reason.GAME_OVER)
        assert at.notations[-1] == "time"
        assert at.appended() == list(at.log)
        assert at.session.state.outcome.winner is Side.YELLOW  # type: ignore[union-attr]


def test_m17_a_match_is_resigned_in_time_or_not_at_all() -> None:
    at = timed()
    at.now += 2 * MINUTE
    at.ask("resign", "yellow")
    assert at.session.state.outcome.winner is Side.YELLOW  # type: ignore[union-attr]


def test_m17_a_host_that_is_killed_while_a_clock_runs_gives_that_time_back_and_runs_on() -> None:
    at = timed()
    at.wait(20_000)
    again = TableInTime(options=at.options, now=3)
    again.take(seat(new_table(), open_session(at.game, at.session.header, at.log), again.now))
    again.connect()
    again.stand()
    assert left(again) == (MINUTE, MINUTE)
    again.wait(MINUTE - 1_000)
    assert again.session.state.outcome is None
    again.wait(1_000)
    assert again.notations[-1] == "time"


def test_m17_an_arbiters_word_stands_the_clocks_until_the_next_ply() -> None:
    at = timed()
    at.wait(20_000)
    at.ask("override", override=Override({}, Side.YELLOW))
    at.stand()
    at.wait(5 * MINUTE)
    assert at.session.state.outcome is None
    at.ask("move", "T D1-E1")
    assert at.log[-1].spent == 0


def test_m17_taking_the_end_by_time_back_runs_the_clock_of_the_ply_before() -> None:
    at = timed()
    at.wait(MINUTE)
    assert at.notations[-1] == "time"
    at.ask("undo")
    at.stand()
    assert at.session.state.outcome is None
    assert at.session.state.to_move is Side.YELLOW
    at.wait(5 * MINUTE)
    assert at.session.state.outcome is None, "no clock runs before the first ply"
    at.ask("redo")
    at.stand()
    at.wait(MINUTE)
    assert at.session.state.outcome.winner is Side.YELLOW  # type: ignore[union-attr]
