"""The unmodified firmware in real MicroPython with linear sensors: what they measure, zero and threshold."""

from __future__ import annotations

from pathlib import Path

import pytest
from harness import Board, occupancy, state

LINEAR = "linear-mux"


def survey(board: Board) -> tuple[list[int], list[int]]:
    """Return field and noise of every cell, in hundredths of a millitesla."""
    assert board.order("F") == "ok"
    rows = [board.wait("F", lambda fields, row=row: fields[0] == str(row)) for row in range(9)]  # type: ignore[misc]
    values = [[int(text) for text in fields[1:]] for fields in rows]
    return [field for row in values for field in row[:16]], [noise for row in values for noise in row[16:]]


def test_the_field_of_every_cell_is_told_with_its_noise(tmp_path: Path) -> None:
    magnets = {0: "N", 50: "S", 143: "N"}
    with Board(tmp_path / "flash", magnets, driver=LINEAR) as board:
        board.wait("S", lambda fields: fields[1] == occupancy(magnets))
        field, noise = survey(board)
        for cell in range(144):
            # A sensor saturates at some 24 mT; the rest is neighbours, and what sensors differ by.
            low, high = {"N": (1800, 2600), "S": (-2600, -1800), "": (-150, 150)}[magnets.get(cell, "")]
            assert low <= field[cell] <= high
            assert 0 <= noise[cell] <= 40
        assert field[1] < field[2]  # beside a north pole the field is that of a weak south pole
        assert any(noise)


def test_a_zero_takes_out_what_sensors_differ_by_and_outlasts_a_restart(tmp_path: Path) -> None:
    with Board(tmp_path / "flash", driver=LINEAR) as board:
        board.wait("S")
        before, _ = survey(board)
        assert max(map(abs, before)) > 50
        assert board.order("Z") == "ok"
        after, _ = survey(board)
        assert max(map(abs, after)) < 12
    kept = tmp_path / "flash" / "zero.txt"
    assert not kept.with_name("zero.txt.new").exists()
    with Board(tmp_path / "flash", driver=LINEAR) as board:
        board.wait("S")
        assert max(map(abs, survey(board)[0])) < 12
    # A power cut while it was written leaves the new file unfinished and the old one whole.
    kept.with_name("zero.txt.new").write_text(kept.read_text()[:100])
    with Board(tmp_path / "flash", driver=LINEAR) as board:
        board.wait("S")
        assert max(map(abs, survey(board)[0])) < 12
        assert board.order("Z") == "ok"


@pytest.mark.parametrize("spoilt", ["", "x", "00000000 zz\nFFFF", "\x00\x01", None])
def test_a_spoilt_zero_is_as_good_as_none(spoilt: str | None, tmp_path: Path) -> None:
    flash = tmp_path / "flash"
    flash.mkdir()
    if spoilt is None:
        with Board(flash, driver=LINEAR) as board:
            board.wait("S")
            assert board.order("Z") == "ok"
        text = (flash / "zero.txt").read_text()
        spoilt = text.replace("8", "9", 1)
        assert spoilt != text
    (flash / "zero.txt").write_text(spoilt)
    with Board(flash, {3: "S"}, driver=LINEAR) as board:
        board.wait("S", lambda fields: fields[1] == occupancy({3: "S"}))
        assert max(abs(field) for cell, field in enumerate(survey(board)[0]) if cell != 3) > 50


def test_no_zero_is_set_over_a_magnet(tmp_path: Path) -> None:
    with Board(tmp_path / "flash", {3: "S"}, driver=LINEAR) as board:
        board.wait("S", lambda fields: fields[1] == occupancy({3: "S"}))
        assert board.order("Z") == "occupied"
        assert not (tmp_path / "flash" / "zero.txt").exists()
        assert board.ask("G", "S")[1] == occupancy({3: "S"})


def test_cells_that_no_sensor_answers_for_are_marked(tmp_path: Path) -> None:
    with Board(tmp_path / "flash", driver=LINEAR) as board:
        board.wait("S")
        board.break_sensors(2)  # the left half of row B
        board.wait("E")
        assert board.order("F") == "ok"
        row = board.wait("F", lambda fields: fields[0] == "1")
        assert row[1:9] == row[17:25] == ["x"] * 8
        assert "x" not in row[9:17] + row[25:]


def test_the_threshold_is_the_hosts_to_choose(tmp_path: Path) -> None:
    """20 mT is more than the field that is left of a magnet that reads 24 at most and has an offset."""
    with Board(tmp_path / "flash", {3: "S"}, driver=LINEAR) as board:
        board.wait("S", lambda fields: fields[1] == occupancy({3: "S"}))
        strength = abs(survey(board)[0][3]) // 10
        board.set_magnets({})
        board.wait("S", lambda fields: fields[1] == occupancy({}))
        assert board.order("C", f"threshold={min(strength - 10, 200)} hysteresis=19") == "ok"
        board.set_magnets({3: "S"})
        board.wait("S", lambda fields: fields[1] == occupancy({3: "S"}))


def test_a_survey_is_no_load_that_stops_the_scan(tmp_path: Path) -> None:
    with Board(tmp_path / "flash", driver=LINEAR) as board:
        board.wait("S")
        for _ in range(5):
            survey(board)
        board.set_magnets({9: "N"})
        board.wait("S", lambda fields: fields[1] == occupancy({9: "N"}))
        board.until(lambda: state(board)["scan"] > 0, "a rate")


@pytest.mark.parametrize("kind", "FZ")
def test_a_digital_board_measures_no_field(kind: str, board: Board) -> None:
    assert board.order(kind) == "unable"


def test_a_released_linear_board_measures_nothing_and_answers(tmp_path: Path) -> None:
    with Board(tmp_path / "flash", driver=LINEAR) as board:
        board.wait("S")
        assert board.order("R") == "ok"
        assert board.order("F") == "released"
        assert board.ask("?", "H")[0] == "proto=1"
        board.until(lambda: state(board)["scan"] == 0, "no scans any more")


def test_more_than_half_of_a_picos_memory_is_free_with_everything_on(tmp_path: Path) -> None:
    """Words are eight bytes here and four on a Pico: what is taken here takes half of that there."""
    with Board(tmp_path / "flash", driver=LINEAR) as board:
        board.wait("S")
        survey(board)
        board.until(lambda: state(board)["scan"] > 0, "a rate")
        # The state that it tells by itself: it has just collected what nothing refers to any more.
        board.lines.clear()
        told = dict(field.split("=") for field in board.wait("I"))
        taken = (240 * 1024 - int(told["mem"])) // 2
        assert taken < 245_000 // 2 - 20_000
