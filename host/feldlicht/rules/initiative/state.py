"""The state of a fight: everything that its going on depends on."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.initiative.figures import Fighter, Known, Stance
from feldlicht.rules.initiative.settings import Settings


class Phase(StrEnum):
    """How far a fight is."""

    GATHERING = "gathering"
    """Figures come and roll; nobody is on turn."""
    BETWEEN = "between"
    """The neutral state: one has acted, the next one is not on yet."""
    TURN = "turn"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class LastAct:
    """What may be reacted to until the next act (I16). Figures by their numbers.

    ``end``: the INI at which it ends; ``targets``: whom it affects, None: it was not said, so whoever was may react;
    ``reacted``: who has (I15).
    """

    actor: int
    start: int
    end: int
    targets: frozenset[int] | None = None
    reacted: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Marker:
    """Something that is due on the timeline: an effect on a figure, reinforcements, the end of an act.

    ``key`` names it among those that the same people know of; ``ini``: where it is due next, None once it has been
    for the last time; ``every``: how long it takes until it is due again, 0: only once; ``figure``: the number of
    whom it is on, None: nobody; ``hidden``: only the game master knows of it; ``fired``: how often it was due.
    """

    key: str
    ini: int | None
    text: str
    figure: int | None = None
    every: int = 0
    hidden: bool = False
    fired: int = 0


@dataclass(frozen=True, slots=True)
class Fight:
    """One fight.

    ``pointer``: where it stands on the timeline, None before the first turn; ``shown``: where the public thinks it
    does, the INI of the last figure on turn that conceals nothing; ``active``: the number of who is on turn;
    ``last``: what was done last by a figure that players know, ``unseen``: by one that they do not, ``answer``: the
    last reaction by a known figure, where one may be reacted to itself; ``to_unmask``: who
    is to be revealed at once, as it has acted; ``joined``: how many figures ever joined; ``names``: how many numbers
    each name has given away; ``marked``: how many open and how many hidden markers there ever were.
    """

    settings: Settings
    phase: Phase = Phase.GATHERING
    fighters: tuple[Fighter, ...] = ()
    markers: tuple[Marker, ...] = ()
    pointer: int | None = None
    shown: int | None = None
    active: int | None = None
    last: LastAct | None = None
    unseen: LastAct | None = None
    answer: LastAct | None = None
    to_unmask: int | None = None
    joined: int = 0
    names: tuple[tuple[str, int], ...] = ()
    marked: tuple[int, int] = (0, 0)

    def by_number(self, number: int) -> Fighter:
        """Return the figure with that number."""
        return next(one for one in self.fighters if one.number == number)

    def find(self, label: FigureId) -> Fighter | None:
        """Return the figure with that label, None if there is none in this fight (any more)."""
        there = (one for one in self.fighters if one.label == label and one.stance is not Stance.OUT)
        return next(there, None)

    def figure(self, label: FigureId) -> Fighter:
        """Return the figure with that label. Raises :class:`Refused` (``NO_SUCH_FIGHTER``)."""
        found = self.find(label)
        if found is None:
            raise Refused(Refusal.of(Reason.NO_SUCH_FIGHTER, figure=label))
        return found

    @property
    def on_turn(self) -> Fighter | None:
        """The figure on turn."""
        return self.by_number(self.active) if self.active is not None else None

    @property
    def present(self) -> tuple[Fighter, ...]:
        """Every figure that was not removed, in the order in which they joined."""
        return tuple(one for one in self.fighters if one.stance is not Stance.OUT)

    @property
    def in_order(self) -> tuple[Fighter, ...]:
        """Who is on the timeline and waits for nothing, the next one first."""
        return tuple(sorted((one for one in self.fighters if one.in_order), key=lambda one: one.order))

    def pointer_for(self, known: Known) -> int | None:
        """Return the pointer as it may be known where a figure comes in of which players know ``known``."""
        return self.shown if known is Known.ALL else self.pointer

    def with_fighter(self, changed: Fighter) -> Fight:
        """Return the fight with one figure changed."""
        return replace(self, fighters=tuple(changed if o.number == changed.number else o for o in self.fighters))
