"""While the disk takes no entries nothing is told, and nothing that hands did or a board said is lost."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import EntryKind
from feldlicht.base.figures import Figure
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.reading import Timings
from feldlicht.runtime import tables
from feldlicht.runtime.backlog import LIMIT
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.events import EntryAdded
from feldlicht.table.messages import Accepted, BoardAway, BoardHere, HandsAtWork, Request, Sensed
from feldlicht.table.session import open_session
from tests.runtime.conftest import eventually
from tests.runtime.workbench import FullDisk, TableAtWork
from tests.support.hands import header


@pytest.fixture
def store(tmp_path: Path) -> Iterator[FullDisk]:
    opened = FullDisk.open(tmp_path)
    assert isinstance(opened, FullDisk)
    yield opened
    opened.close()


@pytest.fixture
def table(store: FullDisk) -> Iterator[TableAtWork]:
    made = TableAtWork(store)
    made.kick_off()
    yield made
    made.owner.close()


def standing(table: TableAtWork) -> dict[int, Figure]:
    assert table.owner.picture is not None
    return dict(table.owner.picture.game.standing(table.owner.picture.state).placed)


def by_hand(table: TableAtWork, origin: str, target: str) -> None:
    """Carry a figure from cell to cell."""
    figures = standing(table)
    figure = figures.pop(cell(origin))
    table.owner.put(Sensed(Occupancy.standing(figures), 1 << cell(origin)))  # type: ignore[arg-type]
    figures[cell(target)] = figure
    table.owner.put(Sensed(Occupancy.standing(figures), 1 << cell(target)))  # type: ignore[arg-type]
    table.owner.sync()


def test_a_command_that_the_disk_does_not_take_has_not_happened_and_can_be_sent_again(
    table: TableAtWork, store: FullDisk
) -> None:
    table.heard()
    store.full = True
    with pytest.raises(Refused) as caught:
        table.move("F B5-A4", command_id="one")
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE
    assert table.revision == 1
    assert [event for event in table.heard() if isinstance(event, EntryAdded)] == []
    store.full = False
    assert table.move("F B5-A4", command_id="one") == Accepted(2)


def test_a_move_by_hand_that_the_disk_does_not_take_is_settled_as_soon_as_it_does(
    table: TableAtWork, store: FullDisk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "RETRY_MS", 20)
    store.full = True
    by_hand(table, "B5", "A4")
    assert table.revision == 1
    store.full = False
    eventually(lambda: table.revision == 2, "the move")
    assert store.entries("match")[-1].notation == "F B5-A4"


def test_hands_that_finish_while_the_disk_is_full_are_not_busy_for_ever(table: TableAtWork, store: FullDisk) -> None:
    table.owner.put(HandsAtWork(True))
    store.full = True
    by_hand(table, "B5", "A4")
    table.owner.put(HandsAtWork(False))
    table.owner.sync()
    store.full = False
    table.move("F B12-A11")
    assert table.owner.picture is not None
    assert not table.owner.picture.hands.busy


def test_two_moves_made_by_hand_while_the_disk_is_full_both_settle_in_order(
    table: TableAtWork, store: FullDisk
) -> None:
    store.full = True
    figures = standing(table)
    for origin, target in (("B5", "A4"), ("B12", "A11")):
        figure = figures.pop(cell(origin))
        table.owner.put(Sensed(Occupancy.standing(figures), 1 << cell(origin)))  # type: ignore[arg-type]
        figures[cell(target)] = figure
        table.owner.put(Sensed(Occupancy.standing(figures), 1 << cell(target)))  # type: ignore[arg-type]
    table.owner.sync()
    store.full = False
    table.owner.ask(Request(CommandType.CANCEL))
    assert [entry.notation for entry in store.entries("match")] == ["built", "F B5-A4", "F B12-A11"]


def test_what_had_settled_before_it_was_carried_on_stays_a_move_of_its_own(store: FullDisk) -> None:
    table, clock = TableAtWork(store, Timings(settle_ms=30, grace_ms=60)), Clock()
    table.kick_off()
    figures = standing(table)

    def carry(origin: str, target: str) -> None:
        figure = figures.pop(cell(origin))
        table.owner.put(Sensed(Occupancy.standing(figures), 1 << cell(origin)))  # type: ignore[arg-type]
        figures[cell(target)] = figure
        table.owner.put(Sensed(Occupancy.standing(figures), 1 << cell(target)))  # type: ignore[arg-type]
        table.owner.sync()
        rested = clock.now() + 100
        eventually(lambda: clock.now() > rested, "the figure's rest")

    store.full = True
    carry("B5", "A4")
    carry("B12", "A11")
    carry("A11", "B12")
    room, store.full = clock.now(), False
    table.owner.ask(Request(CommandType.CANCEL))
    entries = store.entries("match")
    assert [(entry.kind, entry.notation) for entry in entries] == [
        (EntryKind.PLY, "built"),
        (EntryKind.PLY, "F B5-A4"),
        (EntryKind.PLY, "F B12-A11"),
        (EntryKind.UNDO, "undo"),
    ]
    # Each bears the time at which it settled, not the one at which the disk took it.
    assert entries[1].at < entries[2].at < entries[3].at < room
    table.owner.close()


def test_endless_news_while_the_disk_is_full_shrink_to_the_newest_word_of_the_board(
    table: TableAtWork, store: FullDisk
) -> None:
    table.owner.put(HandsAtWork(True))
    store.full = True
    by_hand(table, "B5", "A4")
    table.owner.put(HandsAtWork(False))
    for _ in range(LIMIT):
        table.owner.put(BoardAway())
        table.owner.put(BoardHere(simulated=True))
    table.owner.sync()
    store.full = False
    table.owner.put(Sensed(Occupancy.standing(standing(table))))  # type: ignore[arg-type]
    assert table.move("F B5-A4") == Accepted(2)
    assert table.owner.picture is not None
    hands = table.owner.picture.hands
    assert (hands.board_present, hands.busy) == (True, False)


def test_a_session_that_the_disk_does_not_take_is_not_begun_and_the_table_stays_free(store: FullDisk) -> None:
    table = TableAtWork(store)
    store.full = True
    with pytest.raises(Refused):
        table.owner.begin(table.session("lost"))
    assert store.sessions() == ()
    assert table.owner.picture is None
    store.full = False
    assert table.owner.begin(table.session("kept")).id == "kept"
    table.owner.close()


@pytest.mark.parametrize("fault", ["hand_plan", "scene", "view"])
def test_a_game_that_fails_at_the_opening_leaves_no_session_and_the_table_free(store: FullDisk, fault: str) -> None:
    table = TableAtWork(store)
    table.game.fails = fault
    with pytest.raises(ZeroDivisionError):
        table.owner.begin(table.session("lost"))
    assert store.sessions() == ()
    table.game.fails = ""
    assert table.owner.begin(table.session("kept")).id == "kept"
    table.owner.close()


def test_a_session_and_the_entry_it_opens_with_are_written_at_once(store: FullDisk) -> None:
    table = TableAtWork(store)
    store.writes_left = 1
    picture = table.owner.begin(lambda: open_session(table.game, replace(header(None), id="pages")))
    assert picture.revision == 1
    assert [entry.notation for entry in store.entries("pages")] == ["built"]
    table.owner.close()
