"""A match of Imman on its page: two phones and a screen, the mouse with every extension, the keyboard."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.fights import free_seats
from tests.browser.masters import LAPTOP
from tests.browser.phones import OPEN, PHONE, Elsewhere
from tests.browser.test_accessibility import SCREENS, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]

SET_UP = ["E1", "E15", "C4", "E11", "E8", "C12", "C6", "G12", "G6", "G11"]
NUMBERS = [f"{side}{number}" for number in range(1, 6) for side in "yb"]
STANDING = ["throw 15", "throw 4", *(f"put {who} {cell}" for who, cell in zip(NUMBERS, SET_UP, strict=True))]
ON_TURN = [*STANDING, "end y1", "end b1", "end y2", "end b2"]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host that others may join."""
    with Host(tmp_path_factory.mktemp("imman"), **OPEN) as running:
        yield running.live()


@pytest.fixture
def begin(house: Host) -> Iterator[Any]:
    """Begin a match and do some acts; it is given up afterwards."""
    begun = []

    def new(*lines: str, **options: object) -> str:
        # Who played in the match before would play in this one too.
        free_seats(house)
        match = house.new_match(game="imman", formation=None, options=options)
        begun.append(match)
        for line in lines:
            house.command(match, view="gm", type="act", act=line)
        return match

    yield new
    for match in begun:
        if house.session(match)["state"] == "running":
            house.command(match, view="gm", type="abandon")


def phone_of(house: Host, match: str, visit: OpenPage, seat: str) -> Visitor:
    code = house.post(f"/sessions/{match}/invitations", {"seat": seat}, expect=201)["code"]
    phone = visit(Elsewhere(house), f"/j/{code}", expect_live=False, **PHONE)
    phone.page.locator("input[name=name]").fill(seat)
    phone.do("join")
    expect(phone.page).to_have_url(re.compile(rf"/imman\?view=seat%3A{seat}$"))
    expect(phone.page.locator(".badge.live")).to_be_attached()
    return phone


def reads(page: Page, text: str) -> None:
    expect(page.locator("[data-next]")).to_contain_text(text)


def tap(page: Page, cell: str) -> None:
    page.locator(f"[data-cell={cell}]").dispatch_event("click")


def face(page: Page, number: int) -> None:
    page.locator(f"[data-face='{number}']").click()


def act(page: Page, name: str) -> None:
    page.locator(f".next [data-act='{name}']").click()


def test_two_phones_and_a_screen_play_with_the_dice_on_the_table(house: Host, begin: Any, visit: OpenPage) -> None:
    match = begin()
    phones = {side: phone_of(house, match, visit, side).page for side in ("yellow", "blue")}
    screen = visit(Elsewhere(house), "/imman", viewport={"width": 1920, "height": 1080}).page
    yellow, blue = phones["yellow"], phones["blue"]
    reads(yellow, "Yellow throws")
    expect(blue.locator("[data-face]")).to_have_count(0)
    face(yellow, 15)
    reads(blue, "Blue throws")
    face(blue, 4)
    for figure, cell in zip(NUMBERS, SET_UP, strict=True):
        page = yellow if figure[0] == "y" else blue
        reads(page, f"Put {'Yellow' if figure[0] == 'y' else 'Blue'} {figure[1]}")
        tap(page, cell)
        expect(screen.locator(f"[data-figure={figure}]")).to_be_visible()
    for figure in NUMBERS[:4]:
        page = yellow if figure[0] == "y" else blue
        reads(page, f"{figure[1]} · ")
        act(page, "end")
    # Yellow's number 3 has the ball and aims; blue sees no targets, the screen neither buttons nor targets.
    reads(yellow, "Yellow 3 · Mirte is on")
    yellow.locator("[data-mode=pass]").click()
    expect(yellow.locator("[data-cell=E12]")).to_contain_text("26")
    for page in (blue, screen):
        expect(page.locator("[data-cell]")).to_have_count(0)
        expect(page.locator(".next button")).to_have_count(0)
    tap(yellow, "E12")
    expect(yellow.locator(".odds")).to_contain_text("Blue 2 · Brun stops it")
    act(yellow, "pass")
    reads(yellow, "Yellow 3 · Mirte throws")
    face(yellow, 7)
    for page in (yellow, blue, screen):
        expect(page.locator("[data-last]")).to_contain_text("throws 7 where up to 15 is enough, 8 to spare")
    reads(screen, "Blue 2 · Brun throws")
    face(blue, 13)
    expect(screen.locator("[data-ball]")).to_have_attribute("data-ball", "E11")
    seen = house.session(match)["view"]
    assert seen["ball"] == {"carrier": "b2", "cell": "E11"}


def test_where_the_keeper_goes_is_on_his_own_phone_only(house: Host, begin: Any, visit: OpenPage) -> None:
    ended = [f"end {figure}" for figure in NUMBERS]
    match = begin(*STANDING, *ended, "throw 12", "throw 5", rounds=1)
    phones = {side: phone_of(house, match, visit, side).page for side in ("yellow", "blue")}
    act(phones["yellow"], "shooter y3")
    reads(phones["blue"], "The keeper of Blue decides")
    expect(phones["yellow"].locator("[data-act^='note']")).to_have_count(0)
    act(phones["blue"], "note blue left")
    expect(phones["blue"].locator("[data-note]")).to_contain_text("Left")
    reads(phones["yellow"], "Yellow 3 · Mirte is on")
    expect(phones["yellow"].locator("[data-note]")).to_have_count(0)
    tap(phones["yellow"], "E1" if phones["yellow"].locator("[data-cell=E1]").count() else "E15")
    act(phones["yellow"], "pass")
    for page in phones.values():
        expect(page.locator(".log")).to_contain_text("has noted left")


@pytest.mark.parametrize("seed", [1, 7])
def test_a_match_with_every_extension_is_played_to_its_end_by_the_mouse(
    house: Host, begin: Any, visit: OpenPage, seed: int
) -> None:
    match = begin(rounds=2, cap=1, fouls="on", sprint="on", carrier_fouls="may", crowd="watches")
    page = visit(house, "/imman", **LAPTOP).page
    expect(page.locator("[data-next]")).to_be_visible()
    chance = random.Random(seed)
    for _ in range(900):
        seen = house.session(match)
        if seen["state"] != "running":
            break
        if not one_click(page, chance):
            until(lambda: house.session(match)["revision"] >= seen["revision"], "the page to follow")  # noqa: B023
    assert house.session(match)["state"] == "over"
    reads(page, "wins")
    expect(page.locator("[data-do=rematch]")).to_be_visible()


def one_click(page: Page, chance: random.Random) -> bool:
    """Click on something that may be done, whatever it is; False if there was nothing yet."""
    kinds = [page.locator(one) for one in (".next [data-face]:enabled", ".next [data-act]:enabled", "[data-cell]")]
    there = [(kind, count) for kind in kinds if (count := kind.count())]
    if not there:
        page.wait_for_timeout(50)
        return False
    kind, count = chance.choice(there)
    # What was there a moment ago may be gone: the next click finds what is.
    kind.nth(chance.randrange(count)).evaluate_all(
        "all => all[0]?.dispatchEvent(new MouseEvent('click', {bubbles: true}))"
    )
    page.wait_for_timeout(40)
    return True


def test_the_keyboard_alone_goes_from_cell_to_cell_and_passes(house: Host, begin: Any, visit: OpenPage) -> None:
    match = begin(*ON_TURN)
    page = visit(house, "/imman", **LAPTOP).page
    reads(page, "Yellow 3 · Mirte is on")
    page.locator("[data-mode=pass]").focus()
    page.keyboard.press("Enter")
    page.locator("[data-cell=E10]").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-cell=E9]")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-cell=E9].chosen")).to_be_attached()
    page.keyboard.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    page.locator("[data-cell=E9]").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    until(lambda: house.session(match)["view"]["ball"]["cell"] == "E9", "the ball to lie there")


def test_a_die_that_was_seen_is_shown_to_stay(house: Host, begin: Any, visit: OpenPage) -> None:
    match = begin(*ON_TURN, "pass y3 E12", "throw 19")
    page = visit(house, "/imman?view=gm", **LAPTOP).page
    page.locator("[data-do=undo]").click()
    expect(page.locator("[data-kept]")).to_contain_text("19")
    expect(page.locator("[data-face]")).to_have_count(0)
    act(page, "throw")
    until(lambda: house.get(f"/sessions/{match}/log?view=gm")["entries"][-1]["dice"] == [19], "the same die")


def test_larger_teams_play_on_a_larger_field(house: Host, begin: Any, visit: OpenPage) -> None:
    begin("throw 15", "throw 4", field="large", size=6)
    page = visit(house, "/imman", **LAPTOP).page
    reads(page, "Put Yellow 1")
    assert page.locator("[data-hex]").count() == 17 * 29 + 8
    page.locator("[data-cell]").first.dispatch_event("click")
    expect(page.locator("[data-figure=y1]")).to_be_visible()


def test_the_page_of_the_board_leads_to_the_match_and_so_does_the_start_page(
    house: Host, begin: Any, visit: OpenPage
) -> None:
    begin(*STANDING)
    board = visit(house, "/boards/default", **LAPTOP).page
    # The knob leads fights, and nothing here.
    expect(board.locator("[data-knob]")).to_have_count(0)
    board.locator("[data-way=open]").click()
    expect(board).to_have_url(re.compile(r"/imman$"))
    expect(visit(house, "/", **LAPTOP).page).to_have_url(re.compile(r"/imman$"))


@pytest.mark.parametrize("size", SCREENS, ids=["desk", "phone"])
def test_the_page_has_no_violations(house: Host, begin: Any, visit: OpenPage, size: Any) -> None:
    begin(*ON_TURN, fouls="on")
    visitor = visit(house, "/imman", **LAPTOP)
    visitor.page.set_viewport_size(size)
    visitor.page.locator("[data-mode=pass]").click()
    tap(visitor.page, "E12")
    has_no_violations(visitor)
    wide = visitor.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert wide, "nothing sticks out"


def test_a_team_of_ones_own_is_brought_as_a_file_and_a_bad_one_gives_nothing_up(
    house: Host, begin: Any, visit: OpenPage, tmp_path: Path
) -> None:
    running = begin(*STANDING)
    page = visit(house, "/imman", **LAPTOP, accept_downloads=True).page
    page.locator("[data-do=new]").click()
    page.locator("dialog select").first.select_option(label="Imman")
    with page.expect_download() as saved:
        page.locator("[data-do=team-file]").click()
    sample = json.loads(saved.value.path().read_text(encoding="utf-8"))
    sample["heroes"][0]["name"] = "Ronja"
    files = {"good": sample, "bad": sample | {"keeper": 9}}
    for name, team in files.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(team), encoding="utf-8")
    (tmp_path / "none.json").write_text("no team", encoding="utf-8")
    file = page.locator("[data-team=blue] input")
    file.set_input_files(tmp_path / "none.json")
    expect(page.locator("[data-team-told]")).to_contain_text("no team")
    file.set_input_files(tmp_path / "bad.json")
    expect(page.locator("[data-team=blue]")).to_contain_text("bad.json")
    page.locator("dialog [data-do=sure]").click()
    expect(page.locator("[data-unfit]")).to_contain_text("Number 9 of Blue")
    assert house.session(running)["state"] == "running"
    file.set_input_files(tmp_path / "good.json")
    page.locator("dialog [data-do=sure]").click()
    expect(page.locator(".team.blue")).to_contain_text("Ronja")
    expect(page.locator(".team.yellow")).to_contain_text("Runa")
    assert house.session(running)["state"] == "abandoned"
    page.locator("[data-do=abandon]").click()
    page.locator("dialog [data-do=sure]").click()
    reads(page, "The match was abandoned")
