"""What is said of a board: from what it says itself, one sentence a finding, the same wherever it is read."""

from __future__ import annotations

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from feldlicht.board.layout import FINGERPRINTS, LAYOUT
from feldlicht.config import Settings
from feldlicht.link.messages import PROTOCOL, Hello, State
from feldlicht.runtime.advice import Finding, Holder, advise, shipped
from feldlicht.runtime.firmware import firmware_folder
from feldlicht.runtime.house import House
from feldlicht.sim.board import SimulatedBoard
from feldlicht.texts import LANGUAGES
from feldlicht.web.app import create_app
from tests.support.host import until

PORT = "/dev/ttyACM0"
SOUND = Hello(PROTOCOL, shipped(), "1.29.0", "e6612", FINGERPRINTS[0], machine="rp2")
CALM = State(200, 0, 0, 100, False, 100_000, budget_ma=400)


@pytest.mark.parametrize(
    ("hello", "state", "findings"),
    [
        (SOUND, None, []),
        (SOUND, CALM, []),
        (replace(SOUND, firmware="0.0.9"), CALM, [Finding.FIRMWARE]),
        (replace(SOUND, firmware="99.0.0"), CALM, [Finding.FIRMWARE_NEWER]),
        (replace(SOUND, layout="00000000"), None, [Finding.LAYOUT]),
        (Hello(PROTOCOL - 1), None, [Finding.PROTOCOL]),
        (Hello(PROTOCOL + 1), None, [Finding.HOST_OLDER]),
        (replace(SOUND, safe=True), None, [Finding.SAFE_MODE]),
        (replace(SOUND, safe=True, firmware="0.0.9"), None, [Finding.SAFE_MODE, Finding.FIRMWARE]),
        (replace(SOUND, micropython="1.23.0"), CALM, [Finding.OLD_MICROPYTHON]),
        (replace(SOUND, micropython="1.28.1"), CALM, [Finding.NEWER_MICROPYTHON]),
        (SOUND, replace(CALM, limited=True), [Finding.SUPPLY]),
        (SOUND, replace(CALM, sensors="chain:12"), [Finding.WIRING]),
        (
            replace(SOUND, firmware="0.0.9"),
            replace(CALM, limited=True, sensors="dead:8"),
            [Finding.FIRMWARE, Finding.WIRING, Finding.SUPPLY],
        ),
    ],
)
def test_each_finding_is_named_the_gravest_first(hello: Hello, state: State | None, findings: list[Finding]) -> None:
    said = advise(hello, state, PORT)
    assert [one.finding for one in said] == findings
    for one in said:
        for language in LANGUAGES:
            assert "{" not in one.said(language) + one.command
        assert one.finding in {Finding.SUPPLY} or one.command


def test_a_board_in_order_that_has_not_kept_its_settings_is_told() -> None:
    (unkept,) = advise(SOUND, CALM, PORT, unkept=True)
    assert unkept.finding is Finding.UNKEPT
    assert PORT in unkept.said("de")


def test_versions_are_named_in_the_sentence() -> None:
    (old,) = advise(replace(SOUND, firmware="0.0.9"), None, PORT)
    assert f"firmware 0.0.9, this Feldlicht brings {shipped()}." in old.said("en")
    (micropython,) = advise(replace(SOUND, micropython="1.28.1"), None, PORT)
    assert "1.28.1" in micropython.said("en")
    assert "1.29" in micropython.said("en")


def test_a_simulated_board_is_told_nothing_of_versions_that_were_installed_with_us() -> None:
    assert advise(replace(SOUND, micropython="1.24.0"), CALM, PORT, Holder.SIMULATOR) == ()


def test_a_board_with_an_older_firmware_is_played_on_and_its_pages_say_what_helps(tmp_path: Path) -> None:
    older = shutil.copytree(firmware_folder(), tmp_path / "firmware")
    version = older / "version.py"
    version.write_text(version.read_text().replace(f'"{shipped()}"', '"0.0.9"'))
    board = SimulatedBoard(LAYOUT, older, tmp_path / "board")
    board.start()
    house = House(Settings(tmp_path / "data", http_port=0, serial_port=board.port))
    try:
        house.start()
        client = create_app(house, house.settings).test_client()
        until(lambda: client.get("/api/v1/boards/default").json["state"] == "live", "the board to be found")
        for place in ("/api/v1/boards/default", "/api/v1/boards/default/health"):
            (advice,) = client.get(place).json["advice"]
            assert (advice["finding"], advice["command"]) == (
                "firmware",
                f"feldlicht board update --port {board.port}",
            )
            assert "0.0.9" in advice["sentence"]
            # The command does nothing as long as the port is held.
            assert "End Feldlicht" in advice["sentence"]
    finally:
        house.close()
        board.close()
