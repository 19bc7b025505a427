"""What only Master Move has for acts: a whole formation at once, a side that is ready, and asking for a hint."""

from __future__ import annotations

from dataclasses import dataclass

from feldlicht.base.commands import OwnAct
from feldlicht.base.figures import Formation, Side


@dataclass(frozen=True, slots=True)
class Formed(OwnAct):
    """``side`` gives its whole formation: its eleven figures and no others (M10)."""

    side: Side
    figures: Formation


@dataclass(frozen=True, slots=True)
class Ready(OwnAct):
    """``side`` confirms its eleven (M22)."""

    side: Side


@dataclass(frozen=True, slots=True)
class AskHint(OwnAct):
    """``side`` asks to be shown, for this ply, what could score on either end."""

    side: Side
