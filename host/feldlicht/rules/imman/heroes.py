"""Heroes: their sheet, the talent, what they are worth at passing, stopping and dribbling.

Source: rules page, "Figures"; check value 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from feldlicht.base.reasons import OwnReason

DIE = 20
RAISES = 2
"""So often at most a talent may be raised when a hero gains a level."""
MOST_LEVEL = 40
ATTRIBUTES = (0, 30)
"""Limits of KL, GE and KK on a sheet."""
POINTS = (-20, 40)
"""Limits of a talent, and of what is put on one action."""


STAMINA = (1, 200)
"""Limits of Ausdauer."""
USUAL_STAMINA = 30


class BaseValues(StrEnum):
    """With how much of the talent heroes begin."""

    BY_KIND = "by_kind"
    ZERO = "zero"
    """All with 0."""


class HeroType(StrEnum):
    """The kinds of hero that have a base value of their own."""

    STREUNER = "streuner"
    GAUKLER = "gaukler"
    HAENDLER = "haendler"
    ZWERG = "zwerg"
    KRIEGER = "krieger"
    THORWALER = "thorwaler"
    NOVADI = "novadi"
    NIVESE = "nivese"
    MOHA = "moha"
    BUERGER = "buerger"
    MAGIC = "magic"
    """Whoever works magic."""
    GEWEIHTER = "geweihter"
    OTHER = "other"


BASE = {
    HeroType.STREUNER: 2,
    HeroType.GAUKLER: 3,
    HeroType.ZWERG: -1,
    HeroType.KRIEGER: 1,
    HeroType.THORWALER: 4,
    HeroType.NIVESE: 1,
    HeroType.BUERGER: 1,
    HeroType.MAGIC: -3,
}
"""Talent of a hero who has never raised it; 0 where a type is not named."""


class Action(StrEnum):
    """What talent points are put on."""

    PASSING = "passing"
    STOPPING = "stopping"
    DRIBBLING = "dribbling"


class Position(StrEnum):
    """Where a hero plays best: a hint for putting points, no rule."""

    KEEPER = "keeper"
    DEFENCE = "defence"
    MIDFIELD = "midfield"
    ATTACK = "attack"
    LIBERO = "libero"


ADVISED: dict[Position, frozenset[Action]] = {
    Position.KEEPER: frozenset({Action.STOPPING}),
    Position.DEFENCE: frozenset({Action.STOPPING, Action.DRIBBLING}),
    Position.MIDFIELD: frozenset({Action.PASSING}),
    Position.ATTACK: frozenset({Action.PASSING, Action.DRIBBLING}),
    Position.LIBERO: frozenset(Action),
}
"""What each position lives by."""


@dataclass(frozen=True, slots=True)
class Points:
    """Talent points as they were put on the three actions, once and for good."""

    passing: int = 0
    stopping: int = 0
    dribbling: int = 0

    @property
    def total(self) -> int:
        """All points together; negative ones lower a value."""
        return self.passing + self.stopping + self.dribbling

    def __add__(self, more: Points) -> Points:
        return Points(self.passing + more.passing, self.stopping + more.stopping, self.dribbling + more.dribbling)


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero's sheet. ``base``: the talent before any raise; ``raises`` of each level gained so far, 0 to 2;
    ``stamina``: Ausdauer where that is played.
    """

    name: str
    courage: int
    """KL."""
    dexterity: int
    """GE."""
    strength: int
    """KK."""
    kind: HeroType = HeroType.OTHER
    base: int = 0
    raises: tuple[int, ...] = ()
    points: Points = field(default_factory=Points)
    stamina: int = USUAL_STAMINA

    @property
    def talent(self) -> int:
        """The talent now."""
        return self.base + sum(self.raises)

    @property
    def basis(self) -> int:
        """The base of all three values: (KL + GE + KK) / 4, rounded, halves up."""
        return (self.courage + self.dexterity + self.strength + 2) // 4

    def value(self, action: Action) -> int:
        """Return what the hero is worth at an action."""
        put = {
            Action.PASSING: self.points.passing,
            Action.STOPPING: self.points.stopping,
            Action.DRIBBLING: self.points.dribbling,
        }
        return self.basis + put[action]

    @property
    def to_put(self) -> int:
        """Points that are not on any action yet; below 0: more were put than there are."""
        return self.talent - self.points.total

    def raised(self, times: int, put: Points) -> Hero:
        """Return the hero after another level, the talent raised ``times`` and those points put on actions."""
        return replace(self, raises=(*self.raises, times), points=self.points + put)


class SheetFault(OwnReason):
    """What may be wrong with a sheet; the sentences stand in the catalogue."""

    NAME = "SHEET_NAME"
    ATTRIBUTE = "SHEET_ATTRIBUTE"
    RAISES = "SHEET_RAISES"
    POINTS = "SHEET_POINTS"
    SUM = "SHEET_SUM"
    """More points are put on actions than there are, or fewer."""
    STAMINA = "SHEET_STAMINA"
    BASE = "SHEET_BASE"
    """The talent does not begin where it does for heroes of that kind."""


def base_of(kind: HeroType, values: BaseValues) -> int | None:
    """Return with how much a hero of a kind begins, None: with whatever its sheet says."""
    if values is BaseValues.ZERO:
        return 0
    return None if kind is HeroType.OTHER else BASE.get(kind, 0)


def faults(hero: Hero, values: BaseValues = BaseValues.BY_KIND) -> tuple[SheetFault, ...]:
    """Return what is wrong with a sheet, nothing for one that adds up."""
    low, high = ATTRIBUTES
    least, most = POINTS
    found = []
    if not hero.name.strip() or len(hero.name) > 40 or not hero.name.isprintable():
        found.append(SheetFault.NAME)
    if any(not low <= one <= high for one in (hero.courage, hero.dexterity, hero.strength)):
        found.append(SheetFault.ATTRIBUTE)
    if len(hero.raises) > MOST_LEVEL or any(not 0 <= one <= RAISES for one in hero.raises):
        found.append(SheetFault.RAISES)
    put = (hero.points.passing, hero.points.stopping, hero.points.dribbling)
    if any(not least <= one <= most for one in (hero.base, *put)):
        found.append(SheetFault.POINTS)
    if hero.to_put != 0:
        found.append(SheetFault.SUM)
    if not STAMINA[0] <= hero.stamina <= STAMINA[1]:
        found.append(SheetFault.STAMINA)
    if base_of(hero.kind, values) not in (None, hero.base):
        found.append(SheetFault.BASE)
    return tuple(found)


def proved(attributes: Sequence[int], talent: int, dice: Sequence[int]) -> bool:
    """Return whether a probe on the talent itself succeeds: each of three W20 that is over its attribute is paid from
    the talent's points; a negative talent is owed first.
    """
    over = sum(max(0, die - attribute) for attribute, die in zip(attributes, dice, strict=True))
    return over <= talent
