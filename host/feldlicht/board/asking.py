"""Questions: what the reader may not decide by itself, with what each answer would mean.

A question is not stored: it arises again from the position, under the same name. Source: design, "Hands on the
board".
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from feldlicht.base.cells import COLUMNS, ROWS, Cell, cell_at
from feldlicht.base.figures import Figure
from feldlicht.base.hands import About, Choice, Flag, Hands, Meaning, Problem, Question, Shift
from feldlicht.base.manners import Orientation
from feldlicht.base.occupancy import Occupancy
from feldlicht.board.difference import difference
from feldlicht.board.reading import Amend, Commit, Decision, Leave, Moment, Reading, Stands, TakeBack, Turn
from feldlicht.board.turned import other_way, turned, turned_cell

MOST_CHOICES = 8
"""A longer list is no question that anyone would answer: then people are shown the way back."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer: what people read, what becomes of it, and the cells by which the board shows it."""

    choice: Choice
    decision: Decision
    cells: tuple[Cell, ...] = ()


def moved(shift: Shift) -> Answer:
    """The figure was moved."""
    return Answer(Choice(Meaning.MOVE, shift), Commit(shift))


def moved_on(shift: Shift, amended: Shift) -> Answer:
    """The figure of the last ply was moved on; ``amended`` is the ply that this makes."""
    return Answer(Choice(Meaning.AMEND, shift), Amend(amended))


def taken_back(shift: Shift) -> Answer:
    """The last ply was undone."""
    return Answer(Choice(Meaning.TAKE_BACK, shift), TakeBack())


def all_stands(hidden: Sequence[Cell]) -> Answer:
    """Everything stands, on the ``hidden`` cells too."""
    return Answer(Choice(Meaning.STANDS), Stands(), tuple(hidden))


_CORNERS = tuple(cell_at(row, column) for row in (0, ROWS - 1) for column in (0, COLUMNS - 1))
LEFT = Answer(Choice(Meaning.ABANDON), Leave(), _CORNERS)


def ask(moment: Moment, about: About, answers: Sequence[Answer], hands: Hands) -> Reading:
    """Return a reading that asks. The board shows the marked choice; the others' cells are marked as ambiguous."""
    choices = tuple(one.choice for one in answers)
    name = f"q{moment.context.revision}-{about}-{zlib.crc32(repr(choices).encode()):08x}"
    reader = moment.reader
    marked = reader.marked % len(choices) if reader.asked == name else 0
    question = Question(name, about, choices, marked, answers[marked].cells)
    problems = set(hands.problems)
    if len(choices) > 1:
        cells = {c for choice in choices if choice.shift for c in (choice.shift.origin, choice.shift.target)}
        problems |= {Problem(Flag.AMBIGUOUS, c) for c in cells if c is not None}
    shown = replace(hands, question=question, preview=choices[marked].shift, problems=tuple(sorted(problems)))
    asking = replace(reader, offered=tuple(one.decision for one in answers), asked=name, marked=marked)
    return Reading(asking, shown, deadline=moment.next_look())


def lies_turned(moment: Moment, figures: Mapping[Cell, Figure], hands: Hands) -> Reading | None:
    """Ask whether the board lies the other way round, if all stands as it should then; it is never guessed (E11)."""
    if moment.dropped or not moment.settled:
        return None
    unseen, seen = moment.unseen(frozenset()), moment.reader.journal.occupancy
    other_way_round = {turned_cell(c): figure for c, figure in figures.items()}
    if difference(other_way_round, seen, unseen) or not difference(figures, seen, unseen):
        return None
    if not other_way_round.keys() - unseen:
        return None
    return ask(moment, About.TURNED, _ways(moment.context.orientation, turn_first=True), hands)


def looks_the_same_turned(moment: Moment, figures: Mapping[Cell, Figure], hands: Hands) -> Reading | None:
    """Ask how the board lies, if the figures themselves cannot tell and nobody has said so yet (E11)."""
    standing = Occupancy.standing(figures)
    known = moment.context.orientation is not Orientation.UNKNOWN
    if known or moment.dropped or standing != turned(standing) or not figures:
        return None
    return ask(moment, About.TURNED, _ways(moment.context.orientation, turn_first=False), hands)


def _ways(now: Orientation, *, turn_first: bool) -> list[Answer]:
    keep = Orientation.AS_MARKED if now is Orientation.UNKNOWN else now
    ways = [
        # The board shows where its own first cell would be.
        Answer(Choice(Meaning.KEEP), Turn(keep), (_CORNERS[0],)),
        Answer(Choice(Meaning.TURN), Turn(other_way(now)), (_CORNERS[-1],)),
    ]
    return ways[::-1] if turn_first else ways


def swept(moment: Moment, wildcards: frozenset[Cell], missing: Mapping[Cell, Figure], hands: Hands) -> Reading | None:
    """Ask whether the session is to be abandoned, once every figure has been off the table for the grace time.

    An empty board on which nothing has stood yet (after a restart, or another board) was not cleared by anyone.
    """
    if not moment.reader.journal.whole:
        return None
    everything = moment.context.figures.keys() - moment.unseen(wildcards)
    if moment.dropped or not moment.patience_over or len(everything) < 2 or not everything <= missing.keys():
        return None
    return ask(moment, About.SWEPT, [LEFT], hands)
