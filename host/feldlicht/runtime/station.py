"""One board at work: its link, its table's outlet, and, for a simulated one, its magnets and hands."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterable

from feldlicht.base.cells import Cell
from feldlicht.base.controls import Operation
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Scene
from feldlicht.board.facing import Facing
from feldlicht.link.events import (
    BoardAnswered,
    BoardFault,
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    LinkEvent,
    Loss,
    PortOpened,
)
from feldlicht.link.events import BoardState as BoardSaid
from feldlicht.link.health import Health
from feldlicht.link.link import PORT_REASONS
from feldlicht.link.messages import Configure, Hello, Snapshot
from feldlicht.runtime.events import BoardChanged, Hub, Lights, LightsChanged, MagnetsChanged
from feldlicht.runtime.examiner import Examiner
from feldlicht.runtime.felt import Felt, shows
from feldlicht.runtime.fitting import Fitting
from feldlicht.runtime.hands import Changes, VirtualHands
from feldlicht.runtime.keeping import Keeping
from feldlicht.runtime.knob import Knob
from feldlicht.runtime.parts import MakeLink, Simulator, lights_seen
from feldlicht.runtime.pictures import BoardInfo, BoardKind, SessionPicture
from feldlicht.runtime.registry import BoardSettings, Registry
from feldlicht.runtime.tables import TableOwner
from feldlicht.runtime.telling import Standing, board_info
from feldlicht.table.messages import BoardAway, BoardHere, HandsAtWork, MagnetStep, Sensed

log = logging.getLogger(__name__)

Adopt = Callable[["Station", str], None]
"""Called in the link's thread when the board turns out to be another one than ``id`` says."""


class Station:
    """One board. ``id`` is None until a real board has said who it is.

    ``adopt`` is told the board's own id when it first answers, and gives the station its table by :meth:`move_to`.
    The board may lie turned: link and simulator speak its own cells, everyone else the table's (also of a simulated
    board's magnets and lights), and this is the one place where they meet.
    """

    def __init__(
        self,
        board: str | None,
        make_link: MakeLink,
        hub: Hub,
        adopt: Adopt,
        registry: Registry,
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
        self._knob = Knob()
        self._registry = registry
        self._lying = threading.RLock()  # how the board lies, and what is told by it, change together
        self._settings = BoardSettings()
        self._scene: Scene | None = None
        self._newest: Snapshot | None = None
        self._felt = Felt()
        self._keeping = Keeping(self._link.order)
        self.fitting = Fitting()
        """Whether the board has what the match at its table needs."""
        self.examiner = Examiner(self._link.order, self._light)
        """What can be measured and tried here, in the board's own cells."""
        self._hands: VirtualHands | None = None
        if simulator is not None:
            self._hands = VirtualHands(board or "sim", self.magnets, self._put, self._tell_hands, pace)

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
        self._felt.close()
        self.examiner.close()
        if self._hands is not None:
            self._hands.close()
        self._link.close()
        if self.simulator is not None:
            self.simulator.close()

    def configure(self, settings: Configure) -> None:
        """Have these settings on the board, now and whenever it comes back; what they leave out stays.

        What the board would else have by itself, it keeps.
        """
        self._link.configure(settings)
        self._keeping.configured(settings)

    def leave(self) -> None:
        """Serve no table until a board has said who it is: the one that was here is somewhere else."""
        if self._table is not None:
            self._table.put(BoardAway())
            self._table.attach(None)
        self.examiner.match(None)
        self.fitting.match(None)
        self.id = self._table = None

    def move_to(self, board: str, table: TableOwner) -> None:
        """Serve this table under this id from now on."""
        if self._table is not table:
            self.leave()
        if board != self.id or self._table is None:
            with self._lying:
                self._settings = self._registry.settings(board)
        self.id = board
        if self._table is not table:
            self._table = table
            table.attach(self)

    # ------------------------------------------------------------------ the table's outlet

    def show(self, scene: Scene) -> None:
        """See :class:`~feldlicht.runtime.outlet.Outlet`."""
        with self._lying:
            self._scene = scene
            if self.examiner.at_work is None:
                self._link.show(self._settings.facing.scene(scene))

    def _light(self, scene: Scene | None) -> None:
        """Show what a self-test wants, in the board's own cells; None: what the table shows."""
        with self._lying:
            self._link.show(self._settings.facing.scene(self._scene or Scene()) if scene is None else scene)

    def match(self, running: SessionPicture | None) -> None:
        """See :class:`~feldlicht.runtime.outlet.Outlet`. At a board that lacks what it needs, the match waits."""
        self.examiner.match(None if running is None else running.id)
        with self._lying:
            fitted = self.fitting.fits
            self.fitting.match(running)
            if self.fitting.fits is fitted or not self._present:
                return
            self._introduce()
        self._publish()

    def turn(self, orientation: Orientation) -> None:
        """See :class:`~feldlicht.runtime.outlet.Outlet`. Where it cannot be kept on disk, it holds until the end."""
        try:
            self.know(orientation=orientation)
        except Refused as refused:
            log.error("board %s: how it lies could not be kept: %s", self.id, refused)
            with self._lying:
                self._take(BoardSettings(self._settings.masked, orientation))

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
        refusal = self._refusal or (self.fitting.refusal(self.id) if self._present else None)
        told = Standing(self.id, self._hello, refusal, self._present, self._keeping.failed)
        return board_info(told, self._link.health(), self._table, self._settings.known, self.simulated)

    def health(self) -> Health:
        """Tell how the line to the board is doing, and what the board says of itself."""
        return self._link.health()

    def know(self, *, masked: Iterable[Cell] | None = None, orientation: Orientation | None = None) -> None:
        """Keep what people say of the board (None: as it was), and live by it from now on.

        ``masked`` are cells of the table as the board lies after this. Raises :class:`Refused` ``BOARD_AWAY`` while
        nobody knows which board it is, ``DATA_FOLDER_UNUSABLE``; then nothing has changed.
        """
        with self._lying:
            if self.id is None:
                raise Refused(Refusal.of(Reason.BOARD_AWAY, board=self.id))
            facing = self._settings.facing if orientation is None else Facing(orientation)
            cells = self._settings.masked if masked is None else facing.cells(masked)
            after = BoardSettings(cells, facing.orientation)
            if after == self._settings:
                return
            self._registry.keep(self.id, after)
            self._take(after)
        self._publish()

    def magnets(self) -> dict[Cell, Pole]:
        """Tell where a simulated board's magnets lie. Raises :class:`Refused` ``NOT_FOUND`` for a real board."""
        return self._settings.facing.by_cell(self.simulated_board().magnets())

    def lights(self) -> Lights:
        """Tell what a simulated board's LEDs show. Raises as :meth:`magnets` does."""
        return lights_seen(self.simulated_board().lights(), self._settings.facing)

    def set_magnets(self, changes: Changes) -> dict[Cell, Pole]:
        """Move a simulated board's magnets; return where they lie once the board's own snapshot shows the change.

        Raises :class:`Refused`: ``HANDS_BUSY`` while virtual hands work, ``BOARD_AWAY`` when the board does not show
        it in time (the magnets lie there all the same), ``NOT_FOUND`` for a real board.
        """
        simulator = self.simulated_board()
        if self.info().kind is BoardKind.RING:
            raise Refused(Refusal.of(Reason.NO_CELLS, board=self.id))
        if self._hands is not None and self._hands.busy:
            raise Refused(Refusal.of(Reason.HANDS_BUSY, board=self.id))
        own = self._lay(simulator, changes)
        self._need(self._felt.wait(lambda snapshot: shows(snapshot, own)))
        return self.magnets()

    def operate(self, operation: Operation) -> None:
        """Turn and press a simulated board's controls; returns once the board's own snapshot shows it.

        Raises :class:`Refused`: ``BOARD_AWAY`` when the board is not there or does not show it in time, ``NOT_FOUND``
        for a real board.
        """
        self._need(self._felt.operated(self.simulated_board().operate, operation))

    def _need(self, felt: bool) -> None:
        if not felt:
            raise Refused(Refusal.of(Reason.BOARD_AWAY, board=self.id))
        if self._table is not None:
            # So that whoever asks next sees what the table made of it.
            self._table.sync()

    def simulated_board(self) -> Simulator:
        """Return the simulated board. Raises :class:`Refused` ``NOT_FOUND`` for a real board."""
        if self.simulator is None:
            raise Refused(Refusal.of(Reason.NOT_FOUND, board=self.id))
        return self.simulator

    # ------------------------------------------------------------------ magnets and hands

    def _put(self, changes: Changes) -> None:
        """For virtual hands: they go on while the board is away, as a person's would."""
        own = self._lay(self.simulated_board(), changes)
        self._felt.wait(lambda snapshot: shows(snapshot, own), only_if_live=True)

    def _lay(self, simulator: Simulator, changes: Changes) -> Changes:
        """Move the magnets; return the changes in the board's own cells."""
        own = self._settings.facing.by_cell(changes)
        simulator.set_magnets(own)
        if self.id is not None:
            self._hub.publish(MagnetsChanged(self.id, self.magnets()))
        return own

    def _tell_hands(self, busy: bool) -> None:
        if self._table is not None:
            self._table.put(HandsAtWork(busy))

    def _lit(self, lights: Lights) -> None:
        if self.id is not None:
            self._hub.publish(LightsChanged(self.id, lights_seen(lights, self._settings.facing)))

    # ------------------------------------------------------------------ how the board lies

    def _take(self, settings: BoardSettings) -> None:
        """Live by these settings. What was told of cells before is told anew where they have other names now."""
        turned = settings.facing.turned is not self._settings.facing.turned
        self._settings = settings
        if self._table is not None:
            self._table.put(self._settings.known)
            if turned and self._newest is not None and self.fitting.fits:
                self._table.put(Sensed(self._settings.sensed(self._newest).occupancy))
        if turned and self._scene is not None:
            self.show(self._scene)
        if turned and self.simulator is not None and self.id is not None:
            self._hub.publish(MagnetsChanged(self.id, self.magnets()))
            self._hub.publish(LightsChanged(self.id, self.lights()))

    # ------------------------------------------------------------------ what the link tells, in its thread

    def _heard(self, event: LinkEvent) -> None:
        self.examiner.take(event)
        self._keeping.take(event)
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
            case BoardSaid() | BoardAnswered():
                self._publish()
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
        self.fitting.greeted(hello)
        # Presses from before are nobody's wish now.
        self._knob.forget()
        if not self.simulated and hello.board_id != self.id:
            self._adopt(self, hello.board_id)
        log.info("board %s is there: firmware %s, %s", self.id, hello.firmware, hello.interpreter)
        with self._lying:
            self._present = True
            self._introduce()
        self._publish()

    def _introduce(self) -> None:
        """Have the table know of its board, or that there is none that its match can be played at."""
        if self._table is None:
            return
        if not self.fitting.fits:
            self._table.put(BoardAway())
            return
        self._table.put(self._settings.known)
        self._table.put(BoardHere(self.simulated))
        if self._newest is not None:
            self._table.put(Sensed(self._settings.sensed(self._newest).occupancy))

    def _felt_snapshot(self, snapshot: Snapshot) -> None:
        acts = self._knob.acts(snapshot)
        with self._lying:
            self._newest = snapshot
            if self._table is not None and self.fitting.fits:
                for what in (self._settings.sensed(snapshot), *acts):
                    self._table.put(what)
        self._felt.take(snapshot)

    def _lost(self, reason: Loss) -> None:
        self._present = False
        with self._lying:
            self._newest = None
        self._felt.take(None)
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
        with self._lying:
            info = self.info()
            if info != self._told:
                self._told = info
                self._hub.publish(BoardChanged(info))
