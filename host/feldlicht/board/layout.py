"""The layout of the one board this project describes."""

from feldlicht.board.layout_generated import LAYOUT

__all__ = ["LAYOUT"]
