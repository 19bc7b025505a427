"""Many pages, few streams: tabs of one browser, reloads, restarts of the host, pages that sleep."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.browser.conftest import QUICK, OpenPage
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # hosts of their own, many pages: too heavy for make test

MOVES = ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14")
ALONE = "delete window.SharedWorker"
"""An init script: a browser without shared workers."""
FOLLOW = """async () => {
    const { Stream } = await import("/static/js/stream-core.js");
    window.told = [];
    window.stream = new Stream("/api/v1/stream?session=current&board=default", (type, data) => {
        if (type === "entry") told.push([type, data.entry.revision]);
        if (type === "snapshot") told.push([type, data.session.revision]);
    });
}"""
"""Follow the match with a page's own stream and note in ``told`` what it tells."""
LOOK = """(how) => {
    Object.defineProperty(document, "visibilityState", { value: how, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
SENTENCES = {"en": ("Yellow to move", "Blue to move"), "de": ("Gelb ist am Zug", "Blau ist am Zug")}


@pytest.fixture
def nobody(host: Host) -> None:
    """The host has noticed that everyone who was there before is gone."""
    until(lambda: host.streams == 0, "readers of before to be gone")


def reads(page: Page, text: str) -> None:
    expect(page.locator("[data-next]")).to_have_text(text)


def hands_are_done(host: Host, match: str) -> None:
    until(lambda: not host.session(match)["hands"]["busy"], "virtual hands to be done")


def test_w11_twelve_tabs_of_one_browser_are_all_live_on_one_stream(
    host: Host, match: str, nobody: None, visit: OpenPage
) -> None:
    visitor = visit(host, "/", viewport={"width": 600, "height": 500})
    tabs = [visitor.page] + [visitor.begin_to_open("/") for _ in range(11)]
    for tab in tabs:
        reads(tab, "Yellow to move")
    assert host.streams == 1
    host.command(match, type="move", move=MOVES[0])
    for tab in tabs:
        reads(tab, "Blue to move")
        expect(tab.locator(".badge.live")).to_be_attached()
    for tab in tabs[:-1]:
        tab.close()
    host.command(match, type="move", move=MOVES[1])
    reads(tabs[-1], "Yellow to move")
    assert host.streams == 1


def test_after_an_upgrade_a_new_page_has_a_worker_of_its_own_while_old_pages_are_open(
    host: Host, match: str, nobody: None, visit: OpenPage
) -> None:
    visitor = visit(host, "/")
    visitor.open("/")
    assert host.streams == 1

    def of_a_newer_build(route: Route) -> None:
        answer = route.fetch()
        changed, count = re.subn(r'data-build="[0-9a-f]{16}"', 'data-build="newer"', answer.text())
        assert count == 1
        route.fulfill(response=answer, body=changed)

    visitor.context.route(host.address, of_a_newer_build, times=1)
    newer = visitor.begin_to_open("/")
    expect(newer.locator(".badge.live")).to_be_attached()
    until(lambda: host.streams == 2, "the new worker's stream")
    host.command(match, type="move", move=MOVES[0])
    for page in (visitor.page, newer):
        reads(page, "Blue to move")
    visitor.page.close()
    host.command(match, type="move", move=MOVES[1])
    reads(newer, "Yellow to move")


def test_pages_of_more_kinds_than_a_browser_allows_connections_are_all_live(
    host: Host, match: str, nobody: None, visit: OpenPage
) -> None:
    # Each language of each of these pages wants a stream of its own: eight.
    visitor = visit(host, "/?lang=en", viewport={"width": 600, "height": 500})
    kinds = [(path, lang) for path in ("/", "/boards/default", "/boards/sim", "/settings") for lang in ("en", "de")]
    tabs = [(visitor.begin_to_open(f"{path}?lang={lang}"), path, lang) for path, lang in kinds]
    for tab, _, _ in tabs:
        expect(tab.locator(".badge.live")).to_be_attached()
    for turn, move in enumerate(MOVES[:2], start=1):
        host.command(match, type="move", move=move)
        for tab, path, lang in tabs:
            if path != "/settings":
                reads(tab, SENTENCES[lang][turn % 2])


def test_e34_a_dashboard_reloaded_twenty_times_is_one_reader_and_sends_nothing_twice(
    host: Host, match: str, nobody: None, visit: OpenPage
) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    sessions = len(host.get("/sessions")["sessions"])
    owner.cell("D8").click()
    # The answer does not reach the page any more.
    owner.page.route("**/commands?*", lambda route: (route.fetch(), owner.page.unroute_all()), times=1)
    owner.cell("E10").click()
    until(lambda: host.notations(match)[-1] == MOVES[0], "the move")
    for _ in range(20):
        owner.page.reload(wait_until="domcontentloaded")
    owner.reads("Blue to move")
    until(lambda: host.streams == 1, "one reader to be left")
    assert host.notations(match)[1:] == [MOVES[0]]
    assert len(owner.posts) == 1
    assert len(host.get("/sessions")["sessions"]) == sessions
    host.command(match, type="move", move=MOVES[1])
    owner.reads("Yellow to move")


def test_t22_eight_browsers_over_five_restarts_each_hear_every_entry_once_and_in_order(
    tmp_path: Path, chromium: Browser, visit: OpenPage
) -> None:
    readers: list[Page] = []
    port = "0"
    with contextlib.ExitStack() as browsers:
        for restart in range(6):
            with Host(tmp_path, "--http-port", port, **QUICK).live() as host:
                if restart == 0:
                    port = host.address.rstrip("/").rpartition(":")[2]
                    match = host.new_match()
                    host.set_up(match)
                    for _ in range(7):
                        browser = chromium.new_context()
                        browsers.callback(browser.close)
                        readers.append(browser.new_page())
                        readers[-1].goto(f"{host.address}api/v1/health")
                        readers[-1].evaluate(FOLLOW)
                    dashboard = visit(host, "/")
                until(lambda: host.streams == 8, "everyone to be back, each with one stream")
                # Not only connected: what happens next arrives as well.
                if restart < 5:
                    host.command(match, type="move", move=MOVES[restart])
                    hands_are_done(host, match)
                for reader in readers:
                    reader.wait_for_function("(revision) => told.at(-1)?.[1] === revision", arg=min(restart, 4) + 2)
                dashboard.reads(SENTENCES["en"][min(restart + 1, 5) % 2])
                expect(dashboard.page.locator(".badge.live")).to_be_attached()
                host.kill()
        for reader in readers:
            # Each entry once and in order; a snapshot only in the beginning, as nothing was missed that is not told.
            assert reader.evaluate("told") == [["snapshot", 1], *(["entry", revision] for revision in range(2, 7))]


def test_e32_a_page_that_was_frozen_shows_everything_when_someone_looks_again_on_the_same_stream(
    host: Host, match: str, nobody: None, visit: OpenPage
) -> None:
    owner = visit(host, "/")
    owner.page.clock.install()
    owner.page.reload()
    owner.reads("Yellow to move")
    owner.page.evaluate(LOOK, "hidden")
    browser = owner.context.new_cdp_session(owner.page)
    browser.send("Page.setWebLifecycleState", {"state": "frozen"})
    for move in MOVES:
        host.command(match, type="move", move=move)
    browser.send("Page.setWebLifecycleState", {"state": "active"})
    owner.page.clock.fast_forward(600_000)
    owner.page.evaluate(LOOK, "visible")
    owner.reads("Blue to move")
    expect(owner.page.locator(".badge.live")).to_be_attached()
    expect(owner.page.locator(".log li").first).to_contain_text("Yellow S: D12 → E14")
    assert host.streams == 1
    host.command(match, type="undo")
    owner.reads("Yellow to move")


def test_without_shared_workers_a_page_gives_its_stream_back_while_hidden_and_shows_everything_on_return(
    host: Host, match: str, nobody: None, visit: OpenPage
) -> None:
    owner = visit(host, "/")
    owner.page.add_init_script(ALONE)
    owner.page.clock.install()
    owner.page.reload()
    assert owner.page.evaluate("'SharedWorker' in window") is False
    owner.reads("Yellow to move")
    owner.page.evaluate(LOOK, "hidden")
    owner.page.clock.fast_forward(31_000)
    until(lambda: host.streams == 0, "the stream to be given back")
    for move in MOVES:
        host.command(match, type="move", move=move)
    owner.page.evaluate(LOOK, "visible")
    owner.reads("Blue to move")
    expect(owner.page.locator(".badge.live")).to_be_attached()
    expect(owner.page.locator(".log li").first).to_contain_text("Yellow S: D12 → E14")
    host.command(match, type="undo")
    owner.reads("Yellow to move")


def test_w08_where_an_entry_went_astray_the_log_is_asked_for_and_never_guessed(
    host: Host, match: str, visit: OpenPage
) -> None:
    owner = visit(host, "/")
    owner.page.add_init_script(ALONE)
    asked: list[str] = []

    def with_a_gap(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) > 1:
            route.continue_()
            return
        texts = host.first_events(until_event="board").split("\n\n")
        for move in MOVES[:3]:
            host.command(match, type="move", move=move)
        later = host.first_events(until_event="hands", after=f"{host.session(match)['epoch']}.{match}-1")
        entries = [text for text in later.split("\n\n") if "event: entry" in text]
        route.fulfill(
            status=200,
            content_type="text/event-stream",
            body="\n\n".join([*texts[:-1], entries[0], entries[2], ""]),
        )

    owner.page.route("**/api/v1/stream?**", with_a_gap, times=2)
    owner.page.reload()
    owner.reads("Blue to move")
    lines = owner.page.locator(".log li")
    for number, text in enumerate(("Yellow S: E10 → D12", "Blue M: C10 → C11", "Yellow S: D8 → E10")):
        expect(lines.nth(number)).to_contain_text(text)
