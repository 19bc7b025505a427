"""Saved formations on the page: renamed, removed and put back, given away as a file and read from one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import OpenPage
from tests.browser.test_accessibility import SCREENS, STILL, has_no_violations
from tests.browser.visitor import Visitor
from tests.support.host import Host

pytestmark = [pytest.mark.browser, pytest.mark.prove]
FORMATIONS = "/games/master_move/formations"
WALL = {one[1:]: one[0] for one in ["TE1", "VD4", "VF4", "JE4", "FC4", "FG4", "FE5", "MB6", "MH6", "SD7", "SF7"]}


def own(host: Host) -> dict[str, object]:
    return {one["name"]: one["cells"] for one in host.get(FORMATIONS)["formations"] if not one["shipped"]}


def opened(visitor: Visitor) -> Locator:
    visitor.do("new")
    visitor.do("shelf")
    return visitor.page.locator("dialog.shelf")


def told(shelf: Locator, text: str) -> None:
    expect(shelf.locator("[data-told]")).to_have_text(text)


def test_saved_formations_are_renamed_removed_put_back_saved_as_a_file_and_read_again(
    host: Host, visit: OpenPage, tmp_path: Path
) -> None:
    for name in own(host):
        host.post(f"{FORMATIONS}/remove", {"name": name})
    host.post(FORMATIONS, {"name": "Mine", "cells": WALL})
    visitor = visit(host, "/", accept_downloads=True, **STILL)
    shelf = opened(visitor)
    wall = shelf.locator("[data-formation=Mine]")
    # Called otherwise: a name that is taken is refused in a sentence, and the line stays open.
    wall.locator("[data-shelf=rename]").click()
    wall.locator("[name=name]").fill("Wall")
    wall.locator("[data-shelf=named]").click()
    expect(shelf.locator("[data-told]")).not_to_be_empty()
    for size in SCREENS:
        visitor.page.set_viewport_size(size)
        has_no_violations(visitor)
    wall.locator("[name=name]").fill("Great wall")
    wall.locator("[data-shelf=named]").click()
    told(shelf, "Now called “Great wall”")
    assert own(host) == {"Great wall": WALL}
    # Taken away, and back.
    shelf.locator("[data-shelf=remove]").click()
    told(shelf, "Removed: “Great wall”")
    assert own(host) == {}
    shelf.locator("[data-shelf=back]").click()
    told(shelf, "Saved as “Great wall”")
    expect(shelf.locator("[data-shelf=back]")).to_have_count(0)
    assert own(host) == {"Great wall": WALL}
    # Given away as a file; another house has a better one of that name.
    with visitor.page.expect_download() as saving:
        shelf.locator("[data-shelf=save]").click()
    file = tmp_path / saving.value.suggested_filename
    saving.value.save_as(file)
    form = json.loads(file.read_text())
    assert form["formations"] == {"Great wall": WALL}
    better = {("E6" if cell == "E5" else cell): kind for cell, kind in WALL.items()}
    form["formations"] = {"Great wall": better, "Other": WALL}
    file.write_text(json.dumps(form))
    take = shelf.locator("[data-shelf=take]")
    take.set_input_files(file)
    expect(visitor.page.locator("dialog").last).to_contain_text("Great wall")
    assert own(host) == {"Great wall": WALL}
    visitor.page.locator("dialog").last.locator("[data-do=sure]").click()
    told(shelf, "Formations read: 2")
    assert own(host) == {"Great wall": better, "Other": WALL}
    nothing = tmp_path / "nothing.json"
    for content in ("nothing", "[]", json.dumps(form | {"game": "imman"})):
        nothing.write_text(content)
        take.set_input_files(nothing)
        told(shelf, "This file holds no formations of this game: choose one that was saved here.")
        shelf.locator("[data-formation=Other] [data-shelf=rename]").click()
        shelf.locator("[data-formation=Other] [data-shelf=named]").click()
        told(shelf, "Now called “Other”")
    # A file with one that cannot be played is refused as a whole, and says which.
    form["formations"] = {"New": WALL, "Broken": {"E1": "T"}}
    nothing.write_text(json.dumps(form))
    take.set_input_files(nothing)
    expect(shelf.locator("[data-told]")).not_to_have_text("Now called “Other”")
    assert set(own(host)) == {"Great wall", "Other"}
    # The dialog for a new match offers them at once.
    shelf.locator("[data-shelf=close]").click()
    expect(visitor.page.locator("dialog.new-match [name='team both'] option", has_text="Other")).to_have_count(1)
    for name in own(host):
        host.post(f"{FORMATIONS}/remove", {"name": name})


def test_a_formation_that_somebody_else_removed_or_renamed_is_told_of_and_gone_from_the_list(
    host: Host, visit: OpenPage, tmp_path: Path
) -> None:
    for name in own(host):
        host.post(f"{FORMATIONS}/remove", {"name": name})
    for name in ("First", "Second", "Third"):
        host.post(FORMATIONS, {"name": name, "cells": WALL})
    shelf = opened(visit(host, "/", **STILL))
    expect(shelf.locator("[data-formation]")).to_have_count(3)
    host.post(f"{FORMATIONS}/rename", {"name": "First", "to": "Other"})
    host.post(f"{FORMATIONS}/remove", {"name": "Second"})
    host.post(FORMATIONS, {"name": "Meanwhile", "cells": WALL})
    shelf.locator("[data-formation=First] [data-shelf=remove]").click()
    told(shelf, 'There is no formation called "First". Look at the list of formations, or name the cells.')
    for gone in ("First", "Second"):
        expect(shelf.locator(f"[data-formation={gone}]")).to_have_count(0)
    for there in ("Meanwhile", "Other", "Third"):
        expect(shelf.locator(f"[data-formation={there}]")).to_have_count(1)
    # While one is being called otherwise, too.
    shelf.locator("[data-formation=Third] [data-shelf=rename]").click()
    host.post(f"{FORMATIONS}/remove", {"name": "Third"})
    shelf.locator("[data-formation=Third] [name=name]").fill("Fourth")
    shelf.locator("[data-shelf=named]").click()
    expect(shelf.locator("[data-told]")).to_contain_text("Third")
    expect(shelf.locator("[data-formation=Third]")).to_have_count(0)
    # A file that is far too large is no file of formations, whatever is in it.
    large = tmp_path / "large.json"
    large.write_text(json.dumps({"feldlicht": "formations", "v": 1, "note": "x" * 5_000_000}))
    shelf.locator("[data-shelf=take]").set_input_files(large)
    told(shelf, "This file holds no formations of this game: choose one that was saved here.")
    for name in own(host):
        host.post(f"{FORMATIONS}/remove", {"name": name})
