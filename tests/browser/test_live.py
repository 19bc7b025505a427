"""Is it still live? Hosts that restart or stall, many tabs, languages, small screens."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path

import pytest
from playwright.sync_api import Request, Route, expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until

pytestmark = pytest.mark.browser
BOARD = "/boards/default"


def test_after_a_restart_of_the_host_the_page_comes_back_by_itself_and_asks_about_a_figure_carried_meanwhile(
    tmp_path: Path, visit: OpenPage
) -> None:
    with Host(tmp_path).live() as host:
        match = host.new_match()
        host.set_up(match)
        player = visit(host, BOARD)
        player.grab("D8")
        player.reads("Yellow S from D8 is in the air")
        port = host.address.rstrip("/").rpartition(":")[2]
        host.kill()
        expect(player.page.locator(".badge.lost")).to_be_visible()
    with Host(tmp_path, "--http-port", port).live() as host:
        expect(player.page.locator(".badge.live")).to_be_visible()
        until(lambda: host.session(match)["hands"]["lifted"], "the board to be read")
        player.carry("E10")
        player.drop()
        player.reads("What was meant?")
        assert host.notations(match) == ["built"]
        player.page.get_by_role("button", name="Yellow S: D8 → E10").click()
        player.reads("Blue to move")
        player.finds("E10", "E10, Yellow striker")
        assert host.notations(match) == ["built", "S D8-E10"]


@pytest.mark.prove
def test_a_host_that_stalls_is_marked_until_it_runs_again(host: Host, visit: OpenPage) -> None:
    page = visit(host, "/").page
    os.kill(host.pid, signal.SIGSTOP)
    try:
        expect(page.locator(".badge.lost")).to_be_visible()
    finally:
        os.kill(host.pid, signal.SIGCONT)
    expect(page.locator(".badge.live")).to_be_visible()
    host.live()


def test_a_stream_that_breaks_off_is_taken_up_where_it_ended_and_replays_what_was_missed(
    host: Host, match: str, visit: OpenPage
) -> None:
    visitor = visit(host, "/")
    # A shared worker's requests cannot be bent here; without one a page has a stream of its own.
    visitor.page.add_init_script("delete window.SharedWorker")
    begun = host.first_events(until_event="board")
    asked: list[str] = []

    def broken_off(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=200, content_type="text/event-stream", body=begun)
        else:
            host.command(match, type="move", move="S D8-E10")
            logs.clear()
            route.continue_()

    logs: list[str] = []
    visitor.page.on("request", lambda request: logs.append(request.url) if "/log" in request.url else None)
    visitor.page.route("**/api/v1/stream?**", broken_off, times=2)
    visitor.page.reload()
    visitor.reads("Blue to move")
    expect(visitor.page.locator(".log li").first).to_contain_text("Yellow S: D8 → E10")
    epoch = host.session(match)["epoch"]
    assert f"&after={epoch}.{match}-1" in asked[1]
    assert logs == [], "the entry itself came, not a snapshot that makes the page read the log"


def test_a_log_that_was_asked_for_never_hides_an_entry_that_came_meanwhile(
    host: Host, match: str, visit: OpenPage
) -> None:
    visitor = visit(host, "/")
    visitor.reads("Yellow to move")

    newest = visitor.page.locator(".log li").first
    held: list[Request] = []

    def outrun(route: Route) -> None:
        held.append(route.request)
        answer = route.fetch()
        host.command(match, type="move", move="S D8-E10")
        expect(newest).to_contain_text("Yellow S: D8 → E10")
        route.fulfill(response=answer)

    visitor.page.route("**/log?**", outrun, times=1)
    with visitor.page.expect_response(lambda response: response.request in held):
        visitor.page.reload()
    # Whatever the late answer does to the page is done when a later one is there.
    visitor.page.evaluate("fetch('/api/v1/health').then(() => new Promise(requestAnimationFrame))")
    expect(newest).to_contain_text("Yellow S: D8 → E10", timeout=1)


def test_a_stream_that_is_refused_for_a_while_is_opened_again(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/")
    # One answer that is not 200 closes a browser's stream for good.
    visitor.page.add_init_script("delete window.SharedWorker")
    refused = {"status": 503, "body": ""}
    visitor.page.route("**/api/v1/stream?**", lambda route: route.fulfill(**refused), times=2)
    visitor.page.reload()
    assert visitor.page.evaluate("'SharedWorker' in window") is False
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
    assert not visitor.page.locator(".keys").first.is_visible(), "no advice about keys where there are none"


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
