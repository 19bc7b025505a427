"""The notation of what is done in a match, a line each::

    throw · throw 17 · put y1 E8 · step y1 E9 · pick y1 · tackle b2 · pass y1 E12 · let b3 · end y1
    foul y2 b3 · foul y2 b3 E9 · keeper y3 · enter y6 E8 · swap y2 y6 · swap y2 y6 A8 · stay yellow
    shooter y3 · note blue left · time · resign blue

``y1`` is yellow's figure with the number 1. Cells are those of the field that is played on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from feldlicht.base.commands import GameCommand, Resign, TimeOut
from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.imman.acts import (
    Dive,
    EndTurn,
    Enter,
    Foul,
    LetPass,
    NameKeeper,
    NoSwap,
    Note,
    Pass,
    PickUp,
    Put,
    Shooter,
    Step,
    Swap,
    Tackle,
    Throw,
)
from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why

_SHIRT = re.compile(r"([yb])([1-9][0-9]?)", re.ASCII)
_SIDES = {"y": Side.YELLOW, "b": Side.BLUE}


class _Words:
    """The words of one line, read from the left."""

    def __init__(self, text: str, field: Field) -> None:
        self.text = text
        self.field = field
        self._left = text.split()

    def bad(self) -> BadInput:
        return BadInput(Reason.BAD_NOTATION, text=self.text[:80])

    @property
    def more(self) -> bool:
        return bool(self._left)

    def word(self) -> str:
        if not self._left:
            raise self.bad()
        return self._left.pop(0)

    def shirt(self) -> Shirt:
        found = read_shirt(self.word().lower())
        if found is None:
            raise self.bad()
        return found

    def cell(self) -> Hex:
        name = self.word().upper()
        if name not in self.field.cells:
            raise BadInput(Why.OFF_FIELD, cell=name)
        return self.field.cells[name]

    def side(self) -> Side:
        word = self.word().lower()
        if word not in set(Side):
            raise self.bad()
        return Side(word)

    def dive(self) -> Dive:
        word = self.word().lower()
        if word not in set(Dive):
            raise self.bad()
        return Dive(word)

    def face(self) -> int:
        word = self.word()
        if not re.fullmatch(r"[0-9]{1,2}", word, re.ASCII) or not 1 <= int(word) <= DIE:
            raise BadInput(Why.BAD_FACE, number=word)
        return int(word)

    def end(self) -> None:
        if self._left:
            raise self.bad()


def read_shirt(text: str) -> Shirt | None:
    """Return the figure that is written like that, None if none is."""
    found = _SHIRT.fullmatch(text)
    return Shirt(_SIDES[found[1]], int(found[2])) if found is not None else None


_READERS: Mapping[str, Callable[[_Words], GameCommand]] = {
    "throw": lambda words: Throw(words.face() if words.more else None),
    "put": lambda words: Put(words.shirt(), words.cell()),
    "step": lambda words: Step(words.shirt(), words.cell()),
    "pick": lambda words: PickUp(words.shirt()),
    "tackle": lambda words: Tackle(words.shirt()),
    "pass": lambda words: Pass(words.shirt(), words.cell()),
    "foul": lambda words: Foul(words.shirt(), words.shirt(), words.cell() if words.more else None),
    "keeper": lambda words: NameKeeper(words.shirt()),
    "enter": lambda words: Enter(words.shirt(), words.cell() if words.more else None),
    "let": lambda words: LetPass(words.shirt()),
    "end": lambda words: EndTurn(words.shirt()),
    "swap": lambda words: Swap(words.shirt(), words.shirt(), words.cell() if words.more else None),
    "stay": lambda words: NoSwap(words.side()),
    "shooter": lambda words: Shooter(words.shirt()),
    "note": lambda words: Note(words.side(), words.dive()),
    "time": lambda _: TimeOut(),
    "resign": lambda words: Resign(words.side()),
}
VERBS = tuple(_READERS)
"""The word with which each kind of act begins."""


def parse(text: str, field: Field) -> GameCommand:
    """Read an act; whether it may be done is not looked at.

    Raises :class:`BadInput`: ``BAD_NOTATION``, ``OFF_FIELD`` for a cell that there is not, ``BAD_FACE``.
    """
    words = _Words(text, field)
    reader = _READERS.get(words.word().lower())
    if reader is None:
        raise words.bad()
    command = reader(words)
    words.end()
    return command


def write(command: GameCommand, field: Field) -> str:
    """Write an act so that :func:`parse` reads it back to an equal value."""
    match command:
        case Throw(face):
            return "throw" if face is None else f"throw {face}"
        case Put(figure, cell):
            return f"put {figure} {field.name_of(cell)}"
        case Step(figure, cell):
            return f"step {figure} {field.name_of(cell)}"
        case Pass(figure, cell):
            return f"pass {figure} {field.name_of(cell)}"
        case PickUp(figure):
            return f"pick {figure}"
        case Tackle(figure):
            return f"tackle {figure}"
        case LetPass(figure):
            return f"let {figure}"
        case EndTurn(figure):
            return f"end {figure}"
        case Swap(leaving, entering, where):
            return f"swap {leaving} {entering}" + (f" {field.name_of(where)}" if where is not None else "")
        case _:
            return _write_more(command, field)


def _write_more(command: GameCommand, field: Field) -> str:
    match command:
        case Foul(figure, victim, where):
            return f"foul {figure} {victim}" + (f" {field.name_of(where)}" if where is not None else "")
        case NameKeeper(figure):
            return f"keeper {figure}"
        case Enter(figure, where):
            return f"enter {figure}" + (f" {field.name_of(where)}" if where is not None else "")
        case NoSwap(side):
            return f"stay {side.value}"
        case Shooter(figure):
            return f"shooter {figure}"
        case Note(side, dive):
            return f"note {side.value} {dive.value}"
        case TimeOut():
            return "time"
        case Resign(side):
            return f"resign {side.value}"
        case _:
            raise AssertionError(command)
