"""A white zone drawn by taps where a match begins, and a beginning refused before anything is given up for it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.phones import PHONE
from tests.browser.test_accessibility import has_no_violations
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def test_a_white_zone_is_drawn_by_taps_for_both_ends_and_the_match_has_it(
    host: Host, match: str, visit: OpenPage
) -> None:
    visitor = visit(host, "/", **PHONE)
    visitor.do("new")
    dialog, drawn = visitor.page.locator("dialog.new-match"), visitor.page.locator("dialog.editor")
    dialog.locator("[name=zone]").select_option("none")
    dialog.locator("[data-draw=zone]").click()
    told, cell = drawn.locator("[data-told]"), lambda name: drawn.locator(f"[data-cell={name}]")
    cell("C3").tap()
    expect(cell("C14")).to_have_attribute("aria-label", "C14, marked")
    cell("H12").tap()
    expect(cell("H5")).to_have_attribute("aria-label", "H5, marked")
    expect(told).to_have_text(re.compile("Marked: 4"))
    cell("C14").tap()
    expect(told).to_have_text(re.compile("Marked: 2"))
    # A goal cell can never be white: a sentence, and nothing has changed.
    cell("E16").tap()
    expect(told).to_have_text(re.compile("E16 lies in a goal|E1 lies in a goal"))
    expect(cell("E16")).to_have_attribute("aria-label", "E16, not marked")
    has_no_violations(visitor)
    drawn.locator("[data-mask=take]").tap()
    expect(dialog.locator("[name=zone] option:checked")).to_have_text("Drawn: 2 cells")
    # The counting formation has a winger on H5: said before the running match is given up for it.
    visitor.do("sure")
    expect(dialog.locator("[data-unfit]")).to_contain_text("H5")
    has_no_violations(visitor)
    assert host.session(match)["state"] == "running"
    dialog.locator("[name='team both']").select_option("wall")
    visitor.do("sure")
    expect(dialog).to_have_count(0)
    begun = until(lambda: {host.get("/boards/default")["session"]} - {match, None}, "another match").pop()
    assert sorted(host.session(begun)["view"]["zone"]) == ["H12", "H5"]
    # Next time it is drawn from where it was, or from a word's cells.
    visitor.do("new")
    expect(dialog.locator("[name=zone] option:checked")).to_have_text("Drawn: 2 cells")
    dialog.locator("[name=zone]").select_option("front3")
    dialog.locator("[data-draw=zone]").click()
    expect(cell("E2")).to_have_attribute("aria-label", "E2, marked")
    drawn.locator("[data-mask=close]").click()
    host.command(begun, view="gm", type="abandon")


def test_what_begins_a_match_and_what_is_given_up_for_it_stay_in_sight_and_choices_are_read_whole(
    host: Host, match: str, visit: OpenPage
) -> None:
    visitor = visit(host, "/", **PHONE)
    visitor.do("new")
    dialog = visitor.page.locator("dialog.new-match")
    for group in dialog.locator("summary").all():
        group.click()
    for place in (0, 400, 9999):
        dialog.evaluate("(one, top) => one.scrollTo(0, top)", place)
        for which in ("[data-do=sure]", ".caution"):
            expect(dialog.locator(which)).to_be_in_viewport(ratio=1)
    wide = dialog.locator("[name='help yellow']").bounding_box()
    whole = dialog.locator("[name=relocation]").bounding_box()
    assert wide is not None
    assert whole is not None
    assert wide["width"] == whole["width"]
    has_no_violations(visitor)
