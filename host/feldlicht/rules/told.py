"""A match as it is told to people and counted for them: what happened in its order, and figures in tables.

What things are called stands in the catalogue of texts; here they are keys, events and values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side

JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class Named:
    """What a figure is called: a name, and the number it has in its side."""

    name: str
    side: Side
    number: int


@dataclass(frozen=True, slots=True)
class Heading:
    """The head of a part: ``report.KEY``, or an event that begins it. ``level``: 1 for the greatest parts."""

    what: str | Event
    level: int


@dataclass(frozen=True, slots=True)
class Paragraph:
    """What belongs together, a sentence for each event."""

    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Report:
    """A match from its beginning; ``figures`` by the id that they have in events."""

    parts: tuple[Heading | Paragraph, ...]
    figures: Mapping[str, Named]


@dataclass(frozen=True, slots=True)
class Expected:
    """What came of dice, and how much of it was to be expected."""

    came: int
    expected: Fraction


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a whole, 0 to 1."""

    part: Fraction


Value = int | Fraction | Expected | Share | None
"""A cell of a table; None: there is nothing to say."""


@dataclass(frozen=True, slots=True)
class Table:
    """``columns``: keys ``statistics.KEY``. Each row has a head, such a key, a figure's id, or where ``plain``
    what is to be shown as it is; and a value for each column. ``key`` is the table's own name.
    """

    key: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Value, ...]], ...]
    plain: bool = False


@dataclass(frozen=True, slots=True)
class Counted:
    """Statistics of a match: as JSON with all there is, and as tables with what people look for."""

    form: JsonObject
    tables: tuple[Table, ...]
    figures: Mapping[str, Named] = field(default_factory=dict)
