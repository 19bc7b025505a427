"""A million lines from a board that nobody would want, into the host's end: reader, messages, conversation."""

from __future__ import annotations

import gc
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from feldlicht.base.cells import CELL_COUNT
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.styles import Pattern
from feldlicht.link.conversation import Conversation
from feldlicht.link.events import BoardFault, BoardField, BoardFound, BoardLost, BoardSnapshot, BoardState, LinkEvent
from feldlicht.link.health import Counters
from feldlicht.link.lines import BadCause
from feldlicht.link.messages import (
    Answer,
    AskField,
    AskHello,
    AskSnapshot,
    AskState,
    Configure,
    DefineStyle,
    Fault,
    FromBoard,
    FromHost,
    Heartbeat,
    Keep,
    Release,
    RowField,
    SetLamps,
    SetZero,
    Snapshot,
    State,
    Word,
)
from feldlicht.link.phase import Phase
from feldlicht.link.timing import Timing
from tests.link.script import HELLO
from tests.support.random_lines import MILLION, Fate, Good, Lines, Sent

SEED = 2000
PARTS = 2
COUNT = MILLION // PARTS
STEP = 1000
"""Lines between two looks at what happened."""
WARM = 100_000
UNKNOWN = "BDJMNOPQTUVXabz!#"
NEED_NOT_BE = ("safe=", "budget=", "supply=", "sensors=")
"""Fields that a board of an earlier firmware does not say."""
BLOCKS = 3000
"""Objects that may come and go between two moments; a leak of one in a hundred lines would be three times that."""


def good_lines(dice: random.Random) -> list[Good]:
    """Everything that a board may say, a thousand times over; every tenth hello is one of a board started anew."""
    bits = 1 << CELL_COUNT

    def rare() -> int:
        return dice.getrandbits(CELL_COUNT) & dice.getrandbits(CELL_COUNT) & dice.getrandbits(CELL_COUNT)

    def snapshot() -> Snapshot:
        occupancy = Occupancy(rare(), rare())
        counters = (dice.randrange(10**6) for _ in range(4))
        return Snapshot(0, dice.randrange(1 << 30), occupancy, rare() % bits, dice.randint(-999, 999), *counters)

    def row() -> RowField:
        def values(low: int) -> tuple[int | None, ...]:
            return tuple(None if dice.random() < 0.1 else dice.randint(low, 9999) for _ in range(16))

        return RowField(dice.randrange(9), values(-9999), values(0))

    def message() -> FromBoard:
        match dice.randrange(20):
            case 0 | 8:
                return HELLO if dice.random() < 0.9 else replace(HELLO, boot=dice.randrange(2**32))
            case 1:
                return State(*(dice.randrange(10**6) for _ in range(4)), dice.random() < 0.5, dice.randrange(10**6))
            case 2:
                return row()
            case 3:
                return Fault("scan", tuple(f"text_{dice.randrange(99)}" for _ in range(dice.randint(1, 4))))
            case 4 | 5 | 6 | 7:
                return Answer(dice.randrange(65536), dice.choice(list(Word)))
            case _:
                return snapshot()

    return [(one.TYPE, one.fields()) for one in (message() for _ in range(1000))]


def unfit_lines(dice: random.Random, good: list[Good]) -> list[Good]:
    """Whole lines that no board says: unknown types, the host's own, fields too many, too few, or impossible."""
    unknown: list[Good] = [(letter, [str(n)] * n) for n, letter in enumerate(UNKNOWN)]
    ours: list[FromHost] = [AskHello(), AskSnapshot(), AskState(), AskField(), SetZero(), Keep(), Release()]
    ours += [Heartbeat(), Heartbeat(77), SetLamps(((3, 1),), clear=True), Configure(scan=100)]
    ours += [DefineStyle(1, Pattern.STEADY, 1000, 0, ((1, 2, 3),))]
    return [
        *unknown,
        *((one.TYPE, one.fields()) for one in ours),
        *(broken(dice, dice.choice(good)) for _ in range(600)),
    ]


def broken(dice: random.Random, line: Good) -> Good:
    """Leave out, spoil or add a field."""
    type_, fields = line
    if type_ == "E":
        return type_, fields[:1]  # its other fields are free text
    at = dice.choice([n for n, field in enumerate(fields) if not field.startswith(NEED_NOT_BE)])
    spoilt = dice.choice(([], ["~"], [fields[at], "~"]))
    return type_, [*fields[:at], *spoilt, *fields[at + 1 :]]


class Expected:
    """What the host must make of the lines, counted from what they are."""

    def __init__(self) -> None:
        self.fates: Counter[Fate] = Counter()
        self.types: Counter[str] = Counter()
        self.unknown = 0
        self.snapshots: list[tuple[int, list[str]]] = []
        self.found = 0
        self._hello: tuple[str, ...] = ()
        self._next: int | None = None
        self._gap = False
        self._held: Sent | None = None

    def take(self, sent: Sent) -> None:
        self.fates[sent.fate] += 1
        if sent.fate is not Fate.GOOD:
            self.unknown += sent.fate is Fate.UNFIT and sent.type in UNKNOWN
            return
        self.types[sent.type] += 1
        # A number that was left out may have been the hello of a board that started anew: the newest snapshot waits.
        self._gap = self._gap or self._next not in (None, sent.sequence)
        self._next = (sent.sequence + 1) % 65536
        if sent.type == "H":
            held, self._held, self._gap = self._held, None, False
            if sent.fields != self._hello:
                self._hello = sent.fields
                self.found += 1
            elif held is not None:
                self.snapshots.append((held.sequence, list(held.fields)))
        elif sent.type == "S" and self._gap:
            self._held = sent
        elif sent.type == "S":
            self.snapshots.append((sent.sequence, list(sent.fields)))


def in_pieces(dice: random.Random, lines: list[Sent]) -> Iterator[tuple[bytes, int]]:
    """Cut the stream anywhere; yield each piece with the time that passes after it, in ms."""
    waiting = b""
    for sent in lines:
        waiting += sent.wire
        if sent.pause_ms or len(waiting) > 1500:
            while waiting:
                size = dice.randint(1, 600)
                piece, waiting = waiting[:size], waiting[size:]
                yield piece, 0 if waiting else sent.pause_ms or 5
    if waiting:
        yield waiting, 5


def held_blocks(counters: Counters, now: int) -> int:
    counters.lines.per_second(now)
    counters.snapshot_rate.per_second(now)
    gc.collect()
    return sys.getallocatedblocks()


@pytest.mark.prove
@pytest.mark.parametrize("part", range(PARTS))
def test_a_million_random_and_mutated_lines_are_each_taken_or_counted_by_the_host_and_nothing_grows(
    part: int,
) -> None:
    """Of 1 000 000 lines, in two parts, half are good, 15 in 100 do not fit, 33 are damaged and 2 empty.

    They come cut anywhere. Once in a thousand lines a number is left out, and one hello in ten is of a board that has
    started anew.
    """
    seed = SEED + part
    dice = random.Random(seed)
    good = good_lines(dice)
    drawn = Lines(seed, good, unfit_lines(dice, good))
    expected = Expected()
    counters = Counters()
    now = 1000
    host = Conversation("PORT", [HELLO.layout], counters, Timing(), now)
    happened: Counter[type[LinkEvent]] = Counter()
    blocks = 0
    lines = [drawn.numbered("H", HELLO.fields())]
    for done in range(0, COUNT, STEP):
        lines += drawn.draw(STEP - len(lines))
        drawn.skip()
        for sent in lines:
            expected.take(sent)
        for data, pause_ms in in_pieces(dice, lines):
            host.received(data, now)
            host.take_output()
            now += pause_ms
        host.received(b"", now)
        events = host.take_events()
        happened.update(map(type, events))
        told = [(one.snapshot.sequence, one.snapshot.fields()) for one in events if isinstance(one, BoardSnapshot)]
        assert told == expected.snapshots
        expected.snapshots.clear()
        lines.clear()
        assert host.phase is Phase.LIVE
        if done == WARM:
            blocks = held_blocks(counters, now)
    assert held_blocks(counters, now) - blocks < BLOCKS
    fates, types = expected.fates, expected.types
    assert fates.total() == COUNT
    assert counters.lines_in == fates[Fate.GOOD] == types.total() > COUNT * 0.49
    assert counters.bad.total() == fates[Fate.UNFIT] > COUNT * 0.14
    assert counters.bad[BadCause.TYPE] >= expected.unknown > 0
    assert sum(host.reader.bad.values()) == fates[Fate.DAMAGED] > COUNT * 0.32
    assert happened[BoardSnapshot] == counters.snapshots > COUNT * 0.1
    assert (happened[BoardState], happened[BoardField], happened[BoardFault]) == (types["I"], types["F"], types["E"])
    assert happened[BoardFound] == happened[BoardLost] + 1 == counters.found == expected.found > 500
