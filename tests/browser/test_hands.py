"""A match on the virtual board, played by mouse, finger and keyboard."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until

pytestmark = pytest.mark.browser
BOARD = "/boards/default"


def test_a_dragged_figure_lights_its_cells_and_set_down_the_other_side_is_on_turn_in_every_browser(
    host: Host, match: str, visit: OpenPage
) -> None:
    player, friend = visit(host, BOARD), visit(host, "/")
    for one in (player, friend):
        one.reads("Yellow to move")
        one.finds("D8", re.compile("^D8, Yellow striker"))
    player.grab("D8")
    for one in (player, friend):
        one.reads("Yellow S from D8 is in the air")
        one.sees_light("E10")
        one.sees_dark("E9")
    red, green, blue, opacity = player.painted("E10")
    assert green > 2 * max(red, blue)
    assert opacity > 200
    player.carry("E10")
    assert "E10" not in host.magnets(), "a carried magnet touches nothing on its way"
    player.drop()
    for one in (player, friend):
        one.reads("Blue to move")
        one.finds("E10", "E10, Yellow striker")
        expect(one.page.locator(".log li").first).to_contain_text("Yellow S: D8 → E10")
    assert host.notations(match)[-1] == "S D8-E10"


def test_a_move_is_made_by_keyboard_alone_and_every_step_is_announced(
    host: Host, match: str, visit: OpenPage
) -> None:
    player = visit(host, BOARD)
    player.reads("Yellow to move")
    player.page.locator(".cell[tabindex='0']").focus()
    expect(player.cell("E8")).to_be_focused()
    player.press("ArrowUp", "Enter")
    player.hears("D8: Yellow S lifted")
    player.sees_light("E10")
    player.press("ArrowRight", "Escape")
    player.hears("D8: Yellow S put back")
    player.reads("Yellow to move")
    player.press("ArrowLeft", " ", "ArrowDown", "ArrowRight", "ArrowRight")
    player.finds("E10", "E10, empty, possible target")
    player.press(" ")
    player.hears("E10: Yellow S placed")
    player.reads("Blue to move")
    player.hears("Blue to move")
    assert host.notations(match)[-1] == "S D8-E10"


def test_a_finger_taps_a_figure_and_then_its_target(host: Host, match: str, visit: OpenPage) -> None:
    player = visit(host, BOARD, has_touch=True, viewport={"width": 390, "height": 844})
    player.reads("Yellow to move")
    assert player.page.locator("[data-orientation=portrait]").count() == 1
    player.page.touchscreen.tap(*player.centre("D8"))
    player.sees_light("E10")
    player.page.touchscreen.tap(*player.centre("E10"))
    player.reads("Blue to move")
    assert host.notations(match)[-1] == "S D8-E10"


def test_a_figure_set_down_where_it_may_not_go_says_why_and_shows_its_way_back(
    host: Host, match: str, visit: OpenPage
) -> None:
    player = visit(host, BOARD)
    player.drag("D8", "F2")
    player.reads("Yellow S: D8 → F2 is not allowed")
    why = host.session(match)["hands"]["why"]
    assert why["code"] == "WHITE_ZONE"
    player.adds(why["detail"])
    player.hears(why["detail"])
    player.sees_light("F2")
    player.sees_light("D8")
    expect(player.page.locator(".warning")).to_have_count(1)
    # patience at an end: an arrow says which magnet goes where, and why it has to is still told
    player.adds("Yellow S: F2 → D8")
    player.adds(why["detail"])
    expect(player.page.locator(".arrow")).to_have_count(1)
    player.drag("F2", "D8")
    player.reads("Yellow to move")
    expect(player.page.locator(".warning")).to_have_count(0)
    assert host.notations(match) == ["built"]


@pytest.mark.prove
def test_swept_off_the_board_in_play_the_figures_go_back_by_one_button_or_the_match_is_let_go_by_another(
    host: Host, match: str, visit: OpenPage
) -> None:
    player = visit(host, BOARD)
    player.reads("Yellow to move")
    standing = host.magnets()
    host.hands(**dict.fromkeys(standing))
    player.reads("What was meant?")
    player.adds("The table was cleared. Does the match end here?")
    player.adds(re.compile(r"^(Yellow|Blue) \w onto \w\d+ · 22 to go$"))
    player.do("right")
    player.reads("Yellow to move")
    assert host.magnets() == standing
    host.hands(**dict.fromkeys(standing))
    player.page.locator("[data-answer=abandon]").click()
    assert host.session(match)["state"] == "running", "it asks first"
    player.do("sure")
    player.reads("The match was abandoned")


def test_a_figure_dropped_on_another_goes_back_where_it_was(host: Host, match: str, visit: OpenPage) -> None:
    player = visit(host, BOARD)
    player.drag("D8", "D9")
    player.is_told(re.compile("^D9 is taken"))
    player.hears("D9 is taken")
    player.reads("Yellow to move")
    until(lambda: host.magnets().get("D8") == "N" and host.magnets().get("D9") == "S", "both figures in their places")


def test_a_slid_figure_touches_every_cell_on_its_way_and_makes_one_move(
    host: Host, match: str, visit: OpenPage
) -> None:
    player = visit(host, BOARD)
    player.page.get_by_label("Slide (Shift)").check()
    player.drag("C7", "C4")
    expect(player.page.locator(".log li").first).to_contain_text("Yellow M: C7 → C4")
    assert host.notations(match)[-1] == "M C7-C4"
    passed = [post["set"] for post in player.posts if "set" in post]
    assert passed == [{"C7": None, "C6": "N"}, {"C6": None, "C5": "N"}, {"C5": None, "C4": "N"}]
    # On a slow machine the figure may rest long enough on its way to count; then the same ply was moved on.
    kinds = [entry["kind"] for entry in host.get(f"/sessions/{match}/log")["entries"]]
    assert kinds[:2] == ["ply", "ply"]
    assert set(kinds[2:]) <= {"amend"}
    player.reads("Blue to move")


def test_a_magnet_from_the_tray_stands_nameless_and_goes_off_again_over_the_edge(
    host: Host, match: str, visit: OpenPage
) -> None:
    player = visit(host, BOARD)
    well = player.page.locator("[data-well=S]").bounding_box()
    assert well is not None
    player.page.mouse.move(well["x"] + 20, well["y"] + 20)
    player.page.mouse.down()
    player.carry("A3")
    player.drop()
    player.finds("A3", "A3, magnet of Blue")
    expect(player.page.locator(".magnet")).to_have_count(1)
    until(lambda: host.magnets().get("A3") == "S", "the magnet on the board")
    player.grab("A3")
    player.page.mouse.move(5, 400, steps=5)
    player.drop()
    player.finds("A3", "A3, empty")
    until(lambda: "A3" not in host.magnets(), "the magnet off the board")
    player.reads("Yellow to move")


@pytest.mark.parametrize("place", ["D8", "E10"])
def test_a_figure_in_nobodys_hand_goes_where_an_empty_hand_taps_its_place_or_a_lit_cell(
    host: Host, match: str, visit: OpenPage, place: str
) -> None:
    host.hands(D8=None)
    player = visit(host, BOARD)
    player.reads("Yellow S from D8 is in the air")
    player.cell("A1").click()
    player.cell(place).click()
    player.finds(place, re.compile(f"^{place}, Yellow striker"))
    player.reads("Yellow to move" if place == "D8" else "Blue to move")
    assert [post["set"] for post in player.posts if "set" in post] == [{place: "N"}], "nothing where it may not go"


def test_a_figure_in_nobodys_hand_is_put_back_by_one_button(host: Host, match: str, visit: OpenPage) -> None:
    host.hands(D8=None)
    player = visit(host, BOARD)
    player.do("back")
    player.reads("Yellow to move")
    assert host.magnets()["D8"] == "N"
    player.grab("D8")
    player.reads("Yellow S from D8 is in the air")
    expect(player.page.locator("[data-do=back]")).to_have_count(0)
    player.drop()


def test_one_figure_is_relocated_by_hand_and_confirmed_and_a_second_one_is_refused_in_words(
    host: Host, match: str, visit: OpenPage
) -> None:
    for move in ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14", "M C10-C11", "S E14-F16!"):
        host.command(match, type="move", move=move)
    until(lambda: not host.session(match)["hands"]["busy"], "virtual hands to be done")
    player = visit(host, BOARD)
    player.reads(re.compile(r"^Goal for Yellow! Build up again: \d+ to go$"))
    expect(player.page.locator(".warning")).to_have_count(0)
    player.finds("D8", "D8, empty, Yellow striker belongs here")
    player.do("build")
    player.reads("Yellow may relocate one figure")
    expect(player.page.locator("[data-do=decline]")).to_have_count(1)
    player.drag("D4", "C6")
    expect(player.page.locator("[data-do=confirm]")).to_have_text("Confirm Yellow V: D4 → C6")
    expect(player.page.locator("[data-do=decline]")).to_have_count(0)
    player.drag("F4", "G6")
    player.reads("Only one figure may be relocated")
    player.drag("G6", "F4")
    player.do("confirm")
    player.reads("Blue may relocate one figure")
    assert host.notations(match)[-1] == "@V D4-C6"
