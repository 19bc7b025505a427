"""Typed access to the fields of JSON objects that were written by us, or should have been. Pure.

Whatever does not fit is refused by its name, never guessed at: :class:`BadInput` ``DATA_FOLDER_UNUSABLE``.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import TypeVar

from feldlicht.base.reasons import BadInput, Reason

LARGEST = 10**300
"""No number that we write comes near; larger ones are not to be reckoned with."""

M = TypeVar("M", bound=StrEnum)


def broken(where: str) -> BadInput:
    """Return the refusal of the field called ``where``."""
    return BadInput(Reason.DATA_FOLDER_UNUSABLE, problem=f"its field {where} is broken")


def line_of_text(value: object, where: str) -> str:
    """Return ``value`` if it is text. Raises :class:`BadInput`."""
    if not isinstance(value, str):
        raise broken(where)
    return value


def whole(value: object, where: str) -> int:
    """Return ``value`` if it is a whole number. Raises :class:`BadInput`."""
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > LARGEST:
        raise broken(where)
    return value


class Fields:
    """One object's fields. Reading one that is not there, or of another kind, raises :class:`BadInput`."""

    def __init__(self, form: object, what: str) -> None:
        if not isinstance(form, Mapping):
            raise broken(what)
        self._form = form
        self._what = what

    def up_to_version(self, newest: int) -> Fields:
        """Return these fields if their ``v`` is known: 1 to ``newest``. Raises ``DATA_FOLDER_NEWER`` above that."""
        version = self.number("v")
        if version > newest:
            raise BadInput(Reason.DATA_FOLDER_NEWER, what=self._what, v=version, newest=newest)
        if version < 1:
            raise self.bad("v")
        return self

    def bad(self, name: str) -> BadInput:
        """Return the refusal of one field."""
        return broken(f"{self._what}.{name}")

    def has(self, name: str) -> bool:
        """Return whether there is such a field."""
        return name in self._form

    def any(self, name: str) -> object:
        """Return a field, whatever it is."""
        if name not in self._form:
            raise self.bad(name)
        value: object = self._form[name]
        return value

    def text(self, name: str) -> str:
        """Return a field that is text."""
        return line_of_text(self.any(name), f"{self._what}.{name}")

    def text_or_none(self, name: str) -> str | None:
        """Return a field that is text or null."""
        value = self.any(name)
        return None if value is None else self.text(name)

    def number(self, name: str) -> int:
        """Return a field that is a whole number."""
        return whole(self.any(name), f"{self._what}.{name}")

    def truth(self, name: str) -> bool:
        """Return a field that is true or false."""
        value = self.any(name)
        if not isinstance(value, bool):
            raise self.bad(name)
        return value

    def sequence(self, name: str) -> list[object]:
        """Return a field that is a list."""
        value = self.any(name)
        if not isinstance(value, list):
            raise self.bad(name)
        return value

    def mapping(self, name: str) -> dict[str, object]:
        """Return a field that is an object."""
        value = self.any(name)
        if not isinstance(value, dict):
            raise self.bad(name)
        return value

    def member(self, name: str, kind: type[M]) -> M:
        """Return a field that is one of an enumeration's values."""
        try:
            return kind(self.text(name))
        except ValueError:
            raise self.bad(name) from None
