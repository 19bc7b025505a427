"""Options of a match: where the text is read in one way and may be played in another.

Source: rules page, "Figures" and column "opt" of N1–N25.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from typing import Any, get_type_hints

from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.imman.field import FIELDS, STREET, Field
from feldlicht.rules.imman.heroes import STAMINA, BaseValues
from feldlicht.rules.imman.teams import MOST_HEROES
from feldlicht.rules.offers import Option


class Lanes(StrEnum):
    """How often a die says through which cell of a tied step a ball rolls (N5)."""

    PER_STEP = "per_step"
    PER_PASS = "per_pass"


class OwnCell(StrEnum):
    """Whether an opponent on the passer's own cell may try to stop the pass (N8)."""

    TRIES = "tries"
    NEVER = "never"


class Stopping(StrEnum):
    """Whether somebody may let a ball pass that could be stopped (N9)."""

    MAY = "may"
    MUST = "must"


class TakerStands(StrEnum):
    """Where who takes the kick-off is put (N17)."""

    SPOT = "spot"
    CIRCLE = "circle"


class Opens(StrEnum):
    """Who is first to act after a kick-off (N17)."""

    FIRST = "first"
    TAKER = "taker_first"


class GoalTargets(StrEnum):
    """Whether a roll-in or a corner may be aimed at a goal cell (N19)."""

    CLOSED = "closed"
    OPEN = "open"


class Behind(StrEnum):
    """How it goes on when attackers play the ball over the goal line (N19)."""

    KEEPER = "keeper"
    ROLL_IN = "roll_in"
    """As the text has it: like a corner, a roll from where the ball went out."""


class Substitutes(StrEnum):
    """At which breaks a side may bring somebody on (N20)."""

    DEAD_BALL = "dead_ball"
    HALF_TIME = "half_time"


class Sprint(StrEnum):
    """Whether figures may pay Ausdauer for a step more (N24)."""

    OFF = "off"
    ON = "on"


class Fouls(StrEnum):
    """Whether figures may foul (N25)."""

    OFF = "off"
    ON = "on"


class CarrierFouls(StrEnum):
    """Whether who has the ball may foul (N25)."""

    NEVER = "never"
    MAY = "may"


class Crowd(StrEnum):
    """Whether there is one, which a rough foul angers (N25)."""

    NONE = "none"
    WATCHES = "watches"


@dataclass(frozen=True, slots=True)
class Options:
    """``size``: figures of a side on the field; ``exactly_six``: how short a pass falls that was missed by six (N2);
    ``minutes`` of a half, ``rounds`` of a match, 0: it goes by time (N21); ``cap``: after so many shots of each side
    a lead of one is enough, 0: never (N22); ``sprint_cost``: Ausdauer for a step more; ``recovery``: Ausdauer that a
    figure off the field has back in a round, ``half_time_recovery``: that everyone has back at half-time, never more
    than it began with (N24).
    """

    field: str = STREET.name
    size: int = STREET.sizes[1]
    exactly_six: int = 1
    lanes: Lanes = Lanes.PER_STEP
    own_cell: OwnCell = OwnCell.TRIES
    stopping: Stopping = Stopping.MAY
    taker_stands: TakerStands = TakerStands.SPOT
    opens: Opens = Opens.FIRST
    goal_targets: GoalTargets = GoalTargets.CLOSED
    behind: Behind = Behind.KEEPER
    substitutes: Substitutes = Substitutes.DEAD_BALL
    base_values: BaseValues = BaseValues.BY_KIND
    minutes: int = 60
    rounds: int = 0
    cap: int = 0
    sprint: Sprint = Sprint.OFF
    sprint_cost: int = 10
    recovery: int = 1
    half_time_recovery: int = STAMINA[1]
    fouls: Fouls = Fouls.OFF
    carrier_fouls: CarrierFouls = CarrierFouls.NEVER
    crowd: Crowd = Crowd.NONE

    @property
    def ground(self) -> Field:
        """The field that is played on."""
        return FIELDS[self.field]


_LIMITS: Mapping[str, tuple[int, int]] = {
    "size": (1, MOST_HEROES),
    "exactly_six": (1, 2),
    "minutes": (1, 600),
    "rounds": (0, 1000),
    "cap": (0, 100),
    "sprint_cost": (1, 100),
    "recovery": (0, 100),
    "half_time_recovery": (0, STAMINA[1]),
}
_GROUPS = {
    "match": ("field", "size", "minutes", "rounds", "cap"),
    "readings": (
        "exactly_six",
        "lanes",
        "own_cell",
        "stopping",
        "taker_stands",
        "opens",
        "goal_targets",
        "behind",
        "substitutes",
        "base_values",
    ),
    "extensions": ("sprint", "sprint_cost", "recovery", "half_time_recovery", "fouls", "carrier_fouls", "crowd"),
}
_TYPES: Mapping[str, Any] = get_type_hints(Options)


def options_form(options: Options) -> dict[str, object]:
    """Return every option by its name, as :func:`read_options` takes it."""
    plain = {one.name: getattr(options, one.name) for one in fields(options)}
    return {name: value.value if isinstance(value, StrEnum) else value for name, value in plain.items()}


def offered() -> tuple[Option, ...]:
    """Return every option, in groups; how many play a side, as the usual field has room for them."""
    return tuple(_option(name, group) for group, names in _GROUPS.items() for name in names)


def _option(name: str, group: str) -> Option:
    default = options_form(Options())[name]
    if name in _LIMITS:
        return Option(name, group, default, limits=STREET.sizes if name == "size" else _LIMITS[name])
    return Option(name, group, default, words=tuple(_words(name)))


def read_options(given: Mapping[str, object]) -> Options:
    """Read options; those left out are as they usually are. Raises :class:`BadInput` (``BAD_OPTION``)."""
    values: dict[str, Any] = {}
    for name, value in given.items():
        if name not in _TYPES:
            raise BadInput(Reason.BAD_OPTION, option=name, allowed=", ".join(_TYPES))
        values[name] = _read(name, value)
    read = Options(**values)
    least, most = read.ground.sizes
    if not least <= read.size <= most:
        raise BadInput(Reason.BAD_OPTION, option="size", value=read.size, allowed=f"{least}–{most}")
    return read


def _read(name: str, value: object) -> object:
    if name in _LIMITS:
        low, high = _LIMITS[name]
        if type(value) is int and low <= value <= high:
            return value
        raise BadInput(Reason.BAD_OPTION, option=name, value=value, allowed=f"{low}–{high}")
    words = _words(name)
    if value not in words:
        raise BadInput(Reason.BAD_OPTION, option=name, value=value, allowed=", ".join(words))
    return value if name == "field" else _TYPES[name](value)


def _words(name: str) -> list[str]:
    return [*FIELDS] if name == "field" else [one.value for one in _TYPES[name]]
