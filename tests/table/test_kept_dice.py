"""Dice that everybody saw stay as they fell: taken back by both only, and never thrown again (R08)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import CommandType
from feldlicht.base.dice import Die, thrown
from feldlicht.base.entries import Actor
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, Role, Viewer
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.acts import Throw
from feldlicht.table import session as sessions
from feldlicht.table.kept_dice import falling, left_of
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.projection import view
from feldlicht.table.session import Session, Stamp, open_session
from tests.support.hands import TableInTime
from tests.support.samples import samples

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)
SET_UP = (
    "put y1 E1", "put b1 E15", "put y2 C4", "put b2 E11", "put y3 E8", "put b3 C12",
    "put y4 C6", "put b4 G12", "put y5 G6", "put b5 G11",
)  # fmt: skip


def imman(*lines: str, viewer: Viewer = GAME_MASTER) -> TableInTime:
    """A match after its toss, which yellow won, and these acts."""
    table = TableInTime(board=None, formation=None, game=GAME)
    for line in ("throw 15", "throw 4", *lines):
        assert why(ask(table, line, viewer)) is None, line
    return table


def ask(table: TableInTime, line: str, viewer: Viewer, nonce: str = "") -> Accepted | Declined:
    return asked(table, Request(CommandType.ACT, line, viewer=viewer, nonce=nonce))


def back(table: TableInTime, viewer: Viewer, count: int = 1) -> Accepted | Declined:
    return asked(table, Request(CommandType.UNDO, viewer=viewer, count=count))


def asked(table: TableInTime, request: Request) -> Accepted | Declined:
    return next(one for one in table.give(request).effects if isinstance(one, Accepted | Declined))


def why(answer: Accepted | Declined) -> object:
    return answer.refusal.reason if isinstance(answer, Declined) else None


def passing() -> TableInTime:
    """Yellow's number 3 has the ball on the centre spot and passes over four cells, which must be thrown for."""
    return imman(*SET_UP, "end y1", "end b1", "end y2", "end b2", "pass y3 E12")


def session(table: TableInTime) -> Session:
    assert table.table.session is not None
    return table.table.session


def test_r08_a_failed_pass_is_taken_back_by_both_and_the_same_die_falls_again() -> None:
    table = passing()
    assert why(ask(table, "throw 19", YELLOW)) is None
    missed = session(table).state
    assert why(back(table, YELLOW)) is Reason.DICE_SEEN
    assert why(back(table, YELLOW, 2)) is Reason.DICE_SEEN
    can = view(session(table), table.hands, YELLOW)["can"]
    assert isinstance(can, dict)
    assert (can["undo"], can["propose"]) == (False, True)
    asked(table, Request(CommandType.PROPOSE, viewer=YELLOW))
    assert why(asked(table, Request(CommandType.AGREE, viewer=BLUE))) is None
    assert view(session(table), table.hands, BLUE)["kept_dice"] == [{"sides": 20, "face": 19}]
    redone = asked(table, Request(CommandType.REDO, viewer=YELLOW))
    assert why(redone) is None
    assert (session(table).state, session(table).kept) == (missed, ())


def test_r08_who_passes_elsewhere_afterwards_has_the_die_that_fell() -> None:
    table = passing()
    ask(table, "throw", YELLOW, nonce="first")
    face = session(table).entries[-1].dice
    asked(table, Request(CommandType.PROPOSE, viewer=YELLOW, count=2))
    asked(table, Request(CommandType.AGREE, viewer=BLUE))
    assert session(table).kept == (Die(20, face[0]),)
    assert why(ask(table, "pass y3 E11", YELLOW)) is None
    refused = ask(table, f"throw {face[0] % 20 + 1}", YELLOW)
    assert isinstance(refused, Declined)
    assert refused.refusal.reason is Reason.DIE_STANDS
    assert dict(refused.refusal.facts) == {"face": str(face[0])}
    assert why(ask(table, "throw", YELLOW, nonce="second")) is None
    assert (session(table).entries[-1].dice, session(table).kept) == (face, ())


def test_r08_the_die_may_also_be_typed_as_it_fell() -> None:
    table = passing()
    ask(table, "throw 19", YELLOW)
    back(table, GAME_MASTER)
    assert why(ask(table, "throw 19", YELLOW)) is None
    assert session(table).kept == ()


@pytest.mark.parametrize("leads", [GAME_MASTER, OWNER])
def test_r08_who_leads_or_plays_both_sides_takes_back_for_both_and_the_die_stays(leads: Viewer) -> None:
    table = passing()
    ask(table, "throw 19", YELLOW)
    assert why(back(table, leads, 2)) is None
    assert session(table).kept == (Die(20, 19),)


def test_r08_several_dice_fall_again_in_the_order_in_which_they_fell() -> None:
    table = TableInTime(board=None, formation=None, game=GAME)
    for line in ("throw 7", "throw 7", "throw 9", "throw 3"):
        ask(table, line, GAME_MASTER)
    back(table, GAME_MASTER, 3)
    assert [die.face for die in session(table).kept] == [7, 9, 3]
    for _ in range(3):
        ask(table, "throw", GAME_MASTER, nonce="other")
    assert [entry.dice for entry in session(table).entries[-3:]] == [(7,), (9,), (3,)]
    assert session(table).kept == ()


def test_r08_the_log_folds_to_the_same_dice_that_stay() -> None:
    table = passing()
    ask(table, "throw 19", YELLOW)
    back(table, GAME_MASTER, 2)
    ask(table, "pass y3 E11", YELLOW)
    ended = session(table)
    again = open_session(GAME, ended.header, ended.entries)
    assert (again.frozen, again.state, again.kept) == (None, ended.state, (Die(20, 19),))


def of_house(face: int) -> str:
    """A chance by which the house throws that face."""
    return next(chance for chance in map(str, range(1000)) if thrown(chance, [20]) == (face,))


@pytest.mark.parametrize("taken_back", [0, 2])
def test_r16_after_three_dice_of_the_house_a_match_that_is_read_again_has_the_same_next_die(taken_back: int) -> None:
    table = TableInTime(board=None, formation=None, game=GAME)
    for face in (7, 7, 9):
        assert why(ask(table, "throw", GAME_MASTER, nonce=of_house(face))) is None
    assert [entry.dice for entry in session(table).entries[-3:]] == [(7,), (7,), (9,)]
    if taken_back:
        back(table, GAME_MASTER, taken_back)
    before = session(table)
    after = open_session(GAME, before.header, before.entries)
    assert after.state == GAME.from_position(GAME.position(before.state)) == before.state
    stamp = Stamp(Actor.PAGE, 1, nonce=of_house(16))
    faces = [sessions.act(one, Throw(), stamp).entries[-1].dice for one in (before, after)]
    assert faces == [(7,)] * 2 if taken_back else [(16,)] * 2


def test_r08_without_consent_nothing_at_all_is_taken_back() -> None:
    table = passing()
    ask(table, "throw 19", YELLOW)
    before = session(table)
    with pytest.raises(Refused) as refused:
        sessions.undo(before, Stamp(Actor.HANDS, 0), 3)
    assert refused.value.refusal.reason is Reason.DICE_SEEN
    with pytest.raises(Refused) as refused:
        sessions.amend(before, Throw(3), Stamp(Actor.HANDS, 0))
    assert refused.value.refusal.reason is Reason.DICE_SEEN
    assert session(table) == before


def test_an_act_without_dice_is_taken_back_by_who_did_it() -> None:
    table = imman(*SET_UP)
    ask(table, "end y1", YELLOW)
    assert why(back(table, YELLOW)) is None


def test_n23_a_shot_that_told_where_the_keeper_goes_is_taken_back_by_both_only() -> None:
    table = TableInTime(board=None, formation=None, game=GAME, options={"rounds": 1})
    turns = [f"end {side}{number}" for number in range(1, 6) for side in "yb"]
    for line in ("throw 15", "throw 4", *SET_UP, *turns, "throw 12", "throw 5", "shooter y3"):
        assert why(ask(table, line, GAME_MASTER)) is None, line
    ask(table, "note blue left", BLUE)
    assert why(back(table, BLUE)) is None
    ask(table, "note blue right", BLUE)
    # No die has fallen yet, but yellow knows by now, and would only aim at the other side.
    assert why(ask(table, "pass y3 E15", YELLOW)) is None
    assert why(back(table, YELLOW)) is Reason.SEAL_TOLD
    assert why(back(table, BLUE)) is Reason.SEAL_TOLD
    assert view(session(table), table.hands, YELLOW)["can"]["undo"] is False
    with pytest.raises(Refused) as refused:
        sessions.undo(session(table), Stamp(Actor.HANDS, 0))
    assert refused.value.refusal.reason is Reason.SEAL_TOLD
    asked(table, Request(CommandType.PROPOSE, viewer=YELLOW))
    assert why(asked(table, Request(CommandType.AGREE, viewer=BLUE))) is None
    assert why(ask(table, "pass y3 D16", YELLOW)) is None


KINDS = st.sampled_from([4, 6, 20])
DICE = st.lists(KINDS.flatmap(lambda sides: st.builds(Die, st.just(sides), st.integers(1, sides)))).map(tuple)


@samples(200)
@given(DICE, st.lists(KINDS), st.text(max_size=8))
def test_of_the_dice_that_stay_each_falls_once_and_those_of_a_kind_in_their_order(
    kept: tuple[Die, ...], sides: list[int], chance: str
) -> None:
    seen = tuple(Die(asked, face) for asked, face in zip(sides, falling(kept, sides, chance), strict=True))
    left = left_of(kept, seen)
    for kind in (4, 6, 20):
        of_kind = [die for die in kept if die.sides == kind]
        used = min(len(of_kind), sides.count(kind))
        assert [die for die in seen if die.sides == kind][:used] == of_kind[:used]
        assert [die for die in left if die.sides == kind] == of_kind[used:]
