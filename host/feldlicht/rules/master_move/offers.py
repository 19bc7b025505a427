"""What Master Move offers before a match: its options, and its formations (M1, M9–M11, M13, M17)."""

from __future__ import annotations

from collections.abc import Mapping

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.figures import Side
from feldlicht.rules.master_move.figures import ROSTER
from feldlicht.rules.master_move.formation import SHAPES, missing_in, read_team
from feldlicht.rules.master_move.geometry import GOAL_CELLS, mirrored
from feldlicht.rules.master_move.option_words import NUMBERS, WORDS, drawn, read_options
from feldlicht.rules.master_move.options import COIN, ZONES, Help, Options, ZonePreset
from feldlicht.rules.offers import CellChoice, Option, Team

_GROUPS = {
    "setup": ("setup", "zone", "kick_off"),
    "end": ("side_seconds", "increment_seconds", "match_seconds", "ply_cap", "level"),
    "help": ("help", "hints"),
    "rules": ("anti_patt", "relocation", "override_counts"),
}
_OTHER_WORDS: dict[str, tuple[str, ...]] = {
    "zone": tuple(one.value for one in ZonePreset),
    "kick_off": (*(side.value for side in Side), COIN),
    "help": tuple(one.value for one in Help),
}


_ZONE = CellChoice(
    {preset.value: tuple(cell_name(which) for which in sorted(cells)) for preset, cells in ZONES.items()},
    tuple(cell_name(which) for which in sorted(GOAL_CELLS)),
)


def options() -> tuple[Option, ...]:
    """Return all options in the order in which they are offered."""
    return tuple(_option(name, group) for group, names in _GROUPS.items() for name in names)


def _option(name: str, group: str) -> Option:
    default = Options().as_json()[name]
    if name in NUMBERS:
        return Option(name, group, default, limits=(0, NUMBERS[name]))
    words = _OTHER_WORDS.get(name) or tuple(one.value for one in WORDS[name])
    return Option(name, group, default, words, each_side=name == "help", cells=_ZONE if name == "zone" else None)


class MasterMoveLineups:
    """The formations of Master Move; what each method promises stands in :class:`~feldlicht.rules.offers.Lineups`."""

    def shipped(self) -> Mapping[str, Team]:
        """Return the formations that have a name, as yellow sets them up."""
        return SHAPES

    def roster(self) -> Mapping[str, int]:
        """Return the eleven by kind, the keeper first."""
        return {kind.value: count for kind, count in ROSTER.items()}

    def across(self, team: Team) -> Team:
        """Return ``team`` with column → 17 − column. Raises ``UNKNOWN_CELL``."""
        return {cell_name(mirrored(cell(name))): kind for name, kind in team.items()}

    def check(
        self, side: Side, team: Team, options: Mapping[str, object] | None, *, whole: bool
    ) -> Mapping[str, int]:
        """Return who is missing. Raises ``BAD_OPTION``, ``UNKNOWN_CELL``, ``BAD_FORMATION``."""
        zone = frozenset[Cell]() if options is None else read_options(drawn(options, 0)).zone
        if whole:
            read_team(side, team, zone)
        return {kind.value: count for kind, count in missing_in(side, team, zone).items()}
