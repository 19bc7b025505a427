"""Acts that not everyone may know: who counts what, what taking back leads to, and what is bound by a commitment."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.entries import Actor, Event, SessionHeader, commitment
from feldlicht.base.figures import Side
from feldlicht.base.forms import entry_form, read_entry
from feldlicht.base.hands import IDLE
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.table import session as sessions
from feldlicht.table.projection import project_log, revision, view
from feldlicht.table.recorded_lines import write_line
from feldlicht.table.recorded_views import journal_for
from feldlicht.table.recording import Decided
from feldlicht.table.session import Session, Stamp, open_session
from tests.support.samples import samples
from tests.support.secret_game import SecretGame

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)
VIEWERS = (OWNER, GAME_MASTER, YELLOW, BLUE, PUBLIC)
GAME = SecretGame()
HEADER = SessionHeader("secret", "secret", {}, None, None, 0)
NONCE = "0123456789abcdef"


def stamp(at: int = 0, viewer: Viewer = PUBLIC, command_id: str | None = None) -> Stamp:
    return Stamp(Actor.PAGE, at, command_id, viewer, NONCE)


def played(*acts: str, session: Session | None = None) -> Session:
    """Play notations one after the other; ``undo`` and ``redo`` are everyone's, ``gm undo`` the game master's."""
    session = session or open_session(GAME, HEADER)
    for act in acts:
        viewer = GAME_MASTER if act.startswith("gm ") else PUBLIC
        match act.removeprefix("gm "):
            case "undo":
                session = sessions.undo(session, stamp(viewer=viewer))
            case "redo":
                session = sessions.redo(session, stamp(viewer=viewer))
            case text:
                session = sessions.act(session, GAME.parse(session.state, text), stamp())
    return session


def seen(session: Session, viewer: Viewer) -> Any:
    """All that a viewer is shown of a session, but for its hash, which nobody but the game master is."""
    return view(session, IDLE, viewer), project_log(session, viewer)


# ------------------------------------------------------------------ numbers


def test_a_hidden_act_has_no_number_for_who_may_not_know_it() -> None:
    session = played("yR1 A2", "trap D4", "trap D5", "bR1 I2")
    assert [entry["revision"] for entry in project_log(session, GAME_MASTER)] == [1, 2, 3, 4]
    for viewer in (OWNER, YELLOW, BLUE, PUBLIC):
        assert [(entry["revision"], entry["notation"]) for entry in project_log(session, viewer)] == [
            (1, "yR1 A2"),
            (2, "bR1 I2"),
        ]
        assert revision(session, viewer) == 2


def test_a_sealed_act_has_a_number_for_everyone() -> None:
    session = played("yS1 on C3", "yR1 A2")
    assert {revision(session, viewer) for viewer in VIEWERS} == {2}


def test_of_a_sealed_act_others_see_whose_it_was_and_a_commitment() -> None:
    session = played("yS1 on C3")
    for viewer in (OWNER, BLUE, PUBLIC):
        (entry,) = project_log(session, viewer)
        assert entry["events"] == [{"name": "sealed", "side": "yellow"}]
        assert (entry["notation"], entry["nonce"], entry["dice"]) == (None, None, [])
        assert (entry["state_hash"], entry["command_id"], entry["secrecy"]) == (None, None, "sealed")
        assert entry["commitment"] == commitment("yS1 on C3", NONCE)
        assert "C3" not in str(seen(session, viewer))
    for viewer in (YELLOW, GAME_MASTER):
        (entry,) = project_log(session, viewer)
        assert (entry["notation"], entry["nonce"]) == ("yS1 on C3", NONCE)


def test_what_was_revealed_can_be_checked_against_its_commitment() -> None:
    log: Any = project_log(played("yS1 on C3", "bS1 on E5", "reveal"), PUBLIC)
    told = log[2]["events"]
    assert {one["notation"] for one in told} == {"yS1 on C3", "bS1 on E5"}
    for one in told:
        assert one["commitment"] == commitment(one["notation"], one["nonce"])
    assert {one["commitment"] for one in told} == {entry["commitment"] for entry in log[:2]}


def test_of_a_choice_that_was_taken_back_the_one_that_counts_is_revealed() -> None:
    session = played("yS1 on C3", "undo", "yS1 on C4", "bS1 on E5", "reveal")
    log: Any = project_log(session, PUBLIC)
    assert {one["commitment"] for one in log[4]["events"]} == {log[n]["commitment"] for n in (2, 3)}


def test_a_hash_of_the_whole_state_is_the_game_masters_alone() -> None:
    session = played("trap D4", "yR1 A2")
    assert project_log(session, GAME_MASTER)[-1]["state_hash"] is not None
    assert project_log(session, OWNER)[-1]["state_hash"] is None


def test_the_position_that_an_arbiter_forced_is_not_written_out_for_those_who_may_not_know_it() -> None:
    session = played("trap D4", "yS1 on C3")
    forced = GAME.forced(session.state, GAME.standing(session.state), Side.BLUE)
    session = sessions.override(session, forced, (), stamp())
    assert "D4" in str(project_log(session, GAME_MASTER)[-1]["notation"])
    for viewer in (OWNER, YELLOW, BLUE, PUBLIC):
        assert project_log(session, viewer)[-1]["notation"] is None


def test_which_figures_an_arbiter_moved_is_told_to_those_alone_who_may_know_where_all_stand() -> None:
    session = played("yR1 A2")
    event = Event("overridden", (("moved", "yS1 C3-D4"), ("to_move", "blue")))
    session = sessions.override(session, session.state, (event,), stamp())
    assert project_log(session, GAME_MASTER)[-1]["events"] == [
        {"name": "overridden", "moved": "yS1 C3-D4", "to_move": "blue"}
    ]
    line = write_line(Decided(session.entries[-1]))
    for viewer in (OWNER, YELLOW, BLUE, PUBLIC):
        assert project_log(session, viewer)[-1]["events"] == [{"name": "overridden", "to_move": "blue"}]
        show = journal_for(session, viewer)
        assert show is not None
        shown = show(line)
        assert shown is not None
        assert "C3" not in shown


# ------------------------------------------------------------------ taking back


def test_taking_back_means_the_last_act_that_one_notices() -> None:
    session = played("yR1 A2", "trap D4", "undo")
    assert [entry["notation"] for entry in project_log(session, PUBLIC)] == ["yR1 A2", "undo"]
    assert session.state.traps == {cell("D4")}
    assert cell("A1") in dict(session.state.runners).values()


def test_the_game_master_takes_a_hidden_act_back_and_nobody_notices() -> None:
    before, after = played("yR1 A2", "trap D4"), played("yR1 A2", "trap D4", "gm undo")
    assert after.state.traps == frozenset()
    for viewer in (OWNER, YELLOW, BLUE, PUBLIC):
        assert seen(before, viewer) == seen(after, viewer)
    again = played("gm redo", session=after)
    assert again.state == before.state


def test_that_a_sealed_act_was_taken_back_everyone_sees_and_nobody_learns_what_it_was() -> None:
    session = played("yS1 on C3", "undo")
    (_, entry) = project_log(session, BLUE)
    assert (entry["kind"], entry["notation"], entry["events"]) == (
        "undo",
        None,
        [{"name": "sealed", "side": "yellow"}],
    )
    assert "C3" not in str(seen(session, BLUE))


def test_with_hidden_acts_alone_there_is_nothing_to_take_back_for_the_others() -> None:
    session = played("trap D4")
    assert view(session, IDLE, GAME_MASTER)["can"]["undo"]  # type: ignore[index]
    assert not view(session, IDLE, OWNER)["can"]["undo"]  # type: ignore[index]
    with pytest.raises(Refused) as refused:
        played("undo", session=session)
    assert refused.value.refusal.reason is Reason.NOTHING_TO_UNDO


def test_a_hidden_act_leaves_what_can_be_played_again() -> None:
    session = played("yR1 A2", "undo", "trap D4", "redo")
    assert dict(session.state.runners)[Side.YELLOW] == cell("A2")
    assert session.state.traps == {cell("D4")}


def test_an_amended_move_keeps_the_hidden_acts_that_came_after_it() -> None:
    session = played("yR1 A2", "trap D4")
    amended = sessions.amend(session, GAME.parse(session.start, "yR1 A3"), stamp())
    assert dict(amended.state.runners)[Side.YELLOW] == cell("A3")
    assert amended.state.traps == {cell("D4")}
    assert [entry["kind"] for entry in project_log(amended, PUBLIC)] == ["ply", "amend"]


def test_a_commands_id_is_known_to_those_alone_who_know_the_act() -> None:
    session = open_session(GAME, HEADER)
    session = sessions.act(session, GAME.parse(session.state, "trap D4"), stamp(command_id="x"))
    assert session.entry_of("x", GAME_MASTER) is not None
    assert all(session.entry_of("x", viewer) is None for viewer in (OWNER, YELLOW, BLUE, PUBLIC))


# ------------------------------------------------------------------ for any course of a match

OPEN = ("step", "stride", "yS1 on C3", "bS1 on E5", "reveal", "undo", "redo")
SECRET = ("trap", "gm undo", "gm redo")
"""The game master takes back and plays again only what is hidden: these steps are skipped where it would be more."""


def stepped(session: Session, act: str, trap: str) -> Session:
    """Play one act, or leave it out where it is not possible."""
    runner = f"{session.state.to_move.value[0]}R1"
    place = dict(session.state.runners)[session.state.to_move]
    if act in ("step", "stride"):
        target = place + (1 if act == "step" else 2)
        act = f"{runner} {cell_name(cell('A1') if target // 16 != place // 16 else target)}"  # type: ignore[arg-type]
    elif act == "trap":
        act = f"trap {trap}"
    elif act.startswith("gm "):
        at = session.to_undo(GAME_MASTER) if act == "gm undo" else session.to_redo(GAME_MASTER)
        plies = session.plies if act == "gm undo" else session.redoable
        if at is None or plies[at].audience.notices(PUBLIC):
            return session
    try:
        return played(act, session=session)
    except Refused:
        return session


courses = st.lists(st.tuples(st.sampled_from(OPEN), st.lists(st.sampled_from(SECRET), max_size=3)), max_size=12)
# No runner comes to these: a trap that springs is no secret any more.
traps = st.sampled_from(("D4", "D5", "E9"))


@given(courses, st.data())
@samples(60)
def test_hidden_acts_change_nothing_that_others_see(course: list[tuple[str, list[str]]], data: st.DataObject) -> None:
    plain = secret = open_session(GAME, HEADER)
    for act, hidden in course:
        for one in hidden:
            secret = stepped(secret, one, data.draw(traps))
        plain, secret = stepped(plain, act, ""), stepped(secret, act, "")
        for viewer in (OWNER, YELLOW, BLUE, PUBLIC):
            assert seen(plain, viewer) == seen(secret, viewer)


@given(courses, st.data())
@samples(60)
def test_a_log_with_secrets_folds_to_the_session_it_was_written_by(
    course: list[tuple[str, list[str]]], data: st.DataObject
) -> None:
    session = open_session(GAME, HEADER)
    for act, hidden in course:
        for one in (*hidden, act):
            session = stepped(session, one, data.draw(traps))
    written = [read_entry(entry_form(entry)) for entry in session.entries]
    assert open_session(GAME, HEADER, written) == session


@given(courses, st.data())
@samples(60)
def test_every_audience_counts_without_gaps(course: list[tuple[str, list[str]]], data: st.DataObject) -> None:
    session = open_session(GAME, HEADER)
    for act, hidden in course:
        for one in (*hidden, act):
            session = stepped(session, one, data.draw(traps))
    for viewer in VIEWERS:
        numbers = [entry["revision"] for entry in project_log(session, viewer)]
        assert numbers == list(range(1, revision(session, viewer) + 1))


def test_the_viewers_of_these_tests_are_all_roles_there_are() -> None:
    assert {viewer.role for viewer in VIEWERS} == set(Role)
    assert len(set(itertools.chain(VIEWERS))) == len(VIEWERS)
