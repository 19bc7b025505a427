"""`feldlicht keys`: a sentence, exit code 0, and what it says is done; `--lan` opens the house and says how."""

from __future__ import annotations

import json
import re
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from feldlicht.cli.commands import WRONG_USE, run
from feldlicht.runtime.keys import KEYS_NAME, TOKEN_NAME
from tests.support.host import PATIENCE_S, Host

NAME = "table.localhost"


def kept(data: Path) -> int:
    return len(json.loads((data / KEYS_NAME).read_text())["keys"])


def test_keys_are_rotated_and_forgotten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tmp_path.joinpath("x").mkdir()
    data = tmp_path / "x"
    assert run(["keys", "rotate", "--data", str(data)]) == 0
    assert "Cookies are signed with a new key from now on" in capsys.readouterr().out
    assert kept(data) == 2
    assert run(["keys", "forget", "--data", str(data)]) == 0
    assert "Only cookies signed with the newest key are good now" in capsys.readouterr().out
    assert kept(data) == 1


def test_a_folder_that_is_not_there_is_said_in_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["keys", "rotate", "--data", str(tmp_path / "none")]) == WRONG_USE
    assert "Traceback" not in capsys.readouterr().err


def ask(house: Host, path: str, body: object = None, **headers: str) -> tuple[int, dict[str, object]]:
    """One request of someone who is not at the computer: by the name that the house was given."""
    port = house.address.rstrip("/").rpartition(":")[2]
    request = urllib.request.Request(
        f"{house.address}api/v1{path}",
        data=None if body is None else json.dumps(body).encode(),
        headers={"Content-Type": "application/json", "Host": f"{NAME}:{port}"} | headers,
    )
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE_S) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.load(error)


def test_lan_opens_the_house_prints_the_link_once_and_keeps_it_out_of_the_log(tmp_path: Path) -> None:
    with Host(tmp_path, "--lan", FELDLICHT_NAMES=NAME, FELDLICHT_ADDRESS=NAME) as house:
        told = "".join(house.output)
        link = re.search(rf"http://{NAME}:\d+/gm#(\S+)", told)
        assert link is not None, told
        assert ask(house, "/me")[1]["right"] == "viewer"
        assert ask(house, "/gm/claim", {"secret": link[1]})[0] == 200
        assert ask(house, "/gm/claim", {"secret": link[1]})[0] == 403
        token = (tmp_path / TOKEN_NAME).read_text().strip()
        assert ask(house, "/me", Authorization=f"Bearer {token}")[1]["right"] == "owner"
        assert house.get("/me")["right"] == "owner"
        assert ask(house, "/me", Host="evil.test")[1]["code"] == "UNKNOWN_HOST"
    for file in tmp_path.rglob("*"):
        if file.is_file():
            assert link[1].encode() not in file.read_bytes(), file.name


@pytest.mark.prove
def test_a_robot_at_the_pin_of_a_real_house_is_stopped_and_a_restart_does_not_help_it(tmp_path: Path) -> None:
    settings = {"FELDLICHT_NAMES": NAME, "FELDLICHT_ADDRESS": NAME}
    with Host(tmp_path, "--lan", **settings) as house:
        house.post("/gm/pin", {"pin": "7777"})
        answers = [ask(house, "/gm/login", {"pin": f"{number:04}"}) for number in range(8)]
        assert [status for status, _ in answers] == [403] * 5 + [429] * 3
        house.kill()
    with Host(tmp_path, "--lan", **settings) as house:
        status, refused = ask(house, "/gm/login", {"pin": "7777"})
        assert (status, refused["code"]) == (429, "TOO_MANY_TRIES")
        assert house.get("/gm/tries")["total"] == 5


def test_without_lan_only_this_computer_is_listened_to(tmp_path: Path) -> None:
    with Host(tmp_path, FELDLICHT_NAMES=NAME) as house:
        assert "gm#" not in "".join(house.output)
        assert ask(house, "/me")[1]["code"] == "UNKNOWN_HOST"
        port = int(house.address.rstrip("/").rpartition(":")[2])
        with socket.socket() as other:
            # The port is free on every other address of this computer: nothing listens there.
            other.bind(("127.0.0.2", port))
