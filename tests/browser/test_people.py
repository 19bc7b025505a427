"""People come in with phones, sit down, play, look on and lead; and are still there after whatever happens."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from feldlicht.runtime import keys
from tests.browser.conftest import OpenPage
from tests.browser.phones import OPEN, PHONE, SAYS_NO, Elsewhere
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # hosts of their own, many pages: too heavy for make test


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that others may join."""
    with Host(tmp_path_factory.mktemp("open"), **OPEN) as running:
        yield running.live()


@pytest.fixture
def board_match(house: Host) -> Iterator[str]:
    """A match at its first move, which is yellow's; nobody sits there."""
    begun = house.new_match()
    for seat in ("yellow", "blue"):
        house.post(f"/sessions/{begun}/seats/free", {"seat": seat})
    if house.session(begun)["view"]["phase"] == "setup" and house.session(begun)["hands"]["problems"]:
        house.post("/boards/default/sim/hands", {"do": "build"}, expect=202)
    until(lambda: house.session(begun)["view"]["phase"] == "play", "the formation to stand")
    until(lambda: not house.session(begun)["hands"]["busy"], "virtual hands to be done")
    yield begun
    if house.session(begun)["state"] == "running":
        command = {"id": "00000000-0000-4000-8000-00000000000a", "revision": None, "command": {"type": "abandon"}}
        house.post(f"/sessions/{begun}/commands", command | {"view": "gm"})


Join = Callable[[str, str], Visitor]


@pytest.fixture
def join(house: Host, board_match: str, visit: OpenPage) -> Join:
    """Have someone with a phone follow an invitation to a seat."""

    def come(seat: str, name: str) -> Visitor:
        code = house.post(f"/sessions/{board_match}/invitations", {"seat": seat}, expect=201)["code"]
        phone = visit(Elsewhere(house), f"/j/{code}", expect_live=False, **PHONE)
        sit(phone.page, name)
        expect(phone.page.locator(f"[data-role='seat:{seat}']")).to_be_visible()
        expect(phone.page.locator(".badge.live")).to_be_attached()
        return phone

    return come


def sit(page: Page, name: str) -> None:
    page.locator("input[name=name]").fill(name)
    page.locator("[data-do=join]").click()


def seat_of(visitor: Visitor, seat: str) -> Any:
    return expect(visitor.page.locator(f".people [data-seat={seat}]"))


def tap(visitor: Visitor, *cells: str) -> None:
    for name in cells:
        visitor.cell(name).click()


def test_two_phones_join_by_what_the_laptop_shows_and_play_while_a_screen_looks_on(
    house: Host, board_match: str, visit: OpenPage
) -> None:
    laptop = visit(house, "/", **STILL)
    screen = visit(Elsewhere(house), "/")
    phones = {}
    for seat, name in (("yellow", "Ada"), ("blue", "Bob")):
        laptop.page.locator(f"[data-seat={seat}] [data-seat-do=invite]").click()
        shown = laptop.page.locator("[data-code]")
        code = shown.get_attribute("data-code")
        expect(laptop.page.locator(".code-address")).to_have_text(f"{Elsewhere(house).address}j/{code}")
        expect(laptop.page.locator(".code-picture svg")).to_be_visible()
        laptop.do("close-invitation")
        phone = phones[seat] = visit(Elsewhere(house), f"/j/{code}", expect_live=False, **PHONE)
        sit(phone.page, name)
        expect(phone.page).to_have_url(re.compile(rf"/\?view=seat%3A{seat}$"))
        for visitor in (laptop, screen):
            seat_of(visitor, seat).to_contain_text(f"{name} here")
    seat_of(phones["yellow"], "yellow").to_contain_text("Ada (you) here")
    # The phone's owner moves; the others see it, and only whose turn it is moves.
    tap(phones["yellow"], "D8", "E10")
    for visitor in (laptop, screen, phones["blue"]):
        visitor.reads("Blue to move")
    phones["yellow"].reads("Wait: Bob (Blue) is on turn")
    tap(phones["blue"], "E11", "G13")
    screen.reads("Yellow to move")
    assert house.notations(board_match)[-2:] == ["S D8-E10", "F E11-G13"]
    # The screen has no button that would seat or free anyone.
    expect(screen.page.locator(".people [data-seat-do]")).to_have_count(0)


def test_a_seat_survives_reload_a_closed_page_and_a_restart(
    house: Host, board_match: str, join: Join, visit: OpenPage
) -> None:
    phone = join("yellow", "Ada")
    for _ in range(3):
        phone.page.reload()
        seat_of(phone, "yellow").to_contain_text("Ada (you) here")
    laptop = visit(house, "/")
    phone.page.close()
    seat_of(laptop, "yellow").to_contain_text("Ada away")
    phone.page = phone.open("/?view=seat:yellow")
    seat_of(laptop, "yellow").to_contain_text("Ada here")


def test_a_restart_and_new_keys_keep_everyone_in(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, **OPEN).live() as before:
        match = before.new_match()
        code = before.post(f"/sessions/{match}/invitations", {"seat": "yellow"}, expect=201)["code"]
        phone = visit(Elsewhere(before), f"/j/{code}", expect_live=False, **PHONE)
        sit(phone.page, "Ada")
        seat_of(phone, "yellow").to_contain_text("Ada (you) here")
        port = before.address.rstrip("/").rpartition(":")[2]
        before.kill()
    rotated = json.loads((tmp_path / "keys.json").read_text())
    keys.rotate(tmp_path, 1_900_000_000_000)
    assert len(json.loads((tmp_path / "keys.json").read_text())["keys"]) == len(rotated["keys"]) + 1
    with Host(tmp_path, "--http-port", port, **OPEN).live():
        expect(phone.page.locator(".badge.live")).to_be_attached()
        seat_of(phone, "yellow").to_contain_text("Ada (you) here")
        phone.page.reload()
        seat_of(phone, "yellow").to_contain_text("Ada (you) here")


def test_w13_two_hosts_on_one_computer_keep_their_people_apart(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path / "a", **OPEN).live() as one, Host(tmp_path / "b", **OPEN).live() as other:
        matches = {house: house.new_match() for house in (one, other)}
        codes = {
            house: house.post(f"/sessions/{match}/invitations", {"seat": "blue"}, expect=201)["code"]
            for house, match in matches.items()
        }
        browser = visit(Elsewhere(one), f"/j/{codes[one]}", expect_live=False)
        sit(browser.page, "Ada")
        seat_of(browser, "blue").to_contain_text("Ada (you) here")
        first = browser.page
        browser.host = Elsewhere(other)  # type: ignore[assignment]
        browser.page = browser.begin_to_open(f"/j/{codes[other]}")
        sit(browser.page, "Ben")
        seat_of(browser, "blue").to_contain_text("Ben (you) here")
        first.reload()
        browser.page = first
        seat_of(browser, "blue").to_contain_text("Ada (you) here")
        names = sorted(cookie["name"] for cookie in browser.context.cookies() if cookie["name"] != "lang")
        assert len(names) == 2
        assert all(re.fullmatch(r"feldlicht_[0-9a-f]{12}", name) for name in names)


def test_a_code_that_ended_is_refused_in_the_persons_language(house: Host, visit: OpenPage) -> None:
    phone = visit(Elsewhere(house), "/j/ABCDEFGH", expect_live=False, locale="de-DE", **PHONE)
    phone.allow(SAYS_NO)
    sit(phone.page, "Ada")
    expect(phone.page.locator("[data-told]")).to_have_text(
        "Dieser Code gilt nicht, oder nicht mehr. Lass dir am Tisch einen neuen geben."
    )
    has_no_violations(phone)


def test_who_loses_the_seat_is_told_and_looks_on_no_more_by_it(house: Host, board_match: str, join: Join) -> None:
    phone = join("yellow", "Ada")
    phone.allow(SAYS_NO)
    house.post(f"/sessions/{board_match}/seats/free", {"seat": "yellow"})
    told = phone.page.locator("[data-former]")
    expect(told).to_contain_text("You do not have the seat Yellow now: it was freed, given to somebody else")
    expect(phone.page.locator("[data-seat=yellow]")).to_contain_text("free")
    expect(phone.page.locator(".badge.live")).to_be_attached()
    has_no_violations(phone)


def test_the_game_master_comes_by_the_link_then_by_the_pin_and_sees_who_failed(
    tmp_path: Path, visit: OpenPage
) -> None:
    with Host(tmp_path, **OPEN).live() as house:
        house.new_match()
        link = re.search(r"(/gm#\S+)", "".join(house.output))
        assert link is not None
        tablet = visit(Elsewhere(house), link[1], expect_live=False, **PHONE)
        expect(tablet.page.locator(".paper")).to_contain_text("You lead. Choose a PIN")
        assert "#" not in tablet.page.url
        tablet.page.locator("input[name=pin]").fill("2468")
        tablet.do("set-pin")
        expect(tablet.page.locator("[data-told]")).to_have_text("The PIN is kept.")
        expect(tablet.page.locator(".tries")).to_contain_text("Nobody has tried in vain.")

        second = visit(Elsewhere(house), link[1], expect_live=False)
        second.allow(SAYS_NO)
        expect(second.page.locator("[data-told]")).to_contain_text("This code or link was good and has been used")
        for pin in ("1111", "2468"):
            second.page.locator("input[name=pin]").fill(pin)
            second.do("login")
            if pin == "1111":
                expect(second.page.locator("[data-told]")).to_contain_text("That is not the PIN.")
        expect(second.page.locator(".paper")).to_contain_text("You lead.")
        expect(tablet.page.locator("[data-tries]")).to_have_text("1 in all")
        has_no_violations(tablet)
        # What the game master's device shows is chosen page by page.
        second.page.goto(f"{Elsewhere(house).address}")
        second.page.locator("[data-view=gm]").click()
        expect(second.page.locator("[data-role=gm]")).to_be_visible()
        second.page.locator("[data-view=public]").click()
        expect(second.page.locator("[data-role]")).to_have_count(0)


COMMANDS = "[data-do=undo], [data-do=redo], [data-do=resign], [data-do=abandon], [data-do=new], [data-do=override]"


def test_a_page_offers_only_what_its_person_may(house: Host, board_match: str, visit: OpenPage, join: Join) -> None:
    """Whoever only looks on finds no button, no tray and no field, and reads why; a seat finds what a seat may."""
    stranger = visit(Elsewhere(house), "/", **PHONE)
    expect(stranger.page.locator("[data-watching]")).to_have_text(
        "You look on. To play, ask whoever leads the table for a seat."
    )
    expect(stranger.page.locator(COMMANDS)).to_have_count(0)
    expect(stranger.page.locator("[aria-selected]")).to_have_count(0)
    has_no_violations(stranger)
    board = stranger.open("/boards/default")
    expect(board.locator("[data-watching]")).to_be_visible()
    expect(board.locator(".tray, " + COMMANDS)).to_have_count(0)
    expect(board.get_by_text("Drag a magnet")).to_have_count(0)
    settings = stranger.open("/settings")
    expect(settings.locator("[data-only-lead]")).to_be_visible()
    expect(settings.locator("#set-settle_ms")).to_be_disabled()
    expect(settings.locator("[name=takeback]").first).to_be_disabled()
    expect(settings.locator(".settings-part button:not(:disabled)")).to_have_count(0)

    player = join("yellow", "Ada")
    expect(player.page.locator("[data-do=resign]")).to_be_enabled()
    expect(player.page.locator("[data-do=abandon], [data-do=new], [data-do=override]")).to_have_count(0)
    player.page.locator("[data-view=public]").click()
    expect(player.page.locator("[data-watching]")).to_contain_text("choose your seat")
    expect(player.page.locator(COMMANDS)).to_have_count(0)
    owner = visit(house, "/settings")
    expect(owner.page.locator("#set-settle_ms")).to_be_enabled()
    expect(owner.page.locator("[data-only-lead]")).to_have_count(0)


def test_a_seat_is_offered_its_own_acts_in_its_own_turn_and_told_for_whom_it_waits(
    house: Host, board_match: str, join: Join, visit: OpenPage
) -> None:
    """And the page at the computer, once others have both seats, offers what is nobody else's: nothing."""
    laptop = visit(house, "/")
    expect(laptop.page.locator("[aria-selected]").first).to_be_attached()
    ada, bert = join("yellow", "Ada"), join("blue", "Bert")
    bert.reads("Wait: Ada (Yellow) is on turn")
    expect(bert.page.locator("[aria-selected]")).to_have_count(0)
    bert.cell("E11").click()
    bert.is_told("Wait: Ada (Yellow) is on turn")
    expect(laptop.page.locator("[data-watching]")).to_contain_text("choose your seat, or the game master's view")
    expect(laptop.page.locator(COMMANDS)).to_have_count(0)
    expect(laptop.page.locator("[aria-selected]")).to_have_count(0)

    ada.cell("D8").click()
    ada.reads("Yellow S on D8 is chosen")
    ada.adds(re.compile("Tap one of its marked cells"))
    ada.cell("E10").click()
    ada.reads("Wait: Bert (Blue) is on turn")
    expect(ada.page.locator("[data-do=undo]")).to_be_enabled()
    expect(ada.page.locator("[data-back]")).to_have_count(1)
    bert.reads("Blue to move")
    expect(bert.page.locator("[data-do=undo]")).to_be_disabled()
    expect(bert.page.locator("[data-back]")).to_have_count(0)
    tap(bert, "E11", "G13")
    ada.reads("Yellow to move")
    expect(ada.page.locator("[data-do=undo]")).to_be_disabled()
    expect(ada.page.locator("[data-back]")).to_have_count(0)
    ada.do("resign")
    expect(ada.page.locator(".dialog [name=side]")).to_have_count(0)
    ada.do("sure")
    expect(laptop.page.locator("[data-do=new]")).to_be_visible()


def test_the_owner_sees_who_leads_and_puts_them_out(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, **OPEN).live() as house:
        house.new_match()
        link = re.search(r"(/gm#\S+)", "".join(house.output))
        assert link is not None
        tablet = visit(Elsewhere(house), link[1], expect_live=False, **PHONE)
        tablet.allow(SAYS_NO)
        expect(tablet.page.locator(".paper")).to_contain_text("You lead. Choose a PIN")
        owner = visit(house, "/gm", expect_live=False)
        expect(owner.page.locator("[data-lead]")).to_have_count(1)
        expect(owner.page.locator("[data-lead]")).to_contain_text("by the link")
        expect(tablet.page.locator(".leads")).to_have_count(0)
        has_no_violations(owner)
        owner.do("put-out")
        expect(owner.page.locator("[data-told]")).to_have_text("That game master leads no more.")
        expect(owner.page.locator(".leads .empty")).to_be_visible()
        expect(tablet.page.locator("[data-told]")).to_have_text("You do not lead any more.")

        owner.page.locator("input[name=pin]").fill("2468")
        owner.do("set-pin")
        expect(owner.page.locator("[data-told]")).to_have_text("The PIN is kept.")
        tablet.page.locator("input[name=pin]").fill("2468")
        tablet.do("login")
        expect(owner.page.locator("[data-lead]")).to_contain_text("by the PIN")
        owner.page.locator("input[name=pin]").fill("13579")
        owner.do("set-pin")
        expect(owner.page.locator("[data-told]")).to_have_text("The PIN is kept. Game masters who lead no more: 1.")
        expect(tablet.page.locator("[data-told]")).to_have_text("You do not lead any more.")


def test_a_screen_driven_by_the_game_masters_browser_gets_the_bytes_of_everyone(
    house: Host, board_match: str, visit: OpenPage
) -> None:
    asked: list[str] = []
    screen = visit(house, "/")
    screen.page.on("request", lambda request: asked.append(request.url))
    screen.page.reload()
    expect(screen.page.locator(".badge.live")).to_be_attached()
    assert asked
    assert not [url for url in asked if "view=" in url]


def test_one_computer_that_nobody_joins_is_not_bothered_with_seats(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/")
    panel = visitor.page.locator("details.people")
    expect(panel).to_be_attached()
    expect(panel).not_to_have_attribute("open", re.compile(""))
    visitor.cell("D8").click()
    visitor.cell("E10").click()
    visitor.reads("Blue to move")


def test_someone_at_the_computer_sits_down_by_keyboard_and_gets_up(
    house: Host, board_match: str, visit: OpenPage
) -> None:
    laptop = visit(house, "/")
    laptop.page.locator("[data-seat=blue] [data-seat-do=sit]").focus()
    laptop.press("Enter")
    laptop.page.keyboard.type("Cleo")
    laptop.press("Enter")
    expect(laptop.page.locator("[data-role='seat:blue']")).to_be_visible()
    seat_of(laptop, "blue").to_contain_text("Cleo (you) here")
    laptop.page.locator("[data-view=public]").click()
    laptop.page.locator("[data-seat=blue] [data-seat-do=leave]").click()
    seat_of(laptop, "blue").to_contain_text("free")


def test_panel_invitation_and_pages_to_come_in_have_no_violations(
    house: Host, board_match: str, join: Join, visit: OpenPage
) -> None:
    phone = join("yellow", "Ada")
    has_no_violations(phone)
    laptop = visit(house, "/", **STILL)
    has_no_violations(laptop)
    laptop.page.locator("[data-seat=blue] [data-seat-do=invite]").click()
    for width in (1000, 390):
        laptop.page.set_viewport_size({"width": width, "height": 844})
        has_no_violations(laptop)
        wide = laptop.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= width, "nothing runs out of the page"
    for path in ("/j/ABCDEFGH", "/gm"):
        page = visit(Elsewhere(house), path, expect_live=False, **PHONE)
        page.page.locator(".paper").wait_for()
        has_no_violations(page)


def test_what_the_page_of_an_invitation_says_is_no_hint_whether_the_code_is_good(house: Host) -> None:
    def page(code: str) -> str:
        with urllib.request.urlopen(f"{house.address}j/{code}") as answer:
            return str(answer.read().decode()).replace(code, "CODE")

    match = house.new_match(board=None)
    good = house.post(f"/sessions/{match}/invitations", {"seat": "blue"}, expect=201)["code"]
    assert page(good) == page("ABCDEFGH")
