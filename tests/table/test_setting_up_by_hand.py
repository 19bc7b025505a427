"""Setting up from an empty board at a table: figure by figure by hand, from a name, in turn, in secret (M10, M22)."""

from __future__ import annotations

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole, Side
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import GAME_MASTER, PUBLIC, Role, Viewer
from feldlicht.board.compose import BELONGS, PUT
from feldlicht.rules.master_move.formation import SHAPES
from feldlicht.rules.master_move.state import Phase
from feldlicht.table.messages import Accepted, Declined
from feldlicht.table.projection import abilities, project_log
from tests.support.formations import counting
from tests.support.hands import TableInTime

ORDER = "TVFMJS"
POLES = {"yellow": Pole.NORTH, "blue": Pole.SOUTH}


def table(**options: object) -> TableInTime:
    made = TableInTime(formation=None, options=options)
    made.connect()
    return made


def in_order(side: str) -> list[str]:
    """The cells of the counting formation in the order in which figures are asked for."""
    cells = counting()[side]
    return sorted(cells, key=lambda name: (ORDER.index(cells[name]), name))


def put_up(at: TableInTime, side: str) -> None:
    for name in in_order(side):
        at.place(name, POLES[side])
        at.wait(400)


def test_m10_figures_are_put_up_one_after_the_other_and_a_press_of_the_knob_confirms() -> None:
    at = table()
    put_up(at, "yellow")
    assert len(at.session.state.formation) == 11
    assert at.hands.calm
    assert isinstance(at.ask("confirm"), Accepted)
    put_up(at, "blue")
    assert isinstance(at.ask("confirm"), Accepted)
    assert at.session.state.phase is Phase.PLAY
    assert at.notations[0] == "+T E1"
    assert at.notations[11] == "ready yellow"


def test_m10_the_cells_for_the_next_figure_glow_and_for_the_one_in_the_air() -> None:
    at = table()
    lit = {c for c, style in at.table.scene.cells.items() if style == BELONGS[Side.YELLOW]}
    assert lit == {cell("D1"), cell("E1"), cell("F1")}
    at.place("E1", Pole.NORTH)
    at.wait(400)
    lit = {c for c, style in at.table.scene.cells.items() if style == BELONGS[Side.YELLOW]}
    assert len(lit) == 8 * 9 - 3 - 3  # the own half without goal and white zone
    at.lift("E1")
    at.wait(400)
    assert {c for c, _ in at.hands.targets} == {cell("D1"), cell("F1")}


def test_m10_a_magnet_where_none_may_stand_is_marked_and_nothing_is_logged() -> None:
    at = table()
    for name, pole in (("E5", Pole.NORTH), ("E9", Pole.SOUTH)):
        at.place(name, pole)
        at.wait(400)
        assert {problem.cell for problem in at.hands.problems} == {cell(name)}
        at.lift(name)
        at.wait(400)
    assert at.notations == []


def test_m10_a_figure_that_stands_is_moved_by_hand() -> None:
    at = table()
    at.place("E1", Pole.NORTH)
    at.wait(400)
    at.move("E1", "F1")
    at.wait(400)
    assert at.notations == ["+T E1", "T E1-F1"]


def test_m22_confirming_ten_figures_is_refused_and_nothing_changes() -> None:
    at = table()
    for name in in_order("yellow")[:-1]:
        at.place(name, Pole.NORTH)
        at.wait(400)
    answer = at.ask("confirm")
    assert isinstance(answer, Declined)
    assert answer.refusal.reason is Reason.NOT_ELEVEN
    assert not abilities(at.session, at.hands, PUBLIC)["confirm"]
    at.place(in_order("yellow")[-1], Pole.NORTH)
    at.wait(400)
    assert abilities(at.session, at.hands, GAME_MASTER)["confirm"]


def test_m22_with_a_figure_in_the_air_nothing_is_confirmed() -> None:
    at = table()
    put_up(at, "yellow")
    at.lift("E1")
    at.wait(400)
    answer = at.ask("confirm")
    assert isinstance(answer, Declined)
    assert answer.refusal.reason is Reason.NOT_BUILT


def test_m22_a_confirmation_is_the_own_sides() -> None:
    at = table()
    put_up(at, "yellow")
    blue = at.ask("confirm", viewer=Viewer(Role.PLAYER, Side.BLUE))
    assert isinstance(blue, Declined)
    assert isinstance(at.ask("confirm", viewer=Viewer(Role.PLAYER, Side.YELLOW)), Accepted)


def test_m10_a_named_formation_is_built_by_hand_in_any_order_and_then_confirmed() -> None:
    at = table()
    assert isinstance(at.ask("act", "form yellow wall"), Accepted)
    cells = at.table.scene.cells
    assert {c for c, style in cells.items() if style in (BELONGS[Side.YELLOW], PUT)} == {
        cell(name) for name in SHAPES["wall"]
    }
    for name in reversed(list(SHAPES["wall"])):
        at.place(name, Pole.NORTH)
    at.wait(400)
    assert at.notations[-1] == "built"
    assert isinstance(at.ask("confirm"), Accepted)


def test_m10_virtual_hands_put_up_what_is_given_on_a_page() -> None:
    at = TableInTime(formation=None, virtual_hands=True)
    at.connect()
    at.ask("act", "form yellow wings")
    at.carry_out()
    at.wait(400)
    assert {c for c, pole in at.magnets.items() if pole is Pole.NORTH} == {cell(name) for name in SHAPES["wings"]}
    assert at.notations[-1] == "built"
    at.ask("act", "ready yellow")
    at.ask("act", "+T E16")
    at.carry_out()
    at.wait(400)
    assert at.magnets[cell("E16")] is Pole.SOUTH


def test_m10_one_each_in_turn_by_hand() -> None:
    at = table(setup="alternating")
    for yellow, blue in zip(in_order("yellow"), in_order("blue"), strict=True):
        at.place(yellow, Pole.NORTH)
        at.wait(400)
        at.place(blue, Pole.SOUTH)
        at.wait(400)
    assert isinstance(at.ask("confirm"), Accepted)
    assert isinstance(at.ask("confirm"), Accepted)
    assert at.session.state.phase is Phase.PLAY


def test_m10_sealed_formations_are_told_by_the_table_as_soon_as_both_are_there_and_then_built() -> None:
    at = table(setup="sealed")
    at.ask("act", "form blue press", viewer=Viewer(Role.PLAYER, Side.BLUE), nonce="b" * 32)
    at.ask("act", "form yellow wall", viewer=Viewer(Role.PLAYER, Side.YELLOW), nonce="a" * 32)
    public = project_log(at.session, PUBLIC)
    assert [one["notation"] for one in public] == [None, None, "reveal"]
    told = {event["side"]: event for event in public[2]["events"]}  # type: ignore[attr-defined]
    assert told["blue"]["commitment"] == public[0]["commitment"]
    assert told["yellow"]["commitment"] == public[1]["commitment"]
    at.build()
    assert at.session.state.phase is Phase.PLAY


@pytest.mark.parametrize("by", [PUBLIC, Viewer(Role.PLAYER, Side.YELLOW)])
def test_m10_nobody_seals_for_another_side(by: Viewer) -> None:
    at = table(setup="sealed")
    assert isinstance(at.ask("act", "form blue press", viewer=by), Declined)


def test_m10_a_match_on_pages_alone_is_set_up_there() -> None:
    at = TableInTime(board=None, formation=None)
    for act in ("form yellow wall", "ready yellow", "form blue wings", "ready blue"):
        assert isinstance(at.ask("act", act), Accepted), act
    assert at.session.state.phase is Phase.PLAY


def test_taking_back_while_setting_up_takes_back_one_figure() -> None:
    at = TableInTime(board=None, formation=None)
    for act in ("+T E1", "+V D4"):
        at.ask("act", act)
    at.ask("undo")
    assert at.session.state.formation.keys() == {cell("E1")}
    at.ask("redo")
    assert at.session.state.formation.keys() == {cell("E1"), cell("D4")}


@pytest.mark.parametrize("act", ["built", "reveal", "time"])
def test_what_the_table_does_by_itself_nobody_may_ask_for(act: str) -> None:
    at = TableInTime(board=None, formation=None)
    assert isinstance(at.ask("act", act), Declined)
