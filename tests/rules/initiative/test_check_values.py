"""The check values of the rules page, and the worked examples of the rules text."""

from __future__ import annotations

import pytest

from feldlicht.base.reasons import Reason
from feldlicht.rules.initiative.probe import dice, initiative, net_advantage, raw, successes
from feldlicht.rules.initiative.reacting import in_time
from feldlicht.rules.initiative.settings import Settings
from tests.rules.initiative.helpers import fight, inis, on, order, reason, turn

PLAIN = Settings()
TWO_AGAINST_ONE = """
    add G1 npc known=all · add G2 npc known=all · add Silja pc
    put G1 9 · put G2 11 · put Silja 12
    begin · next
"""


def test_two_levels_better_begin_three_vz_earlier() -> None:
    strong = initiative(11, 2, (9, 1, 3), PLAIN)
    weak = initiative(12, 1, (19, 5), PLAIN)
    assert (raw(11, 2, (9, 1, 3)), raw(12, 1, (19, 5))) == (6, -2)
    assert (strong, weak, weak - strong) == (-2, 1, 3)


def test_dice_that_were_thrown_at_the_table_give_the_same() -> None:
    begun = fight("""
        add A pc perception=11 advantage=2 · add B pc perception=12 advantage=1
        roll A 9 1 3 · roll B 19 5
    """)
    assert inis(begun) == {"A": -2, "B": 1}
    assert turn(on(begun, "begin · next")) == "A"


def test_an_act_costs_what_its_vz_says() -> None:
    begun = fight("add Silja pc vz=8 · put Silja 5 · begin · next")
    assert inis(on(begun, "act Silja 8")) == {"Silja": 13}


def test_who_parried_is_too_slow_for_the_second_one() -> None:
    first = on(fight(TWO_AGAINST_ONE), "act G1 8 > Silja")
    assert inis(first)["G1"] == 17
    assert reason(first, "react Silja 8") is None
    parried = on(first, "react Silja 8")
    assert (inis(parried)["Silja"], parried.pointer) == (20, 9)
    second = on(parried, "next")
    assert (turn(second), second.pointer) == ("G2", 11)
    done = on(second, "act G2 8 > Silja")
    assert inis(done)["G2"] == 19
    assert reason(done, "react Silja 8") is Reason.TOO_SLOW
    assert order(done) == ["G1", "G2", "Silja"]
    assert turn(on(done, "next")) == "G1"


@pytest.mark.parametrize(
    ("start", "delay", "reactor", "may"),
    [(9, 8, 12, True), (11, 8, 20, False), (12, 8, 20, True), (-2, 1, 1, False), (0, 24, 24, True)],
)
def test_too_slow_is_who_is_reached_after_the_end(start: int, delay: int, reactor: int, may: bool) -> None:
    assert in_time(start + delay, reactor, PLAIN) is may


def test_surprise_takes_two_levels_off_before_the_dice_are_thrown() -> None:
    assert net_advantage(1, surprised=True) == -1
    assert dice(-1) == (20, 6)
    # The die of a disadvantage is taken off.
    assert raw(10, -1, (8, 5)) == -3
    assert dice(net_advantage(2, surprised=True)) == (20,)


@pytest.mark.parametrize(
    ("rounding", "divisor", "levels"),
    [
        # raw −4 … 10, as the research notes enumerate them
        ("nearest", 3, (-1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3)),
        ("floor", 3, (-2, -1, -1, -1, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3)),
        ("away", 3, (-2, -1, -1, -1, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4)),
        ("nearest", 4, (-1, -1, -1, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3)),
        ("away", 4, (-1, -1, -1, -1, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3)),
        ("away", 5, (-1, -1, -1, -1, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2)),
    ],
)
def test_i01_successes_are_rounded_as_is_set(rounding: str, divisor: int, levels: tuple[int, ...]) -> None:
    settings = fight(rounding=rounding, divisor=divisor).settings
    assert tuple(successes(points, settings) for points in range(-4, 11)) == levels


def test_i01_a_half_is_never_rounded_to_even() -> None:
    by_four = fight(divisor=4).settings
    assert [successes(points, by_four) for points in (-2, 2, -6, 6)] == [-1, 1, -2, 2]
