"""Every refusal has one precise reason, and the one that helps most comes first."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.commands import Built, Move, Relocate, Resign
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.reasons import Reason
from feldlicht.rules.master_move import GAME
from feldlicht.texts import sentence
from tests.rules.helpers import facts, fresh, keeper_step, kicked_off, placed, play, reason, refusal, score


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("M C7-C12", Reason.OUT_OF_RANGE),
        ("J E8-B5", Reason.OUT_OF_RANGE),
        ("V D4-D6", Reason.OUT_OF_RANGE),
        ("V D4-E6", Reason.NOT_ITS_MOVE),
        ("F B5-B6", Reason.NOT_ITS_MOVE),
        ("M C7-D8", Reason.NOT_ITS_MOVE),
        ("S D8-D10", Reason.NOT_ITS_MOVE),
        ("S D8-B12", Reason.NOT_ITS_MOVE),
        ("J E8-G9", Reason.NOT_ITS_MOVE),
        ("J E8-E9", Reason.OCCUPIED),
        ("J E8-E10", Reason.BLOCKED),
        ("M C7-C10", Reason.OCCUPIED),
        ("V D4-E1", Reason.OWN_GOAL),
        ("V D4-D2", Reason.WHITE_ZONE),
        ("T E1-C1", Reason.KEEPER_LINE),
        ("S D9-E7", Reason.NOT_YOUR_TURN),
        ("@V D4-C6", Reason.WRONG_PHASE),
        ("@-", Reason.WRONG_PHASE),
        ("built", Reason.WRONG_PHASE),
        ("S A1-B3", Reason.NO_SUCH_FIGURE),
        ("S C7-B7", Reason.WRONG_FIGURE),
        ("S D8-D8", Reason.NOT_ITS_MOVE),
    ],
)
def test_a_refused_act_has_this_reason_at_the_kick_off(act: str, why: Reason) -> None:
    assert reason(kicked_off(), act) == why


def test_a_blocked_way_names_who_stands_where_in_it() -> None:
    found = refusal(kicked_off(), "J E8-E10")
    assert facts(found) == {
        "figure": "yJ1",
        "kind": "J",
        "origin": "E8",
        "target": "E10",
        "cell": "E9",
        "by": "bJ1",
    }


def test_a_way_that_is_blocked_twice_names_the_nearer_figure() -> None:
    state = placed(yM1="A1", yV1="A2", yV2="A3")
    assert facts(refusal(state, "M A1-A4"))["by"] == "yV1"


def test_a_taken_target_comes_before_a_blocked_way_and_a_wrong_way_before_both() -> None:
    assert reason(placed(yM1="A1", yV1="A2", yV2="A3"), "M A1-A3") == Reason.OCCUPIED
    assert reason(kicked_off(), "F B5-E6") == Reason.NOT_ITS_MOVE


def test_too_far_comes_before_blocked() -> None:
    found = refusal(placed(yM1="A1", yV1="A2"), "M A1-A6")
    assert (found.reason, facts(found)["range"]) == (Reason.OUT_OF_RANGE, "4")


def test_a_figure_id_that_stands_elsewhere_is_refused_by_the_cell() -> None:
    state = kicked_off()
    empty = Move(FigureId("yS1"), cell("A1"), cell("B3"))
    other = Move(FigureId("yS1"), cell("F8"), cell("H9"))
    unknown = Move(FigureId("zz9"), cell("A1"), cell("B3"))
    assert reason(state, empty) == reason(state, unknown) == Reason.NO_SUCH_FIGURE
    found = refusal(state, other)
    assert (found.reason, facts(found)["figure"], facts(found)["named"]) == (Reason.WRONG_FIGURE, "yS2", "yS1")


def test_while_the_formation_is_built_again_only_building_and_resigning_are_open() -> None:
    state = score(kicked_off(), Side.YELLOW)
    assert GAME.legal(state) == (Built(),)
    assert reason(state, keeper_step(state)) == Reason.WRONG_PHASE
    assert reason(state, Relocate(FigureId("yV1"), cell("D4"), cell("C6"))) == Reason.WRONG_PHASE
    assert GAME.why_illegal(state, Resign(Side.YELLOW)) is None


def test_every_refusal_brings_the_facts_of_its_full_sentence() -> None:
    over = play(fresh(), "resign blue")
    relocating = play(score(kicked_off(), Side.YELLOW), "built")
    refusals = [
        refusal(kicked_off(), "M C7-C12"),
        refusal(kicked_off(), "J E8-E9"),
        refusal(kicked_off(), "J E8-E10"),
        refusal(kicked_off(), "V D4-E1"),
        refusal(kicked_off(), "V D4-D2"),
        refusal(kicked_off(), "S D9-E7"),
        refusal(kicked_off(), "S A1-B3"),
        refusal(kicked_off(), "S C7-B7"),
        refusal(kicked_off(), "F B5-B6"),
        refusal(relocating, "@V D4-D9"),
        refusal(relocating, "@V D13-C12"),
        refusal(over, "T E1-D1"),
    ]
    sentences = [sentence(found, "en") for found in refusals]
    assert "C12 is too far for the yellow midfielder" in sentences[0]
    assert sentences[1].startswith("E9 is taken by the blue joker")
    assert "the blue joker stands in the way" in sentences[2]
    assert sentences[5].startswith("It is Yellow's turn")
    assert "A1" in sentences[6]
    assert "the yellow midfielder" in sentences[7]
    assert "D9" in sentences[9]
    assert sentences[10].startswith("It is Yellow's turn")
    plain = {sentence(type(found)(found.reason), "en") for found in refusals if found.reason != Reason.GAME_OVER}
    assert not plain & set(sentences)
