"""The words that requests and answers share, with their limits."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, WithJsonSchema

API = "/api/"
"""Below it programs ask; everything else is pages and what belongs to them."""
RECORDS = "/api/v1/records"
"""Where match records are taken."""
MAX_BODY = 64 * 1024
"""Largest request body, in bytes."""
MAX_RECORD = 1024 * 1024
"""Largest match record that is taken, in bytes."""
CELL_PATTERN = r"^[A-I]([1-9]|1[0-6])$"
_UUID = r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
_LARGEST = 2**53 - 1
AFTER = (
    "Id of the last event that was read, as the stream gave it: <epoch>.<session>-<revision>. What came after it is "
    "sent again; where that cannot be told, a snapshot comes."
)
PUBLIC_VIEW = "public"
"""The view that a page has if it asks for none."""
VIEW = (
    "As whom to look and act, never above what the asker may: public (what everyone may know), gm, or seat:<seat>. "
    "Each view has revisions of its own."
)
LANGUAGE = "Language of the sentences, en or de. Without it: the cookie lang, else Accept-Language, else the host's."


def _whole(value: object) -> object:
    """Take 625.0 for 625, since JSON has one kind of number; strict checking refuses "625" and true."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


Whole = Annotated[int, Field(ge=0, le=_LARGEST), BeforeValidator(_whole)]
Number = Annotated[int | float, BeforeValidator(_whole), WithJsonSchema({"type": "integer"})]
"""For the house to judge: it says in words why 2.5 is not possible."""
CellName = Annotated[str, StringConstraints(pattern=CELL_PATTERN)]
PoleName = Literal["N", "S"]
OrientationName = Literal["unknown", "as_marked", "turned"]
SideName = Literal["yellow", "blue"]
CommandId = Annotated[str, StringConstraints(pattern=_UUID)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=100)]
ActText = Annotated[str, StringConstraints(min_length=1, max_length=4000)]
"""An act in its game's notation: as long as one that names everybody in a fight, or a note as long as one may be."""
Byte = Annotated[int, Field(ge=0, le=255)]
Colour = Annotated[list[Byte], Field(min_length=3, max_length=3)]


class Strict(BaseModel):
    """No field that is not known, no value of a neighbouring type."""

    model_config = ConfigDict(extra="forbid", strict=True)
