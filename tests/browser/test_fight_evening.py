"""What else comes up in an evening's fight, led on its page: waiting, markers, late ones, the fallen, a crowd."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.masters import LAPTOP, MASTER, Thumb, begin, do, fits, seen, until_at
from tests.browser.phones import OPEN, PHONE, Elsewhere
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]

TWO = ("add Silja pc", "put Silja 5", "add Brakk pc", "put Brakk 7")


def row(page: Page, label: str) -> Locator:
    return page.locator(f"[data-figure='{label}']")


def sheet_of(page: Page, label: str) -> Locator:
    row(page, label).locator("[data-open]").click()
    return page.locator("dialog[open]")


def gone(page: Page) -> None:
    expect(page.locator("dialog[open]")).to_have_count(0)


def offered(page: Page, word: str) -> None:
    expect(page.locator("[data-primary]")).to_have_text(word)


def goes_on(page: Page, word: str) -> None:
    """Press the big button once it says this; by key, as quick clicks on one spot count once."""
    offered(page, word)
    page.locator("[data-primary]").press("Enter")


def test_i08_figures_wait_keep_ready_and_are_called_back_by_their_players_and_the_game_master(
    table: Host, visit: OpenPage
) -> None:
    begin(table, *TWO, "add Kara pc", "put Kara 9", "begin", "next", waiting="on", players="act")
    page = visit(table, MASTER, **LAPTOP).page
    silja = visit(table, "/fight?view=seat:Silja", **PHONE)
    brakk = visit(table, "/fight?view=seat:Brakk", **PHONE)
    page.locator("[data-do=wait]").click()
    expect(row(page, "Silja").locator(".stance")).to_contain_text("waiting")
    silja.adds("You wait, outside the order.")
    goes_on(page, "Next: Brakk")
    brakk.reads("Brakk, it is your turn")
    brakk.do("ready")
    expect(row(page, "Brakk").locator(".stance")).to_contain_text("ready")
    brakk.adds(re.compile("ready"))
    goes_on(page, "Next: Kara")
    offered(page, "Act · VZ 8")
    # Back at the pointer: who kept ready before its equals, who waited after them.
    row(page, "Silja").locator("[data-recall]").click()
    brakk.do("recall")
    expect(page.locator("[data-recall]")).to_have_count(0)
    expect(page.locator("[data-figure] [data-ini]")).to_have_text(["9", "9", "9"])
    goes_on(page, "Act · VZ 8")
    goes_on(page, "Next: Brakk")
    brakk.reads("Brakk, it is your turn")
    goes_on(page, "Act · VZ 8")
    goes_on(page, "Next: Silja")
    silja.reads("Silja, it is your turn")


def mark(
    page: Page, text: str, number: int, *, at: bool = False, every: int = 0, on: str = "", secret: bool = False
) -> None:
    page.locator("[data-do=mark]").click()
    sheet = page.locator("dialog[open]")
    sheet.locator("[name=text]").fill(text)
    sheet.locator("[name=from]").select_option("at" if at else "in")
    sheet.locator("[name=ini]").fill(str(number))
    sheet.locator("[name=every]").fill(str(every))
    sheet.locator("[name=on]").select_option(on)
    sheet.locator("[name=hidden]").set_checked(secret)
    sheet.locator("[data-do=sure]").click()
    gone(page)


def test_t25_markers_are_put_on_the_timeline_fire_once_or_again_are_taken_off_and_hidden_ones_are_the_masters_alone(
    table: Host, visit: OpenPage
) -> None:
    fight = begin(table, *TWO, "begin", "next")
    page = visit(table, MASTER, **LAPTOP).page
    everyone, player = visit(table, "/fight", **LAPTOP), visit(table, "/fight?view=seat:Silja", **PHONE)
    mark(page, "Torch burns down", 6)
    mark(page, "Venom", 10, at=True, every=5, on="Brakk")
    mark(page, "Ambush by the gate", 12, at=True, secret=True)
    mark(page, "Nonsense", 30, at=True)
    marks = page.locator("[data-marker]")
    expect(marks).to_have_text(
        [
            re.compile("Venom.*Brakk.*10", re.S),
            re.compile("Torch burns down.*11", re.S),
            re.compile("Ambush.*12", re.S),
            re.compile("Nonsense.*30", re.S),
        ]
    )
    page.locator("[data-marker='3'] [data-unmark]").click()
    expect(marks).to_have_count(3)
    for other in (everyone, player):
        expect(other.page.locator("[data-part=markers] li")).to_have_text([re.compile("Venom"), re.compile("Torch")])
    goes_on(page, "Act · VZ 8")
    goes_on(page, "Next: Brakk")
    goes_on(page, "Act · VZ 8")
    # The pointer comes to 13: beyond all of them.
    goes_on(page, "Next: Silja")
    expect(page.locator("[data-marker='1']")).to_contain_text("was due")
    expect(page.locator("[data-marker='2']")).to_contain_text("15")
    log = page.locator(".log")
    expect(log).to_contain_text("Torch burns down")
    fired = {one["text"]: (one["fired"], one["ini"]) for one in seen(table, fight)["markers"]}
    assert fired == {"Torch burns down": (1, None), "Venom": (1, 15), "Ambush by the gate": (1, None)}
    # Read anew, taken back and done again: nothing is due a second time.
    page.reload()
    page.locator("[data-do=undo]").click()
    expect(page.locator("[data-marker='2']")).to_contain_text("10")
    page.locator("[data-do=redo]").click()
    expect(page.locator("[data-marker='2']")).to_contain_text("15")
    assert {one["text"]: one["fired"] for one in seen(table, fight)["markers"]} == dict.fromkeys(fired, 1)
    for other in (everyone, player):
        expect(other.page.locator("[data-part=markers] li")).to_have_text([re.compile("Venom.*15", re.S)])
        assert "Ambush" not in other.page.content()
    row(page, "Brakk").locator("[data-open]").click()
    page.locator("dialog[open] [data-do=remove]").click()
    page.locator("dialog[open] [data-do=sure]").click()
    expect(page.locator("[data-marker='2']")).to_have_count(0)


def test_t10_who_comes_late_who_falls_and_what_is_corrected_keep_the_fight_in_order(
    table: Host, visit: OpenPage
) -> None:
    fight = begin(table, *TWO, "add Kara pc", "put Kara 9", "begin", "next", "act Silja 8", "next")
    page = visit(table, MASTER, **LAPTOP).page
    offered(page, "Act · VZ 8")
    # Late: the pointer is at 7, what is rolled counts from there.
    page.locator("[data-do=add]").click()
    sheet = page.locator("dialog[open]")
    sheet.locator("[name=name]").fill("Lena")
    sheet.locator("[data-do=sure]").click()
    gone(page)
    expect(row(page, "Lena")).to_contain_text("no INI")
    sheet = sheet_of(page, "Lena")
    sheet.locator("[name=successes]").fill("-3")
    sheet.locator("[data-do=roll]").click()
    until_at(table, fight, "Lena", 10)
    gone(page)
    # A correction before the pointer: next at once, and the pointer stays.
    sheet = sheet_of(page, "Kara")
    sheet.locator("[data-part=place] [name=ini]").fill("2")
    sheet.locator("[data-do=put]").click()
    gone(page)
    expect(page.locator("#timeline-title [data-pointer]")).to_contain_text("7")
    # The turn in which that came is not gone, it is only not yet.
    offered(page, "Next: Kara")
    expect(row(page, "Kara").locator("[data-ini]")).to_have_text("2")
    # Whoever is on falls: the lowest one left is next, and nobody is skipped.
    before = seen(table, fight)["order"]
    on = before[0]
    assert on == "Kara"
    sheet = sheet_of(page, on)
    sheet.locator("[data-do=remove]").click()
    page.locator("dialog[open] [data-do=sure]").click()
    expect(row(page, on)).to_have_count(0)
    goes_on(page, "Next: Brakk")
    offered(page, "Act · VZ 8")
    assert seen(table, fight)["order"] == before[1:]
    for label in ("Kara", "Lena"):
        expect(page.locator(".log")).to_contain_text(label)


def test_values_conditions_notes_and_named_acts_of_a_figure_are_kept_and_used(table: Host, visit: OpenPage) -> None:
    fight = begin(table, *TWO, "add Ghoul npc", "put Ghoul 30", "begin", "next")
    page = visit(table, MASTER, **LAPTOP).page
    everyone = visit(table, "/fight", **LAPTOP)
    sheet = sheet_of(page, "Silja")
    sheet.locator("details.more summary").click()
    sheet.locator("[data-part=values] [name=conditions]").fill("stunned; burning")
    sheet.locator("[data-part=values] [name=note]").fill("Two potions left")
    sheet.locator("[data-part=values] [name=vz]").fill("5")
    sheet.locator("[data-part=values] [name=acts]").fill("Bow:11; Kick:4")
    sheet.locator("[data-do=save]").click()
    gone(page)
    expect(row(page, "Silja").locator(".condition")).to_have_text(["stunned", "burning"])
    expect(row(page, "Silja").locator(".fighter-note")).to_have_text("Two potions left")
    expect(everyone.page.locator("#panels")).to_contain_text("stunned")
    assert "potions" not in everyone.page.content()
    offered(page, "Act · VZ 5")
    page.locator("[data-do=other]").click()
    sheet = page.locator("dialog[open]")
    sheet.locator("[data-act=Bow]").click()
    expect(sheet.locator("[name=vz]")).to_have_value("11")
    # Several targets: each of them is asked, and nobody else.
    for target in ("Brakk", "Ghoul"):
        sheet.locator(f"[name=target][value={target}]").check()
    sheet.locator("[data-do=sure]").click()
    gone(page)
    until_at(table, fight, "Silja", 16)
    expect(page.locator("[data-reactor]")).to_have_count(1)
    expect(page.locator("[data-reactor=Brakk]")).to_have_count(1)
    expect(page.locator("[data-why=TOO_SLOW]")).to_contain_text("Ghoul")
    expect(page.locator(".log")).to_contain_text("Silja: Bow against Brakk, Ghoul (VZ 11), now at INI 16")


def test_dice_are_typed_on_the_game_masters_page_also_of_one_that_was_surprised(table: Host, visit: OpenPage) -> None:
    fight = begin(table, "add Silja pc perception=12 advantage=1", "add Ghoul npc perception=12")
    page = visit(table, MASTER, **LAPTOP).page
    sheet = sheet_of(page, "Silja")
    sheet.locator("[name=dice]").fill("25 3")
    sheet.locator("[data-do=roll]").click()
    expect(sheet.locator("[data-part=probe] [data-refused]")).to_contain_text("25")
    expect(sheet.locator("[name=dice]")).to_have_value("25 3")
    sheet.locator("[name=dice]").fill("9, 4")
    sheet.locator("[data-do=roll]").click()
    until_at(table, fight, "Silja", -2)  # 12 − 9 + 4 = 7: two successes
    gone(page)
    sheet = sheet_of(page, "Ghoul")
    sheet.locator("[name=dice]").fill("6 4 5")
    sheet.locator("[data-do=surprised]").click()
    until_at(table, fight, "Ghoul", 1)  # 12 − 6 − 9 = −3


def test_t19_a_fight_of_sixty_with_one_very_far_ahead_is_led_on_a_phone(table: Host, visit: OpenPage) -> None:
    fight = begin(table, "add Silja pc", "put Silja 3", "add Crew npc x58", "add Far pc", "put Far 100000")
    thumb = Thumb(visit(table, MASTER, **PHONE))
    page = thumb.page
    expect(page.locator("[data-figure]")).to_have_count(60)
    thumb.tap("[data-do=roll-all]")
    expect(page.locator("[data-figure] [data-ini]")).to_have_count(60)
    expect(page.locator("[data-do=roll-all]")).to_have_count(0)
    do(table, fight, "put Silja -900")
    fits(page)
    thumb.goes_on("begin", "Begin the fight")
    # Equals among the crew may ask for the master's word; the first one is alone.
    thumb.goes_on("next", "Next: Silja")
    thumb.goes_on("act", "Act · VZ 8")
    thumb.sees("Silja", "−892")
    expect(page.locator("[data-figure=Far] [data-ini]")).to_have_text(re.compile("^100.?000$"))
    expect(page.locator("[data-figure=Far] .lap")).to_have_count(1)
    fits(page)
    # No field that nobody stands on is drawn: the page is as long as its figures, not as the timeline.
    assert page.locator(".fighters > li").count() == 60
    thumb.goes_on("next", "Next: Silja")
    thumb.offered("act", "Act · VZ 8")
    page.locator("[data-primary]").screenshot()
    box = page.locator("[data-primary]").bounding_box()
    assert box is not None
    assert page.evaluate("scrollY") < 844 * 2, "leading needs no way down the list"


def test_equals_are_dragged_into_order_by_a_finger(table: Host, visit: OpenPage) -> None:
    fight = begin(table, *(act for one in "ABC" for act in (f"add {one} pc", f"put {one} 3")), "begin")
    page = visit(table, MASTER, **PHONE).page
    rows = page.locator("[data-tie] strong")
    expect(rows).to_have_text(["A", "B", "C"])
    # Only once the page stands still, and nothing lies over them.
    for label in "CA":
        page.locator(f"[data-tie={label}] [data-handle]").tap(trial=True)
    handle, last = (
        page.locator("[data-tie=A] [data-handle]").bounding_box(),
        page.locator("[data-tie=C]").bounding_box(),
    )
    assert handle is not None
    assert last is not None
    x, y, end = handle["x"] + handle["width"] / 2, handle["y"] + handle["height"] / 2, last["y"] + last["height"] / 2
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 9):
        points = [{"x": x, "y": y + (end - y) * step / 8}]
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    expect(rows).to_have_text(["B", "C", "A"])
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    # Chromium takes a tap at once after a quick stroke for its end; a thumb comes later.
    page.locator("[data-do=order]").press("Enter")
    until(lambda: seen(table, fight)["order"] == ["B", "C", "A"], "the order to be kept")


def told(page: Page, table: Host, fight: str) -> None:
    """Wait until the page has heard of everything."""
    revision = table.get(f"/sessions/{fight}?view=gm")["revision"]
    expect(page.locator(f".log li[data-revision='{revision}']")).to_be_attached()


def test_t13_everything_after_a_line_of_the_log_is_taken_back_and_brought_again(table: Host, visit: OpenPage) -> None:
    fight = begin(table, *TWO, "add Spy npc known=no", "put ?Spy 6", "begin", "next")
    page = visit(table, MASTER, **LAPTOP).page
    offered(page, "Act · VZ 8")
    line = page.locator(".log li").first.get_attribute("data-revision")
    before = seen(table, fight)
    do(table, fight, 'mark 9 "Venom" on=Brakk', "act Silja 8 > Brakk", "react Brakk 3", "set Brakk conditions prone")
    do(table, fight, "next", "act ?Spy 20")
    told(page, table, fight)
    page.locator(f".log li[data-revision='{line}'] [data-back]").click()
    sure = page.locator("dialog[open] [data-do=sure]")
    expect(sure).to_be_visible()
    # What is done while the question stands goes back as well.
    do(table, fight, "next")
    after = seen(table, fight)
    told(page, table, fight)
    sure.click()
    gone(page)
    offered(page, "Act · VZ 8")
    expect(row(page, "Silja").locator("[data-ini]")).to_have_text("5")
    # Act by act: the page may show the figures as they were before the last one is back.
    until(lambda: seen(table, fight) == before, "all of it to be taken back")
    while table.get(f"/sessions/{fight}?view=gm")["can"]["redo"]:
        table.command(fight, view="gm", type="redo")
    assert seen(table, fight) == after
    # One more step moves one figure.
    expect(page.locator("[data-next]")).to_contain_text("Brakk")
    page.locator("[data-primary]").press("Enter")
    goes_on(page, "Next: Silja")
    until(lambda: seen(table, fight)["turn"] == "Silja", "her to be on")


def test_t17_a_second_game_master_comes_by_the_pin_and_takes_the_fight_over(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, **OPEN).live() as house:
        link = re.search(r"(/gm#\S+)", "".join(house.output))
        assert link is not None
        first = visit(Elsewhere(house), link[1], expect_live=False, **PHONE)
        expect(first.page.locator(".paper")).to_contain_text("You lead. Choose a PIN")
        first.page.locator("input[name=pin]").fill("2468")
        first.do("set-pin")
        expect(first.page.locator("[data-told]")).to_have_text("The PIN is kept.")
        fight = begin(house, *TWO, "add Spy npc known=no", "put ?Spy 6", "begin")
        first.page.goto(f"{Elsewhere(house).address.rstrip('/')}{MASTER}")
        goes_on(first.page, "Next: Silja")
        offered(first.page, "Act · VZ 8")
        # The first one's phone is gone in the midst of a turn.
        first.context.set_offline(True)
        second = visit(Elsewhere(house), "/gm", expect_live=False, **PHONE)
        second.page.locator("input[name=pin]").fill("2468")
        second.do("login")
        expect(second.page.locator(".paper")).to_contain_text("You lead.")
        second.page.goto(f"{Elsewhere(house).address.rstrip('/')}{MASTER}")
        expect(row(second.page, "?Spy").locator("[data-ini]")).to_have_text("6")
        goes_on(second.page, "Act · VZ 8")
        goes_on(second.page, "Next: ?Spy")
        goes_on(second.page, "Act · VZ 8")
        second.page.locator("[data-do=undo]").click()
        offered(second.page, "Act · VZ 8")
        # And is right again when it comes back.
        first.context.set_offline(False)
        expect(first.page.locator("[data-next]")).to_contain_text("?Spy")
        expect(row(first.page, "Silja").locator("[data-ini]")).to_have_text("13")
        goes_on(first.page, "Act · VZ 8")
        until_at(house, fight, "?Spy", 14)
        offered(second.page, "Next: Brakk")


def test_a_fight_without_a_board_is_begun_led_and_looked_at_on_pages(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, FELDLICHT_SIMULATE="no") as host:
        visitor = visit(host, MASTER, expect_live=False, **LAPTOP)
        page = visitor.page
        page.locator("[data-do=new-fight]").click()
        page.locator("dialog[open] [data-do=sure]").click()
        expect(page).to_have_url(re.compile(r"session="))
        visitor.reads("Who fights?")
        fight = page.url.rpartition("session=")[2]
        do(host, fight, *TWO)
        goes_on(page, "Begin the fight")
        goes_on(page, "Next: Silja")
        everyone = visit(host, f"/fight?session={fight}", expect_live=False, **LAPTOP).page
        expect(everyone.locator(".ring-centre strong")).to_have_text("Silja")
        goes_on(page, "Act · VZ 8")
        until_at(host, fight, "Silja", 13)
        expect(everyone.locator("#picture")).to_have_attribute("data-pointer", "ring5")


def test_a_fight_is_begun_at_a_ring_without_cells_and_shows_there(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, FELDLICHT_SIM_DRIVER="ring").live() as host:
        visitor = visit(host, "/boards/default", **LAPTOP)
        page = visitor.page
        page.get_by_role("link", name="Begin a fight").click()
        page.locator("[data-do=new-fight]").click()
        page.locator("dialog[open] [data-do=sure]").click()
        visitor.reads("Who fights?")
        fight = host.get("/boards/default")["session"]
        do(host, fight, *TWO)
        goes_on(page, "Begin the fight")
        goes_on(page, "Next: Silja")
        goes_on(page, "Act · VZ 8")
        until_at(host, fight, "Silja", 13)
        until(lambda: any(host.get("/boards/default/sim/lights")["ring"][12]), "the ring to show where she went")
        expect(page.locator("#picture")).to_have_attribute("data-pointer", "ring5")
