"""Matches with the mouse: from an empty board to the record in somebody's downloads, and by way of 2:2 to 3:2."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from feldlicht.base.cells import cell_name
from feldlicht.base.figures import Side
from feldlicht.rules.master_move import MasterMoveState
from tests.browser.conftest import QUICK, OpenPage
from tests.browser.test_accessibility import STILL
from tests.browser.test_match_tools import SCORED
from tests.browser.test_setting_up import build, draw, editor, side
from tests.browser.visitor import Visitor
from tests.rules.helpers import WALK_TO_GOAL, keeper_step, kicked_off, play
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]
COUNTING = ("TE1", "VD4", "VF4", "FB5", "FE6", "FH5", "MC7", "MG7", "JE8", "SD8", "SF8")
PLIES = 9
"""The first match ends by these: seven until yellow's first Move, and one each after it."""

SCORERS = (Side.YELLOW, Side.BLUE, Side.YELLOW, Side.BLUE, Side.YELLOW)
"""1:0, 1:1, 2:1, 2:2, 3:2."""
RELOCATED = {Side.YELLOW: ("@V D4-C4", "@V C4-D4") * 2, Side.BLUE: ("@V D13-C13", "@V C13-D13") * 2}
READS = {Side.YELLOW: "Yellow may relocate one figure", Side.BLUE: "Blue may relocate one figure"}


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("whole"), **QUICK) as running:
        yield running.live()


def across(place: str) -> str:
    """A figure of yellow's formation as blue sets it up: kind, row, 17 minus column."""
    return f"{place[:2]}{17 - int(place[2:])}"


def put_up(visitor: Visitor, well: str, name: str) -> None:
    """Drag a magnet from beside the board to a cell."""
    box = visitor.page.locator(f"[data-well={well}]").bounding_box()
    assert box is not None
    visitor.page.mouse.move(box["x"] + 20, box["y"] + box["height"] / 2)
    visitor.page.mouse.down()
    visitor.page.mouse.move(box["x"] + 40, box["y"] - 20, steps=3)
    visitor.carry(name)
    visitor.drop()


def way(act: str) -> tuple[str, str]:
    """From where to where a move leads."""
    origin, target = act[2:].rstrip("!").split("-")
    return origin, target


def test_a_match_is_set_up_played_scored_rebuilt_relocated_and_kept_with_nothing_but_the_mouse(
    house: Host, visit: OpenPage, tmp_path: Path
) -> None:
    visitor = visit(house, "/", accept_downloads=True, **(STILL | {"viewport": {"width": 1280, "height": 800}}))
    page = visitor.page
    visitor.do("new")
    dialog = page.locator("dialog.new-match")
    dialog.locator("[name=mode][value=table]").check()
    for summary in dialog.locator("summary").all():
        summary.click()
    dialog.locator("[name=ply_cap]").fill(str(PLIES))
    visitor.do("sure")
    visitor.reads("Yellow sets up")
    match = str(house.get("/sessions")["sessions"][0]["id"])

    # Yellow is drawn, and virtual hands put up what was drawn.
    side(visitor, "yellow").locator("[data-setup=draw]").click()
    draw(visitor, *COUNTING)
    editor(visitor).locator("[data-editor=give]").click()
    until(lambda: len(house.magnets()) == len(COUNTING) or build(visitor), "yellow's magnets to lie")
    until(lambda: not house.session(match)["hands"]["busy"], "virtual hands to be done")
    side(visitor, "yellow").locator("[data-setup=ready]").click()
    visitor.reads("Blue sets up")

    # Blue is put up magnet by magnet, on the board's page, in the order in which the page asks for figures.
    page.locator("nav a[href^='/boards/']").click()
    expect(page.locator(".badge.live")).to_be_attached()
    for place in COUNTING:
        name = across(place)[1:]
        put_up(visitor, "S", name)
        until(
            lambda place=place: house.notations(match)[-1] == f"+{across(place)[0]} {across(place)[1:]}", "the figure"
        )
    side(visitor, "blue").locator("[data-setup=ready]").click()
    visitor.reads("Yellow to move")
    # A Move, the formation built again, one figure relocated and none, and play goes on.
    for act in SCORED:
        visitor.drag(*way(act))
        until(lambda act=act: house.notations(match)[-1] == act, act)
    visitor.drag("F16", "D8")
    visitor.drag("C11", "C10")
    visitor.reads("Yellow may relocate one figure")
    visitor.drag("D4", "C6")
    visitor.do("confirm")
    visitor.reads("Blue may relocate one figure")
    visitor.do("decline")
    visitor.reads("Blue to move")
    visitor.drag("C10", "C11")
    visitor.reads("Yellow to move")
    visitor.drag("C7", "D7")
    visitor.reads(re.compile("Yellow wins"))
    with page.expect_download() as saving:
        page.locator("[data-record]").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    record = json.loads(file.read_text())
    formed = "form yellow " + " ".join(sorted(COUNTING, key=lambda one: one[1:]))
    put = [f"+{across(one)[0]} {across(one)[1:]}" for one in COUNTING]
    relocated = ["built", "@V D4-C6", "@-"]
    assert [one["act"] for one in record["acts"]] == [
        formed,
        "built",
        "ready yellow",
        *put,
        "ready blue",
        *SCORED,
        *relocated,
        "M C10-C11",
        "M C7-D7",
    ]
    assert record["outcome"] == {"reason": "PLY_LIMIT", "winner": "yellow", "score": [1, 0]}


def put_back(state: MasterMoveState) -> list[tuple[str, str]]:
    """From where to where figures go so that the formation stands again, in an order in which each cell is free."""
    standing, ways = state.position, []
    while standing != state.formation:
        origin, target = next(
            (origin, target)
            for target, one in state.formation.items()
            if target not in standing and (origin := standing.find(one.id)) is not None
        )
        standing = standing.moved(origin, target)
        ways.append((cell_name(origin), cell_name(target)))
    return ways


def test_m12_the_mouse_plays_by_way_of_2_2_to_3_2_with_four_relocations_a_side(
    host: Host, match: str, visit: OpenPage
) -> None:
    visitor = visit(host, "/boards/default", **(STILL | {"viewport": {"width": 1280, "height": 800}}))
    state = kicked_off()

    def played(act: str) -> None:
        nonlocal state
        visitor.drag(*way(act))
        until(lambda: host.notations(match)[-1] == act, act)
        state = play(state, act)

    for number, scorer in enumerate(SCORERS):
        for act in WALK_TO_GOAL[scorer]:
            if state.to_move is not scorer:
                played(keeper_step(state))
            played(act)
        if number == len(SCORERS) - 1:
            break
        for figure in put_back(state):
            visitor.drag(*figure)
        state = play(state, "built")
        for who in (scorer, scorer.other):
            visitor.reads(READS[who])
            act = RELOCATED[who][number]
            visitor.drag(*way(act.removeprefix("@")))
            visitor.do("confirm")
            until(lambda act=act: host.notations(match)[-1] == act, act)
            state = play(state, act)
    visitor.reads(re.compile("Yellow wins"))
    shown = host.session(match)["view"]
    assert (shown["score"], shown["outcome"]["reason"]) == ({"yellow": 3, "blue": 2}, "THREE_MOVES")
    acts = [one["act"] for one in host.get(f"/sessions/{match}/record")["acts"]]
    assert [act for act in acts if act.startswith("@")] == [
        RELOCATED[who][number] for number, scorer in enumerate(SCORERS[:-1]) for who in (scorer, scorer.other)
    ]
