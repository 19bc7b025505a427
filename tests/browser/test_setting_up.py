"""Setting up on the page: drawn cell by cell, from the library, in secret on two phones."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import QUICK, OpenPage
from tests.browser.phones import OPEN, PHONE, SAYS_NO, Elsewhere
from tests.browser.test_accessibility import SCREENS, STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # hosts of their own, many pages: too heavy for make test
FORMATIONS = "/games/master_move/formations"
WALL = ["TE1", "VD4", "VF4", "JE4", "FC4", "FG4", "FE5", "MB6", "MH6", "SD7", "SF7"]


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("setup"), **QUICK) as running:
        yield running.live()


def begin(owner: Visitor, *, setup: str, **more: str) -> str:
    """Begin a match in which sides set up at the table, by the dialog."""
    owner.do("new")
    dialog = owner.page.locator("dialog.new-match")
    dialog.locator("[name=mode][value=table]").check()
    dialog.locator("[name=setup]").select_option(setup)
    for name, value in more.items():
        dialog.locator(f"select[name={name}]").select_option(value)
    owner.do("sure")
    owner.page.locator(".setup").wait_for()
    return str(owner.host.get("/sessions")["sessions"][0]["id"])


def side(visitor: Visitor, which: str) -> Locator:
    return visitor.page.locator(f"[data-setup-side={which}]")


def editor(visitor: Visitor) -> Locator:
    return visitor.page.locator("dialog.editor")


def draw(visitor: Visitor, *figures: str) -> None:
    """Put figures by choosing their kind and then their cell."""
    drawn = editor(visitor)
    for figure in figures:
        kind = drawn.locator(f"[data-kind={figure[0]}]")
        if kind.get_attribute("aria-pressed") != "true":
            kind.click()
        drawn.locator(f"[data-cell={figure[1:]}]").click()
        expect(drawn.locator(f"[data-cell={figure[1:]}]")).not_to_have_attribute("aria-label", re.compile("empty"))


def told(visitor: Visitor) -> Locator:
    return editor(visitor).locator("[data-told]")


def test_a_whole_set_up_is_drawn_saved_built_by_hands_and_confirmed(house: Host, visit: OpenPage) -> None:
    owner = visit(house, "/", **STILL)
    match = begin(owner, setup="sequential")
    owner.reads("Yellow sets up")
    expect(side(owner, "yellow").locator("[data-standing]")).to_have_text("sets up now")
    expect(side(owner, "blue").locator("[data-setup=form]")).to_have_count(0)
    side(owner, "yellow").locator("[data-setup=draw]").click()
    give, save = (editor(owner).locator(f"[data-editor={what}]") for what in ("give", "save"))
    expect(give).to_be_disabled()
    draw(owner, "TE1", "VD4", "FB5")
    # Bad places are refused at once, and what is drawn stays.
    for cell, why in (("D2", "white zone"), ("E9", "own half"), ("F1", "goalkeeper's place")):
        editor(owner).locator("[data-kind=V]").click()
        editor(owner).locator(f"[data-cell={cell}]").click()
        expect(told(owner)).to_contain_text(re.compile(f"{cell}.*{why}"))
        expect(editor(owner).locator(f"[data-cell={cell}]")).to_have_attribute("aria-label", f"{cell}, empty")
    # Moved, taken away by button and by key.
    editor(owner).locator("[data-cell=B5]").click()
    editor(owner).locator("[data-cell=C4]").click()
    expect(editor(owner).locator("[data-cell=C4]")).to_have_attribute("aria-label", re.compile("winger"))
    editor(owner).locator("[data-cell=D4]").click()
    editor(owner).locator("[data-editor=away]").click()
    expect(editor(owner).locator("[data-kind=V]")).to_have_text("V 2")
    editor(owner).locator("[data-cell=C4]").focus()
    owner.press("Delete")
    expect(editor(owner).locator("[data-kind=F]")).to_have_text("F 3")
    draw(owner, *WALL[1:])
    expect(told(owner)).to_have_text("All eleven stand.")
    has_no_violations(owner)
    editor(owner).locator("[name=name]").fill("wall")
    save.click()
    expect(told(owner)).to_contain_text("There is a formation")
    editor(owner).locator("[name=name]").fill("My wall")
    save.click()
    expect(told(owner)).to_have_text("Saved as “My wall”")
    give.click()
    expect(editor(owner)).to_have_count(0)
    confirm = side(owner, "yellow").locator("[data-setup=ready]")
    until(lambda: len(house.magnets()) == 11 or build(owner), "virtual hands to set it up")
    confirm.click()
    owner.reads("Blue sets up")
    expect(side(owner, "yellow").locator("[data-standing]")).to_have_text("has confirmed")
    # Blue takes what yellow saved, moves it left to right, and has it set up.
    blue = side(owner, "blue")
    blue.locator("[data-setup=name]").select_option("My wall")
    blue.locator("[data-setup=mirror]").check()
    blue.locator("[data-setup=form]").click()
    until(lambda: len(house.magnets()) == 22 or build(owner), "virtual hands to set it up")
    blue.locator("[data-setup=ready]").click()
    owner.reads("Yellow to move")
    assert "form yellow " + " ".join(sorted(WALL, key=lambda one: one[1:])) in house.notations(match)
    figures = {(one["side"], one["kind"], one["cell"]) for one in house.session(match)["view"]["figures"]}
    assert {("yellow", one[0], one[1:]) for one in WALL} <= figures
    assert ("blue", "F", "G13") in figures


def build(owner: Visitor) -> bool:
    """Have virtual hands go on, if the page offers it."""
    button = owner.page.locator("[data-do=build]:enabled")
    if button.count():
        button.click()
    return False


def test_figures_are_put_up_one_each_by_clicks_and_by_hand(house: Host, visit: OpenPage) -> None:
    owner = visit(house, "/", **STILL)
    match = begin(owner, setup="alternating")
    expect(owner.page.locator("[data-setup=form], [data-setup=draw]")).to_have_count(0)
    owner.cell("E1").click()
    owner.reads("Blue sets up")
    side(owner, "blue").locator("[data-kind=J] button").click()
    owner.cell("E9").click()
    owner.reads("Yellow sets up")
    # By hand on the virtual board: the magnet from beside it is the next figure.
    until(lambda: not house.session(match)["hands"]["busy"], "virtual hands to be done")
    table = visit(house, "/boards/default", **STILL)
    table.page.locator("[data-well=N]").focus()
    table.press("Enter")
    table.cell("D4").focus()
    table.press("Enter")
    table.reads("Blue sets up")
    expect(side(table, "yellow").locator("[data-kind=V]")).to_have_attribute("data-missing", "1")
    assert house.notations(match) == ["+T E1", "+J E9", "+V D4"]
    # A magnet too many is named.
    table.page.locator("[data-well=N]").focus()
    table.press("Enter")
    table.cell("E5").focus()
    table.press("Enter")
    expect(table.page.locator("[data-extra]")).to_contain_text("E5")
    for size in SCREENS:
        table.page.set_viewport_size(size)
        has_no_violations(table)


def test_the_dialog_offers_everything_and_begins_with_what_it_was_last_time(house: Host, visit: OpenPage) -> None:
    owner = visit(house, "/", **STILL)
    owner.do("new")
    dialog = owner.page.locator("dialog.new-match")
    dialog.wait_for()
    for summary in dialog.locator("summary").all():
        summary.click()
    for size in SCREENS:
        owner.page.set_viewport_size(size)
        has_no_violations(owner)
        assert dialog.evaluate("(one) => one.scrollWidth - one.clientWidth") == 0, "nothing is cut off at its edge"
    dialog.locator("[name=mode][value=each]").check()
    dialog.locator("[name='team blue']").select_option("wings")
    dialog.locator("[name='mirror blue']").check()
    dialog.locator("[name=zone]").select_option("ring")
    dialog.locator("[name=kick_off][value=coin]").check()
    dialog.locator("[name=side_seconds]").fill("7.5")
    dialog.locator("[name=ply_cap]").fill("300")
    dialog.locator("[name='help blue']").select_option("off")
    owner.do("sure")
    owner.reads(re.compile("Build the formation|to move"))
    (match,) = (one["id"] for one in house.get("/sessions")["sessions"])
    options = house.session(match)["view"]["options"]
    assert (options["zone"], options["kick_off"], options["side_seconds"]) == ("ring", "coin", 450)
    assert (options["ply_cap"], options["help"]) == (300, {"yellow": "moves", "blue": "off"})
    figures = {(one["side"], one["kind"], one["cell"]) for one in house.session(match)["view"]["figures"]}
    assert {("blue", "M", "B13"), ("yellow", "F", "B5")} <= figures
    owner.do("new")
    expect(dialog.locator("[name=mode][value=each]")).to_be_checked()
    expect(dialog.locator("[name='team blue']")).to_have_value("wings")
    expect(dialog.locator("[name='mirror blue']")).to_be_checked()
    expect(dialog.locator("[name=zone]")).to_have_value("ring")
    expect(dialog.locator("[name=side_seconds]")).to_have_value("7.5")
    expect(dialog.locator("[name='help blue']")).to_have_value("off")


def test_two_phones_seal_and_each_sees_its_own_until_both_are_shown(
    tmp_path_factory: pytest.TempPathFactory, visit: OpenPage
) -> None:
    with Host(tmp_path_factory.mktemp("sealed"), **OPEN).live() as house:
        laptop = visit(house, "/", **STILL)
        match = begin(laptop, setup="sealed")
        phones = {}
        for seat, name in (("yellow", "Ada"), ("blue", "Bob")):
            code = house.post(f"/sessions/{match}/invitations", {"seat": seat}, expect=201)["code"]
            phone = phones[seat] = visit(Elsewhere(house), f"/j/{code}", expect_live=False, **PHONE)
            phone.allow(SAYS_NO)
            phone.page.locator("input[name=name]").fill(name)
            phone.page.locator("[data-do=join]").click()
            phone.page.locator(".setup").wait_for()
        ada, bob = phones["yellow"], phones["blue"]
        expect(side(ada, "blue").locator("[data-setup]")).to_have_count(0)
        side(ada, "yellow").locator("[data-setup=draw]").click()
        draw(ada, *WALL)
        has_no_violations(ada)
        editor(ada).locator("[data-editor=give]").click()
        for visitor in (ada, bob, laptop):
            expect(side(visitor, "yellow").locator("[data-standing]")).to_have_text("has sealed")
            expect(side(visitor, "blue").locator("[data-standing]")).to_have_text("still chooses")
        # The own one is shown to its seat, in words and on the picture, and to nobody else.
        expect(ada.page.locator("[data-own=yellow]")).to_contain_text("J E4")
        ada.finds("E4", re.compile("joker"))
        for visitor in (bob, laptop):
            expect(visitor.page.locator("[data-own]")).to_have_count(0)
            visitor.finds("E4", "E4, empty")
        for size in SCREENS:
            ada.page.set_viewport_size(size)
            has_no_violations(ada)
        side(bob, "blue").locator("[data-setup=name]").select_option("Wings")
        side(bob, "blue").locator("[data-setup=form]").click()
        laptop.reads(re.compile(r"Build the formation: \d+ to go"))
        figures = {(one["side"], one["kind"], one["cell"]) for one in house.session(match)["view"]["figures"]}
        assert {("yellow", one[0], one[1:]) for one in WALL} <= figures
        assert ("blue", "S", "B9") in figures
