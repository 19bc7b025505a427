"""What pages may offer now: never what the table would refuse."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import Side
from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.viewers import OWNER
from feldlicht.board.reading import Timings
from feldlicht.table.messages import Accepted, Declined, HandsChanged, Override, Tuned
from feldlicht.table.projection import abilities
from tests.support.hands import TableInTime, kicked_off


def can(table: TableInTime, what: str) -> bool:
    return bool(abilities(table.session, table.hands, OWNER)[what])


@pytest.mark.parametrize("rule", TakebackRule)
def test_undo_is_offered_exactly_where_the_tables_rule_lets_it_happen(rule: TakebackRule) -> None:
    table = kicked_off()
    table.ask("move", "M C7-C6")
    table.give(Tuned(Timings(), rule))
    offered = can(table, "undo")
    assert offered is isinstance(table.ask("undo"), Accepted)
    assert offered is (rule is not TakebackRule.NEVER)


def test_pages_are_told_when_the_rule_changes_even_after_the_end() -> None:
    table = kicked_off()
    table.ask("resign", "yellow")
    assert can(table, "undo")
    told = table.give(Tuned(Timings(), TakebackRule.NEVER)).effects
    assert [effect for effect in told if isinstance(effect, HandsChanged)]
    assert not can(table, "undo")
    assert table.ask("undo") == Declined(Refusal.of(Reason.TAKEBACK_NEVER), table.session.revision)


def test_the_arbiter_is_offered_once_something_was_played() -> None:
    table = TableInTime()
    table.connect()
    assert not can(table, "override")
    table.build()
    table.wait(1_000)
    assert can(table, "override")
    assert isinstance(table.ask("override", override=Override(None, Side.BLUE)), Accepted)
