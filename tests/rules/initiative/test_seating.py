"""T23: what the player of a figure may do in a fight, and that the answer tells nothing."""

from __future__ import annotations

import pytest

from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import GAME_MASTER, PUBLIC
from feldlicht.rules.initiative import GAME, Fight
from tests.rules.initiative.helpers import fight, on, told

TWO = "add A pc · add B pc · add G npc known=all · put A 3 · put B 4 · put G 9"
OWN = told("roll A · roll A surprised 3 · roll A successes=2")
ACTS = told("act A 8 · react A 3 · wait A · ready A · recall A")
OTHERS = told("""
    next · begin · end · roll B · act B 8 · react G 4 · put A 3 · put B 9 · add C pc · remove A · show A no
    order A B · mark 9 Bell · unmark 1 · set A vz 2 · set A perception 20 · set A note x · wait B
""")


def why(fight: Fight, line: str, figure: str = "A") -> Reason | None:
    refusal = GAME.why_not_by(fight, GAME.parse(fight, line), FigureId(figure))
    return None if refusal is None else refusal.reason  # type: ignore[return-value]


def test_every_players_figure_is_a_seat_and_an_unknown_one_only_to_the_game_master() -> None:
    begun = fight(TWO + " · add S pc known=no · add N npc")
    assert GAME.seats(begun, PUBLIC) == ("A", "B")
    assert GAME.seats(begun, GAME_MASTER) == ("A", "B", "?S")
    assert GAME.seats(on(begun, "remove A"), PUBLIC) == ("B",)


@pytest.mark.parametrize("line", OWN)
def test_t23_a_player_throws_the_dice_of_the_own_figure(line: str) -> None:
    assert why(fight("add A pc · add B pc"), line) is None


@pytest.mark.parametrize("players", ["roll", "act"])
@pytest.mark.parametrize("line", OTHERS)
def test_t23_a_player_neither_hands_over_nor_corrects_nor_acts_for_another(line: str, players: str) -> None:
    assert why(fight(TWO, players=players, waiting="on"), line) is Reason.NOT_YOUR_SEAT


@pytest.mark.parametrize("line", ACTS)
def test_t23_a_player_acts_only_where_that_is_set(line: str) -> None:
    begun = TWO + " · begin · next · act A 5 · next · act B 9 > A"
    assert why(fight(begun, waiting="on"), line) is Reason.MASTER_ACTS
    assert why(fight(begun, waiting="on", players="act"), line) is None


def test_nobody_sits_at_a_figure_of_the_game_masters() -> None:
    assert why(fight(TWO, players="act"), "act G 3", figure="G") is Reason.NOT_YOUR_SEAT


def test_a_player_may_not_answer_what_nobody_saw() -> None:
    hidden = " · add H npc known=no · put ?H 1 · begin · next · act ?H 9 > A"
    plain, secret = fight(TWO + " · begin", players="act"), fight(TWO + hidden, players="act")
    # The game master may have A react to it: an arrow from the dark.
    assert GAME.why_illegal(secret, GAME.parse(secret, "react A 3")) is None
    assert why(secret, "react A 3") is why(plain, "react A 3") is Reason.NOTHING_TO_REACT_TO


@pytest.mark.parametrize("line", told("act A 8 · wait A · act A 3 > ?H · act A 3 > ?K"))
def test_what_a_player_is_told_is_the_same_in_the_turn_of_an_unknown_figure_and_in_the_neutral_state(
    line: str,
) -> None:
    between = fight(TWO + " · begin · next · act A 2", players="act", waiting="on")
    hidden = on(between, "add H npc known=no · put ?H 2 · next")
    found = [GAME.why_illegal(one, GAME.parse(one, line)) for one in (between, hidden)]
    assert found[0] == found[1]
    assert found[0] is not None


def test_whether_a_target_that_nobody_knows_is_there_is_not_told() -> None:
    plain = fight(TWO + " · begin · next", players="act")
    hidden = on(plain, "add H npc known=no · put ?H 2")
    found = [GAME.why_illegal(one, GAME.parse(one, "act A 3 > ?H")) for one in (plain, hidden)]
    assert found[0] == found[1]
    assert found[0] is not None
    assert found[0].reason is Reason.UNKNOWN_TARGET


@pytest.mark.parametrize(
    ("before", "line", "names"),
    [
        ("", "set Silja name Sil", {"Silja": "Sil"}),
        ("", "show Silja no", {}),
        ("show Silja no", "show ?Silja all", {}),
        ("show Silja no", "set ?Silja name Sil", {"Silja": "?Sil"}),
        ("add Zed pc known=no", "show ?Zed all", {"?Zed": "Zed"}),
        ("", "set G name H", {}),
        ("", "add Zed pc", {}),
        ("", "remove Silja", {}),
    ],
)
def test_a_seat_has_another_name_where_its_figure_has_another_one_for_good(
    before: str, line: str, names: dict[str, str]
) -> None:
    begun = fight("add Silja pc · add B pc · add G npc · " + before)
    assert GAME.renamed(begun, on(begun, line)) == names
    # And taken back, the other way round.
    assert GAME.renamed(on(begun, line), begun) == {new: old for old, new in names.items()}
