"""Looks for real boards that are plugged in meanwhile: they are offered, never taken over."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence

from feldlicht.link.port import FoundPort
from feldlicht.runtime.pictures import BoardInfo, BoardState

log = logging.getLogger(__name__)

EVERY_S = 2.0

FindPorts = Callable[[], Sequence[FoundPort]]


def board_id_of(port: FoundPort) -> str:
    """Return the id that the board behind ``port`` says in its hello: the chip's own, as its USB serial number."""
    return port.serial_number.lower() or port.path


class PortList:
    """Lists serial ports. Where the operating system cannot tell, that is logged once and not every time."""

    def __init__(self, find: FindPorts) -> None:
        self._find = find
        self._trouble = ""

    def now(self) -> tuple[FoundPort, ...] | None:
        """Return the ports of boards, None when that cannot be told just now."""
        try:
            found = tuple(self._find())
        except OSError as error:
            if str(error) != self._trouble:
                self._trouble = str(error)
                log.warning("serial ports could not be listed: %s", error)
            return None
        self._trouble = ""
        return found


class Watch:
    """A named thread that keeps the list of offered boards and reports every change of it.

    Boards that ``is_played_on`` are not offered.
    """

    def __init__(
        self,
        find: FindPorts,
        is_played_on: Callable[[FoundPort], bool],
        report: Callable[[BoardInfo], None],
        every_s: float = EVERY_S,
    ) -> None:
        self._ports = PortList(find)
        self._is_played_on = is_played_on
        self._report = report
        self._every_s = every_s
        self._offered: tuple[BoardInfo, ...] = ()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._run, name="watch-usb", daemon=True)

    @property
    def offered(self) -> tuple[BoardInfo, ...]:
        """The boards that are plugged in and not used."""
        return self._offered

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self) -> None:
        """End. Idempotent."""
        self._closing.set()
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        while not self._closing.wait(self._every_s):
            ports = self._ports.now()
            if ports is None:
                # A port went away while it was looked at: what was there before is still offered.
                continue
            found = tuple(
                BoardInfo(board_id_of(port), BoardState.OFFERED, simulated=False, port=port.path)
                for port in ports
                if not self._is_played_on(port)
            )
            before, self._offered = self._offered, found
            for info in found:
                if info not in before:
                    log.info("a real board is plugged in at %s and offered", info.port)
                    self._report(info)
            # A board that was taken up is not gone: its station tells of it from now on.
            gone = {info.id for info in before} - {board_id_of(port) for port in ports}
            for info in before:
                if info.id in gone:
                    self._report(BoardInfo(info.id, BoardState.AWAY, simulated=False, port=info.port))
