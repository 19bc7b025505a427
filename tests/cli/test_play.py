"""``feldlicht play``: says where it is, serves there, ends cleanly, and refuses in one sentence."""

from __future__ import annotations

import json
import os
import pty
import signal
import socket
import sqlite3
import stat
import subprocess
import tty
import urllib.request
from contextlib import closing
from pathlib import Path

import pytest

from tests.cli.conftest import FELDLICHT, GENEROUS_S, Start, environment, run
from tests.support.host import until


def health(address: str) -> dict[str, object]:
    with urllib.request.urlopen(f"{address}api/v1/health", timeout=20) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def post(address: str, body: object) -> dict[str, object]:
    sent = urllib.request.Request(address, json.dumps(body).encode(), {"Content-Type": "application/json"})
    with urllib.request.urlopen(sent, timeout=GENEROUS_S) as answer:
        found: dict[str, object] = json.load(answer)
    return found


def wait_live(address: str) -> None:
    """Wait until the simulated board answers."""
    until(lambda: board_state(address) == "live", "the board to be live")


def board_state(address: str) -> object:
    board = health(address)["board"]
    return board["state"] if isinstance(board, dict) else None


def is_one_sentence(said: str) -> bool:
    """One line, no trace of the program's inside."""
    return said.count("\n") == 1 and said.endswith(".\n") and "Traceback" not in said and "Error" not in said


# ------------------------------------------------------------------ playing


def test_the_first_address_printed_is_the_pages_and_answers(start: Start, tmp_path: Path) -> None:
    playing = start()
    assert health(playing.address)["status"] == "ok"
    with urllib.request.urlopen(playing.address, timeout=20) as page:
        assert page.headers.get_content_type() == "text/html"
    playing.wait_for("Data folder", str(tmp_path / "data0"))
    playing.wait_for("Board", "simulated", "live")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_asked_to_end_it_says_goodbye_to_streams_and_ends_with_0(start: Start, number: signal.Signals) -> None:
    playing = start()
    with urllib.request.urlopen(f"{playing.address}api/v1/stream?session=current", timeout=20) as stream:
        assert stream.readline()
        assert playing.end(number) == 0
        assert b"event: bye" in stream.read()
    assert "Traceback" not in playing.text
    assert playing.lines[-1].startswith("Ended")


def test_asked_to_end_while_it_still_begins_it_ends_with_0(start: Start) -> None:
    playing = start()
    playing.wait_for("Feldlicht")
    assert playing.end(signal.SIGINT) == 0
    assert "Traceback" not in playing.text


def test_a_closed_terminal_ends_it_cleanly_however_often_it_says_so(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [*FELDLICHT, "play", "--http-port", "0", "--data", str(tmp_path)],
        env=environment(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    said = b""
    while b"live" not in said:
        said += os.read(ours, 4096)
    os.close(ours)
    # The kernel tells the terminal's session, and a shell its jobs.
    for _ in range(3):
        process.send_signal(signal.SIGHUP)
    assert process.wait(GENEROUS_S) == 0
    assert list(tmp_path.glob("crash-*")) == []


def test_under_nohup_it_plays_on(start: Start) -> None:
    playing = start(before=("nohup",))
    address = playing.address
    playing.process.send_signal(signal.SIGHUP)
    assert health(address)["status"] == "ok"
    assert playing.end() == 0


def test_the_data_folder_is_its_owners_alone(start: Start, tmp_path: Path) -> None:
    start().wait_for("Data folder")
    assert stat.S_IMODE((tmp_path / "data0").stat().st_mode) == 0o700


def test_in_a_folder_that_is_open_to_others_every_file_is_its_owners_alone(start: Start, tmp_path: Path) -> None:
    """Whoever made the folder, and what lay there before: database, log, journal, keys, the board's flash."""
    folder = tmp_path / "data0"
    before = ("feldlicht.log", "feldlicht.log.1", "feldlicht.sqlite3.before-v0001", "crash-20260101-000000.txt")
    for name in (*before, "journals/old.jsonl", "sim/flash/old.json", "of-somebody-else.txt"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True, mode=0o755)
        (folder / name).write_text("{}")
        (folder / name).chmod(0o644)
    for lax in (folder, folder / "journals", folder / "sim", folder / "sim" / "flash"):
        lax.chmod(0o755)
    playing = start()
    wait_live(playing.address)
    match = post(f"{playing.address}api/v1/sessions", {"game": "master_move", "formation": "counting"})
    post(f"{playing.address}api/v1/boards/default/sim/magnets", {"set": {"E1": "N"}})

    found = {str(one.relative_to(folder)): stat.S_IMODE(one.stat().st_mode) for one in folder.rglob("*")}
    made = {"feldlicht.sqlite3", "feldlicht.sqlite3-wal", "feldlicht.sqlite3-shm", "keys.json", "token", "instance"}
    assert made | {"sim/magnets.json", f"journals/{match['id']}.jsonl", *before} <= found.keys()
    assert found.pop("of-somebody-else.txt") == 0o644
    assert {name: oct(mode) for name, mode in found.items() if mode & 0o077} == {}


def test_the_data_folder_may_come_from_the_environment(tmp_path: Path) -> None:
    taken = socket.create_server(("127.0.0.1", 0))
    with taken:
        port = str(taken.getsockname()[1])
        said = run("play", "--http-port", port, FELDLICHT_DATA=str(tmp_path / "elsewhere"))
    # Refused for its port, before anything was made.
    assert said.returncode == 2
    assert not (tmp_path / "elsewhere").exists()


def test_two_hosts_on_one_machine_play_side_by_side(start: Start) -> None:
    one, two = start(), start()
    assert one.address != two.address
    for playing in (one, two):
        request = urllib.request.Request(
            f"{playing.address}api/v1/sessions",
            json.dumps({"game": "master_move", "formation": "counting", "board": None}).encode(),
            {"Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=20) as made:
            name = json.load(made)["id"]
        with urllib.request.urlopen(f"{playing.address}api/v1/sessions", timeout=20) as listed:
            assert [line["id"] for line in json.load(listed)["sessions"]] == [name]


def test_it_speaks_german_when_asked(start: Start) -> None:
    playing = start("--lang", "de")
    playing.wait_for("Datenordner")
    playing.wait_for("Brett", "verbunden")
    assert playing.end() == 0
    assert playing.lines[-1].startswith("Beendet")


@pytest.mark.parametrize("variable", ["LANG", "LC_MESSAGES", "LC_ALL", "FELDLICHT_LANGUAGE"])
def test_it_speaks_the_language_of_the_terminal(start: Start, variable: str) -> None:
    german = "de" if variable == "FELDLICHT_LANGUAGE" else "de_DE.UTF-8"
    playing = start(**{"LC_ALL": "", "LC_MESSAGES": "", "LANG": "C.UTF-8", variable: german})
    playing.wait_for("Datenordner")
    assert playing.end() == 0
    assert playing.lines[-1].startswith("Beendet")


def test_what_went_wrong_before_there_was_a_log_is_in_the_log(start: Start, tmp_path: Path) -> None:
    first = start(data=tmp_path)
    order = json.dumps({"game": "master_move", "formation": "counting"}).encode()
    first.wait_for("live")
    request = urllib.request.Request(f"{first.address}api/v1/sessions", order, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request, timeout=20) as made:
        session = json.load(made)["id"]
    assert first.end() == 0
    with closing(sqlite3.connect(tmp_path / "feldlicht.sqlite3")) as database, database:
        # The game of this match is not installed any more.
        database.execute("UPDATE sessions SET header = replace(header, 'master_move', 'forgotten_game')")
    second = start(data=tmp_path)
    second.wait_for("live")
    assert second.end() == 0
    assert "Traceback" not in second.text
    assert f"session {session} cannot be resumed" in (tmp_path / "feldlicht.log").read_text(encoding="utf-8")


# ------------------------------------------------------------------ refusing


@pytest.mark.parametrize(("language", "word"), [("C.UTF-8", "taken"), ("de_DE.UTF-8", "Port")])
def test_a_taken_port_is_named_with_the_way_out(tmp_path: Path, language: str, word: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = run("play", "--http-port", port, "--data", str(tmp_path), LC_ALL=language)
    assert said.returncode == 2
    assert is_one_sentence(said.stderr)
    for part in (port, "--http-port 0", word):
        assert part in said.stderr
    assert said.stdout == ""


def test_a_data_folder_in_use_is_named_and_the_first_host_goes_on(start: Start, tmp_path: Path) -> None:
    first = start(data=tmp_path)
    address = first.address
    said = run("play", "--http-port", "0", "--data", str(tmp_path))
    assert said.returncode == 2
    assert is_one_sentence(said.stderr)
    assert str(tmp_path) in said.stderr
    assert health(address)["status"] == "ok"


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    said = run("play", "--http-port", "0", "--data", str(tmp_path / "file"))
    assert said.returncode == 2
    assert is_one_sentence(said.stderr)


def test_a_serial_port_that_is_not_there_is_named(tmp_path: Path) -> None:
    said = run("play", "--http-port", "0", "--data", str(tmp_path / "d"), "--port", "/dev/ttyNOTHING")
    assert said.returncode == 2
    assert is_one_sentence(said.stderr)
    assert "/dev/ttyNOTHING" in said.stderr


def test_a_file_that_is_no_serial_port_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    said = run("play", "--http-port", "0", "--data", str(tmp_path / "d"), "--port", str(tmp_path / "file"))
    assert said.returncode == 2
    assert is_one_sentence(said.stderr)
    assert str(tmp_path / "file") in said.stderr


def test_a_serial_port_without_permission_names_the_group(tmp_path: Path) -> None:
    port = tmp_path / "port"
    port.write_text("", encoding="utf-8")
    port.chmod(0)
    # Root may open anything, until it gives up the capability to.
    powers = "-dac_override,-dac_read_search"
    powerless = ("setpriv", f"--inh-caps={powers}", f"--bounding-set={powers}") if os.getuid() == 0 else ()
    said = run("play", "--http-port", "0", "--data", str(tmp_path / "d"), "--port", str(port), before=powerless)
    assert said.returncode == 2
    assert is_one_sentence(said.stderr)
    assert str(port) in said.stderr
    assert "dialout" in said.stderr


def test_a_serial_port_that_another_program_has_is_refused(tmp_path: Path) -> None:
    import fcntl

    ours, theirs = pty.openpty()
    try:
        tty.setraw(theirs)
        fcntl.flock(theirs, fcntl.LOCK_EX)
        said = run("play", "--http-port", "0", "--data", str(tmp_path / "d"), "--port", os.ttyname(theirs))
        assert said.returncode == 2
        assert is_one_sentence(said.stderr)
        assert os.ttyname(theirs) in said.stderr
    finally:
        os.close(ours)
        os.close(theirs)


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_a_port_that_is_no_port_is_wrong_use(port: str) -> None:
    said = run("play", "--http-port", port)
    assert said.returncode == 2
    assert "Traceback" not in said.stderr


def test_a_setting_that_means_nothing_is_named(tmp_path: Path) -> None:
    said = run("play", "--http-port", "0", "--data", str(tmp_path), FELDLICHT_SETTLE_MS="soon")
    assert said.returncode == 2
    assert is_one_sentence(said.stderr)
    assert "FELDLICHT_SETTLE_MS" in said.stderr


def test_a_start_that_failed_in_our_folder_is_in_its_log(tmp_path: Path) -> None:
    missing = str(tmp_path / "no-such-port")
    said = run("play", "--http-port", "0", "--data", str(tmp_path / "d"), "--port", missing)
    assert is_one_sentence(said.stderr)
    assert "PORT_MISSING" in (tmp_path / "d" / "feldlicht.log").read_text(encoding="utf-8")
