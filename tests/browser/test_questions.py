"""Questions, the arbiter's word and deeper takebacks, as people at a page meet them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until

pytestmark = pytest.mark.browser
BOARD = "/boards/default"


def test_a_question_is_shown_on_every_page_and_the_first_answer_wins(host: Host, match: str, visit: OpenPage) -> None:
    player, friend = visit(host, BOARD), visit(host, "/")
    host.hands(C7=None, G7=None)
    host.hands(C6="N", G6="N")
    for one in (player, friend):
        one.reads("What was meant?")
        one.adds("Figures that look alike were in the air. Which one went where?")
        expect(one.page.locator("[data-answer=move].marked")).to_have_count(1)
    player.page.get_by_role("button", name="Yellow M: G7 → G6").click()
    until(lambda: host.notations(match)[-1] == "M G7-G6", "the answer to be the move")
    for one in (player, friend):
        expect(one.page.locator("[data-answer]")).to_have_count(0)
    player.adds(re.compile(r"C6 → C7 · 1 to go$"))


def test_the_arbiter_lets_the_board_count_as_it_stands(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    host.hands(D8=None)
    host.hands(D3="N")
    owner.do("override")
    owner.page.get_by_role("radio", name="Blue").check()
    owner.do("sure")
    owner.reads("Blue to move")
    expect(owner.page.locator(".log li").first).to_contain_text("Arbiter")
    assert host.session(match)["view"]["to_move"] == "blue"


def test_a_figure_missing_says_why_the_board_cannot_count(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    owner.reads("Yellow to move")
    host.hands(D8=None)
    owner.do("override")
    owner.page.get_by_role("radio", name="Blue").check()
    owner.do("sure")
    owner.is_told(re.compile("^(The magnets|Magnets that) do not match"))


def test_a_line_of_the_log_takes_back_everything_after_it(host: Host, match: str, visit: OpenPage) -> None:
    owner = visit(host, "/")
    for move in ("M C7-C6", "F E11-G13", "M C6-C5"):
        host.command(match, type="move", move=move)
    expect(owner.page.locator("[data-back]")).to_have_count(3)
    owner.page.locator("[data-back='2']").click()
    owner.do("sure")
    until(lambda: host.notations(match)[-2:] == ["undo", "undo"], "both to be taken back")
    owner.reads("Blue to move")
    until(lambda: host.magnets().get("C6") == "N" and host.magnets().get("E11") == "S", "virtual hands to follow")
    expect(owner.page.locator("[data-back]")).to_have_count(1)
