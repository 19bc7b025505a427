"""Shapes of what is asked and answered about seats, codes and the lead."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from feldlicht.web.api.terms import Strict, Word

Said = str
"""Typed or scanned by people: what is wrong with it, also its length, is said by a reason of its own."""


class TakeSeat(Strict):
    """The seat, and the name to sit there by: 1 to 40 signs that can be seen."""

    seat: Word
    name: Said


class OneSeat(Strict):
    """A seat by its id."""

    seat: Word


class Invite(Strict):
    """The seat that someone is invited to, null: to look on."""

    seat: Word | None
    hand_over: bool = False


class Join(Strict):
    """The code as it was told, and the name to sit by."""

    code: Said
    name: Said


class Claim(Strict):
    """The secret after the # of the one-time link."""

    secret: Said


class Pin(Strict):
    """The game master's PIN, of 4 to 64 signs."""

    pin: Said


class Nothing(Strict):
    """An empty object."""


class Seat(BaseModel):
    """A seat; ``name`` null: it is free. ``present``: a page of who sits there is open; ``yours``: the asker does."""

    id: str
    name: str | None
    present: bool
    yours: bool


class SeatList(BaseModel):
    """Every seat of a session."""

    seats: list[Seat]


class Invited(BaseModel):
    """A code, the address that leads there, and its picture (SVG); ``expires_at`` in ms since 1970."""

    code: str
    seat: str | None
    expires_at: int
    address: str
    picture: str


class Joined(BaseModel):
    """Where the asker sits now; ``seat`` null: nowhere, they look on."""

    session: str
    seat: str | None
    board: str | None


class Lead(BaseModel):
    """Whether a PIN was chosen by now; ``ended``: how many other game masters a new one put out."""

    pin: bool
    ended: int | None = None


class GameMaster(BaseModel):
    """Somebody who leads: since when (ms since 1970), by the link (``claim``) or the PIN, from which address.

    ``by`` and ``address`` null: from before they were kept. ``present``: a page is open; ``yours``: it is the asker.
    """

    id: str
    since: int
    by: Literal["claim", "pin"] | None
    address: str | None
    present: bool
    yours: bool


class LeadList(BaseModel):
    """Every game master, the one who has been longest first."""

    people: list[GameMaster]


class OneLead(Strict):
    """A game master by the id of the list."""

    id: Word


class Try(BaseModel):
    """One failed try: at what, when (ms since 1970), from which address."""

    at: int
    address: str
    what: Literal["pin", "claim", "code"]


class TriesShown(BaseModel):
    """How many tries failed since ever, and the newest of them, the last one first."""

    total: int
    recent: list[Try]


class Me(BaseModel):
    """What the asker may. ``pin``: whether one was chosen; null for who is not to know."""

    right: Literal["viewer", "game_master", "owner"]
    known: bool
    lan: bool
    pin: bool | None
