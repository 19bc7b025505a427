"""Pictures of matches, for files and pages: by name (``heat.svg``), in a language, as far as who looks may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.base.viewers import Viewer
from feldlicht.drawing.draw import draw
from feldlicht.drawing.story import Kind, Say, Story
from feldlicht.drawing.svg import Picture, write
from feldlicht.rules.game import Outcome
from feldlicht.rules.pictured import Course
from feldlicht.runtime.png import png
from feldlicht.table.course import course
from feldlicht.table.record import Session
from feldlicht.texts import TextMissing
from feldlicht.texts.catalogue import fill, of_game


class Format(StrEnum):
    """The kinds of files; the value is how their names end."""

    SVG = "svg"
    PNG = "png"


MEDIA_TYPES: Final[Mapping[Format, str]] = {Format.SVG: "image/svg+xml", Format.PNG: "image/png"}


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which picture, and as what file."""

    kind: Kind
    format: Format


def wanted(name: str) -> Wanted:
    """Read a picture's name, ``position.svg``. Raises :class:`BadInput` ``NO_SUCH_PICTURE``."""
    kind = name.rpartition(".")[0]
    if kind not in set(Kind):
        raise BadInput(Reason.NO_SUCH_PICTURE, picture=name)
    return Wanted(Kind(kind), format_of(name))


def format_of(name: str) -> Format:
    """Return as what kind of file ``name`` is called. Raises :class:`BadInput` ``NO_SUCH_PICTURE``."""
    ending = name.rpartition(".")[2].lower()
    if ending not in set(Format):
        raise BadInput(Reason.NO_SUCH_PICTURE, picture=name)
    return Format(ending)


def story_of(session: Session, viewer: Viewer, names: Mapping[str, str], language: str) -> Story:
    """Return what pictures of ``session`` tell ``viewer``; ``names``: the players' by seat.

    Raises :class:`Refused` ``NO_PICTURES``.
    """
    players = (names.get(Side.YELLOW.value, ""), names.get(Side.BLUE.value, ""))
    outcome = session.game.outcome(session.state)
    return story(course(session, viewer), players, outcome, language, session.header.game)


def story(told: Course, names: tuple[str, str], outcome: Outcome | None, language: str, game: str) -> Story:
    """Return a story in ``language``, in the words of ``game`` where it has its own."""

    def say(key: str, **facts: object) -> str:
        found = of_game(key, language, game)
        if found is None:
            raise TextMissing(f"{key} ({language})")
        return fill(found, {name: str(fact) for name, fact in facts.items()})

    return Story(told, say, names, _ending(outcome, say, language, game))


def _ending(outcome: Outcome | None, say: Say, language: str, game: str) -> str:
    if outcome is None:
        return ""
    reason = str(outcome.reason)
    said = of_game(f"picture.end.{reason}", language, game) or of_game(f"page.end.{reason}", language, game) or reason
    return say("picture.end", score=f"{outcome.score[0]}:{outcome.score[1]}", reason=said)


def file_of(kind: Kind, told: Story, ending: Format) -> bytes:
    """Return a picture as the bytes of a file. Raises :class:`Refused` ``PICTURES_BUSY``."""
    picture: Picture = draw(kind, told)
    if ending is Format.SVG:
        return write(picture).encode()
    return png(picture)
