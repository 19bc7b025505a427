"""A code that somebody was told, and no picture to scan: it is typed on a page that is found from every other."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.phones import OPEN, PHONE, Elsewhere
from tests.browser.test_accessibility import has_no_violations
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def test_it_is_typed_in_small_letters_and_with_a_space_and_seats_its_person(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, **OPEN).live() as house:
        phone = visit(Elsewhere(house), "/", **PHONE)  # type: ignore[arg-type]
        # Also while no match runs.
        expect(phone.page.get_by_role("link", name="I have a code")).to_be_visible()
        match = house.new_match()
        code = house.post(f"/sessions/{match}/invitations", {"seat": "blue"}, expect=201)["code"]
        phone.page.get_by_role("link", name="I have a code").click()
        phone.page.get_by_label("Code").fill(f"{code[:4]} {code[4:]}".lower())
        phone.page.get_by_label("Your name").fill("Bert")
        has_no_violations(phone)
        phone.page.locator("[data-do=join]").click()
        expect(phone.page.locator("[data-role='seat:blue']")).to_be_visible()
        until(lambda: house.get(f"/sessions/{match}/seats")["seats"][1]["name"] == "Bert", "the seat to be taken")
        # Before its host goes, whose end it would complain of.
        phone.page.close()
