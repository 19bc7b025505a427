"""The unmodified firmware in real MicroPython: settings kept on an order, whenever the power goes."""

from __future__ import annotations

import random
import time
from pathlib import Path

from harness import Board, state

WHITE = "FFFFFF"


def brightness(board: Board) -> int:
    """Return how bright the board shows white."""
    board.order("Y", f"01 s 1000 0 {WHITE}")
    board.order("L", "! 00=01")
    shown: list[int] = []

    def look() -> bool:
        shown[:] = board.colour("cell", 0)
        return shown[0] > 0 and len(set(shown)) == 1 and board.colour("cell", 1) == (0, 0, 0)

    board.until(look, "the lamp")
    return shown[0]


def test_settings_are_kept_on_an_order_and_not_without_one(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    with Board(flash) as board:
        board.order("C", "brightness=80 budget=5000")
        assert board.order("W") == "ok"
        board.order("C", "brightness=90")
    with Board(flash) as board:
        assert brightness(board) == 80
    assert sorted(file.name for file in flash.iterdir()) == ["boot_counter.txt", "settings.txt"]


def tuned(board: Board) -> tuple[int, ...]:
    """Return budget, threshold and hysteresis, as the board says now."""
    told = state(board)
    return tuple(told[name] for name in ("budget", "threshold", "hysteresis"))


def test_what_was_set_goes_back_to_what_the_board_has_by_itself_and_that_is_kept(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    with Board(flash, driver="linear-mux") as board:
        by_itself = tuned(board)
        assert by_itself == (400, 60, 15)
        assert board.order("C", "budget=700 threshold=85 hysteresis=12") == "ok"
        assert tuned(board) == (700, 85, 12)
        assert board.order("W") == "ok"
    with Board(flash, driver="linear-mux") as board:
        assert tuned(board) == (700, 85, 12)
        # Of what one line names both ways, the value holds.
        assert board.order("C", "own=7 hysteresis=10") == "ok"
        assert tuned(board) == (*by_itself[:2], 10)
        assert board.order("W") == "ok"
    with Board(flash, driver="linear-mux") as board:
        assert tuned(board) == (*by_itself[:2], 10)


def test_what_is_kept_already_is_not_written_once_more(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    with Board(flash) as board:
        board.order("C", "brightness=80")
        assert board.order("W") == "ok"
        written = (flash / "settings.txt").stat().st_ino
        assert board.order("W") == "ok"
        assert (flash / "settings.txt").stat().st_ino == written
        board.order("C", "brightness=81")
        assert board.order("W") == "ok"
        assert (flash / "settings.txt").stat().st_ino != written


def test_f13_while_settings_are_written_no_line_is_lost_and_answers_come_after_the_writing(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    with Board(flash) as board:
        sent = []
        for number in range(30):
            sent.append(board.send("C", f"brightness={number + 1}"))
            sent.append(board.send("Y", f"01 s 1000 0 0000{number:02X}"))
            sent.append(board.send("W"))
        for seq in sent:
            assert board.wait("A") == [str(seq), "ok"]
            if seq % 3 == 2:
                # An answer says that its write is done; a later one may be as well.
                kept = (flash / "settings.txt").read_text().split("\n")[0]
                assert int(dict(part.split("=") for part in kept.split(" "))["brightness"]) >= seq // 3 + 1


def test_f13_after_a_power_cut_at_any_moment_the_settings_are_old_or_new(tmp_path: Path) -> None:
    dice = random.Random(13)
    flash = tmp_path / "flash"
    with Board(flash) as board:
        board.order("C", "brightness=100 budget=5000")
        board.order("W")
    possible = {100}
    for _ in range(6):
        with Board(flash) as board:
            now = brightness(board)
            assert now in possible
            possible = {now}
            for _ in range(20):
                possible.add(now := 1 + (now + 1) % 250)
                board.send("C", f"brightness={now}")
                board.send("W")
            time.sleep(dice.uniform(0, 0.03))
            board.process.kill()


def test_a_flash_that_cannot_be_written_is_said_and_the_old_settings_stay(tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    with Board(flash) as board:
        board.order("C", "brightness=70 budget=5000")
        assert board.order("W") == "ok"
        (flash / "settings.txt.new").mkdir()
        board.order("C", "brightness=60")
        assert board.order("W") == "failed"
    with Board(flash) as board:
        assert brightness(board) == 70
