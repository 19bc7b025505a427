"""The server on a real socket: streams end with a goodbye, slow readers hold up nobody, nothing is left behind."""

from __future__ import annotations

import http.client
import itertools
import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.config import Settings
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.pictures import BoardInfo
from feldlicht.texts import sentence
from feldlicht.web import channels, streams
from feldlicht.web.access import GUARDING_HEADERS
from feldlicht.web.app import create_app
from feldlicht.web.listening import bind
from feldlicht.web.rooms import StreamRoom
from feldlicht.web.server import Server
from tests.web.conftest import wait_until
from tests.web.double import HouseDouble
from tests.web.test_rights import PROXY_HEADERS

PLACES = 6
REFUSALS = (Refusal(Reason.BAD_REQUEST), Refusal.of(Reason.BODY_TOO_LARGE, limit=64))


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


@pytest.mark.parametrize("header", PROXY_HEADERS)
def test_who_comes_through_a_proxy_at_this_computer_is_a_stranger_to_the_server_too(
    running: Running, header: str
) -> None:
    assert json.load(running.get("/api/v1/me"))["right"] == "owner"
    assert json.load(running.ask("GET", "/api/v1/me", headers={header: "203.0.113.9"}))["right"] == "viewer"


def test_the_description_is_made_once_and_asked_for_often(running: Running) -> None:
    first = running.get("/openapi.json")
    assert json.load(first)["openapi"].startswith("3.1")
    again = running.ask("GET", "/openapi.json", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status, again.read()) == (304, b"")


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


def changing(house: HouseDouble) -> Iterator[BoardInfo]:
    """The board as it stands, again and again, each time with something else to tell."""
    return (replace(house.board("sim"), bad_lines=number) for number in itertools.count(1))


def test_a_reader_that_vanished_gives_its_place_back(running: Running) -> None:
    for _ in range(PLACES):
        stream = running.get("/api/v1/stream")
        read_until(stream, b"event: board")
        stream.close()
    running.hang_up()
    level, boards = iter(range(10**6)), changing(running.house)

    def gone() -> bool:
        # A server learns that a reader has gone when it writes.
        running.house.change_board(next(boards))
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
        boards = changing(running.house)
        for _ in range(200):
            for _ in range(100):
                running.house.change_board(next(boards))
            read_until(stream, b"event: board")
        running.close()
    assert running.room.open == 0


def test_a_reader_that_hung_up_makes_room_for_the_next_one_without_a_word_being_written(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams, "TICK_S", 3600.0)
    for _ in range(PLACES):
        read_until(running.get("/api/v1/stream"), b"event: board")
    running.hang_up()
    wait_until(lambda: running.get("/api/v1/stream").status == 200)


def test_whoever_comes_while_it_closes_is_not_cut_off_within_an_answer(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The threads are given time to end; meanwhile nobody new is let in."""
    assert running.get("/api/v1/health").status == 200
    ends = running.server._server.task_dispatcher.shutdown
    tried: list[bool] = []

    def shutdown(**how: object) -> None:
        with socket.create_connection(("127.0.0.1", running.server.port), timeout=0.5) as late:
            late.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            try:
                tried.append(late.recv(1) == b"")
            except TimeoutError:
                tried.append(True)
        ends(**how)

    monkeypatch.setattr(running.server._server.task_dispatcher, "shutdown", shutdown)
    running.close()
    assert tried == [True]


def test_one_address_does_not_take_all_connections(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_connection(("127.0.0.1", running.server.port)):
        monkeypatch.setattr(channels, "ONE_ADDRESS", 3)
        # As if this computer were another one: of its own it has as many as it likes.
        monkeypatch.setattr(channels, "is_loopback", lambda _: False)
        for _ in range(2):
            assert running.get("/api/v1/health").status == 200
        with socket.create_connection(("127.0.0.1", running.server.port), timeout=20) as over:
            assert over.recv(1) == b""
        running.hang_up()
        wait_until(lambda: not refused(running))


def refused(running: Running) -> bool:
    """Say whether the server closes a new connection without an answer."""
    try:
        return running.get("/api/v1/health").status != 200
    except (http.client.RemoteDisconnected, ConnectionResetError):
        return True


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (b"GET / no protocol\r\n\r\n", 400, "BAD_REQUEST"),
        (b"POST / HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400, "BAD_REQUEST"),
        (b"GET / HTTP/1.1\r\nX: " + b"x" * 300_000 + b"\r\n\r\n", 431, "BAD_REQUEST"),
        (b"POST / HTTP/1.1\r\nContent-Length: 999999999\r\n\r\n", 413, "BODY_TOO_LARGE"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", 501, "BAD_REQUEST"),
    ],
    ids=["no request line", "no length", "headers without end", "a body without end", "an unknown coding"],
)
def test_what_cannot_be_read_is_refused_in_our_own_words(
    running: Running, sent: bytes, status: int, code: str
) -> None:
    line, rest = sent.split(b"\r\n", 1)
    for language in ("en", "de"):
        with socket.create_connection(("127.0.0.1", running.server.port), timeout=20) as raw:
            raw.sendall(line + b"\r\nAccept-Language: " + language.encode() + b"\r\n" + rest)
            answer = http.client.HTTPResponse(raw)
            answer.begin()
            told = json.loads(answer.read())
        assert (answer.status, told["status"], told["code"]) == (status, status, code)
        assert answer.headers["Content-Type"] == "application/problem+json"
        for name, value in GUARDING_HEADERS.items():
            assert answer.headers[name] == value
        assert answer.headers["Server"] is None
        assert "waitress" not in str(answer.headers) + str(told)
        # Where the headers were not read, nobody knows the language, and the host's is taken.
        known = "en" if status == 431 else language
        assert told["detail"] in {sentence(one, known) for one in REFUSALS}


def test_a_body_far_over_the_limit_is_refused(running: Running) -> None:
    answer = running.ask("POST", "/api/v1/sessions", b" " * 200_000, {"Content-Type": "application/json"})
    assert answer.status == 413
    assert json.loads(answer.read())["code"] == "BODY_TOO_LARGE"


def test_a_chunked_body_is_limited_too(running: Running) -> None:
    pieces = iter([b" " * 50_000] * 4)
    headers = {"Content-Type": "application/json", "Transfer-Encoding": "chunked"}
    assert running.ask("POST", "/api/v1/sessions", pieces, headers, encode_chunked=True).status == 413
