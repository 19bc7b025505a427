"""What is written is on disk, whole, in order, once."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given

from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.reasons import Reason, Refused
from feldlicht.store.engines import writer_engine
from feldlicht.store.store import FILE_NAME, Store
from tests.store import values
from tests.support.samples import samples


def test_a_session_and_its_log_are_found_again_after_the_store_was_closed(tmp_path: Path) -> None:
    store = Store.open(tmp_path)
    store.add_session(values.header("s"))
    store.append("s", values.entry(1), values.entry(2, "id"))
    store.close()
    again = Store.open(tmp_path)
    assert again.load("s") == (values.header("s"), (values.entry(1), values.entry(2, "id")))
    again.close()


@samples(25, [HealthCheck.function_scoped_fixture])
@given(header=values.headers, entry=values.entries)
def test_any_header_and_entry_come_back_equal(store: Store, header: SessionHeader, entry: Entry) -> None:
    if header.id in {one.header.id for one in store.sessions()}:
        return
    store.add_session(header, lifecycle="over")
    store.append(header.id, entry)
    assert store.load(header.id) == (header, (entry,))


def test_the_log_after_a_revision_is_its_tail(store: Store) -> None:
    store.add_session(values.header("s"))
    store.append("s", *(values.entry(n) for n in range(1, 6)))
    assert [one.revision for one in store.entries("s", after=3)] == [4, 5]


def test_an_unknown_session_is_refused_by_its_id(store: Store) -> None:
    with pytest.raises(Refused) as caught:
        store.load("nobody")
    assert caught.value.refusal.reason is Reason.NO_SUCH_SESSION
    assert dict(caught.value.refusal.facts) == {"session": "nobody"}


def test_sessions_are_listed_newest_first_with_their_last_revision(store: Store) -> None:
    store.add_session(values.header("old", created_at=1))
    store.add_session(values.header("new", created_at=2))
    store.append("old", values.entry(1), values.entry(2), lifecycle="over")
    listed = [(one.header.id, one.lifecycle, one.revision) for one in store.sessions()]
    assert listed == [("new", "running", 0), ("old", "over", 2)]


def test_a_broken_header_hides_no_other_session(
    store: Store, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    store.add_session(values.header("whole"))
    store.add_session(values.header("broken"))
    store.close()
    with sqlite3.connect(tmp_path / FILE_NAME) as database:
        database.execute("UPDATE sessions SET header = '{}' WHERE id = 'broken'")
    database.close()
    again = Store.open(tmp_path)
    assert [one.header.id for one in again.sessions()] == ["whole"]
    assert "left out" in caplog.text
    again.close()


def test_a_board_has_one_running_session_at_most(store: Store) -> None:
    store.add_session(values.header("a", board="sim"))
    with pytest.raises(Refused) as caught:
        store.add_session(values.header("b", board="sim"))
    assert caught.value.refusal.reason is Reason.TABLE_BUSY
    assert store.running("sim") == "a"
    store.set_lifecycle("a", "over")
    assert store.running("sim") is None
    store.add_session(values.header("c", board="sim"))
    assert store.running("sim") == "c"


def test_a_session_and_its_first_entries_are_kept_together_or_not_at_all(store: Store) -> None:
    store.add_session(values.header("a"), values.entry(1), values.entry(2))
    assert [one.revision for one in store.entries("a")] == [1, 2]
    with pytest.raises(Refused):
        store.add_session(values.header("b"), values.entry(1), values.entry(1))
    assert [one.header.id for one in store.sessions()] == ["a"]


def test_sessions_without_a_board_run_side_by_side(store: Store) -> None:
    store.add_session(values.header("a"))
    store.add_session(values.header("b"))
    assert len(store.sessions()) == 2


@pytest.mark.parametrize("doubled", [values.entry(1), values.entry(2, "same")], ids=["revision", "command id"])
def test_a_doubled_revision_or_command_id_is_refused_and_nothing_of_it_is_kept(store: Store, doubled: Entry) -> None:
    store.add_session(values.header("s"))
    store.append("s", values.entry(1, "same"))
    with pytest.raises(Refused):
        store.append("s", values.entry(5), doubled, lifecycle="over")
    assert [one.revision for one in store.entries("s")] == [1]
    assert store.sessions()[0].lifecycle == "running"


def test_an_entry_of_a_session_that_is_not_there_is_refused(store: Store) -> None:
    with pytest.raises(Refused):
        store.append("nobody", values.entry(1))


def test_a_registers_value_is_what_was_set_last(store: Store) -> None:
    assert store.register("boards", "x") is None
    store.set_register("boards", "x", {"turned": False})
    store.set_register("boards", "x", {"turned": True})
    store.set_register("ports", "x", "other")
    assert store.register("boards", "x") == {"turned": True}


def test_the_epoch_lives_as_long_as_the_database(tmp_path: Path) -> None:
    epochs = []
    for name in ("a", "a", "b"):
        (tmp_path / name).mkdir(exist_ok=True)
        store = Store.open(tmp_path / name)
        epochs.append(store.epoch)
        store.close()
    assert epochs[0] == epochs[1] != epochs[2]


def test_eight_threads_append_at_once_and_nothing_is_lost_or_doubled(store: Store) -> None:
    store.add_session(values.header("s"))
    revisions = iter(range(1, 201))
    taking = threading.Lock()
    failures: list[Refused] = []

    def write() -> None:
        while True:
            with taking:
                revision = next(revisions, None)
            if revision is None:
                return
            try:
                store.append("s", values.entry(revision))
            except Refused as refused:
                failures.append(refused)

    threads = [threading.Thread(target=write, name=f"writer-{n}") for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    assert [one.revision for one in store.entries("s")] == list(range(1, 201))


def test_a_reader_does_not_wait_for_a_writer_in_the_middle_of_its_work(store: Store, tmp_path: Path) -> None:
    store.add_session(values.header("s"))
    engine = writer_engine(tmp_path / FILE_NAME)
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE sessions SET lifecycle='over'")
        assert store.sessions()[0].lifecycle == "running"
    engine.dispose()
    assert store.sessions()[0].lifecycle == "over"


def test_every_commit_waits_for_the_disk(store: Store, tmp_path: Path) -> None:
    engine = writer_engine(tmp_path / FILE_NAME)
    with engine.connect() as connection:
        pragmas = {
            name: connection.exec_driver_sql(f"PRAGMA {name}").scalar()
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
    engine.dispose()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


WRITER = """
    import sys
    from pathlib import Path
    from feldlicht.store.store import Store
    from tests.store import values

    store = Store.open(Path(sys.argv[1]))
    store.add_session(values.header("s", board="sim"))
    for revision in range(1, 100_000, 2):
        store.append("s", values.entry(revision), values.entry(revision + 1))
        print(revision + 1, flush=True)
"""


@pytest.mark.parametrize("acts", [1, 9])
def test_a_host_killed_in_the_middle_of_writing_leaves_whole_acts_and_all_that_it_told(
    tmp_path: Path, acts: int
) -> None:
    writer = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(WRITER), str(tmp_path)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path.cwd())},
    )
    assert writer.stdout is not None
    told = 0
    for _ in range(acts):
        told = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    whole_lines = writer.stdout.read().rpartition("\n")[0].split()
    writer.wait()
    writer.stdout.close()
    told = max(told, *map(int, whole_lines), 0)
    store = Store.open(tmp_path)
    header, entries = store.load("s")
    assert header == values.header("s", board="sim")
    assert [one.revision for one in entries] == list(range(1, len(entries) + 1))
    assert len(entries) % 2 == 0
    assert len(entries) >= told
    store.append("s", values.entry(len(entries) + 1))
    store.close()


def test_a_session_goes_on_at_another_board_in_its_row_and_in_its_header(store: Store) -> None:
    store.add_session(replace(values.header("a"), board="old"))
    store.append("a", values.entry(1))
    store.move_session("a", "new")
    assert (store.running("old"), store.running("new")) == (None, "a")
    assert store.load("a") == (replace(values.header("a"), board="new"), (values.entry(1),))


def test_a_session_goes_nowhere_where_another_one_runs(store: Store) -> None:
    store.add_session(replace(values.header("a"), board="old"))
    store.add_session(replace(values.header("b"), board="new"))
    for session, reason in (("a", Reason.TABLE_BUSY), ("nobody", Reason.NO_SUCH_SESSION)):
        with pytest.raises(Refused) as caught:
            store.move_session(session, "new")
        assert caught.value.refusal.reason is reason
    assert (store.running("old"), store.running("new")) == ("a", "b")
    assert store.load("a")[0].board == "old"


def test_registers_are_kept_together(store: Store) -> None:
    store.set_registers("settings", {"one": 1, "two": "x"})
    store.set_registers("settings", {"two": "y", "three": None})
    assert [store.register("settings", key) for key in ("one", "two", "three")] == [1, "y", None]
