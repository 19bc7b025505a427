"""Shapes of what is unsettled at a table, for the API description."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from feldlicht.web.api.terms import CellName, SideName


class Place(BaseModel):
    """A figure and the cell it was lifted from."""

    figure: str
    origin: CellName


class ShiftShown(BaseModel):
    """A figure set down elsewhere; ``origin`` null: it came from outside the board."""

    figure: str
    origin: CellName | None
    target: CellName


class ChoiceShown(BaseModel):
    """One answer: what it would make of what hands did; ``shift`` where it is about a figure."""

    meaning: Literal["move", "amend", "take_back", "stands", "abandon", "turn", "keep"]
    shift: ShiftShown | None


class QuestionShown(BaseModel):
    """What only people can tell. ``marked`` is the choice that the board shows and that a press of the knob takes."""

    id: str
    about: Literal["which", "unseen", "masked", "take_back", "swept", "turned"]
    choices: list[ChoiceShown]
    marked: int
    cells: list[CellName]


class GuidanceShown(BaseModel):
    """The next magnet to move and how many are left."""

    figure: str | None
    origin: CellName | None
    target: CellName | None
    left: int


class ProblemShown(BaseModel):
    """A flag on a cell."""

    flag: str
    cell: CellName


class WhyShown(BaseModel):
    """Why the misplaced figure may not stand where it is: reason code, its facts, one sentence."""

    code: str
    facts: dict[str, str]
    detail: str


class ProposalShown(BaseModel):
    """One side proposes to take the last ``count`` acts back."""

    by: SideName
    count: int


class HandsShown(BaseModel):
    """All that is unsettled at the table."""

    lifted: list[Place]
    targets: dict[CellName, str]
    preview: ShiftShown | None
    question: QuestionShown | None
    guidance: GuidanceShown | None
    problems: list[ProblemShown]
    way_back: list[CellName]
    misplaced: ShiftShown | None
    why: WhyShown | None
    formation_stands: bool
    board_present: bool
    busy: bool
    proposal: ProposalShown | None
    pointed: str | None
