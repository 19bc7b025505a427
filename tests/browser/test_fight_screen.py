"""The ring on the page, and the screen that everyone sees: whose moment it is, and no byte of a secret."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.fights import Fight, fight
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]  # a host and several pages a test

TV = {"viewport": {"width": 1920, "height": 1080}}
SILJA = "add Silja pc perception=12 vz=8"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host with a simulated board, by itself."""
    with Host(tmp_path_factory.mktemp("fights")) as running:
        yield running.live()


def ring(screen: Visitor, field: str) -> None:
    """The pointer of the picture comes to stand on a field, "" for nowhere."""
    expect(screen.page.locator("#picture")).to_have_attribute("data-pointer", field)


def middle(screen: Visitor, text: str) -> None:
    expect(screen.page.locator(".ring-centre strong")).to_have_text(text)


def beside(screen: Visitor, field: str, *names: str) -> None:
    expect(screen.page.locator(f".ring-label[data-field='{field}'] > span")).to_have_text(
        [re.compile(name) for name in names]
    )


def painted(screen: Visitor, part: str, lamp: int) -> list[int]:
    """Red, green, blue and opacity in the middle of a lamp of the picture's canvas."""
    found: list[int] = screen.page.evaluate(
        """([part, lamp]) => {
            const canvas = document.querySelector("#picture canvas");
            const wells = document.querySelectorAll("#picture .well");
            const well = wells[part === "ring" ? lamp : wells.length - 6 + lamp];
            const dots = canvas.width / canvas.clientWidth;
            const at = (name) => Math.round(well.getAttribute(name) * dots);
            const copy = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
            copy.drawImage(canvas, at("cx"), at("cy"), 1, 1, 0, 0, 1, 1);
            return Array.from(copy.getImageData(0, 0, 1, 1).data);
        }""",
        [part, lamp],
    )
    return found


def test_the_ring_is_painted_from_the_bytes_that_the_firmware_sends_and_the_pointer_moves(
    house: Host, visit: OpenPage
) -> None:
    with fight(house) as one:
        one.do(SILJA, "add Brakk pc colour=blue", "put Silja 5", "put Brakk -3")
        screen = visit(house, "/fight", **TV)
        middle(screen, "The fight is about to begin")
        beside(screen, "ring5", "Silja")
        beside(screen, "strip-3", "Brakk")
        until(lambda: (shade := painted(screen, "ring", 4))[0] > 150 and shade[2] < 60, "field 5 to be yellow")
        until(lambda: (shade := painted(screen, "strip", 2))[2] > 150 and shade[0] < 60, "field −3 to be blue")
        assert painted(screen, "ring", 11)[3] == 0, "nobody is there: no light"
        lights = house.get("/boards/default/sim/lights")
        assert lights["ring"][11] == [0, 0, 0]
        assert lights["ring"][4] != [0, 0, 0]
        ring(screen, "")
        one.do("begin", "next")
        middle(screen, "Brakk")
        ring(screen, "strip-3")
        # White in turns with its own colour: no figure's light has all three.
        until(lambda: min(painted(screen, "strip", 2)[:3]) > 120, "the pointer to flash white")
        one.do("act Brakk 14")
        middle(screen, "In a moment")
        ring(screen, "strip-3")
        one.do("next")
        middle(screen, "Silja")
        ring(screen, "ring5")
        beside(screen, "ring11", "Brakk")
        one.do("end")
        middle(screen, "The fight is over")
        ring(screen, "")


def test_without_a_board_the_same_is_drawn_from_what_the_page_knows(house: Host, visit: OpenPage) -> None:
    with fight(house, board=None, fields=30) as one:
        one.do(SILJA, "add Brakk pc colour=blue", "put Silja 29", "put Brakk 29", "begin", "next")
        screen = visit(house, f"/fight?session={one.id}", **TV)
        middle(screen, "Silja")
        ring(screen, "ring29")
        beside(screen, "ring29", "Silja", "Brakk")
        drawn = screen.page.locator(".ring-top [class^=figure-]")
        expect(drawn).to_have_count(2)
        expect(screen.page.locator("#picture .well")).to_have_count(36)
        # Two on a field share its disc.
        assert drawn.evaluate_all("all => all.map((one) => one.getAttribute('class'))") == [
            "figure-yellow",
            "figure-blue",
        ]


def test_t11_names_stand_by_their_fields_below_the_strip_too_and_a_lap_ahead_has_its_sign(
    house: Host, visit: OpenPage
) -> None:
    with fight(house) as one:
        for name, ini in (("A", -6), ("B", -2), ("C", 0), ("D", 0), ("E", 1), ("F", 26)):
            one.do(f"add {name} pc", f"put {name} {ini}")
        one.do("begin", "next")
        screen = visit(house, "/fight", **TV)
        beside(screen, "strip-5", r"A\s*▾−6")
        beside(screen, "strip-2", "B")
        beside(screen, "strip0", "C", "D")
        beside(screen, "ring1", "E")
        beside(screen, "ring2", r"F\s*↻")
        expect(screen.page.locator("#picture")).to_have_attribute(
            "aria-label",
            "Ring and strip of the fight. On turn: A. The pointer is at INI −6. In this order: A at INI −6, "
            "B at INI −2, C at INI 0, D at INI 0, E at INI 1, F at INI 26 a lap ahead.",
        )
        for name, field in (("A", "strip-2"), ("B", "strip0"), ("C", "strip0"), ("D", "ring1")):
            one.do(f"act {name} 20", "next")
            ring(screen, field)


def test_a_crowd_on_one_field_is_listed_in_order_and_told_by_its_number(house: Host, visit: OpenPage) -> None:
    with fight(house) as one:
        one.do("add Crew pc x60")
        for label in [figure["label"] for figure in one.view()["figures"]]:
            one.do(f"put {label} 7")
        screen = visit(house, "/fight", viewport={"width": 390, "height": 844})
        lines = screen.page.locator(".ring-label[data-field=ring7] > span")
        expect(lines.first).to_have_text(re.compile("Crew1"))
        expect(lines.last).to_have_text(re.compile(r"\d+ more"))
        assert screen.page.evaluate("document.documentElement.scrollWidth") <= 390, "nothing runs out of the page"
        box = screen.page.locator(".ring-label").bounding_box()
        picture = screen.page.locator("#picture").bounding_box()
        assert box is not None
        assert picture is not None
        assert box["y"] >= picture["y"]
        assert box["y"] + box["height"] <= picture["y"] + picture["height"]


def what_is_there(screen: Visitor, one: Fight) -> str:
    """All of the page's document and its title, without what names the session and the time of day."""
    # Who sits where is asked for by itself.
    expect(screen.page.locator("#panels")).not_to_have_attribute("aria-busy", re.compile(""))
    screen.page.locator(".people").wait_for()
    found: str = screen.page.evaluate("document.title + document.documentElement.outerHTML")
    found = re.sub(r"<!--.*?-->", "", found)
    return re.sub(r"\d\d:\d\d:\d\d", "TIME", found.replace(one.id, "SESSION"))


def test_t01_the_screen_is_the_same_with_and_without_a_figure_that_nobody_knows(house: Host, visit: OpenPage) -> None:
    seen: dict[bool, list[str]] = {False: [], True: []}
    for secret, acts in seen.items():
        with fight(house) as one:
            one.do(SILJA, "add Brakk pc", "put Silja 5", "put Brakk 9")
            if secret:
                one.do("add Lurker npc known=no colour=pink", "put ?Lurker 6")
            one.do("begin", "next")
            screen = visit(house, "/fight", **TV, **STILL)
            screen.hears("Silja is on turn")
            acts.append(what_is_there(screen, one))
            one.do("act Silja 8")
            screen.hears("In a moment")
            acts.append(what_is_there(screen, one))
            if secret:
                # Its turn lies within the neutral state.
                one.do("next")
                assert one.view()["turn"] == "?Lurker"
                acts.append(what_is_there(screen, one))
                one.do("act ?Lurker 7")
            else:
                acts.append(what_is_there(screen, one))
            one.do("next")
            screen.hears("Brakk is on turn")
            acts.append(what_is_there(screen, one))
            screen.page.close()
    assert seen[True] == seen[False]
    assert "Lurker" not in "".join(seen[True])


def test_t05_a_concealed_figure_acts_without_a_number_and_who_is_too_slow_is_told_so(
    house: Host, visit: OpenPage
) -> None:
    with fight(house) as one:
        one.do(SILJA, "add Brakk pc", "add Ghoul npc vz=8", "put Silja 20", "put Brakk 3", "put Ghoul 11")
        one.do("begin", "next", "act Brakk 9", "next")
        screen = visit(house, "/fight", **TV)
        middle(screen, "The game master's figures")
        screen.reads("The game master's figures")
        screen.adds("Ghoul acts. Where it stands is a secret.")
        ring(screen, "ring3")
        one.do("act Ghoul 8 > Silja, Brakk")
        last = screen.page.locator("[data-part=last]")
        expect(last).to_contain_text("Ghoul has acted. It affects: Silja, Brakk.")
        expect(last).to_contain_text("May react: Brakk.")
        expect(last).to_contain_text("Too slow to react: Silja.")
        assert re.findall(r"\b(?:8|11|19)\b", last.inner_text()) == []


def test_t25_when_all_wait_the_pointer_stands_and_the_page_says_so(house: Host, visit: OpenPage) -> None:
    with fight(house, waiting="on") as one:
        one.do(SILJA, "add Brakk pc", "put Silja 5", "put Brakk 5", "begin", "next", "wait Silja", "next")
        screen = visit(house, "/fight", **TV)
        middle(screen, "Brakk")
        one.do("wait Brakk")
        middle(screen, "Everyone waits")
        screen.adds("The pointer stands still until somebody steps in.")
        ring(screen, "ring5")
        expect(screen.page.locator("[data-figure=Brakk]")).to_contain_text("waits")
        one.do("recall Silja")
        middle(screen, "In a moment")
        one.do("remove Silja", "remove Brakk")
        middle(screen, "In a moment")


def test_before_the_fight_it_is_told_who_came_and_who_rolled_openly_and_what_is_coming(
    house: Host, visit: OpenPage
) -> None:
    with fight(house) as one:
        screen = visit(house, "/fight", **TV)
        one.do(SILJA, "add Brakk pc", "add Ghoul npc", "put Silja 5", "put Ghoul 2", "set Silja conditions prone")
        one.do("mark 30 Reinforcements", 'mark 12 "A trap" hidden')
        rolled = screen.page.locator("[data-part=order] li")
        expect(rolled).to_have_text([re.compile(r"Silja\s+INI 5\s*prone")])
        others = screen.page.locator("[data-part=others]")
        expect(others.locator("[data-figure=Brakk]")).to_contain_text("has not rolled yet")
        expect(others.locator("[data-figure=Ghoul]")).to_contain_text("place unknown")
        expect(screen.page.locator("[data-part=markers] li")).to_have_text([re.compile("Reinforcements.*at INI 30")])
        one.do("end")
        middle(screen, "The fight is over")
        screen.reads("The fight is over")
        expect(screen.page.locator(".fight-list")).to_have_count(0)


def test_the_screen_fills_the_wall_stays_awake_and_reads_on_every_size(house: Host, visit: OpenPage) -> None:
    with fight(house, waiting="on") as one:
        one.do(SILJA, "add Brakk pc", "add Ghoul npc x2", "put Silja 5", "put Brakk -7", "begin", "next")
        screen = visit(house, "/fight", **TV, **STILL)
        middle(screen, "Brakk")
        picture = screen.page.locator("#picture").bounding_box()
        assert picture is not None
        assert picture["height"] > 0.88 * 1080, "the ring fills the height"
        wells = screen.page.locator("#picture .well")
        first, half = wells.nth(0).bounding_box(), wells.nth(12).bounding_box()
        assert first is not None
        assert half is not None
        assert half["y"] - first["y"] > 0.7 * 1080
        for size in ((1920, 1080), (1280, 800), (390, 844)):
            screen.page.set_viewport_size({"width": size[0], "height": size[1]})
            assert screen.page.evaluate("document.documentElement.scrollWidth") <= size[0]
            small = screen.page.locator(".ring-label b").evaluate_all(
                "all => Math.min(...all.map((one) => Number.parseFloat(getComputedStyle(one).fontSize)))"
            )
            assert small >= 11, "names can be read"
            has_no_violations(screen)
        screen.page.set_viewport_size({"width": 1920, "height": 1080})
        screen.do("full-screen")
        screen.page.wait_for_function("document.fullscreenElement !== null")
        expect(screen.page.locator(".bar")).to_be_hidden()
