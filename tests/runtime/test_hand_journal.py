"""A session's journal on disk: complete, bounded, and never in the way of the match."""

from __future__ import annotations

import logging
import resource
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from hypothesis import given

from feldlicht.base.occupancy import Occupancy
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.hand_journal import MOST_BYTES, RETRY_MS, HandJournal, HandJournals
from feldlicht.store.store import Store
from feldlicht.table.messages import Input, Sensed
from feldlicht.table.recorded_lines import read_line
from feldlicht.table.recording import Cause, Given, Opening
from feldlicht.table.replay import Opened, Verdict
from feldlicht.table.session import Session
from feldlicht.table.table import Step, Table
from tests.runtime.conftest import descriptors, eventually
from tests.runtime.workbench import FullDisk, TableAtWork
from tests.support.journals import Acts, RecordedTable, acts_of_hands, in_short, judged, read_again
from tests.support.samples import samples

MOVES = (("C7", "C5"), ("E11", "G13"), ("C5", "C7"), ("G13", "E11"))


@dataclass
class JournaledTable(RecordedTable):
    """A table in time whose journal is written to disk as a host does it; ``restart`` is another host."""

    data: Path = field(default_factory=Path)
    most_bytes: int = MOST_BYTES

    def __post_init__(self) -> None:
        self.journals = HandJournals(self.data)
        self.writer = HandJournal(self.journals, self.most_bytes)
        super().__post_init__()

    def restart(self) -> None:
        self.writer.close()
        self.writer = HandJournal(self.journals, self.most_bytes)
        super().restart()

    def seated(self, before: Table, session: Session, done: Step) -> None:
        self.writer.seated(before, session, done, self.now)

    def stepped(self, before: Table, what: Input, done: Step) -> None:
        self.writer.stepped(before, what, self.now, done)

    def kick_off(self) -> None:
        self.connect()
        self.build()

    def play(self, rounds: int) -> None:
        """Move two figures to and fro by hand."""
        for origin, target in MOVES * rounds:
            self.move(origin, target)
            self.wait(400)

    @property
    def written(self) -> list[str]:
        """The lines on disk."""
        reading = self.journals.read("match")
        return [] if reading is None else b"".join(reading).decode().splitlines(keepends=True)

    @property
    def segments(self) -> list[Path]:
        """Its files, the older one first."""
        return [path for path in self.journals.segments("match") if path.exists()]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[JournaledTable]:
    made = JournaledTable(data=tmp_path)
    yield made
    made.writer.close()


def causes(lines: list[str]) -> list[Cause]:
    return [line.cause for line in map(read_line, lines) if isinstance(line, Opening)]


def same(notations: list[str]) -> list[tuple[str, str, str]]:
    return [("same", one, one) for one in notations]


def test_each_step_is_on_disk_when_it_is_done_and_reads_the_same(table: JournaledTable) -> None:
    table.kick_off()
    for origin, target in MOVES:
        table.move(origin, target)
        last = read_line(table.written[-1])
        assert isinstance(last, Given)
        assert last.what == Sensed(Occupancy.of(table.magnets))
        table.wait(400)
    assert in_short(judged(table.written)) == same(table.notations)
    assert len(table.notations) == 5


def test_a_new_host_goes_on_in_the_same_file_after_cutting_off_half_a_line(table: JournaledTable) -> None:
    table.kick_off()
    table.play(1)
    with table.segments[0].open("ab") as file:
        file.write(b'{"at":1,"line":"sens')
    table.restart()
    table.connect()
    table.play(1)
    assert causes(table.written) == [Cause.SEATED, Cause.SEATED]
    assert in_short(judged(table.written)) == same(table.notations)


@samples(40)
@given(acts_of_hands)
def test_a_journal_stays_within_its_bounds_and_reads_the_same(acts: Acts) -> None:
    with tempfile.TemporaryDirectory() as data:
        table = JournaledTable(data=Path(data), most_bytes=40_000)
        table.kick_off()
        table.do(acts)
        table.do(acts)
        table.writer.close()
        assert sum(path.stat().st_size for path in table.segments) <= 40_000
        first = read_line(table.written[0])
        assert isinstance(first, Opening)
        # What begins while figures are in the air does not know since when; that is why a roll waits for a rest.
        if first.cause is Cause.SEATED or first.at_rest:
            assert {one.verdict for one in judged(table.written)} <= {Verdict.SAME}


def test_a_full_segment_makes_way_and_each_of_the_two_is_read_alone(tmp_path: Path) -> None:
    table = JournaledTable(data=tmp_path, most_bytes=80_000)
    table.kick_off()
    while len(table.segments) < 2:
        table.play(1)
    table.play(2)
    notations = table.notations
    assert in_short(judged(table.written)) == same(notations)
    older, newer = (path.read_text().splitlines(keepends=True) for path in table.segments)
    assert (causes(older), causes(newer)) == ([Cause.SEATED], [Cause.ROLLED])
    split = len(judged(older))
    assert in_short(judged(older)) == same(notations[:split])
    assert in_short(judged(newer)) == same(notations[split:])
    # and the oldest goes for good
    first = table.segments[0].read_bytes()
    while table.segments[0].read_bytes() == first:
        table.play(1)
        assert sum(path.stat().st_size for path in table.segments) <= 80_000
    assert causes(table.written) == [Cause.ROLLED, Cause.ROLLED]
    kept = judged(table.written)
    assert in_short(kept) == same(table.notations[-len(kept) :])
    table.writer.close()


def test_a_segment_that_begins_in_the_middle_of_a_second_thought_knows_what_it_is_about(tmp_path: Path) -> None:
    table = JournaledTable(data=tmp_path, most_bytes=80_000)
    table.kick_off()
    while len(table.segments) < 2:
        table.move("C7", "C6")
        table.wait(400)
        table.move("C6", "C5")  # amends
        table.wait(400)
        table.move("C5", "C7")  # takes back
        table.wait(400)
    table.writer.close()
    newer = table.segments[1].read_text().splitlines(keepends=True)
    report = judged(newer)
    assert {one.verdict for one in report} <= {Verdict.SAME}


def test_a_disk_that_is_full_is_told_once_and_the_journal_goes_on_with_a_marked_gap(
    table: JournaledTable, caplog: pytest.LogCaptureFixture
) -> None:
    table.kick_off()
    table.play(1)
    table.writer.close()
    current = table.segments[0]
    kept = current.rename(current.with_suffix(".kept"))
    current.symlink_to("/dev/full")
    with caplog.at_level(logging.ERROR):
        for _ in range(10):
            table.play(1)
            table.wait(RETRY_MS)
    assert len(caplog.records) == 1
    assert "match is not written" in caplog.records[0].message
    before_gap = len(judged(kept.read_text().splitlines(keepends=True)))
    current.unlink()
    kept.rename(current)
    table.wait(RETRY_MS)
    table.play(1)
    assert causes(table.written) == [Cause.SEATED, Cause.GAP]
    after_gap = in_short(judged(table.written))[before_gap:]
    assert after_gap
    assert after_gap == same(table.notations[-len(after_gap) :])
    caplog.clear()
    table.writer.close()
    current.unlink()
    current.symlink_to("/dev/full")
    with caplog.at_level(logging.ERROR):
        table.play(1)
    assert len(caplog.records) == 1  # another fault, told again


@contextmanager
def files_no_longer_than(size: int) -> Iterator[None]:
    """A disk that takes so many bytes of a file and no more."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_half_a_line_that_a_full_disk_left_is_cut_off_before_the_journal_goes_on(table: JournaledTable) -> None:
    table.kick_off()
    size = table.segments[0].stat().st_size
    with files_no_longer_than(size + 30):
        table.play(1)
    assert table.segments[0].stat().st_size == size + 30
    assert not table.segments[0].read_bytes().endswith(b"\n")
    table.wait(RETRY_MS)
    table.play(1)
    assert causes(table.written) == [Cause.SEATED, Cause.GAP]
    assert {one.verdict for one in judged(table.written)} == {Verdict.SAME}


def test_a_folder_that_cannot_be_made_is_told_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("")
    with caplog.at_level(logging.ERROR):
        table = JournaledTable(data=tmp_path / "file")
        table.kick_off()
        table.play(5)
    assert table.notations[0] == "built"
    assert len(caplog.records) == 1


def test_a_session_that_has_ended_holds_no_file_and_goes_on_when_its_end_is_taken_back(table: JournaledTable) -> None:
    table.kick_off()
    before = len(descriptors())
    table.ask("resign", "blue")
    assert len(descriptors()) == before - 1
    table.move("E11", "G13")  # nobody's business any more
    table.move("G13", "E11")
    table.ask("undo")
    assert len(descriptors()) == before
    table.play(1)
    assert causes(table.written) == [Cause.SEATED, Cause.GAP]
    assert in_short(judged(table.written)) == same(table.notations)


def test_what_is_read_is_the_journal_as_it_was_when_it_was_opened(table: JournaledTable) -> None:
    table.kick_off()
    so_far = table.written
    reading = table.journals.read("match")
    assert reading is not None
    table.play(1)
    assert b"".join(reading).decode().splitlines(keepends=True) == so_far
    unread = table.journals.read("match")
    assert unread is not None
    unread.close()
    assert table.journals.read("another") is None


# ------------------------------------------------------------------ by the table's owner


def test_an_owner_writes_what_it_steps_and_closes_the_file_at_its_end(store: Store, tmp_path: Path) -> None:
    table = TableAtWork(store, journals=HandJournals(tmp_path))
    table.kick_off()
    table.move("F B5-A4")
    table.owner.close()
    lines = (tmp_path / "journals" / "match.jsonl").read_text().splitlines(keepends=True)
    assert in_short(judged(lines)) == same(["built", "F B5-A4"])


def test_what_waited_for_the_disk_stands_in_the_journal_with_its_own_time(tmp_path: Path) -> None:
    store = FullDisk.open(tmp_path)
    assert isinstance(store, FullDisk)
    table = TableAtWork(store, journals=HandJournals(tmp_path))
    table.kick_off()
    table.move("F B5-A4")
    standing = dict(GAME.standing(table.state).placed)
    table.owner.put(Sensed(Occupancy.standing(standing)))
    table.owner.sync()
    store.full = True
    blue = next(one for one in GAME.legal(table.state) if type(one).__name__ == "Move")
    figure = standing.pop(blue.origin)  # type: ignore[attr-defined]
    table.owner.put(Sensed(Occupancy.standing(standing)))
    standing[blue.target] = figure  # type: ignore[attr-defined]
    table.owner.put(Sensed(Occupancy.standing(standing)))
    table.owner.sync()
    told = table.owner.picture
    store.full = False
    eventually(lambda: table.revision == 3, "the move to be taken")
    table.owner.close()
    store.close()
    assert told is not None
    assert told.revision == 2
    lines = (tmp_path / "journals" / "match.jsonl").read_text().splitlines(keepends=True)
    given = [line for line in map(read_line, lines) if isinstance(line, Given)]
    assert [line.at for line in given] == sorted(line.at for line in given)
    moved = next(line for line in reversed(given) if line.what == Sensed(Occupancy.standing(standing)))
    assert moved.at <= store_entry_at(table)
    assert {one.verdict for one in judged(lines)} == {Verdict.SAME}


def store_entry_at(table: TableAtWork) -> int:
    assert table.owner.picture is not None
    return table.owner.picture.session.entries[-1].at


def test_the_input_at_which_a_game_fails_is_the_last_line(store: Store, tmp_path: Path) -> None:
    table = TableAtWork(store, journals=HandJournals(tmp_path))
    table.kick_off()
    table.game.fails = "parse"
    table.move("F B5-A4")
    table.owner.close()
    lines = (tmp_path / "journals" / "match.jsonl").read_text().splitlines()
    last = read_line(lines[-1])
    assert isinstance(last, Given)
    assert getattr(last.what, "text", None) == "F B5-A4"


def test_a_page_that_plays_alone_has_a_journal_too(tmp_path: Path) -> None:
    table = JournaledTable(data=tmp_path, board=None)
    table.ask("move", "M C7-C5")
    table.writer.close()
    assert in_short(judged(table.written)) == same(["built", "M C7-C5"])
    assert [one.cause for one in read_again(table.written) if isinstance(one, Opened)] == [Cause.SEATED]
