"""Three in a row for Feldlicht."""

from .game import ThreeInARow

GAME = ThreeInARow()
