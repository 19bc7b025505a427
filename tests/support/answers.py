"""Answering what the table asks."""

from __future__ import annotations

from feldlicht.base.cells import cell_name
from tests.support.hands import TableInTime


def ways(table: TableInTime) -> list[str]:
    """The open question's choices in short."""
    question = table.hands.question
    assert question is not None
    return [
        f"{cell_name(one.shift.origin)}-{cell_name(one.shift.target)}"
        if one.shift is not None and one.shift.origin is not None
        else one.meaning.value
        for one in question.choices
    ]


def answer(table: TableInTime, way: str) -> None:
    question = table.hands.question
    assert question is not None
    reply = table.ask("answer", question=question.id, choice=ways(table).index(way))
    assert type(reply).__name__ == "Accepted"
