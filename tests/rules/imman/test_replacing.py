"""Replacing fields of a state that has many of them."""

from __future__ import annotations

import dataclasses

import pytest

from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Active, Phase
from tests.rules.imman.helpers import C, at_play, shirt

MATCH = at_play("y1", {"y1": "E8"}, ball="y1")


def test_a_match_is_replaced_as_any_dataclass_is() -> None:
    assert (MATCH.places[shirt("y1")], MATCH.crowd[C["E8"]]) == (C["E8"], (shirt("y1"),))
    after = replace(MATCH, phase=Phase.DEAD, half=2)
    assert after == dataclasses.replace(MATCH, phase=Phase.DEAD, half=2)
    assert hash(after) == hash(dataclasses.replace(MATCH, phase=Phase.DEAD, half=2))
    assert (MATCH.phase, MATCH.half) == (Phase.PLAY, 1)
    assert (after.places, after.crowd) == (MATCH.places, MATCH.crowd)


def test_what_was_worked_out_from_where_figures_stand_is_forgotten_when_one_moves() -> None:
    assert MATCH.places[shirt("y1")] == C["E8"]
    assert C["E8"] in MATCH.crowd
    after = replace(MATCH, standing=((shirt("y1"), C["E9"]),))
    assert after.places == {shirt("y1"): C["E9"]}
    assert after.crowd == {C["E9"]: (shirt("y1"),)}
    assert MATCH.places[shirt("y1")] == C["E8"]


def test_every_cached_property_of_a_match_says_what_it_follows_from() -> None:
    cached = {name for name, one in vars(type(MATCH)).items() if type(one).__name__ == "cached_property"}
    assert cached == {name for names in MATCH.worked_out.values() for name in names}
    assert MATCH.worked_out.keys() <= {one.name for one in dataclasses.fields(MATCH)}


def test_a_field_that_there_is_not_is_no_field() -> None:
    with pytest.raises(TypeError, match="no such field: goals"):
        replace(MATCH, **{"goals": 3})
    assert replace(Active(shirt("y1")), taken=1) == Active(shirt("y1"), 1)
