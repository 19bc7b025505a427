"""What the house sees of a match: hand plan, light and view."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.commands import Move
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.plans import Build, Hint, Moves, Nothing
from feldlicht.base.styles import RGB, Pattern
from feldlicht.base.viewers import OWNER, Role, Viewer
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.light import HALF_RING
from feldlicht.rules.master_move.options import Options
from feldlicht.rules.master_move.state import Phase
from tests.rules.helpers import fresh, kicked_off, next_kick_off, placed, play, reachable, score
from tests.support.samples import samples


@given(reachable)
@samples(40)
def test_hands_may_do_exactly_the_legal_moves(state: MasterMoveState) -> None:
    plan = GAME.hand_plan(state)
    if state.phase is Phase.PLAY:
        assert isinstance(plan, Moves)
        assert plan.side is state.to_move
        assert len(plan.targets) == 11
        shown = {(figure, target) for figure, cells in plan.targets.items() for target in cells}
        legal = {(act.figure, act.target) for act in GAME.legal(state) if isinstance(act, Move)}
        assert shown == legal
    elif state.phase is Phase.OVER:
        assert plan == Nothing()
    else:
        assert isinstance(plan, Build)
        assert plan.slack == (state.phase is Phase.RELOCATE)
        assert plan.formation == state.formation


def test_scoring_cells_have_a_hint_of_their_own() -> None:
    plan = GAME.hand_plan(placed(Side.BLUE, bS1="G3"))
    assert isinstance(plan, Moves)
    hints = plan.targets[FigureId("bS1")]
    assert hints[cell("F1")] is Hint.SCORE
    assert {hint for target, hint in hints.items() if target != cell("F1")} == {Hint.MOVE}


def test_a_figure_that_cannot_move_is_in_the_plan_with_no_target() -> None:
    plan = GAME.hand_plan(placed(yV1="A1", yV2="A2", yM1="B1", yM2="B2"))
    assert isinstance(plan, Moves)
    assert plan.targets[FigureId("yV1")] == {}


@given(reachable)
@samples(40)
def test_the_base_light_leaves_the_field_dark_and_keeps_to_ring_and_strip(state: MasterMoveState) -> None:
    scene = GAME.scene(state)
    assert scene.base.cells == {}
    assert set(scene.base.ring) <= set(range(24))
    assert set(scene.base.strip) <= set(range(6))
    assert len({*scene.base.ring.values(), *scene.base.strip.values(), *scene.last_move.values()}) <= 20


@pytest.mark.parametrize("side", list(Side))
def test_the_half_ring_before_its_goal_shows_whose_turn_it_is(side: Side) -> None:
    scene = GAME.scene(kicked_off(kick_off=side.value))
    assert set(scene.base.ring) == set(HALF_RING[side])
    assert {colour.value for style in scene.base.ring.values() for colour in style.colours} == {
        side.value,
        f"dim_{side.value}",
    }


def test_the_light_tells_sides_and_phases_apart_without_colour() -> None:
    scored = score(kicked_off(), Side.YELLOW)
    states = [
        fresh(),
        kicked_off(),
        play(kicked_off(), "M C7-C6"),
        scored,
        play(scored, "built"),
        play(scored, "built", "@-"),
        play(kicked_off(), "resign blue"),
    ]

    def shape(state: MasterMoveState) -> object:
        ring = GAME.scene(state).base.ring
        return frozenset((lamp, one.pattern, one.period_ms, one.phase_ms) for lamp, one in ring.items())

    assert len({shape(state) for state in states}) == len(states)


def test_the_strip_counts_yellow_from_the_left_and_blue_from_the_right() -> None:
    state = next_kick_off(score(kicked_off(), Side.YELLOW))
    state = next_kick_off(score(state, Side.BLUE))
    state = next_kick_off(score(state, Side.BLUE))
    strip = GAME.scene(state).base.strip
    assert {lamp: style.colours[0].value for lamp, style in strip.items()} == {0: "yellow", 5: "blue", 4: "blue"}
    over = score(state, Side.BLUE)
    strip = GAME.scene(over).base.strip
    assert {lamp for lamp, style in strip.items() if style.pattern is Pattern.PULSE} == {3, 4, 5}
    assert set(GAME.scene(over).base.ring) == set(range(24))


def test_the_last_move_is_a_dim_trace_with_its_target_brighter_than_its_origin() -> None:
    scene = GAME.scene(play(kicked_off(), "S D8-E10"))
    assert set(scene.last_move) == {cell("D8"), cell("E10")}

    def mean(name: str) -> float:
        style = scene.last_move[cell(name)]
        return sum(sum(RGB[colour]) for colour in style.colours) / len(style.colours)

    assert 0 < mean("D8") < mean("E10") < 60
    assert GAME.scene(kicked_off()).last_move == {}


@given(reachable)
@samples(40)
def test_the_view_is_json_and_says_what_stands_where(state: MasterMoveState) -> None:
    view = json.loads(json.dumps(GAME.view(state, OWNER)))
    assert view == GAME.view(state, Viewer(Role.VIEWER))
    assert {figure["cell"]: figure["id"] for figure in view["figures"]} == {
        cell_name(which): one.id for which, one in GAME.standing(state).items()
    }
    assert view["formation"] == {cell_name(which): one.id for which, one in state.formation.items()}
    assert view["legal_moves"] == (len(GAME.legal(state)) if state.phase is Phase.PLAY else 0)
    assert (view["relocating"] is not None) is (view["phase"] == "relocate")
    assert view["score"] == {"yellow": state.score[0], "blue": state.score[1]}


def test_the_view_of_the_worked_example() -> None:
    state = play(placed(Side.BLUE, bS1="G3"), "S G3-F1")
    view = GAME.view(state, OWNER)
    assert view["last_move"] == {"figure": "bS1", "from": "G3", "to": "F1", "scored": True}
    assert (view["phase"], view["to_move"], view["outcome"]) == ("rebuild", "yellow", None)
    assert view["goals"] == {"yellow": ["D1", "E1", "F1"], "blue": ["D16", "E16", "F16"]}
    assert view["options"] == Options().as_json()
    resigned = GAME.view(play(kicked_off(), "resign yellow"), OWNER)
    assert resigned["outcome"] == {"reason": "RESIGNED", "winner": "blue", "score": {"yellow": 0, "blue": 3}}


def test_the_game_is_found_by_its_entry_point() -> None:
    from importlib.metadata import entry_points

    (found,) = entry_points(group="feldlicht.games", name="master_move")
    assert found.load() is GAME
    assert (GAME.name, GAME.rules_version) == ("master_move", 1)
