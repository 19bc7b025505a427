"""A bad cable: what it does to the packets that travel in one direction, by chance from a seed. Pure."""

from __future__ import annotations

import random
from collections import deque

from feldlicht.base.cables import DELAY_MS, NO_FAULT, PIECE_MS, STALL_MS, CableFault
from feldlicht.sim.wire import INTERRUPT, PACKET


class Way:
    """One direction of a cable: packets in, pieces out when they are due."""

    def __init__(self, name: str) -> None:
        """``name`` tells the directions apart, which have their own luck from one seed."""
        self.waiting = 0
        """Bytes on their way."""
        self._name = name
        self._fault = NO_FAULT
        self._dice = random.Random(name)
        self._pieces: deque[tuple[int, bytes]] = deque()
        self._free_ms = 0  # nothing arrives before

    def suffer(self, fault: CableFault) -> None:
        """Be as bad as this from the next packet on."""
        self._fault = fault
        self._dice = random.Random(f"{fault.seed} {self._name}")

    def put(self, packet: bytes, now_ms: int) -> None:
        """Send a packet on its way."""
        fault, dice = self._fault, self._dice
        due = max(now_ms, self._free_ms)
        if dice.random() < fault.stall:
            due += STALL_MS
        if dice.random() < fault.delay:
            due += dice.randint(1, DELAY_MS)
        if dice.random() < fault.garbage:
            noise = dice.randbytes(dice.randint(1, PACKET))
            self._add(due, noise.replace(INTERRUPT, b""))
        if dice.random() < fault.loss:
            packet = b""
        if dice.random() < fault.split and len(packet) > 1:
            cut = dice.randrange(1, len(packet))
            self._add(due, packet[:cut])
            due, packet = due + dice.randint(1, PIECE_MS), packet[cut:]
        self._add(due, packet)
        self._free_ms = due

    def _add(self, due_ms: int, piece: bytes) -> None:
        if piece:
            self._pieces.append((due_ms, piece))
            self.waiting += len(piece)

    def take(self, now_ms: int) -> bytes | None:
        """Return the next piece that has arrived; None if there is none."""
        if not self._pieces or self._pieces[0][0] > now_ms:
            return None
        _, piece = self._pieces.popleft()
        self.waiting -= len(piece)
        return piece

    def patience_ms(self, now_ms: int) -> int | None:
        """Return how long it takes until something arrives; None if nothing is on its way."""
        return max(0, self._pieces[0][0] - now_ms) if self._pieces else None

    def clear(self) -> None:
        """Lose what is on its way."""
        self._pieces.clear()
        self.waiting = 0
        self._free_ms = 0
