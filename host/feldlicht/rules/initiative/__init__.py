"""Initiative & Verzögerung: a fight on a timeline. Source: rules page, readings I1–I22."""

from feldlicht.rules.initiative.game import Initiative
from feldlicht.rules.initiative.state import Fight

GAME = Initiative()
"""The game, for the entry point ``feldlicht.games``."""

__all__ = ["GAME", "Fight", "Initiative"]
