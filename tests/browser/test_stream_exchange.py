"""How pages share streams: the shared worker's own module, with ports and streams of the test."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.fakes import BarePage

pytestmark = pytest.mark.browser

BEGIN = """
    const { Exchange } = await import("/static/js/stream-exchange.js");
    window.exchange = new Exchange();
    window.ports = {};
    window.ask = (name, ask, url) => {
        ports[name] ??= { got: [], postMessage: (message) => ports[name].got.push(message) };
        exchange.hear(ports[name], { ask, url });
    };
    window.source = (url) => sources.filter((one) => one.url.startsWith(url) && one.readyState !== 2).at(-1);
    window.streaming = () => sources.filter(({ readyState }) => readyState !== 2).map(({ url }) => url.split("&")[0]);
"""


@pytest.fixture
def page(blank: Page) -> BarePage:
    bare = BarePage(blank)
    bare.run(BEGIN)
    return bare


def ask(page: BarePage, name: str, what: str, url: str) -> None:
    page.run("ask(...given)", [name, what, url])


def say(page: BarePage, url: str, kind: str, data: Any, event_id: str = "") -> None:
    page.run("const [url, ...said] = given; source(url).say(...said)", [url, kind, data, event_id])


def got(page: BarePage, name: str) -> list[Any]:
    """What a page was told since the last time, but for the worker's beats."""
    said: list[Any] = page.run("return ports[given].got.splice(0).filter(({ type }) => type !== 'beat')", name)
    return [(one["type"], one["data"]) for one in said]


def test_w11_pages_that_want_the_same_share_one_stream(page: BarePage) -> None:
    names = [f"tab{number}" for number in range(12)]
    for name in names:
        ask(page, name, "join", "/s?a")
    say(page, "/s?a", "tick", {"revision": 1})
    assert page.run("return sources.length") == 1
    for name in names:
        assert got(page, name) == [("open", None), ("tick", {"revision": 1})]


def test_a_page_that_joins_late_gets_at_once_what_is_known_with_everything_told_since(page: BarePage) -> None:
    ask(page, "first", "join", "/s?a")
    say(page, "/s?a", "snapshot", {"session": {"id": "m", "revision": 1, "hands": 1, "can": []}}, "e.m-1")
    say(page, "/s?a", "board", {"id": "one", "state": "away"})
    say(page, "/s?a", "board", {"id": "two", "state": "live"})
    say(page, "/s?a", "lights", {"board": "one", "cells": "old"})
    say(page, "/s?a", "lights", {"board": "two", "cells": "new"})
    say(page, "/s?a", "entry", {"entry": {}, "session": {"id": "m", "revision": 2, "hands": 2, "can": []}}, "e.m-2")
    say(page, "/s?a", "hands", {"session": "m", "hands": 3, "can": ["undo"]})
    say(page, "/s?a", "hands", {"session": "another", "hands": 9, "can": []})
    ask(page, "late", "join", "/s?a")
    assert got(page, "late") == [
        ("open", None),
        ("snapshot", {"session": {"id": "m", "revision": 2, "hands": 3, "can": ["undo"]}}),
        ("board", {"id": "two", "state": "live"}),
        ("lights", {"board": "two", "cells": "new"}),
    ]


def test_a_page_that_joins_while_the_host_is_away_is_told_nothing_old(page: BarePage) -> None:
    ask(page, "first", "join", "/s?a")
    say(page, "/s?a", "snapshot", {"session": {"id": "m", "revision": 1}}, "e.m-1")
    page.run("source('/s?a').fail(false)")
    ask(page, "late", "join", "/s?a")
    assert got(page, "late") == [("lost", None)]


def test_no_byte_of_one_view_reaches_a_page_of_another(page: BarePage) -> None:
    ask(page, "screen", "join", "/s?a&lang=en")
    ask(page, "master", "join", "/s?a&view=gm")
    say(page, "/s?a&view=gm", "snapshot", {"session": {"id": "m", "trap": "D4"}}, "e.m-7")
    say(page, "/s?a&lang=en", "snapshot", {"session": {"id": "m"}}, "e.m-1")
    ask(page, "late", "join", "/s?a&lang=en")
    ask(page, "late", "wake", "/s?a&lang=en")
    for name in ("screen", "late"):
        assert got(page, name) == [("open", None), ("snapshot", {"session": {"id": "m"}})]
    page.run("source('/s?a&lang=en').fail(false)")
    page.run_for(250)
    assert page.run("return source('/s?a&lang=en').url").endswith("after=e.m-1")


def test_when_rights_change_nothing_that_was_known_before_is_told_any_more(page: BarePage) -> None:
    ask(page, "master", "join", "/s?a&view=gm")
    say(page, "/s?a&view=gm", "snapshot", {"session": {"id": "m", "trap": "D4"}}, "e.m-7")
    say(page, "/s?a&view=gm", "seats", {"session": "m", "seats": [{"id": "yellow", "yours": False}]})
    ask(page, "door", "anew", "")
    assert page.run("return source('/s?a').url") == "/s?a&view=gm", "begun again, without the id of before"
    assert page.run("return sources.length") == 2
    page.run("source('/s?a').fail(false)")
    ask(page, "late", "join", "/s?a&view=gm")
    assert got(page, "late") == [("lost", None)]
    page.run_for(250)
    say(page, "/s?a&view=gm", "seats", {"session": "m", "seats": [{"id": "yellow", "yours": True}]})
    assert got(page, "late")[-1] == ("seats", {"session": "m", "seats": [{"id": "yellow", "yours": True}]})


def test_a_stream_that_nobody_reads_any_more_is_closed(page: BarePage) -> None:
    for name in ("one", "two"):
        ask(page, name, "join", "/s?a")
    ask(page, "one", "leave", "/s?a")
    assert page.run("return streaming()") == ["/s?a"]
    ask(page, "two", "leave", "/s?a")
    assert page.run("return streaming()") == []


def test_a_page_that_went_without_a_word_is_forgotten_and_one_that_speaks_is_not(page: BarePage) -> None:
    ask(page, "gone", "join", "/s?a")
    ask(page, "here", "join", "/s?b")
    for _ in range(30):
        page.run("exchange.sweep()")
        ask(page, "here", "alive", "/s?b")
    assert page.run("return streaming()") == ["/s?b"]


def test_a_page_that_was_forgotten_while_it_slept_is_taken_in_again_with_what_is_known(page: BarePage) -> None:
    ask(page, "asleep", "join", "/s?a")
    ask(page, "here", "join", "/s?a")
    for _ in range(30):
        page.run("exchange.sweep()")
        ask(page, "here", "alive", "/s?a")
    got(page, "asleep")
    say(page, "/s?a", "snapshot", {"session": {"id": "m"}}, "e.m-1")
    assert got(page, "asleep") == []
    ask(page, "asleep", "wake", "/s?a")
    assert got(page, "asleep") == [("open", None), ("snapshot", {"session": {"id": "m"}})]


def test_whoever_asks_is_answered_so_that_a_worker_that_is_gone_is_noticed(page: BarePage) -> None:
    for what in ("join", "alive", "wake"):
        ask(page, "one", what, "/s?a")
        assert page.run("return ports.one.got.splice(0).at(-1).type") == "beat"


@pytest.mark.parametrize("topics", [5, 6, 8, 12])
def test_more_streams_than_a_browser_allows_connections_take_turns_and_each_gets_one(
    page: BarePage, topics: int
) -> None:
    urls = [f"/s?{number:02}" for number in range(topics)]
    for url in urls:
        ask(page, url, "join", url)
        say(page, url, "snapshot", {"session": {"id": url}}, f"e{url}")
    before = [0] * topics
    for _ in range(3):
        for _ in range((topics + 3) // 4):
            page.run_for(1500)
            page.run("exchange.turn()")
            assert len(page.run("return streaming()")) == 4
            page.run("sources.filter(({ readyState }) => readyState !== 2).forEach((one) => one.say('tick', {}))")
        turns = [page.run("return sources.filter(({ url }) => url.startsWith(given)).length", url) for url in urls]
        heard = [sum(kind == "tick" for kind, _ in got(page, url)) for url in urls]
        assert min(heard) > 0, "everyone was told something"
        assert max(turns) <= max(before) + (topics + 3) // 4
        before = turns
    assert all(("lost", None) not in got(page, url) for url in urls)


def test_in_its_turn_nobody_is_interrupted_before_it_was_told_anything(page: BarePage) -> None:
    for number in range(6):
        ask(page, f"p{number}", "join", f"/s?{number}")
    slow = page.run("return streaming()")
    for _ in range(3):
        page.run_for(1500)
        page.run("exchange.turn()")
        assert page.run("return streaming()") == slow
    say(page, slow[2], "tick", {})
    page.run("exchange.turn()")
    assert sorted(page.run("return streaming()")) == sorted([*(one for one in slow if one != slow[2]), "/s?0"])


def test_when_there_is_room_again_nobody_rests(page: BarePage) -> None:
    for number in range(6):
        ask(page, f"p{number}", "join", f"/s?{number}")
    for number in range(2):
        ask(page, f"p{number}", "leave", f"/s?{number}")
    assert sorted(page.run("return streaming()")) == [f"/s?{number}" for number in range(2, 6)]


def test_someone_who_comes_back_to_a_page_whose_stream_rests_is_next(page: BarePage) -> None:
    for number in range(6):
        ask(page, f"p{number}", "join", f"/s?{number}")
    [rested] = {f"/s?{number}" for number in range(2)} - set(page.run("return streaming()")) - {"/s?1"}
    ask(page, f"p{rested[-1]}", "wake", rested)
    assert rested in page.run("return streaming()")
    assert len(page.run("return streaming()")) == 4
