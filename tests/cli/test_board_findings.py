"""What the doctor finds and how boards' lines are told, part by part."""

from __future__ import annotations

import string
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
from feldlicht.cli.board_look import EXIT_CODES, Seen
from feldlicht.cli.board_words import HIDDEN, Reader, clean
from feldlicht.link.greeting import Greeting
from feldlicht.link.messages import Hello, Snapshot, encode_message
from feldlicht.link.port import FoundPort
from feldlicht.runtime.advice import Finding, judge, version_of
from feldlicht.runtime.firmware import firmware_version
from feldlicht.texts import LANGUAGES, text
from feldlicht.texts.catalogue import placeholders, texts

PORT = FoundPort("/dev/ttyACM0", "E660", "Board")


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
        (Hello(7), Finding.PROTOCOL),
    ],
)
def test_a_hello_says_how_its_board_fits(said: Hello, finding: Finding) -> None:
    assert judge(said) is finding
    assert Seen(PORT, Greeting(said)).finding is finding


@pytest.mark.parametrize(
    ("reason", "finding"),
    [
        (Reason.PORT_FORBIDDEN, Finding.FORBIDDEN),
        (Reason.PORT_BUSY, Finding.BUSY),
        (Reason.PORT_HELD, Finding.BUSY),
        (Reason.PORT_MISSING, Finding.GONE),
    ],
)
def test_a_port_that_cannot_be_opened_says_why(reason: Reason, finding: Finding) -> None:
    assert Seen(PORT, refusal=Refusal.of(reason, port=PORT.path)).finding is finding


def test_exit_codes_tell_findings_apart_and_0_is_a_board_that_works() -> None:
    wrong = [code for finding, code in EXIT_CODES.items() if code]
    assert len(set(wrong)) == len(wrong) == len(Finding) - 3
    assert EXIT_CODES.keys() == set(Finding)
    assert min(wrong) > 2


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("finding", Finding)
def test_every_finding_has_its_sentence(finding: Finding, language: str) -> None:
    names = placeholders(texts(language)[f"board.doctor.{finding}"])
    assert text(f"board.doctor.{finding}", language, **dict.fromkeys(names, "x"))


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
    assert [one.finding for one in found] == [Finding.NO_BOARD, Finding.MODEM_MANAGER]
    assert show(found[1:], False, "en") == EXIT_CODES[Finding.MODEM_MANAGER]
    assert "--udev-rule" in capsys.readouterr().out
    (tmp_path / "rules" / UDEV_RULE).write_text(udev_rule(), encoding="utf-8")
    assert [one.finding for one in examine([], system)] == [Finding.NO_BOARD]


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
        (Finding.BOOT_LOADER, "2e8a:0003"),
        (Finding.OTHER_DEVICE, "2e8a:000c"),
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
