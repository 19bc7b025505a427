"""What names this installation and proves its word: its id, the secret keys of its cookies, its owner's token.

Each is made once in the data folder, readable for its owner alone. A key that was replaced is still believed until
the cookies that it signed have ended, so that a rotation puts nobody out; :func:`forget` ends that at once.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

from feldlicht.base.fields import Fields
from feldlicht.base.reasons import BadInput, Reason, Refused
from feldlicht.store.private import for_the_owner_only, make_private

INSTANCE_NAME = "instance"
KEYS_NAME = "keys.json"
TOKEN_NAME = "token"
KEYS_VERSION = 1
BELIEVED_MS = 180 * 24 * 3600 * 1000
"""How long a cookie lives, and so how long a replaced key is of any use."""

_SECRET = re.compile(r"[0-9a-f]{64}")
_INSTANCE = re.compile(r"[0-9a-f]{12}")
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class Key:
    """One secret, 64 hex digits. ``retired_at`` (ms) is None while cookies are signed with it."""

    secret: str
    made_at: int
    retired_at: int | None = None


Ring = tuple[Key, ...]
"""Keys, the oldest first; the last one signs."""


def new_ring(now: int) -> Ring:
    """Return a ring of one new key."""
    return (Key(secrets.token_hex(32), now),)


def rotated(ring: Ring, now: int) -> Ring:
    """Return ``ring`` with a new key that signs from now on; those of which no cookie can live are left out."""
    kept = (key if key.retired_at is not None else replace(key, retired_at=now) for key in ring)
    return (*(key for key in kept if _believed(key, now)), *new_ring(now))


def forgotten(ring: Ring) -> Ring:
    """Return ``ring`` with the key that signs only: whoever's cookie bears an older one is a stranger then."""
    return ring[-1:]


def believed(ring: Ring, now: int) -> list[str]:
    """Return the secrets that a cookie may bear, the one that signs last."""
    return [key.secret for key in ring if _believed(key, now)]


def _believed(key: Key, now: int) -> bool:
    return key.retired_at is None or now < key.retired_at + BELIEVED_MS


class Keys:
    """The instance's id, its token, and its ring of keys, which is read anew when another process changed it."""

    def __init__(self, instance: str, token: str, ring: Ring, file: Path | None = None) -> None:
        self.instance = instance
        self.token = token
        self._file = file
        self._lock = threading.Lock()
        self._ring = ring
        self._stamp = None if file is None else _stamp(file)

    @classmethod
    def open(cls, folder: Path, now: int) -> Keys:
        """Read what ``folder`` holds, and make what is not there.

        Raises :class:`BadInput` ``DATA_FOLDER_UNUSABLE`` for what cannot be read, written or understood.
        """
        instance = _word(folder / INSTANCE_NAME, _INSTANCE, lambda: secrets.token_hex(6))
        token = _word(folder / TOKEN_NAME, _TOKEN, lambda: secrets.token_urlsafe(32))
        return cls(instance, token, read_ring(folder, now), folder / KEYS_NAME)

    def believed(self, now: int) -> list[str]:
        """Return the secrets that a cookie may bear at ``now``, the one that signs last."""
        with self._lock:
            if self._file is not None and (stamp := _stamp(self._file)) != self._stamp:
                # A file that is broken or gone changes nothing while this house runs: nobody is put out by it.
                with suppress(Refused):
                    self._ring = _read(self._file)
                self._stamp = stamp
            return believed(self._ring, now)


def read_ring(folder: Path, now: int) -> Ring:
    """Return the folder's keys; where there are none, one is made. Raises ``DATA_FOLDER_UNUSABLE``."""
    file = folder / KEYS_NAME
    if not file.exists():
        write_ring(folder, new_ring(now))
    else:
        _make_private(file)
    return _read(file)


def write_ring(folder: Path, ring: Ring) -> None:
    """Keep ``ring`` in the folder, all or nothing. Raises ``DATA_FOLDER_UNUSABLE``."""
    keys = [{"secret": key.secret, "made_at": key.made_at, "retired_at": key.retired_at} for key in ring]
    _write(folder / KEYS_NAME, json.dumps({"v": KEYS_VERSION, "keys": keys}) + "\n")


def rotate(folder: Path, now: int) -> Ring:
    """Have cookies signed with a new key from now on, also by a house that runs. Raises ``DATA_FOLDER_UNUSABLE``."""
    ring = rotated(read_ring(folder, now), now)
    write_ring(folder, ring)
    return ring


def forget(folder: Path, now: int) -> Ring:
    """Believe no replaced key any more. Raises ``DATA_FOLDER_UNUSABLE``."""
    ring = forgotten(read_ring(folder, now))
    write_ring(folder, ring)
    return ring


def _read(file: Path) -> Ring:
    try:
        form = json.loads(file.read_text(encoding="utf-8"))
        fields = Fields(form, KEYS_NAME).up_to_version(KEYS_VERSION)
        ring = tuple(_key(one) for one in fields.sequence("keys"))
        if not ring or ring[-1].retired_at is not None:
            raise fields.bad("keys")
    except OSError as fault:
        raise _unusable(file, fault) from fault
    except (ValueError, RecursionError) as fault:
        raise _broken(file) from fault
    except BadInput as fault:
        if fault.refusal.reason is not Reason.DATA_FOLDER_UNUSABLE:
            raise
        raise _broken(file) from fault
    return ring


def _key(form: object) -> Key:
    fields = Fields(form, "key")
    secret = fields.text("secret")
    if not _SECRET.fullmatch(secret):
        raise fields.bad("secret")
    retired = None if fields.any("retired_at") is None else fields.number("retired_at")
    return Key(secret, fields.number("made_at"), retired)


def _word(file: Path, form: re.Pattern[str], make: Callable[[], str]) -> str:
    if not file.exists():
        _write(file, make() + "\n")
    _make_private(file)
    try:
        word = file.read_text(encoding="ascii").strip()
    except OSError as fault:
        raise _unusable(file, fault) from fault
    except ValueError as fault:
        raise _broken(file) from fault
    if not form.fullmatch(word):
        raise _broken(file)
    return word


def _write(file: Path, text: str) -> None:
    unfinished = file.with_name(f"{file.name}.{secrets.token_hex(4)}.part")
    try:
        # Made for its owner alone from the first moment, and there as a whole or not at all.
        with open(unfinished, "x", encoding="utf-8", opener=for_the_owner_only) as written:
            written.write(text)
            written.flush()
            os.fsync(written.fileno())
        unfinished.replace(file)
    except OSError as fault:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise _unusable(file, fault) from fault


def _make_private(file: Path) -> None:
    """Somebody may have copied the folder with laxer rights."""
    try:
        make_private(file)
    except OSError as fault:
        raise _unusable(file, fault) from fault


def _stamp(file: Path) -> tuple[int, int, int] | None:
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_ino, found.st_size


def _unusable(file: Path, fault: OSError) -> BadInput:
    return BadInput(
        Reason.DATA_FOLDER_UNUSABLE, folder=file.parent, problem=f"{file.name}: {fault.strerror or fault}"
    )


def _broken(file: Path) -> BadInput:
    return BadInput(Reason.DATA_FOLDER_UNUSABLE, folder=file.parent, broken=file.name)
