"""A reader survives the restart of the host: its last event id still means what it meant."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from feldlicht.base.commands import CommandType
from feldlicht.config import Settings
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.house import House
from feldlicht.table.messages import Accepted, Request
from feldlicht.web.rooms import StreamRoom
from feldlicht.web.streams import EventStream, StreamWish
from tests.web.test_streams import parsed, until


@contextmanager
def boardless(folder: Path) -> Iterator[House]:
    """The real house on a real disk, without any board: its sessions are played on pages only."""
    house = House(Settings(folder, simulate=False), find=list)
    try:
        house.start()
        yield house
    finally:
        house.close()


def act(house: House, session: str, kind: CommandType, text: str = "") -> None:
    reply = house.request(session, Request(kind, text, command_id=str(uuid.uuid4())))
    assert isinstance(reply, Accepted), reply


def follow(house: House, session: str, after: str | None = None) -> EventStream:
    return EventStream(house, StreamWish(session=session, after=after), StreamRoom(4, Clock()))


def test_entries_written_while_a_reader_was_away_over_two_restarts_are_replayed_once(tmp_path: Path) -> None:
    with boardless(tmp_path) as house:
        session = house.create_session("master_move", {}, "counting", None).id
        act(house, session, CommandType.MOVE, "S D8-E10")
        stream = follow(house, session)
        snapshot = until(stream, "snapshot")
        stream.close()
    known = snapshot.data["session"]["revision"]
    with boardless(tmp_path) as house:
        act(house, session, CommandType.MOVE, "S D9-E7")
    with boardless(tmp_path) as house:
        stream = follow(house, session, snapshot.id)
        act(house, session, CommandType.UNDO)
        heard = [until(stream, "entry") for _ in range(2)]
        assert [one.data["entry"]["revision"] for one in heard] == [known + 1, known + 2]
        assert [one.data["entry"]["kind"] for one in heard] == ["ply", "undo"]
        act(house, session, CommandType.REDO)
        assert until(stream, "entry").data["entry"]["revision"] == known + 3
        stream.close()


def test_another_database_gives_a_snapshot_although_the_numbers_would_fit(tmp_path: Path) -> None:
    ids = []
    for name in ("one", "two"):
        with boardless(tmp_path / name) as house:
            session = house.create_session("master_move", {}, "counting", None).id
            stream = follow(house, session, ids[-1] if ids else None)
            assert parsed(next(stream)).name == "tick"
            snapshot = parsed(next(stream))
            assert snapshot.name == "snapshot"
            ids.append(snapshot.id)
            stream.close()
    assert ids[0] != ids[1]
