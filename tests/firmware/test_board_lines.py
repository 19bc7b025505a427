"""The unmodified firmware in real MicroPython: the serial line, good and bad, as the host sees it."""

from __future__ import annotations

import random
import time

import lines
import pytest
from harness import Board, occupancy, state
from vectors import VECTORS

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
        if vector["line"][0] in "YLCRFZW":
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


def test_f02_every_byte_value_256_times_cut_at_every_place_and_each_good_line_among_them_is_answered(
    board: Board,
) -> None:
    values = bytearray(range(256))
    before = state(board)["bad"]
    for cut in range(257):
        random.Random(cut).shuffle(values)
        good = lines.encode("L", cut, "! 00=01")
        for piece in (bytes(values[:cut]), bytes(values[cut:]) + b"\n" + good):
            board.write(piece)
            board.serve(0)
    answers = [board.wait("A") for _ in range(257)]
    assert answers == [[str(cut), "ok"] for cut in range(257)]
    assert state(board)["bad"] - before >= 257
    assert board.ask("?", "H")[0] == "proto=1"


def test_e20_what_a_modem_service_types_is_counted_and_not_echoed_and_changes_no_light(board: Board) -> None:
    noise = b"AT\r\nATE1\r\nAT+GCAP\r\nATI\r\n" + b"\r" * 20 + b"\n"
    board.wait("H")
    board.write(noise)  # before anybody has greeted it
    assert state(board)["bad"] == 5
    board.order("Y", "01 s 1000 0 00FF00")
    board.order("L", "! 22=01")
    board.until(lambda: board.colour("cell", 0x22)[1] > 0, "the light")
    for _ in range(2):  # the first may still be on their way from before
        board.frames.clear()
        board.until(lambda: len({pin for pin, _ in board.frames}) == 2, "all lights")
    shown = dict(board.frames)
    board.frames.clear()
    board.write(noise)
    assert state(board)["bad"] == 10
    board.until(lambda: {pin for pin, _ in board.frames} == set(shown), "the rewriting of all lights")
    assert all(data == shown[pin] for pin, data in board.frames)
    assert all(lines.parse(line) for line in bytes(board.text).split(b"\n")[:-1]), "nothing is echoed"


def test_f01_half_a_line_stops_nothing_and_is_dropped_in_time(board: Board) -> None:
    board.ask("?", "H")
    board.write(b"L 7 !")
    board.set_magnets({9: "S"})
    board.wait("S", lambda fields: fields[1] == occupancy({9: "S"}))
    # No byte more is sent: the board tells its state every five seconds by itself.
    assert "bad=1" in board.wait("I")
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


def test_f04_no_reply_is_lost_however_late_the_host_reads(board: Board) -> None:
    board.wait("H")
    count = 2000
    board.write(b"".join(lines.encode("L", seq, "!") for seq in range(count)))
    time.sleep(0.2)
    answers: list[str] = []
    for seq in range(count):
        answers.append(board.wait("A")[0])
        assert answers[-1] == str(seq)
