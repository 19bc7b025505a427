"""The unmodified firmware in real MicroPython: what the host and the hands see of the board."""

from __future__ import annotations

import os
import random
import re
import shutil
import subprocess
import time
from pathlib import Path

import layout_generated as layout
import lines
import pytest
from harness import FIRMWARE, LIMIT, Board, micropython, occupancy, run_script, touched
from vectors import VECTORS

EMPTY = occupancy({})
WHITE = "FFFFFF"
ALL_LAMPS = range(layout.CELLS + layout.RING + layout.STRIP)


def changed_firmware(folder: Path, name: str, before: str, after: str) -> Path:
    """Return a copy of the firmware in which one place of one file is another."""
    copy = folder / "firmware"
    shutil.copytree(FIRMWARE, copy)
    text = (copy / name).read_text(encoding="utf-8")
    assert text.count(before) == 1
    (copy / name).write_text(text.replace(before, after), encoding="utf-8")
    return copy


def state(board: Board) -> dict[str, int]:
    """Return the values of the board's state line."""
    return {name: int(value) for name, value in (field.split("=") for field in board.ask("I", "I"))}


# start


def test_hello_says_who_the_board_is(board: Board) -> None:
    hello = dict(field.split("=") for field in board.wait("H"))
    assert re.fullmatch(r"1\.\d+\.\d+", hello.pop("mpy"))
    assert hello == {
        "proto": "1",
        "fw": "0.1.0",
        "id": "e6614103e72b1c2f",
        "layout": layout.FINGERPRINT,
        "boot": "1",
        "cause": "power",
        "machine": "unix",
    }


def test_hello_repeats_until_the_host_has_spoken(board: Board) -> None:
    for _ in range(2):
        board.wait("H")
    board.send("K", "-")
    board.ask("?", "H")
    board.lines.clear()
    snapshots = 0
    while snapshots < 2:  # two seconds, by the board's own clock
        board.wait("S")
        snapshots += 1
    assert all(kind != "H" for kind, _, _ in board.lines)


@pytest.mark.parametrize("cause", ["power", "reset", "watchdog", "soft"])
def test_hello_says_why_the_board_started(cause: str, tmp_path: Path) -> None:
    with Board(tmp_path / "flash", FELDLICHT_SIM_CAUSE=cause) as board:
        assert f"cause={cause}" in board.wait("H")


@pytest.mark.parametrize("spoilt", [None, "", "x", "-5", "\x00\x01"])
def test_the_boot_counter_rises_and_survives_a_spoilt_file(spoilt: str | None, tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    for boot in (1, 2, 1 if spoilt is not None else 3):
        with Board(flash) as board:
            assert f"boot={boot}" in board.wait("H")
        if boot == 2 and spoilt is not None:
            (flash / "boot_counter.txt").write_text(spoilt)
    assert [file.name for file in flash.iterdir()] == ["boot_counter.txt"]


def test_magnets_that_stand_at_the_start_are_there_and_not_touched(tmp_path: Path) -> None:
    magnets = {0: "N", 17: "S", 143: "N"}
    with Board(tmp_path / "flash", magnets) as board:
        assert board.wait("S")[1:3] == [occupancy(magnets), "-"]


# lines


ANSWERED = "".join(
    vector["line"] + "\n" for vector in VECTORS["good"] if vector["type"] in "?GYLC" or vector["line"] == "I 9 EE3C"
).encode()


def pieces(data: bytes, how: str) -> list[bytes]:
    """Cut data in pieces."""
    if how == "whole":
        return [data]
    if how == "byte by byte":
        return [data[n : n + 1] for n in range(len(data))]
    cut = random.Random(how)
    parts = []
    while data:
        n = cut.randint(1, 40)
        parts.append(data[:n])
        data = data[n:]
    return parts


@pytest.mark.parametrize("how", ["whole", "in pieces", "in other pieces", "byte by byte"])
def test_lines_are_answered_alike_however_they_are_cut(how: str, board: Board) -> None:
    board.wait("S")
    board.lines.clear()
    for piece in pieces(ANSWERED, how):
        board.write(piece)
        board.serve(0)
    answers = [["4", "ok"], ["5", "ok"], ["6", "ok"], ["7", "ok"], ["8", "ok"], ["11", "ok"], ["12", "ok"]]
    got = [board.wait("A") for _ in answers]
    assert sorted(got) == sorted(answers)
    board.wait("H")
    board.wait("S")
    board.wait("I")
    assert state(board)["bad"] == 0


def test_vectors_that_framing_drops_are_counted_by_the_real_board(board: Board) -> None:
    for vector in VECTORS["bad"]:
        board.write(vector["line"].encode() + b"\n")
    assert state(board)["bad"] == len(VECTORS["bad"])


def test_vectors_that_do_not_fit_are_refused_and_counted_by_the_real_board(board: Board) -> None:
    for vector in VECTORS["unfit"]:
        board.write(vector["line"].encode() + b"\n")
    for vector in VECTORS["unfit"]:
        if vector["line"][0] in "YLCR":
            assert board.wait("A") == ["0", "field"]
    assert state(board)["bad"] == len(VECTORS["unfit"])


def test_ten_thousand_random_lines_are_counted_and_the_next_good_one_answered(board: Board) -> None:
    noise = random.Random(20)
    before = state(board)["bad"]
    for _ in range(100):
        block = bytearray()
        for _ in range(100):
            line = bytes(noise.choice(range(256)) for _ in range(noise.randint(1, 60)))
            line = line.replace(b"\n", b"x")
            if noise.random() < 0.3:  # nearly right
                line = lines.encode(noise.choice("?GKYLCIR"), noise.randint(0, 65535), "00=01")[:-2] + b"-"
            block += (line if line != b"\r" else b"x") + b"\n"
        board.write(bytes(block))
        board.serve(0)
    after = state(board)
    assert after["bad"] - before == 10_000
    assert board.order("L", "!") == "ok"
    assert board.process.poll() is None


def test_a_line_of_every_byte_value_split_anywhere_leaves_the_board_alive(board: Board) -> None:
    data = bytes(range(256))
    for cut in range(0, 256, 5):
        board.write(data[:cut])
        board.serve(0.001)
        board.write(data[cut:])
    board.write(b"\n")
    assert board.ask("?", "H")[0] == "proto=1"


def test_half_a_line_stops_nothing_and_is_dropped_in_time(board: Board) -> None:
    board.ask("?", "H")
    board.write(b"L 7 !")
    board.set_magnets({9: "S"})
    board.wait("S", lambda fields: fields[1] == occupancy({9: "S"}))
    # No byte more is sent: the board tells its state every five seconds by itself.
    assert board.wait("I")[1] == "bad=1"
    assert board.ask("?", "H")


def test_the_longest_line_is_taken_and_the_next_longer_one_dropped(board: Board) -> None:
    longest = [
        lines.encode("L", seq, " ".join(["00=00"] * count)) for count in (98, 99) for seq in (1, 11, 111, 1111)
    ]
    fitting = [line for line in longest if len(line) <= 600]
    assert max(map(len, fitting)) == 600
    board.write(b"".join(longest))
    board.until(lambda: sum(kind == "A" for kind, _, _ in board.lines) == len(fitting), "all answers")
    assert state(board)["bad"] == len(longest) - len(fitting)


def test_no_reply_is_lost_however_late_the_host_reads(board: Board) -> None:
    board.wait("H")
    count = 2000
    board.write(b"".join(lines.encode("L", seq, "!") for seq in range(count)))
    time.sleep(0.2)
    answers: list[str] = []
    for seq in range(count):
        answers.append(board.wait("A")[0])
        assert answers[-1] == str(seq)


# hands


def test_every_magnet_on_every_cell_is_reported_as_itself(board: Board) -> None:
    """A magnet walks over 144 cells with either pole up, through the chain's stand-in."""
    board.order("C", "debounce=1 scan=500")
    board.wait("S")
    left: list[int] = []
    for cell, pole in [(cell, pole) for pole in "NS" for cell in range(144)]:
        board.set_magnets({cell: pole})
        there = occupancy({cell: pole})
        fields = board.wait("S", lambda fields, there=there: fields[1] == there)  # type: ignore[misc]
        assert fields[2] == touched(cell, *left)
        acknowledge(board)
        left = [cell]


def acknowledge(board: Board) -> None:
    """Acknowledge the newest snapshot and see that the board took it."""
    board.send("K", str(board.last_snapshot))
    board.until(lambda: board.ask("G", "S")[2] == "-", "a snapshot without touched cells")


@pytest.mark.parametrize(("polarity", "phase"), [(0, 0), (0, 1), (1, 1)])
def test_a_wrong_bus_mode_reads_one_bit_off(polarity: int, phase: int, tmp_path: Path) -> None:
    program = changed_firmware(
        tmp_path,
        "pins.py",
        "        polarity=1,\n        phase=0,\n",
        f"        polarity={polarity},\n        phase={phase},\n",
    )
    with Board(tmp_path / "flash", {5: "N"}, program) as board:
        assert board.wait("S")[1] != occupancy({5: "N"})


def test_a_lift_that_was_put_back_stays_touched_until_it_is_acknowledged(board: Board) -> None:
    board.set_magnets({20: "N"})
    board.wait("S", lambda fields: fields[1] == occupancy({20: "N"}))
    acknowledge(board)
    board.set_magnets({})
    board.wait("S", lambda fields: fields[1] == EMPTY)
    board.set_magnets({20: "N"})
    board.wait("S", lambda fields: fields[1:3] == [occupancy({20: "N"}), touched(20)])
    assert board.ask("G", "S")[2] == touched(20)
    acknowledge(board)


def test_failed_bus_reads_are_counted_and_lift_nothing(tmp_path: Path) -> None:
    with Board(tmp_path / "flash", {3: "N", 70: "S"}) as board:
        board.wait("S")
        board.lines.clear()
        board.fail_bus(40)
        board.until(lambda: state(board)["missed"] == 40, "40 missed scans")
        assert board.ask("G", "S")[1:3] == [occupancy({3: "N", 70: "S"}), "-"]


def test_both_poles_at_once_are_reported_as_both(board: Board) -> None:
    board.set_magnets({8: "NS"})
    board.wait("S", lambda fields: fields[1] == occupancy({8: "NS"}))


# lights


def test_lamps_show_their_styles_on_their_own_leds(board: Board) -> None:
    board.order("Y", "01 s 1000 0 0A141E")
    board.order("Y", "02 s 1000 0 C87800")
    board.order("L", "! 00=01 8F=02 90=02 A7=01 A8=01 AD=02")
    first, second = (0x0A, 0x14, 0x1E), (0xC8, 0x78, 0x00)
    wanted = {("cell", 0): first, ("cell", 143): second, ("ring", 0): second, ("ring", 23): first}
    wanted |= {("strip", 0): first, ("strip", 5): second}
    board.until(lambda: all(board.colour(*lamp) == rgb for lamp, rgb in wanted.items()), "the scene")
    assert board.colour("cell", 1) == board.colour("ring", 1) == board.colour("strip", 1) == (0, 0, 0)


def test_an_unchanged_frame_is_written_again_within_a_second(board: Board) -> None:
    board.order("L", "!")
    board.until(lambda: len(board.frames) > 1 and not any(board.frames[-1][1]), "the dark")
    board.frames.clear()
    # The stand-in tells an equal frame once a second, whatever the firmware sends in between.
    board.until(
        lambda: {pin for pin, _ in board.frames} == {layout.PIN_LIGHTS_GRID, layout.PIN_LIGHTS_SECOND}, "both"
    )
    assert not any(any(data) for _, data in board.frames)


def test_all_lamps_white_are_dimmed_to_the_budget_and_the_state_says_so(board: Board) -> None:
    board.order("Y", f"01 s 1000 0 {WHITE}")
    pairs = [f"{lamp:02X}=01" for lamp in ALL_LAMPS]
    board.order("L", "! " + " ".join(pairs[:90]) + " +")
    board.order("L", " ".join(pairs[90:]))

    def white() -> bool:
        return all(any(data) and len(set(data)) == 1 for _, data in board.frames[-2:])

    board.until(white, "an evenly lit table")
    newest = dict(board.frames)
    lit = sum(sum(data) for data in newest.values()) / 255 * layout.RED_TENTHS_MA / 10
    dark = layout.HUB_MA + len(ALL_LAMPS) * layout.DARK_TENTHS_MA / 10
    assert layout.BUDGET_MA * 0.9 < lit + dark <= layout.BUDGET_MA
    told = state(board)
    assert told["limited"] == 1
    assert lit + dark - 1 <= told["ma"] <= layout.BUDGET_MA
    board.order("L", "!")
    board.until(lambda: state(board)["limited"] == 0, "the end of the limit")


def test_brightness_and_budget_are_the_hosts_to_set(board: Board) -> None:
    board.order("Y", f"01 s 1000 0 {WHITE}")
    board.order("L", "! 00=01")
    board.order("C", "brightness=51 budget=5000")
    board.until(lambda: board.colour("cell", 0) == (51, 51, 51), "the lower brightness")


def test_the_board_idles_until_the_host_speaks_and_again_when_it_falls_silent(board: Board) -> None:
    board.until(lambda: any(board.frames) and any(board.frames[-1][1]), "the idle pattern")
    board.order("L", "!")
    board.until(lambda: board.frames[-1][1] == bytes(90) and board.colour("cell", 0) == (0, 0, 0), "the host's scene")
    board.frames.clear()
    board.until(lambda: any(any(data) for _, data in board.frames), "the idle pattern after silence")


# end


def test_release_makes_the_board_dark_and_deaf_but_not_dumb(board: Board) -> None:
    board.order("Y", f"01 s 1000 0 {WHITE}")
    board.order("L", "! 00=01")
    board.until(lambda: board.colour("cell", 0) == (255, 255, 255), "the light")
    assert board.order("R") == "ok"
    board.until(lambda: not any(any(dict(board.frames)[pin]) for pin in dict(board.frames)), "the dark")
    assert board.order("L", "! 01=01") == "released"
    assert board.order("R") == "ok"
    board.lines.clear()
    board.set_magnets({4: "N"})
    board.send("G")
    assert board.ask("?", "H")
    assert all(kind != "S" for kind, _, _ in board.lines)


def test_release_lets_go_of_every_pin(tmp_path: Path) -> None:
    script = """
import app, asyncio
from machine import Pin
program = app.App()
before = [n for n in app.layout.ALL_PINS if Pin._modes[n] != Pin.IN]
program.host.take(("R", 0, []), 0)
asyncio.run(program.light())
print(before, [n for n in app.layout.ALL_PINS if Pin._modes[n] != Pin.IN])
"""
    driven = [layout.PIN_SENSOR_LATCH, layout.PIN_LIGHTS_GRID, layout.PIN_LIGHTS_SECOND]
    assert run_script(script, tmp_path) == f"{driven} []\n"


def test_the_board_scans_at_its_rate_and_the_host_may_change_it(board: Board) -> None:
    """No stopwatch here: the board counts by its own clock, and only the order of magnitude is asked."""
    board.order("C", "scan=20")
    board.until(lambda: 0 < state(board)["scan"] <= 20, "the slower rate")
    board.order("C", "scan=200")
    board.until(lambda: state(board)["scan"] > 20, "the faster rate")


def test_ctrl_c_ends_the_program_in_the_dark(board: Board) -> None:
    board.until(lambda: any(board.frames) and any(board.frames[-1][1]), "the idle pattern")
    board.interrupt()
    assert board.ended() == 0
    newest = dict(board.frames)
    assert len(newest) == 2
    assert not any(any(data) for data in newest.values())
    assert b"Traceback" not in board.text


def test_the_program_ends_with_its_console(board: Board) -> None:
    board.wait("H")
    board.stdin.close()
    assert board.ended() == 0


def test_the_program_ends_with_its_simulator(board: Board) -> None:
    board.wait("H")
    board._selector.unregister(board.wire)
    board.wire.close()
    assert board.ended() == 43


def test_a_task_that_fails_says_so_and_ends_at_the_prompt(tmp_path: Path) -> None:
    program = changed_firmware(tmp_path, "debounce.py", "        changes = 0\n", "        changes = 1 // 0\n")
    with Board(tmp_path / "flash", {}, program) as board:
        board.wait("H")
        board.set_magnets({7: "N"})
        assert board.wait("E")[0] == "scan"
        assert board.ended() == 0
        assert b"ZeroDivisionError" in board.text
        assert not any(any(data) for data in dict(board.frames).values())


def test_a_broken_program_reports_and_leaves_the_prompt_free(tmp_path: Path) -> None:
    program = changed_firmware(tmp_path, "app.py", "import asyncio\n", "import asyncio(\n")
    # It never comes to the point where it needs a board.
    done = subprocess.run(
        [micropython(), str(program / "main.py")],
        capture_output=True,
        check=False,
        cwd=tmp_path,
        env={**os.environ, "MICROPYPATH": f"{program}:.frozen"},
        timeout=LIMIT,
    )
    assert done.returncode == 0
    assert b"SyntaxError" in done.stdout
