"""Looking at boards: which there are, how each stands, and what that means."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from feldlicht.base.reasons import OwnReason, Reason, Refusal, Refused
from feldlicht.cli.board_findings import Obstacle
from feldlicht.link.greeting import Greeting, greet
from feldlicht.link.holders import open_alone
from feldlicht.link.link import monotonic_ms
from feldlicht.link.messages import Hello
from feldlicht.link.port import FoundPort, PortLost, find_ports
from feldlicht.runtime.advice import Diagnosis, Finding, advise
from feldlicht.runtime.watch import board_id_of

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
    def advice(self) -> tuple[Diagnosis, ...]:
        """What is to be said of a board that answers; nothing if it is in order."""
        return () if self.hello is None else advise(self.hello, self.greeting.state, self.port.path)

    @property
    def finding(self) -> StrEnum:
        """What is to be said first."""
        if self.refusal is not None:
            return _OF_REASON.get(self.refusal.reason, Obstacle.GONE)
        if self.hello is not None:
            return self.advice[0].finding if self.advice else Finding.FINE
        return Obstacle.PROMPT if self.greeting.at_prompt else Obstacle.SILENT


_OF_REASON: dict[Reason | OwnReason, Obstacle] = {
    Reason.PORT_FORBIDDEN: Obstacle.FORBIDDEN,
    Reason.PORT_BUSY: Obstacle.BUSY,
    Reason.PORT_HELD: Obstacle.BUSY,
    Reason.PORT_SILENT: Obstacle.SILENT,
}


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
