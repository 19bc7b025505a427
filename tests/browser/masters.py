"""Those who lead a fight on its page, and the fights that they lead."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

from tests.browser.test_accessibility import STILL
from tests.browser.visitor import Visitor
from tests.support.host import Host, Json, until

MASTER = "/fight?view=gm"
LAPTOP = {"viewport": {"width": 1280, "height": 800}} | STILL


def begin(host: Host, *acts: str, **options: object) -> str:
    fight = host.new_match(game="initiative", formation=None, options=options)
    do(host, fight, *acts)
    return fight


def do(host: Host, fight: str, *acts: str) -> None:
    for act in acts:
        host.command(fight, view="gm", type="act", act=act)


SIX = (
    "add Silja pc", "put Silja 5", "add Brom pc", "put Brom 7", "add Kara pc", "put Kara 9",
    "add Ghoul npc x2", "put Ghoul1 6", "put Ghoul2 8", "add Spy npc known=no", "put ?Spy 30",
)  # fmt: skip


def seen(host: Host, fight: str, view: str = "gm") -> Json:
    found: Json = host.get(f"/sessions/{fight}?view={view}")["view"]
    return found


def figure(host: Host, fight: str, label: str) -> Json:
    return next(one for one in seen(host, fight)["figures"] if one["label"] == label)


def until_at(host: Host, fight: str, label: str, ini: int) -> None:
    until(lambda: figure(host, fight, label)["ini"] == ini, f"{label} to be at {ini}")


class Thumb:
    """Someone who leads a fight on a phone, by touch alone."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.right = False
        self.sheet = self.page.locator("dialog[open]")

    def tap(self, selector: str, within: Locator | None = None) -> None:
        (within or self.page).locator(selector).tap()

    def sees(self, label: str, ini: str) -> None:
        """A figure comes to stand at an INI in the list."""
        expect(self.page.locator(f"[data-figure='{label}'] [data-ini]")).to_have_text(ini)

    def offered(self, name: str, word: str | re.Pattern[str]) -> None:
        expect(self.page.locator(f"[data-primary][data-do={name}]")).to_have_text(word)

    def goes_on(self, name: str, word: str | re.Pattern[str]) -> None:
        """Press the big button, at another spot than last: of two quick taps on one spot the second is a mistake."""
        self.offered(name, word)
        self.right = not self.right
        self.page.locator("[data-primary]").tap(position={"x": 300 if self.right else 40, "y": 30})

    def hold(self, selector: str) -> None:
        """Rest a finger on something until a sheet comes up, and lift it again."""
        target = self.page.locator(selector)
        target.scroll_into_view_if_needed()
        box = target.bounding_box()
        assert box is not None
        at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
        touch = self.page.context.new_cdp_session(self.page)
        touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
        expect(self.sheet).to_be_visible()
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    def add(self, name: str, *, mine: bool = False, more: bool = True, **numbers: str) -> None:
        self.sheet.locator("[name=name]").fill(name)
        self.sheet.locator(f"[name=kind][value={'npc' if mine else 'pc'}]").tap()
        for field, value in numbers.items():
            self.sheet.locator(f"[name={field}]").fill(value)
        self.tap("[data-do=add-more]" if more else "[data-do=sure]", self.sheet)
        if more:
            # Ready for the next one.
            expect(self.sheet.locator("[name=name]")).to_have_value("")


def fits(page: Page) -> None:
    """Nothing is wider than the phone, and whatever can be pressed is large enough for a thumb."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    small = page.eval_on_selector_all(
        ".fight-part button, .fight-next button, .actions button, dialog[open] button",
        "all => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })"
        " && one.getBoundingClientRect().height < 43.9).map((one) => one.outerHTML)",
    )
    assert small == []
