"""A match that was counted differently when it was played: kept, and out of the way."""

from __future__ import annotations

import json
import re
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from feldlicht.store.store import FILE_NAME
from tests.browser.conftest import QUICK, OpenPage
from tests.support.host import Host

pytestmark = [pytest.mark.browser, pytest.mark.prove]


def test_a_frozen_match_says_so_and_a_new_one_begins_at_its_table(tmp_path: Path, visit: OpenPage) -> None:
    with Host(tmp_path, **QUICK).live() as host:
        match = host.new_match()
        host.set_up(match)
        host.command(match, type="move", move="S D8-E10")
    count_differently(tmp_path / FILE_NAME, match)
    with Host(tmp_path, **QUICK).live() as host:
        assert host.session(match)["state"] == "frozen"
        owner = visit(host, "/")
        owner.reads(re.compile("^This match is frozen and kept"))
        expect(owner.page.locator("[data-do=abandon]")).to_be_disabled()
        owner.cell("D8").click()
        expect(owner.page.locator(".mark.selected")).to_have_count(0)
        owner.page.goto(f"{host.address}boards/default")
        owner.reads(re.compile("^This match is frozen and kept"))
        owner.do("new")
        expect(owner.page.locator("dialog .caution")).to_have_count(0)
        owner.do("sure")
        owner.reads(re.compile("Build the formation|Yellow to move"))
        states = {one["id"]: one["state"] for one in host.get("/sessions")["sessions"]}
        assert states.pop(match) == "frozen"
        assert list(states.values()) == ["running"]


def count_differently(database: Path, match: str) -> None:
    """Leave a log behind as other rules would have written it."""
    with closing(sqlite3.connect(database)) as connection, connection:
        [(revision, data)] = connection.execute(
            "select revision, data from entries where session = ? order by revision desc limit 1", (match,)
        ).fetchall()
        entry = json.loads(data) | {"state_hash": "0" * 16}
        connection.execute(
            "update entries set data = ? where session = ? and revision = ?", (json.dumps(entry), match, revision)
        )
