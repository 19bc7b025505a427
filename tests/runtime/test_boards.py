"""Which board is played on, where ports cannot be listed, and what a stopped firmware looks like."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from feldlicht.config import Settings
from feldlicht.link.port import FoundPort
from feldlicht.runtime.events import BoardChanged
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardInfo, BoardState
from feldlicht.runtime.watch import Watch
from feldlicht.sim.board import SimulatedBoard
from tests.runtime.conftest import eventually, live


class Ports:
    """The operating system's list of ports, which may be out of order."""

    def __init__(self, *found: FoundPort) -> None:
        self.found = list(found)
        self.broken = False
        self.looks = 0

    def __call__(self) -> list[FoundPort]:
        self.looks += 1
        if self.broken:
            raise OSError(5, "Input/output error")
        return self.found


PORT = FoundPort("/dev/no-such-port", "E66123", "Board in FS mode")


def test_a_watch_goes_on_after_the_ports_could_not_be_listed(caplog: pytest.LogCaptureFixture) -> None:
    ports, reported = Ports(PORT), list[BoardInfo]()
    watch = Watch(ports, lambda _port: False, reported.append, every_s=0.005)
    watch.start()
    eventually(lambda: len(watch.offered) == 1, "the offer")
    ports.broken = True
    looks = ports.looks
    eventually(lambda: ports.looks > looks + 3, "some looks")
    # What was offered still is, and one line of log is enough.
    assert [one.state for one in reported] == [BoardState.OFFERED]
    assert caplog.text.count("Input/output error") == 1
    ports.broken, ports.found = False, []
    eventually(lambda: [one.state for one in reported] == [BoardState.OFFERED, BoardState.AWAY], "that it is gone")
    watch.close()


@pytest.mark.parametrize("known", [True, False])
def test_a_link_goes_on_looking_after_the_ports_could_not_be_listed(tmp_path: Path, known: bool) -> None:
    ports = Ports(*([PORT] if known else []))
    house = House(Settings(tmp_path, simulate=False), find=ports)
    house.start()
    ports.broken = True
    looks = ports.looks
    eventually(lambda: ports.looks > looks + 2, "some looks")
    eventually(lambda: house.board("default").state is BoardState.SEARCHING, "the search")
    house.close()


def test_a_host_starts_with_a_simulated_board_where_ports_cannot_be_listed(tmp_path: Path) -> None:
    ports = Ports()
    ports.broken = True
    house = House(Settings(tmp_path, hands_pace=0), find=ports)
    house.start()
    live(house)
    house.close()


def test_a_simulated_board_whose_firmware_is_stopped_is_away_and_comes_back(house: House) -> None:
    simulator = house.simulator()
    assert isinstance(simulator, SimulatedBoard)
    process = simulator.process_id
    assert process is not None
    seen: list[BoardState] = []
    with house.subscribe() as news:
        os.kill(process, signal.SIGSTOP)
        try:
            # Away as soon as it is missed, and still when the port has been tried again in vain.
            while seen.count(BoardState.AWAY) < 2:
                event = news.get(20)
                assert event is not None, f"no word of the board after {seen}"
                if isinstance(event, BoardChanged):
                    seen.append(event.board.state)
                    assert event.board.refusal is None
        finally:
            os.kill(process, signal.SIGCONT)
    assert seen == [BoardState.AWAY, BoardState.CONNECTING, BoardState.AWAY]
    assert house.board("default").state is not BoardState.REFUSED
    live(house)


def test_everyone_hears_that_the_host_has_found_a_port_before_the_board_answers(
    make_house: Callable[..., House],
) -> None:
    house = make_house()
    with house.subscribe() as news:
        house.start()
        states: list[BoardState] = []
        while BoardState.LIVE not in states:
            event = news.get(20)
            assert event is not None
            if isinstance(event, BoardChanged):
                states.append(event.board.state)
    assert states == [BoardState.CONNECTING, BoardState.LIVE]


def test_no_part_of_the_simulator_is_loaded_to_play_on_a_real_board() -> None:
    lines = (
        "import sys, feldlicht.cli.play, feldlicht.web.app, feldlicht.runtime.house\n"
        "sys.exit(str([name for name in sys.modules if name.startswith('feldlicht.sim')]))"
    )
    said = subprocess.run([sys.executable, "-c", lines], capture_output=True, text=True, check=False)
    assert said.stderr.strip() == "[]"
