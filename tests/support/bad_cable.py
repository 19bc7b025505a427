"""A board on a bad cable: magnets and knob are moved while bytes are lost, the plug is pulled and the power fails.

In between all is quiet for a while, and then the host must know exactly what stands on the table.
"""

from __future__ import annotations

import gc
import os
import random
import sys
import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path

from feldlicht.base.cables import NO_FAULT, CableFault
from feldlicht.base.cells import CELL_COUNT, Cell
from feldlicht.base.controls import Button, Operation, Press
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.styles import Colour, Scene, Style
from feldlicht.board.layout import FINGERPRINTS, LAYOUT
from feldlicht.link.events import BoardFault, BoardFound, BoardLost, BoardSnapshot, BoardState, LinkEvent
from feldlicht.link.link import BoardLink
from feldlicht.link.messages import Snapshot
from feldlicht.link.port import open_port
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.knob import Knob
from feldlicht.sim.board import SimulatedBoard
from feldlicht.table.messages import KnobTurned, Pressed, PressedLong

PATIENCE_S = 90.0
"""A limit for all to be well again; not a measure of how fast it should."""
WARM = 5
"""Troubles after which memory may grow no more."""
BLOCKS = 6000
"""Objects that this process may have more or less from one quiet moment to another."""
HEAP_BYTES = 4096
"""Bytes by which the board's free heap may be lower than it was after the same start."""
STATES = 5
"""State lines to one look at the heap. What waits to be sent takes memory for a moment, a leak in each of them."""

Counts = tuple[int, int, int, int, int]
"""Knob steps, presses, long presses, first and second button."""


class Listener:
    """Who owns the link: remembers the newest only, so that it is not what grows."""

    def __init__(self) -> None:
        self.snapshot: Snapshot | None = None
        self.there = False
        self.happened: Counter[str] = Counter()
        self.acts = [0, 0, 0]
        """Steps, presses and long presses that a table was told of."""
        self.faults: list[BoardFault] = []
        self.first_heaps: list[int] = []
        """Free heap in the first state lines since the board's start."""
        self.newest_heaps: deque[int] = deque(maxlen=STATES)
        """And in the newest ones after those."""
        self.boot: int | None = None
        self._knob = Knob()

    def take(self, event: LinkEvent) -> None:
        self.happened[type(event).__name__] += 1
        if isinstance(event, BoardFound):
            self.there = True
            if event.hello.boot != self.boot:
                self.boot = event.hello.boot
                self.first_heaps.clear()
                self.newest_heaps.clear()
        elif isinstance(event, BoardLost):
            self.there = False
            self.snapshot = None
            self._knob.forget()
        elif isinstance(event, BoardFault):
            self.faults.append(event)
        elif isinstance(event, BoardState):
            heaps = self.first_heaps if len(self.first_heaps) < STATES else self.newest_heaps
            heaps.append(event.state.free_memory)
        elif isinstance(event, BoardSnapshot):
            for act in self._knob.acts(event.snapshot):
                self.acts[0] += act.steps if isinstance(act, KnobTurned) else 0
                self.acts[1] += isinstance(act, Pressed)
                self.acts[2] += isinstance(act, PressedLong)
            self.snapshot = event.snapshot

    def counters(self) -> Counts | None:
        """Return what the newest snapshot says was done since the board's start."""
        one = self.snapshot
        return None if one is None else (one.turn, one.press, one.long_press, one.button_1, one.button_2)


class BadCable:
    """A board, its cable and its host."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.done: Counter[str] = Counter()
        """What befell the board."""
        self._dice = random.Random(seed)
        self._board = SimulatedBoard(LAYOUT, firmware_folder(), folder)
        self._host = Listener()
        self._link = BoardLink("bad-cable", lambda: open_port(self._board.port), FINGERPRINTS, self._host.take)
        self._boot: int | None = None  # before the trouble under way
        self._counted = [0] * 5  # by then, since that start
        self._operated = [0] * 5  # meanwhile, whether the board had a program or not
        self._shown = Cell(0)
        self._blocks = 0

    def endure(self, seconds: float) -> None:
        """Have trouble after trouble for so long; fail as soon as something is wrong after one."""
        end = time.monotonic() + seconds
        self._board.start()
        self._link.start()
        try:
            self._calm()
            while time.monotonic() < end:
                self._trouble()
                self.done["troubles"] += 1
                self._weigh()
        except AssertionError as fault:
            fault.add_note(f"{dict(self.done)} {dict(self._host.happened)} {self._link.health()}")
            raise
        finally:
            self._link.close()
            self._board.close()
        assert not [thread for thread in threading.enumerate() if thread.name == "link-bad-cable"]

    # ---- what goes wrong

    def _trouble(self) -> None:
        """Have one trouble, and see that it is over."""
        self._operated = [0] * 5
        acts, lost = list(self._host.acts), self._host.happened["BoardLost"]
        dice = self._dice
        shares = {name: dice.choice((0.0, 0.1, 0.3)) for name in ("split", "delay", "loss", "garbage")}
        self._board.disturb(CableFault(dice.randrange(10**6), stall=dice.choice((0.0, 0.0, 0.03)), **shares))
        for name, share in shares.items():
            self.done[name] += share > 0
        for _ in range(dice.randint(5, 25)):
            what = dice.choices((self._move, self._operate, self._replug, self._reboot), (240, 100, 16, 1))[0]
            what()
            time.sleep(dice.uniform(0.01, 0.3))
        self._calm()
        told = [now - before for now, before in zip(self._host.acts, acts, strict=True)]
        if self._host.happened["BoardLost"] == lost:
            assert told == self._operated[:3], "each act is told once"
        else:
            # What was done while the board was away is nobody's wish.
            assert told[1] <= self._operated[1], "no press is told twice"
            assert told[2] <= self._operated[2], "no long press is told twice"

    def _move(self) -> None:
        dice = self._dice
        self._board.set_magnets(
            {Cell(dice.randrange(CELL_COUNT)): dice.choice((None, *Pole)) for _ in range(dice.randint(1, 4))}
        )
        self._shown = Cell(dice.randrange(CELL_COUNT))
        self._link.show(Scene({self._shown: Style((Colour.GREEN,))}))
        self.done["moves"] += 1

    def _operate(self) -> None:
        dice = self._dice
        turn = dice.choice((0, 0, 1, -1, 5, -7))
        press = dice.choice((None, Press.SHORT, Press.SHORT, Press.LONG))
        button = dice.choice((None, *Button))
        self._board.operate(Operation(turn, press, button))
        done = (turn, press is Press.SHORT, press is Press.LONG, button is Button.FIRST, button is Button.SECOND)
        self._operated = [before + now for before, now in zip(self._operated, done, strict=True)]
        self.done["knob"] += 1

    def _replug(self) -> None:
        before = self._board.port
        self._board.unplug()
        time.sleep(self._dice.choice((0.0, 0.2, 2.0)))
        self._move()
        # Somebody else gets the name, so that the board comes back under another.
        other = os.openpty()
        self._board.plug()
        for descriptor in other:
            os.close(descriptor)
        self.done["replugged"] += 1
        self.done["under another name"] += self._board.port != before

    def _reboot(self) -> None:
        self._board.reboot()
        self.done["rebooted"] += 1

    # ---- and how it must stand after it

    def _calm(self) -> None:
        self._board.disturb(NO_FAULT)
        table = Occupancy.of(self._board.magnets())
        self._until(lambda: self._host.there and self._occupancy() == table, f"the position to be {table.poles()}")
        if self._host.boot != self._boot:
            # Without power, or restarted by the host. Hands that turned a board without a program turned nothing.
            self._until(self._at_rest, "the knob to rest")
            self._boot = self._host.boot
            counters = list(self._host.counters() or [0] * 5)
            assert all(counted <= done for counted, done in zip(counters[1:], self._operated[1:], strict=True))
        else:
            counters = [before + now for before, now in zip(self._counted, self._operated, strict=True)]
        self._until(lambda: self._host.counters() == tuple(counters), f"the knob to be counted as {counters}")
        self._counted = counters
        self._until(lambda: self._lit() == {self._shown} or not self.done["moves"], f"{self._shown!r} to be lit")
        snapshots = self._host.happened["BoardSnapshot"]
        self._until(lambda: self._host.happened["BoardSnapshot"] >= snapshots + 2, "more snapshots")
        if self._host.boot != self._boot:
            # On a busy machine the host had the board start again meanwhile: all is looked at anew.
            self._calm()
            return
        # Nothing comes late.
        assert self._occupancy() == table
        assert self._host.counters() == tuple(counters), (self._host.counters(), counters)
        assert self._host.faults == []

    def _at_rest(self) -> bool:
        before = self._host.counters()
        time.sleep(2.5)
        return before is not None and self._host.counters() == before

    def _occupancy(self) -> Occupancy | None:
        snapshot = self._host.snapshot
        return None if snapshot is None else snapshot.occupancy

    def _lit(self) -> set[Cell]:
        return {cell for cell, colour in self._board.lights().cells.items() if any(colour)}

    def _until(self, happened: Callable[[], bool], what: str) -> None:
        deadline = time.monotonic() + PATIENCE_S
        while not happened():
            assert time.monotonic() < deadline, f"waited in vain for {what}; newest {self._host.snapshot}"
            time.sleep(0.01)

    def _weigh(self) -> None:
        gc.collect()
        blocks = sys.getallocatedblocks()
        if self.done["troubles"] == WARM:
            self._blocks = blocks
        assert self.done["troubles"] <= WARM or blocks - self._blocks < BLOCKS
        first, newest = list(self._host.first_heaps), list(self._host.newest_heaps)
        if len(newest) == STATES:
            self.done["heaps compared"] += 1
            assert max(first) - max(newest) < HEAP_BYTES, f"free heap {first}, then {newest}"
