"""The notation of a fight's acts, a line each::

    add "Old Ghoul" npc x3 perception=9 advantage=1 vz=7 known=no colour=red acts="Claw:6; Bite:9"
    roll Silja · roll Silja surprised · roll Silja 19 5 · roll Silja successes=-1
    put Silja 12 · begin · next
    act Silja 8 · act Silja 8 Thrust > K1, K2 · act Silja 8 > – · react Silja 8 Parry
    wait Silja · ready Silja · recall Silja · remove Silja
    show Silja all · order K2 K1
    mark 30 "Reinforcements" every=6 on=Silja hidden · unmark ?1
    set Silja vz 7 · reveal · proceed · end

A word with a space stands in double quotes. ``> –`` says that an act affects nobody.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from feldlicht.base.commands import GameCommand, Proceed, Reveal
from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.base.styles import Colour
from feldlicht.rules.initiative.acts import (
    Act,
    Add,
    Begin,
    Change,
    Finish,
    Mark,
    Next,
    Order,
    PutAt,
    React,
    Recall,
    Remove,
    Roll,
    Show,
    StandBy,
    Unmark,
    Value,
)
from feldlicht.rules.initiative.changes import number, read_acts, write_acts
from feldlicht.rules.initiative.figures import FIGURE_COLOURS, Kind, Known, Stance
from feldlicht.rules.initiative.limits import HIGH, LOW, MOST_FIGURES

_WORD = re.compile(r'\s*((?:[a-z]+=)?"(?:[^"\\]|\\["\\])*"|[>,]|[^\s",>]+)')
_NAMED = re.compile(r"([a-z]+)=(.*)", re.DOTALL)
_NOBODY = "–"
_PLAIN = re.compile(r'[\w?][^\s",>\\=]*')


class _Words:
    """The words of one line, read from the left."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._left: list[str] = []
        at, line = 0, text.strip()
        while at < len(line):
            found = _WORD.match(line, at)
            if found is None:
                raise self.bad(line[at:])
            self._left.append(found[1])
            at = found.end()

    def bad(self, part: str | None = None) -> BadInput:
        if part is None:
            return BadInput(Reason.BAD_NOTATION, text=self.text)
        return BadInput(Reason.BAD_NOTATION, text=self.text, part=part)

    @property
    def more(self) -> bool:
        return bool(self._left)

    def peek(self) -> str:
        return self._left[0] if self._left else ""

    def raw(self) -> str:
        if not self._left:
            raise self.bad()
        return self._left.pop(0)

    def word(self) -> str:
        return unquoted(self.raw())

    def figure(self) -> FigureId:
        return FigureId(self.word())

    def number(self) -> int:
        return whole(self.word())

    def end(self) -> None:
        if self._left:
            raise self.bad(self._left[0])


def whole(text: str, low: int = LOW, high: int = HIGH) -> int:
    """Return the whole number typed. Raises :class:`BadInput` (``NUMBER_LIMITS``) for anything else (I22)."""
    value = number(text)
    if value is not None:
        return value
    facts = {"number": text} if text.strip() else {}
    raise BadInput(Reason.NUMBER_LIMITS, **facts, low=low, high=high)


def unquoted(word: str) -> str:
    """Return what a word says that may stand in quotes."""
    if not word.startswith('"'):
        return word
    return re.sub(r"\\(.)", r"\1", word[1:-1])


def quoted(text: str) -> str:
    """Return ``text`` as one word."""
    if _PLAIN.fullmatch(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def parse(text: str) -> GameCommand:
    """Read an act; whether it may be done is not looked at. Raises :class:`BadInput` (``BAD_NOTATION``)."""
    words = _Words(text)
    verb = words.raw().lower()
    reader = _READERS.get(verb)
    if reader is None:
        raise words.bad(verb)
    command = reader(words)
    words.end()
    return command


def _add(words: _Words) -> Add:
    name, kind = words.word(), words.word()
    if kind not in set(Kind):
        raise words.bad(kind)
    count: int | None = None
    given: dict[str, str] = {}
    while words.more:
        word = words.raw()
        named = _NAMED.fullmatch(word)
        if named is not None and named[1] not in given:
            given[named[1]] = unquoted(named[2])
        elif re.fullmatch(r"x(?![A-Za-z]).*", word) and count is None:
            count = whole(word[1:], 1, MOST_FIGURES)
        else:
            raise words.bad(word)
    return _added(words, name, Kind(kind), 1 if count is None else count, given)


def _added(words: _Words, name: str, kind: Kind, count: int, given: dict[str, str]) -> Add:
    acts, known, colour = given.pop("acts", None), given.pop("known", None), given.pop("colour", None)
    numbers = {word: whole(given.pop(word)) for word in ("perception", "advantage", "vz") if word in given}
    read = read_acts(acts) if acts is not None else ()
    if read is None:
        raise BadInput(Reason.BAD_ACTS, text=acts or "")
    bad = [*given]
    bad += ["known"] * (known is not None and known not in set(Known))
    bad += ["colour"] * (colour is not None and colour not in {one.value for one in FIGURE_COLOURS})
    if bad:
        raise words.bad(bad[0])
    plain = Add(name, kind)
    return Add(
        name,
        kind,
        _or(numbers.get("perception"), plain.perception),
        _or(numbers.get("advantage"), plain.advantage),
        _or(numbers.get("vz"), plain.usual),
        read,
        Known(known) if known is not None else None,
        Colour(colour) if colour is not None else None,
        count,
    )


def _or(value: int | None, otherwise: int) -> int:
    return otherwise if value is None else value


def _roll(words: _Words) -> Roll:
    figure = words.figure()
    surprised = words.peek() == "surprised"
    if surprised:
        words.raw()
    named = _NAMED.fullmatch(words.peek())
    if named is not None:
        words.raw()
        if named[1] != "successes":
            raise words.bad(named[0])
        return Roll(figure, surprised, None, whole(unquoted(named[2])))
    faces = []
    while words.more:
        faces.append(words.number())
    return Roll(figure, surprised, tuple(faces) or None)


def _act(words: _Words) -> Act:
    figure, delay, what, targets = words.figure(), words.number(), "", None
    if words.more and words.peek() != ">":
        what = words.word()
    if words.more:
        if words.raw() != ">":
            raise words.bad()
        targets = _targets(words)
    return Act(figure, delay, targets, what)


def _targets(words: _Words) -> tuple[FigureId, ...]:
    if words.peek() == _NOBODY:
        words.raw()
        return ()
    found = [words.figure()]
    while words.peek() == ",":
        words.raw()
        found.append(words.figure())
    return tuple(found)


def _react(words: _Words) -> React:
    figure, delay = words.figure(), words.number()
    return React(figure, delay, words.word() if words.more else "")


def _show(words: _Words) -> Show:
    figure, known = words.figure(), words.word()
    if known not in set(Known):
        raise words.bad(known)
    return Show(figure, Known(known))


def _order(words: _Words) -> Order:
    figures = []
    while words.more:
        figures.append(words.figure())
    return Order(tuple(figures))


def _mark(words: _Words) -> Mark:
    ini, text, figure, every, hidden = words.number(), words.word(), None, 0, False
    while words.more:
        word = words.raw()
        named = _NAMED.fullmatch(word)
        if word == "hidden":
            hidden = True
        elif named is not None and named[1] == "on":
            figure = FigureId(unquoted(named[2]))
        elif named is not None and named[1] == "every":
            every = whole(unquoted(named[2]), 0)
        else:
            raise words.bad(word)
    return Mark(ini, text, figure, every, hidden)


def _set(words: _Words) -> Change:
    figure, value, new = words.figure(), words.word(), words.word()
    if value not in set(Value):
        raise words.bad(value)
    return Change(figure, Value(value), new)


_READERS: Mapping[str, Callable[[_Words], GameCommand]] = {
    "add": _add,
    "roll": _roll,
    "put": lambda words: PutAt(words.figure(), words.number()),
    "begin": lambda _: Begin(),
    "next": lambda _: Next(),
    "act": _act,
    "react": _react,
    "wait": lambda words: StandBy(words.figure(), Stance.WAITING),
    "ready": lambda words: StandBy(words.figure(), Stance.READY),
    "recall": lambda words: Recall(words.figure()),
    "remove": lambda words: Remove(words.figure()),
    "show": _show,
    "order": _order,
    "mark": _mark,
    "unmark": lambda words: Unmark(words.word()),
    "set": _set,
    "reveal": lambda _: Reveal(),
    "proceed": lambda _: Proceed(),
    "end": lambda _: Finish(),
}


VERBS = tuple(_READERS)
"""The word with which each kind of act begins."""


def write(command: GameCommand) -> str:
    """Write an act so that :func:`parse` reads it back to an equal value."""
    match command:
        case Add():
            return _write_add(command)
        case Roll(figure, surprised, faces, successes):
            words = ["roll", quoted(figure), *["surprised"] * surprised, *(str(face) for face in faces or ())]
            return " ".join(words if successes is None else [*words, f"successes={successes}"])
        case PutAt(figure, ini):
            return f"put {quoted(figure)} {ini}"
        case Act(figure, delay, targets, what):
            words = ["act", quoted(figure), str(delay), *([_what(what)] if what else [])]
            if targets is not None:
                words += [">", ", ".join(quoted(one) for one in targets) or _NOBODY]
            return " ".join(words)
        case React(figure, delay, what):
            return " ".join(["react", quoted(figure), str(delay), *([_what(what)] if what else [])])
        case StandBy(figure, stance):
            return f"{'wait' if stance is Stance.WAITING else 'ready'} {quoted(figure)}"
        case Recall(figure):
            return f"recall {quoted(figure)}"
        case Remove(figure):
            return f"remove {quoted(figure)}"
        case Show(figure, known):
            return f"show {quoted(figure)} {known.value}"
        case Order(figures):
            return " ".join(["order", *(quoted(one) for one in figures)])
        case Mark(ini, text, on, every, hidden):
            words = ["mark", str(ini), _what(text), *([f"every={every}"] if every else [])]
            return " ".join([*words, *([f"on={_what(on)}"] if on is not None else []), *["hidden"] * hidden])
        case Unmark(key):
            return f"unmark {quoted(key)}"
        case Change(figure, value, new):
            return f"set {quoted(figure)} {value.value} {_what(new)}"
        case Begin():
            return "begin"
        case Next():
            return "next"
        case Reveal():
            return "reveal"
        case Proceed():
            return "proceed"
        case Finish():
            return "end"
        case _:
            raise AssertionError(command)


def _what(text: str) -> str:
    """Free text is always quoted, so that no other word can be taken for it."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _write_add(command: Add) -> str:
    plain = Add(command.name, command.kind)
    words = ["add", quoted(command.name), command.kind.value]
    words += [f"x{command.count}"] * (command.count != 1)
    named = (
        ("perception", command.perception, plain.perception),
        ("advantage", command.advantage, plain.advantage),
        ("vz", command.usual, plain.usual),
    )
    words += [f"{name}={value}" for name, value, usual in named if value != usual]
    words += [f"known={command.known.value}"] if command.known is not None else []
    words += [f"colour={command.colour.value}"] if command.colour is not None else []
    return " ".join([*words, *([f"acts={_what(write_acts(command.acts))}"] if command.acts else [])])
