"""The stream of news as server-sent events: subscribe, catch up from the log, then follow; lose and double nothing.

Only ``snapshot`` and ``entry`` carry an id, ``<epoch>.<session>-<revision>``: it names the life of the database, the
session and its last entry as the reader counts, so a reader that comes back gets exactly what it missed, and a
snapshot when that cannot be told. Of what a reader may not notice nothing is sent at all. A stream holds no database
connection while it waits. Source: design, "Libraries", push, and decision 4.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feldlicht.base.reasons import Refused
from feldlicht.base.viewers import OWNER, Viewer
from feldlicht.runtime.events import (
    CURRENT,
    DEFAULT,
    BoardChanged,
    Closing,
    EntryAdded,
    Event,
    Gap,
    HandsMoved,
    LightsChanged,
    MagnetsChanged,
    SeatsChanged,
    SessionChanged,
    SettingsChanged,
    Subscription,
)
from feldlicht.runtime.pictures import BoardInfo, SessionPicture
from feldlicht.table.projection import project_entry
from feldlicht.web.covered import board_as_seen, may_see_magnets
from feldlicht.web.event_text import event_id, event_text, revision_of
from feldlicht.web.json_forms import (
    Json,
    board_json,
    hands_json,
    lights_hex,
    magnets_json,
    seats_json,
    session_json,
    settings_json,
)
from feldlicht.web.rooms import OWNER_GUEST, Guest, StreamRoom

if TYPE_CHECKING:
    from feldlicht.runtime.house import House

TICK_S = 2.0
"""A reader that has heard nothing for a few of these knows that the line is dead."""
FRAME_S = 1 / 15
"""Magnets and lights come at most this often; the newest wins."""
RETRY_MS = 1000
"""When a browser is to come back after a stream ended."""


@dataclass(frozen=True, slots=True)
class StreamWish:
    """What a reader wants: a session's id, ``current`` or None; a board's id, ``default`` or None (all); lights too.

    ``after`` is the id of the last event it has, if any; ``language`` the one of its sentences. ``viewer`` says who
    looks at a session, and raises :class:`Refused` when that may not be (any more); ``guest`` whose place it takes;
    ``gone`` whether the reader has hung up.
    """

    session: str | None = None
    board: str | None = None
    lights: bool = False
    after: str | None = None
    language: str = "en"
    viewer: Callable[[str | None], Viewer] = lambda _: OWNER
    guest: Guest = OWNER_GUEST
    gone: Callable[[], bool] = lambda: False

    @property
    def person(self) -> str | None:
        """Whose stream it is, if known."""
        return self.guest.person


class EventStream:
    """One reader's stream: an iterator of server-sent events that a WSGI server sends one by one.

    Everything that can be refused is refused by the constructor. :meth:`close` gives the place in the room and the
    subscription back, also when nothing was ever read; iterating ends after ``bye``.
    """

    def __init__(
        self, house: House, wish: StreamWish, room: StreamRoom, steady: Callable[[], float] = time.monotonic
    ) -> None:
        self._house = house
        self._wish = wish
        self._room = room
        self._steady = steady
        self._session: str | None = None
        self._revision = 0
        self._viewer = OWNER
        self._shown: Json | None = None  # the hands that the reader has
        self._seats: Json | None = None  # the seats that the reader has
        self._told: dict[str, Json] = {}  # the boards as the reader has them
        self._ending = threading.Lock()
        self._closed = False
        self._came = False
        self._subscription: Subscription = house.subscribe(session=wish.session, board=wish.board, lights=wish.lights)
        try:
            room.enter(self, wish.guest)
            self._come()
            self._greeting = self._greet()
        except BaseException:
            self.close()
            raise
        self._events = self._run()

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        return next(self._events)

    def close(self) -> None:
        """End the stream. Idempotent, from any thread."""
        with self._ending:
            if self._closed:
                return
            self._closed = True
            self._subscription.close()
            self._room.leave(self)
            if self._came and self._wish.person is not None:
                self._house.access.went(self._wish.person)

    def gone(self) -> bool:
        """Whether the reader has hung up, as far as the server knows."""
        return self._wish.gone()

    def _come(self) -> None:
        # The room may have taken the place back already, from another thread.
        with self._ending:
            if not self._closed and self._wish.person is not None:
                self._came = True
                self._house.access.came(self._wish.person)

    # ------------------------------------------------------------------ beginning

    def _boards(self) -> list[BoardInfo]:
        """Return the boards the reader cares for. Raises :class:`Refused` ``NO_SUCH_BOARD``."""
        if self._wish.board is None:
            return list(self._house.boards())
        if self._wish.board == DEFAULT and not self._house.boards():
            return []
        return [self._house.board(self._wish.board)]

    def _picture(self) -> SessionPicture | None:
        """Return the session the reader cares for. Raises :class:`Refused` ``NO_SUCH_SESSION``."""
        wanted = self._wish.session
        if wanted is None:
            return None
        if wanted == CURRENT:
            boards = self._boards()
            wanted = boards[0].session if boards else None
        return None if wanted is None else self._house.session(wanted)

    def _greet(self) -> list[bytes]:
        """Return what a reader gets first. The subscription is open already, so nothing falls in between."""
        boards = self._boards()
        picture = self._picture()
        first = self._catch_up(picture) if self._wish.session is not None else []
        first += self._seated()
        first += [self._board(board) for board in boards]
        if self._wish.lights:
            for board in boards:
                if board.simulated:
                    first += self._lamps(board.id)
        return [event_text("tick", self._tick(), retry_ms=RETRY_MS), *first]

    def _lamps(self, board: str) -> list[bytes]:
        try:
            magnets, lights = self._house.magnets(board), self._house.lights(board)
        except Refused:
            # A simulated board that does not run yet has none; the first change brings them.
            return []
        shown = [event_text("lights", {"board": board, **lights_hex(lights)})]
        if may_see_magnets(self._house, board, self._wish.viewer):
            shown.insert(0, event_text("magnets", {"board": board, "magnets": magnets_json(magnets)}))
        return shown

    def _catch_up(self, picture: SessionPicture | None) -> list[bytes]:
        """Return the entries missed since the reader's last event, or a snapshot where that cannot be told."""
        if picture is None:
            return [self._snapshot(None)]
        known = revision_of(self._wish.after, self._house.epoch, picture.id)
        self._viewer = viewer = self._wish.viewer(picture.id)
        if known is None or known > picture.session.revision_for(viewer):
            return [self._snapshot(picture)]
        noticed = [entry for entry in picture.session.entries if entry.audience.notices(viewer)]
        self._session, self._revision = picture.id, known
        replay = [self._entry(EntryAdded(picture.id, entry, picture)) for entry in noticed[known:]]
        return [*replay, *self._hands(picture)]

    # ------------------------------------------------------------------ following

    def _run(self) -> Iterator[bytes]:
        next_frame = self._steady()
        next_tick = next_frame + TICK_S
        frames: dict[tuple[type[Event], str], Event] = {}
        yield from self._greeting
        self._greeting = []
        while True:
            due = min(next_tick, next_frame) if frames else next_tick
            event = self._subscription.get(max(0.0, due - self._steady()))
            if event is None and self._subscription.ended:
                return
            if isinstance(event, Closing):
                yield event_text("bye", {}, retry_ms=RETRY_MS)
                return
            if isinstance(event, MagnetsChanged | LightsChanged):
                frames[(type(event), event.board)] = event
            elif event is not None:
                try:
                    yield from self._follow(event)
                except Refused:
                    # Whoever reads may not see this any more, or there is nothing: coming back, he is told why.
                    yield event_text("bye", {}, retry_ms=RETRY_MS)
                    return
            now = self._steady()
            if frames and now >= next_frame:
                for frame in frames.values():
                    yield from self._frame(frame)
                frames.clear()
                next_frame = now + FRAME_S
            if now >= next_tick:
                self._house.access.look_who_is_away()
                yield event_text("tick", self._tick())
                next_tick = now + TICK_S

    def _follow(self, event: Event) -> Iterator[bytes]:
        match event:
            case EntryAdded(session=session) if session == self._session:
                yield from self._added(event)
                # An act may have brought a figure that is a seat, or taken one.
                yield from self._seated()
            case HandsMoved(session=session, picture=picture) if session == self._session:
                if picture.session.revision_for(self._wish.viewer(session)) >= self._revision:
                    yield from self._hands(picture)
            case SessionChanged(picture=picture):
                yield self._snapshot(picture)
                yield from self._seated()
            case SeatsChanged() if self._wish.session is None:
                # Nothing to tell, but the view may not be the reader's any more.
                self._wish.viewer(None)
            case SeatsChanged(session=session) if session in (None, self._session):
                if self._wish.viewer(self._session) != self._viewer:
                    yield self._snapshot(self._picture())
                yield from self._seated()
                yield from self._able()
            case BoardChanged(board=board):
                # What changed may not be for the reader's eyes.
                if self._board_json(board) != self._told.get(board.id):
                    yield self._board(board)
            case SettingsChanged(standing):
                yield event_text("settings", settings_json(standing))
            case Gap():
                yield from self._start_over()
            case _:
                # An entry of a session that is no longer, or not yet, the current one: its snapshot comes or came.
                return

    def _added(self, event: EntryAdded) -> Iterator[bytes]:
        viewer = self._wish.viewer(event.session)
        if viewer != self._viewer:
            # Another one looks now, with numbers of his own.
            yield self._snapshot(event.picture)
            return
        if not event.entry.audience.notices(viewer):
            return
        number = event.picture.session.number_of(event.entry.revision, viewer)
        if number == self._revision + 1:
            yield self._entry(event)
        elif number > self._revision:
            # One went astray: never a position that was not, but all as it stands.
            yield self._snapshot(event.picture)

    def _start_over(self) -> Iterator[bytes]:
        if self._wish.session is not None:
            yield self._snapshot(self._picture())
            yield from self._seated()
        yield event_text("settings", settings_json(self._house.tuning))
        for board in self._boards():
            yield self._board(board)
            if self._wish.lights and board.simulated:
                yield from self._lamps(board.id)

    # ------------------------------------------------------------------ events

    def _snapshot(self, picture: SessionPicture | None) -> bytes:
        if picture is not None:
            self._viewer = self._wish.viewer(picture.id)
        self._session = None if picture is None else picture.id
        self._revision = 0 if picture is None else picture.session.revision_for(self._viewer)
        session = None if picture is None else self._shown_session(picture)
        return event_text("snapshot", {"session": session}, self._id())

    def _entry(self, event: EntryAdded) -> bytes:
        """Return the event of an entry that the reader notices and that comes next for him."""
        self._revision += 1
        entry = project_entry(event.picture.session, event.entry, self._revision, self._viewer)
        return event_text("entry", {"entry": entry, "session": self._shown_session(event.picture)}, self._id())

    def _shown_session(self, picture: SessionPicture) -> Json:
        shown = session_json(picture, self._house, self._wish.language, self._viewer, self._wish.person)
        self._shown = {"session": picture.id, "hands": shown["hands"], "can": shown["can"], "clock": shown["clock"]}
        return shown

    def _hands(self, picture: SessionPicture) -> Iterator[bytes]:
        """Tell what is unsettled, if the reader sees any change: what moved may not be for his eyes."""
        shown = hands_json(picture, self._house.access, self._wish.language, self._viewer, self._wish.person)
        if shown != self._shown:
            self._shown = shown
            yield event_text("hands", shown)

    def _seated(self) -> list[bytes]:
        """Tell who sits at the reader's session, if that is news."""
        if self._session is None:
            return []
        session, access = self._house.session(self._session).session, self._house.access
        seats = {"session": self._session, "seats": seats_json(session, access, self._viewer, self._wish.person)}
        if seats == self._seats:
            return []
        self._seats = seats
        return [event_text("seats", seats)]

    def _able(self) -> Iterator[bytes]:
        """Tell what the reader can do now that others sit there or got up, unless an entry tells it anyway."""
        picture = None if self._session is None else self._house.session(self._session)
        if picture is not None and picture.session.revision_for(self._viewer) == self._revision:
            yield from self._hands(picture)

    def _board(self, board: BoardInfo) -> bytes:
        self._told[board.id] = shown = self._board_json(board)
        return event_text("board", shown)

    def _board_json(self, board: BoardInfo) -> Json:
        return board_json(board_as_seen(self._house, board, self._wish.viewer), self._wish.language)

    def _frame(self, event: Event) -> Iterator[bytes]:
        if isinstance(event, LightsChanged):
            yield event_text("lights", {"board": event.board, **lights_hex(event.lights)})
        elif isinstance(event, MagnetsChanged) and may_see_magnets(self._house, event.board, self._wish.viewer):
            yield event_text("magnets", {"board": event.board, "magnets": magnets_json(event.magnets)})

    def _tick(self) -> Json:
        return {"at": self._room.clock.now(), "revision": self._revision}

    def _id(self) -> str:
        return event_id(self._house.epoch, self._session, self._revision)
