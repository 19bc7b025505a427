"""Relocating in secret after a Move (M11): both say it at the same time, both are told together."""

from __future__ import annotations

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import Relocate
from feldlicht.base.figures import Side
from feldlicht.base.plans import Build, Nothing
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.viewers import OWNER, PUBLIC, Role, Secrecy, Viewer
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.state import Phase
from feldlicht.texts import sentence
from tests.rules.helpers import kicked_off, play, reason, score


def relocating() -> MasterMoveState:
    """Yellow has scored, the formation stands again."""
    return play(score(kicked_off(relocation="sealed"), Side.YELLOW), "built")


def test_m11_sealed_both_may_act_in_either_order_and_hands_mean_nothing_meanwhile() -> None:
    state = relocating()
    assert GAME.legal(state)
    assert isinstance(GAME.hand_plan(state), Nothing)
    for first, second in (("@V D4-C6", "@- blue"), ("@- blue", "@V D4-C6")):
        after = play(state, first, second, "reveal")
        assert after.phase is Phase.ADJUST
        assert after.formation == play(state, "@V D4-C6", "@- blue", "reveal").formation


def sealed(state: MasterMoveState, viewer: Viewer) -> dict[str, object]:
    """What is told of sealed relocations, without where figures may go."""
    told = GAME.view(state, viewer)["sealed"]
    assert isinstance(told, dict)
    return {name: value for name, value in told.items() if name != "targets"}


def test_m11_sealed_where_figures_may_go_is_told_of_each_side_until_it_has_said_its_own() -> None:
    for before, sides in ((relocating(), "yb"), (play(relocating(), "@- blue"), "y")):
        told = GAME.view(before, PUBLIC)["sealed"]
        assert isinstance(told, dict)
        assert {figure[0] for figure in told["targets"]} == set(sides)
        ways = {(figure, name) for figure, cells in told["targets"].items() for name in cells}
        may = {(act.figure, cell_name(act.target)) for act in GAME.legal(before) if isinstance(act, Relocate)}
        assert ways == may


def test_m11_sealed_what_one_side_says_is_its_own_until_both_are_told() -> None:
    state = relocating()
    act = GAME.parse(state, "@V D4-C6")
    audience = GAME.audience(state, act)
    assert (audience.secrecy, audience.sides) == (Secrecy.SEALED, frozenset({Side.YELLOW}))
    said = GAME.apply(state, act).state
    for viewer in (PUBLIC, OWNER, Viewer(Role.PLAYER, Side.BLUE)):
        assert sealed(said, viewer) == {"sides": ["yellow"], "own": {}}
    own = sealed(said, Viewer(Role.PLAYER, Side.YELLOW))
    assert own == {"sides": ["yellow"], "own": {"yellow": {"figure": "yV1", "from": "D4", "to": "C6"}}}
    assert GAME.standing(said) == GAME.standing(state)
    assert GAME.scene(said) == GAME.scene(state)


def test_m11_sealed_a_side_says_one_thing_only() -> None:
    said = play(relocating(), "@V D4-C6")
    assert reason(said, "@V F4-C7") is Reason.LOCKED
    assert reason(said, "@- yellow") is Reason.LOCKED
    assert reason(said, "reveal") is Reason.WRONG_PHASE


def test_m11_sealed_whose_none_it_is_must_be_said() -> None:
    assert reason(relocating(), "@-") is Reason.WHICH_SIDE


def test_m11_what_is_said_of_sealed_relocations_is_about_them() -> None:
    for refusal in (Refusal(Reason.WHICH_SIDE), Refusal.of(Reason.LOCKED, side=Side.YELLOW)):
        told = sentence(refusal, "en")
        assert "resign" not in told
        assert "formation" not in told


def test_m11_sealed_both_are_told_and_the_change_is_built_before_the_kick_off() -> None:
    said = play(relocating(), "@- blue", "@V D4-C6")
    told = GAME.apply(said, GAME.parse(said, "reveal"))
    assert [dict(event.facts).get("notation") for event in told.events if event.name == "revealed"] == [
        "@V D4-C6",
        "@- blue",
    ]
    assert GAME.hand_plan(told.state) == Build(told.state.formation)
    assert play(told.state, "built").phase is Phase.PLAY


def test_m11_sealed_when_nobody_relocates_there_is_nothing_to_build() -> None:
    assert play(relocating(), "@- blue", "@- yellow", "reveal").phase is Phase.PLAY


def test_m11_scorer_first_is_how_it_comes_and_needs_no_secrets() -> None:
    state = play(score(kicked_off(), Side.YELLOW), "built")
    assert state.relocating is Side.YELLOW
    assert not GAME.secrets({})
    assert GAME.secrets({"relocation": "sealed"})
    assert reason(state, "@- blue") is Reason.NOT_YOUR_TURN
