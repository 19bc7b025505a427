"""What the doctor finds and how boards' lines are told, part by part."""

from __future__ import annotations

import string
from enum import StrEnum
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.board.layout import FINGERPRINTS
from feldlicht.cli.board_doctor import MODEM_SERVICE, UDEV_RULE, System, examine, show, udev_rule
from feldlicht.cli.board_findings import EXIT_CODES, GRAVEST_FIRST, Obstacle
from feldlicht.cli.board_look import Seen
from feldlicht.cli.board_words import HIDDEN, Reader, clean
from feldlicht.link.greeting import Greeting
from feldlicht.link.messages import PROTOCOL, Hello, Snapshot, State, encode_message
from feldlicht.link.port import FoundPort
from feldlicht.runtime.advice import Finding, Holder, advise, judge, version_of
from feldlicht.runtime.firmware import firmware_version
from feldlicht.texts import LANGUAGES, text
from feldlicht.texts.catalogue import placeholders, texts

PORT = FoundPort("/dev/ttyACM0", "E660", "Board")
ALL: tuple[StrEnum, ...] = (*Obstacle, *Finding)
AT_PORTS = (Obstacle.FORBIDDEN, Obstacle.BUSY, Obstacle.GONE, Obstacle.SILENT, Obstacle.PROMPT)


def hello(**other: object) -> Hello:
    facts: dict[str, object] = {
        "protocol": 1,
        "firmware": firmware_version(),
        "micropython": "1.29.0",
        "board_id": "51b0",
        "layout": FINGERPRINTS[0],
        "machine": "rp2",
    }
    return Hello(**(facts | other))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("said", "finding"),
    [
        (hello(), Finding.FINE),
        (hello(layout=FINGERPRINTS[-1]), Finding.FINE),
        (hello(micropython="1.29.0-preview"), Finding.FINE),
        (hello(micropython="1.28.1"), Finding.NEWER_MICROPYTHON),
        (hello(micropython="1.23.0"), Finding.OLD_MICROPYTHON),
        (hello(firmware="0.0.9"), Finding.FIRMWARE),
        (hello(layout="00000000"), Finding.LAYOUT),
        (hello(layout="00000000", firmware="99.0.0"), Finding.HOST_OLDER),
        (Hello(PROTOCOL - 1), Finding.PROTOCOL),
        (Hello(PROTOCOL + 1), Finding.HOST_OLDER),
    ],
)
def test_a_hello_says_how_its_board_fits(said: Hello, finding: Finding) -> None:
    assert judge(said) is finding
    assert Seen(PORT, Greeting(said)).finding is finding


@pytest.mark.parametrize(
    ("reason", "finding"),
    [
        (Reason.PORT_FORBIDDEN, Obstacle.FORBIDDEN),
        (Reason.PORT_BUSY, Obstacle.BUSY),
        (Reason.PORT_HELD, Obstacle.BUSY),
        (Reason.PORT_MISSING, Obstacle.GONE),
    ],
)
def test_a_port_that_cannot_be_opened_says_why(reason: Reason, finding: Obstacle) -> None:
    assert Seen(PORT, refusal=Refusal.of(reason, port=PORT.path)).finding is finding


def test_exit_codes_tell_findings_apart_and_0_is_a_board_that_works() -> None:
    wrong = [code for finding, code in EXIT_CODES.items() if code]
    assert (
        len(set(wrong))
        == len(wrong)
        == len(ALL) - len([Finding.SUPPLY, Finding.UNKEPT, Finding.NEWER_MICROPYTHON, Finding.FINE])
    )
    assert set(GRAVEST_FIRST) == set(ALL)
    assert min(wrong) > 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("finding", ALL)
def test_every_finding_has_its_sentence(finding: StrEnum, language: str) -> None:
    names = placeholders(texts(language)[f"board.doctor.{finding}"])
    assert text(f"board.doctor.{finding}", language, **dict.fromkeys(names, "x"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("finding", [*Finding, *AT_PORTS])
def test_the_list_has_a_word_for_however_a_board_may_stand(finding: StrEnum, language: str) -> None:
    assert text(f"board.list.{finding}", language)


def needs_the_port(command: str) -> bool:
    return command.startswith("feldlicht board")


@pytest.mark.parametrize("holder", [Holder.HOUSE, Holder.SIMULATOR])
@pytest.mark.parametrize("said", [hello(safe=True), hello(firmware="0.0.9"), hello(layout="00000000"), Hello(0)])
def test_a_command_that_a_running_feldlicht_is_in_the_way_of_says_to_end_it_first(
    said: Hello, holder: Holder
) -> None:
    trouble = State(200, 0, 0, 100, False, 100_000, sensors="chain:12")
    for one in advise(said, trouble, PORT.path, holder):
        assert ("End Feldlicht" in one.said("en")) == needs_the_port(one.command) or one.command == "feldlicht play"
        assert not (holder is Holder.SIMULATOR and needs_the_port(one.command))
        assert one.command or one.finding is Finding.WIRING
    assert not any("End Feldlicht" in one.said("en") for one in advise(said, trouble, PORT.path))


@pytest.mark.parametrize("said", [hello(layout="00000000", firmware="99.0.0"), Hello(PROTOCOL + 1)])
def test_a_board_with_a_newer_firmware_is_never_told_to_take_the_older_one(said: Hello) -> None:
    for holder in (Holder.NOBODY, Holder.HOUSE):
        assert not any("board update" in one.command for one in advise(said, None, PORT.path, holder))


def machine(folder: Path, *programs: str) -> System:
    """A computer's own files: processes of these names, no USB device, no rules."""
    for number, name in enumerate(programs, 100):
        process = folder / "proc" / str(number)
        process.mkdir(parents=True)
        (process / "cmdline").write_bytes(f"/usr/sbin/{name}\0--flag\0".encode())
    (folder / "rules").mkdir()
    return System(folder / "proc", folder / "usb", (folder / "rules", folder / "none"))


def test_w04_the_modem_service_is_named_with_the_rule_that_keeps_it_off(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    system = machine(tmp_path, "systemd", MODEM_SERVICE)
    found = examine([], system)
    assert [one.finding for one in found] == [Obstacle.NO_BOARD, Obstacle.MODEM_MANAGER]
    assert show(found[1:], False, "en") == EXIT_CODES[Obstacle.MODEM_MANAGER]
    assert "--udev-rule" in capsys.readouterr().out
    (tmp_path / "rules" / UDEV_RULE).write_text(udev_rule(), encoding="utf-8")
    assert [one.finding for one in examine([], system)] == [Obstacle.NO_BOARD]


def test_a_chip_in_its_boot_loader_waits_for_micropython_and_a_board_is_no_finding(tmp_path: Path) -> None:
    system = machine(tmp_path)
    for name, vendor, product, maker in (
        ("1-1", "2e8a", "0003", "Raspberry Pi"),
        ("1-2", "2e8a", "000c", "Raspberry Pi"),
        ("1-3", "2e8a", "0005", "MicroPython"),
        ("1-4", "2e8a", "1234", "MicroPython"),
        ("usb1", "1d6b", "0002", "Linux"),
    ):
        device = system.usb / name
        device.mkdir(parents=True)
        for file, value in (("idVendor", vendor), ("idProduct", product), ("manufacturer", maker)):
            (device / file).write_text(value + "\n", encoding="utf-8")
    found = examine([], system)
    assert [(one.finding, dict(one.facts)["device"]) for one in found] == [
        (Obstacle.BOOT_LOADER, "2e8a:0003"),
        (Obstacle.OTHER_DEVICE, "2e8a:000c"),
    ]
    assert all(one.command for one in found)


@given(st.text())
def test_any_text_is_some_version(said: str) -> None:
    assert all(number >= 0 for number in version_of(said))


poles = st.dictionaries(st.integers(0, 143).map(Cell), st.sampled_from(Pole), max_size=6)


@given(st.lists(poles, min_size=1, max_size=5))
def test_the_monitor_tells_every_change_of_a_cell_once(tables: list[dict[Cell, Pole]]) -> None:
    reader = Reader("en")
    before: dict[Cell, Pole] = {}
    for number, table in enumerate(tables):
        line = encode_message(number, Snapshot(number, 1000 * number, Occupancy.of(table)))
        said = reader.say(line.rstrip(b"\n"))
        changed = sum(before.get(which) != table.get(which) for which in before.keys() | table.keys())
        if changed:
            assert said is not None
            assert said.count(",") == changed - 1
        else:
            assert (said is None) is (number > 0)
        before = table


@given(st.lists(st.binary(max_size=80) | st.sampled_from([b"Traceback:", b"\x1b[2J", b"S 1 2 3 0000"]), max_size=6))
def test_whatever_a_board_sends_the_terminal_stays_as_it_is(lines: list[bytes]) -> None:
    for language in LANGUAGES:
        reader = Reader(language)
        for line in lines:
            said = reader.say(line)
            assert said is None or said.isprintable()
            assert clean(line).isprintable()


words = st.text(string.ascii_letters + string.digits + "-+/", min_size=8, max_size=20)


@given(
    words,
    st.sampled_from(["password", "WIFI_PASSWORD", "psk", "token", "api_key", "PIN", "Passwort"]),
    st.sampled_from(["=", ": ", " = "]),
)
def test_what_looks_like_a_secret_is_not_shown(secret: str, name: str, between: str) -> None:
    said = Reader("en").say(f"connecting, {name}{between}{secret}".encode())
    # Word for word: a secret may well be a piece of what else the line says.
    assert said == f"text: connecting, {name}{between}{HIDDEN}"
