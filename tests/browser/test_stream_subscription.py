"""How a page keeps its stream: with a worker, a deaf one, or none (the page's own module, doubles round it)."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.browser.fakes import BarePage

pytestmark = pytest.mark.browser

BEGIN = """
    const { Subscription } = await import("/static/js/stream.js");
    window.backs = 0;
    window.subscription = new Subscription({ session: "current", lang: "en" }, {
        deliver: tell, age: (old) => tell("old", old), back: () => { backs += 1; },
    });
"""


@pytest.fixture
def page(blank: Page) -> BarePage:
    return BarePage(blank)


def begin(page: BarePage, before: str = "") -> None:
    page.run(before + BEGIN)


def test_a_worker_that_never_speaks_is_tried_once_more_and_then_the_page_helps_itself(page: BarePage) -> None:
    begin(page)
    page.run_for(16_000)
    assert page.run("return [workers.length, sources.length]") == [2, 0]
    page.run_for(16_000)
    assert page.run("return [workers.length, sources.length]") == [2, 1]
    assert page.run("return workers.map(({ port }) => [port.closed, port.asked.at(-1).ask])") == [[True, "leave"]] * 2
    page.run_for(60_000)
    assert page.run("return [workers.length, sources.length >= 1]") == [2, True]


def test_a_page_of_another_build_has_another_worker(page: BarePage) -> None:
    for build in ("one", "other"):
        begin(page, f"document.documentElement.dataset.build = '{build}';")
    assert [url.partition("/js/")[2] for url in page.run("return workers.map(({ url }) => url)")] == [
        "stream-worker.js?build=one",
        "stream-worker.js?build=other",
    ]


def test_a_worker_that_died_is_replaced_by_a_new_one(page: BarePage) -> None:
    begin(page)
    for _ in range(5):
        page.run("workers.at(-1).say('beat')")
        page.run_for(3000)
    page.run_for(16_000)
    assert page.run("return workers.length") == 2
    for _ in range(20):
        page.run("workers.at(-1).say('beat'); workers[0].say('open')")
        page.run_for(3000)
    assert page.run("return [workers.length, sources.length, told]") == [2, 0, [["old", True]]]


def test_e32_a_page_that_slept_for_ten_minutes_keeps_its_worker(page: BarePage) -> None:
    begin(page)
    page.run("workers[0].say('open'); workers[0].say('tick', {}); look('hidden')")
    page.sleep(600_000)
    page.run("look('visible')")
    asked = page.run("return workers[0].port.asked.map(({ ask }) => ask)")
    assert asked[-1] == "wake"
    assert page.run("return [workers.length, sources.length, backs]") == [1, 0, 1]
    page.run("workers[0].say('tick', {})")
    assert page.run("return told") == [["open", None], ["tick", {}], ["old", True], ["tick", {}], ["old", False]]


def test_a_worker_that_cannot_be_loaded_is_done_without(page: BarePage) -> None:
    begin(page)
    page.run("workers[0].tell('error', {})")
    assert page.run("return sources.length") == 1


def test_without_workers_a_page_gives_its_stream_back_half_a_minute_after_nobody_looks(page: BarePage) -> None:
    begin(page, "delete window.SharedWorker;")
    page.run("sources[0].say('snapshot', { session: null }, 'e.s-4'); look('hidden')")
    for _ in range(15):
        page.run_for(1900)
        page.run("sources[0].say('tick', {})")
    assert page.run("return sources[0].readyState") == 1
    page.run_for(2000)
    assert page.run("return [sources.length, sources[0].readyState]") == [1, 2]
    page.run_for(600_000)
    assert page.run("return sources.length") == 1
    page.run("look('visible')")
    # Without an id, so that it begins with a snapshot.
    assert page.run("return [sources.length, sources[1].url, backs]") == [2, page.run("return subscription.url"), 1]


def test_without_workers_a_short_absence_costs_nothing(page: BarePage) -> None:
    begin(page, "delete window.SharedWorker;")
    for _ in range(5):
        page.run("sources[0].say('tick', {}); look('hidden')")
        page.run_for(2000)
        page.run("look('visible')")
    assert page.run("return sources.length") == 1


def test_without_workers_a_tab_that_begins_in_the_background_takes_no_connection_yet(page: BarePage) -> None:
    begin(page, "delete window.SharedWorker; look('hidden');")
    page.run_for(5000)
    assert page.run("return sources.length") == 0
    page.run("look('visible')")
    assert page.run("return sources.length") == 1


def test_a_page_says_every_ten_seconds_that_it_is_there_and_when_it_goes(page: BarePage) -> None:
    begin(page)
    for _ in range(10):
        page.run_for(3000)
        page.run("workers[0].say('beat')")
    page.run("window.dispatchEvent(new Event('pagehide'))")
    assert page.run("return workers[0].port.asked.map(({ ask }) => ask)") == ["join", *["alive"] * 3, "leave"]


def test_a_page_that_changed_its_persons_rights_says_so_before_it_goes_on(page: BarePage) -> None:
    page.run("""
        const { rightsChanged } = await import("/static/js/stream.js");
        window.heard = false;
        window.changed = rightsChanged().then(() => { heard = true; });
    """)
    assert page.run("return [heard, workers[0].port.asked[0].ask, workers[0].port.closed ?? false]") == [
        False,
        "anew",
        False,
    ]
    page.run("workers[0].say('beat'); await changed")
    assert page.run("return [heard, workers[0].port.closed]") == [True, True]


def test_a_worker_that_does_not_answer_holds_nobody_up(page: BarePage) -> None:
    page.run("""
        const { rightsChanged } = await import("/static/js/stream.js");
        window.changed = rightsChanged();
    """)
    page.run_for(1000)
    page.run("await changed")
    page.run("delete window.SharedWorker; await (await import('/static/js/stream.js')).rightsChanged()")
    assert page.run("return workers.length") == 1
