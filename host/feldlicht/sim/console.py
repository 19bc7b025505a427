"""The board's console between cable and firmware: who runs, who gets the bytes, what happens when a program ends."""

from __future__ import annotations

import array
import fcntl
import os
import select
import termios

from feldlicht.sim.cable import STALL_MS, Cable
from feldlicht.sim.program import RESET_CODE, SOFT_RESET_CODE, Program, Start
from feldlicht.sim.prompt import BANNER, Next, Prompt
from feldlicht.sim.wire import PACKET

HOLD_MS = 100
"""How long typed bytes wait after Ctrl-C for the program to end, as they wait in a board's ring."""
REST_MS = 100
"""Between the end of a program and its next start; a board takes longer."""


class Console:
    """Runs the firmware, and is MicroPython's prompt when there is none or it has ended. Used by one thread.

    The raw prompt, which tools use, is a program of its own: real MicroPython in the board's flash folder.
    """

    def __init__(self, start: Start, cable: Cable) -> None:
        self._start = start
        self._cable = cable
        self.program: Program | None = None
        """What runs; None at the prompt, while it rests before a start, and without power."""
        self._raw = False  # whether that is the raw prompt
        self._prompt: Prompt | None = None
        self._next_cause: str | None = None  # of a start that is still to come
        self._next_raw = False  # whether that is one of the raw prompt
        self._start_at_ms = 0
        self._held_until_ms = 0
        self._scratch = 0
        self._bites_at_ms: int | None = None  # when the watchdog resets the chip

    def remember(self, scratch: int) -> None:
        """Keep what the chip's scratch register holds, until the power is cut."""
        self._scratch = scratch

    def watch(self, wait_ms: int, now_ms: int) -> None:
        """Have the watchdog wait for so long from now on; 0 stops it. What ends a program does not."""
        if wait_ms == 0:
            self._bites_at_ms = None
        elif self.program is not None:  # not what a program said that has ended since
            self._bites_at_ms = now_ms + wait_ms

    def power_on(self, cause: str, now_ms: int) -> None:
        """Start the firmware now; a board without any is at the prompt."""
        self._next_cause = None
        self._held_until_ms = 0
        self._raw = False
        if self._start.main.exists():
            self.program, self._prompt = Program(self._start, cause, scratch=self._scratch), None
        else:
            self._prompt = Prompt()
            self._cable.send(BANNER, now_ms)

    def power_off(self) -> None:
        """End everything at once."""
        if self.program is not None:
            self.program.kill()
        self.program = self._prompt = self._next_cause = None
        self._raw = False
        self._scratch = 0
        self._bites_at_ms = None
        self._cable.to_board.clear()

    def interest(self) -> dict[int, int]:
        """Return the descriptors to poll and the events to poll for."""
        if self.program is None:
            return {}
        interest = {}
        if self._cable.room:
            interest[self.program.stdout] = select.POLLIN
        if self._cable.to_board and not self._held_until_ms:
            interest[self.program.stdin] = select.POLLOUT
        return interest

    def patience_ms(self, now_ms: int) -> int | None:
        """Return how long nothing may be polled for; None for ever."""
        if self._held_until_ms or self._next_cause or (self._prompt and self._cable.to_board):
            return 10
        waits = [] if self._cable.room else [STALL_MS // 5]
        if self._bites_at_ms is not None:
            waits.append(max(0, self._bites_at_ms - now_ms))
        return min(waits, default=None)

    def turn(self, ready: dict[int, int], now_ms: int) -> None:
        """Do what the polled events allow and what is due."""
        if self._bites_at_ms is not None and now_ms >= self._bites_at_ms:
            self._bite(now_ms)
        elif self._next_cause is not None and now_ms >= self._start_at_ms:
            if self._next_raw:
                self._power_raw()
            else:
                self.power_on(self._next_cause, now_ms)
        elif self.program is not None:
            self._carry(self.program, ready, now_ms)
        elif self._prompt is not None and self._cable.room:
            self._type(self._prompt, now_ms)

    def _carry(self, program: Program, ready: dict[int, int], now_ms: int) -> None:
        if self._cable.interrupted:
            self._cable.interrupted = False
            self._held_until_ms = now_ms + HOLD_MS
            program.interrupt()
        if now_ms >= self._held_until_ms:
            self._held_until_ms = 0
        if program.stdin in ready and self._cable.to_board:
            try:
                taken = os.write(program.stdin, self._cable.to_board[:PACKET])
                del self._cable.to_board[:taken]
            except BlockingIOError:
                pass
            except BrokenPipeError:
                self._cable.to_board.clear()
        if program.stdout in ready:
            self._hear(program, now_ms)
        elif self._cable.stalled(now_ms) and _waiting(program.stdout) > PACKET:
            # More than a packet waits: it was written without asking for room.
            os.read(program.stdout, PACKET)
            self._cable.dropped(now_ms)

    def _hear(self, program: Program, now_ms: int) -> None:
        try:
            data = os.read(program.stdout, PACKET)
        except BlockingIOError:
            return
        if data:
            self._cable.send(data, now_ms)
            return
        code = program.ended()
        self.program = None
        self._held_until_ms = 0
        if code == RESET_CODE:
            self._cable.to_board.clear()
            self._bites_at_ms = None
            self._start_again("reset", now_ms)
        elif self._raw and code == SOFT_RESET_CODE:
            self._cable.send(b"MPY: soft reboot\r\n", now_ms)
            self._start_again("soft", now_ms, raw=True)
        else:
            self._prompt = Prompt()
            self._cable.send(b"\r\n" * self._raw + BANNER, now_ms)

    def _bite(self, now_ms: int) -> None:
        """The watchdog resets the chip, whatever it does."""
        self._bites_at_ms = None
        if self.program is not None:
            self.program.kill()
        self.program = self._prompt = None
        self._cable.to_board.clear()
        self._start_again("watchdog", now_ms)

    def _type(self, prompt: Prompt, now_ms: int) -> None:
        typed = b"\x03" * self._cable.interrupted + bytes(self._cable.to_board)
        self._cable.interrupted = False
        self._cable.to_board.clear()
        if not typed:
            return
        said = prompt.feed(typed)
        self._cable.send(said.output, now_ms)
        if said.next is Next.STAY:
            return
        self._prompt = None
        if said.next is Next.RAW:
            self._cable.to_board += said.rest
            self._power_raw()
        else:
            self._start_again("soft", now_ms)

    def _power_raw(self) -> None:
        self._next_cause = None
        self._raw = True
        self.program = Program(self._start, "soft", self._start.raw_prompt, self._scratch)

    def _start_again(self, cause: str, now_ms: int, *, raw: bool = False) -> None:
        self._next_cause = cause
        self._next_raw = raw
        self._start_at_ms = now_ms + REST_MS


def _waiting(pipe: int) -> int:
    count = array.array("i", [0])
    fcntl.ioctl(pipe, termios.FIONREAD, count)
    return count[0]
