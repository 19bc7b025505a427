"""The pictures of a match on its page: asked for when they are wanted, new after each move, saved as files."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from feldlicht.drawing.story import Kind
from tests.browser.conftest import OpenPage
from tests.browser.phones import PHONE
from tests.browser.test_accessibility import SCREENS, has_no_violations
from tests.browser.test_match_tools import begun, look
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def drawn(page: Page, kind: Kind) -> bool:
    """Whether a picture has come and is as wide as it says."""
    return bool(page.evaluate(f"document.querySelector('[data-picture={kind}] img').naturalWidth > 600"))


def test_the_pictures_of_a_match_come_when_they_are_wanted_and_follow_it(host: Host, visit: OpenPage) -> None:
    match = begun(host, "M C7-C6")
    visitor = look(host, visit, match)
    page = visitor.page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/pictures/" in request.url else None)
    section = page.locator(".pictures")
    expect(section.locator("summary")).to_be_visible()
    assert asked == []
    section.locator("summary").click()
    for kind in Kind:
        section.locator(f"[data-picture={kind}]").scroll_into_view_if_needed()
        until(partial(drawn, page, kind), f"{kind} comes")
    before = len(asked)
    assert before >= len(Kind)
    host.command(match, type="move", move="F E11-G13")
    section.locator("[data-picture=position]").scroll_into_view_if_needed()
    until(lambda: page.evaluate("1") and len(asked) > before, "the picture follows the match")
    for size in SCREENS:
        page.set_viewport_size(size)
        has_no_violations(visitor)


def test_a_picture_is_saved_as_svg_and_as_png(host: Host, visit: OpenPage, tmp_path: Path) -> None:
    page = look(host, visit, begun(host, "M C7-C6"), **PHONE).page
    page.locator(".pictures summary").click()
    for ending, begins in (("svg", b"<svg"), ("png", b"\x89PNG")):
        with page.expect_download() as saved:
            page.locator(f"[data-picture=heat] [data-format={ending}]").click()
        assert saved.value.suggested_filename.endswith(f"-heat.{ending}")
        saved.value.save_as(tmp_path / ending)
        assert (tmp_path / ending).read_bytes().startswith(begins)
