"""Hidden acts at a table: whatever is led, taken back and done again, by whom ever, nobody notices more than an entry
of theirs tells.
"""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.entries import Entry
from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.rules.initiative import GAME
from feldlicht.table.messages import Accepted, Declined, Pressed, PressedLong
from feldlicht.table.projection import project_log, view
from feldlicht.table.session import open_session
from tests.rules.initiative.helpers import masters, public, told, turn
from tests.support.samples import samples
from tests.table.test_led_by_knob import Ring, ring

SEAT_A = Viewer(Role.PLAYER, None, FigureId("A"))


def shown(at: Ring) -> tuple[str, object]:
    """Return all that everyone gets of a table."""
    everyone = view(at.session, at.table.hands, PUBLIC), project_log(at.session, PUBLIC)
    return json.dumps(everyone), at.table.scene


def new_entries(at: Ring, before: int) -> tuple[Entry, ...]:
    return at.session.entries[before:]


LED = told("""
    act {t} 5 · act {t} 2 · act {t} 0 · act {t} 5 > A · next · next · next · react A 3 · react B 8 · react G1 4
    react ?H1 2 · put A 1 · put G2 1 · put G1 9 · put ?H1 1 · put ?H2 30 · wait {t} · recall A · recall G1 · remove G2
    show G1 all · show G2 no · show ?H1 figure · show ?H2 all · show B no · show A figure · show A all · order G1 G2
    mark 6 "Bell" every=3 on=G1 · mark 9 "Ambush" hidden · unmark 1 · set ?H1 name "Ogre" · set G1 name "Ogre"
    add K npc x2 known=no · add K npc · roll K successes=0 · end
""")
ASKED = ("undo", "redo")
DONE = st.one_of(
    st.sampled_from(LED),
    st.sampled_from(LED),
    st.tuples(st.sampled_from(ASKED), st.sampled_from([GAME_MASTER, GAME_MASTER, PUBLIC, OWNER, SEAT_A])),
    st.sampled_from([Pressed(), PressedLong(), 1_000, 2_500]),
)
BEGUN = """
    add A pc vz=8 · add B pc advantage=1 · add G npc x2 · add H npc known=no x2 vz=3
    put A 3 · put B 5 · put G1 4 · put G2 4 · put ?H1 2 · put ?H2 4 · begin
"""
SETTINGS = st.fixed_dictionaries(
    {"waiting": st.just("on"), "unmasked": st.sampled_from(["by_hand", "by_acting"])},
    optional={
        "hand_over_seconds": st.sampled_from([1, 2]),
        "chain": st.just("always"),
        "effect": st.just("end"),
        "players": st.just("act"),
        "unseen": st.just("dark"),
    },
)


@samples(15)
@given(SETTINGS, st.lists(DONE, max_size=30))
def test_what_everyone_sees_changes_by_what_everyone_notices_alone(
    options: dict[str, object], done: list[str | tuple[str, Viewer] | Pressed | PressedLong | int]
) -> None:
    at = ring(BEGUN, **options)
    for one in done:
        before, entries = shown(at), len(at.session.entries)
        match one:
            case str(line):
                at.ask("act", line.format(t=turn(at.session.state) or "A"), viewer=GAME_MASTER)
            case (kind, viewer):
                at.ask(kind, viewer=viewer)
            case int(ms):
                at.wait(ms)
            case _:
                at.give(one)
        if not any(entry.audience.notices(PUBLIC) for entry in new_entries(at, entries)):
            assert shown(at) == before, one
        assert "?" not in shown(at)[0]
        again = open_session(GAME, at.session.header, at.session.entries)
        assert (again.frozen, again.state) == (None, at.session.state)


def test_an_act_that_was_hidden_is_not_done_again_in_the_open_by_what_is_taken_back_before_it() -> None:
    at = ring("add A pc · add H npc known=no · put A 3 · put ?H 4 · begin")
    at.master("put A 9 · next")
    assert turn(at.session.state) == "?H"
    assert isinstance(at.ask("undo", viewer=PUBLIC), Declined)
    at.knob(PressedLong())
    # With A at 3 again the next one would be A, and nobody has said so openly.
    assert (turn(at.session.state), public(at.session.state)["phase"]) == (None, "between")


def test_what_was_hidden_is_not_done_again_openly() -> None:
    at = ring("add A pc · add H npc known=no · put A 3 · put ?H 2 · begin · next")
    assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)
    at.master("put ?H 9")
    again = at.ask("redo", viewer=GAME_MASTER)
    assert isinstance(again, Declined)
    assert again.refusal.reason is Reason.NOTHING_TO_REDO
    assert turn(at.session.state) is None


def test_what_was_open_is_not_done_again_where_an_unknown_figure_came_in_between() -> None:
    at = ring("add A pc · add H npc known=no · put A 3 · put ?H 9 · begin · next")
    assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)
    at.master("put ?H 1")
    before = shown(at)
    assert isinstance(at.ask("redo", viewer=GAME_MASTER), Declined)
    assert shown(at) == before
    at.master("next · act ?H 20")
    # Its turn lay within the neutral state: now the next one is the same again.
    assert isinstance(at.ask("redo", viewer=GAME_MASTER), Accepted)
    assert turn(at.session.state) == "A"


def test_whether_an_unknown_figure_came_in_between_is_not_told_by_doing_it_again() -> None:
    answers = []
    for secret in ("", "put ?H 1"):
        at = ring("add A pc · add H npc known=no · put A 3 · put ?H 9 · begin · next")
        assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)
        at.master(secret)
        assert view(at.session, at.table.hands, OWNER)["can"]["redo"] is False  # type: ignore[index]
        answers.append([at.ask("redo", viewer=viewer) for viewer in (OWNER, PUBLIC, SEAT_A)])
    assert answers[0] == answers[1]


@pytest.mark.parametrize("hidden", ["put K 20", "next · act K 20"])
def test_once_everyone_has_seen_who_is_on_what_is_hidden_before_that_stays_till_this_is_taken_back(
    hidden: str,
) -> None:
    at = ring("add A pc · add B pc · add K npc known=no · put A 3 · put B 9 · put ?K 4", hand_over_seconds=2)
    at.master("begin · next · act A 8")
    at.master(hidden.replace("K", "?K"))
    at.wait(2_500)
    assert turn(at.session.state) == "B"
    assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)
    assert project_log(at.session, PUBLIC)[-1]["kind"] == "undo"
    assert public(at.session.state)["turn"] == "A"
    # And that it is on again is an act of everyone's, too.
    at.master("act A 8")
    at.wait(2_500)
    assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)


def test_a_figure_that_shows_itself_by_acting_is_gone_again_before_everyones_eyes() -> None:
    at = ring("add A pc · add H npc known=no · put A 3 · put ?H 1 · begin · next · act ?H 5", unmasked="by_acting")
    assert [one["label"] for one in masters(at.session.state)["figures"]] == ["A", "H"]  # type: ignore[attr-defined]
    before = len(project_log(at.session, PUBLIC))
    assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)
    assert turn(at.session.state) == "?H"
    log = project_log(at.session, PUBLIC)
    assert len(log) == before + 1
    assert "?" not in json.dumps(log)


@pytest.mark.parametrize("known", ["figure", "all"])
def test_the_number_that_an_unknown_figure_had_is_told_nobody_when_it_is_revealed(known: str) -> None:
    logs = []
    for added, figure in (("add H npc known=no", "?H"), ("add H npc known=no x2", "?H2")):
        at = ring(f"add A pc · {added} · show {figure} {known}")
        assert isinstance(at.ask("undo", viewer=GAME_MASTER), Accepted)
        assert isinstance(at.ask("redo", viewer=GAME_MASTER), Accepted)
        log = project_log(at.session, PUBLIC)
        logs.append(json.dumps([{**one, "at": 0} for one in log]))
        assert [one["name"] for one in log[1]["events"]] == ["revealed_figure"]  # type: ignore[index, attr-defined]
    assert logs[0] == logs[1]
    assert project_log(at.session, GAME_MASTER)[-1]["notation"] == "redo"
