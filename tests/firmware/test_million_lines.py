"""A million lines that no host should send, into the board's end, on the interpreter of the board."""

from __future__ import annotations

import contextlib
import random
import shutil
import socket
import subprocess
import threading
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from queue import Queue
from typing import BinaryIO

import lines
import pytest
from harness import FIRMWARE, environment, interpreter, magnets_frame

from feldlicht.base.styles import Pattern
from feldlicht.link.lines import Line, LineReader
from feldlicht.link.messages import (
    AskField,
    AskHello,
    AskSnapshot,
    AskState,
    Configure,
    DefineStyle,
    FromHost,
    Heartbeat,
    Keep,
    SetLamps,
    SetZero,
    parse,
)
from tests.support.random_lines import MILLION, Fate, Good, Lines, Sent

SEED = 2100
PARTS = 4
COUNT = MILLION // PARTS
SCRIPT = Path(__file__).with_name("million_lines.py")
BUNDLE_BYTES = 3000
BEFORE_THE_WRAP_MS = 300_000
"""The board's clock begins so long before it wraps; some ten times as much passes."""
PATIENCE_S = 600.0
BYTES = 2048
"""Of the heap that may be in use more or less from one moment to another, hundred thousand lines apart."""
ANSWERED = "YLCFZWR"


def ordered(dice: random.Random) -> FromHost:
    """Return something that a host says, but never a release: after it there is nothing left to try."""
    match dice.randrange(16):
        case 0 | 1 | 2:
            colours = tuple((dice.randrange(256), dice.randrange(256), 7) for _ in range(dice.randint(1, 4)))
            pattern = dice.choice(list(Pattern))
            return DefineStyle(
                dice.randint(1, 63), pattern, dice.randint(100, 10_000), dice.randrange(65536), colours
            )
        case 3 | 4 | 5:
            pairs = tuple(
                (dice.randrange(174), dice.randrange(64)) for _ in range(dice.choice((1, 1, 2, 2, 3, 3, 5, 5, 9, 90)))
            )
            return SetLamps(pairs, dice.random() < 0.5, dice.random() < 0.2)
        case 6 | 7:
            names = dice.sample(sorted(Configure.LIMITS), dice.randint(1, 6))
            return Configure(**{name: dice.randint(*Configure.LIMITS[name]) for name in names})
        case 8 | 9 | 10 | 11:
            return Heartbeat(None if dice.random() < 0.1 else dice.randrange(65536))
        case 12:
            return AskSnapshot()
        case 13:
            return AskHello()
        case 14:
            return dice.choice((AskField(), SetZero(), AskState()))
        case _:
            return Keep() if dice.random() < 0.2 else Heartbeat()


WORDS = [
    *("!", "+", "-", "~", "00=01", "8F=3F", "AD=00", "AE=00", "01", "3F", "40", "00", "s", "b", "p", "a", "x"),
    *("99", "100", "10000", "0", "65535", "65536", "FFFFFF", "0A141E", "fffff", "scan=100", "scan=19", "debounce=3"),
    *("debounce=03", "brightness=0", "budget=50", "threshold=20", "hysteresis=19", "colour=1", "="),
]


TWICE: list[Good] = [
    ("C", ["scan=100", "scan=200"]),
    ("C", ["scan=100", "scan=100"]),
    ("L", ["00=01", "00=02"]),
    ("L", ["!", "+"]),
    ("L", ["!"]),
    ("L", ["+"]),
]
"""What a host might say twice, or hardly at all."""


def made_up(dice: random.Random) -> Good:
    """Return any type with any words as fields; the most are nonsense, some are not."""
    return dice.choice("?GIKYLCFZWRHSAEXq"), dice.choices(WORDS, k=dice.choice((0, 1, 1, 1, 2, 3, 5, 6)))


def broken(dice: random.Random, line: Good) -> Good:
    """Spoil a field, or add one."""
    type_, fields = line
    at = dice.randrange(len(fields)) if fields else 0
    return type_, [*fields[:at], *dice.choice((["~"], [*fields[at : at + 1], "~"])), *fields[at + 1 :]]


def pools(dice: random.Random) -> tuple[list[Good], list[Good]]:
    """Return lines that fit and lines that do not. Of made-up ones the host's own reading says which they are."""
    good: list[Good] = [(one.TYPE, one.fields()) for one in (ordered(dice) for _ in range(2000))]
    unfit = [broken(dice, dice.choice(good)) for _ in range(600)]
    for line in [*(made_up(dice) for _ in range(1200)), *TWICE]:
        type_, fields = line
        if line == ("R", []):
            continue
        fits = isinstance(parse(Line(type_, 0, tuple(fields))), FromHost)
        (good if fits else unfit).append(line)
    return good, unfit


def answer_to(sent: Sent) -> list[str] | None:
    """Return how the answer begins that the page promises; None: there is none."""
    if sent.fate not in (Fate.GOOD, Fate.UNFIT):
        return None
    if sent.type in ANSWERED:
        word = "field" if sent.fate is Fate.UNFIT else "unable" if sent.type in "FZ" else "ok"
        return ["A", str(sent.sequence), word]
    asked = {"?": "H", "G": "S", "I": "I"}.get(sent.type)
    return None if asked is None or sent.fate is Fate.UNFIT else [asked]


def bundles(all_lines: Iterable[Sent]) -> Iterator[tuple[list[Sent], bytes]]:
    """Yield lines together with the bundle that carries them."""
    carried: list[Sent] = []
    data = b""
    for sent in all_lines:
        carried.append(sent)
        data += sent.wire
        if sent.pause_ms or len(data) > BUNDLE_BYTES - 2 * lines.MAX_LINE:
            yield carried, len(data).to_bytes(2, "big") + (sent.pause_ms or 5).to_bytes(2, "big") + data
            carried, data = [], b""
    yield carried, len(data).to_bytes(2, "big") + bytes(2) + data
    yield [], bytes(4)


class Feeder:
    """Sends lines in a thread of its own, counts them and says which answers must follow."""

    def __init__(self, all_lines: Iterable[Sent], console: BinaryIO) -> None:
        self.fates: Counter[Fate] = Counter()
        self.answers: Queue[list[str]] = Queue()
        self._lines = all_lines
        self._console = console
        self.thread = threading.Thread(target=self._run, name="feeder")

    def _run(self) -> None:
        # Of a board that went away the reader speaks.
        with contextlib.suppress(BrokenPipeError), self._console:
            for carried, bundle in bundles(self._lines):
                for sent in carried:
                    self.fates[sent.fate] += 1
                    answer = answer_to(sent)
                    if answer is not None:
                        self.answers.put(answer)
                self._console.write(bundle)


@pytest.mark.prove
@pytest.mark.parametrize("part", range(PARTS))
def test_a_million_random_and_mutated_lines_are_each_answered_or_counted_by_the_board_and_nothing_grows(
    part: int, tmp_path: Path
) -> None:
    """Of 1 000 000 lines, in four parts, half are good, 15 in 100 do not fit, 33 are damaged and 2 empty.

    Every answer is read as the host reads it, and must be the next one that the page promises. The clock wraps
    meanwhile.
    """
    seed = SEED + part
    drawn = Lines(seed, *pools(random.Random(seed))).draw(COUNT)
    shutil.copy(SCRIPT, tmp_path)
    begin_ms = (1 << 30) - BEFORE_THE_WRAP_MS
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE_S)
        board = subprocess.Popen(
            [*interpreter(), str(tmp_path / SCRIPT.name), str(begin_ms)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=tmp_path,
            env=environment(FIRMWARE, server.getsockname()[1], {}),
        )
        wire, _ = server.accept()
    assert board.stdin is not None
    assert board.stdout is not None
    feeder = Feeder(drawn, board.stdin)
    reader = LineReader()
    counted = b""
    answers = 0
    with wire, board:
        wire.sendall(magnets_frame({}))
        feeder.thread.start()
        try:
            while data := board.stdout.read1(65536):
                counted = (counted + data)[-200:]
                for line in reader.feed(data, 0):
                    promised = feeder.answers.get(timeout=PATIENCE_S)
                    assert [line.type, *line.fields][: len(promised)] == promised
                    assert line.sequence == answers % 65536
                    answers += 1
        finally:
            board.kill()
            feeder.thread.join()
    fates = feeder.fates
    assert fates.total() == COUNT
    assert feeder.answers.empty()
    assert answers > COUNT * 0.4
    taken, bad, warm, most = map(int, counted.rpartition(b"counted ")[2].split())
    assert taken == fates[Fate.GOOD] + fates[Fate.UNFIT]
    assert bad == fates[Fate.UNFIT] + fates[Fate.DAMAGED]
    assert most - warm < BYTES
