"""A small game of a package of its own keeps what every game promises, and what it says itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.commands import GameCommand, Resign
from feldlicht.base.entries import Event
from feldlicht.base.figures import Formation, Side
from feldlicht.base.plans import Hint, Moves, Plan
from feldlicht.base.reasons import BadInput, Refused
from feldlicht.base.styles import Colour, GameScene, Scene, Style
from feldlicht.base.viewers import PUBLIC, Viewer
from feldlicht.rules.dial import Dial, Row
from feldlicht.rules.game import Applied, JsonObject
from feldlicht.table.proofs import NotKept, choices_of, prove
from tests.plugin.feldlicht_three import GAME
from tests.plugin.feldlicht_three.game import ROWS, Three, ThreeInARow
from tests.support.samples import samples

SLIDES = st.sampled_from(["next", "anywhere"])
CHOICES = st.lists(st.integers(0, 2**16), max_size=20)


def after(*acts: str, slide: str = "next") -> Three:
    state = GAME.new({"slide": slide}, None)
    for act in acts:
        state = GAME.apply(state, GAME.parse(state, act)).state
    return state


PUT = ("+S D7", "+S E8", "+S F9", "+S D8", "+S F8", "+S F7")
"""All six stones, nobody has three in a row."""


@given(SLIDES, CHOICES)
@samples(6)
def test_a_match_of_any_acts_keeps_every_promise_of_a_game(slide: str, choices: list[int]) -> None:
    prove(GAME, {"slide": slide}, None, choices)


def test_there_are_eight_rows_of_three() -> None:
    assert len({frozenset(row) for row in ROWS}) == 8


def test_who_has_three_in_a_row_wins_at_once() -> None:
    state = after("+S D7", "+S E8", "+S D8", "+S F7", "+S D9")
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.reason, outcome.winner, outcome.score) == ("THREE_IN_A_ROW", Side.YELLOW, (1, 0))


def test_a_winning_cell_has_a_hint_of_its_own() -> None:
    plan = GAME.hand_plan(after("+S D7", "+S E8", "+S D8", "+S F7", "+S E9", "+S F9"))
    assert isinstance(plan, Moves)
    hints = {target: hint for cells in plan.targets.values() for target, hint in cells.items()}
    assert hints[cell("D9")] is Hint.SCORE
    assert Hint.MOVE in hints.values()


@pytest.mark.parametrize(
    ("acts", "act", "reason"),
    [
        ((), "+S A1", "OFF_THE_FIELD"),
        (("+S D7",), "+S D7", "OCCUPIED"),
        (("+S D7", "+S E8"), "S D7-D8", "STONES_FIRST"),
        (PUT, "S E8-E9", "NOT_YOUR_TURN"),
        (PUT, "S D7-E9", "NOT_NEXT"),
        (PUT, "S D7-D6", "OFF_THE_FIELD"),
        (PUT, "S D7-D8", "OCCUPIED"),
    ],
)
def test_what_is_forbidden_is_told_by_its_reason(acts: tuple[str, ...], act: str, reason: str) -> None:
    state = after(*acts)
    refusal = GAME.why_illegal(state, GAME.parse(state, act))
    assert refusal is not None
    assert refusal.reason == reason


def test_stones_may_go_anywhere_if_that_was_chosen() -> None:
    state = after(*PUT, slide="anywhere")
    assert GAME.why_illegal(state, GAME.parse(state, "S D7-E9")) is None


@pytest.mark.parametrize(
    "line", ["", "next yellow nobody - -x", "far yellow nobody - -", "next yellow nobody yS1:A1 -"]
)
def test_a_line_that_is_no_position_is_refused(line: str) -> None:
    with pytest.raises(BadInput):
        GAME.from_position(line)


@pytest.mark.parametrize("options", [{"slide": "far"}, {"speed": 1}])
def test_an_option_that_it_does_not_have_is_refused(options: dict[str, object]) -> None:
    with pytest.raises(Refused):
        GAME.new(options, None)


# ---- the proofs find what is broken


class Forgets(ThreeInARow):
    """A position without the last act."""

    def position(self, state: Three) -> str:
        return super().position(replace(state, last=None))


class Tells(ThreeInARow):
    """A view that knows more for some."""

    def view(self, state: Three, viewer: Viewer) -> JsonObject:
        return {**super().view(state, viewer), "hint": viewer is PUBLIC}


class Promises(ThreeInARow):
    """Hands that may do more than the rules."""

    def hand_plan(self, state: Three) -> Plan:
        plan = super().hand_plan(state)
        return replace(plan, targets={**plan.targets, "bS1": {0: Hint.MOVE}}) if isinstance(plan, Moves) else plan


class Goes(ThreeInARow):
    """Acts that are legal after the end, too."""

    def legal(self, state: Three) -> Sequence[GameCommand]:
        return state.moves() if state.row else super().legal(state)


class Counts(ThreeInARow):
    """Another thing happens each time."""

    times = 0

    def apply(self, state: Three, command: GameCommand, dice: Sequence[int] = (), spent: int = 0) -> Applied[Three]:
        self.times += 1
        done = super().apply(state, command, dice, spent)
        return replace(done, events=(Event("moved", (("n", str(self.times)),)),))


class Numbers(ThreeInARow):
    """A fact that is no text."""

    def apply(self, state: Three, command: GameCommand, dice: Sequence[int] = (), spent: int = 0) -> Applied[Three]:
        done = super().apply(state, command, dice, spent)
        return replace(done, events=(Event("moved", (("n", 1),)),))  # type: ignore[arg-type]


class Dazzles(ThreeInARow):
    """Light on a lamp that there is not."""

    def scene(self, state: Three) -> GameScene:
        return GameScene(Scene(ring={24: Style((Colour.RED,))}))


class Deaf(ThreeInARow):
    """An arbiter's word changes nothing."""

    def forced(self, state: Three, standing: Formation, to_move: Side | None) -> Three:
        return GAME.new({}, None)


class Mumbles(ThreeInARow):
    """What it writes is read as something else."""

    def write(self, state: Three, command: GameCommand) -> str:
        return super().write(state, command).replace("E8", "E9")


class Points(ThreeInARow):
    """A dial whose first act there is not."""

    def dial(self, state: Three) -> Dial:
        return (Row((Resign(Side.YELLOW),), 3),)


class Waits(ThreeInARow):
    """A pause after which nothing may go on."""

    def pause(self, state: Three) -> int | None:
        return 1000


@pytest.mark.parametrize(
    ("broken", "promise"),
    [
        (Forgets, "a position line reads back"),
        (Tells, "without secrets everyone sees the same"),
        (Promises, "hands may move just as the rules allow"),
        (Goes, "after the end nothing is legal"),
        (Counts, "the same act leads to the same state"),
        (Numbers, "facts of events are texts"),
        (Dazzles, "light is on lamps of the ring"),
        (Deaf, "an arbiter's word puts figures where he says"),
        (Mumbles, "what is written is read back"),
        (Points, "a row of the dial has an act to begin with"),
        (Waits, "after a pause it may go on"),
    ],
)
def test_the_proofs_name_the_promise_that_a_broken_game_does_not_keep(
    broken: type[ThreeInARow], promise: str
) -> None:
    def match() -> None:
        for seed in range(20):
            prove(broken(), {}, None, list(choices_of(seed, 30)))

    with pytest.raises(NotKept, match=promise):
        match()
