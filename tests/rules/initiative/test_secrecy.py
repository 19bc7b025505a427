"""What a figure conceals appears in no byte that the public receives: the game's part of it.

Two fights are led side by side in which the same is done openly; one has a figure that players do not know, or one
whose concealed INI is another. What the public gets of both is the same, act by act.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.viewers import Secrecy
from feldlicht.rules.initiative import GAME
from tests.rules.initiative.helpers import fight, happened, inis, masters, on, public, told, turn
from tests.rules.initiative.led import BEGUN, SECRETS, STEPS, Led, Received, Step, lead, secretly
from tests.support.samples import samples


@samples(20)
@given(STEPS, SECRETS, st.sampled_from(["never", "always"]))
def test_nothing_tells_of_a_figure_that_players_do_not_know(
    steps: list[Step], secrets: list[Step], chain: str
) -> None:
    begun = fight(BEGUN, waiting="on", chain=chain)
    begun = on(begun, "begin")
    assert lead(begun, steps, secretly(secrets)).received == lead(begun, steps, iter([])).received


@samples(20)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3), st.integers(0, 5)), min_size=4, max_size=40),
    st.integers(1, 4),
    st.sampled_from(["pulse", "dark"]),
)
def test_nothing_tells_where_a_concealed_figure_is(
    steps: list[tuple[int, int, int]], shift: int, unseen: str
) -> None:
    # Everybody else moves by tens, so that a shift by less than five changes nobody's place in the order.
    def led(at: int) -> list[Received]:
        one = Led(fight(f"add A pc · add B pc · add G npc · put A 10 · put B 20 · put G {at}", unseen=unseen))
        one.do("begin")
        for what, who, amount in steps:
            for line in _tens(what, who, amount, one):
                if one.may(line):
                    one.do(line)
        return one.received

    assert led(5) == led(5 + shift)


def _tens(what: int, who: int, amount: int, led: Led) -> list[str]:
    on_turn, name = turn(led.fight), ("A", "B", "G")[who % 3]
    match what:
        case 0 | 1:
            return ["next"]
        case 2 | 3:
            return [f"act {on_turn} {10 * amount}"] if on_turn else []
        case 4:
            return [f"act {on_turn} {10 * amount} > {name}"] if on_turn and on_turn != name else []
        case 5:
            return [f"react {name} {10 * amount}"]
        case _:
            return [f'set {name} conditions "shaken"', f'set {name} note "flees soon"', f"mark {10 * amount} Bell"]


def test_labels_of_known_figures_have_no_gaps_where_unknown_ones_are() -> None:
    begun = fight("add K npc x2 · add K npc x3 known=no · add K npc x2")
    assert [one["label"] for one in public(begun)["figures"]] == ["K1", "K2", "K3", "K4"]  # type: ignore[attr-defined]
    assert "?K1" in inis(begun)
    # A revealed one has the next number, and keeps it whatever happens.
    shown = on(begun, "show ?K2 figure")
    assert list(inis(shown)) == ["K1", "K2", "?K1", "K5", "?K3", "K3", "K4"]
    again = on(shown, "show K5 no · add K npc · show ?K4 all")
    assert "K5" in inis(again)


def test_a_number_is_never_given_twice() -> None:
    begun = on(fight("add K npc x3"), "remove K3 · add K npc")
    assert list(inis(begun)) == ["K1", "K2", "K4"]


@pytest.mark.parametrize("line", told("act ?H 4 · next · put ?H 3 · add H npc known=no · order A B"))
def test_what_is_done_about_an_unknown_figure_is_hidden(line: str) -> None:
    begun = fight("add A pc · add B pc · put A 3 · put B 3 · add H npc known=no · put ?H 1 · begin")
    begun = on(begun, "next") if line.startswith("act") else begun
    assert GAME.audience(begun, GAME.parse(begun, line)).secrecy is Secrecy.HIDDEN


@pytest.mark.parametrize("line", told("act G 4 > A · react G 2 · add K npc x3"))
def test_what_a_known_figure_with_a_concealed_ini_does_is_told_without_a_number(line: str) -> None:
    begun = fight("add A pc · add G npc · put A 3 · put G 2 · begin · next")
    if line.startswith("react"):
        begun = on(begun, "act G 3 > A · next · act A 9")
    assert GAME.audience(begun, GAME.parse(begun, line)).secrecy is Secrecy.SEALED


def test_a_turn_of_an_unknown_figure_lies_within_the_neutral_state() -> None:
    begun = fight("add A pc · add H npc known=no · put A 3 · put ?H 1 · begin · next")
    assert turn(begun) == "?H"
    seen = public(begun)
    assert (seen["phase"], seen["turn"], seen["pointer"]) == ("between", None, None)
    assert masters(begun)["turn"] == "?H"


def test_that_someone_is_too_slow_is_told_without_numbers() -> None:
    begun = fight("add A pc · add G npc · put A 9 · put G 1 · begin · next · act G 3 > A")
    seen = {one["label"]: one for one in public(begun)["figures"]}  # type: ignore[attr-defined]
    assert seen["A"]["reaction"] == {"may": False, "why": "TOO_SLOW"}
    assert "4" not in json.dumps(public(begun)["last"])


def test_a_figure_is_revealed_by_acting_where_that_is_set() -> None:
    begun = fight("add A pc · add H npc known=no · put A 3 · put ?H 1 · begin · next", unmasked="by_acting")
    acted = on(begun, "act ?H 5")
    assert inis(acted) == {"A": 3, "H": 6}
    assert public(acted)["order"] == ["A", "H"]


@pytest.mark.parametrize("known", ["no", "figure"])
def test_a_correction_of_a_concealed_ini_ends_nobodys_turn(known: str) -> None:
    begun = fight(f"add A pc · add G npc known={known} · put A 3 · put {'?G' if known == 'no' else 'G'} 9")
    label = next(one for one in inis(begun) if one != "A")
    on_turn = on(begun, "begin · next")
    assert GAME.audience(on_turn, GAME.parse(on_turn, f"put {label} 1")).secrecy is Secrecy.HIDDEN
    corrected = on(on_turn, f"put {label} 1")
    assert public(corrected) == public(on_turn)
    # It is the next one after that.
    assert turn(on(corrected, "act A 8 · next")) == label


def test_a_marker_on_a_figure_that_players_do_not_know_any_more_is_the_game_masters_alone() -> None:
    marked = fight(
        'add A pc · add G npc · put A 3 · put G 2 · mark 3 "Venom" on=G every=4 · mark 9 "Bell" · show G no'
    )
    assert [one["text"] for one in public(marked)["markers"]] == ["Bell"]  # type: ignore[attr-defined]
    assert [one["hidden"] for one in masters(marked)["markers"]] == [True, False]  # type: ignore[attr-defined]
    for line in ("unmark 1", "remove ?G"):
        assert GAME.audience(marked, GAME.parse(marked, line)).secrecy is Secrecy.HIDDEN
        assert public(on(marked, line)) == public(marked)
    # It is due by where the fight is, and nobody is told.
    assert "due" not in happened(on(marked, "begin · next · act ?G 9"), "next")
    assert [one["text"] for one in public(on(marked, "show ?G figure"))["markers"]] == [  # type: ignore[attr-defined]
        "Venom",
        "Bell",
    ]


def test_what_a_figure_did_that_players_do_not_know_any_more_is_answered_by_nobody() -> None:
    begun = fight("add A pc · add B pc · add C pc · put A 1 · put B 2 · put C 3 · begin · next", chain="always")
    answered = on(begun, "act A 5 > B · react B 4")
    able = {one["label"]: one["reaction"]["may"] for one in public(answered)["figures"]}  # type: ignore[attr-defined]
    assert able["C"] is True
    gone = public(on(answered, "show B no"))
    assert [one["reaction"]["may"] for one in gone["figures"]] == [False, False]  # type: ignore[attr-defined]


def test_an_end_that_lies_behind_everyones_pointer_waits_for_no_hidden_turn_to_be_told() -> None:
    begun = fight("add A pc · add B pc · add H npc known=no · put A 5 · put B 9 · put ?H 30", effect="end")
    corrected = on(begun, "begin · next · act A 20 · next · act B 20 · put A 1 · next")
    assert "due" in happened(corrected, "act A 2")
    acted = on(corrected, "act A 2 · put A 40 · put B 40")
    assert turn(on(acted, "next")) == "?H"
    for line in ("next", 'mark 1 "Ambush" hidden'):
        assert public(on(acted, line)) == public(acted)
