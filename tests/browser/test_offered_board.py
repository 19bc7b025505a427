"""A board that is plugged in while another plays: the page of the match offers it, and one press takes it up."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from feldlicht.board.layout import LAYOUT
from feldlicht.config import Settings
from feldlicht.link.port import FoundPort
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.sim.board import SimulatedBoard
from feldlicht.web.app import STREAMS, create_app
from feldlicht.web.listening import bind
from feldlicht.web.server import Server
from feldlicht.web.streams import StreamRoom
from tests.support.host import PATIENCE_S

pytestmark = [pytest.mark.browser, pytest.mark.prove]


@pytest.fixture
def plugged() -> list[FoundPort]:
    return []


@pytest.fixture
def address(tmp_path: Path, plugged: list[FoundPort]) -> Iterator[str]:
    """Pages of a house whose list of USB ports is ``plugged``."""
    settings = Settings(tmp_path / "house", hands_pace=0)
    house = House(settings, find=lambda: plugged)
    house.start()
    room = StreamRoom(STREAMS, Clock())
    with closing(bind(0, False)) as listening:
        server = Server(create_app(house, settings, room), listening, STREAMS)
        server.start()
        yield server.address
        room.close()
        house.hub.close()
        server.close()
        house.close()


def test_one_press_has_the_house_play_on_it_too(
    address: str, plugged: list[FoundPort], chromium: Browser, tmp_path: Path
) -> None:
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board", "51b0a2d0000000aa")
    board.start()
    page = chromium.new_page()
    page.goto(address)
    page.set_default_timeout(PATIENCE_S * 1000)
    offered = page.locator(".board-card", has_text="51b0a2d0000000aa")
    plugged.append(FoundPort(board.port, "51B0A2D0000000AA", "Board in FS mode"))
    expect(offered).to_contain_text("plugged in, not used", timeout=PATIENCE_S * 1000)
    offered.get_by_role("button", name="Play on it").click()
    expect(offered).to_contain_text("live", timeout=PATIENCE_S * 1000)
    offered.get_by_role("link", name="Open the board").click()
    page.wait_for_url("**/boards/51b0a2d0000000aa")
    expect(page.get_by_text("No match is running").first).to_be_visible()
    page.close()
    board.close()
