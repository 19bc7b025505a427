"""A real host behind real pages: `feldlicht play` with the simulated board, seen by headless Chromium."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.visitor import Visitor
from tests.support.host import Host, until

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
ELSEWHERE = "table.test"
"""A name that leads to this computer, as a router's name server would give it: no secure context over http."""
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    f"--host-resolver-rules=MAP {ELSEWHERE} 127.0.0.1",
)
QUICK = {"FELDLICHT_HANDS_PACE": "0.1", "FELDLICHT_GRACE_MS": "1000"}
"""Virtual hands and people's patience, both faster than at a real table."""

OpenPage = Callable[..., Visitor]


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One headless Chromium for all tests; each visitor has a context of its own."""
    if not CHROMIUM.exists():
        pytest.fail(
            f"There is no Chromium at {CHROMIUM}: install it (apt-get install chromium) or name it in CHROMIUM."
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host with a live simulated board and a data folder of its own."""
    with Host(tmp_path_factory.mktemp("data"), **QUICK) as running:
        yield running.live()


@pytest.fixture(scope="session")
def blank(host: Host, chromium: Browser) -> Iterator[Page]:
    """An empty page of the host's origin, for modules that are tried by themselves."""
    context = chromium.new_context()
    page = context.new_page()
    page.goto(f"{host.address}api/v1/health")
    yield page
    context.close()


def stands(host: Host, match: str) -> bool:
    """Whether a match is at its first move; until the formation stands, virtual hands are asked to build it."""
    seen = host.session(match)
    if seen["view"]["phase"] == "setup" and seen["hands"]["problems"] and not seen["hands"]["busy"]:
        # Refused while hands are still at the last test's work, or when it stands by now: the next look tells.
        host.call("POST", "/boards/default/sim/hands", {"do": "build"})
    return bool(seen["view"]["phase"] == "play")


@pytest.fixture
def match(host: Host) -> Iterator[str]:
    """A match at its first move, every magnet in its place; abandoned afterwards."""
    begun = host.new_match()
    until(lambda: stands(host, begun), "the formation to stand")
    until(lambda: not host.session(begun)["hands"]["busy"], "virtual hands to be done")
    yield begun
    if host.session(begun)["state"] == "running":
        # Whoever has a seat, the game master may.
        host.command(begun, view="gm", type="abandon")


def free(host: Host) -> None:
    running = host.get("/boards/default")["session"]
    if running is not None and host.session(running)["state"] == "running":
        host.command(running, view="gm", type="abandon")


@pytest.fixture
def table(host: Host) -> Iterator[Host]:
    """A host whose board is free, before and afterwards."""
    free(host)
    yield host
    free(host)


@pytest.fixture
def visit(chromium: Browser) -> Iterator[OpenPage]:
    """Open a page of a host as a visitor of its own; what its console complains about fails the test."""
    visitors: list[Visitor] = []

    def open_page(host: Host, path: str, expect_live: bool = True, **context: object) -> Visitor:
        options = {"locale": "en-GB", "viewport": {"width": 1000, "height": 640}} | context
        visitor = Visitor(chromium.new_context(**options), host, path, expect_live)  # type: ignore[arg-type]
        visitors.append(visitor)
        return visitor

    yield open_page
    for visitor in visitors:
        visitor.context.close()
    faults = [fault for visitor in visitors for fault in visitor.faults]
    assert not faults, faults
