"""Names that people sit by: what can be seen and told apart, in any script. Source: Unicode, general categories."""

from __future__ import annotations

import unicodedata
from typing import Final

from feldlicht.base.reasons import BadInput, Reason

LONGEST_NAME: Final = 40
MOST_MARKS: Final = 4
"""So many marks may stand on one sign; no script needs more, and a tower of them covers the lines around."""

_JOINERS: Final = "\u200c\u200d"
"""Hold signs together or apart: families of emoji, Persian, Hindi. Nothing to see by themselves."""
_BLANK: Final = "\u2800\u3164\u115f\u1160\uffa0"
"""Signs by their category, of which nothing is seen: the empty Braille cell and fillers of Hangul."""
_MARKS: Final = ("Mn", "Me", "Mc")
_STACKED: Final = ("Mn", "Me")


def clean_name(name: str) -> str:
    """Return a person's name, trimmed, each wide or narrow space as a plain one.

    It has 1 to 40 signs, one of them to be seen; marks stand on a sign, at most four on one; joiners stand
    within. Raises ``BAD_NAME``.
    """
    trimmed = "".join(" " if unicodedata.category(sign) == "Zs" else sign for sign in name).strip()
    if not 1 <= len(trimmed) <= LONGEST_NAME or not _can_be_read(trimmed):
        raise BadInput(Reason.BAD_NAME, longest=LONGEST_NAME, marks=MOST_MARKS)
    return trimmed


def _can_be_read(name: str) -> bool:
    """Say whether every sign has its place. A sign to be seen comes first, as marks and joiners need one before."""
    stacked, before = 0, " "
    for sign in f"{name} ":
        category = unicodedata.category(sign)
        if before in _JOINERS and not (_is_seen(sign) or category in _MARKS):
            return False
        if sign in _JOINERS or category in _MARKS:
            if before == " ":
                return False
            stacked += category in _STACKED
        elif sign == " " or _is_seen(sign):
            stacked = 0
        else:
            return False
        if stacked > MOST_MARKS:
            return False
        before = sign
    return True


def _is_seen(sign: str) -> bool:
    """Say whether a sign is seen by itself: a letter, a number, a punctuation or a picture."""
    return unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK
