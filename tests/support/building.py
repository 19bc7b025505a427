"""How people put a formation up: several magnets in the air, whichever is at hand, now and then on a wrong cell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feldlicht.base.cells import CELLS, Cell
from feldlicht.base.commands import CommandType, Decline, GameCommand, Relocate
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Meaning
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.state import Phase

if TYPE_CHECKING:
    from tests.support.people import People


def build(people: People) -> None:
    """Put up the formation that is asked for, from wherever magnets are, and let it settle."""
    wanted = {c: figure.side.pole for c, figure in people.state.formation.items()}
    before = _before_the_goal(people)
    while people.seat.magnets() != wanted:
        _some_more(people, wanted, before)
    people.seat.come_to_rest()


def _before_the_goal(people: People) -> dict[Cell, Pole] | None:
    """What stood before the Move: to put that up again would be to take the Move back."""
    plies = people.intended.plies
    if people.state.phase is not Phase.REBUILD or len(plies) < 2:
        return None
    return {c: figure.side.pole for c, figure in GAME.standing(plies[-2].after).items()}


def _some_more(people: People, wanted: dict[Cell, Pole], before: dict[Cell, Pole] | None) -> None:
    lying = people.seat.magnets()
    amiss = [c for c, pole in lying.items() if wanted.get(c) is not pole]
    hands = []
    for which in people.dice.sample(sorted(amiss), min(len(amiss), people.dice.randint(1, 3))):
        hands.append(people.lift(which))
        people.short()
    if not hands:
        # From the box beside the board.
        missing = [c for c in wanted if c not in lying]
        hands = [wanted[c] for c in people.dice.sample(sorted(missing), min(len(missing), people.dice.randint(1, 4)))]
    people.dice.shuffle(hands)
    for pole in hands:
        people.place(_somewhere(people, pole, wanted, before), pole)
        if people.chance(people.noise.rest):
            people.long()
        else:
            people.short()


def _somewhere(people: People, pole: Pole, wanted: dict[Cell, Pole], before: dict[Cell, Pole] | None) -> Cell:
    lying = people.seat.magnets()
    good = [
        c for c, one in wanted.items() if one is pole and c not in lying and _is_new(lying, c, pole, before, wanted)
    ]
    if good and not people.chance(people.noise.wrong):
        return people.dice.choice(sorted(good))
    people.counted["built wrong"] += 1
    free = [c for c in CELLS if c not in lying and c not in wanted and _is_new(lying, c, pole, before, wanted)]
    return people.dice.choice(free)


def _is_new(
    lying: dict[Cell, Pole], which: Cell, pole: Pole, before: dict[Cell, Pole] | None, wanted: dict[Cell, Pole]
) -> bool:
    after = lying | {which: pole}
    return after != before or after == wanted


def relocate(people: People, command: Relocate | Decline) -> None:
    """Give a figure another cell, or none, and confirm: with the knob, on the page, or typed with hands to follow."""
    people.did(f"--- {GAME.write(people.state, command)}")
    people.counted["relocations"] += 1
    if people.chance(0.2):
        _typed(people, command)
        return
    if people.chance(people.noise.hesitate):
        people.lift_and_put_back(people.dice.choice(sorted(people.standing)), people.dice.randint(20, 200))
        people.short()
    if isinstance(command, Relocate):
        _carry(people, command)
    elif people.chance(people.noise.slide):
        _think_again(people)
    people.long()
    confirm(people, command)
    people.note(command)
    people.agree()


def _carry(people: People, command: Relocate) -> None:
    pole = people.lift(command.origin)
    people.short()
    while people.chance(people.noise.slide):
        stop = _free(people)
        people.place(stop, pole)
        if people.chance(people.noise.rest):
            people.long()
        people.lift(stop)
        people.short()
    people.place(command.target, pole)


def _think_again(people: People) -> None:
    """Try a relocation, and put the figure back after all."""
    which = people.dice.choice(sorted(people.standing))
    pole = people.lift(which)
    stop = _free(people)
    people.place(stop, pole)
    people.long()
    people.lift(stop)
    people.short()
    people.place(which, pole)


def _free(people: People) -> Cell:
    lying = people.seat.magnets()
    return people.dice.choice([c for c in CELLS if c not in lying])


def confirm(people: People, command: GameCommand) -> None:
    """Say that the formation is to be as it stands."""
    revision = people.seat.session().revision
    if people.seat.hands().question is not None:
        if not isinstance(command, Relocate) or not people.answer(command.figure, command.target, tuple(Meaning)):
            raise people.fault(f"no answer is true: {people.seat.hands().question}")
        if people.seat.session().revision != revision:
            return
    if people.chance(0.5):
        people.did("press")
        people.seat.press()
    else:
        people.did("confirm")
        if not people.seat.ask(CommandType.CONFIRM):
            raise people.fault("what stands could not be confirmed")


def _typed(people: People, command: Relocate | Decline) -> None:
    people.did("typed")
    if not people.seat.ask(CommandType.RELOCATE, GAME.write(people.state, command)):
        raise people.fault("a legal relocation was declined")
    people.note(command)
    if isinstance(command, Relocate):
        people.carry_over(command.origin, command.target)
    people.agree()
