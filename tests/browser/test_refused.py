"""What people read when something was refused, lost a race or broke off: one sentence, in their language."""

from __future__ import annotations

import contextlib
import re
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_shared_stream import ALONE, SENTENCES
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # hosts of their own, many pages: too heavy for make test
REFRESHED = {"en": "This page now shows the newest state.", "de": "Die Seite zeigt jetzt den neuesten Stand."}
UNREACHABLE = "The host does not answer. Check that Feldlicht is running; this page keeps trying."


def commands(visitor: Visitor) -> list[dict[str, Any]]:
    return [body for body in visitor.posts if "command" in body]


def test_t16_of_two_windows_that_act_at_once_one_acts_and_the_other_is_told_and_can_go_on(
    host: Host, match: str, visit: OpenPage
) -> None:
    windows = {"en": visit(host, "/"), "de": visit(host, "/", locale="de-DE")}
    held: list[Route] = []
    for lang, window in windows.items():
        window.reads(SENTENCES[lang][0])
        window.page.route("**/commands?*", lambda route: held.append(route), times=1)
        window.cell("D8").click()
    for window in windows.values():
        window.cell("E10").click()
    until(lambda: [window.page.title() for window in windows.values()] and len(held) == 2, "both to have pressed")
    for route in held:
        route.continue_()
    for lang, window in windows.items():
        window.reads(SENTENCES[lang][1])
    until(lambda: any(window.page.locator("[data-notice]").count() for window in windows.values()), "one to be told")
    [loser] = [lang for lang, window in windows.items() if window.page.locator("[data-notice]").count()]
    windows[loser].is_told(re.compile(re.escape(REFRESHED[loser])))
    assert host.notations(match)[1:] == ["S D8-E10"]
    assert [len(commands(window)) for window in windows.values()] == [1, 1], "nobody tries again by himself"
    windows[loser].do("undo")
    windows[loser].reads(SENTENCES[loser][0])
    windows[loser].is_told_nothing()
    assert host.notations(match)[1:] == ["S D8-E10", "undo"]


def test_two_presses_of_one_button_send_one_command(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    host.command(match, type="move", move="S D8-E10")
    owner.reads("Blue to move")
    owner.page.evaluate("for (let press = 0; press < 3; press += 1) document.querySelector('[data-do=undo]').click()")
    owner.reads("Yellow to move")
    assert len(commands(owner)) == 1
    assert host.notations(match)[1:] == ["S D8-E10", "undo"]


@pytest.mark.parametrize(
    ("status", "body", "tries", "sentence"),
    [
        (502, "<h1>Bad gateway</h1>", 1, "That did not work. Try again."),
        (500, "null", 1, "That did not work. Try again."),
        (500, '{"code":"INTERNAL_ERROR","detail":null}', 1, "That did not work. Try again."),
        (200, '{"session":{"id":"', 3, UNREACHABLE),
    ],
)
def test_an_answer_that_is_none_is_told_in_a_sentence_and_the_button_works_again(
    host: Host, match: str, visit: OpenPage, status: int, body: str, tries: int, sentence: str
) -> None:
    owner = visit(host, "/")
    owner.allow(re.compile(r"status of 50[02]"))
    owner.reads("Yellow to move")
    owner.page.route("**/commands?*", lambda route: route.fulfill(status=status, body=body), times=tries)
    owner.cell("D8").click()
    owner.cell("E10").click()
    owner.is_told(sentence)
    assert len({one["id"] for one in commands(owner)}) == 1, "however often it is tried, it is one act"
    assert len(commands(owner)) == tries
    # The figure is still chosen.
    owner.cell("E10").click()
    owner.reads("Blue to move")
    owner.is_told_nothing()


def test_a_command_whose_answer_was_lost_is_sent_again_and_carried_out_once(
    host: Host, match: str, visit: OpenPage
) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    owner.page.route("**/commands?*", lambda route: (route.fetch(), route.abort()), times=1)
    owner.allow(re.compile("ERR_FAILED"))
    owner.cell("D8").click()
    owner.cell("E10").click()
    owner.reads("Blue to move")
    until(lambda: not owner.page.locator("[data-do=undo]").is_disabled(), "the answer")
    assert [one["id"] for one in commands(owner)] == [commands(owner)[0]["id"]] * 2
    assert host.notations(match)[1:] == ["S D8-E10"]
    owner.is_told_nothing()


def test_a_page_that_gets_no_stream_says_why_follows_by_asking_and_is_live_when_there_is_room(
    host: Host, match: str, visit: OpenPage
) -> None:
    address = f"{host.address}api/v1/stream?session=current"
    with contextlib.ExitStack() as taken:
        while host.streams < 64:
            taken.enter_context(urllib.request.urlopen(address, timeout=60))
        guest = visit(host, "/settings", locale="de-DE", expect_live=False)
        guest.is_told(re.compile("^Es schauen zu viele Seiten gleichzeitig zu"))
        expect(guest.page.locator(".badge.lost")).to_be_attached()
        guest.page.goto(f"{host.address}", wait_until="commit")
        guest.reads("Gelb ist am Zug")
        host.command(match, type="move", move="S D8-E10")
        guest.reads("Blau ist am Zug")
    expect(guest.page.locator(".badge.live")).to_be_attached()
    guest.is_told_nothing()


def test_a_page_without_a_worker_is_told_the_hosts_sentence_too(host: Host, match: str, visit: OpenPage) -> None:
    guest = visit(host, "/")
    guest.page.add_init_script(ALONE)
    problem = '{"code":"NOT_ALLOWED","detail":"This is for the game master only."}'
    guest.allow(re.compile("status of 403"))
    guest.page.route("**/stream?**", lambda route: route.fulfill(status=403, body=problem))
    guest.page.reload()
    guest.is_told("This is for the game master only.")
    guest.page.get_by_role("button", name="Close").click()
    guest.is_told_nothing()
    guest.page.unroute_all()
    expect(guest.page.locator(".badge.live")).to_be_attached()
    guest.reads("Yellow to move")
