"""The page about the serial line, read as what it is: tables that say which lines there are."""

from __future__ import annotations

import ast
import re
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")

FROM_BOARD = "From the board, field by field"
FROM_HOST = "From the host, field by field"
OTHER = "another_word"


def table(heading: str) -> list[list[str]]:
    """Return the cells of the first table under a heading, its own heading left out."""
    after = re.split(rf"^#+ {re.escape(heading)}\n", PAGE, flags=re.MULTILINE)
    assert len(after) == 2, heading
    rows: list[list[str]] = []
    for line in after[1].splitlines():
        if line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip("|").split("|")])
        elif rows or line.startswith("#"):
            break
    assert len(rows) > 2, heading
    return rows[2:]


def codes(cell: str) -> list[str]:
    """Return what stands in backquotes."""
    return re.findall(r"`([^`]+)`", cell)


def code(cell: str) -> str:
    (one,) = codes(cell)
    return one


WORDS = {(code(line), code(field)): codes(words) for line, field, words in table("Words")}


@dataclass(frozen=True)
class Field:
    """One row: a field of a line, and what may stand in it."""

    line: str
    place: str
    name: str
    form: str
    low: str
    high: str
    reader: str
    """What the end that it is sent to does with it."""

    @property
    def needed(self) -> bool:
        return self.reader.startswith("needs it")

    @property
    def left(self) -> bool:
        return self.reader == "leaves it"

    @property
    def words(self) -> list[str]:
        return WORDS[self.line, self.name]

    def fits(self, text: str) -> bool:
        """Return whether this may stand in the field."""
        if other := re.fullmatch("(.+) or `(.)`", self.form):
            return text == other[2] or self._fits(other[1], text)
        return self._fits(self.form, text)

    def _fits(self, form: str, text: str) -> bool:
        if form == "number":
            plain = re.fullmatch(r"0|-?[1-9][0-9]*", text)
            return plain is not None and int(self.low) <= int(text) <= int(self.high)
        if digits := re.fullmatch(r"(\d+)(?:–(\d+))? (lower-case )?hex digits", form):
            fewest, most, lower = int(digits[1]), int(digits[2] or digits[1]), digits[3]
            if not re.fullmatch(f"[0-9{'a-f' if lower else 'A-F'}]{{{fewest},{most}}}", text):
                return False
            return not self.low or int(self.low, 16) <= int(text, 16) <= int(self.high, 16)
        if form == "word":
            return any(re.fullmatch(re.escape(word).replace("N", r"\d+"), text) for word in self.words)
        if form == "sign":
            return text == self.name
        assert form in ("text", "word or another text"), form
        return re.fullmatch("[!-~]+", text) is not None

    def examples(self) -> list[str]:
        """Return texts at and just beyond every border of what may stand here, and some that never may."""
        found = ["x", "-", "0", "-0", "01", "+1", "1.0", "0x1", "", OTHER, "A", "a", "_"]
        if self.form.startswith("number"):
            low, high = int(self.low), int(self.high)
            found += [str(number) for number in (low - 1, low, (low + high) // 2, high, high + 1, -high, high * 10)]
        if digits := re.match(r"(\d+)(?:–(\d+))? (?:lower-case )?hex", self.form):
            fewest, most = int(digits[1]), int(digits[2] or digits[1])
            found += [
                digit * count for count in (fewest - 1, fewest, most, most + 1) for digit in ("0", "9", "a", "F", "g")
            ]
        if self.low and self.form.endswith("hex digits"):
            low, high = int(self.low, 16), int(self.high, 16)
            found += [f"{number:02X}" for number in (max(low - 1, 0), low, high, high + 1)]
        if self.form.startswith("word"):
            found += [text for word in self.words for text in (word.replace("N", "12"), word.upper(), word[:-1])]
        return found


def fields_of(heading: str) -> dict[str, list[Field]]:
    """Return the rows of one of the two tables, by the type of their line."""
    rows: dict[str, list[Field]] = {}
    for line, place, name, *more in table(heading):
        rows.setdefault(code(line), []).append(Field(code(line), place, code(name), *more))
    return rows


@dataclass(frozen=True)
class Kind:
    """A type of line."""

    type: str
    fields: list[Field]

    @property
    def named(self) -> bool:
        return bool(self.fields) and all(field.place == "named" for field in self.fields)

    @property
    def places(self) -> list[tuple[Field, int, int]]:
        """Return each field with how often it comes, at least and at most."""
        found = []
        for field in self.fields:
            numbers = re.match(r"(\d+)(?:–(\d+))?(.*)", field.place)
            assert numbers, field
            first, last = int(numbers[1]), int(numbers[2] or numbers[1])
            if numbers[3] == " or more":
                found.append((field, 1, 600))
            else:
                count = last - first + 1
                found.append((field, 1 if numbers[3] == ", one at least" else count, count))
        return found

    def accepts(self, given: list[str]) -> bool:
        """Return whether the end that such a line is sent to takes it."""
        if not self.fields:
            return not given
        if self.type == "L":
            return self._lamps(given)
        if self.named:
            return self._by_name(given)
        return self._in_place(given)

    def _in_place(self, given: list[str]) -> bool:
        rest = list(given)
        for field, least, most in self.places:
            taken, rest = rest[:most], rest[most:]
            if len(taken) < least or not all(map(field.fits, taken)):
                return False
        return not rest

    def _by_name(self, given: list[str]) -> bool:
        pairs = [one.partition("=") for one in given]
        values = {name: value for name, _, value in pairs}
        if len(values) != len(pairs) or not all(name and sign for name, sign, _ in pairs):
            return False
        if self.type == "C" and (not pairs or not values.keys() <= {field.name for field in self.fields}):
            return False  # a board knows all its settings
        if self.type == "H" and "proto" in values and values["proto"] != "1":
            return self.fields[0].fits(values["proto"])
        for field in self.fields:
            if field.name not in values:
                if field.needed:
                    return False
            elif not field.left and not field.fits(values[field.name]):
                return False
        return True

    def _lamps(self, given: list[str]) -> bool:
        first, lamp, style, last = self.fields
        pairs = given[given[:1] == [first.name] : len(given) - (given[-1:] == [last.name])]
        return bool(given) and all(
            sign and lamp.fits(left) and style.fits(right)
            for left, sign, right in (one.partition("=") for one in pairs)
        )


def _kinds(prose: str, heading: str) -> dict[str, Kind]:
    fields = fields_of(heading)
    types = [code(row[0]) for row in table(prose)]
    assert set(fields) <= set(types)
    return {type_: Kind(type_, fields.get(type_, [])) for type_ in types}


BOARD_SENDS = _kinds("From the board", FROM_BOARD)
HOST_SENDS = _kinds("From the host", FROM_HOST)


def constants(path: Path) -> dict[str, Any]:
    """Return what a Python file calls by a name in capitals and says outright."""
    found = {}
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id.isupper():
            with suppress(ValueError):
                found[node.targets[0].id] = ast.literal_eval(node.value)
    return found
