"""What a figure of a fight conceals leaves the house by no way: random fights through the generic test of secrecy.

Led side by side with and without a figure that players do not know, or with another INI of one that conceals it. What
everyone gets, by every route, by the stream, by refusals and by the lines to the lights, is the same byte for byte.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from feldlicht.base.viewers import Role, Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.rules.initiative import GAME, Fight, Initiative
from tests.rules.initiative.helpers import fight, told
from tests.rules.initiative.led import BEGUN, SECRETS, STEPS, Step, lead, secretly
from tests.support.samples import samples
from tests.support.secrecy import ONLOOKER, Act, Course, all_bytes, first_difference

PROBES = told("""
    next · act A 3 · act A 3 > ?Ghost · react A 4 · react B 2 · roll A 12 · put A 1 · show ?Ghost all · nonsense
""")
"""What a viewer asks in vain at every moment, to learn by how he is refused."""
FEW = PROBES[:4]

OPTIONS: Mapping[str, object] = {"waiting": "on"}
BEFORE = told(BEGUN + " · begin")


def did(text: str, *, hidden: bool = False) -> Act:
    return Act("gm", {"type": "act", "act": text}, hidden)


def course(
    acts: Sequence[Act], view: str, before: Sequence[str] = BEFORE, asked: Sequence[str] = FEW, **more: object
) -> Course:
    asked_as = "public" if view == ONLOOKER else view
    probes = [Act(asked_as, {"type": "act", "act": text}) for text in asked]
    return Course(acts, probes, None, {**OPTIONS, **more}, [did(text) for text in before])


def difference(folder: Path, one: Course, other: Course, view: str, game: Initiative = GAME) -> str | None:
    heard = [all_bytes(game, folder / str(n), played, view) for n, played in enumerate((one, other))]
    assert len(heard[0]) > 100, "it listened to nothing"
    return first_difference(*heard)


def with_a_ghost(steps: Sequence[Step], secrets: Sequence[Step]) -> list[Act]:
    """Return a fight in which an unknown figure takes part; all that is done about it is secret."""
    led = lead(fight(BEGUN + " · begin", **OPTIONS), steps, secretly(secrets))
    return [did(text, hidden=hidden) for text, hidden in zip(led.lines, led.hidden, strict=True)]


def as_written(text: str) -> list[Act]:
    """Return acts that are written down; those in brackets are hidden."""
    return [did(line.strip("()"), hidden=line.startswith("(")) for line in told(text)]


GHOST = as_written("""
    (add Ghost npc known=no vz=4) · (put ?Ghost 2) · (next) · (act ?Ghost 2 > A) · next · act A 5 > B
    (react ?Ghost 1) · react B 4 · (next) · (mark 9 "Ambush" hidden) · (act ?Ghost 3) · next
""")
"""An unknown figure acts first, reacts, and acts again in the neutral state between others' turns."""


@pytest.mark.parametrize(
    "view", ["public", *(pytest.param(one, marks=pytest.mark.prove) for one in ("seat:A", ONLOOKER))]
)
def test_r10_with_and_without_an_unknown_figure_everyone_gets_the_same_bytes(tmp_path: Path, view: str) -> None:
    assert sum(one.secret for one in GHOST) > 5
    whole = course(GHOST, view)
    assert difference(tmp_path, whole, whole.without_secrets(), view) is None


@pytest.mark.prove
@pytest.mark.parametrize("view", ["public", "seat:A", "seat:B"])
def test_r10_and_whatever_is_asked_in_vain_where_players_act_themselves(tmp_path: Path, view: str) -> None:
    # What the own figure could do then is no probe.
    own = {"seat:A": "act A 3", "seat:B": "react B 2"}
    asked = [one for one in PROBES if one != own.get(view)]
    whole = course(GHOST, view, asked=asked, players="act")
    assert difference(tmp_path, whole, whole.without_secrets(), view) is None


def by(view: str, text: str) -> Act:
    """Return what a seat, or everyone's view at the computer, asks for: an act, or that one is taken back."""
    return Act(view, {"type": text} if text in ("undo", "redo") else {"type": "act", "act": text})


TAKEN_BACK = [
    *as_written("(add Ghost npc known=no x2) · (put ?Ghost1 2) · (next) · (act ?Ghost1 5) · next"),
    by("seat:A", "act A 5 > B"),
    *as_written('(put ?Ghost2 1) · (mark 3 "Venom" on=?Ghost2 every=2) · (next)'),
    by("seat:B", "react B 4"),
    by("public", "undo"),
    *as_written("(react ?Ghost1 3)"),
    by("seat:B", "redo"),
    *as_written("(act ?Ghost2 3) · put C 30 · (next)"),
    # What was done openly before the turn of an unknown figure is taken back within it.
    by("public", "undo"),
    *as_written("(act ?Ghost2 9) · next · act B 20 · (remove ?Ghost2) · next"),
    by("seat:A", "act A 1"),
    *as_written('(mark 9 "Ambush" hidden)'),
    by("seat:A", "undo"),
    by("seat:A", "redo"),
    *as_written(
        'mark 12 "Bell" on=B every=2 · next · wait A · (add Ogre npc known=no x3) · next · (put ?Ogre2 1) · act C 40'
    ),
    by("seat:A", "recall A"),
    by("seat:A", "undo"),
]
"""Players act themselves; what they do, and what is done openly, is taken back while unknown figures act."""


@pytest.mark.prove
@pytest.mark.parametrize("view", ["public", "seat:A", ONLOOKER])
def test_r10_whatever_is_taken_back_and_done_again_meanwhile(tmp_path: Path, view: str) -> None:
    whole = course(TAKEN_BACK, view, players="act", asked=FEW[2:3])
    assert difference(tmp_path, whole, whole.without_secrets(), view) is None


def revealed(count: int) -> list[Act]:
    """Return a fight in which the last of so many unknown figures is revealed, hidden, and revealed again."""
    last = "?Ghost" if count == 1 else f"?Ghost{count}"
    again = "?Ghost" if count == 1 else f"?Ghost{count + 1}"
    lines = [f"show {last} figure", 'mark 3 "Venom" on=Ghost', "show Ghost no", f"show {again} all", "undo", "redo"]
    return [did(f"add Ghost npc known=no x{count} colour=red", hidden=True), *(by("gm", line) for line in lines)]


@pytest.mark.prove
@pytest.mark.parametrize("view", ["public", "seat:A", ONLOOKER])
def test_r10_how_many_others_there_are_is_not_told_by_whoever_is_revealed(tmp_path: Path, view: str) -> None:
    one, other = (course(revealed(count), view, asked=FEW[:1]) for count in (1, 3))
    assert difference(tmp_path, one, other, view) is None


@pytest.mark.prove
@samples(1, despite=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(STEPS, SECRETS, st.sampled_from(["public", "seat:A", "seat:B", ONLOOKER]))
def test_r10_so_it_is_in_random_fights(
    tmp_path_factory: pytest.TempPathFactory, steps: list[Step], secrets: list[Step], view: str
) -> None:
    whole = course(with_a_ghost(steps[:5], secrets[:6]), view, asked=FEW[:1])
    assert difference(tmp_path_factory.mktemp("fight"), whole, whole.without_secrets(), view) is None


def concealed(ini: int, delays: Sequence[int]) -> list[Act]:
    """Return a fight in which G, whose INI is concealed, takes its turn where that is; all others move by tens."""
    known = fight(" · ".join([*OTHERS, f"put G {ini}", "begin"]), **OPTIONS)
    acts = [f"put G {ini}", "begin"]
    for delay in delays:
        for line in ("next", f"act {{}} {10 * delay}"):
            on_turn = known.on_turn
            acts.append(line.format(on_turn.label if on_turn is not None else ""))
            known = GAME.apply(known, GAME.parse(known, acts[-1])).state
    return [did(text) for text in acts]


OTHERS = told("add A pc · add B pc · add G npc · put A 10 · put B 20")


@pytest.mark.prove
@samples(1, despite=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    st.lists(st.integers(1, 4), min_size=2, max_size=4),
    st.integers(1, 4),
    st.sampled_from(["public", "seat:A", ONLOOKER]),
)
def test_r10_where_a_concealed_figure_is_makes_no_byte_of_difference(
    tmp_path_factory: pytest.TempPathFactory, delays: list[int], shift: int, view: str
) -> None:
    one, other = (course(concealed(ini, delays), view, before=OTHERS, asked=FEW[:1]) for ini in (5, 5 + shift))
    assert difference(tmp_path_factory.mktemp("fight"), one, other, view) is None


@pytest.mark.prove
def test_who_leads_is_told_of_it(tmp_path: Path) -> None:
    whole = course(GHOST, "gm", asked=())
    assert difference(tmp_path, whole, whole.without_secrets(), "gm") is not None


class Leaky(Initiative):
    """Breaks one promise."""

    def __init__(self, leak: str) -> None:
        self._leak = leak

    def view(self, state: Fight, viewer: Viewer) -> JsonObject:
        leaks: JsonObject = {
            "count": len(state.present),
            "order": [one.label for one in state.in_order],
            "pointer": state.pointer,
            "phase": state.phase.value,
        }
        told: JsonObject = {"count": 0, **super().view(state, viewer)}
        return told if viewer.role is Role.GAME_MASTER else {**told, self._leak: leaks[self._leak]}


@pytest.mark.prove
@pytest.mark.parametrize("leak", ["count", "order", "pointer", "phase"])
def test_a_leak_of_the_game_is_found(tmp_path: Path, leak: str) -> None:
    whole = course(GHOST, "public")
    assert difference(tmp_path, whole, whole.without_secrets(), "public", Leaky(leak)) is not None


def test_no_byte_of_a_leak_is_in_what_is_read_first() -> None:
    seen = json.dumps(GAME.view(fight(BEGUN + " · add Ghost npc known=no · put ?Ghost 2"), Viewer()))
    assert "Ghost" not in seen
