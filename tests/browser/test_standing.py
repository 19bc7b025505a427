"""Which figure a magnet is, as far as a page can know (the page's own module, in a real browser)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from tests.support.host import Host

pytestmark = pytest.mark.browser

FOLLOW = """async ([revisions, steps]) => {
    const { Tracker, fromMagnets } = await import("/static/js/standing.js");
    const { cellCalled, cellName } = await import("/static/js/cells.js");
    const tracker = new Tracker();
    let pieces = [];
    steps.forEach(([revision, magnets]) => {
        const session = revisions[revision];
        const now = new Map(Object.entries(magnets).map(([name, pole]) => [cellCalled(name), pole]));
        pieces = fromMagnets(now, tracker.follow(now, session), session);
    });
    return Object.fromEntries(pieces.map(({ cell, key, how }) => [cellName(cell), `${key} ${how}`]));
}"""


@pytest.fixture(scope="module")
def page(host: Host, chromium: Browser) -> Iterator[Page]:
    context = chromium.new_context()
    blank = context.new_page()
    blank.goto(f"{host.address}static/icon.svg")
    yield blank
    context.close()


def session(
    revision: int, phase: str = "play", formation: dict[str, str] | None = None, **stands: str
) -> dict[str, Any]:
    """A session in which figures ``stands`` (id=cell)."""
    sides = {"y": "yellow", "b": "blue"}
    return {
        "id": "one",
        "revision": revision,
        "hands": {"preview": None, "guidance": None},
        "view": {
            "phase": phase,
            "formation": formation or {},
            "figures": [{"id": i, "side": sides[i[0]], "kind": i[1], "cell": c} for i, c in stands.items()],
        },
    }


def test_a_magnet_is_the_figure_that_the_log_has_there(page: Page) -> None:
    log = {"1": session(1, yS1="D8", bS1="D9")}
    seen = page.evaluate(FOLLOW, [log, [["1", {"D8": "N", "D9": "S"}]]])
    assert seen == {"D8": "yS1 settled", "D9": "bS1 settled"}


def test_a_magnet_of_the_other_pole_is_nobody_and_the_figure_is_missed(page: Page) -> None:
    log = {"1": session(1, yS1="D8", bS1="A1")}
    seen = page.evaluate(FOLLOW, [log, [["1", {"D9": "S", "D8": "S"}]]])
    assert seen["D9"].endswith("loose")
    assert "yS1" not in seen["D8"]


def test_the_one_magnet_in_the_air_keeps_its_name_wherever_it_lands(page: Page) -> None:
    log = {"1": session(1, yS1="D8", yT1="E1")}
    steps = [["1", {"D8": "N", "E1": "N"}], ["1", {"E1": "N"}], ["1", {"E1": "N", "F2": "N"}]]
    assert page.evaluate(FOLLOW, [log, steps])["F2"] == "yS1 loose"


def test_of_two_in_the_air_nobody_knows_which_one_landed(page: Page) -> None:
    log = {"1": session(1, yS1="D8", yT1="E1")}
    steps = [["1", {"D8": "N", "E1": "N"}], ["1", {}], ["1", {"F2": "N"}]]
    assert page.evaluate(FOLLOW, [log, steps])["F2"].startswith("magnet-")


def test_a_new_entry_of_the_log_names_the_magnets_anew(page: Page) -> None:
    log = {"1": session(1, yS1="D8", yT1="E1"), "2": session(2, yS1="F2", yT1="E1")}
    steps = [["1", {"D8": "N", "E1": "N"}], ["1", {}], ["1", {"F2": "N", "E1": "N"}], ["2", {"F2": "N", "E1": "N"}]]
    assert page.evaluate(FOLLOW, [log, steps]) == {"F2": "yS1 settled", "E1": "yT1 settled"}


def test_while_a_formation_is_built_its_cells_say_who_stands_there_and_who_is_missing(page: Page) -> None:
    log = {"1": session(1, "setup", {"D8": "yS1", "E1": "yT1"}, yS1="D8", yT1="E1")}
    seen = page.evaluate(FOLLOW, [log, [["1", {}], ["1", {"D8": "N"}]]])
    assert seen == {"D8": "yS1 settled", "E1": "ghost-yT1 ghost"}
