"""Imman: hockey on hexes with W20 dice. Source: rules page, readings N1–N25."""

from feldlicht.rules.imman.game import Imman
from feldlicht.rules.imman.state import Match

GAME = Imman()
"""The game, for the entry point ``feldlicht.games``."""

__all__ = ["GAME", "Imman", "Match"]
