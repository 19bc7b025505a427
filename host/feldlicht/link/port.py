"""The serial port: finding boards and moving bytes, by pyserial, behind an interface of our own.

Only this file knows pyserial. A port is opened exclusively, never at 1200 baud (which sends some boards into their
boot loader), and without touching modem lines, which a pseudo-terminal does not have.
"""

from __future__ import annotations

import contextlib
import errno
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import serial
from serial.tools import list_ports

from feldlicht.base.reasons import Reason, Refusal, Refused

BAUD = 115_200
"""Means nothing on USB; only 1200 would."""
TICK_S = 0.05
"""Longest time :meth:`Transport.read` waits."""
WRITE_TIMEOUT_S = 1.0
READ_BYTES = 4096

_RASPBERRY_PI = 0x2E8A
_MICROPYTHON = 0x0005  # MicroPython's own product number at that vendor; others there are probes and loaders

_PORT_ERRORS: tuple[type[Exception], ...] = (OSError,)  # pyserial's own errors are OSErrors
if sys.platform != "win32":
    import termios

    _PORT_ERRORS = (OSError, termios.error)

_BUSY = {errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK}
_FORBIDDEN = {errno.EACCES, errno.EPERM}


class PortLost(Exception):
    """The port is gone: unplugged, or the other end closed."""


class PortStalled(PortLost):
    """The board took nothing for :data:`WRITE_TIMEOUT_S`."""


class Transport(Protocol):
    """An open line to a board. One thread reads, writes and closes; :meth:`wake` is for every thread."""

    @property
    def path(self) -> str:
        """Where the line leads, for people."""

    def read(self) -> bytes:
        """Return what has arrived, at once; wait at most :data:`TICK_S` for the first byte (then ``b""``).

        Raises :class:`PortLost`.
        """

    def write(self, data: bytes) -> None:
        """Send all of ``data``. Raises :class:`PortStalled` or :class:`PortLost`."""

    def wake(self) -> None:
        """Make a :meth:`read` that waits, or the next one, return now."""

    def close(self) -> None:
        """Give the port back. Closing twice does no harm."""


OpenPort = Callable[[], Transport]
"""Opens the line to one board, or raises ``Refused`` (``PORT_MISSING``, ``PORT_BUSY``, ``PORT_FORBIDDEN``)."""


@dataclass(frozen=True, slots=True)
class FoundPort:
    """A serial port with a board behind it. ``serial_number`` names the board, ``path`` only where it is just now."""

    path: str
    serial_number: str
    description: str


def find_ports() -> list[FoundPort]:
    """Return the ports of boards that run MicroPython on a Raspberry Pi chip, sorted by serial number.

    A pseudo-terminal is never listed.
    """
    found = [
        FoundPort(port.device, port.serial_number or "", port.description or "")
        for port in list_ports.comports()
        if port.vid == _RASPBERRY_PI
        and (port.pid == _MICROPYTHON or "micropython" in f"{port.manufacturer} {port.product}".lower())
    ]
    return sorted(found, key=lambda port: (port.serial_number, port.path))


def open_board(serial_number: str, ports: Iterable[FoundPort]) -> Transport:
    """Open the one of ``ports`` with this USB serial number, under whatever path. Raises as :func:`open_port`."""
    for port in ports:
        if port.serial_number == serial_number:
            return open_port(port.path)
    raise Refused(Refusal.of(Reason.PORT_MISSING, port=serial_number))


def open_port(path: str) -> Transport:
    """Open a serial device or pseudo-terminal for ourselves alone.

    Raises ``Refused``: ``PORT_MISSING`` (no such device), ``PORT_BUSY`` (another program has it), ``PORT_FORBIDDEN``
    (no permission; the fact ``group`` names the group that has it).
    """
    try:
        port = serial.Serial(path, BAUD, timeout=TICK_S, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
    except _PORT_ERRORS as error:
        raise Refused(_refusal(path, error)) from error
    return PolledPort(port) if os.name == "posix" else PlainPort(port)


def _refusal(path: str, error: Exception) -> Refusal:
    number = getattr(error, "errno", None)
    # On Windows there is no errno, only this word, and it means that another program has the port open.
    if number in _BUSY or "PermissionError" in str(error):
        return Refusal.of(Reason.PORT_BUSY, port=path)
    if number in _FORBIDDEN:
        return Refusal.of(Reason.PORT_FORBIDDEN, port=path, group=_group(path))
    return Refusal.of(Reason.PORT_MISSING, port=path)


def _group(path: str) -> str:
    try:
        return Path(path).group()
    except (OSError, KeyError):
        return "dialout"


class PlainPort:
    """pyserial's own reading and writing, as it works on every platform."""

    def __init__(self, port: serial.Serial) -> None:
        self._port = port

    @property
    def path(self) -> str:
        """The device's path."""
        return str(self._port.port)

    def read(self) -> bytes:
        """See :class:`Transport`."""
        try:
            first: bytes = self._port.read(1)
            return first + self._port.read(self._port.in_waiting) if first else b""
        except _PORT_ERRORS as error:
            raise PortLost(str(error)) from error

    def write(self, data: bytes) -> None:
        """See :class:`Transport`."""
        try:
            self._port.write(data)
        except serial.SerialTimeoutException as error:
            raise PortStalled(str(error)) from error
        except OSError as error:
            raise PortLost(str(error)) from error

    def wake(self) -> None:
        """See :class:`Transport`."""
        self._port.cancel_read()

    def close(self) -> None:
        """See :class:`Transport`."""
        self._port.close()


class PolledPort:
    """The same on POSIX by ``poll``.

    pyserial waits with ``select``, which fails for descriptors above 1023; a host with a thousand viewers has those.
    """

    def __init__(self, port: serial.Serial) -> None:
        self._port = port
        self._fd: int = port.fileno()
        # Another thread's wake-up must not reach a descriptor that has been closed and given to somebody else.
        self._closing = threading.Lock()
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        self._readable = select.poll()
        self._readable.register(self._fd, select.POLLIN)
        self._readable.register(self._woken, select.POLLIN)
        self._writable = select.poll()
        self._writable.register(self._fd, select.POLLOUT)

    @property
    def path(self) -> str:
        """The device's path."""
        return str(self._port.port)

    def read(self) -> bytes:
        """See :class:`Transport`."""
        ready = dict(self._readable.poll(TICK_S * 1000))
        if self._woken in ready:
            os.read(self._woken, READ_BYTES)
        if self._fd not in ready:
            return b""
        try:
            data = os.read(self._fd, READ_BYTES)
        except BlockingIOError:
            return b""
        except OSError as error:
            raise PortLost(str(error)) from error
        if not data:
            # Ready without data is how Linux says that the device has gone.
            raise PortLost(f"{self.path} has gone")
        return data

    def write(self, data: bytes) -> None:
        """See :class:`Transport`."""
        deadline = time.monotonic() + WRITE_TIMEOUT_S
        rest = memoryview(data)
        while rest:
            try:
                rest = rest[os.write(self._fd, rest) :]
                continue
            except BlockingIOError:
                pass
            except OSError as error:
                raise PortLost(str(error)) from error
            left = deadline - time.monotonic()
            if left <= 0:
                raise PortStalled(f"{self.path} takes nothing")
            self._writable.poll(left * 1000)

    def wake(self) -> None:
        """See :class:`Transport`."""
        with self._closing:
            if self._port.is_open:
                with contextlib.suppress(BlockingIOError):  # already full of wake-ups
                    os.write(self._waker, b"x")

    def close(self) -> None:
        """See :class:`Transport`."""
        with self._closing:
            if self._port.is_open:
                self._port.close()
                os.close(self._woken)
                os.close(self._waker)
