"""What the log says, and the live region, of acts that not everyone may know."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_shared_stream import ALONE
from tests.support.host import Host

pytestmark = [pytest.mark.browser, pytest.mark.prove]
LINE = """async ([entry, undone]) => {
    const { logLine } = await import("/static/js/words.js");
    return logLine(entry, undone).text;
}"""
SEALED = {"name": "sealed", "side": "yellow"}
REVEALED = {"name": "revealed", "side": "yellow", "notation": "yS1 on C3", "nonce": "0" * 32, "commitment": "0" * 64}


def entry(*events: dict[str, str], **more: object) -> dict[str, Any]:
    """An entry as a view gets it that does not know what was done."""
    plain = {"revision": 2, "kind": "ply", "notation": None, "actor": "page", "at": 0, "secrecy": "sealed"}
    return {**plain, "events": list(events), **more}


KNOWN = entry({"name": "hid", "cell": "C3"}, notation="yS1 on C3")
LINES = [
    (entry(SEALED), None, "Yellow has sealed a decision", "Gelb hat eine Entscheidung versiegelt"),
    (entry({"name": "sealed"}), None, "A decision has been sealed", "Eine Entscheidung wurde versiegelt"),
    (
        entry(SEALED, kind="undo"),
        entry(SEALED),
        "Taken back: Yellow has sealed a decision",
        "Zurückgenommen: Gelb hat eine Entscheidung versiegelt",
    ),
    (
        entry(REVEALED, notation="reveal", secrecy="open"),
        None,
        "Revealed, sealed by Yellow: yS1 on C3",
        "Aufgedeckt, versiegelt von Gelb: yS1 on C3",
    ),
    (
        KNOWN,
        None,
        "yS1 on C3 (sealed: the others see only that something was decided)",
        "yS1 on C3 (versiegelt: die anderen sehen nur, dass etwas entschieden wurde)",
    ),
    (
        entry({"name": "undone"}, kind="undo", notation="undo"),
        KNOWN,
        "Taken back: yS1 on C3 (sealed: the others see only that something was decided)",
        "Zurückgenommen: yS1 on C3 (versiegelt: die anderen sehen nur, dass etwas entschieden wurde)",
    ),
    (
        entry({"name": "trapped"}, notation="trap D4", secrecy="hidden"),
        None,
        "trap D4 (hidden: the others notice nothing of it)",
        "trap D4 (verborgen: die anderen bemerken nichts davon)",
    ),
    (
        entry({"name": "overridden"}, kind="override", secrecy="open"),
        None,
        "Arbiter's decision: the position was set",
        "Entscheidung der Aufsicht: Die Stellung wurde gesetzt",
    ),
]


@pytest.mark.parametrize("language", [2, 3], ids=["en", "de"])
def test_every_line_says_what_its_reader_may_know(host: Host, visit: OpenPage, language: int) -> None:
    page = visit(host, "/", locale=("en-GB", "de-DE")[language - 2]).page
    said = [page.evaluate(LINE, [line[0], line[1]]) for line in LINES]
    assert said == [line[language] for line in LINES]


@pytest.mark.parametrize(
    ("path", "locale", "sealed", "revealed"),
    [("/", "en-GB", LINES[0][2], LINES[3][2]), ("/boards/default", "de-DE", LINES[0][3], LINES[3][3])],
)
def test_what_is_sealed_and_what_is_revealed_stands_in_the_log_and_is_said(
    host: Host, match: str, visit: OpenPage, path: str, locale: str, sealed: str, revealed: str
) -> None:
    visitor = visit(host, path, locale=locale)
    session = host.session(match)
    acts = {2: entry(SEALED), 3: entry(REVEALED, revision=3, notation="reveal", secrecy="open")}
    first = host.first_events(until_event="board")
    expect(visitor.page.locator(".log li")).to_have_count(1)
    visitor.page.add_init_script(ALONE)
    released: list[int] = []

    def stream(route: Route) -> None:
        """The stream of a match with secrets: first as it stands, then an act each time that it goes on."""
        told = [
            f"id: {session['epoch']}.{match}-{number}\nevent: entry\n"
            f"data: {json.dumps({'entry': acts[number], 'session': {**session, 'revision': number}})}\n\n"
            for number in released
        ]
        route.fulfill(status=200, content_type="text/event-stream", body=first + "".join(told))

    visitor.page.route("**/api/v1/stream?**", stream)
    visitor.page.reload()
    lines = visitor.page.locator(".log li")
    expect(lines).to_have_count(1)
    for number, sentence in ((2, sealed), (3, revealed)):
        released.append(number)
        expect(lines.first).to_contain_text(sentence)
        visitor.hears(sentence)
        expect(lines).to_have_count(number)
    visitor.page.unroute_all()
