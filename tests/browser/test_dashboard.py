"""The dashboard: a match commanded from a page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until

pytestmark = pytest.mark.browser


def test_a_match_begins_on_the_dashboard_and_is_set_up_by_one_button(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.do("new")
    owner.page.get_by_role("radio", name="Blue").check()
    owner.do("sure")
    owner.reads(re.compile(r"Build the formation: \d+ to go|Blue to move"))
    if owner.page.locator("[data-do=build]").count():
        owner.do("build")
    owner.reads("Blue to move")
    owner.do("abandon")
    owner.do("sure")
    owner.reads("The match was abandoned")


def test_a_figure_and_its_target_clicked_make_a_move_that_undo_takes_back(
    host: Host, match: str, visit: OpenPage
) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    owner.cell("D8").click()
    expect(owner.page.locator(".mark.selected")).to_have_count(1)
    owner.cell("E10").click()
    owner.reads("Blue to move")
    expect(owner.page.locator(".mark.selected")).to_have_count(0)
    until(lambda: host.magnets().get("E10") == "N", "virtual hands to carry it out")
    until(lambda: not host.session(match)["hands"]["busy"], "virtual hands to be done")
    owner.do("undo")
    owner.reads("Yellow to move")
    until(lambda: host.magnets().get("D8") == "N", "virtual hands to take it back")
    expect(owner.page.locator(".log li").first).to_contain_text("Taken back: Yellow S: D8 → E10")


def test_only_figures_that_may_move_can_be_chosen_and_the_chosen_one_shows_its_targets(
    host: Host, match: str, visit: OpenPage
) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    moves = host.session(match)["moves"]
    figures = {figure["id"]: figure["cell"] for figure in host.session(match)["view"]["figures"]}
    assert sorted(owner.cells("[aria-selected]")) == sorted(figures[figure] for figure in moves)
    assert owner.cursor("D8") == "pointer"
    assert owner.cursor("D9") != "pointer"
    owner.cell("D9").click()
    owner.hears("D9: nothing here can move now")
    expect(owner.page.locator(".mark.selected")).to_have_count(0)
    owner.cell("D8").click()
    owner.hears("D8: Yellow striker chosen; possible targets: 5")
    expect(owner.cell("D8")).to_have_attribute("aria-selected", "true")
    [mover] = [figure for figure, cell in figures.items() if cell == "D8"]
    assert sorted(owner.cells("[data-target]")) == sorted(moves[mover])
    expect(owner.page.locator(".mark.target")).to_have_count(len(moves[mover]))
    owner.finds("E10", "E10, empty, possible target")
    owner.press("Escape")
    owner.hears("Nothing chosen")
    expect(owner.page.locator(".mark.target")).to_have_count(0)


def test_a_move_is_commanded_by_keyboard_alone(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    owner.page.locator(".cell[tabindex='0']").focus()
    expect(owner.cell("E8")).to_be_focused()
    owner.press("ArrowUp", "Enter")
    owner.hears("D8: Yellow striker chosen")
    owner.press("ArrowDown", "ArrowRight", "ArrowRight", " ")
    owner.reads("Blue to move")
    assert host.notations(match)[-1] == "S D8-E10"


def test_a_target_that_scores_looks_different_and_after_the_rebuilding_a_figure_is_relocated_by_two_clicks(
    host: Host, match: str, visit: OpenPage
) -> None:
    for move in ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14", "M C10-C11"):
        host.command(match, type="move", move=move)
    until(lambda: not host.session(match)["hands"]["busy"], "virtual hands to be done")
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    owner.cell("E14").click()
    expect(owner.page.locator(".mark.target.score")).to_have_count(2)
    owner.finds("F16", re.compile("^F16, empty, .* a goal$"))
    owner.cell("F16").click()
    owner.reads(re.compile(r"Goal for Yellow! Build up again: \d+ to go"))
    expect(owner.page.locator("[data-score=yellow]")).to_have_text("1")
    owner.do("build")
    owner.reads("Yellow may relocate one figure")
    owner.cell("D4").click()
    expect(owner.cell("C6")).to_have_attribute("data-target", "relocate")
    owner.cell("C6").click()
    owner.reads("Blue may relocate one figure")
    until(lambda: host.magnets().get("C6") == "N", "virtual hands to carry it out")
    owner.do("decline")
    owner.reads("Blue to move")
    assert host.notations(match)[-4:] == ["S E14-F16!", "built", "@V D4-C6", "@-"]


def test_an_illegal_move_is_refused_with_its_reason_in_one_sentence(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    owner.cell("D4").click()
    owner.cell("D6").click()
    owner.is_told(re.compile("D6"))
    owner.hears("D6")
    owner.reads("Yellow V on D4 is chosen")
    assert host.notations(match) == ["built"]
    # What was said goes with the next attempt, with Escape, and with news.
    owner.cell("D8").click()
    owner.is_told_nothing()
    owner.cell("D7").click()
    owner.is_told(re.compile("striker"))
    owner.press("Escape")
    owner.is_told_nothing()
    owner.cell("D8").click()
    owner.cell("D7").click()
    owner.is_told(re.compile("striker"))
    host.command(match, type="move", move="S D8-E10")
    owner.reads("Blue to move")
    owner.is_told_nothing()


def test_a_command_on_an_old_revision_refreshes_the_page_and_says_so(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")

    def outrun(route: object) -> None:
        host.command(match, type="move", move="S D8-E10")
        route.continue_()  # type: ignore[attr-defined]

    owner.page.route("**/commands?*", outrun, times=1)
    owner.cell("F8").click()
    owner.cell("E10").click()
    owner.is_told(re.compile("This page now shows the newest state"))
    owner.reads("Blue to move")
    assert host.notations(match)[1:] == ["S D8-E10"]


def test_resigning_asks_who_and_ends_the_match_three_to_nothing(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.do("resign")
    owner.page.get_by_role("radio", name="Yellow").check()
    owner.do("sure")
    owner.reads("Blue wins 0:3 (the other side resigned)")
    expect(owner.page.locator("[data-score=blue]")).to_have_text("3")
    owner.do("undo")
    owner.reads("Yellow to move")


def test_the_board_is_named_with_its_state(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/")
    expect(owner.page.locator(".board-card.live")).to_contain_text("sim · live")
    owner.page.get_by_role("link", name="Open the board").click()
    expect(owner.page).to_have_url(re.compile("/boards/sim$"))


def test_a_board_that_does_not_exist_is_said_in_one_sentence(host: Host, visit: OpenPage) -> None:
    visitor = visit(host, "/")
    visitor.page.goto(f"{host.address}boards/nowhere")
    visitor.is_told(re.compile("nowhere"))


def test_whoever_leads_finds_each_boards_health_and_its_settings(host: Host, visit: OpenPage) -> None:
    owner = visit(host, "/")
    board = host.get("/boards/default")["id"]
    expect(owner.page.locator(f".board-card a[href='/boards/{board}/health']")).to_be_visible()
    settings = visit(host, f"/settings?board={board}")
    expect(settings.page.locator("#settings-board")).to_have_text("This board")
