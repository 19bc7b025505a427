"""The position line: it round-trips exactly, and broken lines are refused with the word that is wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.master_move import GAME, MasterMoveState
from tests.rules.helpers import OPTION_SETS, fresh, kicked_off, play, random_match, reachable, score
from tests.support.samples import samples


@pytest.mark.parametrize("options", OPTION_SETS)
def test_the_line_round_trips_at_every_ply_of_a_match(options: dict[str, object]) -> None:
    for state in random_match(7, 300, **options):
        line = GAME.position(state)
        assert line.isprintable()
        again = GAME.from_position(line)
        assert again == state
        assert hash(again) == hash(state)
        assert GAME.position(again) == line


@given(reachable, st.sampled_from(list(Side)))
@samples(40)
def test_a_state_that_was_read_back_plays_on_the_same(state: MasterMoveState, side: Side) -> None:
    again = GAME.from_position(GAME.position(state))
    assert GAME.legal(again) == GAME.legal(state)
    assert GAME.hand_plan(again) == GAME.hand_plan(state)
    for act in GAME.legal(state)[:5]:
        assert GAME.apply(again, act) == GAME.apply(state, act)


def test_the_order_of_the_words_is_free_but_not_the_version() -> None:
    version, *words = GAME.position(kicked_off()).split()
    assert GAME.from_position(" ".join([version, *reversed(words)])) == kicked_off()
    with pytest.raises(BadInput):
        GAME.from_position(" ".join(["mm2", *words]))


@pytest.mark.parametrize(
    ("old", "new", "part"),
    [
        ("phase=play", "phase=rest", "phase"),
        ("phase=play", "phase=relocate", "relocating"),
        ("phase=play", "phase=over", "end"),
        ("turn=yellow", "turn=red", "turn"),
        ("score=0:0", "score=0", "score"),
        ("score=0:0", "score=3:0", "score"),
        ("score=0:0", "score=²:0", "score"),
        ("ply=0", "ply=-1", "ply"),
        ("ply=0", "ply=0 ply=0", "ply"),
        ("ply=0", "plies=0", "plies"),
        ("ply=0 ", "", "ply"),
        ("position==", "position=yT1:E1", "position"),
        ("position==", "position=yT1:E1,yT1:D1", "position"),
        ("position==", "position=xx:E1", "position"),
        ("position==", "position== crossings=yF1:B5:1", "crossings"),
        ("position==", "position== crossings=yF9:B5-C6:1", "crossings"),
        ("position==", "position== last=yF1", "last"),
        ("position==", "position== end=THREE_MOVES:yellow:3:0", "end"),
        ("position==", "position== end=BORED:yellow:3:0", "end"),
        ("position==", "position== colour=red", "colour"),
    ],
)
def test_a_broken_line_names_the_word_that_is_wrong(old: str, new: str, part: str) -> None:
    line = GAME.position(kicked_off())
    assert old in line
    with pytest.raises(BadInput) as raised:
        GAME.from_position(line.replace(old, new))
    assert raised.value.refusal.reason == Reason.BAD_POSITION
    assert dict(raised.value.refusal.facts)["part"] == part


@pytest.mark.parametrize(
    ("figure", "place"), [("yT1:E1", "yT1:E3"), ("bS1:D9", "bS1:D1"), ("yS1:D8", "yS1:D1"), ("yS1:D8", "yS1:D4")]
)
def test_in_play_both_keepers_are_home_and_nobody_else_is_in_a_goal(figure: str, place: str) -> None:
    line = GAME.position(play(kicked_off(), "V D4-D5", "V D13-D12", "V D5-D4", "V D12-D13", "M C7-C6"))
    before, word, after = line.partition(" position=")
    assert word
    assert figure in after
    with pytest.raises(BadInput):
        GAME.from_position(before + word + after.replace(figure, place))


def test_a_formation_that_no_setup_allows_is_refused() -> None:
    with pytest.raises(BadInput) as raised:
        GAME.from_position(GAME.position(fresh()).replace("yS1:D8", "yS1:D2"))
    assert raised.value.refusal.reason == Reason.BAD_FORMATION


@given(reachable, st.data())
@samples(100)
def test_a_line_with_a_changed_character_is_a_position_or_is_refused(
    state: MasterMoveState, data: st.DataObject
) -> None:
    line = GAME.position(state)
    at = data.draw(st.integers(0, len(line) - 1))
    changed = line[:at] + data.draw(st.sampled_from("0139:=,-!xyTE ") | st.characters()) + line[at + 1 :]
    try:
        again = GAME.from_position(changed)
    except BadInput:
        return
    assert GAME.from_position(GAME.position(again)) == again
    assert GAME.legal(again) is not None


def test_a_score_and_its_scorer_in_the_goal_are_in_the_line() -> None:
    state = score(kicked_off(), Side.BLUE)
    line = GAME.position(state)
    assert "phase=rebuild" in line
    assert "bS1:F1" in line
    assert "last=bS1:G3-F1!" in line
