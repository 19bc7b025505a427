"""Faults that people reported of other trackers, told of our fights. What players' pages do with it comes on top."""

from __future__ import annotations

import json

from feldlicht.base.styles import Colour
from feldlicht.rules.initiative import GAME, Fight
from tests.rules.initiative.helpers import events, fight, happened, inis, masters, on, order, public, reason, turn


def received(fight: Fight) -> tuple[str, object]:
    """Return all that the public and the ring are given of a state."""
    return json.dumps(public(fight)), GAME.scene(fight)


def names(fight: Fight) -> list[object]:
    """Return the labels of the public order."""
    order = public(fight)["order"]
    assert isinstance(order, list)
    return order


def test_t01_a_figure_that_players_do_not_know_is_in_no_byte() -> None:
    alone = "add A pc · put A 5 · begin"
    ambush = on(fight(alone), "add H npc known=no colour=red · put ?H 3 · next")
    assert received(ambush) == received(fight(alone))
    told = on(ambush, "act ?H 9 · next")
    assert received(told) == received(on(fight(alone), "next"))


def test_t02_the_turn_that_players_see_is_never_shifted_by_one_that_they_do_not_know() -> None:
    begun = fight("add A pc · add B pc · add H npc known=no · put A 1 · put ?H 2 · put B 3 · begin · next")
    assert public(begun)["turn"] == "A"
    unseen = on(begun, "act A 9 · next")
    assert turn(unseen) == "?H"
    assert (public(unseen)["turn"], public(unseen)["pointer"]) == (None, 1)
    assert public(on(unseen, "act ?H 9 · next"))["turn"] == "B"


def test_t04_the_next_one_that_is_named_is_the_next_one_that_players_see() -> None:
    with_g = fight("add A pc · add G npc · add B pc · put A 4 · put G 5 · put B 6 · begin · next")
    without = fight("add A pc · add B pc · put A 4 · put B 6 · begin · next")
    assert names(on(with_g, "act A 9"))[0] == names(on(without, "act A 9"))[0] == "B"
    assert public(on(with_g, "act A 9 · next"))["turn"] == "G"
    assert public(on(with_g, "act A 9 · next · act G 9 · next"))["turn"] == "B"


def test_t05_too_slow_tells_no_number() -> None:
    begun = fight("add A pc vz=5 · add G npc · put A 20 · put G 11 · begin · next · act G 8 > A")
    assert reason(begun, "react A 1") == "TOO_SLOW"
    told = json.dumps(public(begun))
    assert '"TOO_SLOW"' in told
    assert not any(f": {number}," in told for number in (8, 11, 19))
    master = masters(begun)["last"]
    assert isinstance(master, dict)
    assert master["end"] == 19


def test_t07_whatever_is_dragged_each_has_its_place_and_its_ini() -> None:
    begun = fight("add A pc · add B pc · add C pc · add D pc · put A 9 · put B 9 · put C 9 · put D 9")
    for _ in range(50):
        begun = on(begun, "order C A · order D A")
    assert set(inis(begun).values()) == {9}
    assert len({one.order for one in begun.fighters}) == len(order(begun)) == 4


def test_t08_nobody_is_skipped_when_one_who_acted_at_a_tie_falls() -> None:
    begun = fight("add A pc · add B pc · add C pc · put A 20 · put B 20 · put C 20 · begin · next · act A 5 · next")
    assert turn(begun) == "B"
    fallen = on(begun, "remove A · act B 5 · next")
    assert turn(fallen) == "C"


def test_t10_a_corrected_ini_puts_the_order_right_and_is_one_event() -> None:
    begun = fight("add A pc · add B pc · add C pc · put A 8 · put B 9 · put C 10 · begin · next")
    assert happened(begun, "put B 12") == ["put"]
    later = on(begun, "put B 12")
    assert (turn(later), order(later)) == ("A", ["A", "C", "B"])
    assert happened(begun, "put B 1") == ["put"]
    assert turn(on(begun, "put B 1 · next")) == "B"


def test_t11_negative_and_zero_starts_lie_where_they_belong_and_two_on_a_field_are_both_seen() -> None:
    begun = fight("""
        add A pc · add B pc · add C pc · add D pc · add E pc
        put A -6 · put B -2 · put C 0 · put D 0 · put E 1
    """)
    base = GAME.scene(begun).base
    assert sorted(base.strip) == [0, 3, 5]
    assert sorted(base.ring) == [0]
    colours = {one.label: one.colour for one in begun.fighters}
    assert base.strip[5].colours == (colours["C"], colours["D"])
    # Whoever is beyond the strip's end blinks; who is on it does not.
    assert Colour.OFF in base.strip[0].colours
    assert Colour.OFF not in base.strip[3].colours
    walked = on(begun, "begin · next · act A 20 · next · act B 20 · next · act C 20 · next")
    assert (walked.pointer, turn(walked)) == (0, "D")
    crossed = on(walked, "act D 20 · next")
    assert (crossed.pointer, turn(crossed)) == (1, "E")


def test_t25_while_all_wait_it_is_said_and_the_pointer_stands() -> None:
    begun = fight("add A pc · put A 3 · begin · next · wait A", waiting="on")
    seen = public(begun)
    assert (seen["pointer"], seen["order"], seen["turn"]) == (3, [], None)
    assert reason(begun, "next") == "NOBODY_THERE"


def test_t25_an_effect_that_was_due_fires_once_also_below_zero() -> None:
    begun = fight('add A pc · put A -4 · mark -3 "Rain" · mark 0 "Dusk" · mark -9 "Past" · begin')
    assert happened(begun, "next") == ["due", "on_turn"]
    first = on(begun, "next · act A 5")
    told = [dict(one.facts)["text"] for one in events(first, "next") if one.name == "due"]
    assert told == ["Rain", "Dusk"]
    again = on(first, "next · act A 5")
    assert happened(again, "next") == ["on_turn"]
    assert GAME.from_position(GAME.position(again)) == again


def test_an_effect_that_repeats_is_due_as_often_as_it_was_passed() -> None:
    begun = fight('add A pc · put A 1 · mark 3 "Bleeding" every=4 on=A · begin · next · act A 12')
    (due,) = [one for one in events(begun, "next") if one.name == "due"]
    assert dict(due.facts) == {"marker": "1", "text": "Bleeding", "ini": "3", "times": "3", "figure": "A"}
    assert on(begun, "next").markers[0].ini == 15


def test_an_effect_goes_with_the_figure_that_had_it() -> None:
    begun = fight('add A pc · add B pc · put A 1 · put B 2 · mark 9 "Burning" on=A · mark 9 "Bell" · begin')
    assert [one.text for one in on(begun, "remove A").markers] == ["Bell"]
