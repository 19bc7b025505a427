"""A whole match by hands, in virtual time: three Moves win."""

from __future__ import annotations

from feldlicht.base.figures import Side
from feldlicht.table.messages import Accepted
from feldlicht.table.session import Lifecycle, open_session
from tests.support.hands import TableInTime, kicked_off

YELLOW_SCORES = ("D8-E10", "E10-D12", "D12-C14", "C14-D16")
BLUE_WAITS = ("C10-C11", "C11-C10", "C10-C11", "C11-C10")


def score(table: TableInTime, *, blue_begins: bool) -> None:
    """Yellow's Stürmer leaps into the goal while a blue Mittelfeldspieler goes to and fro."""
    waits = list(BLUE_WAITS)
    for move in YELLOW_SCORES:
        if blue_begins:
            by_hand(table, waits.pop(0))
        by_hand(table, move)
        if not blue_begins and not table.notations[-1].endswith("!"):
            by_hand(table, waits.pop(0))


def by_hand(table: TableInTime, move: str) -> None:
    origin, target = move.split("-")
    table.move(origin, target)
    table.wait(300)
    assert table.notations[-1].rstrip("!").endswith(move), table.notations


def rebuild(table: TableInTime) -> None:
    table.build()
    assert table.notations[-1] == "built"
    for _ in Side:
        assert isinstance(table.ask("confirm"), Accepted)


def test_three_moves_win_and_the_formation_is_rebuilt_in_between() -> None:
    table = kicked_off()
    score(table, blue_begins=False)
    rebuild(table)
    score(table, blue_begins=True)
    rebuild(table)
    score(table, blue_begins=True)
    assert table.session.lifecycle is Lifecycle.OVER
    outcome = table.session.game.outcome(table.session.state)
    assert outcome is not None
    assert (outcome.reason, outcome.winner, outcome.score) == ("THREE_MOVES", Side.YELLOW, (3, 0))
    table.wait(10_000)
    table.move("E9", "D10")
    table.wait(10_000)
    assert table.notations[-1] == "S C14-D16!"
    assert open_session(table.session.game, table.session.header, table.log) == table.session
