"""Who leads: by a link that is good once, later by a PIN, of which only its scrypt hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.runtime.registers import Registers
from feldlicht.runtime.tries import Brake

REGISTER = "game_masters"
"""Register of the store: ``pin`` and ``people`` (person id → since when, ms; by what; from which address)."""
SCRYPT_N = 2**14
"""Cost of one try: about 40 ms and 16 MB."""
SCRYPT_R = 8
SCRYPT_P = 1
PIN_SHORTEST = 4
PIN_LONGEST = 64
SPENT = 50
"""So many links are known as used: who follows one of them was no guesser."""
_ID_DIGITS = 16


class Way(StrEnum):
    """How somebody came in as game master."""

    LINK = "claim"
    PIN = "pin"


@dataclass(frozen=True, slots=True)
class Lead:
    """A game master: ``id`` names them to whoever may put them out and is no secret; since when (ms since 1970).

    ``by`` and ``address`` are None for one who came in before they were kept.
    """

    id: str
    person: str
    since: int
    by: Way | None
    address: str | None


def lead_id(person: str) -> str:
    """Return the name of a game master in the API, from which nobody finds the person's id."""
    return hashlib.sha256(f"lead {person}".encode()).hexdigest()[:_ID_DIGITS]


def _hash(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=256 * n * r, dklen=32)


class Masters:
    """The game masters of one house. Every method may be called from any thread."""

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._lock = threading.Lock()
        self._claim: bytes | None = None
        self._spent: deque[bytes] = deque(maxlen=SPENT)
        self.pin_tries = Brake("pin", registers)
        self.claim_tries = Brake("claim", registers)

    def new_claim(self) -> str:
        """Return a secret that makes one person a game master, once; an earlier one is void. Only in memory."""
        made = secrets.token_urlsafe(24)
        with self._lock:
            if self._claim is not None:
                self._spent.append(self._claim)
            self._claim = hashlib.sha256(made.encode()).digest()
        return made

    def claim(self, secret: str, person: str, address: str, now: int) -> None:
        """Make ``person`` a game master by a :meth:`new_claim`.

        Raises ``BAD_CODE``, ``CODE_USED``, ``TOO_MANY_TRIES``, ``DATA_FOLDER_UNUSABLE``.
        """

        def right() -> bool:
            with self._lock:
                given = hashlib.sha256(secret.encode()).digest()
                if self._claim is None or not hmac.compare_digest(given, self._claim):
                    if given in self._spent:
                        raise Refused(Refusal(Reason.CODE_USED))
                    return False
                self._spent.append(self._claim)
                self._claim = None
                return True

        if not self.claim_tries.attempt(address, now, right):
            raise Refused(Refusal(Reason.BAD_CODE))
        with self._lock:
            self._add(person, Way.LINK, address, now)

    def login(self, pin: str, person: str, address: str, now: int) -> None:
        """Make ``person`` a game master by the PIN.

        Raises ``PIN_LENGTH``, ``PIN_NOT_SET``, ``BAD_PIN``, ``TOO_MANY_TRIES``, ``DATA_FOLDER_UNUSABLE``.
        """
        _need_length(pin)
        kept = self._registers.register(REGISTER, "pin")
        if not isinstance(kept, Mapping):
            raise Refused(Refusal(Reason.PIN_NOT_SET))

        def right() -> bool:
            made = _hash(pin, bytes.fromhex(kept["salt"]), kept["n"], kept["r"], kept["p"])
            return hmac.compare_digest(made, bytes.fromhex(kept["hash"]))

        if not self.pin_tries.attempt(address, now, right):
            raise Refused(Refusal(Reason.BAD_PIN))
        with self._lock:
            if self._registers.register(REGISTER, "pin") != kept:
                # Another PIN was chosen meanwhile, and put out whoever came by this one.
                raise Refused(Refusal(Reason.BAD_PIN))
            self._add(person, Way.PIN, address, now)

    @property
    def has_pin(self) -> bool:
        """Whether a PIN was chosen."""
        return self._registers.register(REGISTER, "pin") is not None

    def set_pin(self, pin: str, chooser: str | None) -> int:
        """Keep another PIN, and put out every game master but the ``chooser``; return how many that were.

        Raises ``PIN_LENGTH``, ``DATA_FOLDER_UNUSABLE``; then nothing has changed.
        """
        _need_length(pin)
        salt = secrets.token_bytes(16)
        made = _hash(pin, salt, SCRYPT_N, SCRYPT_R, SCRYPT_P)
        form = {"v": 1, "salt": salt.hex(), "hash": made.hex(), "n": SCRYPT_N, "r": SCRYPT_R, "p": SCRYPT_P}
        with self._lock:
            people = self._people()
            kept = {one: how for one, how in people.items() if one == chooser}
            self._registers.set_registers(REGISTER, {"pin": form, "people": kept})
            return len(people) - len(kept)

    def leads(self, person: str | None) -> bool:
        """Say whether ``person`` is a game master."""
        return person is not None and person in self._people()

    def leave(self, person: str) -> None:
        """Take the right from ``person``. Raises ``DATA_FOLDER_UNUSABLE``."""
        with self._lock:
            people = {one: since for one, since in self._people().items() if one != person}
            self._registers.set_register(REGISTER, "people", people)

    def people(self) -> tuple[Lead, ...]:
        """Return every game master, the one who has been longest first."""
        return tuple(sorted((_lead(*one) for one in self._people().items()), key=lambda lead: lead.since))

    def put_out(self, which: str) -> None:
        """Take the right from the game master of that :attr:`Lead.id`; nothing happens where there is none.

        Raises ``DATA_FOLDER_UNUSABLE``.
        """
        for lead in self.people():
            if lead.id == which:
                self.leave(lead.person)

    def _add(self, person: str, by: Way, address: str, now: int) -> None:
        people = {**self._people(), person: {"since": now, "by": str(by), "address": address}}
        self._registers.set_register(REGISTER, "people", people)

    def _people(self) -> dict[str, object]:
        kept = self._registers.register(REGISTER, "people")
        return dict(kept) if isinstance(kept, Mapping) else {}


def _lead(person: str, how: object) -> Lead:
    if isinstance(how, Mapping):
        return Lead(lead_id(person), person, int(how["since"]), Way(how["by"]), str(how["address"]))
    # The first version kept since when only.
    return Lead(lead_id(person), person, int(str(how)), None, None)


def _need_length(pin: str) -> None:
    if not PIN_SHORTEST <= len(pin) <= PIN_LONGEST:
        raise BadInput(Reason.PIN_LENGTH, shortest=PIN_SHORTEST, longest=PIN_LONGEST)
