"""Someone in front of a page: what they do with mouse, finger and keyboard, and what they see."""

from __future__ import annotations

import re

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.support.host import PATIENCE_S, Host

PATIENCE_MS = PATIENCE_S * 1000
UNREACHABLE = re.compile(
    r"net::ERR_(CONNECTION_(REFUSED|RESET|CLOSED|ABORTED)|SOCKET_NOT_CONNECTED|EMPTY_RESPONSE|INCOMPLETE_CHUNKED)"
)
"""All the names Chromium has for a host that goes in the midst of things; which one it picks, moments decide."""
REFUSED = re.compile(r"status of (404|409|422|503)")

expect.set_options(timeout=PATIENCE_MS)


class Visitor:
    """A browser context with one page. ``faults`` collects what should never be in a console."""

    def __init__(self, context: BrowserContext, host: Host, path: str, expect_live: bool = True) -> None:
        self.context = context
        self.host = host
        self.faults: list[str] = []
        self.posts: list[dict[str, object]] = []
        self._allowed = [UNREACHABLE, REFUSED]
        self.page = self.open(path) if expect_live else self.begin_to_open(path)

    def allow(self, fault: re.Pattern[str]) -> None:
        """This test makes the browser complain of such a thing."""
        self._allowed.append(fault)

    def open(self, path: str) -> Page:
        """Open one more page in the same browser and wait until it is live."""
        page = self.begin_to_open(path)
        expect(page.locator(".badge.live")).to_be_attached()
        return page

    def begin_to_open(self, path: str) -> Page:
        """Open one more page (a path of the host, or a whole address) in the same browser and do not wait for it."""
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        page.on(
            "request", lambda request: self.posts.append(request.post_data_json) if request.method == "POST" else None
        )
        page.goto(path if path.startswith("http") else f"{self.host.address.rstrip('/')}{path}", wait_until="commit")
        return page

    def _console(self, message: ConsoleMessage) -> None:
        # A browser reports every answer of the kind "no" and every lost connection; pages tell people themselves.
        known = any(fault.search(message.text) for fault in self._allowed)
        if message.type in ("error", "warning") and not known:
            self.faults.append(message.text)

    # ---- doing

    def cell(self, name: str) -> Locator:
        return self.page.locator(f"[data-cell={name}]")

    def centre(self, name: str) -> tuple[float, float]:
        box = self.cell(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def grab(self, name: str) -> None:
        """Press the mouse on a cell and begin to drag."""
        x, y = self.centre(name)
        self.page.mouse.move(x, y)
        self.page.mouse.down()
        self.page.mouse.move(x + 12, y + 12, steps=3)

    def carry(self, name: str) -> None:
        self.page.mouse.move(*self.centre(name), steps=8)

    def drop(self) -> None:
        self.page.mouse.up()

    def drag(self, origin: str, target: str) -> None:
        self.grab(origin)
        self.carry(target)
        self.drop()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def do(self, name: str) -> None:
        """Press the button that is called ``name`` in the page's source."""
        self.page.locator(f"[data-do={name}]").click()

    # ---- seeing

    def reads(self, text: str | re.Pattern[str]) -> None:
        """The big sentence comes to say ``text``."""
        expect(self.page.locator("[data-next]")).to_have_text(text)

    def adds(self, text: str | re.Pattern[str]) -> None:
        """One of the smaller sentences below the big one comes to be ``text``."""
        expect(self.page.locator(".next-detail").filter(has_text=text)).to_have_count(1)

    def is_told(self, text: str | re.Pattern[str]) -> None:
        """A message about something refused comes up."""
        expect(self.page.locator("[data-notice]")).to_have_text(text)

    def is_told_nothing(self) -> None:
        expect(self.page.locator("[data-notice]")).to_have_count(0)

    def hears(self, text: str) -> None:
        """The live region for screen readers comes to say it."""
        expect(self.page.locator("#announcer")).to_contain_text(text)

    def finds(self, name: str, label: str | re.Pattern[str]) -> None:
        """A cell comes to be named so."""
        expect(self.cell(name)).to_have_attribute("aria-label", label)

    def sees_light(self, name: str) -> None:
        """A cell's LED comes to be lit."""
        expect(self.cell(name)).to_have_attribute("data-light", re.compile("^[0-9a-f]{6}$"))

    def sees_dark(self, name: str) -> None:
        expect(self.cell(name)).not_to_have_attribute("data-light", re.compile(""))

    def cells(self, which: str) -> list[str]:
        """Names of the cells that a selector of CSS picks."""
        found: list[str] = self.page.eval_on_selector_all(
            f".cell{which}", "all => all.map((one) => one.dataset.cell)"
        )
        return found

    def cursor(self, name: str) -> str:
        found: str = self.cell(name).evaluate("(one) => getComputedStyle(one).cursor")
        return found

    def painted(self, name: str) -> list[int]:
        """Red, green, blue and opacity that the page paints for a cell's LED."""
        x, y = self.centre(name)
        found: list[int] = self.page.evaluate(
            """([x, y]) => {
                const canvas = document.querySelector(".board-light");
                const box = canvas.getBoundingClientRect();
                const at = (point, start, size, dots) => Math.round(((point - start) / size) * dots);
                return Array.from(canvas.getContext("2d").getImageData(
                    at(x, box.x, box.width, canvas.width), at(y, box.y, box.height, canvas.height), 1, 1).data);
            }""",
            [x, y],
        )
        return found
