"""The game master's page of a fight, led by thumb on a phone and by keys on a laptop, by one or by two."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.masters import LAPTOP, MASTER, SIX, Thumb, begin, do, fits, seen, until_at
from tests.browser.phones import PHONE
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def test_t14_a_fight_of_six_is_led_by_thumb_to_its_end_which_is_asked_about_and_taken_back(
    table: Host, visit: OpenPage
) -> None:
    thumb = Thumb(visit(table, MASTER, **PHONE))
    page = thumb.page
    thumb.tap("[data-do=new-fight]")
    fits(page)
    thumb.tap("[data-do=sure]", thumb.sheet)
    thumb.visitor.reads("Who fights?")
    fight = str(until(lambda: table.get("/boards/default")["session"], "the fight to begin"))
    thumb.tap("[data-do=add]")
    fits(page)
    thumb.add("Silja", perception="12", advantage="1")
    thumb.add("Brom")
    thumb.add("Kara")
    thumb.add("Old Ghoul", mine=True, count="3", vz="7", more=False)
    expect(page.locator("[data-figure]")).to_have_count(6)
    expect(thumb.sheet).to_have_count(0)
    # Dice that were thrown at the table, an INI that is known, and all others by the host.
    thumb.tap("[data-figure=Silja] [data-open]")
    thumb.sheet.locator("[name=dice]").fill("9 4")
    thumb.tap("[data-do=roll]", thumb.sheet)
    thumb.sees("Silja", "−2")
    thumb.tap("[data-figure=Brom] [data-open]")
    thumb.sheet.locator("[data-part=probe] [name=ini]").fill("−1")
    thumb.tap("[data-do=roll]", thumb.sheet)
    thumb.sees("Brom", "−1")
    thumb.tap("[data-figure=Kara] [data-open]")
    thumb.sheet.locator("[name=successes]").fill("0")
    thumb.tap("[data-do=roll]", thumb.sheet)
    thumb.sees("Kara", "0")
    thumb.tap("[data-do=roll-all]")
    # The list is in order, so nobody should touch it while it changes.
    expect(page.locator("[data-figure] [data-ini]")).to_have_count(6)
    for number, ini in ((1, 4), (2, 6), (3, 9)):
        thumb.tap(f"[data-figure='Old Ghoul{number}'] [data-open]")
        thumb.sheet.locator("[data-part=place] [name=ini]").fill(str(ini))
        thumb.tap("[data-do=put]", thumb.sheet)
        thumb.sees(f"Old Ghoul{number}", str(ini))
    fits(page)
    thumb.goes_on("begin", "Begin the fight")
    thumb.goes_on("next", "Next: Silja")
    thumb.visitor.reads(re.compile(r"Silja is on \(INI −2\)"))
    # One tap acts with the usual VZ; a finger that rests asks for another.
    thumb.goes_on("act", "Act · VZ 8")
    thumb.sees("Silja", "6")
    expect(page.locator("[data-why=TOO_SLOW]")).to_have_text("Too slow: Old Ghoul3")
    thumb.tap("[data-reactor='Old Ghoul1'] [data-react]")
    thumb.sees("Old Ghoul1", "11")
    expect(page.locator("[data-why=REACTED_ALREADY]")).to_have_text("Has reacted: Old Ghoul1")
    thumb.goes_on("next", "Next: Brom")
    thumb.offered("act", "Act · VZ 8")
    thumb.hold("[data-primary]")
    fits(page)
    thumb.sheet.locator("[name=vz]").fill("3")
    thumb.sheet.locator(".stepper .button").last.tap()
    thumb.sheet.locator("[name=what]").fill("Shove")
    thumb.sheet.locator("[name=target][value='Old Ghoul2']").tap()
    thumb.tap("[data-do=sure]", thumb.sheet)
    thumb.sees("Brom", "3")
    expect(page.locator("[data-why=NOT_AFFECTED]")).to_contain_text("Kara")
    thumb.goes_on("next", "Next: Kara")
    thumb.goes_on("act", "Act · VZ 8")
    thumb.goes_on("next", "Next: Brom")
    expect(page.locator(".log")).to_contain_text("Brom: Shove against Old Ghoul2 (VZ 4), now at INI 3")
    # The end is asked about, kept, and taken back.
    thumb.tap("[data-do=end]")
    thumb.sheet.locator("button").first.tap()
    assert seen(table, fight)["phase"] == "turn"
    thumb.tap("[data-do=end]")
    thumb.tap("[data-do=sure]", thumb.sheet)
    thumb.visitor.reads("The fight is over")
    assert table.session(fight)["state"] == "over"
    expect(page.locator("[data-do=new-fight]")).to_be_visible()
    thumb.tap("[data-do=take-end-back]")
    thumb.visitor.reads(re.compile("Brom is on"))
    assert table.session(fight)["state"] == "running"
    expect(page.locator("[data-time]")).to_contain_text("acts: 4")
    assert seen(table, fight)["turn"] == "Brom"


def test_a_fight_is_led_by_keys_alone(table: Host, visit: OpenPage) -> None:
    visitor = visit(table, MASTER, **LAPTOP)
    page = visitor.page
    page.locator("[data-do=new-fight]").focus()
    visitor.press("Enter")
    page.locator("dialog[open] [data-do=sure]").focus()
    visitor.press("Enter")
    visitor.reads("Who fights?")
    fight = str(until(lambda: table.get("/boards/default")["session"], "the fight to begin"))
    for name in ("Silja", "Brom"):
        visitor.press("a")
        expect(page.locator("dialog[open] [name=name]")).to_be_focused()
        page.keyboard.type(name)
        visitor.press("Enter")
        expect(page.locator(f"[data-figure={name}]")).to_have_count(1)
        expect(page.locator("dialog[open]")).to_have_count(0)
    do(table, fight, "put Silja 3", "put Brom 5")
    big = page.locator("[data-primary]")
    expect(big).to_have_text("Begin the fight")
    visitor.press("Enter")
    expect(big).to_have_text("Next: Silja")
    visitor.press("n")
    expect(big).to_have_text("Act · VZ 8")
    visitor.press("v")
    expect(page.locator("dialog[open] [name=vz]")).to_be_focused()
    visitor.press("Control+a")
    page.keyboard.type("4")
    visitor.press("Enter")
    until_at(table, fight, "Silja", 7)
    expect(page.locator("dialog[open]")).to_have_count(0)
    expect(page.locator("[data-reactor=Brom]")).to_have_count(1)
    visitor.press("1")
    until_at(table, fight, "Brom", 13)
    expect(page.locator("[data-figure=Brom] [data-ini]")).to_have_text("13")
    visitor.press("u")
    expect(page.locator("[data-figure=Brom] [data-ini]")).to_have_text("5")
    visitor.press("r")
    until_at(table, fight, "Brom", 13)
    # A button that has the focus keeps it while it says something else.
    big.focus()
    for word in ("Next: Silja", "Act · VZ 8", "Next: Brom"):
        expect(big).to_have_text(word)
        expect(big).to_be_focused()
        visitor.press("Enter")
    expect(big).to_have_text("Act · VZ 8")
    visitor.press("?")
    expect(page.locator("dialog[open] .key-list")).to_be_visible()
    page.locator("dialog[open] input[type=checkbox]").focus()
    visitor.press(" ", "Escape")
    # Letters are keys only while that is wanted.
    visitor.press("a")
    expect(page.locator("dialog[open]")).to_have_count(0)
    page.locator("[data-do=end]").focus()
    visitor.press("Enter")
    page.locator("[data-do=sure]").focus()
    visitor.press("Enter")
    visitor.reads("The fight is over")


def test_t16_of_two_pages_that_press_next_at_once_one_goes_on_and_the_other_is_told(
    table: Host, visit: OpenPage
) -> None:
    fight = begin(table, *SIX, "begin")
    first, second = (visit(table, MASTER, **LAPTOP) for _ in range(2))
    for one in (first, second):
        expect(one.page.locator("[data-primary]")).to_have_text("Next: Silja")
    # The second page's press was under way before it could know of the first one's.
    held: list[Route] = []
    second.page.route("**/commands?*", lambda route: held.append(route), times=1)
    second.page.locator("[data-primary]").click()
    until(lambda: second.page.title() and held, "the second press to be under way")
    first.page.locator("[data-primary]").click()
    expect(first.page.locator("[data-primary]")).to_have_text("Act · VZ 8")
    held[0].continue_()
    second.is_told(re.compile("Something happened in between"))
    expect(second.page.locator("[data-primary]")).to_have_text("Act · VZ 8")
    first.is_told_nothing()
    assert [entry["notation"] for entry in table.get(f"/sessions/{fight}/log?view=gm")["entries"]].count("next") == 1
    assert seen(table, fight)["turn"] == "Silja"
    second.page.locator("[data-primary]").click()
    until_at(table, fight, "Silja", 13)


def test_t17_a_second_game_master_sees_all_and_what_either_hides_or_reveals_reaches_both(
    table: Host, visit: OpenPage
) -> None:
    begin(table, *SIX, "begin", "mark 40 Bell hidden")
    first, second = (visit(table, MASTER, **LAPTOP) for _ in range(2))
    public = visit(table, "/fight", **LAPTOP)
    spy, revealed = "[data-figure='?Spy']", "[data-figure=Spy]"

    def show(visitor: Visitor, label: str, known: str) -> None:
        visitor.page.locator(f"[data-figure='{label}'] [data-open]").click()
        visitor.page.locator(f"dialog[open] [data-known={known}]").click()
        expect(visitor.page.locator("dialog[open]")).to_have_count(0)

    for one in (first, second):
        expect(one.page.locator(f"{spy} .known-no")).to_have_text("unknown")
        expect(one.page.locator("[data-marker]")).to_contain_text("Bell")
    expect(public.page.locator("body")).to_contain_text("Silja")
    assert "Spy" not in public.page.content()
    show(second, "?Spy", "all")
    for one in (first, second):
        expect(one.page.locator(revealed)).to_have_count(1)
    expect(public.page.locator("#panels")).to_contain_text("Spy")
    show(first, "Spy", "figure")
    for one in (first, second):
        expect(one.page.locator(f"{revealed} .known-figure")).to_have_text("INI concealed")
    # Who takes a revelation back is told that players have seen it.
    for one in (first, second):
        expect(one.page.locator("[data-seen]")).to_have_count(0)
    second.do("undo")
    expect(second.page.locator(f"{revealed} .known-figure")).to_have_count(0)
    first.do("undo")
    for one in (first, second):
        expect(one.page.locator("[data-seen]")).to_contain_text("Players have seen this already: Spy.")
        expect(one.page.locator(spy)).to_have_count(1)
