"""The virtual magnets: what lies on the table, kept on disk, and what the sensors get of it."""

from __future__ import annotations

import contextlib
import json
import os
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from feldlicht.base.cells import CELL_COUNT, COLUMNS, ROWS, Cell, cell, cell_name, column_of, row_of
from feldlicht.base.figures import Pole
from feldlicht.base.layout import Layout
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused


def chain_bytes(layout: Layout, magnets: Mapping[Cell, Pole]) -> bytes:
    """Return the parallel inputs of the whole chain in shift-out order, the first bit shifted out highest."""
    bits = 0
    for cell_index, pole in layout.sensor_order:
        sees = magnets.get(Cell(cell_index)) == pole
        bits = bits << 1 | (sees != layout.sensor_active_low)
    count = len(layout.sensor_order)
    rest = -count % 8
    # Inputs that no sensor drives sit at the level of "sees nothing".
    bits = bits << rest | ((1 << rest) - 1) * layout.sensor_active_low
    return bits.to_bytes((count + rest) // 8, "big")


_OWN = 6000
"""Under a magnet (N42, 10 × 2 mm, about 5 mm above the sensor), in hundredths of a millitesla."""
_NEIGHBOURS = {(0, 1): 36, (1, 0): 36, (1, 1): 13, (0, 2): 5, (2, 0): 5}
"""The other way round, that many rows and columns beside it: falls with the third power of the distance."""


def fields_of(magnets: Mapping[Cell, Pole]) -> list[int]:
    """Return the field in every cell in hundredths of a millitesla, north up positive.

    The figures are calculated ones for a grid of 33.3 mm, not measured.
    """
    fields = [0] * CELL_COUNT
    for which, pole in magnets.items():
        sign = 1 if pole is Pole.NORTH else -1
        fields[which] += sign * _OWN
        for row in range(max(row_of(which) - 2, 0), min(row_of(which) + 3, ROWS)):
            for column in range(max(column_of(which) - 2, 0), min(column_of(which) + 3, COLUMNS)):
                away = abs(row - row_of(which)), abs(column - column_of(which))
                fields[row * COLUMNS + column] -= sign * _NEIGHBOURS.get(away, 0)
    return fields


def packed_fields(fields: Iterable[int]) -> bytes:
    """Return fields as the stand-ins get them: two bytes each, big-endian."""
    return b"".join(field.to_bytes(2, "big", signed=True) for field in fields)


def field_bytes(magnets: Mapping[Cell, Pole]) -> bytes:
    """Return the field in every cell of a table with these magnets, as the stand-ins get it."""
    return packed_fields(fields_of(magnets))


class MagnetTray:
    """The magnets on one simulated table. Thread-safe; a change lasts once :meth:`save` has returned."""

    def __init__(self, path: Path) -> None:
        """Read the magnets that were left there; a missing file is an empty table.

        Raises ``Refused`` (``DATA_FOLDER_UNUSABLE``) if the file cannot be read or is none of ours.
        """
        self._path = path
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._magnets = self._load()

    def now(self) -> dict[Cell, Pole]:
        """Return the magnets and which of their poles points up."""
        with self._lock:
            return dict(self._magnets)

    def change(self, changes: Mapping[Cell, Pole | None]) -> dict[Cell, Pole]:
        """Put magnets down (None takes one away) and return all that lie there. :meth:`save` makes it last."""
        with self._lock:
            for which, pole in changes.items():
                if pole is None:
                    self._magnets.pop(which, None)
                else:
                    self._magnets[which] = pole
            return dict(self._magnets)

    def save(self) -> None:
        """Write the magnets as they lie now, whole or not at all. Raises ``Refused`` (``DATA_FOLDER_UNUSABLE``)."""
        with self._writing:
            magnets = {cell_name(which): pole.value for which, pole in sorted(self.now().items())}
            temporary = self._path.with_suffix(".new")
            try:
                with open(temporary, "w", encoding="utf-8", opener=_for_the_owner_only) as file:
                    json.dump({"magnets": magnets}, file, indent=1)
                    file.flush()
                    os.fsync(file.fileno())
                temporary.replace(self._path)
                _settle_rename(self._path.parent)
            except OSError as error:
                raise Refused(self._unusable(error)) from error

    def _load(self) -> dict[Cell, Pole]:
        try:
            magnets = json.loads(self._path.read_text(encoding="utf-8"))["magnets"]
            return {cell(name): Pole(pole) for name, pole in magnets.items()}
        except FileNotFoundError:
            return {}
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError, BadInput) as error:
            raise Refused(self._unusable(error)) from error

    def _unusable(self, error: Exception) -> Refusal:
        return Refusal.of(Reason.DATA_FOLDER_UNUSABLE, folder=self._path.parent, file=self._path.name, error=error)


def _for_the_owner_only(path: str, flags: int) -> int:
    # Where figures lie may be a secret of the match.
    return os.open(path, flags, 0o600)


def _settle_rename(folder: Path) -> None:
    """Have a rename in ``folder`` on disk too, where the operating system can be asked for that."""
    with contextlib.suppress(OSError):
        opened = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
