"""How a stream lives: retries, silence, what was missed (the page's own module, time and network by the test)."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.fakes import BarePage

pytestmark = pytest.mark.browser

OPEN = """
    const { Stream } = await import("/static/js/stream-core.js");
    window.stream = new Stream("/stream?board=one", tell);
"""


@pytest.fixture
def page(blank: Page) -> BarePage:
    bare = BarePage(blank)
    bare.run(OPEN)
    return bare


def newest(page: BarePage, script: str) -> Any:
    return page.run(f"const source = sources.at(-1); {script}")


def told(page: BarePage) -> list[Any]:
    said: list[Any] = page.run("return told.splice(0)")
    return said


def test_a_stream_that_is_refused_again_and_again_never_gives_up(page: BarePage) -> None:
    for times in range(1, 60):
        assert page.run("return sources.length") == times
        newest(page, "source.fail(false)")
        page.run_for(5000)
    newest(page, "source.say('tick', { revision: 3 })")
    assert told(page) == [["lost", None], ["open", None], ["tick", {"revision": 3}]]


@pytest.mark.parametrize("chance", [0, 0.4, 0.999])
def test_it_waits_twice_as_long_each_time_up_to_five_seconds_and_between_half_and_all_of_it(
    page: BarePage, chance: float
) -> None:
    page.run("Math.random = () => given", chance)
    waits = []
    for _ in range(8):
        failed = page.run("const now = Date.now(); sources.at(-1).fail(false); return now")
        page.run_for(5000)
        waits.append(newest(page, "return source.at") - failed)
    longest = [250, 500, 1000, 2000, 4000, 5000, 5000, 5000]
    assert waits == [pytest.approx(most * (0.5 + chance / 2), abs=1) for most in longest]


def test_t22_eight_readers_that_lose_their_host_at_once_do_not_come_back_in_step(page: BarePage) -> None:
    page.run("for (let one = 1; one < 8; one += 1) new stream.constructor('/stream?board=one', tell)")
    page.run("sources.slice().forEach((source) => source.fail(false))")
    page.run_for(250)
    back = page.run("return sources.slice(8).map(({ at }) => at)")
    assert len(back) == 8
    assert len(set(back)) > 1


def test_after_it_was_heard_the_next_failure_waits_shortly_again(page: BarePage) -> None:
    for _ in range(6):
        newest(page, "source.fail(false)")
        page.run_for(5000)
    newest(page, "source.say('tick', {}); source.fail(false)")
    before = page.run("return sources.length")
    page.run_for(250)
    assert page.run("return sources.length") == before + 1


def test_w07_what_comes_after_a_reconnect_arrives(page: BarePage) -> None:
    newest(page, "source.say('tick', {}); source.fail(false)")
    page.run_for(250)
    told(page)
    newest(page, "source.say('tick', {}); source.say('entry', { entry: 1, session: { id: 's' } }, 'e.s-1')")
    assert [kind for kind, _ in told(page)] == ["open", "tick", "entry"]


def test_it_comes_back_with_the_id_of_the_last_event_that_had_one(page: BarePage) -> None:
    newest(page, "source.say('snapshot', { session: null }, 'e.s-4'); source.say('tick', {}); source.fail(false)")
    page.run_for(250)
    assert newest(page, "return source.url") == "/stream?board=one&after=e.s-4"


def test_what_a_connection_says_that_was_given_up_is_not_heard(page: BarePage) -> None:
    newest(page, "source.say('tick', {}); source.fail(false)")
    page.run_for(250)
    told(page)
    page.run("sources[0].say('entry', { session: {} }, 'e.s-9'); sources[0].fail(false)")
    assert told(page) == []
    newest(page, "source.fail(false)")
    page.run_for(500)
    assert "after" not in newest(page, "return source.url")


def test_a_stream_that_says_nothing_is_dead_whatever_its_state_says(page: BarePage) -> None:
    newest(page, "source.say('tick', {})")
    page.run_for(5500)
    assert told(page) == [["open", None], ["tick", {}]]
    page.run_for(1500)
    assert told(page) == [["lost", None]]
    assert page.run("return sources.length") == 2


def test_a_clock_that_was_set_back_does_not_keep_a_dead_stream(page: BarePage) -> None:
    newest(page, "source.say('tick', {})")
    told(page)
    page.run("const now = Date.now(); Date.now = () => now - 3600000")
    page.run_for(500)
    assert told(page) == [["lost", None]]


def test_a_host_that_answers_anything_but_a_stream_is_asked_why_and_its_sentence_is_told(page: BarePage) -> None:
    body = '{"code":"TOO_MANY_STREAMS","detail":"All places are taken.","facts":{"limit":"64"}}'
    page.page.route("**/stream?**", lambda route: route.fulfill(status=503, body=body))
    newest(page, "source.fail(true)")
    page.frame.wait_for_function("() => told.length > 1")
    refusal = {"code": "TOO_MANY_STREAMS", "detail": "All places are taken.", "facts": {"limit": "64"}, "status": 503}
    assert told(page) == [["lost", None], ["refused", refusal]]
    assert page.run("return stream.missed()") == [["refused", refusal]], "who joins later is told as well"
    page.run_for(250)
    newest(page, "source.say('tick', {})")
    assert page.run("return stream.missed()") == []


def test_an_answer_that_is_not_the_hosts_own_is_nobodys_sentence(page: BarePage) -> None:
    page.page.route("**/stream?**", lambda route: route.fulfill(status=502, body="<h1>Bad gateway</h1>"))
    with page.page.expect_response("**/stream?**"):
        newest(page, "source.fail(true)")
    # Whatever the answer does is done when a later one is there.
    page.run("await fetch('/api/v1/health').then((answer) => answer.text())")
    assert told(page) == [["lost", None]]
    page.run_for(250)
    assert page.run("return sources.length") == 2


def test_a_host_that_says_goodbye_is_looked_for_again(page: BarePage) -> None:
    newest(page, "source.say('tick', {}); source.say('bye', {})")
    assert told(page) == [["open", None], ["tick", {}], ["lost", None]]
    page.run_for(250)
    assert page.run("return sources.length") == 2


def test_someone_who_comes_back_does_not_wait_for_the_next_try(page: BarePage) -> None:
    for _ in range(5):
        newest(page, "source.fail(false)")
        page.run_for(5000)
    newest(page, "source.fail(false)")
    before = page.run("return sources.length")
    page.run("stream.wake()")
    assert page.run("return sources.length") == before + 1
    newest(page, "source.say('tick', {})")
    page.run("stream.wake()")
    assert page.run("return sources.length") == before + 1, "a stream that lives is left alone"


def test_a_stream_at_rest_holds_no_connection_and_tells_nobody_until_it_catches_up(page: BarePage) -> None:
    newest(page, "source.say('snapshot', { session: null }, 'e.s-4')")
    told(page)
    page.run("stream.rest()")
    page.run_for(60_000)
    assert page.run("return [sources.length, sources[0].readyState]") == [1, 2]
    page.run("stream.open()")
    assert newest(page, "return source.url") == "/stream?board=one&after=e.s-4"
    newest(page, "source.say('tick', {})")
    assert told(page) == [["tick", {}]]


def test_a_closed_stream_is_closed_for_good(page: BarePage) -> None:
    newest(page, "source.fail(false)")
    page.run("stream.close()")
    page.run_for(60_000)
    assert page.run("return sources.length") == 1
