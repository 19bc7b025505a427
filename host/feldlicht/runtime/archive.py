"""Matches given away as records, taken from records, and played once more."""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from feldlicht.base.entries import SessionHeader
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.viewers import Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.runtime import games
from feldlicht.runtime.gallery import Wanted, file_of, story_of
from feldlicht.runtime.names import clean_name
from feldlicht.runtime.seats import seats_at
from feldlicht.table.match_record import match_record, read_record
from feldlicht.table.record import Lifecycle, Session

if TYPE_CHECKING:
    from feldlicht.runtime.house import House
    from feldlicht.store.store import Store

REGISTER = "players"
"""Register of the store: who played a match that was taken from a record, by session and seat."""
MOST_PLAYERS = 64


class Archive:
    """Records of the sessions of a house. Every method may be called from any thread."""

    def __init__(self, house: House, store: Store) -> None:
        self._house = house
        self._store = store

    def record(self, session_id: str, viewer: Viewer) -> JsonObject:
        """Return a session's record with its players' names.

        Raises ``NO_SUCH_SESSION``, ``UNKNOWN_GAME``; ``NOT_TOLD_YET`` while it holds what ``viewer`` may not know.
        """
        session = self._house.session(session_id).session
        return match_record(session, viewer, self._names_at(session, viewer))

    def picture(self, session_id: str, viewer: Viewer, wanted: Wanted, language: str) -> bytes:
        """Return a picture of a session as the bytes of its file, as far as ``viewer`` may know what it shows.

        Raises ``NO_SUCH_SESSION``, ``UNKNOWN_GAME``, ``NO_PICTURES``, ``PICTURES_BUSY``.
        """
        session = self._house.session(session_id).session
        told = story_of(session, viewer, self._names_at(session, viewer), language)
        return file_of(wanted.kind, told, wanted.format)

    def file_name(self, session_id: str, ending: str = ".json") -> str:
        """Return what to call the record, or what else ends so, where it is saved. Raises as :meth:`record` does."""
        header = self._house.session(session_id).header
        day = time.strftime("%Y-%m-%d", time.gmtime(header.created_at / 1000))
        return f"feldlicht-match-{day}-{session_id}{ending}"

    def take(self, form: object) -> Session:
        """Play a record again and keep it as a session of its own, without a board.

        Raises ``BAD_RECORD`` and ``UNKNOWN_GAME``, the game's refusals of options and formation,
        ``DATA_FOLDER_UNUSABLE``; then nothing is kept.
        """
        read = read_record(form, games.game, secrets.token_hex(8), self._house.access.now())
        players = _names(form)
        session = read.session
        if players:
            self._store.set_register(REGISTER, session.header.id, players)
        self._store.add_session(session.header, *session.entries, lifecycle=session.lifecycle.value)
        return session

    def again(self, session_id: str, *, swapped: bool) -> SessionHeader:
        """Begin another match like one that has ended, at the same board; ``swapped``: formations and players change
        sides.

        Raises ``NO_SUCH_SESSION``; ``TABLE_BUSY`` while it runs; and as :meth:`House.create_session` does.
        """
        session = self._house.session(session_id).session
        if session.lifecycle is Lifecycle.RUNNING:
            raise Refused(Refusal.of(Reason.TABLE_BUSY, session=session_id))
        before = session.header
        options, formation = session.game.again(before.options, _kick_off(session), swapped=swapped)
        header = self._house.create_session(before.game, options, formation, before.board, before.virtual_hands)
        if swapped:
            self._house.access.swap(self._house.session(header.id).session)
        return header

    def _names_at(self, session: Session, viewer: Viewer) -> dict[str, str]:
        """Return the names of who plays or played, by seat, as far as ``viewer`` may know of the seats."""
        sitting = self._house.access.seats.at(session.header.id)
        seated = {seat: sitting[seat].name for seat in seats_at(session, viewer) if seat in sitting}
        return self._players(session.header.id) | seated

    def _players(self, session_id: str) -> dict[str, str]:
        kept = self._store.register(REGISTER, session_id)
        return {str(seat): str(name) for seat, name in kept.items()} if isinstance(kept, Mapping) else {}


def _kick_off(session: Session) -> object:
    """Return the formation that the match began with: given beforehand, or set up by its sides."""
    if session.header.formation is not None:
        return session.header.formation
    found = (session.game.set_up(ply.after) for ply in session.plies)
    return next((one for one in found if one is not None), None)


def _names(form: object) -> dict[str, str]:
    """Return who played, as a record says it. Raises :class:`BadInput` ``BAD_RECORD``."""
    players = form.get("players", {}) if isinstance(form, Mapping) else {}
    if not isinstance(players, Mapping) or len(players) > MOST_PLAYERS:
        raise BadInput(Reason.BAD_RECORD, part="players", text="")
    if not all(isinstance(one, str) for pair in players.items() for one in pair):
        raise BadInput(Reason.BAD_RECORD, part="players", text="")
    try:
        return {clean_name(seat): clean_name(name) for seat, name in players.items()}
    except BadInput:
        raise BadInput(Reason.BAD_RECORD, part="players", text=", ".join(players.values())) from None
