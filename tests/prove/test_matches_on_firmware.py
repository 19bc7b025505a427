"""Matches that people play by hand on simulated boards, with firmware, cable, link, house and disk in between."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from feldlicht.board.layout import LAYOUT
from feldlicht.config import Settings
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.sim.board import SimulatedBoard
from tests.support.host import until
from tests.support.matches import people_at, play_match
from tests.support.seats import HouseSeat

GROUPS = 4
AT_ONCE = 5
PLIES = 30
PATIENT = {"settle_ms": 400, "grace_ms": 800}
"""Time is real here: on a machine that has much else to do, a hand that passes a cell may be late to leave it."""
_OPENING = threading.Lock()
"""A database is brought up to date by one at a time in a process."""


def played_on_firmware(folder: Path, seed: int, plies: int) -> int:
    """Play a match of ``plies`` moves in a house and with a board of its own; return how many moves it had."""
    board = SimulatedBoard(LAYOUT, firmware_folder(), folder / "board")
    house = House(Settings(data=folder, **PATIENT), make_simulator=lambda _data, _chip: board)  # type: ignore[arg-type]
    with _OPENING:
        house.start()
    try:
        until(lambda: house.boards() and house.board("default").state.value == "live", "the board to be live")
        match = house.create_session(GAME.name, {}, "counting", virtual_hands=False)
        people = people_at(HouseSeat(house, board, match.id), seed)
        try:
            play_match(people, plies)
            people.agree()
            people.at_rest()
        except AssertionError as fault:
            fault.add_note(f"match {seed} of {plies} plies, on firmware")
            raise
        return people.state.ply
    finally:
        house.close()


@pytest.mark.prove
@pytest.mark.parametrize("group", range(GROUPS))
def test_matches_by_hand_through_the_firmware_are_recorded_as_they_were_meant(group: int, tmp_path: Path) -> None:
    seeds = range(group * AT_ONCE, (group + 1) * AT_ONCE)
    with ThreadPoolExecutor(AT_ONCE, thread_name_prefix="players") as players:
        plies = list(players.map(lambda seed: played_on_firmware(tmp_path / str(seed), seed, PLIES), seeds))
    assert all(plies)
