"""Formations: reading them, and which cells a figure may be set up on.

Source: readings M1, M6, M8, M10 and M11 of the rules page. Every fault names the place: side, cell and kind as facts
of a ``BAD_FORMATION``, with ``fault`` saying which of :class:`FormationFault` it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from enum import StrEnum

from feldlicht.base.cells import CELLS, Cell, cell, cell_name
from feldlicht.base.figures import Figure, Formation, Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.master_move.figures import ROSTER, Kind, figure
from feldlicht.rules.master_move.geometry import GOALS, HALVES, mirrored


class FormationFault(StrEnum):
    """What is wrong with a formation; the fact ``fault`` of a ``BAD_FORMATION``."""

    NOT_A_FORMATION = "not_a_formation"
    """Neither a name nor cells by side."""
    UNKNOWN_SIDE = "unknown_side"
    MISSING_SIDE = "missing_side"
    UNKNOWN_KIND = "unknown_kind"
    TWO_ON_A_CELL = "two_on_a_cell"
    COUNT = "count"
    """Too many or too few of a kind: facts ``kind``, ``found``, ``wanted``."""
    KEEPER_LINE = "keeper_line"
    """The keeper stands outside his goal."""
    OWN_GOAL = "own_goal"
    """An outfielder stands in his own goal."""
    NOT_YOUR_HALF = "not_your_half"
    WHITE_ZONE = "white_zone"


SHAPES: dict[str, dict[str, str]] = {
    "counting": {
        "E1": "T", "D4": "V", "F4": "V", "B5": "F", "H5": "F", "E6": "F",
        "C7": "M", "G7": "M", "E8": "J", "D8": "S", "F8": "S",
    },
    "wall": {
        "E1": "T", "D4": "V", "F4": "V", "E4": "J", "C4": "F", "G4": "F", "E5": "F",
        "B6": "M", "H6": "M", "D7": "S", "F7": "S",
    },
    "wings": {
        "E1": "T", "D4": "V", "F4": "V", "A6": "F", "I6": "F", "E5": "F",
        "B4": "M", "H4": "M", "E7": "J", "B8": "S", "H8": "S",
    },
    "press": {
        "E1": "T", "D5": "V", "F5": "V", "C8": "F", "G8": "F", "E8": "F",
        "A7": "M", "I7": "M", "E6": "J", "D7": "S", "F7": "S",
    },
    "diamond": {
        "E1": "T", "C4": "V", "G4": "V", "E4": "J", "C6": "F", "G6": "F", "E8": "F",
        "B5": "M", "H5": "M", "D6": "S", "F6": "S",
    },
}  # fmt: skip
"""Formations that have a name, as yellow sets them up; blue mirrors them."""


def setup_fault(side: Side, kind: str, which: Cell, zone: frozenset[Cell]) -> Reason | None:
    """Return why a figure may not be set up on ``which`` whoever else stands where, None if it may.

    One of ``KEEPER_LINE``, ``OWN_GOAL``, ``NOT_YOUR_HALF`` and ``WHITE_ZONE``.
    """
    if kind == Kind.KEEPER:
        return None if which in GOALS[side] else Reason.KEEPER_LINE
    if which in GOALS[side]:
        return Reason.OWN_GOAL
    if which not in HALVES[side]:
        return Reason.NOT_YOUR_HALF
    if which in zone:
        return Reason.WHITE_ZONE
    return None


def relocation_cells(formation: Formation, figure: Figure, zone: frozenset[Cell]) -> tuple[Cell, ...]:
    """Return the cells on which ``figure`` may stand instead (M11): allowed at setup and free in ``formation``."""
    taken = set(formation)
    return tuple(
        which for which in CELLS if which not in taken and setup_fault(figure.side, figure.kind, which, zone) is None
    )


def read_formation(given: object, zone: frozenset[Cell]) -> Formation:
    """Read a formation as the API takes it: a name for both sides, or ``{"yellow": …, "blue": …}`` with a name or
    ``{"E1": "T", …}`` for each.

    Figures of a kind are numbered in the order of their cells. Raises :class:`BadInput`: ``UNKNOWN_FORMATION``,
    ``UNKNOWN_CELL`` or ``BAD_FORMATION`` (see :class:`FormationFault`).
    """
    if isinstance(given, str):
        given = {side.value: given for side in Side}
    if not isinstance(given, Mapping):
        raise _bad(FormationFault.NOT_A_FORMATION)
    for word in given:
        if word not in set(Side):
            raise _bad(FormationFault.UNKNOWN_SIDE, side=word)
    teams = {side: _cells_of(side, given.get(side.value)) for side in Side}
    shared = teams[Side.YELLOW].keys() & teams[Side.BLUE].keys()
    if shared:
        raise two_on(cell_name(min(shared)))
    figures: dict[Cell, Figure] = {}
    for side, team in teams.items():
        figures.update(_numbered(side, team))
    return checked(Formation.of(figures), zone)


def read_team(side: Side, given: object, zone: frozenset[Cell]) -> Formation:
    """Read the formation of one side, its eleven figures: a name, or cells. Raises as :func:`read_formation` does."""
    team = Formation.of(_numbered(side, _cells_of(side, given)))
    _check_count(side, team)
    _check_places(team, zone)
    return team


def missing_in(side: Side, given: Mapping[str, str], zone: frozenset[Cell]) -> dict[Kind, int]:
    """Return how many figures of each kind are still to come in a formation of one side that is being drawn up.

    Raises as :func:`read_team` does, but not for figures that are missing.
    """
    team = Formation.of(_numbered(side, _cells_of(side, given)))
    count = Counter(one.kind for one in team.values())
    for kind, wanted in ROSTER.items():
        if count[kind] > wanted:
            raise _bad(FormationFault.COUNT, side=side, kind=kind.value, found=count[kind], wanted=wanted)
    _check_places(team, zone)
    return {kind: wanted - count[kind] for kind, wanted in ROSTER.items()}


def checked(formation: Formation, zone: frozenset[Cell]) -> Formation:
    """Return ``formation`` if every figure may be set up where it stands. Raises :class:`BadInput` otherwise."""
    for side in Side:
        _check_count(side, formation)
    return checked_places(formation, zone)


def checked_places(formation: Formation, zone: frozenset[Cell]) -> Formation:
    """Return ``formation``, whole or not, if what there is of it stands well. Raises :class:`BadInput` otherwise."""
    _check_places(formation, zone)
    return formation


def _check_count(side: Side, formation: Formation) -> None:
    count = Counter(one.kind for one in formation.values() if one.side is side)
    for kind, wanted in ROSTER.items():
        if count[kind] != wanted:
            raise _bad(FormationFault.COUNT, side=side, kind=kind.value, found=count[kind], wanted=wanted)


def _check_places(formation: Formation, zone: frozenset[Cell]) -> None:
    for which, one in formation.items():
        fault = setup_fault(one.side, one.kind, which, zone)
        if fault is not None:
            raise _bad(FormationFault(fault.lower()), side=one.side, kind=str(one.kind), cell=cell_name(which))


def two_on(name: str) -> BadInput:
    """Return the refusal of two figures on a cell."""
    return _bad(FormationFault.TWO_ON_A_CELL, cell=name)


def _bad(fault: FormationFault, **place: object) -> BadInput:
    """Build the refusal; ``problem`` says in a few words where and what, the other facts say it for programs."""
    where = " ".join(str(place[name]) for name in ("side", "kind", "cell") if name in place)
    problem = f"{where}: {fault.replace('_', ' ')}" if where else fault.replace("_", " ")
    if fault is FormationFault.COUNT:
        problem = f"{problem} {place['found']} ≠ {place['wanted']}"
    return BadInput(Reason.BAD_FORMATION, problem=problem, fault=fault, **place)


def _cells_of(side: Side, given: object) -> dict[Cell, Kind]:
    if given is None:
        raise _bad(FormationFault.MISSING_SIDE, side=side)
    if isinstance(given, str):
        if given not in SHAPES:
            raise BadInput(Reason.UNKNOWN_FORMATION, formation=given, known=", ".join(SHAPES))
        shape = {cell(name): Kind(kind) for name, kind in SHAPES[given].items()}
        return shape if side is Side.YELLOW else {mirrored(which): kind for which, kind in shape.items()}
    if not isinstance(given, Mapping):
        raise _bad(FormationFault.NOT_A_FORMATION, side=side)
    team: dict[Cell, Kind] = {}
    for name, letter in given.items():
        which = cell(str(name))
        if not isinstance(letter, str) or letter not in set(Kind):
            raise _bad(FormationFault.UNKNOWN_KIND, side=side, kind=letter, cell=name)
        team[which] = Kind(letter)
    return team


def _numbered(side: Side, team: Mapping[Cell, Kind]) -> dict[Cell, Figure]:
    numbers: Counter[Kind] = Counter()
    placed: dict[Cell, Figure] = {}
    for which in sorted(team):
        kind = team[which]
        numbers[kind] += 1
        placed[which] = figure(side, kind, numbers[kind])
    return placed
