"""Many look on, one owns: whatever hands take back, every page shows the same match."""

from __future__ import annotations

import json
import urllib.request
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]

SEEN = """() => {
    const all = (selector, read) => Array.from(document.querySelectorAll(selector), read);
    return {
        next: document.querySelector("[data-next]").textContent,
        score: all("[data-score]", (one) => one.textContent),
        log: all(".log li", (one) => [one.dataset.revision, one.textContent.replace(/\\s+/g, " ")]),
        cells: all(".cell", (one) => one.getAttribute("aria-label").replace(/, can move$/, "")),
    };
}"""


def seen(page: Page) -> dict[str, Any]:
    found: dict[str, Any] = page.evaluate(SEEN)
    return found


def drawn(host: Host, match: str) -> dict[str, str]:
    """The pictures of a match: what looks on without ever being told of anything."""
    found = {}
    for kind in ("position", "heat", "moves"):
        with urllib.request.urlopen(f"{host.address}api/v1/sessions/{match}/pictures/{kind}.svg") as answer:
            found[kind] = answer.read().decode()
    return found


def test_e28_two_takebacks_by_hand_leave_three_pages_with_one_and_the_same_match(
    host: Host, match: str, visit: OpenPage
) -> None:
    # And a page that looks at this one match by its id, wherever it is played, and the pictures drawn from it.
    pages = [visit(host, path).page for path in ("/", "/", "/boards/default", f"/?session={match}")]
    before = drawn(host, match)
    figures = host.session(match)["view"]["figures"]
    expected = ["built"]

    def all_agree() -> None:
        revision = host.session(match)["revision"]
        assert host.notations(match) == expected

        def same() -> bool:
            views = [seen(page) for page in pages]
            newest = {view["log"][0][0] for view in views if view["log"]}
            return newest == {str(revision)} and len({json.dumps(view, sort_keys=True) for view in views}) == 1

        until(same, f"equal pages at revision {revision}")

    all_agree()
    for _ in range(2):
        host.move("D8", "E10")
        expected.append("S D8-E10")
        until(lambda: host.notations(match) == expected, "the move")
        all_agree()
        assert all(one != before[kind] for kind, one in drawn(host, match).items() if kind != "moves")
        host.move("E10", "D8")
        expected.append("undo")
        until(lambda: host.notations(match) == expected, "the takeback")
        all_agree()
        assert drawn(host, match) == before
    # Nobody but the host read the board: each act stands in the log once, and no page sent anything.
    assert [entry["actor"] for entry in host.get(f"/sessions/{match}/log")["entries"][1:]] == ["hands"] * 4
    assert host.session(match)["view"]["figures"] == figures
