"""A simulated board: the firmware in a process of its own behind a virtual cable, with virtual magnets and lamps."""

from __future__ import annotations

import contextlib
import os
import select
import socket
import threading
import time
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from pathlib import Path
from typing import Any, TypeVar

from feldlicht.base.cables import NO_FAULT, CableFault, Source
from feldlicht.base.cells import Cell
from feldlicht.base.controls import Operation
from feldlicht.base.figures import Pole
from feldlicht.base.layout import Layout
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.sim import frames
from feldlicht.sim.cable import LOOK_MS, Cable
from feldlicht.sim.console import Console
from feldlicht.sim.controls import changes, packed
from feldlicht.sim.interpreter import choose, find
from feldlicht.sim.lights import Lights
from feldlicht.sim.magnets import MagnetTray
from feldlicht.sim.miswiring import SOUND, Miswiring
from feldlicht.sim.program import Start, wiring_folder

DEFAULT_ID = "51b0a2d000000001"
_READ = 65536
_FRAMES_WAITING = 256
_Result = TypeVar("_Result")


def _now_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class SimulatedBoard:
    """A board that any program can open as a serial port, and a table to put magnets on.

    One thread carries bytes between pseudo-terminal, firmware and stand-ins. All methods are for other threads; a
    lights callback runs in it, so it must not call :meth:`reboot`, :meth:`plug`, :meth:`unplug` or :meth:`close`.
    """

    def __init__(
        self,
        layout: Layout,
        firmware: Path,
        data: Path,
        board_id: str = DEFAULT_ID,
        micropython: str | None = None,
        *,
        own_flash: bool = False,
    ) -> None:
        """Prepare a board; nothing runs yet.

        ``firmware`` is the folder with ``main.py``; ``data`` keeps what outlasts a run: the magnets and the board's
        flash; ``board_id`` (lower-case hex) is the id that the board says it has; ``micropython`` names another
        interpreter (see :func:`~feldlicht.sim.interpreter.find`). With ``own_flash`` the board runs what was
        installed on its flash, at first nothing, as one from the shop does; it then only has ``firmware``'s wiring.
        Raises ``Refused``: ``NO_MICROPYTHON``, ``DATA_FOLDER_UNUSABLE``.
        """
        self.board_id = board_id
        self.fault = NO_FAULT
        self._layout = layout
        self._firmware = firmware.absolute()
        self._data = data.absolute()
        self._own_flash = own_flash
        self._found = find(micropython)
        self._interpreter = ""
        try:
            self.flash.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise Refused(Refusal.of(Reason.DATA_FOLDER_UNUSABLE, folder=data, error=error)) from error
        self._tray = MagnetTray(self._data / "magnets.json")
        self._lights = Lights.dark()
        self._callbacks: list[Callable[[Lights], None]] = []
        self._thread = threading.Thread(target=self._run, name=f"simulator-{board_id}", daemon=True)
        self._calls: deque[Callable[[], None]] = deque()
        self._waiting: set[Future[Any]] = set()
        self._gate = threading.Lock()
        self._open = False
        self._closing = False
        # The thread's own.
        self._cable = Cable()
        self._console: Console | None = None
        self._listener: socket.socket | None = None
        self._standin: socket.socket | None = None
        self._frames = frames.FrameReader()
        self._standing = {frames.BREAK: bytes([frames.WHOLE])}  # what every start of the firmware is told anew
        self.feed_from(Source.MEDIUM)
        self._miswiring = SOUND
        self._to_standin: deque[bytes] = deque(maxlen=_FRAMES_WAITING)
        self._woken, self._waker = -1, -1

    # ---- for everyone

    def start(self) -> None:
        """Switch the board on and plug it in. Raises ``Refused`` (``NO_MICROPYTHON``)."""
        runs = choose(self._found)
        self._interpreter = runs.description
        self._woken, self._waker = os.pipe()
        os.set_blocking(self._woken, False)
        os.set_blocking(self._waker, False)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._listener.setblocking(False)
        self._cable.plug()
        wiring = wiring_folder(self._firmware, self._layout)
        self._console = Console(
            Start(
                runs.command,
                self.flash if self._own_flash else self._firmware,
                Path(__file__).with_name("standins"),
                self.flash,
                self.board_id,
                self._listener.getsockname()[1],
                wiring if self._own_flash else None,
                None if self._own_flash or wiring == self._firmware else wiring,
            ),
            self._cable,
        )
        self._open = True
        self._thread.start()
        # In the thread, because the system ends a child with the thread that started it.
        self._do(lambda: self._console_now.power_on("power", _now_ms()))

    @property
    def port(self) -> str:
        """The path that a host opens. Raises ``Refused`` (``PORT_MISSING``) while unplugged or not started."""
        path = self._cable.path
        if path is None:
            raise Refused(Refusal.of(Reason.PORT_MISSING, port=f"sim:{self.board_id}"))
        return path

    @property
    def flash(self) -> Path:
        """The folder that is the board's flash."""
        return self._data / "flash"

    @property
    def interpreter(self) -> str:
        """What runs the firmware, e.g. ``MicroPython 1.29.0 (unix)``, ``Python 3.11.2 (cpython)``; empty at first."""
        return self._interpreter

    @property
    def process_id(self) -> int | None:
        """The firmware's process; None while no program runs."""
        program = self._console.program if self._console else None
        return program.process_id if program else None

    def magnets(self) -> dict[Cell, Pole]:
        """Return the magnets on the table and which of their poles points up."""
        return self._tray.now()

    def set_magnets(self, changes: Mapping[Cell, Pole | None]) -> None:
        """Put magnets down, or take them away (None). The sensors see it at once; on return it is on disk.

        Raises ``Refused`` (``DATA_FOLDER_UNUSABLE``) if it cannot be kept; the sensors have seen it even so.
        """
        with self._gate:
            magnets = self._tray.change(changes)
            if self._open:
                self._post(lambda: self._tell_magnets(magnets))
        self._tray.save()

    def fail_bus_reads(self, count: int) -> None:
        """Let the next ``count`` (at most 255) reads of the sensor bus fail, as a disturbed bus does."""
        self._do(lambda: self._tell(frames.frame(frames.BUS_ERRORS, bytes([count]))))

    def operate(self, operation: Operation) -> None:
        """Turn and press the controls. Returns at once; the contacts take their time, and wait for the firmware."""
        self._do(lambda: self._tell(frames.frame(frames.CONTACTS, packed(changes(operation)))))

    def break_sensors(self, where: int | None) -> None:
        """Break the chain behind so many registers, or take a half-bar out of a linear board; None: all is whole."""
        self._keep_telling(frames.BREAK, bytes([frames.WHOLE if where is None else where]))

    def feed_from(self, source: Source) -> None:
        """Hang the board on another source, at first one of 1.5 A; the power is not cut meanwhile."""
        self.source = source
        self._keep_telling(frames.SOURCE, source.millivolts.to_bytes(2, "big"))

    def _keep_telling(self, kind: bytes, payload: bytes) -> None:
        self._standing[kind] = payload
        if self._open:
            self._do(lambda: self._tell(frames.frame(kind, payload)))

    def miswire(self, faults: Miswiring) -> None:
        """Have these faults of wiring and parts from now on, and no others."""
        self._miswiring = faults
        if self._open:
            self._do(lambda: self._tell_magnets(self._tray.now()))

    def lights(self) -> Lights:
        """Return what the lamps show now."""
        return self._lights

    def on_lights(self, callback: Callable[[Lights], None]) -> Callable[[], None]:
        """Call ``callback`` with the lights after each change, in the simulator's thread; return what ends that."""
        with self._gate:
            self._callbacks = [*self._callbacks, callback]

        def end() -> None:
            with self._gate:
                self._callbacks = [other for other in self._callbacks if other is not callback]

        return end

    def reboot(self) -> None:
        """Cut the power and give it back. The cable stays plugged in, so the port keeps its path."""
        self._do(self._reboot)

    def unplug(self) -> None:
        """Pull the USB cable. The board has a supply of its own and runs on."""
        self._do(self._cable.unplug)

    def plug(self) -> None:
        """Put the USB cable back; :attr:`port` may have another path."""
        self._do(lambda: None if self._cable.path else self._cable.plug())

    def disturb(self, fault: CableFault) -> None:
        """Have a cable as bad as this from now on, also when it is plugged in again."""
        self._do(lambda: self._cable.suffer(fault))
        self.fault = fault

    @property
    def plugged(self) -> bool:
        """Whether the cable is plugged in."""
        return self._cable.path is not None

    def close(self) -> None:
        """Switch off: no process, thread, device or socket is left. Closing twice does no harm."""
        self._closing = True
        with self._gate:
            if self._open:
                self._post(lambda: None)
        if self._thread.ident is not None:
            self._thread.join()

    # ---- into the thread

    def _post(self, call: Callable[[], None]) -> None:
        self._calls.append(call)
        with contextlib.suppress(BlockingIOError):
            os.write(self._waker, b"x")

    def _do(self, call: Callable[[], _Result]) -> _Result:
        done: Future[_Result] = Future()

        def run() -> None:
            try:
                done.set_result(call())
            except Exception as error:  # noqa: BLE001 - raised again where the caller waits
                done.set_exception(error)

        with self._gate:
            if not self._open:
                raise RuntimeError("the simulated board is not running")
            self._waiting.add(done)
            self._post(run)
        try:
            return done.result()
        finally:
            self._waiting.discard(done)

    # ---- in the thread

    @property
    def _console_now(self) -> Console:
        assert self._console is not None
        return self._console

    def _run(self) -> None:
        try:
            while not self._closing:
                self._turn()
        finally:
            self._console_now.power_off()
            self._cable.unplug()
            self._drop_standin()
            if self._listener is not None:
                self._listener.close()
            with self._gate:
                self._open = False
                os.close(self._woken)
                os.close(self._waker)
            for call in list(self._waiting):
                call.cancel()

    def _turn(self) -> None:
        console, cable, poller = self._console_now, self._cable, select.poll()
        poller.register(self._woken, select.POLLIN)
        if self._listener is not None:
            poller.register(self._listener, select.POLLIN)
        if self._standin is not None:
            poller.register(self._standin, select.POLLIN | select.POLLOUT * bool(self._to_standin))
        for descriptor, events in console.interest().items():
            poller.register(descriptor, events)
        host = cable.interest()
        if host is not None:
            poller.register(*host)
        ready = dict(poller.poll(self._patience_ms()))
        now = _now_ms()
        if self._woken in ready:
            os.read(self._woken, _READ)
            while self._calls:
                self._calls.popleft()()
            return  # anything may have changed; what is ready now will be so in the next turn
        if host is not None and host[0] in ready:
            cable.ready(ready[host[0]], now)
        cable.look(now)
        cable.arrive(now)
        console.turn(ready, now)
        if self._standin is not None and self._standin.fileno() in ready:
            self._serve_standin(ready[self._standin.fileno()])
        if self._listener is not None and self._listener.fileno() in ready:
            self._accept()

    def _patience_ms(self) -> int | None:
        if self._cable.interest() is None and self._cable.path is not None:
            return LOOK_MS
        now = _now_ms()
        waits = (self._console_now.patience_ms(now), self._cable.patience_ms(now))
        return min((wait for wait in waits if wait is not None), default=None)

    def _reboot(self) -> None:
        self._console_now.power_off()
        self._drop_standin()
        self._show(Lights.dark())
        self._console_now.power_on("power", _now_ms())

    # ---- the stand-ins' socket

    def _accept(self) -> None:
        assert self._listener is not None
        with contextlib.suppress(BlockingIOError):
            connection, _ = self._listener.accept()
            self._drop_standin()
            connection.setblocking(False)
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._standin = connection
            for kind, payload in self._standing.items():
                self._tell(frames.frame(kind, payload))
            self._tell_magnets(self._tray.now())

    def _drop_standin(self) -> None:
        if self._standin is not None:
            self._standin.close()
        self._standin = None
        self._frames = frames.FrameReader()
        self._to_standin.clear()

    def _tell_magnets(self, magnets: Mapping[Cell, Pole]) -> None:
        self._tell(self._miswiring.sensed(self._layout, magnets))

    def _tell(self, message: bytes) -> None:
        if self._standin is not None:
            self._to_standin.append(message)

    def _serve_standin(self, events: int) -> None:
        assert self._standin is not None
        try:
            if events & select.POLLOUT and self._to_standin:
                waiting = self._to_standin.popleft()
                sent = self._standin.send(waiting)
                if sent < len(waiting):
                    self._to_standin.appendleft(waiting[sent:])
            if events & ~select.POLLOUT:
                data = self._standin.recv(_READ)
                if not data:
                    self._drop_standin()
                    return
                self._take_frames(data)
        except BlockingIOError:
            return
        except OSError:
            self._drop_standin()

    def _take_frames(self, data: bytes) -> None:
        for kind, payload in self._frames.feed(data):
            if kind == frames.LAMPS and payload:
                self._show(self._miswiring.lit(self._lights.after(self._layout, payload[0], payload[1:])))
            elif kind == frames.WATCHDOG:
                self._console_now.watch(int.from_bytes(payload, "big"), _now_ms())
            elif kind == frames.SCRATCH:
                self._console_now.remember(int.from_bytes(payload, "big"))

    def _show(self, lights: Lights) -> None:
        if lights != self._lights:
            self._lights = lights
            for callback in self._callbacks:
                callback(lights)
