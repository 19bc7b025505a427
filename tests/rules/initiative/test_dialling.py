"""Knob and side buttons: what they choose from comes from what everyone knows."""

from __future__ import annotations

import pytest

from feldlicht.base.styles import Colour, Pattern
from feldlicht.rules.initiative import GAME, Fight
from tests.rules.initiative.helpers import fight, on, public, told

TWO = "add A pc vz=8 colour=red · add B pc vz=6 colour=blue · put A 3 · put B 7"


def rows(fight: Fight) -> list[tuple[str, str, str]]:
    """Return the first act, the one that comes first, and the last act of each row."""
    dial = GAME.dial(fight)
    assert dial is not None
    return [
        (GAME.write(fight, row.acts[0]), GAME.write(fight, row.acts[row.start]), GAME.write(fight, row.acts[-1]))
        for row in dial
    ]


def test_the_knob_chooses_the_vz_of_whoever_is_on_turn_from_its_usual_one_on() -> None:
    assert rows(fight(TWO + " · begin · next")) == [("act A 0", "act A 8", "act A 48")]


def test_before_the_fight_it_begins_and_between_turns_it_hands_over() -> None:
    assert rows(fight(TWO)) == [("begin", "begin", "begin")]
    assert rows(fight(TWO + " · begin")) == [("next", "next", "next")]
    assert GAME.dial(fight()) == ()
    assert GAME.dial(fight(TWO + " · begin · end")) == ()


def test_side_buttons_go_on_to_those_who_may_still_react_the_next_one_first() -> None:
    begun = fight(TWO + " · add C pc vz=2 · put C 5 · begin · next · act A 8")
    assert [row[1] for row in rows(begun)] == ["next", "react C 2", "react B 6"]
    # Who is too slow, has reacted, or is not affected is not offered.
    assert [row[1] for row in rows(on(begun, "react C 2"))] == ["next", "react B 6"]
    assert [row[1] for row in rows(fight(TWO + " · begin · next · act A 3"))] == ["next"]


def test_nothing_that_the_knob_offers_is_refused_where_nobody_conceals_anything() -> None:
    begun = fight(TWO + " · begin · next · act A 8 · next")
    for row in GAME.dial(begun) or ():
        assert [act for act in row.acts if GAME.why_illegal(begun, act) is not None] == []


def test_an_act_beyond_the_highest_ini_is_not_offered() -> None:
    begun = fight("add A pc vz=8 · put A 999995 · begin · next")
    assert rows(begun) == [("act A 0", "act A 5", "act A 5")]


def test_while_a_known_figure_that_conceals_its_ini_is_on_turn_the_knob_is_dead() -> None:
    begun = fight(TWO + " · add G npc · put G 1 · begin · next")
    assert public(begun)["concealed_turn"] is True
    assert GAME.dial(begun) is None


def test_the_turn_of_an_unknown_figure_offers_what_the_neutral_state_does() -> None:
    begun = fight(TWO + " · begin · next · act A 8 · add H npc known=no · put ?H 4")
    assert GAME.dial(on(begun, "next")) == GAME.dial(begun)


def test_a_reaction_to_what_nobody_saw_is_not_offered() -> None:
    begun = fight(TWO + " · add H npc known=no · put ?H 1 · begin · next · act ?H 9 > A")
    assert [row[0] for row in rows(begun)] == ["next"]


@pytest.mark.parametrize("line", told("begin · next · act A 8 · next"))
def test_where_it_is_switched_off_the_knob_is_dead_all_the_time(line: str) -> None:
    begun = fight(TWO, knob="off")
    for one in ("begin", "next", "act A 8", "next"):
        assert GAME.dial(begun) is None
        begun = on(begun, one)
        if one == line:
            break
    assert GAME.dial(begun) is None


def test_a_ghost_flickers_where_the_act_would_lead_in_the_figures_colour() -> None:
    begun = fight(TWO + " · begin · next")
    plain, ghost = GAME.scene(begun).base, GAME.dialled(begun, GAME.parse(begun, "act A 8")).base
    changed = {lamp for lamp in ghost.ring if ghost.ring[lamp] != plain.ring.get(lamp)}
    assert changed == {10}
    assert ghost.ring[10].colours == (Colour.RED, Colour.OFF)
    assert ghost.ring[10].pattern is Pattern.ALTERNATE
    # Faster than anything else, so that it is told from the pointer and from who is a lap ahead.
    others = [style.period_ms for style in plain.ring.values() if style.pattern is not Pattern.STEADY]
    assert ghost.ring[10].period_ms * 1.5 < min(others)


def test_who_is_to_react_flickers_where_it_stands_too() -> None:
    begun = fight(TWO + " · begin · next · act A 8")
    ghost = GAME.dialled(begun, GAME.parse(begun, "react B 6")).base
    assert ghost.ring[6].colours == (Colour.BLUE, Colour.OFF, Colour.BLUE)
    assert ghost.ring[12].colours == (Colour.BLUE, Colour.OFF)
    assert ghost.strip == GAME.scene(begun).base.strip
