"""The whole program on a virtual clock, and a console that a test writes to: nothing on the line holds up the others.

What a byte, a line, a frame of lights and a collection of garbage cost on that clock are estimates, not measured on
silicon.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import lines
import pytest
from harness import changed_firmware, run_script

VIRTUAL = Path(__file__).with_name("virtual")

SCRIPT = """
import asyncio, json, random, sys, time
from usb import Usb, plug
usb = Usb()
plug(usb)
from app import App
import bare, lighting
from lines import encode

frames = [0]
shown = lighting.Lighting.once
def once(self, now, silent):
    time.spend(5000)
    frames[0] += 1
    shown(self, now, silent)
lighting.Lighting.once = once

app = App()
late = [0]

async def probe():
    while True:
        due = time.now() + 10000
        await asyncio.sleep_ms(10)
        late[0] = max(late[0], time.now() - due)

async def memory():
    while True:
        await asyncio.sleep_ms(20)
        time.collect(2000)

marks = {}
async def play():
%s

tasks = [task for _, task in app.tasks()] + [probe(), memory(), play()]
asyncio.run(tasks, %s)
print(json.dumps({"late_us": late[0], "bad": app.reader.bad, "rate": app.scanner.rate, "frames": frames[0],
    "longest": usb.longest, "spoken": app.host.spoken, "marks": marks, "left": usb.waiting}))
sys.stdout.buffer.write(usb.written)
"""


def play(tmp_path: Path, what: str, seconds: float, **more: Any) -> dict[str, Any]:
    """Run the program for so long while ``what`` is done to its console; return how it went."""
    body = "".join(f"    {line}\n" for line in what.strip().splitlines())
    report, _, written = run_script(SCRIPT % (body, seconds), tmp_path, before=VIRTUAL, **more).partition("\n")
    return {**json.loads(report), "written": written}


def said(went: dict[str, Any]) -> list[tuple[str, list[str]]]:
    """Return the lines that the board wrote. There is nothing else."""
    *whole, rest = went["written"].encode().split(b"\n")
    assert rest == b""
    parsed = [lines.parse(line) for line in whole]
    assert all(parsed), whole
    return [(line[0], line[2]) for line in parsed if line]


FOREIGN = r"""
random.seed({seed})
await asyncio.sleep_ms(700)
for what in (b"AT\r\n", b"ATE1\r", b"\xa2\x61\x61\x01\x61\x62\x82\x02\xf5" * 20):
    usb.send(what)
    await asyncio.sleep_ms(400)
marks["before"] = app.reader.bad
for _ in range(2):
    usb.send(
        random.choice(b"\x00\n\r\x02\xffA 9") if random.getrandbits(2) == 0 else random.getrandbits(7) | 4
        for _ in range(4096)
    )
    await asyncio.sleep_ms(random.randint(0, 900))
while usb.waiting:
    await asyncio.sleep_ms(1)
await asyncio.sleep_ms(300)
usb.send(b"\n")
marks["foreign"] = app.host.spoken
marks["shown"] = sum(app.lighting.lights._shown)
usb.send(encode("?", 7, ""))
await asyncio.sleep_ms(10000)
"""


@pytest.mark.parametrize("seed", [1, 2])
def test_f05_foreign_bytes_at_any_time_are_counted_and_not_echoed_and_delay_nobody(seed: int, tmp_path: Path) -> None:
    went = play(tmp_path, FOREIGN.replace("{seed}", str(seed)), 5)
    assert went["late_us"] < 20_000
    assert went["bad"] > went["marks"]["before"] == 3
    assert (went["marks"]["foreign"], went["marks"]["shown"], went["left"]) == (False, 0, 0)
    assert {kind for kind, _ in said(went)} == {"H", "S", "I"}
    assert went["rate"] >= 150
    assert went["spoken"], "the good line after them is taken"


def test_f05_a_board_that_took_all_bytes_at_once_would_hold_up_the_others(tmp_path: Path) -> None:
    """The test above would notice."""
    greedy = changed_firmware(tmp_path, "console.py", "AT_ONCE = 32", "AT_ONCE = 4096")
    assert play(tmp_path, FOREIGN.replace("{seed}", "1"), 5, modules=greedy)["late_us"] > 100_000


HALF_A_LINE = """
usb.send(encode("K", 1, "-"))
await asyncio.sleep_ms(1000)
half = encode("L", 2, "! 00=01")[:9]
usb.send(half)
begun, scans, shown = time.now(), app.scanner.sensors.scans, frames[0]
while not app.reader.bad:
    await asyncio.sleep_ms(5)
marks["dropped_ms"] = (time.now() - begun) // 1000
await asyncio.sleep_ms(1000)
seconds = (time.now() - begun) / 1000000
marks["scans"] = (app.scanner.sensors.scans - scans) / seconds
marks["frames"] = (frames[0] - shown) / seconds
usb.written[:] = b""
usb.send(encode("L", 3, "!"))
await asyncio.sleep_ms(10000)
"""


def test_f01_half_a_line_slows_neither_scan_nor_lights_and_is_dropped_after_250_ms(tmp_path: Path) -> None:
    went = play(tmp_path, HALF_A_LINE, 3)
    marks = went["marks"]
    assert 250 <= marks["dropped_ms"] <= 310
    assert marks["scans"] >= 190
    assert marks["frames"] >= 30
    assert went["late_us"] < 20_000
    assert went["bad"] == 1
    assert ("A", ["3", "ok"]) in said(went)


LITTLE_ROOM = """
await asyncio.sleep_ms(500)
usb.written[:] = b""
usb.room = 64
begun = app.outbox._seq
app.outbox.put("E", "x" * (599 - len(encode("E", begun, ""))))
for number in range(5):
    app.outbox.answer(number, "ok")
    app.changed()
for _ in range(150):
    await asyncio.sleep_ms(20)
    usb.room = min(usb.room + 16, 64)
usb.room = 9999
await asyncio.sleep_ms(10000)
"""


def test_f04_the_longest_line_goes_out_in_pieces_as_there_is_room_and_no_other_comes_between(tmp_path: Path) -> None:
    went = play(tmp_path, LITTLE_ROOM, 4.5)
    assert went["longest"] <= 64
    assert went["late_us"] < 20_000
    assert max(map(len, went["written"].split("\n"))) == 599
    heard = said(went)
    assert [fields for kind, fields in heard if kind == "A"] == [[str(number), "ok"] for number in range(5)]
    assert next(kind for kind, _ in heard if kind != "S") == "E"
    numbers = [int(line.split(" ")[1]) for line in went["written"].splitlines()]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
