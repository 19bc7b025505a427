"""A journal that is downloaded holds of each line what its reader may know, in a game without secrets too."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from feldlicht.base.figures import Side
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Viewer
from feldlicht.table.messages import Declined
from feldlicht.table.recorded_views import journal_for
from feldlicht.table.replay import Verdict
from tests.support.journals import Acts, RecordedTable, acts_of_hands, in_short, judged, recorded
from tests.support.samples import samples

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)
OTHERS = (YELLOW, BLUE, PUBLIC)


def shown_to(viewer: Viewer, table: RecordedTable) -> list[str]:
    show = journal_for(table.session, viewer)
    if show is None:
        return table.journal
    return [f"{text}\n" for line in table.journal if (text := show(line.rstrip("\n"))) is not None]


def of_two_players() -> RecordedTable:
    """Yellow and blue move on pages; yellow tries blue's figure in between, and the host starts again at the end."""
    table = recorded()
    table.ask("move", "M C7-C5", command_id="of-yellow", viewer=YELLOW, revision=1)
    table.stand()
    refused = table.ask("move", "F E11-G13", command_id="in-vain", viewer=YELLOW)
    assert isinstance(refused, Declined)
    assert refused.refusal.reason is Reason.NOT_YOUR_SEAT
    table.ask("move", "F E11-G13", command_id="of-blue", viewer=BLUE)
    table.stand()
    table.restart()
    table.connect()
    return table


@pytest.mark.parametrize("viewer", OTHERS)
def test_who_asked_by_which_id_and_what_names_the_state_is_not_for_who_plays_or_looks_on(viewer: Viewer) -> None:
    table = of_two_players()
    raw, shown = "".join(table.journal), "".join(shown_to(viewer, table))
    technical = [one for entry in table.log for one in (entry.state_hash, entry.fingerprint) if one]
    for word in ('"viewer"', "of-yellow", "of-blue", *technical):
        assert word in raw
        assert word not in shown
    assert "M C7-C5" in shown
    assert "F E11-G13" in shown


@pytest.mark.parametrize("viewer", [OWNER, GAME_MASTER])
def test_who_is_at_the_computer_or_leads_gets_a_journal_without_secrets_as_it_was_written(viewer: Viewer) -> None:
    assert journal_for(of_two_players().session, viewer) is None


@pytest.mark.parametrize("viewer", [OWNER, GAME_MASTER, *OTHERS])
def test_whoever_downloads_it_can_have_it_read_again(viewer: Viewer) -> None:
    table = of_two_players()
    assert in_short(judged(shown_to(viewer, table))) == [("same", one, one) for one in table.notations]


def test_what_a_seat_asked_in_vain_is_known_to_itself() -> None:
    table = of_two_players()

    def asked(viewer: Viewer) -> list[str]:
        forms: list[Any] = [json.loads(line) for line in shown_to(viewer, table)]
        return [form["text"] for form in forms if form["line"] == "request"]

    assert asked(YELLOW) == asked(GAME_MASTER) == ["M C7-C5", "F E11-G13", "F E11-G13"]
    assert asked(BLUE) == asked(PUBLIC) == ["M C7-C5", "F E11-G13"]


@samples(20)
@given(acts_of_hands)
def test_whatever_hands_do_is_read_again_from_what_everyone_may_download(acts: Acts) -> None:
    table = recorded()
    table.do(acts)
    report = judged(shown_to(PUBLIC, table))
    assert {one.verdict for one in report} <= {Verdict.SAME}
    assert len(report) == len(judged(table.journal))
