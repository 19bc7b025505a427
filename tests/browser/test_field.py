"""The field of a linear board on its health page, and the self-test that is led from there."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import QUICK, OpenPage
from tests.browser.test_accessibility import SCREENS, STILL, has_no_violations
from tests.support.host import PATIENCE_S, Host

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # a host of its own, and a test that takes its time
PATIENCE_MS = PATIENCE_S * 1000


@pytest.fixture(scope="module")
def linear(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host whose simulated board measures fields, with a north pole on C4 and a south pole on E8."""
    with Host(tmp_path_factory.mktemp("linear"), **QUICK, FELDLICHT_SIM_DRIVER="linear-mux") as running:
        running.live().hands(C4="N", E8="S")
        yield running


def test_every_cell_says_what_it_measures_to_eyes_and_to_screen_readers(linear: Host, visit: OpenPage) -> None:
    visitor = visit(linear, "/boards/default/health")
    visitor.finds(
        "C4", re.compile(r"^C4, [1-9]\d*\.\d mT, [1-9]\d\d percent of the threshold, north pole up, .*felt$")
    )
    visitor.finds("E8", re.compile(r"^E8, -\d+\.\d mT, .*south pole up"))
    visitor.finds("A1", re.compile(r"^A1, -?0\.\d mT, \d+ percent of the threshold, at rest$"))
    expect(visitor.page.locator(".heat text")).to_have_count(144)
    visitor.page.locator("[data-unit=percent]").click()
    expect(visitor.page.locator(".heat.firm text")).to_have_text([re.compile(r"^[1-9]\d\d$")] * 2)
    visitor.page.locator('[data-unit=""]').click()
    expect(visitor.page.locator(".heat")).to_have_count(0)


def test_the_self_test_is_begun_led_and_reported_on_the_page(linear: Host, visit: OpenPage) -> None:
    visitor = visit(linear, "/boards/default/health")
    page = visitor.page
    page.locator("[data-check=zero]").click()
    # Two magnets lie there: it says which cells, and what became of the zero.
    expect(page.locator("[data-run=done]")).to_contain_text("The zero stays as it was", timeout=PATIENCE_MS)
    expect(page.locator("[data-found]")).to_contain_text("C4, E8")
    page.locator("[data-check=touch]").click()
    expect(page.locator("[data-run=touching]")).to_be_visible(timeout=PATIENCE_MS)
    expect(page.locator(".heat.answered")).to_have_count(2, timeout=PATIENCE_MS)
    page.locator("[data-check=next]").click()
    expect(page.locator("[data-run=done]")).to_contain_text("Nothing is wrong", timeout=PATIENCE_MS)


def test_while_a_match_runs_the_page_says_why_there_is_no_self_test(linear: Host, visit: OpenPage) -> None:
    match = linear.new_match()
    page = visit(linear, "/boards/default/health").page
    expect(page.locator("[data-check-refusal]")).to_contain_text("A match is running on this board")
    for part in ("zero", "walk", "touch"):
        expect(page.locator(f"[data-check={part}]")).to_be_disabled()
    linear.command(match, view="gm", type="abandon")
    expect(page.locator("[data-check=zero]")).to_be_enabled(timeout=PATIENCE_MS)


def test_a_board_of_switches_says_that_it_measures_no_strength(host: Host, visit: OpenPage) -> None:
    page = visit(host, "/boards/default/health").page
    expect(page.locator("[data-field]")).to_contain_text("measure no strength")
    expect(page.locator("[data-unit]")).to_have_count(0)


def test_the_field_has_no_violations_on_desk_and_phone(linear: Host, visit: OpenPage) -> None:
    visitor = visit(linear, "/boards/default/health", **STILL)
    for size in SCREENS:
        visitor.page.set_viewport_size(size)
        has_no_violations(visitor)


def test_a_threshold_is_set_in_millitesla_and_goes_back_to_the_boards_own(linear: Host, visit: OpenPage) -> None:
    page = visit(linear, "/settings").page
    field, automatic = page.locator("#set-threshold"), page.locator("[data-automatic=threshold]")
    expect(field).to_have_value("")
    expect(automatic).to_have_attribute("aria-pressed", "true")
    field.fill("8.5")
    field.press("Tab")
    expect(automatic).to_have_attribute("aria-pressed", "false")
    assert linear.get("/settings")["threshold"]["value"] == 85
    health = visit(linear, "/boards/default/health").page
    expect(health.locator("[data-field]")).to_contain_text("from 8.5 mT on", timeout=PATIENCE_MS)
    automatic.click()
    expect(field).to_have_value("")
    expect(health.locator("[data-field]")).to_contain_text("from 6.0 mT on", timeout=PATIENCE_MS)
