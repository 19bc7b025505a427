"""A match played once more with sides swapped: whoever holds a phone goes on at the other side by itself."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.phones import OPEN, PHONE, SAYS_NO, Elsewhere
from tests.browser.test_accessibility import STILL
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]
NAMES = {"yellow": "Ada", "blue": "Bob"}
OTHER = {"yellow": "blue", "blue": "yellow"}


def sits(phone: Visitor, seat: str) -> None:
    """The phone's page is that of a seat, says so, and is live."""
    expect(phone.page.locator(f"[data-role='seat:{seat}']")).to_be_visible()
    expect(phone.page).to_have_url(re.compile(f"view=seat(:|%3A){seat}$"))
    expect(phone.page.locator(".badge.live")).to_be_attached()


def test_phones_follow_when_sides_are_swapped_and_swapped_back(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, **OPEN).live() as house:
        match = house.new_match()
        house.set_up(match)
        laptop = visit(house, "/", **STILL)
        phones = {}
        for seat, name in NAMES.items():
            code = house.post(f"/sessions/{match}/invitations", {"seat": seat}, expect=201)["code"]
            phone = phones[seat] = visit(Elsewhere(house), f"/j/{code}", expect_live=False, **PHONE)
            phone.allow(SAYS_NO)
            phone.page.locator("input[name=name]").fill(name)
            phone.page.locator("[data-do=join]").click()
            sits(phone, seat)
        for swapped in (True, False):
            house.command(match, view="gm", type="abandon")
            laptop.do("swap")
            match = until(
                lambda before=match: {house.get("/boards/default")["session"]} - {before, None}, "more"
            ).pop()
            house.set_up(match)
            seats = OTHER if swapped else dict(zip(OTHER, OTHER, strict=True))
            for first, phone in phones.items():
                sits(phone, seats[first])
                # Nothing is said of a view that was lost, as none was.
                expect(phone.page.locator("[data-former]")).to_have_count(0)
            mover = next(phone for first, phone in phones.items() if seats[first] == "yellow")
            waiter = next(phone for first, phone in phones.items() if seats[first] == "blue")
            mover.reads("Yellow to move")
            name = NAMES[next(first for first in NAMES if seats[first] == "yellow")]
            waiter.reads(f"Wait: {name} (Yellow) is on turn")
            mover.cell("D8").tap()
            mover.cell("E10").tap()
            waiter.reads("Blue to move")
        for phone in phones.values():
            phone.page.close()
        laptop.page.close()
