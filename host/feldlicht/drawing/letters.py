"""Letters as strokes, so that a picture can be read where no font is. Pure.

A sign is drawn on a small grid: capitals reach from the base line (0) to 7, small letters to 5, descenders to -2. One
grid step is a tenth of the size. A stroke is a row of points, each by its column and its line: ``0007`` goes straight
up. Before a stroke, ``~`` says that it is a curve from its first point to its last, led by those between, and ``@``
one that returns to where it began. A single point is a dot.
"""

from __future__ import annotations

import unicodedata
from itertools import pairwise
from typing import Final

_STEP: Final = 0.1
_SPACE: Final = 1.7
"""Between two signs, in grid steps."""
_USUAL: Final = 1.18
"""How much wider than these letters a usual font is, bold ones too."""
_UNKNOWN: Final = 0.45
"""How much wider than the box a sign may be that is not drawn here, as a share of the size."""
_BELOW: Final = {"a": -1, "b": -2}

_SIGNS: Final[dict[str, str]] = {
    "A": "003760 1252", "B": "0007 ~07575404 ~04646000", "C": "~565707005051", "D": "0007 ~07575000",
    "E": "57070050 0444", "F": "570700 0444", "G": "~565707005053 5333", "H": "0007 5057 0454", "I": "1017",
    "J": "4742 ~42400002", "K": "0007 5702 2450", "L": "070040", "M": "0007336760", "N": "00075057",
    "O": "@07575000", "P": "0007 ~07575303", "Q": "@07575000 325a", "R": "0007 ~07575303 2350",
    "S": "~5657070453500001", "T": "0767 3730", "U": "0702 ~02005052 5257", "V": "073067", "W": "0720466087",
    "X": "0750 0057", "Y": "073367 3330", "Z": "07570050",
    "a": "@05454000 4540", "b": "0700 @05454000", "c": "~444505004041", "d": "4740 @05454000",
    "e": "0343 ~434505004041", "f": "~371714 1410 0535", "g": "@05454000 4540 ~404b0b0a", "h": "0700 ~03054543 4340",
    "i": "1510 17", "j": "1510 ~101b0b 17", "k": "0700 4502 1340", "l": "1710",
    "m": "0500 ~03053533 3330 ~33356563 6360", "n": "0500 ~03054543 4340", "o": "@05454000", "p": "050b @05454000",
    "q": "454b @05454000", "r": "0500 ~030535", "s": "~4445050342400001", "t": "1712 ~121030 0535",
    "u": "0502 ~02004042 4540", "v": "052045", "w": "0520344065", "x": "0540 0045", "y": "0520 451b",
    "z": "05450040", "ß": "0005 ~0508474424 ~24545020",
    "0": "@07575000", "1": "052720", "2": "~0507575400 0050", "3": "~0607575424 ~2454500001", "4": "40470252",
    "5": "570704 ~0455500001", "6": "~470602 @04545000", "7": "075720", "8": "@07575404 @04545000",
    "9": "@07575303 ~555110",
    " ": "", ".": "10", ",": "110a", ":": "11 14", ";": "14 110a", "!": "1713 10", "?": "~060747442422 20",
    "-": "0333", "–": "0353", "—": "0363", "(": "~27032a", ")": "~07230a", "/": "0a48", "'": "1715", "’": "1715",
    '"': "0705 2725", "+": "0343 2521", "×": "0145 0541", "·": "13", "…": "10 30 50", "=": "0242 0444",
    "&": "~50061747022050", "_": "0040", "„": "110a 312a", "“": "0615 2635", "”": "1605 3625", "→": "0454 365432",
}  # fmt: skip
"""Signs that are drawn; all others are a box."""
_BOX: Final = "0007474000"
_MARKS: Final[dict[str, str]] = {"\u0308": "07 27", "\u0301": "0618", "\u0300": "0816", "\u0302": "061826"}
"""Marks over a small letter, one step more to the right of its left edge."""


def drawable(text: str) -> bool:
    """Return whether every sign of ``text`` is drawn as it is, marks that are left out not counted."""
    return all(sign in _SIGNS or unicodedata.combining(sign) for sign in unicodedata.normalize("NFD", text))


def strokes(text: str, size: float) -> tuple[str, float]:
    """Return ``text`` as SVG path data that begins at 0, 0 on the base line, and how wide it is.

    Letters with marks that are not known stand without them.
    """
    step = size * _STEP
    path: list[str] = []
    left, base = 0.0, ""
    width = 0.0
    for sign in unicodedata.normalize("NFD", text):
        if unicodedata.combining(sign):
            rise = 2 if base.isupper() else 0
            path += [_stroke(one, left + 1, step, rise) for one in _MARKS.get(sign, "").split()]
            continue
        base, left = sign, width
        drawn = _SIGNS.get(sign, _BOX)
        path += [_stroke(one, left, step, 0) for one in drawn.split()]
        columns = [int(one.lstrip("~@")[at]) for one in drawn.split() for at in range(0, len(one.lstrip("~@")), 2)]
        width += max(columns, default=2) + _SPACE
    return "".join(path), max(width - _SPACE, 0.0) * step


def fitting(text: str, size: float, width: float) -> str:
    """Return ``text`` as far as it has room in ``width``, in a usual font as well, with dots where it is cut."""
    if _room_for(text, size) <= width:
        return text
    kept = text
    while kept and _room_for(f"{kept}…", size) > width:
        kept = kept[:-1].rstrip()
    return f"{kept}…"


def _room_for(text: str, size: float) -> float:
    unknown = sum(not drawable(sign) for sign in text)
    return strokes(text, size)[1] * _USUAL + unknown * size * _UNKNOWN


def _stroke(stroke: str, left: float, step: float, rise: int) -> str:
    points = stroke.lstrip("~@")
    places = [
        ((left + int(points[at])) * step, -_line(points[at + 1], rise) * step) for at in range(0, len(points), 2)
    ]
    if stroke[0] == "@":
        halves = [_middle(one, other) for one, other in zip(places, [*places[1:], places[0]], strict=True)]
        turns = zip([*places[1:], places[0]], [*halves[1:], halves[0]], strict=True)
        return f"M{_place(halves[0])}" + "".join(f"Q{_place(turn)} {_place(to)}" for turn, to in turns) + "Z"
    if stroke[0] == "~":
        inner = places[1:-1]
        ends = [*(_middle(one, other) for one, other in pairwise(inner)), places[-1]]
        curve = "".join(f"Q{_place(turn)} {_place(to)}" for turn, to in zip(inner, ends, strict=True))
        return f"M{_place(places[0])}{curve}"
    # A dot is a line of no length to speak of: only its round ends are seen.
    dot = f"h{step * 0.05:.2f}" if len(places) == 1 else ""
    return f"M{_place(places[0])}" + "".join(f"L{_place(one)}" for one in places[1:]) + dot


def _line(sign: str, rise: int) -> int:
    return (_BELOW[sign] if sign in _BELOW else int(sign)) + rise


Place = tuple[float, float]


def _middle(one: Place, other: Place) -> Place:
    return (one[0] + other[0]) / 2, (one[1] + other[1]) / 2


def _place(place: Place) -> str:
    return f"{place[0]:.2f} {place[1]:.2f}"
