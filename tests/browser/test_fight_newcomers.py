"""What hinders somebody who leads a fight for the first time: nothing that is needed is far, lost or left over."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.masters import LAPTOP, MASTER, SIX, Thumb, begin, do, figure, fits, until_at
from tests.browser.phones import PHONE
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def test_the_game_masters_figures_are_rolled_for_at_once_while_players_throw_their_own_dice(
    table: Host, visit: OpenPage
) -> None:
    fight = begin(table, "add Silja pc", "add Ghoul npc x3", "add Spy npc known=no")
    thumb = Thumb(visit(table, MASTER, **PHONE))
    expect(thumb.page.locator("[data-do=roll-mine]")).to_have_text("Roll for mine (4)")
    fits(thumb.page)
    thumb.tap("[data-do=roll-mine]")
    until(lambda: figure(table, fight, "?Spy")["ini"] is not None, "the last of them to be rolled for")
    # Nobody is left but players: one button does.
    expect(thumb.page.locator("[data-do=roll-mine]")).to_have_count(0)
    expect(thumb.page.locator("[data-do=roll-all]")).to_have_text("Roll for all who have not (1)")
    assert figure(table, fight, "Silja")["ini"] is None
    do(table, fight, "end")


def test_what_was_done_last_is_taken_back_beside_the_big_button_however_many_fight(
    table: Host, visit: OpenPage
) -> None:
    fight = begin(table, *SIX, "add Wolf npc x30", "begin")
    do(table, fight, "next", "act Silja 8")
    thumb = Thumb(visit(table, MASTER, **PHONE))
    back = thumb.page.locator("[data-do=take-back]")
    expect(back).to_be_in_viewport()
    expect(back).to_have_accessible_name("Undo")
    fits(thumb.page)
    back.tap()
    until_at(table, fight, "Silja", 5)
    thumb.offered("act", "Act · VZ 8")
    do(table, fight, "end")


def test_of_a_fight_that_is_over_nobody_is_called_back(table: Host, visit: OpenPage) -> None:
    fight = begin(table, *SIX, "begin", waiting="on")
    do(table, fight, "next", "wait Silja")
    page = visit(table, MASTER, **LAPTOP).page
    expect(page.locator("[data-figure=Silja] [data-recall]")).to_be_visible()
    do(table, fight, "end")
    expect(page.locator("[data-do=take-end-back]")).to_be_visible()
    expect(page.locator("[data-recall]")).to_have_count(0)


@pytest.mark.parametrize("locale", ["en-GB", "de-DE"])
def test_who_adds_figures_sees_the_buttons_the_refusal_and_whom_they_have_added(
    table: Host, visit: OpenPage, locale: str
) -> None:
    fight = begin(table)
    page = visit(table, MASTER, **LAPTOP | {"locale": locale}).page
    page.locator("[data-do=add]").click()
    sheet = page.locator("dialog[open]")
    buttons = [sheet.locator(f"[data-do={name}]") for name in ("sure", "add-more", "back")]
    for button in buttons:
        expect(button).to_be_in_viewport(ratio=1)
    # One row: none is taken for the beginning of something else.
    assert len({button.bounding_box()["y"] for button in buttons}) == 1  # type: ignore[index]
    name = sheet.locator("[name=name]")
    expect(name).to_have_attribute("maxlength", "24")
    name.fill("a, b")
    buttons[1].click()
    refused = sheet.locator("[data-refused]")
    expect(refused).to_contain_text("a, b")
    expect(refused).to_be_in_viewport(ratio=1)
    for button in buttons:
        expect(button).to_be_in_viewport(ratio=1)
    expect(name).to_have_value("a, b")
    name.fill("Ghoul")
    sheet.locator("[name=count]").fill("2")
    buttons[1].click()
    expect(sheet.locator("[data-added]")).to_contain_text("Ghoul1, Ghoul2")
    expect(refused).to_be_empty()
    expect(name).to_be_focused()
    do(table, fight, "end")


def test_players_figures_are_the_first_of_those_who_may_react(table: Host, visit: OpenPage) -> None:
    fight = begin(
        table, "add Ghoul npc x9", *(f"put Ghoul{n} {n}" for n in range(1, 10)), "add Silja pc", "put Silja 9"
    )
    do(table, fight, "begin", "next", "act Ghoul1 9")
    page = visit(table, MASTER, **LAPTOP).page
    reactors = page.locator("[data-reactor]")
    expect(reactors.first).to_have_attribute("data-reactor", "Silja")
    expect(reactors.nth(1)).to_have_attribute("data-reactor", "Ghoul2")
    page.keyboard.press("1")
    until_at(table, fight, "Silja", 17)
    do(table, fight, "end")


def test_what_is_due_while_nobody_may_see_the_pointer_is_said_to_be_due(table: Host, visit: OpenPage) -> None:
    fight = begin(table, "add Ghoul npc x2", "put Ghoul1 1", "put Ghoul2 5", "add Silja pc", "put Silja 9")
    do(table, fight, "begin", 'mark 3 "Poison" every=6 on=Silja')
    page = visit(table, MASTER, **LAPTOP).page
    expect(page.locator("[data-marker]")).to_contain_text("INI 3")
    expect(page.locator("[data-marker]")).not_to_contain_text("due")
    do(table, fight, "next", "act Ghoul1 12", "next")
    expect(page.locator("[data-marker]")).to_contain_text("due since INI 3")
    # With the next figure that conceals nothing everyone hears of it.
    do(table, fight, "act Ghoul2 12", "next")
    expect(page.locator("[data-marker]")).not_to_contain_text("due")
    expect(page.locator("[data-revision]").filter(has_text="Due now, Silja: Poison")).to_be_visible()
    do(table, fight, "end")


def test_the_log_strikes_out_what_a_knob_took_back_and_not_what_it_knew_nothing_of(
    table: Host, visit: OpenPage
) -> None:
    fight = begin(table, "add Silja pc", "put Silja 5", "add Spy npc known=no", "put ?Spy 7")
    page = visit(table, MASTER, **LAPTOP).page
    # As a knob does it: by what everyone knows.
    table.command(fight, type="undo")
    expect(page.locator("[data-figure=Silja] [data-ini]")).to_have_count(0)
    expect(page.locator("[data-figure='?Spy'] [data-ini]")).to_have_text("7")
    log = page.locator("ol[reversed]")
    expect(log.locator("s")).to_have_text(["Silja is put at INI 5"])
    expect(log.locator("li").first).to_contain_text("Taken back: Silja is put at INI 5")
    do(table, fight, "end")
