"""Who leads: by a link that is good once, later by a PIN, of which only its scrypt hash is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
from collections.abc import Mapping

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.runtime.registers import Registers
from feldlicht.runtime.tries import Brake

REGISTER = "game_masters"
"""Register of the store: ``pin`` and ``people`` (person id → since when, ms)."""
SCRYPT_N = 2**14
"""Cost of one try: about 40 ms and 16 MB."""
SCRYPT_R = 8
SCRYPT_P = 1
PIN_SHORTEST = 4
PIN_LONGEST = 64


def _hash(pin: str, salt: bytes, n: int, r: int, p: int) -> bytes:
    return hashlib.scrypt(pin.encode(), salt=salt, n=n, r=r, p=p, maxmem=256 * n * r, dklen=32)


class Masters:
    """The game masters of one house. Every method may be called from any thread."""

    def __init__(self, registers: Registers) -> None:
        self._registers = registers
        self._lock = threading.Lock()
        self._claim: bytes | None = None
        self.pin_tries = Brake("pin", registers)
        self.claim_tries = Brake("claim", registers)

    def new_claim(self) -> str:
        """Return a secret that makes one person a game master, once; an earlier one is void. Only in memory."""
        made = secrets.token_urlsafe(24)
        with self._lock:
            self._claim = hashlib.sha256(made.encode()).digest()
        return made

    def claim(self, secret: str, person: str, address: str, now: int) -> None:
        """Make ``person`` a game master by a :meth:`new_claim`.

        Raises ``BAD_CODE``, ``TOO_MANY_TRIES``, ``DATA_FOLDER_UNUSABLE``.
        """

        def right() -> bool:
            with self._lock:
                given = hashlib.sha256(secret.encode()).digest()
                if self._claim is None or not hmac.compare_digest(given, self._claim):
                    return False
                self._claim = None
                return True

        if not self.claim_tries.attempt(address, now, right):
            raise Refused(Refusal(Reason.BAD_CODE))
        self._add(person, now)

    def login(self, pin: str, person: str, address: str, now: int) -> None:
        """Make ``person`` a game master by the PIN.

        Raises ``PIN_NOT_SET``, ``BAD_PIN``, ``TOO_MANY_TRIES``, ``DATA_FOLDER_UNUSABLE``.
        """
        kept = self._registers.register(REGISTER, "pin")
        if not isinstance(kept, Mapping):
            raise Refused(Refusal(Reason.PIN_NOT_SET))

        def right() -> bool:
            made = _hash(pin, bytes.fromhex(kept["salt"]), kept["n"], kept["r"], kept["p"])
            return hmac.compare_digest(made, bytes.fromhex(kept["hash"]))

        if not self.pin_tries.attempt(address, now, right):
            raise Refused(Refusal(Reason.BAD_PIN))
        self._add(person, now)

    @property
    def has_pin(self) -> bool:
        """Whether a PIN was chosen."""
        return self._registers.register(REGISTER, "pin") is not None

    def set_pin(self, pin: str) -> None:
        """Keep another PIN. Raises ``DATA_FOLDER_UNUSABLE``."""
        salt = secrets.token_bytes(16)
        made = _hash(pin, salt, SCRYPT_N, SCRYPT_R, SCRYPT_P)
        form = {"v": 1, "salt": salt.hex(), "hash": made.hex(), "n": SCRYPT_N, "r": SCRYPT_R, "p": SCRYPT_P}
        self._registers.set_register(REGISTER, "pin", form)

    def leads(self, person: str | None) -> bool:
        """Say whether ``person`` is a game master."""
        return person is not None and person in self._people()

    def leave(self, person: str) -> None:
        """Take the right from ``person``. Raises ``DATA_FOLDER_UNUSABLE``."""
        with self._lock:
            people = {one: since for one, since in self._people().items() if one != person}
            self._registers.set_register(REGISTER, "people", people)

    def _add(self, person: str, now: int) -> None:
        with self._lock:
            self._registers.set_register(REGISTER, "people", {**self._people(), person: now})

    def _people(self) -> dict[str, int]:
        kept = self._registers.register(REGISTER, "people")
        return dict(kept) if isinstance(kept, Mapping) else {}
