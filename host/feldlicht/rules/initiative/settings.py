"""What an encounter may be played with otherwise. Source: rules page, the column "setting"."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

RING = 24
"""Fields of the circle: this many or more, never fewer (rules text)."""
STRIP = 6
"""Fields of the entry strip: −5 … 0."""
DIVISOR = 3
SURPRISE = 2
"""Levels of disadvantage of whoever did not expect a fight (rules text)."""
MOST_FIELDS = 360


class Rounding(StrEnum):
    """How a raw result becomes successes (I1)."""

    NEAREST = "nearest"
    """To the nearest level; halves away from zero."""
    FLOOR = "floor"
    AWAY = "away"
    """Away from zero: a level for each that was begun."""


class TieKey(StrEnum):
    """Which advantage decides between figures on the same INI (I3)."""

    BASE = "base"
    """The one that the figure always has."""
    NET = "net"
    """The one with which it rolled, surprise taken off."""


class AtEquality(StrEnum):
    """Whether who is reached just as an act ends may react to it (I5)."""

    ALLOW = "allow"
    DENY = "deny"


class Chain(StrEnum):
    """Whether a reaction may be reacted to (I15)."""

    NEVER = "never"
    ALWAYS = "always"


class Waiting(StrEnum):
    """Whether figures may wait or keep ready (I8)."""

    OFF = "off"
    ON = "on"


class GroupRoll(StrEnum):
    """Who rolls for a group (I6)."""

    EACH = "each"
    ONCE = "once"


class Effect(StrEnum):
    """When an act takes effect (I14)."""

    DECLARED = "declared"
    END = "end"
    """A marker stands where it ends."""


class ZeroField(StrEnum):
    """Which light is field 0 (I11)."""

    STRIP = "strip"
    RING = "ring"
    """The ring's last one, where a device has no field 0."""


class Unseen(StrEnum):
    """What the ring shows while a known figure with a concealed INI acts."""

    PULSE = "pulse"
    """The last public field pulses in the game master's neutral colour."""
    FIELD = "field"
    """Where it stands after all."""
    DARK = "dark"


class Unmasked(StrEnum):
    """When a concealed figure is revealed."""

    BY_HAND = "by_hand"
    BY_ACTING = "by_acting"


class Knob(StrEnum):
    """Whether the knob leads the fight too."""

    ON = "on"
    OFF = "off"
    """For fights with figures that players do not know: by trying it in a neutral state they would find that out."""


class Players(StrEnum):
    """What players do themselves for their figure."""

    ROLL = "roll"
    """They throw its dice."""
    ACT = "act"
    """They act, react and wait, too."""


MOST_SECONDS = 60


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of a fight. ``fields`` of the circle: 24 to 360; ``divisor``: raw points a level, 1–20;
    ``hand_over_seconds``: after which the next one is on by itself, 0–60; 0: somebody says so.
    """

    divisor: int = DIVISOR
    rounding: Rounding = Rounding.NEAREST
    tie: TieKey = TieKey.BASE
    equal: AtEquality = AtEquality.ALLOW
    chain: Chain = Chain.NEVER
    waiting: Waiting = Waiting.OFF
    group_roll: GroupRoll = GroupRoll.EACH
    effect: Effect = Effect.DECLARED
    zero: ZeroField = ZeroField.STRIP
    fields: int = RING
    unseen: Unseen = Unseen.PULSE
    unmasked: Unmasked = Unmasked.BY_HAND
    hand_over_seconds: int = 0
    knob: Knob = Knob.ON
    players: Players = Players.ROLL
