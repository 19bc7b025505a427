"""A board whose program is stopped, driven by mpremote. Only this file knows mpremote.

Everything here asks the board's own MicroPython: it lists, hashes, writes and renames its files. Paths are names in
the board's root folder.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import re
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import TracebackType

from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.link.port import open_port

PATIENCE_S = 10.0
"""How long one answer of the board may take."""
WRITE_TIMEOUT_S = 5.0
TRIES = 4
"""How often a program is interrupted until the prompt shows."""
PROMPT_S = 2.0
"""How long the prompt may take to show after Ctrl-C."""
CHUNK = 512
"""Bytes of a file that travel at once."""
READY = "exchange.ready"
"""This file on a board says that every new file is whole: from then on the exchange is finished, whatever happens."""
NEW = ".new"
"""What a new file is called until it takes the old one's place."""

_PROMPT = b">>> "
_HELLO = b" proto="  # in every hello of our firmware: it runs, though it was stopped
_INTERRUPT = b"\r\x03\x02"
"""Ctrl-C, then Ctrl-B, which leaves the raw prompt in case a tool was cut off there."""
_LOOK_S = 0.002
_GOES_OUT_S = 0.05  # a USB port vanishes with the reset, and with it what has not gone out

_HASHES = """
import os, hashlib, binascii
for name in os.listdir():
    if name.endswith(('.py', '.py.new')):
        digest = hashlib.sha256()
        with open(name, 'rb') as file:
            piece = file.read(512)
            while piece:
                digest.update(piece)
                piece = file.read(512)
        print(name, str(binascii.hexlify(digest.digest()), 'ascii'))
"""
_REMOVE = """
import os
for name in {names}:
    if name in os.listdir():
        os.remove(name)
"""
_EXCHANGE = """
import os
with open({ready}, 'w') as file:
    file.write('1')
for name in {names}:
    os.rename(name + '.new', name)
os.remove({ready})
"""
_RESET = "import time, machine\ntime.sleep_ms(100)\nmachine.reset()"
_LINE = re.compile(r"(\S+) ([0-9a-f]{64})")

if sys.platform != "win32":
    import termios

    _CUT: tuple[type[Exception], ...] = (TransportError, OSError, struct.error, termios.error)
else:
    _CUT = (TransportError, OSError, struct.error)


class _Line(SerialTransport):  # type: ignore[misc]
    """mpremote's line with an end to its patience: its own waits for ever while a board that restarted talks on."""

    def read_until(
        self,
        min_num_bytes: int,  # noqa: ARG002 - the tool's own signature
        ending: bytes,
        timeout: float | None = None,  # noqa: ARG002 - between two bytes; only the whole counts here
        data_consumer: Callable[[bytes], None] | None = None,
        timeout_overall: float | None = None,
    ) -> bytes:
        """Read up to ``ending``, or as far as it goes in the time; the tool looks which it was."""
        deadline = time.monotonic() + (timeout_overall or PATIENCE_S)
        read = b""
        while not read.endswith(ending) and time.monotonic() < deadline:
            if not self.serial.in_waiting:
                time.sleep(_LOOK_S)
                continue
            byte = self.serial.read(1)
            if data_consumer is None:
                read += byte
                if byte == b"\n" and _HELLO in read and ending != _PROMPT:
                    raise TransportError("the board has started again")
            else:
                data_consumer(byte)
                read = byte
        return read


class RawPrompt:
    """One stay at the raw prompt of one board. Leaving it as a context resets the board, also after a fault.

    Every method raises ``Refused``: ``BOARD_CUT`` when the line is gone, ``FLASH_FULL`` or ``FLASH_TROUBLE`` when the
    board cannot keep a file.
    """

    def __init__(self, path: str) -> None:
        """Open ``path`` for ourselves alone and stop what runs there.

        Raises ``Refused``: as :func:`~feldlicht.link.port.open_port`, and ``NO_PROMPT`` when the board does
        not let us in.
        """
        self._path = path
        self._cut = False
        try:
            self._line = _Line(path, timeout=PATIENCE_S)
        except TransportError as error:
            open_port(path).close()  # says why
            raise Refused(Refusal.of(Reason.PORT_BUSY, port=path)) from error
        self._line.serial.write_timeout = WRITE_TIMEOUT_S
        try:
            # The tool prints what it could not understand; people get our sentence.
            with contextlib.redirect_stdout(io.StringIO()):
                self._stop()
                self._line.enter_raw_repl(soft_reset=True, timeout_overall=PATIENCE_S)
        except _CUT as error:
            self.close()
            raise Refused(Refusal.of(Reason.NO_PROMPT, port=path)) from error

    def __enter__(self) -> RawPrompt:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _fault: BaseException | None, _trace: TracebackType | None
    ) -> None:
        # What went wrong first is what people are told, so this may fail.
        with contextlib.suppress(*_CUT):
            if not self._cut:
                self._line.exec_raw_no_follow(_RESET)
                time.sleep(_GOES_OUT_S)
        self.close()

    def _stop(self) -> None:
        for _ in range(TRIES):
            self._line.serial.write(_INTERRUPT)
            if self._line.read_until(1, _PROMPT, timeout_overall=PROMPT_S).endswith(_PROMPT):
                return
        raise TransportError("no prompt")

    def interpreter(self) -> tuple[str, tuple[int, int, int]]:
        """Return the interpreter's name (``micropython``) and version."""
        with self._talking():
            name, version = self._line.eval(
                "(lambda it: (it.name, tuple(it.version[:3])))(__import__('sys').implementation)"
            )
        return str(name), version

    def hashes(self) -> dict[str, str]:
        """Return the SHA-256 (hex) of every Python file, and of every new one that waits, by name."""
        with self._talking():
            text = self._line.exec(_HASHES).decode("utf-8", "replace")
        return {found[1]: found[2] for found in map(_LINE.fullmatch, text.splitlines()) if found}

    def write_new(self, name: str, data: bytes, written: Callable[[int], None]) -> None:
        """Write ``data`` beside the file ``name``, calling ``written`` with the bytes so far."""
        with self._talking():
            self._line.fs_writefile(name + NEW, data, CHUNK, lambda done, _all: written(done))

    def remove(self, names: Iterable[str]) -> None:
        """Remove these files; one that is not there does no harm."""
        with self._talking():
            self._line.exec(_REMOVE.format(names=[str(name) for name in names]))

    def exchange(self, names: Sequence[str]) -> None:
        """Have the new files take their places, in this order.

        Once begun, it ends: the board does it by itself, and its ``main.py`` finishes it after a power cut.
        """
        with self._talking():
            self._line.exec(_EXCHANGE.format(names=list(names), ready=repr(READY)))

    def close(self) -> None:
        """Give the port back."""
        with contextlib.suppress(*_CUT):
            self._line.close()

    @contextlib.contextmanager
    def _talking(self) -> Iterator[None]:
        try:
            yield
        except TransportExecError as error:
            if "NameError" in error.error_output:
                # It has forgotten what it was told a moment ago: it started again.
                raise Refused(Refusal.of(Reason.BOARD_CUT, port=self._path)) from error
            raise Refused(_flash_refusal(self._path, error.error_output)) from error
        except _CUT as error:
            if type(error) is OSError and error.args[1:] and str(error.args[1]).endswith(NEW):
                # The board's own error, which the tool has translated.
                raise Refused(_flash_refusal(self._path, errno.errorcode.get(error.args[0], "?"))) from error
            self._cut = True
            raise Refused(Refusal.of(Reason.BOARD_CUT, port=self._path)) from error


def _flash_refusal(path: str, said: str) -> Refusal:
    if "ENOSPC" in said or "28" in said.split():
        return Refusal.of(Reason.FLASH_FULL, port=path)
    last = said.strip().splitlines()[-1:] or [""]
    return Refusal.of(Reason.FLASH_TROUBLE, port=path, problem=last[0])


def digests(files: Mapping[str, bytes]) -> dict[str, str]:
    """Return the SHA-256 (hex) of each file, as :meth:`RawPrompt.hashes` gives it."""
    return {name: hashlib.sha256(data).hexdigest() for name, data in files.items()}
