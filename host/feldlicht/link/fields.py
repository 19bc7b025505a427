"""Reading the fields of a line: numbers and names, strictly as ``docs/protocol.md`` has them. Pure."""

from __future__ import annotations

import re

_DECIMAL = re.compile(r"-?(0|[1-9][0-9]{0,14})")


def need(fits: bool, what: str) -> None:
    if not fits:
        raise ValueError(what)


def decimal(text: str, low: int, high: int) -> int:
    need(_DECIMAL.fullmatch(text) is not None and text != "-0" and low <= int(text) <= high, f"not a number: {text}")
    return int(text)


def hexadecimal(text: str, digits: int) -> int:
    need(re.fullmatch(f"[0-9A-F]{{{digits}}}", text) is not None, f"not {digits} upper-case hex digits: {text}")
    return int(text, 16)


def named(fields: tuple[str, ...]) -> dict[str, str]:
    pairs = [field.partition("=") for field in fields]
    need(all(name and sign for name, sign, _ in pairs), "a field is not NAME=VALUE")
    need(len({name for name, _, _ in pairs}) == len(pairs), "a field comes twice")
    return {name: value for name, _, value in pairs}
