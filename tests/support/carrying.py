"""One figure on its way over the board, as hands take it: stops, rests, nudges, the set-down."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feldlicht.base.cells import CELLS, Cell, king_distance
from feldlicht.base.commands import Move
from feldlicht.base.entries import Actor
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Meaning
from feldlicht.base.plans import Hint, Moves
from feldlicht.rules.master_move import GAME
from feldlicht.table import session as sessions
from feldlicht.table.session import Stamp

if TYPE_CHECKING:
    from tests.support.people import People

STAMP = Stamp(Actor.HANDS, 0)


@dataclass
class Carrying:
    """One figure on its way. ``stop``: where its move stands in the log already, None if nowhere."""

    people: People
    move: Move
    pole: Pole
    stop: Cell | None = None
    targets: dict[Cell, Hint] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.targets = self.people.targets(self.move.figure)

    def carry(self) -> None:
        """Go over cells that are not meant; at the end the figure is in the air."""
        people, noise = self.people, self.people.noise
        people.short()
        self._perhaps_nudge()
        while people.chance(noise.slide):
            people.counted["stops"] += 1
            stop = self._some_stop()
            people.place(stop, self.pole)
            if people.chance(noise.rest):
                people.long()
                self._read_at(stop)
            elif people.chance(noise.hurry) and people.seat.exact:
                self._hurried_at(stop)
            else:
                people.short()
            people.lift(stop)
            people.short()
            self._perhaps_nudge()

    def _some_stop(self) -> Cell:
        lying = self.people.seat.magnets()
        legal = [c for c, hint in self.targets.items() if hint is Hint.MOVE and c not in lying]
        near = [c for c in CELLS if king_distance(c, self.move.origin) <= 2 and c not in lying]
        near = [c for c in near if self.targets.get(c) is not Hint.SCORE]
        return self.people.dice.choice(legal if legal and self.people.chance(0.6) else near)

    def _perhaps_nudge(self) -> None:
        people = self.people
        if people.chance(people.noise.nudge):
            people.counted["nudges"] += 1
            lying = people.seat.magnets()
            people.nudge(c for c in people.standing if c in lying)
            people.short()

    def _read_at(self, which: Cell) -> None:
        """Note what a rest on ``which`` means. While the table asks, it takes nothing."""
        people = self.people
        if people.seat.hands().question is not None:
            return
        if which == self.move.origin:
            if self.stop is not None:
                people.counted["straight back"] += 1
                people.intended = sessions.undo(people.intended, STAMP)
            self.stop = None
        elif which in self.targets and which != self.stop:
            self._note(which)
        people.agree()

    def _hurried_at(self, stop: Cell) -> None:
        """The opponent lifts a figure too early: if it could move then, he has taken the stop for the move."""
        people = self.people
        other = people.of_opponent(self.move)
        people.seat.wait(people.dice.randint(1, people.seat.timings.settle_ms // 2))
        asked = people.seat.hands().question is not None
        lifted_for = people.dice.randint(10, people.seat.timings.settle_ms - 1)
        people.lift_and_put_back(other, lifted_for)
        if lifted_for < people.seat.timings.hurry_ms:
            return  # a knock, and no lift
        if stop != self.stop and stop in self.targets and not asked:
            before = people.state if self.stop is None else people.intended.plies[-2].after
            after = GAME.apply(before, Move(self.move.figure, self.move.origin, stop)).state
            plan = GAME.hand_plan(after)
            figure = GAME.standing(after)[other]
            if isinstance(plan, Moves) and plan.targets.get(figure.id):
                people.counted["stops taken for moves"] += 1
                self._note(stop)
        people.agree()

    def _note(self, which: Cell) -> None:
        people = self.people
        move = Move(self.move.figure, self.move.origin, which)
        if self.stop is None:
            people.note(move)
        else:
            people.counted["amended"] += 1
            people.intended = sessions.amend(people.intended, move, STAMP)
        self.stop = which

    def set_down(self) -> None:
        people = self.people
        if not people.chance(people.noise.span):
            people.place(self.move.target, self.pole)
            return
        people.counted["nudges"] += 1
        lying = people.seat.magnets()
        third = people.dice.choice([c for c in people.standing if c in lying])
        people.did("lift a third", third)
        pole = lying[third]
        people.seat.put({third: None})
        people.place(self.move.target, self.pole)
        people.short()
        people.did("put the third back", third)
        people.seat.put({third: pole})

    def settle(self) -> None:
        """Let the move settle; if it is asked about, say what it was."""
        people, target = self.people, self.move.target
        people.long()
        asked = people.seat.hands().question
        meanings = (Meaning.MOVE, Meaning.AMEND)
        if asked is not None and target != self.stop and not people.answer(self.move.figure, target, meanings):
            raise people.fault(f"no answer is true: {asked}")
        if target != self.stop:
            self._note(target)
        people.by_hand = True
        people.agree()
