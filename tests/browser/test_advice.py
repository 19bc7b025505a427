"""What a board is advised stands on its pages: one sentence, and the command that helps."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import expect

from feldlicht.board.layout import LAYOUT
from feldlicht.runtime.firmware import firmware_folder, firmware_version
from feldlicht.sim.board import SimulatedBoard
from tests.browser.conftest import QUICK, OpenPage
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.support.host import Host

pytestmark = [pytest.mark.browser, pytest.mark.prove]


@pytest.mark.parametrize("page", ["/boards/default", "/boards/default/health"])
def test_a_board_with_an_older_firmware_is_told_so_with_the_command_that_updates_it(
    page: str, tmp_path: Path, visit: OpenPage
) -> None:
    older = Path(shutil.copytree(firmware_folder(), tmp_path / "firmware"))
    version = older / "version.py"
    version.write_text(version.read_text().replace(f'"{firmware_version()}"', '"0.0.9"'))
    board = SimulatedBoard(LAYOUT, older, tmp_path / "board")
    board.start()
    try:
        with Host(tmp_path / "host", "--port", board.port, **QUICK).live() as host:
            owner = visit(host, page, **STILL)
            advice = owner.page.locator("[data-advice=firmware]")
            expect(advice).to_contain_text(f"0.0.9, this Feldlicht brings {firmware_version()}")
            expect(advice.locator("code")).to_have_text(f"feldlicht board update --port {board.port}")
            expect(owner.page.locator("[data-advice]")).to_have_count(1)
            has_no_violations(owner)
    finally:
        board.close()
