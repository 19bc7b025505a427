"""A session: header, log, and the state that the log folds to.

State is the fold of the entries' commands; undo and redo are entries that move the end of the record. *Record* means
the plies as they stand, *log* all entries. Source: design, decision 3.

An act that not everyone may know is taken back, replaced and played again only by who notices it; whoever does not
takes back what lies below it, and it is played again on top: nobody learns of it by what his own acts lead to.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

from feldlicht.base.commands import TABLE_ACTS, CommandType, GameCommand
from feldlicht.base.entries import (
    ENTRY_VERSION,
    OPEN_ENTRY_VERSION,
    Entry,
    EntryKind,
    Event,
    SessionHeader,
    commitment,
)
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import EVERYONE, PUBLIC, Audience, Secrecy
from feldlicht.rules.game import Game
from feldlicht.table.kept_dice import falling, left_of
from feldlicht.table.record import Lifecycle, Overridden, Ply, Session, Stamp

__all__ = [
    "Lifecycle",
    "Overridden",
    "Ply",
    "Session",
    "Stamp",
    "abandon",
    "act",
    "amend",
    "open_session",
    "override",
    "redo",
    "state_hash",
    "undo",
]


REVEALED = "revealed"
"""Event of an open act by which a game tells what was sealed; its fact ``notation`` is that act's own."""


def state_hash(game: Game[Any], state: Any) -> str:
    """Return 16 hex digits that name a state."""
    return hashlib.sha256(game.position(state).encode()).hexdigest()[:16]


def open_session(
    game: Game[Any], header: SessionHeader, entries: Sequence[Entry] = (), *, hashed: bool = True
) -> Session:
    """Fold a log. A log that today's rules read differently yields a frozen session, never another position.

    ``hashed`` False: entries may be without their ``state_hash``, as those are that a stranger was shown. Raises
    :class:`~feldlicht.base.reasons.BadInput` if the header's options or formation are no good.
    """
    session = Session(header, game, game.new(header.options, header.formation))
    for entry in entries:
        try:
            after = _folded(session, entry)
        except Refused as refused:
            return replace(session, frozen=_frozen(session, entry, refused.refusal.reason))
        told = hashed or entry.state_hash != ""
        if told and state_hash(game, after.state) != entry.state_hash:
            return replace(session, frozen=_frozen(session, entry, "state"))
        session = after
    return session


def act(session: Session, command: GameCommand, stamp: Stamp, dice: Sequence[int] = ()) -> Session:
    """Return the session with ``command`` as its next ply; of ``dice`` (faces) the game takes as many as it needs.

    With none given, those that the game asks for are thrown by the stamp's nonce, if it has any; but dice that were
    seen before are not thrown again. Raises :class:`Refused` if the game refuses it, ``DIE_STANDS`` for dice that
    were typed otherwise than they had been seen.
    """
    _must_be_open(session)
    after, events = _with_ply(session, command, dice, spent=stamp.spent, chance=stamp.nonce)
    after = replace(after, redoable=_still_redoable(after))
    return _logged(after, EntryKind.PLY, after.plies[-1].notation, events, stamp, after.plies[-1])


def amend(session: Session, command: GameCommand, stamp: Stamp, dice: Sequence[int] = ()) -> Session:
    """Return the session with its last ply, as the stamp's viewer knows it, replaced by ``command``.

    Whoever might know of that ply may know of this. Raises :class:`Refused`, also where that ply is not one side's
    alone to take back.
    """
    _must_be_open(session)
    place = session.to_undo(stamp.viewer)
    if place is None:
        raise Refused(Refusal.of(Reason.NOTHING_TO_UNDO))
    binding = session.plies[place].binding
    if binding is not None:
        raise Refused(Refusal.of(binding))
    # The time of the ply that was set down elsewhere after all has been spent too.
    after, ply, events = _amended(session, place, command, dice, session.plies[place].spent + stamp.spent)
    return _logged(after, EntryKind.AMEND, ply.notation, events, stamp, ply)


def undo(session: Session, stamp: Stamp, count: int = 1, *, agreed: bool = False) -> Session:
    """Take the last ``count`` acts of people that the stamp's viewer notices back, an entry each, with the rebuilding
    that followed them.

    Raises :class:`Refused` (``NOTHING_TO_UNDO``) if there are not so many, ``DICE_SEEN`` if dice were seen that stay
    as they fell, ``SEAL_TOLD`` if what was sealed was told by them, and this was not ``agreed`` on; then nothing is
    taken back.
    """
    _must_be_open(session)
    for left in range(count, 0, -1):
        place = session.to_undo(stamp.viewer)
        if place is None:
            raise Refused(Refusal.of(Reason.NOTHING_TO_UNDO))
        # The client's id stands for the whole; an id names one entry.
        one = stamp if left == 1 else replace(stamp, command_id=None, fingerprint="")
        ply = session.plies[place]
        if ply.binding is not None and not agreed:
            raise Refused(Refusal.of(ply.binding))
        session = _logged(_undone(session, place), EntryKind.UNDO, CommandType.UNDO, (Event("undone"),), one, ply)
    return session


def override(session: Session, state: Any, events: tuple[Event, ...], stamp: Stamp) -> Session:
    """Go on from ``state`` by an arbiter's word (E29). Raises :class:`Refused`."""
    _must_be_open(session)
    if session.lifecycle is Lifecycle.OVER:
        raise Refused(Refusal.of(Reason.GAME_OVER))
    line = session.game.position(state)
    # Dice that were seen belong to what went on before.
    after = replace(session, plies=(*session.plies, Ply(Overridden(line), line, state)), redoable=(), kept=())
    return _logged(after, EntryKind.OVERRIDE, line, events, stamp)


def redo(session: Session, stamp: Stamp) -> Session:
    """Play again what was taken back last. Raises :class:`Refused`."""
    _must_be_open(session)
    place = session.to_redo(stamp.viewer)
    if place is None:
        raise Refused(Refusal.of(Reason.NOTHING_TO_REDO))
    redone, events = _redone(session, place)
    return _logged(redone, EntryKind.REDO, CommandType.REDO, events, stamp, session.redoable[place])


def abandon(session: Session, stamp: Stamp) -> Session:
    """End the session without a result; what was played stays in the log. Raises :class:`Refused`."""
    _must_be_open(session)
    if session.lifecycle is Lifecycle.OVER:
        raise Refused(Refusal.of(Reason.GAME_OVER))
    return _logged(replace(session, abandoned=True), EntryKind.END, CommandType.ABANDON, (Event("abandoned"),), stamp)


def _must_be_open(session: Session) -> None:
    if session.frozen is not None:
        raise Refused(session.frozen)
    if session.abandoned:
        raise Refused(Refusal.of(Reason.GAME_OVER))


def _frozen(session: Session, entry: Entry, cause: object) -> Refusal:
    number = session.revision_for(PUBLIC) + entry.audience.notices(PUBLIC)
    return Refusal.of(Reason.SESSION_FROZEN, revision=number, cause=cause)


def _with_ply(
    session: Session,
    command: GameCommand,
    dice: Sequence[int],
    audience: Audience | None = None,
    spent: int = 0,
    chance: str = "",
) -> tuple[Session, tuple[Event, ...]]:
    """Add a ply; ``audience`` None: the game says who may know of it; ``chance`` throws dice if none were."""
    before = session.state
    refusal = session.game.why_illegal(before, command)
    if refusal is not None:
        raise Refused(refusal)
    notation = session.game.write(before, command)
    faces = dice if dice or not chance else falling(session.kept, session.game.dice(before, command), chance)
    applied = session.game.apply(before, command, faces, spent)
    who = audience if audience is not None else session.game.audience(before, command)
    told = any(one.name == REVEALED for one in applied.events)
    ply = Ply(command, notation, applied.state, tuple(faces[: applied.dice_used]), who, spent, applied.seen, told)
    kept = left_of(session.kept, applied.seen)
    plies = session.plies + (ply,)  # noqa: RUF005 - copied once, not twice
    return replace(session, plies=plies, kept=kept), applied.events


def _still_redoable(session: Session) -> tuple[Ply, ...]:
    # The table's own Built decides nothing that a redo could contradict; and who may not notice a hidden act must not
    # notice either that what he took back cannot be played again.
    last = session.plies[-1]
    return session.redoable if isinstance(last.command, TABLE_ACTS) or _is_hidden(last) else ()


def _is_hidden(ply: Ply) -> bool:
    return ply.audience.secrecy is Secrecy.HIDDEN


def _amended(
    session: Session, place: int, command: GameCommand, dice: Sequence[int], spent: int
) -> tuple[Session, Ply, tuple[Event, ...]]:
    """Return the session with ``command`` in place of a ply, that ply, and its events."""
    base = replace(session, plies=session.plies[:place])
    after, events = _with_ply(base, command, dice, session.plies[place].audience, spent)
    ply = after.plies[-1]
    after = replace(after, redoable=_still_redoable(after))
    return _played_again(after, session.plies[place + 1 :]), ply, events


def _undone(session: Session, place: int) -> Session:
    ply, later = session.plies[place], session.plies[place + 1 :]
    # The table itself adds Built when a formation stands. It would do so again at once, so it goes with the act
    # before it and is not redone; but not with one that must not be noticed.
    if not _is_hidden(ply):
        later = tuple(one for one in later if not isinstance(one.command, TABLE_ACTS))
    before = replace(session, plies=session.plies[:place], redoable=(*session.redoable, ply), kept=())
    # What is played again brings its own dice along; those that are taken back stay.
    return replace(_played_again(before, later), kept=ply.seen + session.kept)


def _played_again(session: Session, later: Sequence[Ply]) -> Session:
    """Play on what was done after an act that is not there any more, by those who may know; what cannot be, falls."""
    for ply in later:
        if not isinstance(ply.command, Overridden) and _is_as_secret(session, ply):
            with suppress(Refused):
                session, _ = _with_ply(session, ply.command, ply.dice, ply.audience, ply.spent)
    return session


def _is_as_secret(session: Session, ply: Ply) -> bool:
    """Whether an act would be noticed now by no more people, and its words known to no fewer, than when it was done.

    What was hidden brings in the open nothing that has no entry, and an entry for everyone tells of no secret.
    """
    command = ply.command
    if isinstance(command, Overridden) or session.game.why_illegal(session.state, command) is not None:
        return True
    now = session.game.audience(session.state, command)
    noticed = now.notices(PUBLIC) and not ply.audience.notices(PUBLIC)
    return not noticed and (now.hears(PUBLIC) or not ply.audience.hears(PUBLIC))


def _redone(session: Session, place: int) -> tuple[Session, tuple[Event, ...]]:
    ply = session.redoable[place]
    left = (*session.redoable[:place], *session.redoable[place + 1 :])
    if isinstance(ply.command, Overridden):
        return replace(session, plies=(*session.plies, ply), redoable=left), (Event("overridden"),)
    if not _is_as_secret(session, ply):
        raise Refused(Refusal.of(Reason.NOTHING_TO_REDO))
    after, events = _with_ply(session, ply.command, ply.dice, ply.audience, ply.spent)
    return replace(after, redoable=left), events


def _place_of(plies: Sequence[Ply], entry: Entry) -> int:
    """Return which ply an entry undid, redid or replaced: the last one with the entry's own audience.

    Those above it are noticed by fewer people than whoever asked, so none of them has the same.
    """
    acts = (n for n, ply in enumerate(plies) if not isinstance(ply.command, TABLE_ACTS))
    place = max((n for n in acts if plies[n].audience == entry.audience), default=None)
    if place is None:
        raise Refused(Refusal.of(Reason.NOTHING_TO_UNDO))
    return place


def _logged(
    session: Session,
    kind: EntryKind,
    notation: str,
    events: tuple[Event, ...],
    stamp: Stamp,
    ply: Ply | None = None,
) -> Session:
    """Add an entry; ``ply`` is what was done, taken back or played again, if anything that is the game's."""
    audience = ply.audience if ply is not None else EVERYONE
    made = kind in (EntryKind.PLY, EntryKind.AMEND)
    entry = Entry(
        revision=session.revision + 1,
        kind=kind,
        notation=str(notation),
        events=tuple(_told(session, event) for event in events),
        actor=stamp.actor,
        at=stamp.at,
        state_hash=state_hash(session.game, session.state),
        rules_version=session.game.rules_version,
        dice=ply.dice if ply is not None and made else (),
        command_id=stamp.command_id,
        v=OPEN_ENTRY_VERSION if audience == EVERYONE else ENTRY_VERSION,
        audience=audience,
        nonce=stamp.nonce if made and audience.secrecy is Secrecy.SEALED else "",
        fingerprint=stamp.fingerprint,
        spent=ply.spent if ply is not None and made else 0,
    )
    return replace(session, entries=session.entries + (entry,))  # noqa: RUF005 - copied once, not twice


def _told(session: Session, event: Event) -> Event:
    """Return a game's ``revealed`` with what its commitment can be checked by: everyone may know that now."""
    notation = dict(event.facts).get("notation")
    if event.name != REVEALED or notation is None:
        return event
    sealed = (one for one in reversed(session.entries) if one.nonce and one.notation == notation)
    entry = next(sealed, None)
    if entry is None:
        return event
    bound = (("nonce", entry.nonce), ("commitment", commitment(notation, entry.nonce)))
    return Event(event.name, (*event.facts, *bound))


def _folded(session: Session, entry: Entry) -> Session:
    match entry.kind:
        case EntryKind.PLY:
            command = session.game.parse(session.state, entry.notation)
            after, _ = _with_ply(session, command, entry.dice, entry.audience, entry.spent)
            after = replace(after, redoable=_still_redoable(after))
        case EntryKind.AMEND:
            place = _place_of(session.plies, entry)
            before = session.plies[place - 1].after if place else session.start
            after, _, _ = _amended(
                session, place, session.game.parse(before, entry.notation), entry.dice, entry.spent
            )
        case EntryKind.UNDO:
            after = _undone(session, _place_of(session.plies, entry))
        case EntryKind.REDO:
            after, _ = _redone(session, _place_of(session.redoable, entry))
        case EntryKind.END:
            after = replace(session, abandoned=True)
        case EntryKind.OVERRIDE:
            state = session.game.from_position(entry.notation)
            ply = Ply(Overridden(entry.notation), entry.notation, state)
            after = replace(session, plies=(*session.plies, ply), redoable=(), kept=())
    return replace(after, entries=session.entries + (entry,))  # noqa: RUF005 - copied once, not twice
