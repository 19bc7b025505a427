"""What axe-core can tell of WCAG 2.2 A and AA, in the states that people meet."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ViewportSize

from tests.browser.conftest import OpenPage
from tests.browser.visitor import Visitor
from tests.support.host import Host

pytestmark = pytest.mark.browser
RULES = ("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa")
# Colours that are on their way from one scheme to the other belong to neither.
STILL = {"reduced_motion": "reduce"}
SCREENS: list[ViewportSize] = [{"width": 1400, "height": 900}, {"width": 390, "height": 844}]


def has_no_violations(visitor: Visitor) -> None:
    for scheme in ("dark", "light"):
        visitor.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found = Axe().run(visitor.page, options={"runOnly": list(RULES), "resultTypes": ["violations"]})
        assert found.response["passes"], "axe looked at something"
        assert found.violations_count == 0, f"{scheme}: {found.generate_report()}"


@pytest.mark.parametrize("path", ["/", "/boards/default"])
@pytest.mark.prove
def test_a_match_in_play_has_no_violations_on_desk_and_phone(
    host: Host, match: str, visit: OpenPage, path: str
) -> None:
    visitor = visit(host, path, **STILL)
    visitor.reads("Yellow to move")
    visitor.page.locator(".help summary").click()
    for size in SCREENS:
        visitor.page.set_viewport_size(size)
        has_no_violations(visitor)


def test_a_warning_a_chosen_figure_and_a_dialog_have_no_violations(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/", **STILL)
    visitor.cell("D4").click()
    visitor.cell("D6").click()
    visitor.page.locator("[data-notice]").wait_for()
    has_no_violations(visitor)
    visitor.do("resign")
    has_no_violations(visitor)
    visitor.press("Escape")


def test_a_figure_set_down_wrongly_has_no_violations(host: Host, match: str, visit: OpenPage) -> None:
    visitor = visit(host, "/boards/default", **STILL)
    visitor.drag("D8", "F2")
    visitor.reads("Yellow S: D8 → F2 is not allowed")
    has_no_violations(visitor)
