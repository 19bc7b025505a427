"""The numbered readings of the rules, M1–M12, M14–M16 and M18; M13 has a file of its own."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import CELLS, cell, cell_name
from feldlicht.base.commands import Built, Decline, Move, Relocate, Resign
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.plans import Build, Hint
from feldlicht.base.reasons import BadInput, Reason, Refusal
from feldlicht.base.viewers import OWNER
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.geometry import GOAL_CELLS
from feldlicht.rules.master_move.options import ZONES, ZonePreset
from feldlicht.rules.master_move.state import EndReason, Phase
from tests.rules.helpers import (
    facts,
    fresh,
    kicked_off,
    next_kick_off,
    placed,
    play,
    reason,
    refusal,
    score,
    targets,
)


def test_the_worked_example_scores() -> None:
    state = placed(Side.BLUE, bS1="G3")
    assert state.position[cell("E1")].kind == "T"
    applied = GAME.apply(state, GAME.parse(state, "S G3-F1!"))
    assert applied.state.score == (0, 1)
    assert [event.name for event in applied.events] == ["moved", "scored"]


@pytest.mark.parametrize(
    ("preset", "yellow_end"),
    [
        ("front3", "D2 E2 F2"),
        ("front5", "C2 D2 E2 F2 G2"),
        ("front3x2", "D2 E2 F2 D3 E3 F3"),
        ("ring", "C1 C2 D2 E2 F2 G2 G1"),
        ("none", ""),
    ],
)
def test_m01_every_preset_is_white_at_both_ends(preset: str, yellow_end: str) -> None:
    names = yellow_end.split()
    both = names + [f"{name[0]}{17 - int(name[1:])}" for name in names]
    assert {cell_name(which) for which in ZONES[ZonePreset(preset)]} == set(both)
    assert GAME.view(fresh(zone=preset), OWNER)["zone"] == sorted(both, key=cell)


def test_m01_only_cells_that_the_text_lets_stand_are_never_white() -> None:
    for cells in ZONES.values():
        assert not cells & {cell(name) for name in ("C3", "G3", "C14", "G14")}
        assert not cells & GOAL_CELLS


def test_m01_nobody_may_end_a_move_in_either_zone() -> None:
    assert reason(placed(yM1="E5"), "M E5-E2") == Reason.WHITE_ZONE
    assert reason(placed(yM1="E12", bF2="A10"), "M E12-E15") == Reason.WHITE_ZONE
    assert reason(placed(Side.BLUE, bM1="E5"), "M E5-E2") == Reason.WHITE_ZONE


def test_m01_a_mask_leaves_each_half_room_for_ten_figures_beside_its_goal() -> None:
    half = [name for name in map(cell_name, CELLS) if int(name[1:]) <= 8 and name not in ("D1", "E1", "F1")]
    GAME.new({"zone": half[10:]}, None)
    with pytest.raises(BadInput) as refused:
        GAME.new({"zone": half[9:]}, None)
    assert refused.value.refusal == Refusal.of(Reason.BAD_OPTION, option="zone", side=Side.YELLOW, free=9, wanted=10)


def test_m01_a_mask_of_cells_is_a_zone_too() -> None:
    state = kicked_off(zone=["C4"])
    assert "D5" in targets(state, "D4")
    assert reason(placed(zone=["D5"]), "V D4-D5") == Reason.WHITE_ZONE


def test_m02_the_corner_cells_of_the_goal_columns_are_played_on() -> None:
    state = placed(yM1="A5", yM2="I12")
    assert "A1" in targets(state, "A5")
    assert "I16" in targets(state, "I12")


@pytest.mark.parametrize(
    ("figure", "origin", "beyond"),
    [("bM1", "E5", "E1"), ("bF1", "G4", "D1"), ("bJ1", "E3", "E1"), ("bJ1", "G3", "E1"), ("bM1", "C2", "G2")],
)
def test_m03_sliders_cross_the_zone_when_the_move_ends_beyond(figure: str, origin: str, beyond: str) -> None:
    free = placed(Side.BLUE, yT1="D1" if beyond == "E1" else "F1", **{figure: origin})
    assert beyond in targets(free, origin)


def test_m03_no_crossing_when_the_first_cell_beyond_is_taken_or_out_of_range() -> None:
    taken = placed(Side.BLUE, bM1="E5")
    assert targets(taken, "E5") & {"E1", "E2"} == set()
    assert reason(taken, "M E5-E2") == Reason.WHITE_ZONE
    assert reason(taken, "M E5-E1") == Reason.OCCUPIED
    too_far = placed(Side.BLUE, bM1="E5", yF2="A8", bJ1="E4", yT1="D1")
    assert reason(too_far, "J E4-E1!") == Reason.OUT_OF_RANGE


def test_m03_a_figure_before_the_zone_blocks_the_way_over_it() -> None:
    state = placed(Side.BLUE, bM1="E5", yV1="E3", yT1="D1")
    found = refusal(state, "M E5-E1!")
    assert found.reason == Reason.BLOCKED
    assert facts(found)["by"] == "yV1"


def test_m04_a_striker_leaps_over_the_zone_but_never_into_it() -> None:
    state = placed(Side.BLUE, bS1="E3", yT1="E1")
    assert {"D1", "F1"} <= targets(state, "E3")
    assert reason(placed(Side.BLUE, bS1="G3"), "S G3-E2") == Reason.WHITE_ZONE


def test_m05_a_defender_never_enters_the_zone() -> None:
    assert reason(placed(Side.BLUE, bV1="E3"), "V E3-E2") == Reason.WHITE_ZONE
    assert targets(placed(Side.BLUE, bV1="E3"), "E3") & {"D2", "E2", "F2", "D1", "E1", "F1"} == set()


def test_m06_the_own_goal_is_neither_target_nor_way_for_outfielders() -> None:
    assert reason(placed(yM1="C1"), "M C1-D1") == Reason.OWN_GOAL
    assert reason(placed(yM1="C1", yT1="F1"), "M C1-E1") == Reason.OWN_GOAL
    through = placed(yM1="C1", zone="none")
    assert reason(through, "M C1-G1") == Reason.OWN_GOAL
    assert "G1" not in targets(through, "C1")


def test_m07_entering_a_free_goal_cell_scores_also_sideways_along_the_goal_column() -> None:
    state = play(placed(Side.BLUE, bV1="C1"), "V C1-D1!")
    assert (state.score, state.phase) == ((0, 1), Phase.REBUILD)
    state = play(placed(Side.BLUE, bV1="C2"), "V C2-D1!")
    assert state.score == (0, 1)


def test_m07_a_slider_stops_at_the_first_goal_cell_it_enters() -> None:
    state = placed(Side.BLUE, bM1="C1", yT1="F1")
    assert targets(state, "C1") & {"D1", "E1", "F1", "G1"} == {"D1"}
    found = refusal(state, "M C1-E1!")
    assert (found.reason, facts(found)["goal"]) == (Reason.OUT_OF_RANGE, "D1")


def test_m07_the_keepers_cell_blocks() -> None:
    found = refusal(placed(Side.BLUE, bS1="G2"), "S G2-E1!")
    assert (found.reason, facts(found)["by"]) == (Reason.OCCUPIED, "yT1")


def test_m08_the_keeper_moves_exactly_one_cell_within_his_goal_and_never_scores() -> None:
    assert targets(kicked_off(), "E1") == {"D1", "F1"}
    assert targets(placed(yT1="D1"), "D1") == {"E1"}
    assert reason(placed(yT1="D1"), "T D1-C1") == Reason.KEEPER_LINE
    assert reason(kicked_off(), "T E1-E2") == Reason.KEEPER_LINE
    assert reason(placed(yT1="D1"), "T D1-F1") == Reason.OUT_OF_RANGE
    assert reason(kicked_off(), Move(FigureId("yT1"), cell("E1"), cell("D16"))) == Reason.KEEPER_LINE


def test_m09_yellow_kicks_off_unless_chosen_then_the_side_that_conceded_moves_next() -> None:
    assert kicked_off().to_move is Side.YELLOW
    assert kicked_off(kick_off="blue").to_move is Side.BLUE
    for scorer in Side:
        state = next_kick_off(score(kicked_off(), scorer))
        assert (state.to_move, state.kick_off, state.phase) == (scorer.other, scorer.other, Phase.PLAY)


@pytest.mark.parametrize("name", ["A1", "I8", "E8", "C1", "G3"])
def test_m10_outfielders_are_set_up_anywhere_in_their_half_on_any_turf_colour(name: str) -> None:
    cells = _counting()
    moved = next(place for place, kind in cells["yellow"].items() if kind == "F")
    del cells["yellow"][moved]
    cells["yellow"].pop(name, None)
    cells["yellow"][name] = "F"
    missing = {"E8": "J"}.get(name)
    if missing:
        cells["yellow"]["A8"] = missing
    assert GAME.standing(GAME.new({}, cells))[cell(name)].kind == "F"


def test_m10_the_match_starts_once_the_formation_stands() -> None:
    state = fresh()
    assert GAME.legal(state) == (Built(),)
    assert GAME.hand_plan(state) == Build(GAME.standing(state))
    assert reason(state, "S D8-E10") == Reason.WRONG_PHASE
    assert play(state, "built").phase is Phase.PLAY


def test_m11_after_a_move_every_figure_returns_and_the_scorer_relocates_first() -> None:
    scored = score(kicked_off(), Side.BLUE)
    assert (scored.phase, scored.relocating) == (Phase.REBUILD, None)
    assert GAME.standing(scored)[cell("F1")].side is Side.BLUE
    assert GAME.hand_plan(scored) == Build(scored.formation)
    rebuilt = play(scored, "built")
    assert GAME.standing(rebuilt) == GAME.standing(fresh())
    assert (rebuilt.phase, rebuilt.relocating) == (Phase.RELOCATE, Side.BLUE)
    assert reason(rebuilt, "@V D4-C6") == Reason.NOT_YOUR_TURN
    second = play(rebuilt, "@V D13-C11")
    assert (second.phase, second.relocating) == (Phase.RELOCATE, Side.YELLOW)
    kicked = play(second, "@V D4-C6")
    assert (kicked.phase, kicked.relocating, kicked.to_move) == (Phase.PLAY, None, Side.YELLOW)
    assert {cell("C11"), cell("C6")} <= set(GAME.standing(kicked))


def test_m11_a_figure_may_go_to_every_cell_that_is_free_and_allowed_at_setup_and_nowhere_else() -> None:
    state = play(score(kicked_off(), Side.YELLOW), "built")
    plan = GAME.hand_plan(state)
    assert isinstance(plan, Build)
    assert plan.slack == 1
    assert set(plan.targets) == {figure for figure in FIGURES if figure.startswith("y")}
    white_or_goal = {cell(name) for name in ["D2", "E2", "F2", "D1", "E1", "F1"]}
    free = {
        which
        for which in CELLS
        if which % 16 < 8 and which not in GAME.standing(state) and which not in white_or_goal
    }
    assert plan.targets[FigureId("yF1")] == dict.fromkeys(free, Hint.RELOCATE)
    assert set(plan.targets[FigureId("yT1")]) == {cell("D1"), cell("F1")}
    relocations = [act for act in GAME.legal(state) if isinstance(act, Relocate)]
    assert len(relocations) == 10 * len(free) + 2
    assert Decline() in GAME.legal(state)


@pytest.mark.parametrize(
    ("act", "why"),
    [
        ("@V D4-D2", Reason.WHITE_ZONE),
        ("@V D4-D1", Reason.OWN_GOAL),
        ("@V D4-D9", Reason.NOT_YOUR_HALF),
        ("@V D4-F16", Reason.NOT_YOUR_HALF),
        ("@V D4-E6", Reason.OCCUPIED),
        ("@T E1-C1", Reason.KEEPER_LINE),
        ("@V D13-C12", Reason.NOT_YOUR_TURN),
        ("S D8-E10", Reason.WRONG_PHASE),
        ("built", Reason.WRONG_PHASE),
    ],
)
def test_m11_what_is_no_relocation_is_refused_with_its_reason(act: str, why: Reason) -> None:
    assert reason(play(score(kicked_off(), Side.YELLOW), "built"), act) == why


def test_m11_own_cell_means_none_and_a_winger_may_change_its_turf_colour() -> None:
    state = play(score(kicked_off(), Side.BLUE), "built", "@-")
    assert GAME.parse(state, "@V D4-D4") == Decline()
    kicked = play(state, "@F B5-B6")
    assert targets(kicked, "B6") == {"A5", "A7", "C5"}


def test_m11_changes_add_up_from_kick_off_to_kick_off() -> None:
    state = next_kick_off(score(kicked_off(), Side.YELLOW), "@F B5-A1", "@-")
    state = next_kick_off(score(state, Side.BLUE), "@-", "@F H5-I1")
    assert {cell("A1"), cell("I1")} <= set(GAME.standing(state))
    assert state.formation == state.position


def test_m12_there_are_at_most_four_breaks_and_so_four_changes_a_side() -> None:
    state, breaks = kicked_off(), 0
    for side in (Side.YELLOW, Side.BLUE, Side.YELLOW, Side.BLUE):
        state = next_kick_off(score(state, side))
        breaks += 1
    state = score(state, Side.YELLOW)
    assert (breaks, state.phase, state.score) == (4, Phase.OVER, (3, 2))


def test_m14_there_is_no_passing() -> None:
    state = kicked_off()
    assert all(isinstance(act, Move) for act in GAME.legal(state))
    assert reason(state, Decline()) == Reason.WRONG_PHASE
    assert reason(state, Move(FigureId("yV1"), cell("D4"), cell("D4"))) == Reason.NOT_ITS_MOVE


def test_m15_the_third_move_ends_the_match_at_once() -> None:
    state = kicked_off()
    for _ in range(2):
        state = next_kick_off(score(state, Side.BLUE))
    over = score(state, Side.BLUE)
    outcome = GAME.outcome(over)
    assert outcome is not None
    assert (outcome.reason, outcome.winner, outcome.score) == (EndReason.THREE_MOVES, Side.BLUE, (0, 3))
    assert GAME.legal(over) == ()
    for act in ("built", "@-", "T E1-D1", "resign yellow"):
        assert reason(over, act) == Reason.GAME_OVER


@pytest.mark.parametrize("side", list(Side))
def test_m16_resigning_is_possible_at_any_time_and_books_0_3(side: Side) -> None:
    lead = next_kick_off(score(kicked_off(), side))
    scored = score(lead, side.other)
    for state in (fresh(), kicked_off(), lead, scored, play(scored, "built"), play(scored, "built", "@-")):
        assert GAME.why_illegal(state, Resign(side)) is None
        over = play(state, f"resign {side.value}")
        outcome = GAME.outcome(over)
        assert outcome is not None
        assert (outcome.reason, outcome.winner) == (EndReason.RESIGNED, side.other)
        assert outcome.score == ((0, 3) if side is Side.YELLOW else (3, 0))
        assert GAME.standing(over) == GAME.standing(state)
        assert over.phase is Phase.OVER


def test_m18_a_state_never_changes_so_playing_one_act_less_gives_everything_back() -> None:
    acts = ["built", "M C7-C6", "T E16-D16", "M C6-C7", "T D16-E16", "M C7-C6"]
    states: list[MasterMoveState] = [fresh()]
    lines = [GAME.position(states[0])]
    for act in acts:
        states.append(play(states[-1], act))
        lines.append(GAME.position(states[-1]))
    again = play(fresh(), *acts[:-1])
    assert again == states[-2]
    assert hash(again) == hash(states[-2])
    assert [GAME.position(state) for state in states] == lines
    assert states[-1].crossings != states[-2].crossings


def test_m18_taking_back_a_score_returns_score_and_figures() -> None:
    before = placed(Side.BLUE, bS1="G3")
    after = play(before, "S G3-F1!")
    assert (before.score, after.score) == ((0, 0), (0, 1))
    assert before.position.find(FigureId("bS1")) == cell("G3")


def _counting() -> dict[str, dict[str, str]]:
    state = fresh()
    cells: dict[str, dict[str, str]] = {"yellow": {}, "blue": {}}
    for which, figure in state.position.items():
        cells[figure.side.value][cell_name(which)] = str(figure.kind)
    return cells
