"""Which board this host plays on: the one that is named, else one found on USB, else a simulated one."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.config import Settings
from feldlicht.link.events import LinkEvent
from feldlicht.link.from_host import Configure
from feldlicht.link.link import BoardLink
from feldlicht.link.port import FoundPort, OpenPort, Transport, open_board, open_port
from feldlicht.runtime.events import BoardChanged, Hub
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.parts import Simulator
from feldlicht.runtime.pictures import BoardInfo
from feldlicht.runtime.registry import Registry
from feldlicht.runtime.station import Adopt, MakeLink, Station
from feldlicht.runtime.watch import FindPorts, PortList, Watch, board_id_of
from feldlicht.store.store import Store

log = logging.getLogger(__name__)

SIMULATED = "sim"
"""Id of the simulated board."""
_PORTS = "ports"
"""Register: which board was last found behind a named serial port."""
SIMULATED_SUPPLY_MA = 1200
"""A simulated board hangs on no real port: it has the supply that the LEDs are meant for."""

MakeSimulator = Callable[[Path], Simulator]
"""Makes the simulated board that keeps its magnets in this folder."""


def default_simulator(data: Path) -> Simulator:
    """Return the simulated board that runs the shipped firmware.

    Raises :class:`Refused` ``NO_MICROPYTHON`` where there can be none.
    """
    try:
        # Only now: it needs pseudo-terminals, which Windows has not, and a real board is played without it.
        from feldlicht.sim.board import SimulatedBoard
    except ImportError as error:
        raise Refused(Refusal.of(Reason.NO_MICROPYTHON)) from error
    return SimulatedBoard(LAYOUT, firmware_folder(), data)


class Boards:
    """The host's one station, and the real boards that are offered beside a simulated one."""

    def __init__(
        self,
        settings: Settings,
        hub: Hub,
        store: Store,
        adopt: Adopt,
        make_simulator: MakeSimulator,
        find: FindPorts,
    ) -> None:
        self._hub = hub
        self._store = store
        self._registry = Registry(store)
        self._adopt_table = adopt
        self._ports = PortList(find)
        self._serial_port = settings.serial_port
        self._budget_ma = settings.budget_ma
        self._watch: Watch | None = None
        found = [] if settings.serial_port is not None or settings.simulate else list(self._ports.now() or ())
        if settings.serial_port is not None:
            self.station = self._named(settings.serial_port)
        elif found or settings.simulate is False:
            self.station = self._on_usb(found[0] if found else None)
        else:
            simulator = make_simulator(settings.data / SIMULATED)
            link = _link(SIMULATED, lambda: open_port(simulator.port), settings.budget_ma or SIMULATED_SUPPLY_MA)
            self.station = Station(SIMULATED, link, hub, self._adopt, self._registry, simulator, settings.hands_pace)
            if settings.simulate is None:
                self._watch = Watch(find, self._offer)

    def start(self) -> None:
        """Give the board its table and begin to look for it."""
        if self.station.id is not None:
            self._adopt_table(self.station, self.station.id)
        self.station.start()
        if self._watch is not None:
            self._watch.start()

    def configure(self, settings: Configure) -> None:
        """Have these settings on every board, now and whenever one comes back."""
        self.station.configure(settings)

    def close(self) -> None:
        """End every thread, port and child. Idempotent."""
        if self._watch is not None:
            self._watch.close()
        self.station.close()

    def infos(self) -> tuple[BoardInfo, ...]:
        """Return the host's own board, then those that are offered."""
        return (self.station.info(), *(self._watch.offered if self._watch is not None else ()))

    def _named(self, path: str) -> Station:
        # Tried once at the start, so that a wrong name is said at once and not searched for.
        open_port(path).close()
        known = self._store.register(_PORTS, path)
        return Station(
            known if isinstance(known, str) else None,
            _link(path, lambda: open_port(path), self._budget_ma),
            self._hub,
            self._adopt,
            self._registry,
        )

    def _on_usb(self, port: FoundPort | None) -> Station:
        if port is not None and port.serial_number:
            number = port.serial_number
            link = _link(number, lambda: open_board(number, self._ports.now() or ()), self._budget_ma)
            return Station(board_id_of(port), link, self._hub, self._adopt, self._registry)
        link = _link("usb", self._open_first, self._budget_ma)
        return Station(None, link, self._hub, self._adopt, self._registry)

    def _open_first(self) -> Transport:
        for port in self._ports.now() or ():
            return open_port(port.path)
        raise Refused(Refusal.of(Reason.PORT_MISSING, port="USB"))

    def _adopt(self, station: Station, board: str) -> None:
        if self._serial_port is not None:
            self._store.set_register(_PORTS, self._serial_port, board)
        self._adopt_table(station, board)

    def _offer(self, info: BoardInfo) -> None:
        self._hub.publish(BoardChanged(info))


def _link(name: str, open_line: OpenPort, budget_ma: int | None) -> MakeLink:
    def make(deliver: Callable[[LinkEvent], None]) -> BoardLink:
        link = BoardLink(name, open_line, LAYOUT.fingerprint, deliver)
        if budget_ma is not None:
            link.configure(Configure(budget=budget_ma))
        return link

    return make
