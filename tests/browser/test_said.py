"""What the panel says, and that what it talks about can be seen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]
BOARD = "/boards/default"


def test_with_two_figures_in_the_air_it_says_what_to_do_with_both(host: Host, match: str, visit: OpenPage) -> None:
    player = visit(host, BOARD)
    host.hands(D8=None, C7=None)
    player.reads("2 figures of Yellow are in the air")
    player.adds(re.compile("^One of them may be set down"))
    host.hands(D8="N", C7="N")


def test_with_many_wrong_cells_it_says_that_the_board_differs_and_guides(
    host: Host, match: str, visit: OpenPage
) -> None:
    player = visit(host, BOARD)
    standing = host.magnets()
    host.hands(**dict.fromkeys(standing))
    player.adds("The table was cleared. Does the match end here?")
    none = player.page.locator("[data-answer=none]")
    expect(none).to_have_text("Decide later")
    expect(player.page.locator("[data-do=right]")).not_to_have_class(re.compile("strong"))
    none.click()
    player.reads("The board differs from the match")
    player.adds(re.compile(r"onto \w\d+ · 22 to go$"))
    expect(player.page.locator("[data-do=right]")).to_have_class(re.compile("strong"))
    host.hands(**standing)
    player.reads("Yellow to move")


def test_a_question_at_a_simulated_board_does_not_send_people_to_a_real_one(
    host: Host, match: str, visit: OpenPage
) -> None:
    player = visit(host, BOARD)
    host.hands(C7=None, G7=None)
    host.hands(C6="N", G6="N")
    player.reads("What was meant?")
    expect(player.page.locator("[data-answer=none]")).to_have_text("None of these")
    assert "at the board" not in player.page.locator(".next").inner_text().lower()
    spoken = player.page.locator("#announcer").inner_text()
    assert "?." not in spoken
    assert ".." not in spoken
    host.hands(C6=None, G6=None)
    host.hands(C7="N", G7="N")


def test_a_masked_cell_is_marked_and_named_on_both_pages_and_the_question_names_it(
    host: Host, match: str, visit: OpenPage
) -> None:
    pages = [visit(host, path) for path in ("/", BOARD)]
    status, _ = host.call("PATCH", "/boards/default/settings", {"masked": ["C6"]})
    assert status == 200
    try:
        for page in pages:
            page.finds("C6", "C6, empty, does not feel")
            expect(page.page.locator(".mark.masked")).to_have_count(1)
        host.hands(C7=None)
        for page in pages:
            page.reads(re.compile("What was meant|Yellow M from C7"))
            page.adds("The board does not feel C6. Please say what happened there.")
        host.hands(C7="N")
    finally:
        host.call("PATCH", "/boards/default/settings", {"masked": []})
    for page in pages:
        page.finds("C6", "C6, empty")


def covered(visitor: Visitor, *names: str) -> list[str]:
    """Those of the cells that lie under the panel or beyond an edge of the screen."""
    found: list[str] = visitor.page.evaluate(
        """(names) => {
            const end = document.querySelector(".panels > .next").getBoundingClientRect().top;
            return names.filter((name) => {
                const box = document.querySelector(`[data-cell=${name}]`).getBoundingClientRect();
                return box.top < -1 || box.bottom > end + 1;
            });
        }""",
        list(names),
    )
    return found


@pytest.mark.parametrize(("height", "motion"), [(844, "reduce"), (844, "no-preference"), (640, "reduce")])
def test_on_a_phone_the_panel_does_not_cover_what_it_talks_about(
    host: Host, match: str, visit: OpenPage, height: int, motion: str
) -> None:
    size = {"width": 390, "height": height}
    player = visit(host, BOARD, viewport=size, reduced_motion=motion, locale="de-DE")
    until(lambda: not covered(player, "I16"), "the far end to be in sight")
    if height < 844:
        assert covered(player, "E1", "G1"), "before it talks of them, the near end is out of sight"
    host.hands(E1=None)
    host.hands(G1="N")
    player.adds(re.compile("Gelb T: G1 → E1 · noch 1"))
    until(lambda: not covered(player, "E1", "G1"), "both cells to be in sight")
    panel = player.page.locator(".panels > .next").bounding_box()
    assert panel is not None
    assert panel["height"] <= 0.45 * height + 1
    host.hands(G1=None)
    host.hands(E1="N")


def test_a_turned_board_is_asked_about_with_the_place_of_its_corner(host: Host, visit: OpenPage) -> None:
    begun = host.new_match()
    player = visit(host, BOARD)
    try:
        host.hands(**dict.fromkeys(host.magnets()))
        view = host.session(begun)["view"]
        sides = {figure["id"]: figure["side"] for figure in view["figures"]}
        turned = {
            f"{'IHGFEDCBA'['ABCDEFGHI'.index(name[0])]}{17 - int(name[1:])}": "N" if sides[one] == "yellow" else "S"
            for name, one in view["formation"].items()
        }
        host.hands(**turned)
        player.adds(re.compile("A1 of the match is the corner at yellow's left hand"))
        expect(player.page.locator("[data-answer=turn]")).to_contain_text("A1 on the board is I16 of the match")
        expect(player.page.locator("[data-answer=keep]")).to_contain_text("A1 on the board is A1 of the match")
        expect(player.page.locator("[data-answer=none]")).to_have_text("Decide later")
    finally:
        host.command(begun, type="abandon")
        host.hands(**dict.fromkeys(host.magnets()))
