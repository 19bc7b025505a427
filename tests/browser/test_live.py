"""Is it still live? Hosts that restart or stall, many tabs, languages, small screens."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until

pytestmark = pytest.mark.browser
BOARD = "/boards/default"


def test_after_a_restart_of_the_host_the_page_comes_back_by_itself_and_sees_what_happens_next(
    tmp_path: Path, visit: OpenPage
) -> None:
    with Host(tmp_path).live() as host:
        match = host.new_match()
        host.set_up(match)
        player = visit(host, BOARD)
        player.drag("D8", "E10")
        player.reads("Blue to move")
        port = host.address.rstrip("/").rpartition(":")[2]
        host.kill()
        expect(player.page.locator(".badge.lost")).to_be_visible()
    with Host(tmp_path, "--http-port", port).live() as host:
        expect(player.page.locator(".badge.live")).to_be_visible()
        player.reads("Blue to move")
        player.finds("E10", "E10, Yellow striker")
        until(lambda: host.session(match)["hands"]["board_present"], "the board to be read")
        player.drag("C10", "C11")
        player.reads("Yellow to move")
        assert host.notations(match)[-1] == "M C10-C11"


def test_a_host_that_stalls_is_marked_until_it_runs_again(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path).live() as host:
        page = visit(host, "/").page
        os.kill(host.pid, signal.SIGSTOP)
        try:
            expect(page.locator(".badge.lost")).to_be_visible()
        finally:
            os.kill(host.pid, signal.SIGCONT)
        expect(page.locator(".badge.live")).to_be_visible()


def test_more_tabs_of_one_browser_than_it_allows_connections_are_all_live(
    host: Host, match: str, visit: OpenPage
) -> None:
    visitor = visit(host, "/", viewport={"width": 600, "height": 500})
    tabs = [visitor.page] + [visitor.open("/") for _ in range(6)]
    host.command(match, type="move", move="S D8-E10")
    for tab in tabs:
        tab.bring_to_front()
        expect(tab.locator("[data-next]")).to_have_text("Blue to move")


def test_without_a_shared_worker_a_page_has_a_stream_of_its_own(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/")
    visitor.page.add_init_script("delete window.SharedWorker")
    visitor.page.reload()
    assert visitor.page.evaluate("'SharedWorker' in window") is False
    visitor.reads("Yellow to move")
    host.command(match, type="move", move="S D8-E10")
    visitor.reads("Blue to move")


def test_a_stream_that_is_refused_for_a_while_is_opened_again(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/")
    # One answer that is not 200 closes a browser's stream for good; a shared worker's requests cannot be bent here.
    visitor.page.add_init_script("delete window.SharedWorker")
    refused = {"status": 503, "body": ""}
    visitor.page.route("**/api/v1/stream?**", lambda route: route.fulfill(**refused), times=2)
    visitor.page.reload()
    visitor.reads("Yellow to move")
    host.command(match, type="move", move="S D8-E10")
    visitor.reads("Blue to move")


def test_pages_speak_the_browsers_language_until_another_is_chosen(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, BOARD, locale="de-DE")
    visitor.reads("Gelb ist am Zug")
    visitor.finds("D8", "D8, Gelb, Stürmer")
    visitor.page.get_by_role("button", name="EN", exact=True).click()
    visitor.reads("Yellow to move")
    visitor.page.reload()
    visitor.reads("Yellow to move")


@pytest.mark.parametrize("path", ["/", BOARD])
def test_a_phone_shows_the_whole_width_with_cells_and_controls_for_fingers(
    host: Host, match: str, visit: OpenPage, path: str
) -> None:
    visitor = visit(host, path, viewport={"width": 390, "height": 844}, has_touch=True)
    visitor.reads("Yellow to move")
    assert visitor.page.evaluate("document.documentElement.scrollWidth") == 390
    box = visitor.cell("A1").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 24
    small = visitor.page.evaluate(
        """() => [...document.querySelectorAll("button, a, label.switch")].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.width && Math.min(box.width, box.height) < 44 && !one.matches(".skip");
        }).map((one) => one.outerHTML)"""
    )
    assert small == []


def test_with_less_motion_wanted_nothing_on_the_page_moves_by_itself(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, BOARD, reduced_motion="reduce")
    visitor.reads("Yellow to move")
    visitor.grab("D8")
    visitor.sees_light("E10")
    moving = visitor.page.evaluate(
        "document.getAnimations().filter((one) => one.effect.getTiming().duration > 1).length"
    )
    visitor.drop()
    assert moving == 0
    visitor.press("Escape")
    visitor.reads(re.compile("Yellow to move"))
