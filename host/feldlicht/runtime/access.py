"""Who is who in one house: keys, seats, codes, game masters, and who is there. Kept in the store's registers."""

from __future__ import annotations

import logging
from collections.abc import Callable

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import GAME_MASTER, Viewer
from feldlicht.runtime.events import Hub, SeatsChanged
from feldlicht.runtime.invitations import Invitation, Invitations
from feldlicht.runtime.keys import Keys
from feldlicht.runtime.masters import Masters
from feldlicht.runtime.names import clean_name
from feldlicht.runtime.presence import Presence
from feldlicht.runtime.registers import Registers
from feldlicht.runtime.seats import Seats, Sitting, seats_at
from feldlicht.runtime.tries import Brake, Proof
from feldlicht.table.record import Session

log = logging.getLogger(__name__)


class Access:
    """Who may what, and as whom. ``now`` is the house's clock, ms. Every method may be called from any thread."""

    def __init__(self, keys: Keys, registers: Registers, hub: Hub, now: Callable[[], int]) -> None:
        self.keys = keys
        self.seats = Seats(registers)
        self.masters = Masters(registers)
        self.invitations = Invitations()
        self.presence = Presence()
        self.now = now
        self._code_tries = Brake("code", registers, Proof.ONE_OF_MANY)
        self._hub = hub

    @property
    def brakes(self) -> tuple[Brake, ...]:
        """Whatever can be guessed at: PIN, one-time link, codes."""
        return self.masters.pin_tries, self.masters.claim_tries, self._code_tries

    def seat(self, session: Session, seat: str) -> Viewer:
        """Return who looks from ``seat``. Raises ``NO_SUCH_SEAT``."""
        found = seats_at(session).get(seat)
        if found is None:
            raise Refused(Refusal.of(Reason.NO_SUCH_SEAT, seat=seat))
        return found

    def take(
        self,
        session: Session,
        seat: str,
        person: str,
        name: str,
        *,
        hand_over: bool = False,
        code: str | None = None,
    ) -> None:
        """Have ``person`` sit down, by an invitation's ``code`` or without; codes that seated others end.

        Raises ``NO_SUCH_SEAT``, ``BAD_NAME``, ``SEAT_TAKEN``, ``DATA_FOLDER_UNUSABLE``.
        """
        self.seat(session, seat)
        sitting = Sitting(person, clean_name(name), self.now())
        self.seats.take(session.header.id, seat, sitting, hand_over=hand_over)
        self.invitations.seated(session.header.id, seat, code)
        self._hub.publish(SeatsChanged(session.header.id))

    def free(self, session: Session, seat: str, person: str | None = None) -> None:
        """Have a seat be free, only if ``person`` sits there where one is named.

        Raises ``NO_SUCH_SEAT``, ``NOT_YOUR_SEAT``, ``DATA_FOLDER_UNUSABLE``.
        """
        self.seat(session, seat)
        self.seats.free(session.header.id, seat, person)
        self.invitations.freed(session.header.id, seat)
        self._hub.publish(SeatsChanged(session.header.id))

    def carry(self, origin: Session, session: Session) -> None:
        """Have who sits at the match before sit at this one too, which begins.

        Where figures are seats, none may be there yet: who played one has it as soon as it joins.
        Raises ``DATA_FOLDER_UNUSABLE``.
        """
        same = origin.game.name == session.game.name and session.game.seats(session.state, GAME_MASTER) is not None
        kept = self.seats.at(origin.header.id).keys() if same else seats_at(session).keys()
        self.seats.carry(origin.header.id, session.header.id, kept)

    def bring(self, origin: Session, session: Session) -> None:
        """Have who sits at an earlier match sit at this one too, which is on. Raises as :meth:`carry` does."""
        self.carry(origin, session)
        self._hub.publish(SeatsChanged(session.header.id))

    def follow(self, before: Session, after: Session) -> None:
        """Have whoever plays a figure keep it when a step gave it another name. Called in the table's thread."""
        names = after.game.renamed(before.state, after.state)
        if not names:
            return
        session, told = after.header.id, {str(old): str(new) for old, new in names.items()}
        self.invitations.rename(session, told)
        try:
            moved = self.seats.rename(session, told)
        except Refused as refused:
            # The step itself is done; whoever sat there has to be asked in anew.
            log.error("session %s: seats have other names, which could not be written: %s", session, refused)
            return
        if moved:
            self._hub.publish(SeatsChanged(session))

    def swap(self, session: Session) -> None:
        """Have the players of the two sides change seats. Raises ``DATA_FOLDER_UNUSABLE``."""
        self.seats.swap(session.header.id)
        self._hub.publish(SeatsChanged(session.header.id))

    def invite(self, session: Session, seat: str | None, *, hand_over: bool = False) -> Invitation:
        """Return a new invitation. Raises ``NO_SUCH_SEAT``, and ``SEAT_TAKEN`` unless it is to be handed over."""
        if seat is not None:
            self.seat(session, seat)
            sits = self.seats.at(session.header.id).get(seat)
            if sits is not None and not hand_over:
                raise Refused(Refusal.of(Reason.SEAT_TAKEN, seat=seat, name=sits.name))
        return self.invitations.invite(session.header.id, seat, self.now(), hand_over=hand_over)

    def join(
        self, code: str, person: str, name: str, address: str, session_of: Callable[[str], Session]
    ) -> Invitation:
        """Have ``person`` follow an invitation and sit down where it says; ``session_of`` finds a session by id.

        Raises ``BAD_NAME``, ``BAD_CODE``, ``CODE_USED``, ``TOO_MANY_TRIES``, ``SEAT_TAKEN``,
        ``DATA_FOLDER_UNUSABLE``.
        """
        clean_name(name)
        found: list[Invitation] = []

        def right() -> bool:
            try:
                found.append(self.invitations.redeem(code, person, self.now()))
            except Refused as refused:
                if refused.refusal.reason is Reason.CODE_USED:
                    raise
                return False
            return True

        if not self._code_tries.attempt(address, self.now(), right):
            raise Refused(Refusal(Reason.BAD_CODE))
        invited = found[0]
        if invited.seat is not None:
            try:
                session = session_of(invited.session)
                self.take(session, invited.seat, person, name, hand_over=invited.hand_over, code=invited.code)
            except Refused:
                self.invitations.give_back(invited.code)
                raise
        return invited

    def give_up_lead(self, person: str) -> None:
        """Have ``person`` be no game master any more. Raises ``DATA_FOLDER_UNUSABLE``."""
        self.masters.leave(person)
        # Streams look again whether they may.
        self._hub.publish(SeatsChanged(None))

    def set_pin(self, pin: str, chooser: str | None) -> int:
        """Keep another PIN; every game master but ``chooser`` is one no more. Return how many that were.

        Raises ``PIN_LENGTH``, ``DATA_FOLDER_UNUSABLE``.
        """
        ended = self.masters.set_pin(pin, chooser)
        if ended:
            self._hub.publish(SeatsChanged(None))
        return ended

    def put_out(self, lead: str) -> None:
        """Have the game master of that id be none any more. Raises ``DATA_FOLDER_UNUSABLE``."""
        self.masters.put_out(lead)
        self._hub.publish(SeatsChanged(None))

    def here(self, person: str) -> bool:
        """Say whether a page of ``person`` is open, or was a moment ago."""
        return self.presence.here(person, self.now())

    def came(self, person: str) -> None:
        """A stream of ``person`` opened."""
        if self.presence.enter(person, self.now()):
            self._hub.publish(SeatsChanged(None))

    def went(self, person: str) -> None:
        """A stream of ``person`` ended: told in a while, by :meth:`look_who_is_away`, unless they come back."""
        self.presence.leave(person, self.now())

    def look_who_is_away(self) -> None:
        """Tell of those who have been away for longer than a page takes to load. Whoever follows calls this."""
        if self.presence.sweep(self.now()):
            self._hub.publish(SeatsChanged(None))
