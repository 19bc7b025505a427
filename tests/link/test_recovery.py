"""A link loses its board and finds it again: real firmware in the simulated board, over a real pseudo-terminal."""

from __future__ import annotations

import os
import random
import signal

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason
from feldlicht.link.events import (
    BoardFault,
    BoardState,
    Loss,
)
from feldlicht.link.health import LinkState
from feldlicht.link.port import Transport, open_port
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights
from tests.link.owners import SCENE, Owners, shows_scene, wait_for


def test_e17_a_restarted_board_is_found_again_with_a_higher_boot_counter_and_its_scene(
    board: SimulatedBoard, owners: Owners
) -> None:
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    board.reboot()
    wait_for(lambda: len(owner.found()) == 2)
    first, second = owner.found()
    assert second.hello.boot == first.hello.boot + 1
    wait_for(lambda: shows_scene(board))
    assert owner.losses() == [Loss.RESTARTED]


class LosesHellos:
    """A line on which the board's hellos get lost while ``losing``; each read gives whole lines."""

    def __init__(self, line: Transport) -> None:
        self._line = line
        self._rest = b""
        self.path = line.path
        self.wake, self.write, self.close = line.wake, line.write, line.close
        self.losing = 0

    def read(self) -> bytes:
        *lines, self._rest = (self._rest + self._line.read()).split(b"\n")
        kept = []
        for line in lines:
            if line.startswith(b"H ") and self.losing:
                self.losing -= 1
            else:
                kept.append(line + b"\n")
        return b"".join(kept)


def test_a_restart_is_noticed_even_if_its_hello_got_lost(board: SimulatedBoard, owners: Owners) -> None:
    lines: list[LosesHellos] = []

    def open_lossy() -> Transport:
        lines.append(LosesHellos(open_port(board.port)))
        return lines[-1]

    owner = owners(open_lossy)
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    lines[0].losing = 1
    board.reboot()
    wait_for(lambda: len(owner.found()) == 2)
    assert lines[0].losing == 0
    assert len(lines) == 1
    wait_for(lambda: shows_scene(board))


def test_w01_an_unplugged_board_is_lost_and_found_again_with_what_was_moved_meanwhile(
    board: SimulatedBoard, owners: Owners
) -> None:
    board.set_magnets({cell("C3"): Pole.NORTH})
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: owner.occupancy() == Occupancy.of({cell("C3"): Pole.NORTH}))
    board.unplug()
    wait_for(lambda: owner.losses() == [Loss.GONE])
    wait_for(lambda: owner.link.health().state is LinkState.AWAY)
    board.set_magnets({cell("C3"): None, cell("C5"): Pole.NORTH})
    board.plug()
    wait_for(lambda: owner.occupancy() == Occupancy.of({cell("C5"): Pole.NORTH}))
    wait_for(lambda: shows_scene(board))
    assert owner.refusals() == []


def test_the_board_may_come_later_than_the_link(board: SimulatedBoard, owners: Owners) -> None:
    board.unplug()
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.refusals)
    assert owner.link.health().state is LinkState.SEARCHING
    board.plug()
    wait_for(owner.found)
    assert [refusal.reason for refusal in owner.refusals()] == [Reason.PORT_MISSING]


def test_a_board_found_at_the_prompt_is_restarted(board: SimulatedBoard, owners: Owners) -> None:
    tool = open_port(board.port)
    heard = bytearray()

    def up() -> bool:
        heard.extend(tool.read())
        return b"H " in heard

    wait_for(up)  # a Ctrl-C before the program runs may find nobody
    tool.write(b"\r\x03")
    wait_for(lambda: board.process_id is None)
    tool.close()
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    assert owner.found()[0].hello.cause == "soft"
    assert owner.link.health().restarts == 1


def test_a_board_whose_program_ends_during_play_is_restarted(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(owner.found)
    assert board.process_id is not None
    os.kill(board.process_id, signal.SIGINT)
    wait_for(lambda: len(owner.found()) == 2)
    assert owner.losses() == [Loss.STOPPED]
    wait_for(lambda: shows_scene(board))


def test_f16_a_board_that_stops_running_is_lost_and_found_when_it_runs_again(
    board: SimulatedBoard, owners: Owners
) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    assert board.process_id is not None
    os.kill(board.process_id, signal.SIGSTOP)
    try:
        wait_for(owner.losses)
        assert owner.losses()[0] in (Loss.SILENT, Loss.STALLED)
        wait_for(owner.refusals)  # its port is there, and nobody answers
        assert owner.refusals()[0].reason is Reason.PORT_SILENT
    finally:
        os.kill(board.process_id, signal.SIGCONT)
    wait_for(lambda: len(owner.found()) == 2)


def test_f16_a_board_that_takes_no_more_bytes_does_not_hang_the_link(board: SimulatedBoard, owners: Owners) -> None:
    assert board.process_id is not None
    os.kill(board.process_id, signal.SIGSTOP)
    try:
        tool = open_port(board.port)
        with pytest.raises(Exception, match="takes nothing"):
            tool.write(b"\n" * 100_000)
        tool.close()
        owner = owners(lambda: open_port(board.port))
        wait_for(owner.refusals)
        assert owner.refusals()[0].reason is Reason.PORT_SILENT
        owner.link.show(SCENE)
    finally:
        os.kill(board.process_id, signal.SIGCONT)
    wait_for(owner.found)
    wait_for(lambda: shows_scene(board))


def test_e23_the_second_host_is_refused_and_takes_over_when_the_first_goes(
    board: SimulatedBoard, owners: Owners
) -> None:
    first = owners(lambda: open_port(board.port))
    wait_for(first.found)
    tries: list[str] = []

    def open_and_count() -> Transport:
        tries.append(board.port)
        return open_port(board.port)

    second = owners(open_and_count)
    wait_for(second.refusals)
    assert second.link.health().state is LinkState.REFUSED
    board.set_magnets({cell("E8"): Pole.NORTH})
    wait_for(lambda: first.occupancy() == Occupancy.of({cell("E8"): Pole.NORTH}))
    tried = len(tries)
    wait_for(lambda: len(tries) >= tried + 2)
    assert [refusal.reason for refusal in second.refusals()] == [Reason.PORT_BUSY]
    assert second.found() == []
    first.link.close()
    assert first.losses() == [Loss.CLOSED]
    wait_for(second.found)


def test_e31_a_board_with_another_layout_is_released_and_one_that_fits_gets_it_back(
    board: SimulatedBoard, owners: Owners
) -> None:
    stranger = owners(lambda: open_port(board.port), "00000000")
    stranger.link.show(SCENE)
    wait_for(stranger.refusals)
    wait_for(lambda: board.lights() == Lights.dark())
    assert [refusal.reason for refusal in stranger.refusals()] == [Reason.LAYOUT_MISMATCH]
    assert stranger.found() == []
    stranger.link.close()
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    assert owner.link.health().restarts == 1


def test_e20_noise_from_other_programs_does_not_disturb(board: SimulatedBoard, owners: Owners) -> None:
    tool = open_port(board.port)
    tool.write(b"ATE1\r\nAT+GCAP\r\n" + bytes(b for b in range(256) if b != 3) * 16)
    tool.close()
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    wait_for(lambda: owner.of(BoardState))
    (state, *_) = (event.state for event in owner.events if isinstance(event, BoardState))
    assert state.bad > 0
    assert owner.of(BoardFault) == []


def test_f05_a_program_that_types_ctrl_c_among_foreign_bytes_leaves_a_board_that_the_host_restarts(
    board: SimulatedBoard, owners: Owners
) -> None:
    tool = open_port(board.port)
    heard = bytearray()

    def up() -> bool:
        heard.extend(tool.read())
        return b"H " in heard

    wait_for(up)  # a Ctrl-C before the program runs may find nobody
    tool.write(b"AT\r\n\xa2\x61\x61\x01\x61\x62\x82\x02\xf5" + b"\x03" + b"ATE1\r")
    wait_for(lambda: board.process_id is None)
    tool.close()
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(owner.found)
    wait_for(lambda: shows_scene(board))
    assert owner.link.health().restarts == 1
    assert owner.of(BoardFault) == []


@pytest.mark.parametrize("seed", range(4))
def test_e19_after_any_bytes_at_all_the_board_is_found_again(
    board: SimulatedBoard, owners: Owners, seed: int
) -> None:
    dice = random.Random(seed)
    tool = open_port(board.port)
    values = bytearray(range(256))
    dice.shuffle(values)
    tool.write(bytes(values))
    for _ in range(5):
        # Every byte value, with Ctrl-C and Ctrl-D more often than by chance, in pieces of any size.
        tool.write(bytes(dice.choices([*range(256), 3, 4, 13, 10] * 2, k=dice.randint(1, 400))))
        tool.read()
    tool.close()
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(owner.found)
    wait_for(lambda: shows_scene(board))
