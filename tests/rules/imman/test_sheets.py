"""Teams as people bring them: read back whole, and what is wrong with them named by its place."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import BadInput
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.heroes import BASE, Action, HeroType, faults
from feldlicht.rules.imman.sheets import read_team, read_teams, team_form, teams_form
from feldlicht.rules.imman.shipped import SHIPPED
from feldlicht.texts import sentence
from tests.rules.imman.helpers import team
from tests.support.samples import samples

TEAM = team_form(SHIPPED[1])


def refused(yellow: object, **options: object) -> BadInput:
    with pytest.raises(BadInput) as found:
        GAME.new(options, {"yellow": yellow, "blue": TEAM})
    return found.value


def changed(number: int = 2, **sheet: object) -> dict[str, Any]:
    """A good team, one sheet of which is written otherwise."""
    heroes = [*team_form(SHIPPED[0])["heroes"]]  # type: ignore[misc]
    heroes[number - 1] = heroes[number - 1] | sheet
    return {"keeper": 1, "heroes": heroes}


def test_without_sheets_the_teams_that_come_with_the_game_play_and_these_add_up() -> None:
    match = GAME.new({}, None)
    assert match.teams == SHIPPED
    assert all(faults(hero) == () for side in SHIPPED for hero in side.heroes)
    assert len({hero.name for side in SHIPPED for hero in side.heroes}) == 12


def test_teams_read_back_whole_and_swap_sides_for_another_match() -> None:
    side = team("Ada", _1=(12, 9, 8))
    assert read_team(team_form(side)) == side
    teams = (side, SHIPPED[1])
    assert read_teams(teams_form(teams), 5) == teams
    _, swapped = GAME.again({}, teams_form(teams), swapped=True)
    assert read_teams(swapped, 5) == (SHIPPED[1], side)
    _, shipped = GAME.again({}, None, swapped=True)
    assert read_teams(shipped, 5) == (SHIPPED[1], SHIPPED[0])
    assert GAME.again({}, None, swapped=False) == ({}, None)


@pytest.mark.parametrize(
    ("given", "why", "words"),
    [
        (changed(passing=5), "SHEET_SUM", ["Odo", "6", "11"]),
        (changed(base=5), "SHEET_SUM", ["Odo", "10", "6"]),
        (changed(kind="ogre"), "SHEET_KIND", ["ogre", "yellow", "thorwaler"]),
        (changed(kl="x"), "SHEET_PLACE", ["yellow", "hero 2: kl"]),
        (changed(3, kl=True), "SHEET_PLACE", ["hero 3: kl"]),
        (changed(kl=10**9), "SHEET_PLACE", ["hero 2: kl"]),
        (changed(raises=[2, "x"]), "SHEET_PLACE", ["hero 2: raises"]),
        (changed(raises="22"), "SHEET_PLACE", ["hero 2: raises"]),
        (changed(passing=None), "SHEET_PLACE", ["hero 2: passing"]),
        (changed(kk=31), "SHEET_ATTRIBUTE", ["Odo"]),
        (changed(raises=[3, 2]), "SHEET_RAISES", ["Odo"]),
        (changed(passing=-30, stopping=36, dribbling=0), "SHEET_POINTS", ["Odo"]),
        (changed(base=2, raises=[2, 2]), "SHEET_BASE", ["Odo", "krieger", "1", "2"]),
        (changed(stamina=0), "SHEET_STAMINA", ["Odo"]),
        (changed(name=" "), "SHEET_NAME", ["2", "yellow"]),
        (changed(name="x" * 41), "SHEET_NAME", ["2"]),
        ({"keeper": 6, "heroes": TEAM["heroes"]}, "TEAM_KEEPER", ["6", "yellow", "5"]),
        ({"keeper": 1, "heroes": []}, "TEAM_SIZE", ["yellow", "0", "20"]),
        ({"heroes": TEAM["heroes"]}, "SHEET_PLACE", ["keeper"]),
        ({"keeper": 1, "heroes": "all"}, "SHEET_PLACE", ["heroes"]),
        ({"keeper": 1, "heroes": [7]}, "SHEET_PLACE", ["hero 1"]),
        ([], "SHEET_PLACE", ["yellow"]),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_team_is_named_in_one_sentence_with_its_place(
    given: object, why: str, words: list[str]
) -> None:
    bad = refused(given)
    assert bad.refusal.reason == why
    for language in ("en", "de"):
        said = sentence(bad.refusal, language, "imman")
        missing = [word for word in words if word != "yellow" and word not in said]
        assert not missing, said
        assert "{" not in said


def test_where_every_talent_begins_at_0_a_sheet_that_says_otherwise_is_refused() -> None:
    bad = refused(changed(), base_values="zero")
    assert bad.refusal.reason == "SHEET_BASE"
    assert sentence(bad.refusal, "en", "imman") == (
        "The talent of Runa (thorwaler) begins at 0 in this match, but the sheet says 4. Correct “base” there."
    )


def test_the_teams_that_come_with_the_game_are_worth_the_same_where_every_talent_begins_at_0() -> None:
    zero, usual = GAME.new({"base_values": "zero"}, None), GAME.new({}, None)
    for side, other in zip(zero.teams, usual.teams, strict=True):
        assert [one.base for one in side.heroes] == [0] * 6
        assert [[one.value(act) for act in Action] for one in side.heroes] == [
            [one.value(act) for act in Action] for one in other.heroes
        ]
    assert GAME.new({"base_values": "zero"}, teams_form(zero.teams)) == zero
    assert GAME.from_position(GAME.position(zero)) == zero
    _, swapped = GAME.again({"base_values": "zero"}, None, swapped=True)
    assert GAME.new({"base_values": "zero"}, swapped).teams == zero.teams[::-1]


def test_a_sheet_that_says_nothing_of_ausdauer_has_30() -> None:
    given = changed()
    given["heroes"] = [{name: value for name, value in one.items() if name != "stamina"} for one in given["heroes"]]
    match = GAME.new({}, {"yellow": given, "blue": TEAM})
    assert {one.stamina for one in match.teams[0].heroes} == {30}


def test_a_team_for_one_side_only_is_refused() -> None:
    for form in ({"yellow": TEAM}, [TEAM, TEAM], "harbour", {"yellow": TEAM, "blue": TEAM, "red": TEAM}):
        with pytest.raises(BadInput) as found:
            GAME.new({}, form)
        assert found.value.refusal.reason == "SHEET_PLACE"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


@samples(100)
@given(st.sampled_from([*changed()["heroes"][0]]), JSON, st.integers(1, 6))
def test_whatever_stands_on_a_sheet_is_read_or_refused_in_one_sentence(
    field: str, value: object, number: int
) -> None:
    given = changed(number, **{field: value})
    said = None
    try:
        match = GAME.new({}, {"yellow": given, "blue": TEAM})
    except BadInput as bad:
        said = sentence(bad.refusal, "de", "imman")
    assert said.endswith(".") if said is not None else team_form(match.teams[0]) == given


def test_a_hero_of_every_kind_can_be_written() -> None:
    for kind in HeroType:
        plain = replace(SHIPPED[0].heroes[0], kind=kind, base=BASE.get(kind, 0))
        assert read_team(team_form(replace(SHIPPED[0], heroes=(plain,)))).heroes[0].kind is kind
