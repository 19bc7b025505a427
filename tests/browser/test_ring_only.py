"""A device without cells has a page that offers no match, and says where one is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # a host of its own


def test_no_match_is_offered_where_there_are_no_cells(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, FELDLICHT_SIM_DRIVER="ring") as host:
        host.live()
        page = visit(host, "/boards/default").page
        expect(page.locator("#panels")).to_contain_text("matches are played at a board that has some")
        expect(page.locator("[data-do=new]")).to_have_count(0)
        # Its light is a ring, not a field, and fights are begun from here.
        expect(page.locator("#picture .well")).to_have_count(24 + 6)
        expect(page.get_by_role("link", name="Begin a fight")).to_have_attribute("href", "/fight?view=gm")
        expect(page.locator("[data-knob=press]")).to_be_visible()
        expect(visit(host, "/").page.get_by_role("link", name="Begin a fight")).to_be_visible()
        health = visit(host, "/boards/default/health").page
        expect(health.locator("[data-field]")).to_contain_text("no cells")
        expect(health.locator("[data-check-refusal]")).to_have_text(re.compile("no cells"))
        # The terminal says so too.
        until(lambda: "Matches need a board with cells." in "".join(host.output), "the terminal to say it")
