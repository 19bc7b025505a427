"""From the table's page to a fight and back: whoever begins one leads it, and after it any match can be begun."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # a host of its own


def begin(page: Page, game: str) -> None:
    page.locator("[data-do=new]").first.click()
    dialog = page.locator("dialog.new-match")
    dialog.locator("select").first.select_option(label=game)
    dialog.locator("[data-do=sure]").click()


def test_a_fight_is_begun_on_the_tables_page_led_looked_at_and_followed_by_a_match(
    tmp_path: Path, visit: OpenPage
) -> None:
    with Host(tmp_path) as host:
        page = visit(host.live(), "/").page
        # Where no match is on, a fight is one press away.
        expect(page.locator("[data-way=begin]")).to_have_attribute("href", "/fight?view=gm")
        begin(page, "Initiative & Verzögerung (fights)")
        expect(page).to_have_url(f"{host.address}fight?view=gm")
        # Everyone's screen, at the computer: nothing of the game master's, but the way there.
        page.goto(f"{host.address}fight")
        expect(page.locator("[data-way=gm]")).to_have_attribute("href", "/fight?view=gm")
        fight = host.get("/boards/default")["session"]
        host.command(fight, view="gm", type="act", act="end")
        begin(page, "Master Move")
        expect(page).to_have_url(re.compile(re.escape(host.address) + r"(\?.*)?$"))
        expect(page.locator("[data-next]")).to_be_visible()
