"""What a game offers before a match: its options with their limits, formations and encounters that have a name."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

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


Encounter = dict[str, object]
"""What is prepared for a match, as JSON in the shape of its file: ``format``, ``v``, ``name``, and the game's own."""
Say = Callable[[str], str]
"""What a word of the game is called in somebody's language."""


class Encounters(Protocol):
    """Whom a game master prepares for matches, where figures come and go by acts. They hold secrets."""

    def shipped(self, say: Say) -> Mapping[str, Encounter]:
        """Return the encounters that come with the game, by name, in the words that ``say`` has for their names."""
        ...

    def read(self, form: object) -> Encounter:
        """Return an encounter as it is kept: its name trimmed, what may be left out filled in.

        Raises :class:`~feldlicht.base.reasons.BadInput` that names the place of what is wrong, for what a newer
        Feldlicht wrote, and for what could not join an empty match.
        """
        ...

    def of(self, state: Any, name: str) -> Encounter:
        """Return all who take part in ``state`` and its settings as an encounter. Raises as :meth:`read` does."""
        ...

    def players_of(self, state: Any, name: str) -> Encounter:
        """Return the players' figures of ``state`` with their values, to go on in another match."""
        ...

    def acts(self, state: Any, encounter: Encounter) -> Sequence[str]:
        """Return what is done one after another, in the notation, so that all of ``encounter`` takes part.

        Raises :class:`~feldlicht.base.reasons.Refused` that names the figure which cannot, as ``state`` is.
        """
        ...

    def absent(self, state: Any, encounter: Encounter) -> Encounter:
        """Return ``encounter`` without those of whom one takes part in ``state`` under that name already.

        Raises :class:`~feldlicht.base.reasons.Refused` ``NOBODY_TO_BRING`` if nobody is left.
        """
        ...


__all__ = ["CellChoice", "Encounter", "Encounters", "Lineups", "Option", "Say", "Team"]
