"""Figures, sides and formations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import NewType

from feldlicht.base.cells import Cell, cell_name

FigureId = NewType("FigureId", str)
"""Names one physical figure for a whole session, e.g. ``yF2``: side, kind, number."""


class Pole(StrEnum):
    """Which pole of a figure's magnet points up."""

    NORTH = "N"
    SOUTH = "S"


class Side(StrEnum):
    """The two teams. Yellow carries north up, blue south up."""

    YELLOW = "yellow"
    BLUE = "blue"

    @property
    def pole(self) -> Pole:
        """The pole that this side's figures show upwards."""
        return Pole.NORTH if self is Side.YELLOW else Pole.SOUTH

    @property
    def other(self) -> Side:
        """The opponent."""
        return Side.BLUE if self is Side.YELLOW else Side.YELLOW


@dataclass(frozen=True, slots=True, order=True)
class Figure:
    """One physical figure. ``kind`` is the game's letter for how it moves (``S``); identity is ``id``."""

    id: FigureId
    side: Side
    kind: str


@dataclass(frozen=True, slots=True)
class Formation(Mapping[Cell, Figure]):
    """Which figure stands where; a mapping from cell to figure that cannot change and can be hashed.

    ``placed`` holds (cell, figure) sorted by cell; no cell and no figure twice (``ValueError`` otherwise).
    """

    placed: tuple[tuple[Cell, Figure], ...]

    def __post_init__(self) -> None:
        if len({c for c, _ in self.placed}) != len(self.placed):
            raise ValueError("two figures on one cell")
        if len({f.id for _, f in self.placed}) != len(self.placed):
            raise ValueError("one figure on two cells")

    @classmethod
    def of(cls, figures: Mapping[Cell, Figure]) -> Formation:
        """Build from any mapping of cells to figures."""
        return cls(tuple(sorted(figures.items())))

    def __getitem__(self, which: Cell) -> Figure:
        for place, figure in self.placed:
            if place == which:
                return figure
        raise KeyError(which)

    def __iter__(self) -> Iterator[Cell]:
        return (place for place, _ in self.placed)

    def __len__(self) -> int:
        return len(self.placed)

    def find(self, figure: FigureId) -> Cell | None:
        """Return where ``figure`` stands, None if it is not on the table."""
        return next((place for place, one in self.placed if one.id == figure), None)

    def moved(self, origin: Cell, target: Cell) -> Formation:
        """Return the formation with the figure of ``origin`` on ``target`` (which must be free)."""
        figures = dict(self.placed)
        if target in figures:
            raise ValueError(f"{cell_name(target)} is taken")
        figures[target] = figures.pop(origin)
        return Formation.of(figures)
