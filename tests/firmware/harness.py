"""Runs the unmodified firmware in the real MicroPython unix port and plays the world around it: console and board.

Used by the firmware's own tests only. One thread: every waiting call serves console and board meanwhile.
"""

from __future__ import annotations

import contextlib
import os
import select
import selectors
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import lines

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT
from feldlicht.sim.interpreter import choose, find
from feldlicht.sim.magnets import field_bytes

ROOT = Path(__file__).resolve().parents[2]
FIRMWARE = ROOT / "firmware"
STANDINS = ROOT / "host" / "feldlicht" / "sim" / "standins"
LIMIT = 10.0  # seconds that anything may take before a test fails

Line = tuple[str, int, list[str]]


def interpreter() -> tuple[str, ...]:
    """Return what comes before a script: MicroPython, or what ``MICROPYTHON`` names."""
    return choose(find()).command


def run_script(
    source: str,
    folder: Path,
    *,
    moving: bool = False,
    modules: Path = FIRMWARE,
    driver: str = LAYOUT.driver,
    before: Path | None = None,
    magnets: Mapping[int, str] | None = None,
    **env: str,
) -> str:
    """Run a MicroPython script on the stand-ins; return its output.

    ``magnets`` stand there; ``moving``: they come and go meanwhile; ``before``: a folder whose modules come first.
    """
    script = folder / "script.py"
    script.write_text(source, encoding="utf-8")
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(LIMIT)
        process = subprocess.Popen(
            [*interpreter(), str(script)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=folder,
            env=environment(modules, server.getsockname()[1], env, driver, before),
        )
        with process, server.accept()[0] as wire:
            wire.sendall(magnets_frame(magnets or {}, driver))
            moved = 0
            end = time.monotonic() + LIMIT
            while moving and process.poll() is None and time.monotonic() < end:
                moved += 1
                with contextlib.suppress(BrokenPipeError, ConnectionResetError):
                    wire.sendall(magnets_frame({moved % 144: "N", moved * 7 % 144: "S"}, driver))
                    if readable(wire):
                        wire.recv(65536)
                time.sleep(0.05)  # long enough to settle
            try:
                output, _ = process.communicate(timeout=LIMIT)
            finally:
                process.kill()
    assert process.returncode == 0, output.decode(errors="replace")
    return output.decode()


def changed_firmware(folder: Path, name: str, before: str, after: str) -> Path:
    """Return a copy of the firmware in which one place of one file is another."""
    copy = folder / "firmware"
    shutil.copytree(FIRMWARE, copy)
    text = (copy / name).read_text(encoding="utf-8")
    assert text.count(before) == 1
    (copy / name).write_text(text.replace(before, after), encoding="utf-8")
    return copy


def readable(wire: socket.socket) -> bool:
    """Return whether there is something to read."""
    return bool(select.select([wire], [], [], 0)[0])


def environment(
    modules: Path, port: int, extra: Mapping[str, str], driver: str = LAYOUT.driver, before: Path | None = None
) -> dict[str, str]:
    """Return the environment of a simulated board whose firmware is in ``modules``."""
    layout = FIRMWARE / "layouts" / driver if driver != LAYOUT.driver else None
    folders = [folder for folder in (before, STANDINS, layout, modules, ".frozen") if folder is not None]
    return {
        **os.environ,
        "MICROPYPATH": ":".join(map(str, folders)),
        "FELDLICHT_SIM_PORT": str(port),
        "FELDLICHT_SIM_ID": "e6614103e72b1c2f",
        **extra,
    }


def frame(kind: str, payload: bytes) -> bytes:
    """Return one frame for the stand-ins."""
    return kind.encode() + len(payload).to_bytes(2, "big") + payload


def magnets_frame(magnets: Mapping[int, str], driver: str = LAYOUT.driver) -> bytes:
    """Return the frame that tells what the sensors see."""
    if driver == LAYOUT.driver:
        return frame("M", chain_bytes(magnets))
    if driver == "ring":
        return frame("M", b"")
    return frame("F", field_bytes({Cell(which): Pole(pole) for which, pole in magnets.items()}))


def chain_bytes(magnets: Mapping[int, str]) -> bytes:
    """Return the sensor chain's inputs for the pole ("N", "S" or "NS") on each occupied cell."""
    chain = bytearray(len(LAYOUT.sensor_order) // 8)
    for bit, (cell, pole) in enumerate(LAYOUT.sensor_order):
        sees = pole in magnets.get(cell, "")
        if sees != LAYOUT.sensor_active_low:
            chain[bit // 8] |= 0x80 >> bit % 8
    return bytes(chain)


def occupancy(magnets: Mapping[int, str]) -> str:
    """Return the occupancy field that these magnets must give."""
    bits = "".join("01"["N" in magnets.get(c, "")] + "01"["S" in magnets.get(c, "")] for c in range(144))
    return f"{int(bits, 2):072X}"


def touched(*cells: int) -> str:
    """Return the touched field that names these cells."""
    return f"{sum(1 << 143 - cell for cell in set(cells)):036X}" if cells else "-"


class Board:
    """One running firmware."""

    def __init__(
        self,
        flash: Path,
        magnets: Mapping[int, str] | None = None,
        program: Path | None = None,
        driver: str = LAYOUT.driver,
        **env: str,
    ) -> None:
        """``flash``: folder that stands for the board's flash; ``program``: another folder to run than firmware/.

        ``driver``: how its sensors are read.
        """
        flash.mkdir(exist_ok=True)
        folder = program or FIRMWARE
        self._driver = driver
        self.lines: list[Line] = []
        self.last_snapshot = 0  # sequence number of the newest snapshot
        self.text = bytearray()  # everything the firmware wrote
        self.frames: list[tuple[int, bytes]] = []  # (pin, bytes clocked out)
        self.fed: list[int] = []  # for each feeding of the watchdog, how long it waits; 0: it was stopped
        self.scratch = 0  # what the chip's register holds
        self._reader = lines.LineReader()
        self._seq = 0
        with socket.create_server(("127.0.0.1", 0)) as server:
            server.settimeout(LIMIT)
            self.process = subprocess.Popen(
                # Not as a script: its folder would come first in the path, and its layout with it.
                [*interpreter(), "-c", "import main"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                cwd=flash,
                env=environment(folder, server.getsockname()[1], env, driver),
                bufsize=0,
            )
            try:
                self.wire, _ = server.accept()
            except TimeoutError:
                self.process.kill()
                self.process.wait()
                raise
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self._selector = selectors.DefaultSelector()
        self._selector.register(self.stdout, selectors.EVENT_READ, self._read_console)
        self._selector.register(self.wire, selectors.EVENT_READ, self._read_wire)
        self._pending = bytearray()
        self.set_magnets(magnets or {})

    def __enter__(self) -> Board:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the firmware and free everything."""
        self._selector.close()
        self.stdin.close()
        self.wire.close()
        if self.process.poll() is None:
            try:
                self.process.wait(LIMIT)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        self.stdout.close()

    # the world

    def set_magnets(self, magnets: Mapping[int, str]) -> None:
        """Let the sensors see these magnets."""
        self.wire.sendall(magnets_frame(magnets, self._driver))

    def fail_bus(self, reads: int, every: int | None = None) -> None:
        """Let so many of the next bus transfers fail; or only every n-th, and only while a DMA feeds the LEDs."""
        self.wire.sendall(frame("E", bytes([reads] if every is None else [reads, every])))

    def break_sensors(self, where: int) -> None:
        """Break the chain behind so many registers, or take a half-bar out of a linear board; 255: all is whole."""
        self.wire.sendall(frame("B", bytes([where])))

    def offer(self, millivolts: int) -> None:
        """Let the source put so many millivolts on the CC line."""
        self.wire.sendall(frame("C", millivolts.to_bytes(2, "big")))

    def colour(self, kind: str, index: int) -> tuple[int, int, int]:
        """Return what the newest frame shows on a lamp ("cell", "ring" or "strip"): red, green, blue."""
        if kind == "cell":
            pin, led = LAYOUT.grid_pin, LAYOUT.grid_order.index(index)
        else:
            pin, led = LAYOUT.ring_strip_pin, LAYOUT.ring_strip_order.index((kind, index))
        data = next((data for seen, data in reversed(self.frames) if seen == pin), b"")
        green, red, blue = data[3 * led : 3 * led + 3]
        return red, green, blue

    # the host

    def write(self, data: bytes) -> None:
        """Write raw bytes to the console, serving the other direction while it is full."""
        descriptor = self.stdin.fileno()
        os.set_blocking(descriptor, False)
        end = time.monotonic() + LIMIT
        while data:
            try:
                data = data[os.write(descriptor, data) :]
            except BlockingIOError:
                assert time.monotonic() < end, "the firmware does not read"
                self.serve(0.01)

    def send(self, kind: str, fields: str = "") -> int:
        """Send a good line; return its sequence number."""
        seq = self._seq
        self._seq = (self._seq + 1) & 0xFFFF
        self.write(lines.encode(kind, seq, fields))
        return seq

    def order(self, kind: str, fields: str = "") -> str:
        """Send a line that is answered; return the answer's word."""
        seq = self.send(kind, fields)
        return self.wait("A", lambda answer: answer[0] == str(seq))[1]

    def ask(self, kind: str, answer: str) -> list[str]:
        """Send a question; return the fields of its answer.

        A board speaks by itself too, and what it said of itself a moment before is not the answer: it has answered
        a line that changes nothing shown before it is asked.
        """
        self.order("Y", "3F s 1000 0 000000")
        self.lines.clear()
        self.send(kind)
        return self.wait(answer)

    def wait(self, kind: str, fits: Callable[[list[str]], bool] = lambda fields: True) -> list[str]:
        """Return the fields of the first line of this type that fits and was not asked for before."""
        found: list[list[str]] = []

        def look() -> bool:
            for at, (seen, _, fields) in enumerate(self.lines):
                if seen == kind and fits(fields):
                    found.append(fields)
                    del self.lines[at]
                    return True
            return False

        self.until(look, f"a fitting {kind} line")
        return found[0]

    def until(self, holds: Callable[[], bool], what: str) -> None:
        """Serve both ends until something holds; fail after a generous limit."""
        end = time.monotonic() + LIMIT
        while not holds():
            assert time.monotonic() < end, f"waited in vain for {what}; last lines {self.lines[-5:]}"
            running = self.serve(0.05) or self.process.poll() is None
            assert running, f"the firmware ended: {bytes(self.text[-2000:])!r}"

    def serve(self, seconds: float) -> bool:
        """Take what comes within a time; return True if anything came."""
        events = self._selector.select(seconds)
        for key, _ in events:
            key.data()
        return bool(events)

    def interrupt(self) -> None:
        """Type Ctrl-C."""
        self.process.send_signal(signal.SIGINT)

    def ended(self) -> int:
        """Wait for the firmware's end; return its exit code."""
        self.until_end()
        return self.process.wait(LIMIT)

    def until_end(self) -> None:
        """Take everything the firmware still writes."""
        end = time.monotonic() + LIMIT
        while self._selector.get_map() and time.monotonic() < end:
            self.serve(0.05)

    def _read_console(self) -> None:
        data = os.read(self.stdout.fileno(), 65536)
        if not data:
            self._selector.unregister(self.stdout)
        self.text += data
        for byte in data:
            line = self._reader.feed(byte, 0)
            if line is not None:
                self.lines.append(line)
                if line[0] == "S":
                    self.last_snapshot = line[1]

    def _read_wire(self) -> None:
        try:
            data = self.wire.recv(65536)
        except ConnectionResetError:
            data = b""
        if not data:
            self._selector.unregister(self.wire)
        self._pending += data
        while len(self._pending) >= 3:
            length = int.from_bytes(self._pending[1:3], "big")
            if len(self._pending) < 3 + length:
                return
            kind, payload = bytes(self._pending[:1]), bytes(self._pending[3 : 3 + length])
            if kind == b"L":
                self.frames.append((payload[0], payload[1:]))
            elif kind == b"D":
                self.fed.append(int.from_bytes(payload, "big"))
            else:
                assert kind == b"S"
                self.scratch = int.from_bytes(payload, "big")
            del self._pending[: 3 + length]


def state(board: Board) -> dict[str, int]:
    """Return the numbers of the board's state line."""
    pairs = (field.split("=") for field in board.ask("I", "I"))
    return {name: int(value) for name, value in pairs if value.isdecimal()}


def trouble(board: Board) -> str:
    """Return what the board says of its sensors: ``ok``, or what is wrong."""
    return next(field for field in board.ask("I", "I") if field.startswith("sensors=")).removeprefix("sensors=")
