"""The hand journal is saved from the log of a match."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.support.host import Host, until
from tests.support.journals import in_short, judged

pytestmark = pytest.mark.browser


def test_the_link_below_the_log_saves_the_journal_of_this_match(
    host: Host, match: str, visit: OpenPage, tmp_path: Path
) -> None:
    host.move("D8", "E10")
    until(lambda: host.notations(match)[-1] == "S D8-E10", "the move")
    owner = visit(host, "/")
    link = owner.page.locator("[data-journal]")
    expect(link).to_have_text("Hand journal")
    with owner.page.expect_download() as download:
        link.click()
    assert match in download.value.suggested_filename
    file = tmp_path / "hands.jsonl"
    download.value.save_as(file)
    decisions = in_short(judged(file.read_text().splitlines(keepends=True)))
    assert decisions == [("same", one, one) for one in host.notations(match)]
