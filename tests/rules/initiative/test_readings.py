"""The numbered readings I2–I22, a test or more each; I1 and the examples are among the check values."""

from __future__ import annotations

import pytest

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.base.styles import RESTING
from feldlicht.rules.initiative import GAME
from feldlicht.rules.initiative.settings import Settings
from feldlicht.rules.initiative.timeline import Field, Part, field_of, next_lap
from tests.rules.initiative.helpers import (
    events,
    fight,
    happened,
    inis,
    masters,
    on,
    order,
    public,
    reason,
    refusal,
    told,
    turn,
)

AB = "add A pc · add B pc · put A 3 · put B 5 · begin · next"
ABC = "add A pc · add B pc · add C pc · put A 3 · put B 5 · put C 8 · begin · next"


def test_i02_advantage_and_disadvantage_are_netted_before_the_roll() -> None:
    begun = fight("add A pc perception=10 advantage=2")
    assert inis(on(begun, "roll A surprised", (4,))) == {"A": -2}
    assert reason(begun, "roll A surprised 4 6 6") is Reason.DICE_COUNT


def test_i03_the_permanent_advantage_decides_ties_unless_the_net_one_is_set_to() -> None:
    text = "add A pc perception=1 advantage=2 · add B pc perception=1 advantage=1"
    rolls = ("roll A surprised 7", "roll B 13 6")
    base = fight(text)
    net = fight(text, tie="net")
    for roll in rolls:
        base, net = on(base, roll), on(net, roll)
    assert inis(base) == inis(net) == {"A": 2, "B": 2}
    assert order(base) == ["A", "B"]
    assert order(net) == ["B", "A"]


def test_i04_equals_follow_each_other_as_they_joined_until_the_game_master_says_otherwise() -> None:
    begun = fight("add A pc · add B pc · add C pc · put A 4 · put B 4 · put C 4 · begin")
    assert order(begun) == ["A", "B", "C"]
    assert masters(begun)["undecided"] == ["A", "B", "C"]
    decided = on(begun, "order C A B")
    assert order(decided) == ["C", "A", "B"]
    assert masters(decided)["undecided"] == []
    assert order(on(decided, "order B A")) == ["C", "B", "A"]


def test_i04_a_word_on_ties_holds_when_they_meet_again() -> None:
    begun = on(
        fight("add A pc · add B pc · put A 4 · put B 4 · begin"), "order B A · next · act B 6 · next · act A 6"
    )
    assert order(begun) == ["B", "A"]


def test_i04_fifty_drags_keep_every_ini_and_a_total_order() -> None:
    begun = fight("add A pc · add B pc · add C pc · add D pc · " + " · ".join(f"put {one} 4" for one in "ABCD"))
    for _ in range(25):
        begun = on(begun, "order C A B D · order D A B C")
    assert set(inis(begun).values()) == {4}
    assert len({one.order for one in begun.fighters}) == 4
    assert all(isinstance(part, int) for one in begun.fighters for part in one.order)


def test_i04_only_equals_can_be_put_in_order() -> None:
    assert reason(fight(AB), "order B A") is Reason.NO_TIE
    assert reason(fight("add A pc · put A 1"), "order A") is Reason.NO_TIE


def test_i04_who_waits_has_no_place_among_equals() -> None:
    waits = fight("add A pc · add B pc · put A 4 · put B 4 · begin · next · wait A", waiting="on")
    assert reason(waits, "order A B") is reason(waits, "order B A") is Reason.NO_TIE


def test_i04_the_public_sees_nothing_of_it() -> None:
    begun = fight("add A pc · add B pc · put A 4 · put B 4 · begin")
    assert public(on(begun, "order B A")) == public(begun)


@pytest.mark.parametrize(("equal", "why"), [("allow", None), ("deny", Reason.TOO_SLOW)])
def test_i05_an_act_that_ends_just_where_someone_is_may_be_reacted_to(equal: str, why: Reason | None) -> None:
    begun = on(fight("add A pc · add B pc · put A 3 · put B 8 · begin · next", equal=equal), "act A 5 > B")
    assert reason(begun, "react B 3") is why


def test_i06_who_joins_late_comes_in_by_the_pointer_and_never_before_it() -> None:
    begun = fight(ABC)
    late = on(begun, "add D pc perception=10 · roll D 4 · add E pc perception=10 · roll E 19")
    assert (late.pointer, inis(late)["D"], inis(late)["E"]) == (3, 3, 6)
    assert turn(late) == "A"
    assert order(late) == ["A", "D", "B", "E", "C"]


def test_i06_who_comes_in_on_the_active_ini_takes_nobodys_turn() -> None:
    begun = on(
        fight("add A pc · add B pc · put A 3 · put B 9 · begin · next"), "add Fast pc advantage=5 · put Fast 3"
    )
    assert turn(begun) == "A"
    assert order(begun) == ["Fast", "A", "B"]
    assert turn(on(begun, "act A 2 · next")) == "Fast"


def test_i06_a_figure_without_ini_is_not_on_the_timeline() -> None:
    begun = on(fight(AB), "add C pc")
    assert "C" not in order(begun)
    assert reason(on(begun, "act A 9"), "react C 1") is Reason.NO_INI


def test_i06_each_of_a_group_rolls_for_itself_unless_one_roll_is_set() -> None:
    text = "add K npc x3 perception=10"
    assert inis(on(fight(text), "roll K1 4")) == {"K1": -2, "K2": None, "K3": None}
    assert inis(on(fight(text, group_roll="once"), "roll K1 4")) == {"K1": -2, "K2": -2, "K3": -2}


def test_i07_with_nothing_spent_a_figure_stays_on_turn_even_against_equals() -> None:
    begun = fight("add A pc · add B pc advantage=3 · put A 3 · put B 4 · begin · next")
    begun = on(begun, "put B 3")
    assert turn(on(begun, "act A 0 > B")) == "A"
    # It ends where it began.
    assert reason(on(begun, "act A 0 > B"), "react B 2") is None


def test_i07_nobody_is_given_time_back_but_by_a_correction() -> None:
    begun = fight(AB)
    assert reason(begun, "act A -1") is Reason.NUMBER_LIMITS
    assert inis(on(begun, "put A 1"))["A"] == 1


def test_i07_a_whole_lap_is_taken_with_a_warning() -> None:
    assert "next_lap" in happened(fight(AB), "act A 24")
    assert "next_lap" not in happened(fight(AB), "act A 23")


def test_i08_waiting_is_off_unless_it_is_set() -> None:
    assert reason(fight(AB), "wait A") is Reason.NO_WAITING
    assert reason(fight(AB, waiting="on"), "wait B") is Reason.NOT_ITS_TURN


def test_i08_who_waited_comes_in_after_equals_and_who_kept_ready_before_them() -> None:
    begun = on(fight(ABC, waiting="on"), "wait A · next")
    assert (turn(begun), order(begun)) == ("B", ["B", "C"])
    assert order(on(begun, "recall A")) == ["B", "A", "C"]
    ready = on(fight(ABC, waiting="on"), "ready A · next · act B 1 · recall A")
    assert (inis(ready)["A"], order(ready)) == (5, ["A", "B", "C"])


def test_i08_who_waits_reacts_from_the_pointer_which_ends_its_waiting() -> None:
    begun = on(fight(ABC, waiting="on"), "wait A · next · act B 4 > A · react A 6")
    assert (inis(begun)["A"], order(begun)) == (11, ["C", "B", "A"])


def test_i08_while_all_wait_the_pointer_stands_and_any_may_step_in() -> None:
    begun = on(fight(AB, waiting="on"), "wait A · next · wait B")
    assert (begun.pointer, order(begun)) == (5, [])
    assert reason(begun, "next") is Reason.NOBODY_THERE
    assert turn(on(begun, "recall A · next")) == "A"


def test_i09_a_one_a_twenty_and_an_ini_of_zero_are_nothing_special() -> None:
    begun = fight("add A pc perception=1 · add B pc perception=21 · add C pc perception=5")
    assert inis(on(begun, "roll A 1 · roll B 20 · roll C 5")) == {"A": 0, "B": 0, "C": 0}


def test_i10_what_lies_below_the_strip_keeps_its_number() -> None:
    begun = fight("add A pc · put A -9")
    assert inis(begun)["A"] == -9
    assert field_of(-9, Settings()) == Field(Part.STRIP, -5, overflow=True)
    assert field_of(-5, Settings()) == Field(Part.STRIP, -5)


@pytest.mark.parametrize(
    ("ini", "part", "number", "lamp"),
    [(-5, "strip", -5, 0), (0, "strip", 0, 5), (1, "ring", 1, 0), (24, "ring", 24, 23), (25, "ring", 1, 0),
     (100_000, "ring", 16, 15)],
)  # fmt: skip
def test_i11_the_field_follows_from_the_ini(ini: int, part: str, number: int, lamp: int) -> None:
    at = field_of(ini, Settings())
    assert (at.part, at.number, at.lamp) == (part, number, lamp)


def test_i11_field_0_is_the_rings_last_one_where_that_is_set() -> None:
    assert field_of(0, fight(zero="ring").settings) == Field(Part.RING, 24)
    assert field_of(30, fight(fields=30).settings) == Field(Part.RING, 30)


@pytest.mark.parametrize("fields", [23, 0, -24, 24.0, "24"])
def test_i11_a_circle_has_24_fields_or_more(fields: object) -> None:
    with pytest.raises(BadInput):
        fight(fields=fields)


@pytest.mark.parametrize(
    ("ini", "pointer", "lap"),
    [(27, 3, True), (26, 3, False), (24, -4, False), (25, -4, True), (25, None, True), (24, None, False)],
)
def test_i12_who_is_a_lap_ahead_is_marked(ini: int, pointer: int | None, lap: bool) -> None:
    assert next_lap(ini, pointer, Settings()) is lap


def test_i13_dice_successes_and_the_ini_can_be_typed() -> None:
    begun = fight("add A pc perception=12 advantage=1 · add B pc · add C pc")
    typed = on(begun, "roll A 19 5 · roll B successes=3 · put C -4")
    assert inis(typed) == {"A": 1, "B": -3, "C": -4}


def test_i13_what_was_not_typed_is_thrown_and_only_as_many_dice_as_it_takes() -> None:
    begun = fight("add A pc perception=12 advantage=1")
    applied = GAME.apply(begun, GAME.parse(begun, "roll A"), (19, 5, 6, 6))
    assert (inis(applied.state)["A"], applied.dice_used) == (1, 2)


def test_i14_an_act_takes_effect_at_once_or_leaves_a_marker_at_its_end() -> None:
    assert fight(AB).markers == on(fight(AB), 'act A 6 "Spell"').markers
    late = on(fight(AB, effect="end"), 'act A 6 "Spell"')
    assert [(one.ini, one.text) for one in late.markers] == [(9, "Spell")]


def test_i15_each_target_may_react_once_and_nobody_else() -> None:
    begun = on(fight(ABC), "act A 9 > B, C")
    both = on(begun, "react B 4 · react C 2")
    assert reason(both, "react B 1") is Reason.REACTED_ALREADY
    only = on(fight(ABC), "act A 9 > B")
    assert reason(only, "react C 1") is Reason.NOT_AFFECTED
    assert reason(on(fight(ABC), "act A 9 > –"), "react B 1") is Reason.NOT_AFFECTED
    # Where it was not said whom it affects, whoever was may.
    assert reason(on(fight(ABC), "act A 9"), "react C 1") is None


def test_i15_nobody_reacts_to_a_reaction_or_to_its_own_act() -> None:
    begun = on(fight(ABC), "act A 9 > B · react B 4")
    assert reason(begun, "react A 1") is Reason.NOT_AFFECTED


def test_i15_where_it_is_set_a_reaction_may_be_reacted_to() -> None:
    begun = on(fight("add A pc · add B pc · put A 3 · put B 5 · begin · next", chain="always"), "act A 2 > B")
    assert reason(on(begun, "react B 4"), "react A 1") is None


def test_i16_the_last_act_may_be_reacted_to_until_the_next_one() -> None:
    begun = on(fight(ABC), "act A 9 > C · next")
    assert reason(begun, "react C 1") is None
    assert reason(on(begun, "act B 3"), "react C 1") is None
    assert reason(on(begun, "act B 1"), "react C 1") is Reason.TOO_SLOW
    assert reason(on(begun, "act B 1 > –"), "react C 1") is Reason.NOT_AFFECTED


def test_i16_who_is_on_turn_by_now_gives_it_up_by_reacting() -> None:
    begun = on(fight(AB), "act A 9 > B · next")
    assert turn(begun) == "B"
    reacted = on(begun, "react B 8")
    assert (turn(reacted), inis(reacted)) == (None, {"A": 12, "B": 13})
    assert turn(on(reacted, "next")) == "A"


def test_i17_what_was_spent_stays_spent() -> None:
    begun = on(fight(AB), "act A 9 > B · react B 2")
    assert inis(begun)["A"] == 12


def test_i18_a_correction_before_the_pointer_makes_it_next_at_once_and_the_pointer_never_goes_back() -> None:
    begun = on(fight(ABC), "act A 9 · next")
    assert (turn(begun), begun.pointer) == ("B", 5)
    corrected = on(begun, "put C 1")
    assert happened(begun, "put C 1") == ["put"]
    assert (turn(corrected), order(corrected)[0]) == (None, "C")
    then = on(corrected, "next")
    assert (turn(then), then.pointer) == ("C", 5)
    # Its acts count from its own INI.
    assert inis(on(then, "act C 2"))["C"] == 3


def test_i18_a_correction_behind_the_pointer_is_no_event_of_a_turn() -> None:
    begun = fight(ABC)
    moved = on(begun, "put B 12")
    assert (turn(moved), order(moved)) == ("A", ["A", "C", "B"])


def test_i19_when_the_active_one_is_removed_the_lowest_left_is_next() -> None:
    begun = on(fight(ABC), "remove A")
    assert turn(begun) is None
    assert (turn(on(begun, "next")), on(begun, "next").pointer) == ("B", 5)


def test_i19_of_three_equals_nobody_is_skipped_when_the_second_one_falls() -> None:
    begun = fight("add A pc · add B pc · add C pc · put A 20 · put B 20 · put C 20 · begin · next")
    begun = on(begun, "act A 5 · next")
    assert turn(begun) == "B"
    assert turn(on(begun, "remove B · next")) == "C"


def test_i19_one_left_goes_on_and_with_nobody_left_the_pointer_stands() -> None:
    alone = on(fight(AB), "remove B · act A 4 · next")
    assert turn(alone) == "A"
    nobody = on(alone, "remove A")
    assert (nobody.pointer, reason(nobody, "next")) == (7, Reason.NOBODY_THERE)


def test_i21_a_fight_that_is_over_takes_nothing_more() -> None:
    over = on(fight(AB), "end")
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert outcome.winner is None
    assert reason(over, "act A 1") is Reason.GAME_OVER
    assert GAME.scene(over).base == RESTING


@pytest.mark.parametrize("number", ["2.5", "", "1e9", "x", "1000001", "-1001", "1_0", "٣"])
def test_i22_what_is_no_whole_number_within_the_limits_is_refused(number: str) -> None:
    begun = fight(AB)
    assert reason(begun, f"put A {number}") in {Reason.BAD_NOTATION, Reason.NUMBER_LIMITS}
    assert reason(begun, f"act A {number}") in {Reason.BAD_NOTATION, Reason.NUMBER_LIMITS}


def test_i22_the_limits_themselves_are_taken_and_none_is_passed_by_acting() -> None:
    begun = fight("add A pc · put A 1000000 · add B pc · put B -1000 · begin · next")
    assert inis(begun) == {"A": 1_000_000, "B": -1_000}
    assert reason(on(begun, "remove B · next"), "act A 1") is Reason.NUMBER_LIMITS
    found = refusal(begun, "put A 1000001")
    assert found is not None
    assert dict(found.facts) == {"number": "1000001", "low": "-1000", "high": "1000000"}


def test_an_act_tells_what_happened() -> None:
    begun = fight(AB)
    assert told(" a · b ") == ["a", "b"]
    (acted,) = events(begun, 'act A 4 "Thrust" > B')
    assert dict(acted.facts) == {"figure": "A", "delay": "4", "ini": "7", "what": "Thrust", "targets": "B"}


@pytest.mark.parametrize("line", ["roll B successes=-1000000", "roll B successes=1000", "roll B 20 6"])
def test_i22_no_probe_brings_a_figure_beyond_the_limits(line: str) -> None:
    begun = fight("add A pc · add B pc perception=-1000 advantage=-1 · put A 1000000 · begin · next · remove A")
    rolled = on(begun, line + " · next")
    assert (turn(rolled), inis(rolled)) == ("B", {"B": 1_000_000})
    # The knob has nothing to choose from but 0.
    dial = GAME.dial(rolled)
    assert dial is not None
    assert len(dial[0].acts) == 1
    assert inis(fight("add C pc perception=1000000 · roll C 1"))["C"] == -1000


@pytest.mark.parametrize("successes", ["1001", "-1000001"])
def test_i22_successes_by_which_no_ini_comes_out_are_refused(successes: str) -> None:
    assert reason(fight("add A pc"), f"roll A successes={successes}") is Reason.NUMBER_LIMITS
