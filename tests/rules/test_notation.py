"""Notation: what is written is read back, what was not meant is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.commands import Built, Decline, Move, Relocate, Resign
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.rules.master_move import GAME, MasterMoveState
from tests.rules.helpers import facts, kicked_off, placed, play, reachable, refusal, score
from tests.support.samples import samples


@given(reachable)
@samples(40)
def test_every_legal_act_is_written_and_read_back(state: MasterMoveState) -> None:
    acts = [*GAME.legal(state), Resign(Side.YELLOW), Resign(Side.BLUE)]
    written = [GAME.write(state, act) for act in acts]
    assert [GAME.parse(state, text) for text in written] == acts
    assert len(set(written)) == len(acts)


def test_acts_are_written_as_the_rules_page_has_them() -> None:
    state = placed(Side.BLUE, bS1="G3")
    assert GAME.write(state, Move(FigureId("bS1"), cell("G3"), cell("F1"))) == "S G3-F1!"
    assert GAME.write(state, Relocate(FigureId("yV1"), cell("D4"), cell("C6"))) == "@V D4-C6"
    assert GAME.write(state, Decline()) == "@-"
    assert GAME.write(state, Built()) == "built"
    assert GAME.write(state, Resign(Side.BLUE)) == "resign blue"


@pytest.mark.parametrize("text", ["S G3-F1!", "S G3-F1", "  s g3-f1! ", "S G3 - F1 !", "SG3-F1"])
def test_case_spaces_and_a_missing_mark_are_read_leniently(text: str) -> None:
    state = placed(Side.BLUE, bS1="G3")
    assert GAME.parse(state, text) == Move(FigureId("bS1"), cell("G3"), cell("F1"))


@pytest.mark.parametrize("text", ["Built", "BUILT ", "Resign  Yellow", "@ V D4-C6"])
def test_words_are_read_in_any_case(text: str) -> None:
    assert GAME.parse(kicked_off(), text) in {
        Built(),
        Resign(Side.YELLOW),
        Relocate(FigureId("yV1"), cell("D4"), cell("C6")),
    }


def test_a_mark_on_a_move_that_does_not_score_is_refused() -> None:
    found = refusal(kicked_off(), "S D8-E10!")
    assert (found.reason, facts(found)["part"]) == (Reason.BAD_NOTATION, "!")
    assert refusal(kicked_off(), "T E1-D1!").reason == Reason.BAD_NOTATION
    relocating = play(score(kicked_off(), Side.YELLOW), "built")
    assert refusal(relocating, "@V D4-C6!").reason == Reason.BAD_NOTATION


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", Reason.BAD_NOTATION),
        ("E8", Reason.BAD_NOTATION),
        ("D8-E10", Reason.BAD_NOTATION),
        ("K D8-E10", Reason.BAD_NOTATION),
        ("S D8-E10!!", Reason.BAD_NOTATION),
        ("S D8xE10", Reason.BAD_NOTATION),
        ("@", Reason.BAD_NOTATION),
        ("resign", Reason.BAD_NOTATION),
        ("resign red", Reason.BAD_NOTATION),
        ("S D8-E17", Reason.UNKNOWN_CELL),
        ("S K8-E1", Reason.UNKNOWN_CELL),
        ("S D08-E10", Reason.UNKNOWN_CELL),
        ("S A1-B3", Reason.NO_SUCH_FIGURE),
        ("V D8-E10", Reason.WRONG_FIGURE),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_reason(text: str, why: Reason) -> None:
    assert refusal(kicked_off(), text).reason == why


@given(st.text() | st.from_regex(r"\A@?[A-Z] ?[A-Z][0-9]{1,3}-[A-Z][0-9]{1,3}!?\Z"))
@samples(100)
def test_any_text_is_an_act_or_is_refused(text: str) -> None:
    state = kicked_off()
    try:
        act = GAME.parse(state, text)
    except Refused as refused:
        told = refused.refusal.facts
    else:
        told = (("act", GAME.write(state, act)),)
    assert told
