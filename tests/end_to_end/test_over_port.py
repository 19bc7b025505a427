"""The host plays over `--port`: a bare pseudo-terminal with the firmware behind it, as good as a cable."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.sim.board import SimulatedBoard
from tests.support.host import Host, green, until


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board")
    board.start()
    yield board
    board.close()


def test_the_host_plays_over_a_port_with_the_firmware_behind_it(board: SimulatedBoard, tmp_path: Path) -> None:
    with Host(tmp_path / "host", "--port", board.port).live() as host:
        match = host.new_match()
        set_up(board, host, match)
        board.set_magnets({cell("D8"): None})
        until(lambda: green(*board.lights().cells[cell("E10")]), "the legal cell to glow")
        board.set_magnets({cell("E10"): Pole.NORTH})
        until(lambda: host.notations(match) == ["built", "S D8-E10"], "the move")


def test_a_board_on_a_port_has_no_virtual_hands(board: SimulatedBoard, tmp_path: Path) -> None:
    with Host(tmp_path / "host", "--port", board.port).live() as host:
        assert host.get("/health")["board"]["simulated"] is False
        for method, path, body in (
            ("GET", "/boards/default/sim/lights", None),
            ("GET", "/boards/default/sim/magnets", None),
            ("POST", "/boards/default/sim/magnets", {"set": {"G3": "S"}}),
            ("POST", "/boards/default/sim/hands", {"do": "build"}),
            ("POST", "/boards/default/sim/controls", {"press": "short"}),
            ("POST", "/boards/default/sim/cable", {"unplug": True}),
        ):
            assert host.call(method, path, body)[0] == 404


def test_e08_a_cable_pulled_in_mid_lift_loses_nothing_and_the_move_is_asked_about(
    board: SimulatedBoard, tmp_path: Path
) -> None:
    # A link that always points at the board, as a udev rule makes it: after the cable the path is another one.
    port = tmp_path / "board-port"
    port.symlink_to(board.port)
    with Host(tmp_path / "host", "--port", str(port)).live() as host:
        match = host.new_match()
        set_up(board, host, match)
        board.set_magnets({cell("D8"): None})
        until(lambda: host.session(match)["hands"]["lifted"], "the lift to be seen")
        board.unplug()
        until(lambda: host.get("/health")["board"]["state"] != "live", "the host to notice")
        board.set_magnets({cell("E10"): Pole.NORTH})
        board.plug()
        port.unlink()
        port.symlink_to(board.port)
        host.live()
        question = until(lambda: host.session(match)["hands"]["question"], "the question")
        assert host.notations(match) == ["built"]
        host.command(match, type="answer", question=question["id"], choice=0)
        assert host.notations(match) == ["built", "S D8-E10"]


@pytest.mark.parametrize(
    "interpreter", ["micropython", pytest.param("cpython", marks=pytest.mark.prove)], indirect=True
)
def test_e17_a_board_that_reboots_in_mid_lift_gets_its_light_back_and_the_match_goes_on(
    interpreter: str, board: SimulatedBoard, tmp_path: Path
) -> None:
    with Host(tmp_path / "host", "--port", board.port).live() as host:
        match = host.new_match()
        set_up(board, host, match)
        board.set_magnets({cell("D8"): None})
        until(lambda: host.session(match)["hands"]["lifted"], "the lift to be seen")
        board.reboot()
        until(lambda: green(*board.lights().cells[cell("E10")]), "the legal cell to glow again")
        board.set_magnets({cell("E10"): Pole.NORTH})
        # What happened while it was away nobody saw, so it asks.
        question = until(lambda: host.session(match)["hands"]["question"], "the question")
        host.command(match, type="answer", question=question["id"], choice=0)
        assert host.notations(match) == ["built", "S D8-E10"]
        board.set_magnets({cell("C10"): None})
        board.set_magnets({cell("C11"): Pole.SOUTH})
        until(lambda: host.notations(match)[-1] == "M C10-C11", "the next move, without a question")


@pytest.mark.prove
@pytest.mark.parametrize("reset", [False, True], ids=["without a reset", "and the board is reset by it"])
def test_w05_a_host_started_again_in_mid_match_finds_board_boot_number_lights_and_match(
    reset: bool, board: SimulatedBoard, tmp_path: Path
) -> None:
    with Host(tmp_path / "host", "--port", board.port).live() as host:
        match = host.new_match()
        set_up(board, host, match)
        board.set_magnets({cell("D8"): None})
        until(lambda: green(*board.lights().cells[cell("E10")]), "the legal cell to glow")
        boot = booted(host)
        before = host.session(match)
        host.kill()
    if reset:
        board.reboot()
    with Host(tmp_path / "host", "--port", board.port).live() as host:
        assert booted(host) == boot + reset
        assert host.get("/boards/default")["session"] == match
        after = host.session(match)
        assert (after["revision"], after["view"]) == (before["revision"], before["view"])
        until(lambda: green(*board.lights().cells[cell("E10")]), "the legal cell to glow again")
        board.set_magnets({cell("E10"): Pole.NORTH})
        # What happened while nobody listened nobody saw, so it asks.
        question = until(lambda: host.session(match)["hands"]["question"], "the question")
        host.command(match, type="answer", question=question["id"], choice=0)
        assert host.notations(match) == ["built", "S D8-E10"]
        board.set_magnets({cell("C10"): None})
        board.set_magnets({cell("C11"): Pole.SOUTH})
        until(lambda: host.notations(match)[-1] == "M C10-C11", "the next move, without a question")


def booted(host: Host) -> int:
    """Return the number that the board gave its start."""
    return int(host.get("/boards/default/health")["hello"]["boot"])


@pytest.mark.prove
def test_w01_cells_that_differ_when_the_board_comes_back_are_lit_and_put_right_the_match_goes_on(
    board: SimulatedBoard, tmp_path: Path
) -> None:
    port = tmp_path / "board-port"
    port.symlink_to(board.port)
    with Host(tmp_path / "host", "--port", str(port)).live() as host:
        match = host.new_match()
        set_up(board, host, match)
        board.unplug()
        until(lambda: host.get("/health")["board"]["state"] != "live", "the host to notice")
        board.set_magnets({cell("C10"): None, cell("I16"): Pole.SOUTH})
        board.plug()
        port.unlink()
        port.symlink_to(board.port)
        host.live()
        for name in ("C10", "I16"):
            until(lambda name=name: any(board.lights().cells[cell(name)]), f"{name} to be lit")  # type: ignore[misc]
        lit = {one for one, colour in board.lights().cells.items() if any(colour)}
        assert lit <= {cell("C10"), cell("I16")}
        assert host.notations(match) == ["built"]
        board.set_magnets({cell("I16"): None, cell("C10"): Pole.SOUTH})
        until(lambda: not any(board.lights().cells[cell("I16")]), "the dark after it was put right")
        board.set_magnets({cell("D8"): None})
        board.set_magnets({cell("E10"): Pole.NORTH})
        until(lambda: host.notations(match)[-1] == "S D8-E10", "the move")


@pytest.mark.prove
def test_e23_a_second_host_ends_with_a_sentence_and_the_first_one_plays_on(
    board: SimulatedBoard, tmp_path: Path
) -> None:
    with Host(tmp_path / "host", "--port", board.port).live() as host:
        match = host.new_match()
        set_up(board, host, match)
        with pytest.raises(
            AssertionError, match=r"ended with 2: Another program uses .* Close it there and try again"
        ):
            Host(tmp_path / "other", "--port", board.port)
        board.set_magnets({cell("D8"): None})
        board.set_magnets({cell("E10"): Pole.NORTH})
        until(lambda: host.notations(match) == ["built", "S D8-E10"], "the move")


def set_up(board: SimulatedBoard, host: Host, match: str) -> None:
    """Put the match's formation on a board that the host cannot reach into."""
    view = host.session(match)["view"]
    sides = {figure["id"]: figure["side"] for figure in view["figures"]}
    poles = {"yellow": Pole.NORTH, "blue": Pole.SOUTH}
    board.set_magnets({cell(name): poles[sides[figure]] for name, figure in view["formation"].items()})
    until(lambda: host.session(match)["view"]["phase"] == "play", "the formation to stand")
