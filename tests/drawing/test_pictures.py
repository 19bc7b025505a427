"""What pictures of a match show, for any match: each figure once, each move counted, lines that end at the score."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.figures import FigureId, Side
from feldlicht.drawing import moves
from feldlicht.drawing.draw import draw
from feldlicht.drawing.letters import strokes
from feldlicht.drawing.position import FIELD
from feldlicht.drawing.story import Kind, moves_made, relocations, steps, visits
from feldlicht.drawing.svg import Anchor, Node, Words
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.pictured import Moment
from feldlicht.texts import LANGUAGES
from tests.drawing.pictures import course_of, drawn, place, story_of, texts_of, total, with_fact
from tests.rules.helpers import (
    OPTION_SETS,
    kicked_off,
    mirror,
    next_kick_off,
    placed,
    play,
    random_match,
    reachable,
    score,
    swapped,
)
from tests.support.samples import samples

matches = st.builds(
    lambda seed, acts, options: random_match(seed, acts, **options),
    st.integers(0, 2**32),
    st.integers(1, 120),
    st.sampled_from(OPTION_SETS[:4]),
)


@given(reachable)
@samples(12)
def test_every_figure_is_drawn_exactly_once_in_the_middle_of_its_cell(state: MasterMoveState) -> None:
    figures = with_fact(drawn(Kind.POSITION, story_of(state)), "figure")
    told = sorted((one.attrib["data-figure"], one.attrib["data-cell"], place(one)) for one in figures)
    wanted = [(str(one.id), cell_name(which), FIELD.centre(which)) for which, one in state.standing.placed]
    assert told == sorted(wanted)
    letters = [next(one.itertext()) for one in figures]
    assert letters == [str(one.kind) for _, one in state.standing.placed]


@given(reachable)
@samples(12)
def test_a_mirrored_position_is_drawn_mirrored(state: MasterMoveState) -> None:
    def places(shown: MasterMoveState) -> dict[str, tuple[float, float]]:
        return {
            one.attrib["data-figure"]: place(one)
            for one in with_fact(drawn(Kind.POSITION, story_of(shown)), "figure")
        }

    other = places(mirror(state))
    width = FIELD.left + FIELD.right
    assert other == {swapped(FigureId(one)): (width - x, y) for one, (x, y) in places(state).items()}


def test_the_tips_of_both_sides_point_at_the_goal_that_they_attack() -> None:
    for one in with_fact(drawn(Kind.POSITION, story_of(kicked_off())), "figure"):
        turned = {part.attrib.get("transform") for part in one if part.tag.endswith("path")}
        assert turned == {None if one.attrib["data-side"] == "yellow" else "scale(-1 1)"}


def test_sides_are_told_apart_without_colour_by_a_second_line() -> None:
    lines = {
        one.attrib["data-side"]: sum(part.tag.endswith("path") for part in one)
        for one in with_fact(drawn(Kind.POSITION, story_of(kicked_off())), "figure")
    }
    assert lines == {"yellow": 1, "blue": 2}


def test_goals_and_the_white_zone_are_shown_where_the_match_has_them() -> None:
    picture = drawn(Kind.POSITION, story_of(kicked_off(zone="front3")))
    assert {one.attrib["data-barred"] for one in with_fact(picture, "barred")} == {
        "D2", "E2", "F2", "D15", "E15", "F15",
    }  # fmt: skip
    assert {one.attrib["data-goal"] for one in with_fact(picture, "goal")} == {"D1", "E1", "F1", "D16", "E16", "F16"}
    assert with_fact(drawn(Kind.POSITION, story_of(kicked_off(zone="none"))), "barred") == []


def test_the_move_made_last_is_marked_and_said_and_none_before_the_first() -> None:
    start = kicked_off()
    assert with_fact(drawn(Kind.POSITION, story_of(start)), "last") == []
    picture = drawn(Kind.POSITION, story_of(play(start, "S D8-E10")))
    (mark,) = with_fact(picture, "last")
    assert mark.attrib["data-last"] == "D8-E10"
    assert "Last move: S D8-E10" in texts_of(picture)


def test_an_empty_board_has_no_figure_and_says_that_nothing_began() -> None:
    picture = drawn(Kind.POSITION, story_of(GAME.new({}, None)))
    assert with_fact(picture, "figure") == []
    assert "Before the kick-off" in texts_of(picture)


@given(matches)
@samples(10)
def test_heat_counts_sum_to_the_moves_made_by_each_side(states: list[MasterMoveState]) -> None:
    story = story_of(*states)
    counts = visits(story.course)
    assert sum(sum(of_side.values()) for of_side in counts.values()) == states[-1].ply
    plates = with_fact(drawn(Kind.HEAT, story), "count")
    assert total(plates, "count") == states[-1].ply
    for side in Side:
        own = [before.to_move for before, after in pairwise(states) if after.ply > before.ply].count(side)
        assert total([one for one in plates if one.attrib["data-side"] == side], "count") == own
    for one in plates:
        side, which = Side(one.attrib["data-side"]), cell(one.attrib["data-cell"])
        assert int(one.attrib["data-count"]) == counts[side][which]


@given(matches)
@samples(10)
def test_each_step_line_ends_at_the_score_and_never_falls(states: list[MasterMoveState]) -> None:
    story = story_of(*states)
    ends = {one.attrib["data-side"]: one for one in with_fact(drawn(Kind.MOVES, story), "end")}
    for side in Side:
        line = steps(story.course, side)
        assert line[-1] == (states[-1].ply, states[-1].moves_of(side))
        assert list(line) == sorted(line)
        assert len(line) == states[-1].moves_of(side) + 2
        assert int(ends[side].attrib["data-end"]) == states[-1].moves_of(side)
        assert ends[side].attrib["d"].startswith(f"M{moves.LEFT}.00 ")


def test_relocations_are_marked_with_their_side_where_they_were_made_and_none_where_nobody_relocated() -> None:
    start = kicked_off()
    scored = score(start, Side.YELLOW)
    built = play(scored, "built")
    first = play(built, "@V D4-C5")
    second = play(first, "@-")
    states = (start, scored, built, first, second)
    assert relocations(course_of(*states)) == ((scored.ply, Side.YELLOW),)
    (mark, *legend) = with_fact(drawn(Kind.MOVES, story_of(*states)), "relocation")
    assert (mark.attrib["data-relocation"], mark.attrib["data-side"]) == (str(scored.ply), "yellow")
    assert len(legend) == 2
    nobody = (start, scored, built, play(built, "@-"), next_kick_off(scored))
    assert with_fact(drawn(Kind.MOVES, story_of(*nobody)), "relocation") == []


def test_relocations_made_in_secret_are_marked_once_they_are_told_and_not_before() -> None:
    start = kicked_off(relocation="sealed")
    built = play(score(start, Side.YELLOW), "built")
    one = play(built, "@V D4-C5")
    both = play(one, "@- blue")
    assert relocations(course_of(start, built, one, both)) == ()
    due = GAME.due(both)
    assert due is not None
    told = GAME.apply(both, due).state
    assert relocations(course_of(start, built, one, both, told)) == ((built.ply, Side.YELLOW),)


def test_what_an_arbiter_sets_is_no_move_and_is_marked() -> None:
    start = kicked_off()
    before, after = course_of(start, replace(placed(Side.BLUE, yS1="G3"), ply=start.ply))
    story = replace(story_of(start), course=(before, Moment(after.shown, forced=True)))
    assert moves_made(story.course) == ()
    assert len(with_fact(drawn(Kind.MOVES, story), "forced")) == 1


def lines_of(nodes: Sequence[Node]) -> Iterator[Words]:
    """The lines of text that stand where they say, letters on figures left out."""
    for one in nodes:
        if isinstance(one, Words):
            yield one
        elif "transform" not in dict(one.attributes):
            yield from lines_of(one.inside)


def extent(words: Words) -> tuple[float, float]:
    width = strokes(words.text, words.size)[1]
    left = words.x - {Anchor.START: 0.0, Anchor.MIDDLE: width / 2, Anchor.END: width}[words.anchor]
    return left, left + width


@pytest.mark.parametrize("kind", list(Kind))
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("names", [("", ""), ("W" * 40, "M" * 40), ("Мария", "漢" * 40)])
def test_no_text_leaves_the_picture_or_runs_into_another(kind: Kind, language: str, names: tuple[str, str]) -> None:
    start = kicked_off()
    scored = score(start, Side.YELLOW)
    built = play(scored, "built")
    states = (start, scored, built, play(built, "@V D4-C5"))
    story = story_of(*states, names=names, language=language)
    forced = replace(story, course=(*story.course, Moment(story.last, forced=True)), ending="3:0, time is up")
    picture = draw(kind, forced)
    lines = sorted((round(one.y / 4), *extent(one), one.text) for one in lines_of(picture.body) if one.text)
    assert len(lines) > 8
    for _, left, right, text in lines:
        assert 0 <= left <= right <= picture.width, text
    for before, after in pairwise(lines):
        assert before[0] != after[0] or before[2] < after[1], (before[3], after[3])
