"""Beside moving: clocks, hints, counts, closed ways, consent, sealed relocation, once more, records and cards."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.phones import PHONE
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]
CLOCKS = {"side_seconds": 600, "match_seconds": 1200, "hints": 2}
SCORED = ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14", "M C10-C11", "S E14-F16!")
"""Yellow's first Move."""


def begun(host: Host, *acts: str, **options: object) -> str:
    """A match without a board."""
    match = host.new_match(board=None, options=options)
    for act in acts:
        host.command(match, view="gm", type="act", act=act)
    return match


def look(host: Host, visit: OpenPage, match: str, view: str = "public", **more: object) -> Visitor:
    return visit(host, f"/?session={match}&view={view}", **(STILL | more))


def test_clocks_run_as_the_host_says_and_mark_the_last_seconds_in_more_than_colour(
    host: Host, visit: OpenPage
) -> None:
    match = begun(host, "M C7-C6", **CLOCKS)
    page = look(host, visit, match).page
    blue, yellow = (page.locator(f"[data-clock={side}]") for side in ("blue", "yellow"))
    expect(blue).to_have_class(re.compile("runs"))
    expect(blue).to_contain_text("9:5")
    expect(yellow.locator(".clock-time")).to_have_text("10:00")
    expect(page.locator("[data-clock=match]")).to_contain_text("19:5")
    host.command(match, type="move", move="F E11-G13")
    expect(yellow).to_have_class(re.compile("runs"))
    expect(page.locator(".log li").first).to_contain_text(re.compile(r"· \d+\.\d s"))
    short = look(host, visit, begun(host, "M C7-C6", side_seconds=8))
    expect(short.page.locator("[data-clock=blue]")).to_have_class(re.compile("last"))
    short.hears("Blue: less than ten seconds left")
    short.reads(re.compile("time"))
    expect(short.page.locator("[data-clock=blue] .clock-time")).to_have_text("0.0")


def test_on_a_phone_the_clocks_stand_between_score_and_board(host: Host, visit: OpenPage) -> None:
    page = look(host, visit, begun(host, "M C7-C6", **CLOCKS), **PHONE).page
    boxes = [page.locator(which).bounding_box() for which in (".score", ".clocks", "#picture")]
    tops = [box["y"] for box in boxes if box is not None]
    assert tops == sorted(tops)
    assert len(tops) == len(boxes)
    files = [
        page.locator(f".files > {which}").bounding_box() for which in ("[data-record]", "[data-journal]", ".file")
    ]
    assert len({box["height"] for box in files if box is not None}) == 1


def test_a_clocks_face_is_reckoned_from_what_the_host_told(host: Host, visit: OpenPage) -> None:
    page = visit(host, "/").page
    told = page.evaluate(
        """async () => {
            const { HostTime, left, timeText } = await import("/static/js/clocks.js");
            const time = new HostTime(() => 1000);
            [900, 1500, 1300].forEach((at) => time.heard(at));
            const both = { yellow: 60000, blue: 50000 };
            const clock = { running: "blue", left: both, match: 90000, ran: 4000, since: 2000 };
            return [time.now(), left(clock, 7000), left({ ...clock, since: null }, 7000),
                left({ ...clock, running: null, left: null }, 7000), [3723000, 245000, 9999, 9400, 0].map(timeText)];
        }"""
    )
    assert told == [
        1500,
        {"yellow": 60000, "blue": 41000, "match": 81000},
        {"yellow": 60000, "blue": 46000, "match": 86000},
        {"yellow": None, "blue": None, "match": 90000},
        ["1:02:03", "4:05", "10.0", "9.4", "0.0"],
    ]


def test_hints_counts_and_a_closed_way_are_told_where_they_are_wanted(host: Host, visit: OpenPage) -> None:
    there_and_back = ("M C7-C6", "F E11-G13", "M C6-C7", "F G13-E11") * 2
    visitor = look(host, visit, begun(host, *there_and_back, **CLOCKS))
    visitor.page.locator(".counts summary").click()
    closed = visitor.page.locator(".counts tr.closed")
    expect(closed.filter(has_text="C7 → C6")).to_contain_text("closed")
    visitor.cell("C7").click()
    visitor.adds(re.compile("Anti-Patt rule closes C6"))
    visitor.finds("C6", re.compile("closed by the Anti-Patt rule"))
    expect(visitor.cell("C6")).to_have_attribute("data-target", "closed")
    hint = visitor.page.locator("[data-do=hint]")
    expect(hint).to_have_text("Hint (2 left)")
    has_no_violations(visitor)
    hint.click()
    expect(hint).to_be_disabled()
    expect(hint).to_contain_text("(1 left)")


def test_a_card_shows_how_the_chosen_figure_goes(host: Host, visit: OpenPage) -> None:
    visitor = look(host, visit, begun(host))
    visitor.cell("D8").click()
    visitor.page.locator(".next [data-card-of=S]").click()
    card = visitor.page.locator("[data-card=S]")
    expect(card.locator(".card-target")).to_have_count(8)
    expect(card.locator("svg")).to_have_attribute("aria-label", re.compile("Stands on E8; could go to C7, C9"))
    has_no_violations(visitor)
    visitor.do("close-card")
    visitor.page.locator(".help summary").last.click()
    visitor.page.locator(".help [data-card-of=T]").click()
    expect(visitor.page.locator("[data-card=T] .card-target")).to_have_count(2)


def test_taking_back_is_proposed_by_one_side_and_answered_by_the_other(host: Host, visit: OpenPage) -> None:
    match = begun(host, "M C7-C6", "F E11-G13")
    yellow, blue = (look(host, visit, match, f"seat:{side}") for side in ("yellow", "blue"))
    yellow.do("propose")
    expect(blue.page.locator("[data-proposal]")).to_have_text("Yellow asks to take back the last acts: 1.")
    has_no_violations(blue)
    blue.do("disagree")
    expect(yellow.page.locator("[data-proposal]")).to_have_count(0)
    yellow.do("propose")
    expect(yellow.page.locator("[data-do=disagree]")).to_have_text("Withdraw")
    yellow.do("disagree")
    expect(blue.page.locator("[data-proposal]")).to_have_count(0)
    # From the log: everything after the kick-off.
    yellow.page.locator("[data-propose='2']").click()
    yellow.do("sure")
    blue.do("agree")
    until(lambda: host.notations(match)[-2:] == ["undo", "undo"], "both to be taken back")


def test_a_seat_seals_its_relocation_on_its_page_and_nobody_else_sees_it(host: Host, visit: OpenPage) -> None:
    match = begun(host, *SCORED, relocation="sealed")
    yellow, blue, wall = (look(host, visit, match, view) for view in ("seat:yellow", "seat:blue", "public"))
    yellow.cell("D4").click()
    yellow.cell("C6").click()
    expect(yellow.page.locator("[data-sealed=yellow]")).to_contain_text("D4 → C6")
    for other in (blue, wall):
        expect(other.page.locator("[data-next]")).not_to_contain_text("Yellow,")
        expect(other.page.locator("[data-sealed]")).to_have_count(0)
    has_no_violations(blue)
    # A record that would tell of it is refused in a sentence on the page itself.
    blue.page.locator("[data-record]").click()
    blue.is_told(re.compile("sealed"))
    blue.page.locator("[data-nobody=blue]").click()
    until(lambda: host.session(match)["view"]["phase"] == "play", "both to be told")
    assert host.session(match)["view"]["formation"]["C6"] == "yV1"


def test_a_record_is_saved_and_read_again_and_a_file_that_is_none_is_refused(
    host: Host, visit: OpenPage, tmp_path: Path
) -> None:
    match = begun(host, "M C7-C6", "resign blue")
    visitor = look(host, visit, match, accept_downloads=True)
    with visitor.page.expect_download() as saving:
        visitor.page.locator("[data-record]").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    assert json.loads(file.read_text())["acts"][1]["act"] == "M C7-C6"
    nothing = tmp_path / "nothing.json"
    nothing.write_text("nothing")
    take = visitor.page.locator("[data-take]")
    take.set_input_files(nothing)
    visitor.is_told(re.compile("no match record"))
    wrong = tmp_path / "wrong.json"
    record = json.loads(file.read_text())
    record["acts"][1]["act"] = "M C7-D6"
    wrong.write_text(json.dumps(record))
    take.set_input_files(wrong)
    visitor.is_told(re.compile("2.*M C7-D6"))
    take.set_input_files(file)
    expect(visitor.page).not_to_have_url(re.compile(match))
    expect(visitor.page.locator("[data-pinned]")).to_be_visible()
    visitor.reads(re.compile("Yellow wins"))
    has_no_violations(visitor)


def test_a_match_at_the_board_is_played_once_more_and_with_sides_swapped(
    host: Host, match: str, visit: OpenPage
) -> None:
    visitor = visit(host, "/", **STILL)
    host.command(match, type="resign", side="blue")
    seen = {match}
    for button in ("rematch", "swap"):
        visitor.do(button)
        until(lambda: host.get("/boards/default")["session"] not in seen, "another match")
        begun_now = host.get("/boards/default")["session"]
        seen.add(begun_now)
        expect(visitor.page.locator(f"[data-do={button}]")).to_have_count(0)
        host.command(begun_now, view="gm", type="abandon")
