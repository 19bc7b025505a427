"""Fights as sessions: everything can be taken back and done again, and everyone counts without gaps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.dice import thrown
from feldlicht.base.entries import Actor, EntryKind, SessionHeader
from feldlicht.base.figures import FigureId
from feldlicht.base.hands import IDLE
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.rules.initiative import GAME, Fight
from feldlicht.table import session as sessions
from feldlicht.table.projection import project_log, revision, view
from feldlicht.table.session import Session, Stamp, open_session
from tests.rules.initiative.helpers import fight, on, told, turn
from tests.rules.initiative.led import BEGUN as LED
from tests.rules.initiative.led import SECRETS, STEPS, Step, lead, secretly
from tests.support.samples import samples

HEADER = SessionHeader("fight", GAME.name, {"waiting": "on"}, None, None, 0)
STAMP = Stamp(Actor.PAGE, 0, None, GAME_MASTER, "0123456789abcdef")


def played(text: str, session: Session | None = None) -> Session:
    """Do acts as the game master does them; ``undo`` and ``redo`` too."""
    session = session or open_session(GAME, HEADER)
    for line in told(text):
        match line:
            case "undo":
                session = sessions.undo(session, STAMP)
            case "redo":
                session = sessions.redo(session, STAMP)
            case _:
                session = sessions.act(session, GAME.parse(session.state, line), STAMP, (7, 3, 5, 1, 2))
    return session


def fight_of(session: Session) -> Fight:
    state = session.state
    assert isinstance(state, Fight)
    return state


BEGUN = """
    add A pc vz=8 · add B pc advantage=1 · add G npc x2 · add H npc known=no
    put A 3 · roll B · put G1 4 · put G2 4 · put ?H 2 · begin · next
"""
LINES = told("""
    act {t} 5 · act {t} 0 · act {t} 30 > A · next · next · next · react A 3 · react B 8 · react G1 4 · react ?H 2
    put B 1 · put G2 9 · wait {t} · ready {t} · recall A · recall B · remove G2 · show G1 all · show ?H figure
    order G1 G2 · order G2 G1 · mark 6 "Bell" every=3 · mark 9 "Ambush" hidden · unmark 1 · set A conditions "prone"
    set G1 note "flees" · add K npc x2 · roll K1 · end
""")


@samples(20)
@given(st.lists(st.sampled_from(LINES), max_size=25))
def test_everything_is_taken_back_and_done_again_exactly(lines: list[str]) -> None:
    session = played(BEGUN)
    states, done = [session.state], session
    for line in lines:
        text = line.format(t=turn(fight_of(done)) or "A")
        if GAME.why_illegal(done.state, GAME.parse(done.state, text)) is None:
            done = played(text, done)
            states.append(done.state)
    back = done
    for state in reversed(states[:-1]):
        back = played("undo", back)
        assert back.state == state
    for state in states[1:]:
        back = played("redo", back)
        assert back.state == state
    for viewer in (GAME_MASTER, PUBLIC):
        numbers = [entry["revision"] for entry in project_log(back, viewer)]
        assert numbers == list(range(1, len(numbers) + 1))
    again = open_session(GAME, HEADER, back.entries)
    assert (again.state, again.frozen) == (back.state, None)


@samples(10)
@given(STEPS, SECRETS, st.booleans())
def test_logs_and_views_of_all_but_the_game_master_are_the_same_with_an_unknown_figure_and_without(
    steps: list[Step], secrets: list[Step], taken_back: bool
) -> None:
    begun = on(fight(LED, waiting="on"), "begin")

    def shown(hidden: Iterator[list[str]]) -> list[object]:
        lines = "\n".join([*told(LED), "begin", *lead(begun, steps, hidden).lines])
        # The last act may have been a hidden one, so what was done openly is taken back by who saw it.
        session = played(lines)
        if taken_back:
            session = sessions.undo(session, replace(STAMP, viewer=PUBLIC))
        return [
            (project_log(session, viewer), view(session, IDLE, viewer), revision(session, viewer))
            for viewer in (PUBLIC, OWNER, Viewer(Role.PLAYER, None, FigureId("A")))
        ]

    assert shown(secretly(secrets)) == shown(iter([]))


def test_t13_three_acts_are_taken_back_and_done_again_and_next_moves_one_figure() -> None:
    begun = played("add A pc · add B pc · put A 3 · put B 5 · begin · next")
    done = played('act A 8 > B · react B 4 · set B conditions "prone"', begun)
    again = played("undo · undo · undo · redo · redo · redo", done)
    assert again.state == done.state
    assert played("undo · undo · undo", done).state == begun.state
    assert turn(fight_of(played("next", again))) == "B"


def test_i20_undoing_a_revelation_brings_back_what_players_knew_and_tells_them_only_that_it_was_taken_back() -> None:
    hidden = played("add A pc · add H npc known=no · put ?H 2")
    shown = played("show ?H all", hidden)
    back = played("undo", shown)
    assert back.state == hidden.state
    last = project_log(back, PUBLIC)[-1]
    assert (last["kind"], last["notation"]) == (EntryKind.UNDO.value, "undo")
    assert GAME.view(back.state, PUBLIC)["figures"] == GAME.view(hidden.state, PUBLIC)["figures"]


def test_an_end_is_taken_back_like_anything_else() -> None:
    begun = played("add A pc · put A 1 · begin · next")
    assert played("end · undo", begun).state == begun.state


def test_the_dice_that_were_thrown_are_kept_and_used_again() -> None:
    rolled = played("add A pc perception=10 advantage=1 · roll A")
    assert rolled.entries[-1].dice == (7, 3)
    assert played("undo · redo", rolled).state == rolled.state


def test_dice_that_nobody_typed_are_thrown_by_the_chance_of_the_request_and_kept_in_the_log() -> None:
    begun = played("add A pc perception=10 advantage=2")
    act = GAME.parse(begun.state, "roll A")
    rolled = sessions.act(begun, act, STAMP)
    assert rolled.entries[-1].dice == thrown(STAMP.nonce, (20, 6, 6))
    # The log reads the same without any chance.
    assert open_session(GAME, HEADER, rolled.entries).state == rolled.state
    typed = sessions.act(begun, GAME.parse(begun.state, "roll A 3 1 1"), STAMP)
    assert typed.entries[-1].dice == ()


def test_without_chance_a_roll_is_refused_and_not_made_up() -> None:
    begun = played("add A pc")
    with pytest.raises(Refused) as refused:
        sessions.act(begun, GAME.parse(begun.state, "roll A"), replace(STAMP, nonce=""))
    assert refused.value.refusal.reason is Reason.DICE_COUNT
