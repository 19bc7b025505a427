"""Matches by hand at a host that is killed again and again, and how people go on when it is back."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Built, Decline, GameCommand, Move, Relocate
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Meaning
from feldlicht.board.reading import Timings
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.state import Phase
from feldlicht.table import session as sessions
from feldlicht.table.session import Session, open_session
from tests.support.building import build, confirm, relocate
from tests.support.carrying import STAMP
from tests.support.hands import header
from tests.support.host_seat import HostDied, HostSeat
from tests.support.matches import chosen_move, chosen_relocation
from tests.support.noise import LIVELY
from tests.support.people import People, told

NOISE = replace(LIVELY, rest=0.0, hurry=0.0, press=0.0, long_nudge=0.0, ghost=0.0, wrong=0.0, cancel=0.0, typed=0.2)
"""What has one outcome, whenever the host dies: no rests on the way, since a host that is back amends nothing."""
LONGEST_S = 2.0
"""The host dies at a random moment of so many seconds of play."""


def play_and_kill(data: Path, seed: int, kills: int) -> Counter[str]:
    """Play on while the host is killed ``kills`` times; fail unless the log is always that of an unbroken run.

    Returns how often which act was struck, by the name of its command.
    """
    seat = HostSeat(data, Timings(settle_ms=400, grace_ms=20_000))
    people, struck = newcomers(seat, seed), Counter[str]()
    try:
        seat.start()
        for _ in range(kills):
            seat.kill_after(people.dice.random() * LONGEST_S)
            doing = play_until_death(people)
            struck[type(doing[1]).__name__ if doing is not None else "nothing"] += 1
            seat.bury()
            if doing is None:
                seed += 1_000_000
                seat.match, people = "", newcomers(seat, seed)
            seat.start()
            if doing is not None:
                go_on(people, *doing)
        people.at_rest()
    except AssertionError as fault:
        fault.add_note("\n  ".join([f"match {seed} at a mortal host, {seat.kills} kills", *people.diary[-40:]]))
        raise
    finally:
        seat.stop()
    return struck


def newcomers(seat: HostSeat, seed: int) -> People:
    return People(seat, Random(seed), open_session(GAME, header()), NOISE)


def play_until_death(people: People) -> tuple[Session, GameCommand] | None:
    """Play until the host dies; return what was meant until then, and what was being done; None: nothing was."""
    while people.state.phase is not Phase.OVER:
        before, doing = people.intended, intention(people)
        try:
            carry_out(people, doing)
        except HostDied:
            people.did("--- the host died")
            return before, doing
    return None


def intention(people: People) -> GameCommand:
    """Decide what to do next."""
    phase = people.state.phase
    if phase in (Phase.SETUP, Phase.REBUILD):
        return Built()
    return chosen_relocation(people) if phase is Phase.RELOCATE else chosen_move(people.state, people.dice)


def carry_out(people: People, doing: GameCommand) -> None:
    match doing:
        case Move():
            people.play(doing)
        case Built():
            people.build()
        case Relocate() | Decline():
            relocate(people, doing)


def go_on(people: People, before: Session, doing: GameCommand) -> None:
    """Finish what was begun when the host died, from whatever lies on the table and stands in the log."""
    after = sessions.act(before, doing, STAMP)
    logged = told(people.seat.session())
    people.did("--- the host is back")
    if logged == told(after):
        people.intended = after
        if people.state.phase is not Phase.REBUILD:
            put_right(people, people.standing)  # the page may have been quicker than the hands
    elif logged == told(before):
        people.intended = before
        finish(people, doing)
        people.note(doing)
    else:
        raise people.fault(f"after the restart the log is {logged[-3:]}")
    people.seat.come_to_rest()
    if told(people.seat.session()) != told(people.intended):
        raise people.fault(f"the log is {told(people.seat.session())[-3:]}, meant was {told(people.intended)[-3:]}")


def finish(people: People, doing: GameCommand) -> None:
    match doing:
        case Built():
            build(people)
        case Move() | Relocate():
            wanted = dict(people.standing)
            wanted[doing.target] = wanted.pop(doing.origin)
            put_right(people, wanted)
            people.seat.come_to_rest()
            if isinstance(doing, Relocate):
                confirm(people, doing)
            elif people.seat.hands().question is not None and not people.answer(
                doing.figure, doing.target, (Meaning.MOVE,)
            ):
                raise people.fault(f"no answer is true: {people.seat.hands().question}")
        case Decline():
            put_right(people, people.standing)
            people.seat.come_to_rest()
            confirm(people, doing)


def put_right(people: People, wanted: dict[Cell, Pole]) -> None:
    """Take up what lies wrong, and put down what is missing: it is still in somebody's hand."""
    lying = people.seat.magnets()
    for which in sorted(c for c, pole in lying.items() if wanted.get(c) is not pole):
        people.lift(which)
    missing = sorted(c for c, pole in wanted.items() if lying.get(c) is not pole)
    people.dice.shuffle(missing)
    for which in missing:
        people.place(which, wanted[which])
        people.short()
