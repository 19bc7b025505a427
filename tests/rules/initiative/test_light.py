"""Ring and strip: what the public may know, told by patterns as well as by colours."""

from __future__ import annotations

from feldlicht.base import styles
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.rules.initiative import GAME, Fight
from feldlicht.rules.initiative.figures import FIGURE_COLOURS
from feldlicht.rules.initiative.light import MASTER, RESTING
from tests.rules.initiative.helpers import fight, on

RED_AND_BLUE = "add A pc colour=red · add B pc colour=blue · put A 3 · put B 5"


def lamps(fight: Fight) -> Scene:
    return GAME.scene(fight).base


def test_each_figure_lies_on_its_field_in_its_colour() -> None:
    shown = lamps(fight(RED_AND_BLUE))
    assert shown.ring == {2: Style((Colour.RED,)), 4: Style((Colour.BLUE,))}
    assert shown.cells == {}


def test_several_on_a_field_take_turns_in_the_order_of_the_timeline() -> None:
    shown = lamps(fight("add A pc colour=red · add B pc colour=blue advantage=2 · put A 3 · put B 3"))
    assert shown.ring[2].colours == (Colour.BLUE, Colour.RED)
    assert shown.ring[2].pattern is Pattern.ALTERNATE


def test_whose_moment_it_is_flashes_white_and_nothing_else_does() -> None:
    begun = fight(RED_AND_BLUE + " · begin · next")
    shown = lamps(begun)
    assert shown.ring[2].colours == (Colour.WHITE, Colour.RED)
    assert [where for where, style in shown.ring.items() if Colour.WHITE in style.colours] == [2]


def test_in_the_neutral_state_nobody_flashes_and_the_pointer_rests() -> None:
    between = lamps(on(fight(RED_AND_BLUE), "begin · next · act A 9"))
    assert between.ring == {2: RESTING, 4: Style((Colour.BLUE,)), 11: Style((Colour.RED,))}
    # There is no pointer before the first turn.
    assert lamps(on(fight(RED_AND_BLUE), "begin")).ring == lamps(fight(RED_AND_BLUE)).ring


def test_who_is_a_lap_ahead_blinks_on_the_field_that_it_shares() -> None:
    begun = on(fight(RED_AND_BLUE), "begin · next · act A 26")
    style = lamps(begun).ring[4]
    # B is here, A a circle further on: after it the field is dark for a moment. Alone, A is dark half of the time.
    assert style.colours == (Colour.BLUE, Colour.RED, Colour.OFF)
    alone = on(begun, "remove B")
    assert lamps(alone).ring[4].colours == (Colour.RED, Colour.OFF)


def test_the_game_masters_turn_breathes_where_the_public_was_last_or_as_is_set() -> None:
    text = "add A pc colour=red · add G npc · put A 3 · put G 9 · begin · next · act A 12 · next"
    assert lamps(fight(text)).ring[2] == MASTER
    assert lamps(fight(text, unseen="field")).ring[8] == MASTER
    assert MASTER not in lamps(fight(text, unseen="dark")).ring.values()
    # Before anybody was on openly there is nowhere for it to breathe.
    first = "add A pc colour=red · add G npc · put A 9 · put G 3 · begin · next"
    assert MASTER not in lamps(fight(first)).ring.values()


def test_no_figure_has_the_colours_of_pointer_and_game_master() -> None:
    assert not {Colour.WHITE, Colour.DIM_WHITE, Colour.VIOLET, Colour.OFF} & set(FIGURE_COLOURS)


def test_fields_beyond_the_ring_of_24_lights_are_for_pages_only() -> None:
    begun = fight("add A pc · add B pc · put A 24 · put B 30", fields=30)
    assert sorted(lamps(begun).ring) == [23]


def test_more_than_four_on_a_field_show_the_first_four() -> None:
    begun = fight("add K npc x6 known=all · " + " · ".join(f"put K{number} 7" for number in range(1, 7)))
    assert len(lamps(begun).ring[6].colours) == 4


def test_of_more_than_four_no_one_that_is_a_lap_ahead_looks_as_if_it_were_here() -> None:
    here = " · ".join(f"add {name} pc · put {name} 7" for name in "ABC")
    begun = fight(here + " · add D pc colour=red · put D 31 · add X pc · put X 1 · begin · next")
    assert Colour.RED not in lamps(begun).ring[6].colours
    assert lamps(on(begun, "remove C")).ring[6].colours[-2:] == (Colour.RED, Colour.OFF)


def test_t20_after_the_end_no_figure_is_lit_and_a_faint_light_goes_round() -> None:
    over = lamps(on(fight(RED_AND_BLUE), "begin · next · end"))
    assert over == styles.RESTING
    assert {colour for style in over.ring.values() for colour in style.colours} == {Colour.DIM_BLUE, Colour.OFF}
    assert len({style.phase_ms for style in over.ring.values()}) == 24
