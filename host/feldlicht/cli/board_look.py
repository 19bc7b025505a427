"""Looking at boards: which there are, how each stands, and what that means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.layout import FINGERPRINTS
from feldlicht.link.greeting import Greeting, greet
from feldlicht.link.holders import open_alone
from feldlicht.link.install import ADVISED, OLDEST
from feldlicht.link.link import monotonic_ms
from feldlicht.link.messages import PROTOCOL, Hello
from feldlicht.link.port import FoundPort, PortLost, find_ports
from feldlicht.runtime.firmware import firmware_version
from feldlicht.runtime.watch import board_id_of


class Finding(StrEnum):
    """How a board, or the computer that it hangs on, stands. The gravest ones come first."""

    FORBIDDEN = "forbidden"
    """This user may not open the port."""
    BUSY = "busy"
    """Another program has the port open."""
    GONE = "gone"
    """The port is not there, or vanished while it was looked at."""
    BOOT_LOADER = "boot_loader"
    """The chip waits for MicroPython itself."""
    OTHER_DEVICE = "other_device"
    """A Raspberry Pi chip on USB that runs something else."""
    NO_BOARD = "no_board"
    SILENT = "silent"
    """Neither our firmware nor MicroPython answers."""
    OLD_MICROPYTHON = "old_micropython"
    PROMPT = "prompt"
    """MicroPython's prompt: no program runs."""
    PROTOCOL = "protocol"
    LAYOUT = "layout"
    FIRMWARE = "firmware"
    """It works, and this host ships another version."""
    MODEM_MANAGER = "modem_manager"
    """A service that types into new ports runs, and nothing tells it not to."""
    NEWER_MICROPYTHON = "newer_micropython"
    """It works, and a newer MicroPython is advised."""
    FINE = "fine"


EXIT_CODES = {
    **{finding: 10 + number for number, finding in enumerate(Finding)},
    Finding.NEWER_MICROPYTHON: 0,
    Finding.FINE: 0,
}
"""What `feldlicht board doctor` ends with: that of the gravest finding."""


_NOTHING = Greeting()


@dataclass(frozen=True, slots=True)
class Seen:
    """A port that was looked at: what answered, and why none could if it could not be opened."""

    port: FoundPort
    greeting: Greeting = _NOTHING
    refusal: Refusal | None = None

    @property
    def id(self) -> str:
        """The board's own id as far as it is known."""
        return self.hello.board_id if self.hello and self.hello.board_id else board_id_of(self.port)

    @property
    def hello(self) -> Hello | None:
        """What the board says of itself."""
        return self.greeting.hello

    @property
    def finding(self) -> Finding:
        """What is to be said first."""
        if self.refusal is not None:
            return _OF_REASON.get(self.refusal.reason, Finding.GONE)
        if self.hello is not None:
            return judge(self.hello)
        return Finding.PROMPT if self.greeting.at_prompt else Finding.SILENT


_OF_REASON = {
    Reason.PORT_FORBIDDEN: Finding.FORBIDDEN,
    Reason.PORT_BUSY: Finding.BUSY,
    Reason.PORT_HELD: Finding.BUSY,
    Reason.PORT_SILENT: Finding.SILENT,
}


def judge(hello: Hello) -> Finding:
    """Return how a board that says hello fits this host. Pure but for the version that we ship."""
    if hello.protocol != PROTOCOL:
        return Finding.PROTOCOL
    if hello.layout not in FINGERPRINTS:
        return Finding.LAYOUT
    if hello.firmware != firmware_version():
        return Finding.FIRMWARE
    version = version_of(hello.micropython)
    if version < OLDEST:
        return Finding.OLD_MICROPYTHON
    return Finding.FINE if version >= ADVISED else Finding.NEWER_MICROPYTHON


def version_of(text: str) -> tuple[int, ...]:
    """Return a version as numbers, as far as it consists of them: ``1.29.0-preview`` is (1, 29, 0)."""
    numbers = []
    for part in text.split("-")[0].split("."):
        if not (part.isascii() and part.isdigit()):
            break
        numbers.append(int(part))
    return tuple(numbers)


def look_at(port: FoundPort) -> Seen:
    """Ask who is there, without disturbing what runs."""
    try:
        line = open_alone(port.path)
    except Refused as refused:
        return Seen(port, refusal=refused.refusal)
    try:
        return Seen(port, greet(line, monotonic_ms))
    except PortLost:
        return Seen(port, refusal=Refusal.of(Reason.PORT_MISSING, port=port.path))
    finally:
        line.close()


def ports(path: str | None, board: str | None) -> list[FoundPort]:
    """Return the ports that are meant: the named one, that of the board with this id, or all.

    Raises ``Refused``: ``PORT_MISSING`` if no board has that id.
    """
    found = find_ports()
    if path is not None:
        return [port for port in found if port.path == path] or [FoundPort(path, "", "")]
    if board is None:
        return found
    meant = [port for port in found if board_id_of(port) == board.lower()]
    if not meant:
        raise Refused(Refusal.of(Reason.PORT_MISSING, port=board))
    return meant


def the_port(path: str | None, board: str | None) -> FoundPort:
    """Return the one port that is meant. Raises ``Refused``: as :func:`ports`, ``NO_BOARD``, ``WHICH_BOARD``."""
    found = ports(path, board)
    if not found:
        raise Refused(Refusal.of(Reason.NO_BOARD))
    if len(found) > 1:
        raise Refused(Refusal.of(Reason.WHICH_BOARD, boards=", ".join(map(board_id_of, found))))
    return found[0]
