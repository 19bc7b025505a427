"""What a game offers before a match: its options with their limits, and formations that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from feldlicht.base.figures import Side

Team = Mapping[str, str]
"""One side's formation as yellow sets it up: the letter of a figure's kind by the name of its cell."""


@dataclass(frozen=True, slots=True)
class CellChoice:
    """Cells that an option may be instead of a word: ``words`` says which cells each of its words means, ``closed``
    which cells may never be among them; all by name.
    """

    words: Mapping[str, tuple[str, ...]]
    closed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Option:
    """One option of a game. ``group``: those with the same word are offered together.

    It is one of ``words``, or a whole number within ``limits`` (low, high). ``each_side``: a side may have another
    value than the other (``{"yellow": …, "blue": …}``). ``cells``: a list of cell names may stand for a word, None
    if none may. ``default`` is what it is where nothing is chosen, in the shape in which the API takes it.
    """

    name: str
    group: str
    default: object
    words: tuple[str, ...] = ()
    limits: tuple[int, int] | None = None
    each_side: bool = False
    cells: CellChoice | None = None


class Lineups(Protocol):
    """The formations of a game in which sides set up as they like."""

    def shipped(self) -> Mapping[str, Team]:
        """Return the formations that come with the game, by name."""
        ...

    def roster(self) -> Mapping[str, int]:
        """Return how many figures of each kind a side has, in the order in which they are set up."""
        ...

    def across(self, team: Team) -> Team:
        """Return a team as the other side sets it up: yellow's as blue's, blue's as yellow's."""
        ...

    def check(
        self, side: Side, team: Team, options: Mapping[str, object] | None, *, whole: bool
    ) -> Mapping[str, int]:
        """Return how many figures of each kind are missing in ``side``'s team, on the cells where that side sets up.

        ``options`` None: it is asked whether there are any with which it could stand.

        Raises :class:`~feldlicht.base.reasons.BadInput` for a bad option, a figure where it may not be set up, one
        too many, an unknown cell or letter; if it is to be ``whole``, also for one too few.
        """
        ...


__all__ = ["CellChoice", "Lineups", "Option", "Team"]
