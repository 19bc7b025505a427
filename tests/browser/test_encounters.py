"""Encounters on the game master's page, by touch on a phone: kept, brought in, given away, and earlier fights."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.fights import fight
from tests.browser.test_accessibility import SCREENS, STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
SHELF = "/games/initiative/encounters"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host with a simulated board, by itself."""
    with Host(tmp_path_factory.mktemp("encounters")) as running:
        yield running.live()


def own(house: Host) -> list[str]:
    return [one["name"] for one in house.get(SHELF)["encounters"] if not one["shipped"]]


def figures(house: Host, session: str) -> list[str]:
    return [one["label"] for one in house.get(f"/sessions/{session}?view=gm")["view"]["figures"]]


class Shelf:
    """The panel, unfolded."""

    def __init__(self, visitor: Visitor) -> None:
        self.page = visitor.page
        self.page.locator(".encounters > summary").tap()
        expect(self.line("wolves_on_the_road")).to_be_visible()

    def line(self, name: str) -> Locator:
        return self.page.locator(f"[data-encounter='{name}']")

    def tap(self, what: str, within: Locator | None = None) -> None:
        place = within if within is not None else self.page
        place.locator(f"[data-encounter-do='{what}']").tap()

    def told(self, text: str) -> None:
        expect(self.page.locator("[data-encounters-told]")).to_have_text(text)

    def name(self, text: str) -> None:
        dialog = self.page.locator("dialog").last
        dialog.locator("[name=name]").fill(text)
        dialog.locator("[data-do=sure]").tap()

    def sure(self) -> None:
        self.page.locator("dialog").last.locator("[data-do=sure]").tap()


def test_a_game_master_keeps_brings_in_renames_copies_gives_away_and_removes_encounters_on_a_phone(
    house: Host, visit: OpenPage, tmp_path: Path
) -> None:
    with fight(house) as one:
        one.do("add Guard npc x2 colour=red", 'set Guard1 note "bribed"')
        visitor = visit(house, "/fight?view=gm", accept_downloads=True, **PHONE, **STILL)
        shelf = Shelf(visitor)
        for size in SCREENS:
            visitor.page.set_viewport_size(size)
            has_no_violations(visitor)
        visitor.page.set_viewport_size(PHONE["viewport"])  # type: ignore[arg-type]
        # Everybody of one that comes with the game, at one touch; the note of who was there stays.
        shelf.tap("bring", shelf.line("wolves_on_the_road"))
        shelf.told("Here now: “Wolves on the road”")
        wolves = [f"Grey wolf{number}" for number in (1, 2, 3, 4)]
        assert figures(house, one.id) == ["Guard1", "Guard2", "Pack leader", *wolves]
        # Who is there already cannot come again: one sentence, and nobody has come.
        shelf.tap("bring", shelf.line("wolves_on_the_road"))
        expect(visitor.page.locator("[data-notice]")).to_contain_text("Pack leader")
        assert len(figures(house, one.id)) == 7
        # Kept under a name; under the same name once more after a question only.
        shelf.tap("save")
        shelf.name("Ambush")
        shelf.told("Saved: “Ambush”")
        assert own(house) == ["Ambush"]
        one.do("remove Guard2")
        shelf.tap("save")
        shelf.name("Ambush")
        shelf.sure()
        expect(shelf.line("Ambush")).to_contain_text("Guard, Pack leader")
        line = shelf.line("Ambush")
        shelf.tap("more", line)
        shelf.tap("rename", line)
        shelf.name("Night ambush")
        shelf.told("Now called “Night ambush”")
        # A copy is another one: what becomes of it leaves the first as it was.
        line = shelf.line("Night ambush")
        shelf.tap("more", line)
        shelf.tap("copy", line)
        until(lambda: len(own(house)) == 2, "there to be two")
        (second,) = set(own(house)) - {"Night ambush"}
        shelf.told(f"Saved: “{second}”")
        other = shelf.line(second)
        expect(other).to_contain_text("Guard, Pack leader")
        shelf.tap("more", other)
        shelf.tap("remove", other)
        shelf.sure()
        shelf.told(f"Removed: “{second}”")
        assert own(house) == ["Night ambush"]
        line = shelf.line("Night ambush")
        shelf.tap("more", line)
        with visitor.page.expect_download() as saving:
            shelf.tap("file", line)
        file = tmp_path / saving.value.suggested_filename
        saving.value.save_as(file)
        assert file.name == "feldlicht-night-ambush.json"
        shelf.tap("remove", line)
        shelf.sure()
        shelf.told("Removed: “Night ambush”")
        assert own(house) == []
        # And back from the file; one that is none is refused in a sentence.
        take = visitor.page.locator("[data-encounter-do=take]")
        take.set_input_files(file)
        shelf.told("Saved: “Night ambush”")
        form = json.loads(file.read_text())
        file.write_text(json.dumps(form | {"name": "Bad", "v": 2}))
        take.set_input_files(file)
        expect(visitor.page.locator("[data-notice]")).to_contain_text("made by a newer Feldlicht")
        assert own(house) == ["Night ambush"]


def test_t14_a_fight_that_was_ended_is_gone_on_with_from_the_list_and_its_players_go_on_to_the_next(
    house: Host, visit: OpenPage
) -> None:
    with fight(house) as first:
        first.do("add Silja pc vz=7", "add Brakk pc", "put Silja 3", "put Brakk 4", "begin", "next", "end")
    visitor = visit(house, "/fight?view=gm", **PHONE, **STILL)
    shelf = Shelf(visitor)
    # Nothing runs: a fight begins with an encounter, and the players of the last one come.
    shelf.tap("begin", shelf.line("toll_at_the_bridge"))
    shelf.told("Here now: “Toll at the bridge”")
    second = house.get("/boards/default")["session"]
    assert second != first.id
    assert "?Hidden archer1" in figures(house, second)
    shelf.tap("players")
    shelf.told("The players’ figures are here. They roll anew.")
    assert figures(house, second)[-2:] == ["Silja", "Brakk"]
    earlier = visitor.page.locator(f"[data-fight='{first.id}'] [data-encounter-do=go-on]")
    expect(earlier).to_be_disabled()
    house.command(second, view="gm", type="act", act="end")
    expect(earlier).to_be_enabled()
    earlier.tap()
    shelf.told("This fight goes on where it was ended.")
    until(lambda: house.get("/boards/default")["session"] == first.id, "the first fight at the board again")
    assert first.view()["turn"] == "Silja"
    first.end()
