"""A session: header, log, and the state that the log folds to.

State is the fold of the entries' commands; undo and redo are entries that move the end of the record. *Record* means
the plies as they stand, *log* all entries. Source: design, decision 3.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from feldlicht.base.commands import Built, CommandType, GameCommand
from feldlicht.base.entries import Actor, Entry, EntryKind, Event, SessionHeader
from feldlicht.base.plans import Nothing, Plan
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import GameScene
from feldlicht.rules.game import Game


class Lifecycle(StrEnum):
    """Where a session stands in its life."""

    RUNNING = "running"
    OVER = "over"
    ABANDONED = "abandoned"
    FROZEN = "frozen"
    """The log folds to another state than it did when it was written; nothing more is taken."""


@dataclass(frozen=True, slots=True)
class Overridden:
    """An arbiter's word in place of a command: a marked break in the record. ``position`` is the game's own line."""

    position: str


@dataclass(frozen=True, slots=True)
class Ply:
    """One command of the record, the dice it took, and the state it led to."""

    command: GameCommand | Overridden
    notation: str
    after: Any
    dice: tuple[int, ...] = ()


class Asked:
    """What the game said of the state that it was asked about last: it is asked several times at every line.

    No value of a session, only what saves working it out again; whoever asks gets the same with or without it.
    """

    def __init__(self) -> None:
        self._plan: tuple[Any, Plan] | None = None
        self._scene: tuple[Any, GameScene] | None = None

    def plan(self, game: Game[Any], state: Any) -> Plan:
        """Return what hands may do in ``state``."""
        known = self._plan
        if known is None or known[0] is not state:
            self._plan = known = (state, game.hand_plan(state))
        return known[1]

    def scene(self, game: Game[Any], state: Any) -> GameScene:
        """Return the game's own light in ``state``."""
        known = self._scene
        if known is None or known[0] is not state:
            self._scene = known = (state, game.scene(state))
        return known[1]


@dataclass(frozen=True, slots=True)
class Session:
    """A frozen picture of a session after its last entry."""

    header: SessionHeader
    game: Game[Any]
    start: Any
    entries: tuple[Entry, ...] = ()
    plies: tuple[Ply, ...] = ()
    redoable: tuple[Ply, ...] = ()
    """Plies that were taken back, the next to redo last. Redone, they use the dice that were thrown then."""
    abandoned: bool = False
    frozen: Refusal | None = None
    asked: Asked = field(default_factory=Asked, compare=False, repr=False)

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def revision(self) -> int:
        """Number of the last entry, 0 before the first."""
        return self.entries[-1].revision if self.entries else 0

    @property
    def lifecycle(self) -> Lifecycle:
        """Where the session stands in its life."""
        if self.frozen is not None:
            return Lifecycle.FROZEN
        if self.abandoned:
            return Lifecycle.ABANDONED
        return Lifecycle.OVER if self.game.outcome(self.state) is not None else Lifecycle.RUNNING

    @property
    def plan(self) -> Plan:
        """What hands may do now; nothing once the session takes no more acts."""
        if self.lifecycle is not Lifecycle.RUNNING:
            return Nothing()
        return self.asked.plan(self.game, self.state)

    @property
    def scene(self) -> GameScene:
        """The game's own light now."""
        return self.asked.scene(self.game, self.state)

    @property
    def can_undo(self) -> bool:
        """Whether the record holds an act of a person that can be taken back."""
        return self._open and any(not isinstance(ply.command, Built) for ply in self.plies)

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else was done since."""
        return self._open and bool(self.redoable)

    @property
    def _open(self) -> bool:
        return self.frozen is None and not self.abandoned

    def entry_of(self, command_id: str) -> Entry | None:
        """Return the entry that the client's command made, if it was taken before."""
        return next((entry for entry in reversed(self.entries) if entry.command_id == command_id), None)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who acts, when (UTC milliseconds), and the client's id for it."""

    actor: Actor
    at: int
    command_id: str | None = None


def state_hash(game: Game[Any], state: Any) -> str:
    """Return 16 hex digits that name a state."""
    return hashlib.sha256(game.position(state).encode()).hexdigest()[:16]


def open_session(game: Game[Any], header: SessionHeader, entries: Sequence[Entry] = ()) -> Session:
    """Fold a log. A log that today's rules read differently yields a frozen session, never another position.

    Raises :class:`~feldlicht.base.reasons.BadInput` if the header's options or formation are no good.
    """
    session = Session(header, game, game.new(header.options, header.formation))
    for entry in entries:
        try:
            after = _folded(session, entry)
        except Refused as refused:
            return replace(session, frozen=_frozen(entry, refused.refusal.reason))
        if state_hash(game, after.state) != entry.state_hash:
            return replace(session, frozen=_frozen(entry, "state"))
        session = after
    return session


def act(session: Session, command: GameCommand, stamp: Stamp, dice: Sequence[int] = ()) -> Session:
    """Return the session with ``command`` as its next ply; of ``dice`` (faces) the game takes as many as it needs.

    Raises :class:`Refused` if the game refuses it.
    """
    _must_be_open(session)
    return _played(session, command, EntryKind.PLY, stamp, dice)


def amend(session: Session, command: GameCommand, stamp: Stamp, dice: Sequence[int] = ()) -> Session:
    """Return the session with its last ply replaced by ``command``. Raises :class:`Refused`."""
    _must_be_open(session)
    return _played(session, command, EntryKind.AMEND, stamp, dice)


def undo(session: Session, stamp: Stamp, count: int = 1) -> Session:
    """Take the last ``count`` acts of people back, an entry each, with the rebuilding that followed them.

    Raises :class:`Refused` (``NOTHING_TO_UNDO``) if there are not so many; then nothing is taken back.
    """
    _must_be_open(session)
    for left in range(count, 0, -1):
        if not session.can_undo:
            raise Refused(Refusal.of(Reason.NOTHING_TO_UNDO))
        # The client's id stands for the whole; an id names one entry.
        one = stamp if left == 1 else replace(stamp, command_id=None)
        session = _logged(_undone(session), EntryKind.UNDO, CommandType.UNDO, (Event("undone"),), one)
    return session


def override(session: Session, state: Any, events: tuple[Event, ...], stamp: Stamp) -> Session:
    """Go on from ``state`` by an arbiter's word (E29). Raises :class:`Refused`."""
    _must_be_open(session)
    if session.lifecycle is Lifecycle.OVER:
        raise Refused(Refusal.of(Reason.GAME_OVER))
    line = session.game.position(state)
    after = replace(session, plies=(*session.plies, Ply(Overridden(line), line, state)), redoable=())
    return _logged(after, EntryKind.OVERRIDE, line, events, stamp)


def redo(session: Session, stamp: Stamp) -> Session:
    """Play again what was taken back last. Raises :class:`Refused`."""
    _must_be_open(session)
    if not session.can_redo:
        raise Refused(Refusal.of(Reason.NOTHING_TO_REDO))
    redone, events = _redone(session)
    return _logged(redone, EntryKind.REDO, CommandType.REDO, events, stamp)


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


def _frozen(entry: Entry, cause: object) -> Refusal:
    return Refusal.of(Reason.SESSION_FROZEN, revision=entry.revision, cause=cause)


def _played(session: Session, command: GameCommand, kind: EntryKind, stamp: Stamp, dice: Sequence[int]) -> Session:
    base = session if kind is EntryKind.PLY else replace(session, plies=session.plies[:-1])
    after, events = _with_ply(base, command, dice)
    ply = after.plies[-1]
    after = replace(after, redoable=_still_redoable(session, command))
    return _logged(after, kind, ply.notation, events, stamp, ply.dice)


def _with_ply(session: Session, command: GameCommand, dice: Sequence[int]) -> tuple[Session, tuple[Event, ...]]:
    before = session.state
    refusal = session.game.why_illegal(before, command)
    if refusal is not None:
        raise Refused(refusal)
    notation = session.game.write(before, command)
    applied = session.game.apply(before, command, dice)
    ply = Ply(command, notation, applied.state, tuple(dice[: applied.dice_used]))
    return replace(session, plies=(*session.plies, ply)), applied.events


def _still_redoable(session: Session, command: GameCommand) -> tuple[Ply, ...]:
    # The table's own Built decides nothing that a redo could contradict.
    return session.redoable if isinstance(command, Built) else ()


def _undone(session: Session) -> Session:
    # The table itself adds Built when a formation stands. It would do so again at once, so it goes with the act
    # before it and is not redone.
    keep = len(session.plies) - 1
    while isinstance(session.plies[keep].command, Built):
        keep -= 1
    return replace(session, plies=session.plies[:keep], redoable=(*session.redoable, session.plies[keep]))


def _redone(session: Session) -> tuple[Session, tuple[Event, ...]]:
    ply = session.redoable[-1]
    if isinstance(ply.command, Overridden):
        again = replace(session, plies=(*session.plies, ply), redoable=session.redoable[:-1])
        return again, (Event("overridden"),)
    after, events = _with_ply(session, ply.command, ply.dice)
    return replace(after, redoable=session.redoable[:-1]), events


def _logged(
    session: Session,
    kind: EntryKind,
    notation: str,
    events: tuple[Event, ...],
    stamp: Stamp,
    dice: tuple[int, ...] = (),
) -> Session:
    entry = Entry(
        revision=session.revision + 1,
        kind=kind,
        notation=str(notation),
        events=events,
        actor=stamp.actor,
        at=stamp.at,
        state_hash=state_hash(session.game, session.state),
        rules_version=session.game.rules_version,
        dice=dice,
        command_id=stamp.command_id,
    )
    return replace(session, entries=(*session.entries, entry))


def _folded(session: Session, entry: Entry) -> Session:
    match entry.kind:
        case EntryKind.PLY | EntryKind.AMEND:
            base = session
            if entry.kind is EntryKind.AMEND:
                base = replace(session, plies=session.plies[:-1])
            command = base.game.parse(base.state, entry.notation)
            after, _ = _with_ply(base, command, entry.dice)
            after = replace(after, redoable=_still_redoable(session, command))
        case EntryKind.UNDO:
            after = _undone(session)
        case EntryKind.REDO:
            after, _ = _redone(session)
        case EntryKind.END:
            after = replace(session, abandoned=True)
        case EntryKind.OVERRIDE:
            state = session.game.from_position(entry.notation)
            ply = Ply(Overridden(entry.notation), entry.notation, state)
            after = replace(session, plies=(*session.plies, ply), redoable=())
    return replace(after, entries=(*session.entries, entry))
