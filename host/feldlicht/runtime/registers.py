"""What whoever keeps registers needs of the store."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol


class Registers(Protocol):
    """Plain values by register and key, as :class:`feldlicht.store.store.Store` keeps them on disk."""

    def register(self, register: str, key: str) -> object | None:
        """Return the JSON value kept under ``key``, None if there is none."""

    def whole_register(self, register: str) -> Mapping[str, object]:
        """Return every JSON value of a register, by key."""

    def set_register(self, register: str, key: str, value: object) -> None:
        """Keep a JSON value under ``key``. Raises :class:`Refused` ``DATA_FOLDER_UNUSABLE``."""

    def set_registers(self, register: str, values: Mapping[str, object]) -> None:
        """Keep JSON values by key, all or nothing. Raises :class:`Refused` ``DATA_FOLDER_UNUSABLE``."""
