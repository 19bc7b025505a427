"""The knob of a simulated board on its page: a fight is run with it alone, and whoever only looks on has none."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.fights import fight
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # a host and several pages a test


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host with a simulated board, by itself."""
    with Host(tmp_path_factory.mktemp("knob")) as running:
        yield running.live()


def test_a_fight_is_run_with_the_knob_of_the_boards_page_alone(visit: OpenPage, house: Host) -> None:
    with fight(house) as led:
        led.do("add Silja pc vz=8", "add Brakk pc vz=6", "put Silja 3", "put Brakk 7")
        visitor = visit(house, "/boards/default", **STILL)
        page = visitor.page
        pointed = page.locator("[data-pointed]")
        expect(page.locator("[data-next]")).to_be_visible()
        knob = {name: page.locator(f"[data-knob={name}]") for name in ("left", "press", "right", "hold", "first")}
        page.wait_for_timeout(1_100)  # a press is meant for what has stood there for a moment
        knob["press"].click()
        until(lambda: led.view()["phase"] == "between", "the fight to have begun")
        knob["press"].click()
        until(lambda: led.view()["turn"] == "Silja", "the first one to be on")
        knob["right"].click()
        knob["right"].click()
        expect(pointed).to_contain_text("10")
        knob["right"].press("ArrowLeft")
        expect(pointed).to_contain_text("9")
        has_no_violations(visitor)
        knob["press"].click()
        until(lambda: led.view()["order"] == ["Brakk", "Silja"], "her to have acted")
        knob["first"].click()
        expect(pointed).to_contain_text("Brakk")
        knob["press"].click()
        until(lambda: led.view()["order"] == ["Silja", "Brakk"], "him to have reacted")
        knob["hold"].click()
        until(lambda: led.view()["order"] == ["Brakk", "Silja"], "that to be taken back")
        page.get_by_role("link", name="Open the fight").click()
        expect(page).to_have_url(f"{house.address}fight")


def test_while_a_concealed_figure_is_on_the_knob_says_that_it_does_nothing(visit: OpenPage, house: Host) -> None:
    with fight(house) as led:
        led.do("add Silja pc", "add Ghoul npc", "put Silja 3", "put Ghoul 1", "begin", "next")
        page = visit(house, "/boards/default").page
        expect(page.locator("[data-pointed]")).to_contain_text("does nothing")


def test_who_leads_has_the_knob_beside_the_fight_and_everyones_screen_has_none(visit: OpenPage, house: Host) -> None:
    with fight(house) as led:
        led.do("add Silja pc")
        masters = visit(house, "/fight?view=gm").page
        expect(masters.locator("[data-knob=press]")).to_be_visible()
        everyones = visit(house, "/fight").page
        expect(everyones.locator("[data-next], .ring-centre").first).to_be_visible()
        assert everyones.locator("[data-knob]").count() == 0
