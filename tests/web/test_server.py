"""The server on a real socket: streams end with a goodbye, slow readers hold up nobody, nothing is left behind."""

from __future__ import annotations

import http.client
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from feldlicht.base.reasons import Reason, Refused
from feldlicht.config import Settings
from feldlicht.runtime.clock import Clock
from feldlicht.web.app import create_app
from feldlicht.web.server import Server, bind
from feldlicht.web.streams import StreamRoom
from tests.web.conftest import wait_until
from tests.web.double import HouseDouble

PLACES = 6


class Running:
    """A server in front of a double, closed in the order that ``feldlicht play`` keeps."""

    def __init__(self, folder: Path) -> None:
        self.house = HouseDouble()
        self.room = StreamRoom(PLACES, Clock())
        app = create_app(self.house, Settings(folder), self.room)  # type: ignore[arg-type]
        self.server = Server(app, bind(0), PLACES)
        self.server.start()
        self._lines: list[http.client.HTTPConnection] = []

    def ask(self, method: str, path: str, *more: object, **options: object) -> http.client.HTTPResponse:
        line = http.client.HTTPConnection("127.0.0.1", self.server.port, timeout=20)
        self._lines.append(line)
        line.request(method, path, *more, **options)  # type: ignore[arg-type]
        return line.getresponse()

    def get(self, path: str) -> http.client.HTTPResponse:
        return self.ask("GET", path)

    def hang_up(self) -> None:
        for line in self._lines:
            line.close()
        self._lines.clear()

    def close(self) -> None:
        self.room.close()
        self.house.close()
        self.room.wait_empty(1)
        self.server.close()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    before = set(threading.enumerate())
    one = Running(tmp_path)
    yield one
    one.close()
    one.hang_up()
    wait_until(lambda: set(threading.enumerate()) <= before)


def read_until(stream: http.client.HTTPResponse, what: bytes) -> bytes:
    heard = b""
    while what not in heard:
        more = stream.readline()
        assert more, f"the stream ended without {what!r}"
        heard += more
    return heard


def test_a_taken_port_is_refused_by_its_number() -> None:
    with bind(0) as first:
        port = first.getsockname()[1]
        with pytest.raises(Refused) as refused:
            bind(port)
    assert refused.value.refusal.reason is Reason.HTTP_PORT_TAKEN
    assert dict(refused.value.refusal.facts) == {"port": str(port)}


def test_only_the_loopback_address_is_served(running: Running) -> None:
    assert running.server.address == f"http://127.0.0.1:{running.server.port}/"
    with socket.socket() as elsewhere:
        # All of 127/8 is this computer; what listens on one address does not answer on another.
        assert elsewhere.connect_ex(("127.0.0.2", running.server.port)) != 0


def test_every_reader_hears_goodbye_and_then_the_end(running: Running) -> None:
    streams = [running.get("/api/v1/stream") for _ in range(PLACES)]
    for one in streams:
        read_until(one, b"event: board")
    running.close()
    for one in streams:
        assert b"event: bye" in one.read()


def test_with_every_stream_taken_pages_and_commands_still_answer(running: Running) -> None:
    taken = [running.get("/api/v1/stream") for _ in range(PLACES)]
    for one in taken:
        read_until(one, b"event: board")  # it is in, and stays in as long as it is held
    over = running.get("/api/v1/stream")
    assert over.status == 503
    assert over.headers["Retry-After"]
    over.read()
    for _ in range(20):
        answer = running.get("/api/v1/health")
        health = json.loads(answer.read())
        assert (health["status"], health["streams"]) == ("ok", PLACES)


def test_a_reader_that_vanished_gives_its_place_back(running: Running) -> None:
    for _ in range(PLACES):
        stream = running.get("/api/v1/stream")
        read_until(stream, b"event: tick")
        stream.close()
    assert running.room.open == PLACES
    running.hang_up()
    level = iter(range(10**6))

    def gone() -> bool:
        # A server learns that a reader has gone when it writes.
        running.house.change_board(running.house.board("sim"))
        return next(level) > 0 and running.room.open == 0

    wait_until(gone)
    assert running.get("/api/v1/stream").status == 200


def test_a_reader_that_never_reads_holds_up_nobody_and_not_the_end(running: Running) -> None:
    with socket.create_connection(("127.0.0.1", running.server.port)) as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.sendall(b"GET /api/v1/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        wait_until(lambda: running.room.open == 1)
        stream = running.get("/api/v1/stream")
        read_until(stream, b"event: board")
        board = running.house.board("sim")
        for _ in range(200):
            for _ in range(100):
                running.house.change_board(board)
            read_until(stream, b"event: board")
        running.close()
    assert running.room.open == 0


def test_a_body_far_over_the_limit_is_refused(running: Running) -> None:
    answer = running.ask("POST", "/api/v1/sessions", b" " * 200_000, {"Content-Type": "application/json"})
    assert answer.status == 413
    assert json.loads(answer.read())["code"] == "BODY_TOO_LARGE"


def test_a_chunked_body_is_limited_too(running: Running) -> None:
    pieces = iter([b" " * 50_000] * 4)
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    assert running.ask("POST", "/api/v1/sessions", pieces, headers, encode_chunked=True).status == 413
