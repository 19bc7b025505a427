"""Reading formations and options: what is wrong is named with its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.formation import SHAPES, FormationFault
from feldlicht.rules.master_move.options import ZonePreset
from feldlicht.texts import sentence
from tests.rules.helpers import OPTION_SETS, fresh
from tests.support.formations import Cells, counting
from tests.support.samples import samples


def bad(formation: object, **options: object) -> dict[str, str]:
    """The facts of the refusal of a formation, its reason among them."""
    with pytest.raises(BadInput) as raised:
        GAME.new(options, formation)
    found = raised.value.refusal
    return {"reason": str(found.reason), **dict(found.facts)}


def moved(side: str, origin: str, target: str) -> Cells:
    cells = counting()
    cells[side][target] = cells[side].pop(origin)
    return cells


def test_the_counting_formation_is_that_of_the_rules_page() -> None:
    placed = {cell_name(which): one.id for which, one in GAME.standing(fresh()).items()}
    yellow = ["E1", "D4", "F4", "B5", "H5", "E6", "C7", "G7", "E8", "D8", "F8"]
    blue = ["E16", "D13", "F13", "B12", "H12", "E11", "C10", "G10", "E9", "D9", "F9"]
    assert {name for name, one in placed.items() if one.startswith("y")} == set(yellow)
    assert {name for name, one in placed.items() if one.startswith("b")} == set(blue)


@pytest.mark.parametrize("zone", list(ZonePreset))
@pytest.mark.parametrize("name", list(SHAPES))
def test_every_shipped_formation_may_be_set_up_with_every_zone_by_either_side(name: str, zone: str) -> None:
    standing = GAME.standing(GAME.new({"zone": zone}, name))
    assert len(standing) == 22
    mixed = GAME.standing(GAME.new({"zone": zone}, {"yellow": name, "blue": "counting"}))
    assert {c for c, one in mixed.items() if one.side == "yellow"} == {
        c for c, one in standing.items() if one.side == "yellow"
    }


def test_figures_of_a_kind_are_numbered_in_the_order_of_their_cells() -> None:
    standing = GAME.standing(GAME.new({}, json.loads(json.dumps(counting()))))
    assert [standing[cell(name)].id for name in ("B5", "E6", "H5")] == ["yF1", "yF2", "yF3"]
    assert [standing[cell(name)].id for name in ("B12", "E11", "H12")] == ["bF1", "bF2", "bF3"]


@pytest.mark.parametrize(
    ("side", "origin", "target", "fault"),
    [
        ("yellow", "D8", "D10", FormationFault.NOT_YOUR_HALF),
        ("blue", "D9", "A8", FormationFault.NOT_YOUR_HALF),
        ("blue", "D9", "D1", FormationFault.NOT_YOUR_HALF),
        ("yellow", "D4", "D2", FormationFault.WHITE_ZONE),
        ("blue", "D13", "F15", FormationFault.WHITE_ZONE),
        ("yellow", "D4", "D1", FormationFault.OWN_GOAL),
        ("yellow", "E1", "E3", FormationFault.KEEPER_LINE),
        ("blue", "E16", "C16", FormationFault.KEEPER_LINE),
        ("blue", "E16", "F1", FormationFault.KEEPER_LINE),
    ],
)
def test_m10_a_figure_in_a_wrong_place_is_named_with_side_kind_and_cell(
    side: str, origin: str, target: str, fault: FormationFault
) -> None:
    kind = counting()[side][origin]
    facts = bad(moved(side, origin, target))
    assert facts["reason"] == Reason.BAD_FORMATION
    assert (facts["fault"], facts["side"], facts["kind"], facts["cell"]) == (fault, side, kind, target)
    assert f"{side} {kind} {target}" in facts["problem"]


def test_a_bad_formation_is_told_to_people_with_its_place() -> None:
    with pytest.raises(BadInput) as raised:
        GAME.new({}, moved("yellow", "D8", "D10"))
    for language in ("en", "de"):
        assert "D10" in sentence(raised.value.refusal, language)


def test_too_many_or_too_few_of_a_kind_are_counted() -> None:
    cells = counting()
    del cells["blue"]["D9"]
    facts = bad(cells)
    assert (facts["fault"], facts["side"], facts["kind"]) == (FormationFault.COUNT, "blue", "S")
    assert (facts["found"], facts["wanted"]) == ("1", "2")
    cells = counting()
    cells["yellow"]["A1"] = "J"
    assert (bad(cells)["kind"], bad(cells)["found"]) == ("J", "2")
    assert bad({"yellow": {}, "blue": {}})["fault"] == FormationFault.COUNT


def test_a_cell_that_both_sides_claim_is_named() -> None:
    cells = counting()
    del cells["blue"]["E9"]
    cells["blue"]["E8"] = "J"
    facts = bad(cells)
    assert (facts["fault"], facts["cell"]) == (FormationFault.TWO_ON_A_CELL, "E8")


@pytest.mark.parametrize(
    ("formation", "reason", "fault"),
    [
        ("triangle", Reason.UNKNOWN_FORMATION, None),
        (3, Reason.BAD_FORMATION, FormationFault.NOT_A_FORMATION),
        ({"yellow": "triangle", "blue": "wall"}, Reason.UNKNOWN_FORMATION, None),
        ([1], Reason.BAD_FORMATION, FormationFault.NOT_A_FORMATION),
        ({"yellow": {}}, Reason.BAD_FORMATION, FormationFault.MISSING_SIDE),
        ({"yellow": [], "blue": {}}, Reason.BAD_FORMATION, FormationFault.NOT_A_FORMATION),
        ({"red": {}}, Reason.BAD_FORMATION, FormationFault.UNKNOWN_SIDE),
        ({"yellow": {"E1": "K"}, "blue": {}}, Reason.BAD_FORMATION, FormationFault.UNKNOWN_KIND),
        ({"yellow": {"E1": ["T"]}, "blue": {}}, Reason.BAD_FORMATION, FormationFault.UNKNOWN_KIND),
        ({"yellow": {"E1": None}, "blue": {}}, Reason.BAD_FORMATION, FormationFault.UNKNOWN_KIND),
        ({"yellow": {"K1": "T"}, "blue": {}}, Reason.UNKNOWN_CELL, None),
    ],
)
def test_what_is_no_formation_is_refused(formation: object, reason: Reason, fault: str | None) -> None:
    facts = bad(formation)
    assert facts["reason"] == reason
    assert facts.get("fault") == fault


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text() | st.sampled_from(["E1", "T", "yellow", "front3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text() | st.just("yellow"), inner, max_size=3),
    max_leaves=8,
)


@given(json_values)
@samples(100)
def test_any_json_is_a_formation_or_is_refused(formation: object) -> None:
    if formation is not None and not (isinstance(formation, str) and formation in SHAPES):
        bad(formation)


@given(st.dictionaries(st.sampled_from(["zone", "kick_off", "anti_patt"]) | st.text(), json_values, max_size=3))
@samples(100)
def test_any_json_is_a_set_of_options_or_is_refused(options: dict[str, object]) -> None:
    try:
        state = GAME.new(options, "counting")
    except BadInput as refused:
        assert refused.refusal.reason in {Reason.BAD_OPTION, Reason.UNKNOWN_CELL, Reason.BAD_FORMATION}  # noqa: PT017
    else:
        assert GAME.new(state.options.as_json(), "counting") == state


@pytest.mark.parametrize("options", OPTION_SETS)
def test_options_read_back_as_they_are_shown(options: dict[str, object]) -> None:
    state = fresh(**options)
    shown = state.options.as_json()
    assert GAME.new(shown, "counting").options == state.options
    assert shown.items() >= options.items()


@pytest.mark.parametrize(
    ("options", "named"),
    [
        ({"colour": "red"}, "colour"),
        ({"zone": "front9"}, "zone"),
        ({"zone": 3}, "zone"),
        ({"zone": ["D1"]}, "zone"),
        ({"zone": [4]}, "zone"),
        ({"kick_off": "red"}, "kick_off"),
        ({"kick_off": True}, "kick_off"),
        ({"anti_patt": None}, "anti_patt"),
    ],
)
def test_an_option_that_is_unknown_or_of_a_wrong_type_is_named(options: dict[str, object], named: str) -> None:
    facts = bad("counting", **options)
    assert (facts["reason"], facts["option"]) == (Reason.BAD_OPTION, named)
