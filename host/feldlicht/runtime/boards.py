"""Which boards this host plays on: the one that is named, else those found on USB, else simulated ones."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from feldlicht.base.layout import Layout
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.layout import FINGERPRINTS, LAYOUTS
from feldlicht.config import Settings
from feldlicht.link.from_host import Configure
from feldlicht.link.link import BoardLink
from feldlicht.link.port import FoundPort, OpenPort, Transport, open_board, open_port
from feldlicht.runtime.events import BoardChanged, Hub
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.parts import MakeLink, Simulator
from feldlicht.runtime.pictures import BoardInfo
from feldlicht.runtime.registry import Registry
from feldlicht.runtime.station import Adopt, Station
from feldlicht.runtime.watch import FindPorts, PortList, Watch, board_id_of
from feldlicht.store.store import Store

SIMULATED = "sim"
"""Id of the first simulated board; the second is ``sim-2``, and so on."""
_PORTS = "ports"
"""Register: which board was last found behind a named serial port."""
_FIRST_CHIP = 0x51B0_A2D0_0000_0001
"""What a simulated board says that its chip is called; each further one counts up."""

MakeSimulator = Callable[[Path, str], Simulator]
"""Makes the simulated board that keeps its magnets in this folder and whose chip has this id (lower-case hex)."""


def simulators(driver: str) -> MakeSimulator:
    """Return what makes simulated boards whose sensors are read so: a key of ``LAYOUTS``."""
    return lambda data, chip: _simulator(LAYOUTS[driver], data, chip)


def _simulator(layout: Layout, data: Path, chip: str) -> Simulator:
    """Return the simulated board that runs the shipped firmware.

    Raises :class:`Refused` ``NO_MICROPYTHON`` where there can be none.
    """
    try:
        # Only now: it needs pseudo-terminals, which Windows has not, and a real board is played without it.
        from feldlicht.sim.board import SimulatedBoard
    except ImportError as error:
        raise Refused(Refusal.of(Reason.NO_MICROPYTHON)) from error
    return SimulatedBoard(layout, firmware_folder(), data, chip)


class Boards:
    """The host's stations, the default one first, and the real boards that are offered beside them.

    Every board that is on USB at the start is played on; one that is plugged in later is offered, and played on once
    somebody has said so by :meth:`take_up`.
    """

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
        self._named_port = settings.serial_port
        self._pace = settings.hands_pace
        self._make_simulator = make_simulator
        self._configured: Configure | None = None
        self._changing = threading.Lock()
        simulate = settings.simulate if settings.sim_boards is None else True
        on_usb = settings.serial_port is None and not simulate
        found = list(self._ports.now() or ()) if on_usb else []
        self._stations: tuple[Station, ...] = ()
        if settings.serial_port is not None:
            self._stations += (self._named(settings.serial_port),)
        elif simulate is False and not found:
            self._stations += (self._somewhere_on_usb(),)
        self._stations += tuple(self._on_usb(port) for port in found)
        if not self._stations or settings.sim_boards is not None:
            self._stations += tuple(
                self._simulated(number, settings.data) for number in range(1, (settings.sim_boards or 1) + 1)
            )
        self._watch = Watch(find, self._is_played_on, self._offer) if on_usb else None

    @property
    def stations(self) -> tuple[Station, ...]:
        """Every board that is played on, the default one first."""
        return self._stations

    def start(self) -> None:
        """Give the boards their tables and begin to look for them."""
        for station in self._stations:
            self._begin(station)
        if self._watch is not None:
            self._watch.start()

    def configure(self, settings: Configure) -> None:
        """Have these settings on every board, now and whenever one comes back or is taken up."""
        with self._changing:
            self._configured = settings if self._configured is None else self._configured.merged(settings)
            for station in self._stations:
                station.configure(settings)

    def close(self) -> None:
        """End every thread, port and child. Idempotent."""
        if self._watch is not None:
            self._watch.close()
        for station in self._stations:
            station.close()

    def infos(self) -> tuple[BoardInfo, ...]:
        """Return the boards that are played on, the default one first, then those that are offered."""
        played_on = tuple(station.info() for station in self._stations)
        taken = {info.id for info in played_on}
        offered = self._watch.offered if self._watch is not None else ()
        return (*played_on, *(info for info in offered if info.id not in taken))

    def take_up(self, board: str) -> Station:
        """Play on a board that is offered, from now on and beside the others; one that is played on stays so.

        Raises :class:`Refused` ``NO_SUCH_BOARD`` if there is none of this id on USB.
        """
        with self._changing:
            for station in self._stations:
                if station.id == board:
                    return station
            for port in self._ports.now() or () if self._watch is not None else ():
                if board_id_of(port) == board:
                    station = self._on_usb(port)
                    if self._configured is not None:
                        station.configure(self._configured)
                    self._stations += (station,)
                    self._begin(station)
                    return station
        raise Refused(Refusal.of(Reason.NO_SUCH_BOARD, board=board))

    def _begin(self, station: Station) -> None:
        if station.id is not None:
            self._adopt_table(station, station.id)
        station.start()

    def _simulated(self, number: int, data: Path) -> Station:
        board = SIMULATED if number == 1 else f"{SIMULATED}-{number}"
        simulator = self._make_simulator(data / board, f"{_FIRST_CHIP + number - 1:016x}")
        link = _link(board, lambda: open_port(simulator.port))
        return Station(board, link, self._hub, self._adopt, self._registry, simulator, self._pace)

    def _named(self, path: str) -> Station:
        # Tried once at the start, so that a wrong name is said at once and not searched for.
        open_port(path).close()
        known = self._store.register(_PORTS, path)
        return Station(
            known if isinstance(known, str) else None,
            _link(path, lambda: open_port(path)),
            self._hub,
            self._adopt,
            self._registry,
        )

    def _on_usb(self, port: FoundPort) -> Station:
        """Make the station of a board that is there: found again by its number, or without one by its path."""
        number = port.serial_number
        open_line: OpenPort = (
            (lambda: open_board(number, self._ports.now() or ())) if number else (lambda: open_port(port.path))
        )
        link = _link(number or port.path, open_line)
        return Station(board_id_of(port) if number else None, link, self._hub, self._adopt, self._registry)

    def _somewhere_on_usb(self) -> Station:
        """Make the station of a board that is still to come."""
        link = _link("usb", self._open_first)
        return Station(None, link, self._hub, self._adopt, self._registry)

    def _open_first(self) -> Transport:
        first, *others = self._stations
        taken = {station.id for station in others}
        free = [port for port in self._ports.now() or () if board_id_of(port) not in taken]
        for port in sorted(free, key=lambda port: board_id_of(port) != first.id):
            return open_port(port.path)
        raise Refused(Refusal.of(Reason.PORT_MISSING, port="USB"))

    def _is_played_on(self, port: FoundPort) -> bool:
        # A station that waits for whichever board comes takes the next one.
        return any(
            station.id in (None, board_id_of(port)) or station.info().port == port.path for station in self._stations
        )

    def _adopt(self, station: Station, board: str) -> None:
        if self._named_port is not None and not station.simulated:
            self._store.set_register(_PORTS, self._named_port, board)
        self._adopt_table(station, board)

    def _offer(self, info: BoardInfo) -> None:
        self._hub.publish(BoardChanged(info))


def _link(name: str, open_line: OpenPort) -> MakeLink:
    return lambda deliver: BoardLink(name, open_line, FINGERPRINTS, deliver)
