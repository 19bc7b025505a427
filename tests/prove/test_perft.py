"""Lines of three plies, counted three ways: by the rules proper, by the fast count, by the naive generator."""

from __future__ import annotations

import pytest

from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.options import ZonePreset
from feldlicht.rules.master_move.perft import perft
from feldlicht.rules.master_move.state import Phase
from tests.rules import naive
from tests.rules.helpers import kicked_off, pieces, placed

THREE_PLIES = 549_596
"""Lines from the counting formation; the rules page has the same figure."""


def by_the_rules_proper(state: MasterMoveState, depth: int) -> int:
    """Count through the contract that every game keeps: list, apply, list again. A score ends its line."""
    if state.phase is not Phase.PLAY:
        return 1
    legal = GAME.legal(state)
    if depth == 1:
        return len(legal)
    return sum(by_the_rules_proper(GAME.apply(state, act).state, depth - 1) for act in legal)


@pytest.mark.prove
def test_three_plies_of_the_counting_formation_have_the_check_value_whoever_counts() -> None:
    state = kicked_off()
    assert by_the_rules_proper(state, 3) == THREE_PLIES
    assert perft(state, 3) == THREE_PLIES
    assert naive.perft(pieces(state), "yellow", 3) == THREE_PLIES


@pytest.mark.prove
@pytest.mark.parametrize("zone", [one.value for one in ZonePreset])
def test_three_plies_of_the_counting_formation_are_as_many_for_the_naive_generator_in_every_zone(zone: str) -> None:
    state = kicked_off(zone=zone)
    assert perft(state, 3) == naive.perft(pieces(state), "yellow", 3, zone)


@pytest.mark.prove
@pytest.mark.parametrize("zone", [one.value for one in ZonePreset])
def test_near_the_goals_all_three_count_the_same_in_every_zone(zone: str) -> None:
    state = placed(zone=zone, yS1="G13", yM1="H16", yJ1="C13", bF1="B4", bM2="I1", bV1="G3")
    counted = by_the_rules_proper(state, 3)
    assert counted == perft(state, 3) == naive.perft(pieces(state), "yellow", 3, zone)
    assert counted > 100_000
