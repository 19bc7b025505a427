"""What holds of the reading of hands for any move, any position and any hands, and for anything sensors may say."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, Cell
from feldlicht.base.commands import Move
from feldlicht.base.entries import Actor, EntryKind
from feldlicht.base.figures import Pole
from feldlicht.base.hands import About, Meaning
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.plans import Build, Hint
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.state import Phase
from feldlicht.table import session as sessions
from feldlicht.table.messages import BoardAway, BoardHere, Pressed, PressedLong, Sensed, Wake
from feldlicht.table.session import Stamp, open_session
from feldlicht.table.settle import seat
from tests.rules.helpers import random_act
from tests.support.hands import TableInTime, header
from tests.support.matches import chosen_move
from tests.support.noise import QUIET
from tests.support.people import People
from tests.support.samples import samples
from tests.support.seats import VirtualSeat

seeds = st.integers(0, 2**32)
SETTLE = 250
NUDGE = 300


def in_mid_match(seed: int, acts: int, *, playing: bool = True) -> TableInTime:
    """A table at which ``acts`` random acts were made, all magnets standing as the log says."""
    dice, session = Random(seed), open_session(GAME, header())
    for _ in range(acts):
        if session.state.phase is Phase.OVER:
            break
        session = sessions.act(session, random_act(session.state, dice), Stamp(Actor.PAGE, 0))
    if playing:
        assume(session.state.phase is Phase.PLAY)
    table = TableInTime()
    table.take(seat(table.table, session, table.now))
    table.connect()
    table.stand()
    table.wait(SETTLE)
    return table


tables = st.builds(in_mid_match, seeds, st.integers(1, 40))
"""Tables in the midst of a random match, somebody on turn."""


def people_at(table: TableInTime, seed: int) -> People:
    return People(VirtualSeat(table), Random(seed), table.session)


def log_of(table: TableInTime) -> list[str]:
    return table.notations


@given(tables, seeds)
@samples(60)
def test_any_legal_move_by_any_hands_is_logged_as_exactly_that_move(table: TableInTime, seed: int) -> None:
    people = people_at(table, seed)
    move = people.dice.choice([act for act in GAME.legal(people.state) if isinstance(act, Move)])
    people.play(move)
    people.agree()
    assert people.state.last_move is not None
    assert (people.state.last_move.figure, people.state.last_move.target) == (move.figure, move.target)
    assert table.hands.question is None
    assert not table.hands.problems


@given(tables, seeds, st.lists(st.tuples(st.integers(0, CELL_COUNT - 1), st.integers(0, SETTLE - 1)), max_size=12))
@samples(50)
def test_nothing_is_logged_before_a_rest_of_settle_length(
    table: TableInTime, seed: int, way: list[tuple[int, int]]
) -> None:
    move, before = chosen_move(table.session.state, Random(seed)), log_of(table)
    pole = table.magnets.pop(move.origin)
    table.sense()
    for where, rest in way:
        if Cell(where) in table.magnets:
            continue
        table.magnets[Cell(where)] = pole
        table.sense()
        table.wait(rest)
        assert log_of(table) == before
        del table.magnets[Cell(where)]
        table.sense()
        table.wait(rest * 7)  # in the air it may rest as long as it likes
        assert log_of(table) == before
    table.magnets[move.target] = pole
    table.sense()
    table.wait(SETTLE - 1)
    table.give(Wake())
    assert log_of(table) == before
    table.wait(1)
    assert len(log_of(table)) == len(before) + 1
    assert table.session.state.last_move.target == move.target


@given(tables, seeds)
@samples(50)
def test_after_a_rest_on_a_legal_stop_the_next_rest_amends_it_and_the_record_has_one_move(
    table: TableInTime, seed: int
) -> None:
    dice, record = Random(seed), len(table.session.plies)
    move = chosen_move(table.session.state, dice)
    stops = [c for c, hint in table.session.plan.targets[move.figure].items() if hint is Hint.MOVE]
    assume(len(stops) > 1)
    way = dice.sample(sorted(stops), dice.randint(2, min(4, len(stops))))
    at, before = move.origin, len(table.log)
    for stop in way:
        pole = table.magnets.pop(at)
        table.sense()
        table.wait(dice.randint(0, 900))
        table.magnets[stop] = pole
        table.sense()
        table.wait(dice.randint(SETTLE, 3_000))
        at = stop
    kinds = [entry.kind for entry in table.log[before:]]
    assert kinds == [EntryKind.PLY] + [EntryKind.AMEND] * (len(way) - 1)
    assert len(table.session.plies) == record + 1
    command = table.session.plies[-1].command
    assert (command.figure, command.origin, command.target) == (move.figure, move.origin, way[-1])


@given(tables, seeds, st.lists(st.integers(1, 600), min_size=2, max_size=40))
@samples(40)
def test_flicker_of_any_cell_at_any_pace_never_reaches_the_log(
    table: TableInTime, seed: int, beats: list[int]
) -> None:
    dice, before = Random(seed), log_of(table)
    which = Cell(dice.randrange(CELL_COUNT))
    pole = table.magnets.get(which) or dice.choice(list(Pole))
    for beat in beats:
        if which in table.magnets:
            del table.magnets[which]
        else:
            table.magnets[which] = pole
        table.sense()
        table.wait(beat)
        assert log_of(table) == before
    table.stand()
    table.wait(5_000)
    assert log_of(table) == before
    assert not table.hands.problems


ORDERS = ("LPlp", "LlPp", "LlpP", "lLPp", "lLpP", "lpLP")


@given(tables, seeds, st.sampled_from(ORDERS), st.lists(st.integers(1, SETTLE - 1), min_size=4, max_size=4))
@samples(50)
def test_two_players_who_move_at_the_same_time_are_logged_one_after_the_other(
    table: TableInTime, seed: int, order: str, pauses: list[int]
) -> None:
    """``L``, ``P``: the one on turn lifts and places; ``l``, ``p``: so does the other, who knows what comes."""
    dice = Random(seed)
    first = chosen_move(table.session.state, dice)
    after = GAME.apply(table.session.state, first).state
    assume(after.phase is Phase.PLAY)
    second = chosen_move(after, dice)
    assume(second.target != first.origin or order.index("L") < order.index("p"))
    last = table.table.reader.last
    # The last mover's own figure, lifted before the other's move stands, is his second thought.
    assume(last is None or last.figure != second.figure or order.index("P") < order.index("l"))
    ways = {
        "L": (first.origin, None),
        "P": (first.target, first),
        "l": (second.origin, None),
        "p": (second.target, second),
    }
    poles = {move: table.magnets[move.origin] for move in (first, second)}
    for motion, pause in zip(order, pauses, strict=True):
        which, placed = ways[motion]
        if placed is None:
            del table.magnets[which]
        else:
            table.magnets[which] = poles[placed]
        table.sense()
        table.wait(pause)
    table.wait(SETTLE)
    assert [ply.command for ply in table.session.plies[-2:]] == [first, second]
    assert not table.hands.problems


def nudged(table: TableInTime, dice: Random, ms: int, *, after: bool) -> Move:
    """Move a figure while a third one of its side is off its cell for ``ms``; return the move, not yet settled."""
    move = chosen_move(table.session.state, dice)
    side = table.session.state.to_move
    others = [c for c, f in GAME.standing(table.session.state).items() if f.side is side and c != move.origin]
    third = dice.choice(others)
    pole = table.magnets.pop(move.origin)
    table.sense()
    table.magnets.pop(third)
    table.sense()
    if after:
        table.magnets[move.target] = pole
        table.sense()
    table.wait(ms)
    table.magnets[third] = pole
    table.sense()
    if not after:
        table.wait(20)
        table.magnets[move.target] = pole
        table.sense()
    return move


@given(tables, seeds, st.integers(1, NUDGE - 1), st.booleans())
@samples(40)
def test_a_nudge_of_a_third_figure_changes_nothing(table: TableInTime, seed: int, ms: int, after: bool) -> None:
    record = len(table.log)
    move = nudged(table, Random(seed), ms, after=after)
    assert table.hands.question is None
    table.wait(SETTLE)
    assert len(table.log) == record + 1
    assert table.session.plies[-1].command == move


@given(tables, seeds, st.integers(NUDGE, 5_000), st.booleans())
@samples(40)
def test_a_third_figure_that_was_off_for_longer_is_asked_about_and_never_committed(
    table: TableInTime, seed: int, ms: int, after: bool
) -> None:
    before = log_of(table)
    move = nudged(table, Random(seed), ms, after=after)
    table.wait(20_000)
    assert log_of(table) == before
    question = table.hands.question
    assert question is not None
    true = [
        number
        for number, choice in enumerate(question.choices)
        if choice.meaning is Meaning.MOVE and choice.shift is not None
        if (choice.shift.figure, choice.shift.origin, choice.shift.target) == (move.figure, move.origin, move.target)
    ]
    assert len(true) == 1
    table.ask("answer", question=question.id, choice=true[0])
    assert table.session.plies[-1].command == move
    assert table.hands.question is None


@given(tables, seeds, st.booleans())
@samples(40)
def test_after_a_gap_in_the_line_nothing_is_committed_unasked(table: TableInTime, seed: int, down: bool) -> None:
    move, before = chosen_move(table.session.state, Random(seed)), log_of(table)
    pole = table.magnets.pop(move.origin)
    table.sense()
    if down:
        table.magnets[move.target] = pole
        table.sense()
        table.wait(SETTLE - 1)
    table.give(BoardAway())
    table.magnets[move.target] = pole
    table.wait(20_000)
    table.connect()
    table.wait(20_000)
    assert log_of(table) == before
    assert table.hands.question is not None
    assert table.hands.question.about is About.UNSEEN
    assert people_at(table, 0).answer(move.figure, move.target, (Meaning.MOVE,))
    assert table.session.plies[-1].command == move


# ------------------------------------------------------------------ whatever the sensors say

WAITS = (0, 1, 40, SETTLE - 1, SETTLE, NUDGE - 1, NUDGE, 700, 3_000, 10_000)
ODDITIES = ("press", "press long", "away", "here", "touched", "cancel", "answer", "undo", "redo")

garbage = st.lists(
    st.tuples(
        st.lists(st.tuples(st.integers(0, 10_000), st.sampled_from([None, *Pole])), max_size=4),
        st.sampled_from(WAITS),
        st.sampled_from([None] * 9 + list(ODDITIES)),
    ),
    min_size=1,
    max_size=30,
)


def disturb(table: TableInTime, cells: list[tuple[int, Pole | None]]) -> None:
    """Change some cells at once; figures and cells where they may go are hit more often than others."""
    plan = table.session.plan
    likely = sorted(GAME.standing(table.session.state))
    if isinstance(plan, Build):
        likely += sorted(plan.formation)
    targets = getattr(plan, "targets", {})
    likely += sorted({c for cells in targets.values() for c in cells})
    everything = likely + [Cell(n) for n in range(CELL_COUNT)]
    for number, pole in cells:
        which = everything[number % len(everything)]
        if pole is None:
            table.magnets.pop(which, None)
        else:
            table.magnets[which] = pole
    if table.table.present:
        table.sense()


def something_else(table: TableInTime, what: str) -> None:
    match what:
        case "press":
            table.give(Pressed())
        case "press long":
            table.give(PressedLong())
        case "away":
            table.give(BoardAway())
        case "here":
            table.give(BoardHere(simulated=False))
            table.sense()
        case "touched" if table.table.present:
            table.give(Sensed(Occupancy.of(table.magnets), sum(1 << c for c in sorted(table.magnets)[:3])))
        case "answer" if table.hands.question is not None:
            table.ask("answer", question=table.hands.question.id, choice=0)
        case "cancel" | "undo" | "redo":
            table.ask(what)


@given(seeds, st.integers(0, 60), garbage)
@samples(80)
def test_whatever_sensors_say_the_log_grows_by_legal_acts_only_and_calm_comes_back(
    seed: int, acts: int, noise: list[tuple[list[tuple[int, Pole | None]], int, str | None]]
) -> None:
    table = in_mid_match(seed, acts, playing=False)
    for cells, wait, oddity in noise:
        before = table.log
        disturb(table, cells)
        if oddity is not None:
            something_else(table, oddity)
        table.wait(wait)
        assert table.log[: len(before)] == before
    folded = open_session(GAME, table.session.header, table.log)
    assert folded.frozen is None
    assert folded.state == table.session.state
    assert folded.plies == table.session.plies
    be_calm(table)


def be_calm(table: TableInTime) -> None:
    """Put everything where it belongs, rest, and see that nothing is left to say."""
    if not table.table.present:
        table.connect()
    plan = table.session.plan
    figures = plan.formation if isinstance(plan, Build) else GAME.standing(table.session.state)
    table.magnets = {}  # all in the air at once: who was seen to stand on whose cell is forgotten
    table.sense()
    table.magnets = {c: figure.side.pole for c, figure in figures.items()}
    table.sense()
    entries = len(table.log)
    table.wait(SETTLE)
    hands = table.hands
    assert (hands.problems, hands.question, hands.guidance, hands.preview) == ((), None, None, None)
    assert [entry.notation for entry in table.log[entries:]] in ([], ["built"])


@pytest.mark.parametrize("seed", range(5))
def test_hands_without_noise_need_no_question_and_no_amendment(seed: int) -> None:
    table = in_mid_match(seed, 1, playing=False)
    people = people_at(table, seed)
    people.noise = QUIET
    for _ in range(5):
        people.play(chosen_move(people.state, people.dice))
        if people.state.phase is not Phase.PLAY:
            return
    assert {entry.kind for entry in table.log} == {EntryKind.PLY}
