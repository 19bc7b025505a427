"""The raw journal of a session: what is written down so that its hands can be read again. Pure.

A journal begins with an opening: what replay needs to know of the table before anything else comes. Then follow the
inputs with their times, each with the entries of the log that it led to. As text:
:mod:`feldlicht.table.recorded_lines`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.cells import Cell
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.manners import Orientation, TakebackRule
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.viewers import EVERYONE, Audience, Role, Secrecy, Viewer
from feldlicht.board.journal import Journal
from feldlicht.board.reading import Reader, Timings
from feldlicht.table.acts import last_act
from feldlicht.table.messages import Accepted, Append, Declined, Effect, Input, Request
from feldlicht.table.session import Session
from feldlicht.table.table import Table
from feldlicht.table.timing import spent


class Cause(StrEnum):
    """Why a journal has an opening here."""

    SEATED = "seated"
    """The session came to the table: new, or resumed after a restart."""
    ROLLED = "rolled"
    """The segment before was full; nothing is missing between the two."""
    GAP = "gap"
    """What came before was not written down."""


@dataclass(frozen=True, slots=True)
class Opening:
    """What the table was at ``at`` (host ms), before anything that follows; ``program`` wrote it.

    ``entries`` is the log so far, ``changed_at`` when the position last changed. ``at_rest``: the figures stood as
    the log says and nothing was unsettled; only then ``amendable``: the last ply was made by hands, which may think
    twice. ``secrets``: whether the game has any; ``audience`` may know where magnets lie. ``ran``: for how many ms
    the running clock had run by then since the last act.
    """

    at: int
    cause: Cause
    program: str
    rules_version: int
    header: SessionHeader
    entries: tuple[Entry, ...]
    timings: Timings
    takeback: TakebackRule
    masked: frozenset[Cell]
    orientation: Orientation
    present: bool
    heard: bool
    simulated: bool
    busy: bool
    owed: bool
    occupancy: Occupancy
    changed_at: int
    at_rest: bool
    amendable: bool
    secrets: bool = False
    audience: Audience = EVERYONE
    ran: int = 0


@dataclass(frozen=True, slots=True)
class Given:
    """The table was given ``what`` at ``at`` (host ms), which ``audience`` may know."""

    at: int
    what: Input
    audience: Audience = EVERYONE


@dataclass(frozen=True, slots=True)
class Decided:
    """The input before led to this entry of the log."""

    entry: Entry

    @property
    def at(self) -> int:
        """Host ms."""
        return self.entry.at


Line = Opening | Given | Decided

# ------------------------------------------------------------------ from the table


def opening_of(table: Table, session: Session, at: int, cause: Cause, program: str) -> Opening:
    """Return the opening of ``session``'s journal at a table that is about to take its next input, or the session."""
    journal = table.reader.journal
    calm = at_rest(table)
    return Opening(
        at=at,
        cause=cause,
        program=program,
        rules_version=session.game.rules_version,
        header=session.header,
        entries=session.entries,
        timings=table.timings,
        takeback=table.takeback,
        masked=table.masked,
        orientation=table.orientation,
        present=table.present,
        heard=table.heard,
        simulated=table.simulated,
        busy=table.busy,
        owed=table.owed,
        occupancy=journal.occupancy,
        changed_at=journal.changed_at,
        at_rest=calm,
        amendable=calm and table.reader.last is not None,
        secrets=session.secrets,
        audience=session.game.hands_audience(session.state),
        # What ran of a session that sat here before, or of this one before a restart, is nobody's any more.
        ran=0 if cause is Cause.SEATED else spent(table, at),
    )


def table_of(opening: Opening) -> Table:
    """Return the table that ``opening`` describes, without the session."""
    journal = Journal(opening.occupancy, opening.changed_at, whole=opening.at_rest)
    return Table(
        timings=opening.timings,
        takeback=opening.takeback,
        masked=opening.masked,
        orientation=opening.orientation,
        reader=Reader(journal=journal),
        present=opening.present,
        heard=opening.heard,
        simulated=opening.simulated,
        busy=opening.busy,
        owed=opening.owed,
        ran=opening.ran,
        timed=opening.entries[-1].revision if opening.entries else 0,
    )


def at_rest(table: Table) -> bool:
    """Return whether an opening can say all that the table knows: the figures stand and hands are off."""
    if table.session is None or not table.heard or table.busy or table.owed:
        return False
    reader, hands = table.reader, table.hands
    open_yet = reader.pending or reader.dropped is not None or not reader.journal.whole or reader.journal.changes
    unsettled = hands.lifted or hands.preview or hands.question or hands.guidance or hands.problems
    return not open_yet and not unsettled and reader.last in (None, last_act(table.session))


def lines_of(before: Table, what: Input, at: int, effects: Sequence[Effect]) -> Iterator[Line]:
    """Return the lines of one step of the table as it was ``before``: its input, and each entry that it led to."""
    yield Given(at, what, _audience(before, what, effects))
    yield from decisions_of(effects)


_PLAIN = frozenset({CommandType.CONFIRM, CommandType.CANCEL, CommandType.ANSWER})
"""Requests that say nothing by themselves beyond what hands show already."""


def _audience(before: Table, what: Input, effects: Sequence[Effect]) -> Audience:
    """Return who may know an input: marked when it is taken, as nobody can tell later."""
    session = before.session
    if session is None:
        return EVERYONE
    if not session.secrets:
        return _asked_in_vain(what, effects)
    led_to = {effect.entry.audience for effect in effects if isinstance(effect, Append)}
    if led_to - {EVERYONE}:
        return next(iter(led_to)) if len(led_to) == 1 else Audience(Secrecy.HIDDEN)
    if not isinstance(what, Request):
        return session.game.hands_audience(session.state)
    taken = led_to or (what.type in _PLAIN and any(isinstance(effect, Accepted) for effect in effects))
    # What was asked in vain may have been meant to be a secret.
    return EVERYONE if taken else _of(what.viewer)


def _asked_in_vain(what: Input, effects: Sequence[Effect]) -> Audience:
    """What a seat asked and did not get is nobody else's: without who asked it would be read as the owner's word."""
    seated = isinstance(what, Request) and what.viewer.role in (Role.PLAYER, Role.VIEWER)
    vain = any(isinstance(effect, Declined) for effect in effects)
    return _of(what.viewer) if isinstance(what, Request) and seated and vain else EVERYONE


def _of(asker: Viewer) -> Audience:
    if asker.role is not Role.PLAYER:
        return Audience(Secrecy.HIDDEN)
    if asker.figure is not None:
        return Audience(Secrecy.HIDDEN, figures=frozenset({asker.figure}))
    return Audience(Secrecy.HIDDEN, frozenset({asker.side} if asker.side is not None else ()))


def decisions_of(effects: Iterable[Effect]) -> Iterator[Decided]:
    """Return a line for each entry among ``effects``."""
    return (Decided(effect.entry) for effect in effects if isinstance(effect, Append))
