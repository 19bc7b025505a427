"""A recorded session read again with today's reader, and its decisions compared with the recorded ones. Pure.

Time is the recorded one: before each input the table is woken at every deadline that lies before it, as a host does.
What today's reader decides is paired with what was recorded next. After a difference the recorded log counts: the
session is seated with it again, so that one difference does not make all later ones different.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from feldlicht.base.cells import Cell
from feldlicht.base.entries import Actor, Entry, EntryKind, SessionHeader
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Hands
from feldlicht.base.occupancy import Occupancy, bits
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.board.reading import Reader
from feldlicht.rules.game import Game
from feldlicht.table.acts import last_act
from feldlicht.table.messages import (
    Append,
    BoardKnown,
    ButtonPressed,
    HandsAtWork,
    Input,
    KnobTurned,
    Sensed,
    Tuned,
    Wake,
)
from feldlicht.table.recorded_lines import read_line
from feldlicht.table.recording import Cause, Decided, Given, Line, Opening, table_of
from feldlicht.table.session import Session, open_session
from feldlicht.table.settle import seat, settle
from feldlicht.table.step import step
from feldlicht.table.table import Step, Table
from feldlicht.table.timing import restarted

FindGame = Callable[[str], Game[Any]]
"""Returns the game of a name. Raises :class:`Refused` ``UNKNOWN_GAME``."""


class Verdict(StrEnum):
    """What today's reader makes of a decision."""

    SAME = "same"
    MISSING = "missing"
    """It was recorded, and is not read today."""
    NEW = "new"
    """It is read today, and was not recorded."""
    DIFFERENT = "different"
    """Another one was recorded."""


@dataclass(frozen=True, slots=True)
class Judged:
    """One decision: as it was ``recorded``, as it is read ``today``, None where there is none."""

    verdict: Verdict
    recorded: Entry | None
    today: Entry | None

    @property
    def at(self) -> int:
        """When it was recorded, else when it is read today: host ms."""
        entry = self.recorded or self.today
        assert entry is not None
        return entry.at


@dataclass(frozen=True, slots=True)
class Opened:
    """The session came to the table, or goes on after something that was not written down."""

    at: int
    cause: Cause
    header: SessionHeader


@dataclass(frozen=True, slots=True)
class Took:
    """The table was given an input."""

    at: int
    what: Input


@dataclass(frozen=True, slots=True)
class MagnetMoved:
    """A cell began to feel ``pole``; None: it was emptied."""

    at: int
    cell: Cell
    pole: Pole | None


@dataclass(frozen=True, slots=True)
class HandsRead:
    """What is unsettled at the table changed, as today's reader has it."""

    at: int
    hands: Hands


@dataclass(frozen=True, slots=True)
class Unreadable:
    """This line (counted from 1) is none of a journal, and was left out."""

    number: int


@dataclass(frozen=True, slots=True)
class Failed:
    """Today's reader, or the game, fails here; what came after cannot be read. ``fault`` names the failure."""

    at: int
    fault: str


Happening = Opened | Took | MagnetMoved | HandsRead | Judged | Unreadable | Failed


def replay(journal: Iterable[str], find_game: FindGame) -> Iterator[Happening]:
    """Read the lines of a journal again and yield what happens, in order of time.

    A last line without its end is no fault: the program that wrote it was killed. Raises :class:`Refused`:
    ``BAD_JOURNAL`` if there is nothing in it that can be read again, ``JOURNAL_NEWER``, ``JOURNAL_IN_PART``,
    ``UNKNOWN_GAME``, and ``SESSION_FROZEN`` if today's rules read its log differently.
    """
    player = _Player(find_game)
    torn = False
    unreadable: list[int] = []
    for number, text in enumerate(journal, 1):
        torn = not text.endswith("\n")
        try:
            line = read_line(text)
        except Refused as refused:
            if refused.refusal.reason is Reason.DATA_FOLDER_NEWER:
                raise BadInput(Reason.JOURNAL_NEWER) from None
            if not torn:
                unreadable.append(number)
        else:
            try:
                yield from player.take(line)
            except Refused:
                raise
            except Exception as fault:  # noqa: BLE001 the border to games and to the reader: what is replayed is a fault
                yield Failed(player.now, type(fault).__name__)
                return
        # Not before it is sure that this is a journal at all.
        while player.began and unreadable:
            yield Unreadable(unreadable.pop(0))
    if not player.began:
        raise BadInput(Reason.BAD_JOURNAL)
    try:
        yield from player.finish(torn=torn)
    except Exception as fault:  # noqa: BLE001 as above
        yield Failed(player.now, type(fault).__name__)


_NO_ACT = (Tuned, BoardKnown, KnobTurned, ButtonPressed, HandsAtWork, Wake)
"""Inputs that no hand makes: a decision may still be on its way when they come."""


class _Player:
    """The table today, and how its decisions pair with the recorded ones.

    ``ahead``: decisions of today that were not recorded so far; ``behind``: recorded ones that are not read so far;
    ``told``: those of today that were told to be new, and that may be read again from the same position.
    """

    def __init__(self, find_game: FindGame) -> None:
        self.began = False
        self._find_game = find_game
        self._table = Table()
        self._deadline: int | None = None
        self._now = 0
        self._header: SessionHeader | None = None
        self._recorded: list[Entry] = []
        self._ahead: list[Entry] = []
        self._acts_since_ahead = 0
        self._behind: list[Entry] = []
        self._acts_since_behind = 0
        self._told: set[tuple[EntryKind, str, Actor]] = set()

    @property
    def now(self) -> int:
        """The recorded time so far, host ms."""
        return self._now

    # ------------------------------------------------------------------ lines

    def take(self, line: Line) -> Iterator[Happening]:
        """Go on by one line."""
        match line:
            case Opening():
                yield from self._open(line)
            case Given() if self.began:
                yield from self._run_until(line.at)
                yield from self._give(line.what, line.at)
            case Decided(entry) if self.began:
                yield from self._compare(entry)
            case _:
                pass  # before the first opening nothing is known of the table

    def finish(self, later: tuple[Entry, ...] = (), *, torn: bool = False) -> Iterator[Happening]:
        """Come to the end of what was recorded.

        ``later`` is what the log is known to hold beyond it; ``torn``: more had been recorded, nobody knows what.
        """
        while self._behind and self._deadline is not None:
            yield from self._wake()
        for entry in self._behind:
            yield Judged(Verdict.MISSING, entry, None)
        known = [_key(entry) for entry in later]
        for entry in self._ahead:
            if known and known[0] == _key(entry):
                yield Judged(Verdict.SAME, later[len(later) - len(known)], entry)
                known.pop(0)
            elif not torn:
                yield Judged(Verdict.NEW, None, entry)
        self._ahead, self._behind = [], []

    def _open(self, line: Opening) -> Iterator[Happening]:
        goes_on = self.began and line.cause is Cause.ROLLED and line.header == self._header
        if goes_on and list(line.entries) == self._recorded:
            return
        if self.began:
            same = line.header == self._header
            yield from self.finish(line.entries[len(self._recorded) :] if same else ())
        self.began = True
        self._now = line.at
        self._header = line.header
        self._told.clear()
        self._recorded = list(line.entries)
        session = self._session()
        yield Opened(line.at, line.cause, line.header)
        table = table_of(line)
        for which, pole in table.reader.journal.occupancy.poles().items():
            yield MagnetMoved(line.at, which, pole)
        self._table = table
        if line.at_rest:
            last = last_act(session) if line.amendable else None
            at_rest = replace(table, session=session, reader=replace(table.reader, last=last))
            yield from self._took(settle(at_rest, line.at, ()))
        else:
            yield from self._took(seat(table, session, line.at, line.ran))

    def _session(self) -> Session:
        assert self._header is not None
        # Of a game with secrets, what a stranger was shown is not the whole: it would be read wrongly.
        game = self._find_game(self._header.game)
        secrets = game.secrets(self._header.options)
        if secrets and not all(entry.state_hash for entry in self._recorded):
            raise Refused(Refusal(Reason.JOURNAL_IN_PART))
        session = open_session(game, self._header, self._recorded, hashed=secrets)
        if session.frozen is not None:
            raise Refused(session.frozen)
        return session

    # ------------------------------------------------------------------ the table today

    def _run_until(self, at: int) -> Iterator[Happening]:
        while self._deadline is not None and self._deadline <= at:
            yield from self._wake()

    def _wake(self) -> Iterator[Happening]:
        assert self._deadline is not None
        # A clock never stands still: a deadline that has passed already is the next millisecond's business.
        self._now = max(self._deadline, self._now + 1)
        self._deadline = None
        yield from self._took(step(self._table, Wake(), self._now))

    def _give(self, what: Input, at: int) -> Iterator[Happening]:
        self._now = max(self._now, at)
        if isinstance(what, Wake):
            return  # today's reader has its own deadlines
        yield Took(self._now, what)
        if not isinstance(what, _NO_ACT):
            yield from self._settle_accounts(what)
        before = self._table.reader.journal.occupancy
        done = step(self._table, what, self._now)
        if isinstance(what, Sensed):
            yield from _magnets(before, what.occupancy, self._now)
        yield from self._took(done)

    def _took(self, done: Step) -> Iterator[Happening]:
        hands = self._table.hands
        self._table, self._deadline = done.table, done.deadline
        if done.table.hands != hands:
            yield HandsRead(self._now, done.table.hands)
        for effect in done.effects:
            if isinstance(effect, Append):
                yield from self._decided_today(effect.entry)
                if self._table is not done.table:
                    return  # what followed on a decision that does not count has not happened

    # ------------------------------------------------------------------ comparing

    def _decided_today(self, entry: Entry) -> Iterator[Happening]:
        if not self._behind:
            if _key(entry) in self._told:
                yield from self._go_on_from_the_log(again=True)
                return
            if not self._ahead:
                self._acts_since_ahead = 0
            self._ahead.append(entry)
            return
        recorded = self._behind.pop(0)
        if _key(recorded) == _key(entry):
            yield Judged(Verdict.SAME, recorded, entry)
            return
        yield Judged(Verdict.DIFFERENT, recorded, entry)
        for other in self._behind:
            yield Judged(Verdict.MISSING, other, None)
        yield from self._go_on_from_the_log()

    def _compare(self, recorded: Entry) -> Iterator[Happening]:
        self._recorded.append(recorded)
        self._told.clear()
        if not self._ahead:
            if not self._behind:
                self._acts_since_behind = 0
            self._behind.append(recorded)
            return
        keys = [_key(entry) for entry in self._ahead]
        if _key(recorded) in keys:
            place = keys.index(_key(recorded))
            for entry in self._ahead[:place]:
                yield Judged(Verdict.NEW, None, entry)
            yield Judged(Verdict.SAME, recorded, self._ahead[place])
            del self._ahead[: place + 1]
            return
        yield Judged(Verdict.DIFFERENT, recorded, self._ahead[0])
        for entry in self._ahead[1:]:
            yield Judged(Verdict.NEW, None, entry)
        yield from self._go_on_from_the_log()

    def _settle_accounts(self, what: Input) -> Iterator[Happening]:
        """Before the hands' next act: what is still without its pair will not find one any more.

        A recorded decision may yet be made by this very act, or while it lasts, as when the opponent's lift hurries
        a move. One of today may yet be recorded with this act, for the same reason; with the next one it is too late.
        """
        if self._behind:
            self._acts_since_behind += 1
            today = [
                effect.entry for effect in step(self._table, what, self._now).effects if isinstance(effect, Append)
            ]
            read_now = bool(today) and _key(today[0]) == _key(self._behind[0])
            if not read_now and (today or self._acts_since_behind > 1):
                for entry in self._behind:
                    yield Judged(Verdict.MISSING, entry, None)
                yield from self._go_on_from_the_log()
        elif self._ahead:
            self._acts_since_ahead += 1
            if self._acts_since_ahead > 1:
                for entry in self._ahead:
                    yield Judged(Verdict.NEW, None, entry)
                self._told = {_key(entry) for entry in self._ahead}
                yield from self._go_on_from_the_log()

    def _go_on_from_the_log(self, *, again: bool = False) -> Iterator[Happening]:
        """Seat the session as it was recorded; ``again``: what lies there was told before."""
        self._ahead, self._behind = [], []
        session = self._session()
        last = last_act(session)
        # If it is read again at once, hands mean nothing until the magnets have followed the log. Where not even
        # that helps (a formation stands), today's decision is let stand: it has been told.
        for pending in (True,) if again else (False, True):
            reader = Reader(journal=self._table.reader.journal, last=last, pending=pending)
            seated = replace(self._table, session=session, reader=reader, owed=False)
            done = settle(restarted(seated, self._last_act_at), self._now, ())
            if not any(isinstance(effect, Append) for effect in done.effects):
                yield from self._took(done)
                return

    @property
    def _last_act_at(self) -> int:
        """When the running clock began to run, as the log has it."""
        return min(self._recorded[-1].at, self._now) if self._recorded else self._now


def _key(entry: Entry) -> tuple[EntryKind, str, Actor]:
    return entry.kind, entry.notation, entry.actor


def _magnets(before: Occupancy, after: Occupancy, at: int) -> Iterator[MagnetMoved]:
    """What was lifted first, then what was set down."""
    changed = [MagnetMoved(at, which, after.at(which)) for which in bits(before.differs(after))]
    yield from sorted(changed, key=lambda one: one.pole is not None)
