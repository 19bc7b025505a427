"""Registers that end with the test."""

from __future__ import annotations

import json
from collections.abc import Mapping


class RegistersDouble:
    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], object] = {}

    def register(self, register: str, key: str) -> object | None:
        return self._kept.get((register, key))

    def whole_register(self, register: str) -> Mapping[str, object]:
        return {key: value for (which, key), value in self._kept.items() if which == register}

    def set_register(self, register: str, key: str, value: object) -> None:
        # As on disk: what comes back is no longer what was given.
        self._kept[register, key] = json.loads(json.dumps(value))

    def set_registers(self, register: str, values: Mapping[str, object]) -> None:
        for key, value in values.items():
            self.set_register(register, key, value)
