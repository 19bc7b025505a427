"""Who sits where at a session, kept in a register."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import GAME_MASTER, Role, Viewer
from feldlicht.runtime.registers import Registers
from feldlicht.table.record import Session

REGISTER = "seats"
"""Register of the store: who sits where, by session."""


def seats_at(session: Session, viewer: Viewer = GAME_MASTER) -> Mapping[str, Viewer]:
    """Return the seats of a session that ``viewer`` may know of, by id, and who looks from each.

    The two sides, unless the game names figures that have a player of their own; a figure that is a secret is a seat
    for those alone who know of it.
    """
    known = session.game.seats(session.state, viewer)
    if known is None:
        return {str(side): Viewer(Role.PLAYER, side) for side in Side}
    sides = {figure.id: figure.side for figure in session.game.standing(session.state).values()}
    return {str(figure): Viewer(Role.PLAYER, sides.get(figure), figure) for figure in known}


@dataclass(frozen=True, slots=True)
class Sitting:
    """Who sits at a seat: person id, the name they go by, since when (ms since 1970)."""

    person: str
    name: str
    since: int


class Seats:
    """The seats of every session. Every method may be called from any thread."""

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._lock = threading.Lock()

    def at(self, session: str) -> dict[str, Sitting]:
        """Return who sits at a session, by seat."""
        kept = self._registers.register(REGISTER, session)
        if not isinstance(kept, Mapping):
            return {}
        return {str(seat): Sitting(one["person"], one["name"], one["since"]) for seat, one in kept.items()}

    def take(self, session: str, seat: str, sitting: Sitting, *, hand_over: bool = False) -> None:
        """Have someone sit down; who sits there already may take another name.

        ``hand_over``: whoever sits there gets up for it. Raises ``SEAT_TAKEN``, ``DATA_FOLDER_UNUSABLE``.
        """
        with self._lock:
            now = self.at(session)
            sits = now.get(seat)
            if sits is not None and sits.person != sitting.person and not hand_over:
                raise Refused(Refusal.of(Reason.SEAT_TAKEN, seat=seat, name=sits.name))
            self._keep(session, {**now, seat: sitting})

    def free(self, session: str, seat: str, person: str | None = None) -> None:
        """Have a seat be free: whoever sits there, or only if ``person`` does.

        Raises ``NOT_YOUR_SEAT``, ``DATA_FOLDER_UNUSABLE``.
        """
        with self._lock:
            now = self.at(session)
            if person is not None and (seat not in now or now[seat].person != person):
                raise Refused(Refusal.of(Reason.NOT_YOUR_SEAT, seat=seat))
            self._keep(session, {name: one for name, one in now.items() if name != seat})

    def carry(self, origin: str, session: str, seats: Collection[str]) -> None:
        """Have who sits at one of these ``seats`` at ``origin`` sit there at ``session`` too: the next match."""
        with self._lock:
            kept = {seat: one for seat, one in self.at(origin).items() if seat in seats}
            if kept and not self.at(session):
                self._keep(session, kept)

    def rename(self, session: str, names: Mapping[str, str]) -> bool:
        """Have who sits at a seat that has another name now sit there; return whether anybody did.

        Raises ``DATA_FOLDER_UNUSABLE``.
        """
        with self._lock:
            sits = self.at(session)
            kept = {(seat if names.get(seat) in sits else names.get(seat, seat)): one for seat, one in sits.items()}
            if kept == sits:
                return False
            self._keep(session, kept)
            return True

    def swap(self, session: str) -> None:
        """Have who sits at a side sit at the other one; other seats stay. Raises ``DATA_FOLDER_UNUSABLE``."""
        sides = {side.value: side.other.value for side in Side}
        with self._lock:
            self._keep(session, {sides.get(seat, seat): one for seat, one in self.at(session).items()})

    def clear(self, session: str) -> None:
        """Have nobody sit at a session that did not begin after all. Raises ``DATA_FOLDER_UNUSABLE``."""
        with self._lock:
            if self.at(session):
                self._keep(session, {})

    def seats_of(self, session: str, person: str | None) -> frozenset[str]:
        """Return the seats that ``person`` has at a session."""
        if person is None:
            return frozenset()
        return frozenset(seat for seat, one in self.at(session).items() if one.person == person)

    def sits_anywhere(self, seat: str, person: str | None) -> bool:
        """Say whether ``person`` has that seat at any session, also at one that is over."""
        if person is None:
            return False
        kept = self._registers.whole_register(REGISTER).values()
        return any(isinstance(one, Mapping) and seat in one and one[seat]["person"] == person for one in kept)

    def sits(self, person: str | None) -> bool:
        """Say whether ``person`` has a seat at any session, also at one that is over."""
        if person is None:
            return False
        kept = self._registers.whole_register(REGISTER)
        return any(self.seats_of(session, person) for session in kept)

    def _keep(self, session: str, sitting: Mapping[str, Sitting]) -> None:
        self._registers.set_register(REGISTER, session, {seat: asdict(one) for seat, one in sitting.items()})
