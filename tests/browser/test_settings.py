"""The settings page: saved at once, told to every page, felt by the hands and seen in the light."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_accessibility import SCREENS, STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


@pytest.fixture(autouse=True)
def as_before(host: Host) -> Iterator[None]:
    """The host is shared: what a test changed is changed back."""
    shown = host.get("/settings")
    yield
    before = {name: one["value"] for name, one in shown.items() if one["fixed_by"] is None}
    status, _ = host.call("PATCH", "/settings", before)
    assert status == 200
    status, _ = host.call("PATCH", "/boards/default/settings", {"masked": [], "orientation": "unknown"})
    assert status == 200


def value(host: Host, name: str) -> Any:
    return host.get("/settings")[name]["value"]


def fill(page: Page, name: str, text: str) -> None:
    """Type a number and leave its field."""
    field = page.locator(f"#set-{name}")
    field.fill(text)
    field.press("Enter")


def says(page: Page, name: str, text: str) -> None:
    """The note beside a setting comes to say ``text``."""
    expect(page.locator(f"[data-note={name}]")).to_have_text(text)


def test_a_longer_settle_time_is_saved_at_once_and_a_move_settles_later(
    host: Host, match: str, visit: OpenPage
) -> None:
    owner = visit(host, "/settings")
    fill(owner.page, "settle_ms", "10000")
    says(owner.page, "settle_ms", "Saved")
    owner.hears("Settle time: Saved")
    assert value(host, "settle_ms") == 10_000
    host.move("D8", "E10")
    # Ten seconds are long enough to see that it waits; then the shorter time lets it count at once.
    until(lambda: host.session(match)["hands"]["preview"], "the preview")
    assert host.notations(match) == ["built"]
    fill(owner.page, "settle_ms", "0")
    until(lambda: host.notations(match) == ["built", "S D8-E10"], "the move")


def test_a_value_beyond_its_limits_is_refused_beside_its_field_and_keeps_nothing(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/settings")
    before = value(host, "debounce")
    fill(owner.page, "debounce", "11")
    says(owner.page, "debounce", "The number of equal scans is a whole number from 1 to 10: 11 is not possible.")
    expect(owner.page.locator("#set-debounce")).to_have_attribute("aria-invalid", "true")
    assert value(host, "debounce") == before
    fill(owner.page, "debounce", "4")
    says(owner.page, "debounce", "Saved")
    expect(owner.page.locator("#set-debounce")).to_have_attribute("aria-invalid", "false")


def test_what_is_no_number_is_said_so_and_the_value_that_holds_comes_back(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/settings")
    field = owner.page.locator("#set-debounce")
    for nonsense, held in (("", 4), ("-", 5)):
        fill(owner.page, "debounce", str(held))
        says(owner.page, "debounce", "Saved")
        field.focus()
        owner.press("Control+A", "Delete")
        owner.page.keyboard.type(nonsense)
        owner.press("Tab")
        says(owner.page, "debounce", f"That is no number: {held} still holds.")
        expect(field).to_have_value(str(held))
        expect(field).to_have_attribute("aria-invalid", "false")
    fill(owner.page, "debounce", "2.5")
    says(owner.page, "debounce", "The number of equal scans is a whole number from 1 to 10: 2.5 is not possible.")
    assert value(host, "debounce") == 5


def test_what_a_variable_fixes_cannot_be_changed_and_names_the_variable(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/settings")
    expect(owner.page.locator("#set-grace_ms")).to_be_disabled()
    says(owner.page, "grace_ms", "Fixed by FELDLICHT_GRACE_MS: start Feldlicht without it to change this here.")


def test_two_pages_agree_and_a_reader_of_german_reads_german(host: Host, visit: OpenPage) -> None:
    one, other = visit(host, "/settings"), visit(host, "/settings", locale="de-DE")
    expect(other.page.locator("label[for=set-brightness]")).to_have_text("Helligkeit")
    one.page.get_by_label("Ask first").check()
    says(one.page, "takeback", "Saved")
    expect(other.page.get_by_label("Erst fragen")).to_be_checked()
    assert value(host, "takeback") == "ask"


def test_night_dims_the_lights_of_the_board_and_its_picture(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/settings")
    host.hands(D8=None)
    owner.sees_light("E10")

    def shown() -> int:
        colour = owner.cell("E10").get_attribute("data-light") or "000000"
        return max(bytes.fromhex(colour))

    until(lambda: shown() > 100, "the legal cell in full light")
    owner.do("night")
    says(owner.page, "brightness", "Saved")
    assert value(host, "brightness") == 38
    until(lambda: 0 < shown() < 30, "the legal cell at night")
    host.hands(D8="N")


def test_the_keyboard_alone_changes_brightness_and_rule(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/settings")
    owner.page.locator("#set-brightness").focus()
    owner.press("ArrowLeft", "ArrowLeft")
    until(lambda: value(host, "brightness") == 230, "90 per cent")
    expect(owner.page.locator("#set-brightness")).to_have_attribute("aria-valuetext", "90 %")
    owner.page.get_by_label("Free").focus()
    owner.press("ArrowDown")
    until(lambda: value(host, "takeback") == "ask", "the next rule")


@pytest.mark.parametrize("size", SCREENS, ids=["desk", "phone"])
def test_the_settings_have_no_violations_and_fit_the_screen(host: Host, visit: OpenPage, size: Any) -> None:
    visitor: Visitor = visit(host, "/settings", viewport=size, **STILL)
    fill(visitor.page, "debounce", "0")
    expect(visitor.page.locator(".setting-note.warn")).to_have_count(1)
    has_no_violations(visitor)
    assert visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


# ------------------------------------------------------------------ this board


def test_a_cell_is_masked_by_a_click_and_felt_again_by_the_keyboard(host: Host, match: str, visit: OpenPage) -> None:
    owner, other = visit(host, "/settings"), visit(host, "/settings")
    expect(owner.page.locator("[data-masked]")).to_have_text("None")
    owner.cell("D5").click()
    owner.hears("D5 is masked")
    assert host.get("/boards/default")["masked"] == ["D5"]
    for visitor in (owner, other):
        visitor.finds("D5", "D5, empty, does not feel")
        expect(visitor.page.locator(".mark.masked")).to_have_count(1)
        expect(visitor.page.locator("[data-masked] button")).to_have_text("D5: feel again")
    other.cell("D4").focus()
    other.press("ArrowRight", "Enter")
    other.hears("D5 is felt again")
    owner.finds("D5", "D5, empty")
    assert host.get("/boards/default")["masked"] == []


def test_a_board_that_is_turned_shows_its_magnets_in_the_tables_places(host: Host, visit: OpenPage) -> None:
    magnets = host.magnets()
    host.hands(**dict.fromkeys(magnets), A3="N")
    owner, watcher = visit(host, "/settings"), visit(host, "/boards/default")
    watcher.finds("A3", "A3, magnet of Yellow")
    owner.page.get_by_label("Turned round").check()
    owner.hears("This board: saved")
    watcher.finds("I14", "I14, magnet of Yellow")
    watcher.finds("A3", "A3, empty")
    assert host.magnets() == {"I14": "N"}
    assert host.get("/boards/default/settings")["orientation"] == "turned"
    host.hands(I14=None)


def test_a_noisy_cell_is_listed_and_masked_with_one_press(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/settings")

    def flutters() -> bool:
        host.hands(H9="N")
        host.hands(H9=None)
        return "H9" in host.get("/boards/default")["noisy"]

    until(flutters, "the cell to be noisy")
    line = owner.page.locator("[data-noisy=H9]")
    expect(line).to_contain_text("changes")
    line.get_by_role("button", name="Mask H9").click()
    owner.hears("H9 is masked")
    expect(line.get_by_role("button")).to_have_count(0)
    assert host.get("/boards/default")["masked"] == ["H9"]
