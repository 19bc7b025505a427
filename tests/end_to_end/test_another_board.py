"""The board broke: another one is plugged in at the same place, and the match goes on there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard
from tests.support.host import Host, until

FIRST, SECOND = "51b0a2d0000000aa", "51b0a2d0000000bb"
POLES = {"yellow": Pole.NORTH, "blue": Pole.SOUTH}


class Place:
    """A port that always points at the board that is plugged in, as a udev rule makes it."""

    def __init__(self, folder: Path) -> None:
        self.port = folder / "board-port"
        self.boards = {
            name: SimulatedBoard(LAYOUT, firmware_folder(), folder / name, name) for name in (FIRST, SECOND)
        }
        for board in self.boards.values():
            board.start()
        self.boards[SECOND].unplug()
        self.port.symlink_to(self.boards[FIRST].port)

    def swap(self, gone: str, there: str) -> None:
        self.boards[gone].unplug()
        self.boards[there].plug()
        self.port.unlink()
        self.port.symlink_to(self.boards[there].port)

    def close(self) -> None:
        for board in self.boards.values():
            board.close()


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    made = Place(tmp_path)
    yield made
    made.close()


def plugged_in(host: Host, board: str) -> None:
    def there() -> bool:
        found = host.get("/boards/default")
        return bool(found["id"] == board and found["state"] == "live")

    until(there, f"board {board} to be live")


def formation(host: Host, match: str) -> dict[Cell, Pole]:
    view = host.session(match)["view"]
    sides = {figure["id"]: figure["side"] for figure in view["figures"]}
    return {cell(name): POLES[sides[figure]] for name, figure in view["formation"].items()}


@pytest.mark.prove
def test_a_match_goes_on_at_another_board_over_a_restart_and_the_first_one_comes_back_free(
    place: Place, tmp_path: Path
) -> None:
    first, second = place.boards[FIRST], place.boards[SECOND]
    with Host(tmp_path / "host", "--port", str(place.port)).live() as host:
        match = host.new_match()
        standing = formation(host, match)
        first.set_magnets(standing)
        until(lambda: host.session(match)["view"]["phase"] == "play", "the formation to stand")
        first.set_magnets({cell("D8"): None})
        until(lambda: host.session(match)["hands"]["lifted"], "the lift to be seen")
        place.swap(FIRST, SECOND)
        plugged_in(host, SECOND)
        assert host.get("/boards/default")["session"] is None
        host.post(f"/sessions/{match}/board", {"board": "default"})
        assert host.session(match)["board"] == SECOND
    # The host may go down before anyone has put a figure on the new board.
    with Host(tmp_path / "host", "--port", str(place.port)).live() as host:
        plugged_in(host, SECOND)
        assert host.get("/boards/default")["session"] == match
        until(lambda: host.session(match)["hands"]["guidance"], "the guidance")
        second.set_magnets(standing)
        until(lambda: not host.session(match)["hands"]["problems"], "the position to stand")
        second.set_magnets({cell("D8"): None})
        until(lambda: host.session(match)["hands"]["lifted"], "the lift to be seen")
        second.set_magnets({cell("E10"): Pole.NORTH})
        until(lambda: host.notations(match) == ["built", "S D8-E10"], "the move")
        place.swap(SECOND, FIRST)
        plugged_in(host, FIRST)
        assert host.get("/boards/default")["session"] is None
        other = host.new_match()
        assert host.session(other)["board"] == FIRST
        # Its table has a match now, so the one that waits stays where it is.
        refused = host.post(f"/sessions/{match}/board", {"board": "default"}, expect=409)
        assert refused["code"] == "TABLE_BUSY"
        assert host.session(match)["state"] == "running"
