"""What is typed, ticked and dragged on the game master's page of a fight."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.masters import LAPTOP, MASTER, SIX, begin, do, seen, until_at
from tests.browser.phones import PHONE
from tests.browser.test_accessibility import has_no_violations
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("2.5", "2.5 cannot be used here: type a whole number from -1000 to 1000000."),
        ("", "A number is missing: type a whole number from -1000 to 1000000."),
        ("1e9", "1e9 cannot be used here: type a whole number from -1000 to 1000000."),
        ("-1", "-1 cannot be used here: type a whole number from 0 to 1000000."),
    ],
)
def test_i22_a_vz_that_is_none_is_refused_beside_its_field_and_nothing_typed_is_lost(
    table: Host, visit: OpenPage, typed: str, told: str
) -> None:
    fight = begin(table, "add A pc", "put A 3", "begin", "next")
    visitor = visit(table, MASTER, **LAPTOP)
    visitor.do("other")
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator("[name=vz]").fill(typed)
    sheet.locator("[name=what]").fill("Shove")
    visitor.do("sure")
    expect(sheet.locator("[data-refused]")).to_have_text(told)
    expect(sheet.locator("[name=vz]")).to_have_value(typed)
    expect(sheet.locator("[name=what]")).to_have_value("Shove")
    sheet.locator("[name=vz]").fill("4")
    visitor.do("sure")
    until_at(table, fight, "A", 7)
    expect(sheet).to_have_count(0)


def test_a_second_figure_of_a_name_and_acts_that_cannot_be_read_are_told_in_the_sheet(
    table: Host, visit: OpenPage
) -> None:
    begin(table, "add Silja pc")
    visitor = visit(table, MASTER, **LAPTOP)
    visitor.do("add")
    sheet = visitor.page.locator("dialog[open]")
    sheet.locator("[name=name]").fill("Silja")
    sheet.locator("[name=perception]").fill("15")
    visitor.do("sure")
    expect(sheet.locator("[data-refused]")).to_contain_text("There is a figure called Silja already.")
    expect(sheet.locator("[name=perception]")).to_have_value("15")
    sheet.locator("[name=name]").fill('Sil"ja')
    visitor.do("sure")
    expect(sheet.locator("[data-refused]")).to_contain_text("a name has 1 to 24 signs")
    sheet.locator("[name=name]").fill("Brom")
    sheet.locator("summary").click()
    sheet.locator("[name=acts]").fill("Bow")
    visitor.do("sure")
    expect(sheet.locator("[data-refused]")).to_contain_text("“Bow” cannot be read")
    sheet.locator("[name=acts]").fill("Bow:11; Dagger:5")
    sheet.locator("[name=note]").fill('Says "no"')
    visitor.do("sure")
    expect(visitor.page.locator("[data-figure=Brom] .fighter-note")).to_have_text('Says "no"')


def test_equals_are_put_in_order_by_buttons_and_by_dragging(table: Host, visit: OpenPage) -> None:
    fight = begin(table, *(act for one in "ABC" for act in (f"add {one} pc", f"put {one} 3")), "begin")
    visitor = visit(table, MASTER, **LAPTOP)
    page = visitor.page
    rows = page.locator("[data-tie] strong")
    expect(rows).to_have_text(["A", "B", "C"])
    page.locator("[data-tie=C] [data-up]").click()
    expect(rows).to_have_text(["A", "C", "B"])
    page.locator("[data-tie=A] [data-handle]").hover()
    page.mouse.down()
    last = page.locator("[data-tie=B]").bounding_box()
    assert last is not None
    page.mouse.move(last["x"] + 20, last["y"] + last["height"] / 2, steps=6)
    expect(rows).to_have_text(["C", "B", "A"])
    page.mouse.up()
    visitor.do("order")
    until(lambda: seen(table, fight)["order"] == ["C", "B", "A"], "the order to be kept")
    expect(page.locator(".tie")).to_have_count(0)
    expect(page.locator("[data-primary]")).to_have_text("Next: C")
    # The public sees them as they joined.
    assert seen(table, fight, "public")["order"] == ["A", "B", "C"]


def test_the_page_has_no_violations_while_figures_gather_while_they_fight_and_in_its_sheets(
    table: Host, visit: OpenPage
) -> None:
    fight = begin(table, *SIX[:-1])
    visitor = visit(table, MASTER, **PHONE)
    visitor.reads("Who fights?")
    has_no_violations(visitor)
    for opener in ("[data-do=add]", "[data-figure=Silja] [data-open]", "[data-do=mark]", "[data-do=keys]"):
        visitor.page.locator(opener).click()
        visitor.page.locator("dialog[open]").wait_for()
        has_no_violations(visitor)
        visitor.press("Escape")
    do(table, fight, "put ?Spy 9", "put Brom 5", "begin", "mark 20 Bell every=3 hidden")
    visitor.page.locator(".tie").wait_for()
    has_no_violations(visitor)
    do(table, fight, "next", "act Silja 3 > Ghoul1", 'set Brom conditions "stunned; burning"', "next")
    visitor.page.locator("[data-react]").first.wait_for()
    has_no_violations(visitor)
    visitor.do("other")
    has_no_violations(visitor)
    visitor.press("Escape")
    visitor.page.set_viewport_size({"width": 1280, "height": 800})
    has_no_violations(visitor)
