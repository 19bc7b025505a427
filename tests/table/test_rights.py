"""What a role and a seat may ask of a session: the table of table/rights.py, row by row."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import CommandType, Move
from feldlicht.base.entries import Actor
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.table import session as sessions
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.projection import view
from feldlicht.table.rights import why_not
from feldlicht.table.session import Stamp
from tests.support.hands import kicked_off
from tests.support.samples import samples

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)
ONE = Viewer(Role.PLAYER, Side.YELLOW, FigureId("yT1"))
NO, SEAT, ACT = Reason.NOT_ALLOWED, Reason.NOT_YOUR_SEAT, Reason.NOT_YOUR_ACT


# Yellow is to move: what each may ask. The viewer never may anything, owner and game master always.
ROWS = [
    # command, text, count, yellow's seat, blue's seat, the seat of one yellow figure that the move is not of
    ("move", "M C7-C5", 1, None, SEAT, SEAT),
    ("move", "M C10-C11", 1, SEAT, None, SEAT),
    ("move", "nonsense", 1, None, None, None),
    ("relocate", "@-", 1, SEAT, SEAT, SEAT),
    ("act", "hint yellow", 1, None, SEAT, SEAT),
    ("act", "@- blue", 1, SEAT, None, SEAT),
    ("resign", "yellow", 1, None, SEAT, SEAT),
    ("resign", "blue", 1, SEAT, None, SEAT),
    ("resign", "", 1, None, SEAT, SEAT),
    ("confirm", "", 1, None, SEAT, None),
    ("answer", "", 1, None, SEAT, None),
    ("cancel", "", 1, None, SEAT, None),
    ("undo", "", 1, None, None, None),
    ("redo", "", 1, None, None, None),
    ("propose", "", 1, None, None, SEAT),
    ("agree", "", 1, None, None, SEAT),
    ("disagree", "", 1, None, None, SEAT),
    ("abandon", "", 1, NO, NO, NO),
    ("override", "", 1, NO, NO, NO),
    ("built", "", 1, NO, NO, NO),
    ("acts", "hint yellow", 1, NO, NO, NO),
]


@pytest.mark.parametrize(("kind", "text", "count", "yellow", "blue", "figure"), ROWS)
def test_every_row_of_the_table_holds(
    kind: str, text: str, count: int, yellow: Reason | None, blue: Reason | None, figure: Reason | None
) -> None:
    session = kicked_off().session
    one = Viewer(Role.PLAYER, Side.YELLOW, FigureId("yT1"))
    wanted = {PUBLIC: NO, YELLOW: yellow, BLUE: blue, one: figure, OWNER: None, GAME_MASTER: None}
    for viewer, reason in wanted.items():
        refusal = why_not(session, Request(CommandType(kind), text, count=count, viewer=viewer))
        assert (refusal.reason if refusal is not None else None) is reason, viewer


def test_the_rows_are_all_commands_there_are() -> None:
    assert {kind for kind, *_ in ROWS} == {kind.value for kind in CommandType}


def test_a_player_takes_back_and_plays_again_what_the_own_side_did() -> None:
    table = kicked_off()
    table.ask("move", "M C7-C5")
    session = table.session
    assert why_not(session, Request(CommandType.UNDO, viewer=YELLOW)) is None
    refused = why_not(session, Request(CommandType.UNDO, viewer=BLUE))
    assert refused is not None
    assert refused.reason is ACT
    session = sessions.undo(session, Stamp(Actor.PAGE, 0))
    assert why_not(session, Request(CommandType.REDO, viewer=YELLOW)) is None
    refused = why_not(session, Request(CommandType.REDO, viewer=BLUE))
    assert refused is not None
    assert refused.reason is ACT


def test_a_player_takes_back_no_more_acts_than_the_own_sides_last_ones() -> None:
    table = kicked_off()
    table.ask("move", "M C7-C5")
    table.ask("move", "F E11-G13")
    for count, viewer, allowed in ((1, BLUE, True), (2, BLUE, False), (1, YELLOW, False), (2, YELLOW, False)):
        refusal = why_not(table.session, Request(CommandType.UNDO, count=count, viewer=viewer))
        assert (refusal is None) is allowed


@pytest.mark.parametrize(("viewer", "reason"), [(PUBLIC, NO), (BLUE, SEAT)])
def test_t23_what_a_seat_may_not_do_is_refused_and_changes_nothing(viewer: Viewer, reason: Reason) -> None:
    table = kicked_off()
    before, log = table.session.state, table.log
    answer = table.ask("move", "M C7-C5", viewer=viewer)
    assert isinstance(answer, Declined)
    assert answer.refusal.reason is reason
    assert (table.session.state, table.log) == (before, log)


def test_who_may_not_is_told_so_before_anything_else() -> None:
    table = kicked_off()
    answer = table.ask("move", "M C7-C5", viewer=BLUE, revision=77)
    assert isinstance(answer, Declined)
    assert answer.refusal.reason is SEAT


def test_whose_turn_it_is_the_game_says() -> None:
    answer = kicked_off().ask("move", "M C10-C11", viewer=BLUE)
    assert isinstance(answer, Declined)
    assert answer.refusal.reason is Reason.NOT_YOUR_TURN


def test_a_player_plays_the_own_side() -> None:
    table = kicked_off()
    assert isinstance(table.ask("move", "M C7-C5", viewer=YELLOW), Accepted)
    assert isinstance(table.ask("move", "F E11-G13", viewer=BLUE), Accepted)


def test_what_can_be_done_is_told_to_those_who_may() -> None:
    table = kicked_off()
    table.ask("move", "M C7-C5")

    def can(viewer: Viewer) -> object:
        return view(table.session, table.hands, viewer)["can"]

    nothing = {"undo": False, "undo_acts": 0, "redo": False, "confirm": False, "override": False}
    nothing |= {"propose": False, "agree": False, "disagree": False, "resign": [], "abandon": False, "figures": []}
    blues = list(view(table.session, table.hands, PUBLIC)["moves"])
    assert blues
    assert can(PUBLIC) == nothing
    assert can(YELLOW) == {**nothing, "propose": True, "undo": True, "undo_acts": 1, "resign": ["yellow"]}
    assert can(BLUE) == {**nothing, "propose": True, "resign": ["blue"], "figures": blues}
    everything = {"undo": True, "undo_acts": 1, "override": True, "abandon": True, "resign": ["yellow", "blue"]}
    assert can(OWNER) == can(GAME_MASTER) == {**nothing, **everything, "figures": blues}


@samples(20)
@given(st.lists(st.integers(0), max_size=6), st.sampled_from([YELLOW, BLUE, ONE, OWNER, GAME_MASTER, PUBLIC]))
def test_what_a_view_is_told_that_it_can_do_is_exactly_what_it_would_be_let_do(
    choices: list[int], viewer: Viewer
) -> None:
    table = kicked_off()
    for choice in choices:
        legal = list(table.session.game.legal(table.session.state))
        table.ask("move", table.session.game.write(table.session.state, legal[choice % len(legal)]))
    session, can = table.session, view(table.session, table.hands, viewer)["can"]

    def may(kind: CommandType, text: str = "", count: int = 1) -> bool:
        return why_not(session, Request(kind, text, count=count, viewer=viewer)) is None

    acts = [n for n in range(1, 9) if n <= len(choices) and may(CommandType.UNDO, count=n)]
    assert can["undo_acts"] == max((n for n in acts), default=0)
    assert can["resign"] == [side.value for side in Side if may(CommandType.RESIGN, side.value)]
    written = [session.game.write(session.state, one) for one in session.game.legal(session.state)]
    movable = {
        str(one.figure)
        for one, text in zip(session.game.legal(session.state), written, strict=True)
        if isinstance(one, Move) and may(CommandType.MOVE, text)
    }
    assert set(can["figures"]) == movable
