"""The health page: what a club organiser looks at when a board behaves oddly."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_accessibility import SCREENS, STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import PATIENCE_S, Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def fact(visitor: Visitor, name: str) -> Locator:
    return visitor.page.locator(".facts > div", has=visitor.page.get_by_text(name, exact=True)).locator("dd")


def test_it_says_what_runs_on_the_board_and_how_fast_it_scans(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/boards/default/health")
    hello = host.get("/boards/default/health")["hello"]
    expect(fact(visitor, "Firmware")).to_have_text(hello["firmware"])
    expect(fact(visitor, "Runs on")).to_have_text(f"MicroPython {hello['micropython']} (unix)")
    expect(visitor.page.locator("[data-without-micropython]")).to_have_count(0)
    expect(fact(visitor, "Starts")).to_have_text(f"{hello['boot']}, last by power")
    # The board tells of its program every five seconds.
    until(lambda: host.get("/boards/default/health")["program"], "the board's state")
    expect(fact(visitor, "Scans of all cells")).to_have_text(
        re.compile(r"^[1-9]\d* a second$"), timeout=PATIENCE_S * 1000
    )
    expect(fact(visitor, "Scans that failed")).to_have_text("0")
    visitor.finds("D8", "D8, Yellow striker")


def test_it_is_found_from_the_settings(host: Host, visit: OpenPage) -> None:
    visitor = visit(host, "/settings")
    visitor.page.get_by_role("link", name="How the board is doing").click()
    expect(visitor.page.locator("#health-line")).to_be_visible()


def test_e14_a_restless_cell_is_named_and_wants_attention(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/boards/default/health")

    def restless() -> bool:
        for pole in ("N", None):
            host.hands(C9=pole)
        return "C9" in host.get("/boards/default/health")["noisy"]

    until(restless, "the cell to be noisy")
    expect(fact(visitor, "C9")).to_have_text(re.compile(r"^\d+ changes$"), timeout=PATIENCE_S * 1000)
    expect(visitor.page.locator(".facts .wants-care", has_text="C9")).to_have_count(1)


def test_a_board_that_is_not_there_is_said_in_one_sentence(host: Host, visit: OpenPage) -> None:
    visitor = visit(host, "/boards/e6612/health", expect_live=False)
    visitor.allow(re.compile("404"))
    expect(visitor.page.locator("#panels")).to_contain_text("e6612")


def test_it_has_no_violations_on_desk_and_phone(host: Host, visit: OpenPage) -> None:
    visitor = visit(host, "/boards/default/health", **STILL)
    for size in SCREENS:
        visitor.page.set_viewport_size(size)
        has_no_violations(visitor)
