"""One board at work: its link, its table's outlet, and, for a simulated one, its magnets and hands."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping
from typing import Protocol

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.link.events import (
    BoardFault,
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    LinkEvent,
    Loss,
    PortOpened,
)
from feldlicht.link.health import Health, LinkState
from feldlicht.link.link import PORT_REASONS
from feldlicht.link.messages import Hello, Snapshot
from feldlicht.runtime.events import BoardChanged, Hub, Lights, LightsChanged, MagnetsChanged
from feldlicht.runtime.hands import Changes, VirtualHands
from feldlicht.runtime.pictures import BoardInfo, BoardState
from feldlicht.runtime.tables import TableOwner
from feldlicht.table.messages import BoardAway, BoardHere, HandsAtWork, MagnetStep, Pressed, Sensed

log = logging.getLogger(__name__)

SHOWN_WITHIN_S = 5.0
"""How long a change of magnets may take until the board's own snapshot shows it."""


class Link(Protocol):
    """What a station needs of :class:`feldlicht.link.link.BoardLink`."""

    def start(self) -> None:
        """Begin to look for the board."""

    def show(self, scene: Scene) -> None:
        """Show this scene."""

    def health(self) -> Health:
        """Tell how the link is doing."""

    def close(self) -> None:
        """End."""


class Simulator(Protocol):
    """What a station needs of :class:`feldlicht.sim.board.SimulatedBoard`."""

    @property
    def port(self) -> str:
        """Path of the pseudo-terminal behind which it answers just now."""

    def start(self) -> None:
        """Switch it on. Raises :class:`Refused` ``NO_MICROPYTHON``."""

    def set_magnets(self, changes: Mapping[Cell, Pole | None]) -> None:
        """Put magnets down and take them away."""

    def magnets(self) -> dict[Cell, Pole]:
        """Tell where magnets lie."""

    def lights(self) -> Lights:
        """Tell what the LEDs show."""

    def on_lights(self, callback: Callable[[Lights], None]) -> object:
        """Call back whenever the LEDs show something else."""

    def close(self) -> None:
        """Switch it off."""


MakeLink = Callable[[Callable[[LinkEvent], None]], Link]
"""Makes the link that delivers its events to the given callable."""
Adopt = Callable[["Station", str], None]
"""Called in the link's thread when the board turns out to be another one than ``id`` says."""


class Station:
    """One board. ``id`` is None until a real board has said who it is.

    ``adopt`` is told the board's own id when it first answers, and gives the station its table by :meth:`move_to`.
    """

    def __init__(
        self,
        board: str | None,
        make_link: MakeLink,
        hub: Hub,
        adopt: Adopt,
        simulator: Simulator | None = None,
        pace: float = 1.0,
    ) -> None:
        self.id = board
        self.simulator = simulator
        self._hub = hub
        self._adopt = adopt
        self._link = make_link(self._heard)
        self._table: TableOwner | None = None
        self._refusal: Refusal | None = None
        self._hello: Hello | None = None
        self._present = False
        self._told: BoardInfo | None = None
        self._pressed: int | None = None
        self._felt = threading.Condition()
        self._occupancy: Occupancy | None = None
        self._closing = False
        self._hands: VirtualHands | None = None
        if simulator is not None:
            self._hands = VirtualHands(board or "sim", simulator.magnets, self._put, self._tell_hands, pace)

    # ------------------------------------------------------------------ life

    def start(self) -> None:
        """Switch a simulated board on and begin to look for the board. Raises :class:`Refused` ``NO_MICROPYTHON``."""
        if self.simulator is not None:
            self.simulator.start()
            self.simulator.on_lights(self._lit)
        if self._hands is not None:
            self._hands.start()
        self._link.start()

    def close(self) -> None:
        """End hands, link and simulator. Idempotent."""
        with self._felt:
            self._closing = True
            self._felt.notify_all()
        if self._hands is not None:
            self._hands.close()
        self._link.close()
        if self.simulator is not None:
            self.simulator.close()

    def move_to(self, board: str, table: TableOwner) -> None:
        """Serve this table under this id from now on."""
        if self._table is not None and self._table is not table:
            self._table.put(BoardAway())
            self._table.attach(None)
        self.id = board
        if self._table is not table:
            self._table = table
            table.attach(self)

    # ------------------------------------------------------------------ the table's outlet

    def show(self, scene: Scene) -> None:
        """See :class:`~feldlicht.runtime.outlet.Outlet`."""
        self._link.show(scene)

    def let_go(self) -> None:
        """See :class:`~feldlicht.runtime.outlet.Outlet`."""
        if self._hands is not None:
            self._hands.let_go()

    def carry_out(self, steps: tuple[MagnetStep, ...]) -> None:
        """See :class:`~feldlicht.runtime.outlet.Outlet`."""
        if self._hands is not None:
            self._hands.carry_out(steps)

    # ------------------------------------------------------------------ what people ask

    @property
    def table(self) -> TableOwner | None:
        """The table this board serves."""
        return self._table

    @property
    def simulated(self) -> bool:
        """Whether this is a simulated board."""
        return self.simulator is not None

    def info(self) -> BoardInfo:
        """Tell how the board is doing."""
        health = self._link.health()
        refusal = self._refusal
        picture = self._table.picture if self._table is not None else None
        hello = self._hello
        return BoardInfo(
            id=self.id or "unknown",
            state=self._state(health),
            simulated=self.simulated,
            firmware=hello.firmware if hello is not None else None,
            interpreter=f"MicroPython {hello.micropython} ({hello.machine})" if hello is not None else None,
            port=health.path or None,
            session=picture.id if picture is not None else None,
            refusal=refusal,
            bad_lines=sum(health.bad.values()),
        )

    def _state(self, health: Health) -> BoardState:
        if self._refusal is not None and self._refusal.reason is not Reason.PORT_MISSING:
            return BoardState.REFUSED
        if self._present:
            return BoardState.LIVE
        match health.state:
            case LinkState.LIVE:
                # The link is a moment ahead of what it has told us.
                return BoardState.CONNECTING
            case LinkState.REFUSED:
                # A port without a word from a board that we know.
                return BoardState.AWAY
            case other:
                return BoardState(other.value)

    def magnets(self) -> dict[Cell, Pole]:
        """Tell where a simulated board's magnets lie. Raises :class:`Refused` ``NOT_FOUND`` for a real board."""
        return self.simulated_board().magnets()

    def lights(self) -> Lights:
        """Tell what a simulated board's LEDs show. Raises as :meth:`magnets` does."""
        return self.simulated_board().lights()

    def set_magnets(self, changes: Changes) -> dict[Cell, Pole]:
        """Move a simulated board's magnets; return where they lie once the board's own snapshot shows the change.

        Raises :class:`Refused`: ``HANDS_BUSY`` while virtual hands work, ``BOARD_AWAY`` when the board does not show
        it in time (the magnets lie there all the same), ``NOT_FOUND`` for a real board.
        """
        simulator = self.simulated_board()
        if self._hands is not None and self._hands.busy:
            raise Refused(Refusal.of(Reason.HANDS_BUSY, board=self.id))
        self._lay(simulator, changes)
        if not self._wait_felt(changes, SHOWN_WITHIN_S):
            raise Refused(Refusal.of(Reason.BOARD_AWAY, board=self.id))
        if self._table is not None:
            # So that whoever asks next sees what the table made of it.
            self._table.sync()
        return simulator.magnets()

    def simulated_board(self) -> Simulator:
        """Return the simulated board. Raises :class:`Refused` ``NOT_FOUND`` for a real board."""
        if self.simulator is None:
            raise Refused(Refusal.of(Reason.NOT_FOUND, board=self.id))
        return self.simulator

    # ------------------------------------------------------------------ magnets and hands

    def _put(self, changes: Changes) -> None:
        """For virtual hands: they go on while the board is away, as a person's would."""
        self._lay(self.simulated_board(), changes)
        self._wait_felt(changes, SHOWN_WITHIN_S, only_if_live=True)

    def _lay(self, simulator: Simulator, changes: Changes) -> None:
        simulator.set_magnets(changes)
        if self.id is not None:
            self._hub.publish(MagnetsChanged(self.id, simulator.magnets()))

    def _wait_felt(self, changes: Changes, limit_s: float, only_if_live: bool = False) -> bool:
        deadline = time.monotonic() + limit_s
        with self._felt:
            while not self._shows(changes):
                left = deadline - time.monotonic()
                if left <= 0 or self._closing or (only_if_live and self._occupancy is None):
                    return False
                self._felt.wait(left)
            return True

    def _shows(self, changes: Changes) -> bool:
        occupancy = self._occupancy
        return occupancy is not None and all(occupancy.at(c) is pole for c, pole in changes.items())

    def _tell_hands(self, busy: bool) -> None:
        if self._table is not None:
            self._table.put(HandsAtWork(busy))

    def _lit(self, lights: Lights) -> None:
        if self.id is not None:
            self._hub.publish(LightsChanged(self.id, lights))

    # ------------------------------------------------------------------ what the link tells, in its thread

    def _heard(self, event: LinkEvent) -> None:
        match event:
            case PortOpened():
                self._opened()
            case BoardFound(hello):
                self._found(hello)
            case BoardSnapshot(snapshot):
                self._felt_snapshot(snapshot)
            case BoardLost(reason):
                self._lost(reason)
            case BoardRefused(refusal):
                self._refuse(refusal)
            case BoardFault(fault):
                log.warning("board %s reports a fault: %s", self.id, fault)
            case _:
                pass

    def _opened(self) -> None:
        if self._refusal is not None and self._refusal.reason in PORT_REASONS:
            self._refusal = None
        self._publish()

    def _found(self, hello: Hello) -> None:
        self._hello = hello
        self._refusal = None
        # Presses from before are nobody's wish now: counting begins anew with the next snapshot.
        self._pressed = None
        if not self.simulated and hello.board_id != self.id:
            self._adopt(self, hello.board_id)
        self._present = True
        log.info("board %s is there: firmware %s, MicroPython %s", self.id, hello.firmware, hello.micropython)
        if self._table is not None:
            self._table.put(BoardHere(self.simulated))
        self._publish()

    def _felt_snapshot(self, snapshot: Snapshot) -> None:
        if self._table is not None:
            self._table.put(Sensed(snapshot.occupancy, snapshot.touched))
            before = snapshot.press if self._pressed is None else self._pressed
            for _ in range(snapshot.press - before):
                self._table.put(Pressed())
        self._pressed = snapshot.press
        with self._felt:
            self._occupancy = snapshot.occupancy
            self._felt.notify_all()

    def _lost(self, reason: Loss) -> None:
        self._present = False
        with self._felt:
            self._occupancy = None
            self._felt.notify_all()
        if self._table is not None:
            self._table.put(BoardAway())
        if reason is not Loss.CLOSED:
            log.warning("board %s is away: %s", self.id, reason)
            self._publish()

    def _refuse(self, refusal: Refusal) -> None:
        if refusal.reason is Reason.PORT_SILENT and (self.simulated or self._hello is not None):
            # It is the right port, and the board that belongs there does not answer: nobody chose a wrong one.
            self._publish()
        elif refusal != self._refusal:
            self._refusal = refusal
            log.warning("board %s: %s %s", self.id, refusal.reason, dict(refusal.facts))
            self._publish()

    def _publish(self) -> None:
        info = self.info()
        if info != self._told:
            self._told = info
            self._hub.publish(BoardChanged(info))
