"""Host and firmware in one step: `feldlicht update` in an environment of its own, with a board at hand."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from feldlicht.board.layout import LAYOUT
from feldlicht.link.greeting import greet
from feldlicht.link.link import monotonic_ms
from feldlicht.link.port import open_port
from feldlicht.runtime.data_folder import DataFolder
from feldlicht.runtime.firmware import firmware_files, firmware_folder, firmware_version
from feldlicht.sim.board import SimulatedBoard
from feldlicht.store.store import Store
from feldlicht.version import VERSION

pytestmark = pytest.mark.prove

ROOT = Path(__file__).parents[2]
NEW, NEW_FIRMWARE = "7.8.9", "7.8.10"
IGNORED = shutil.ignore_patterns(".venv", ".git", "typings", "build", ".*_cache", ".hypothesis")
MISSING = "feldlicht-needs-this-and-it-is-not-there"
LIMIT_S = 600


def run(command: list[str], **more: str) -> subprocess.CompletedProcess[str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("FELDLICHT_", "PYTHONPATH"))}
    return subprocess.run(
        command,
        env={**kept, "LC_ALL": "C.UTF-8", **more},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )


Change = tuple[str, str, str]
"""A file of the wheel, and what stands there in the other in place of what; all of it for an empty text."""
VERSIONS: tuple[Change, ...] = (
    (".dist-info/METADATA", f"Version: {VERSION}", f"Version: {NEW}"),
    ("_firmware/version.py", f'"{firmware_version()}"', f'"{NEW_FIRMWARE}"'),
)
OTHERS: dict[str, tuple[Change, ...]] = {
    "newer": (),
    "needing what there is not": (
        (".dist-info/METADATA", "Requires-Dist: ", f"Requires-Dist: {MISSING}\nRequires-Dist: "),
    ),
    "not starting": (("/cli/commands.py", "", "raise SystemExit('it does not start')\n"),),
    "not updating": (("/cli/board_install.py", "", "raise SystemExit('it does not update')\n"),),
}


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """This version as it is built, and others made of it."""
    folder = tmp_path_factory.mktemp("wheels")
    source = shutil.copytree(ROOT, folder / "source", ignore=IGNORED)
    made = run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "-w", str(folder), str(source)])
    assert made.returncode == 0, made.stderr
    (this,) = folder.glob("*.whl")
    return {"this": this, **{name: changed(this, folder / name, changes) for name, changes in OTHERS.items()}}


def changed(wheel: Path, folder: Path, changes: tuple[Change, ...]) -> Path:
    """Make a wheel of the new version, with these changes besides."""
    folder.mkdir()
    target = folder / wheel.name.replace(VERSION, NEW)
    left = [*VERSIONS, *changes]
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            for change in [one for one in left if name.endswith(one[0])]:
                left.remove(change)
                _, before, after = change
                text = content.decode("utf-8")
                assert before in text
                content = (text.replace(before, after, 1) if before else after).encode("utf-8")
            new.writestr(name.replace(f"feldlicht-{VERSION}.dist-info", f"feldlicht-{NEW}.dist-info"), content)
    assert not left
    return target


@dataclass
class Installed:
    """An installation of this version, and a board with its firmware."""

    folder: Path
    board: SimulatedBoard
    data: Path

    def feldlicht(self, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
        return run([str(self.folder / "bin" / "feldlicht"), *arguments], **more)

    def update(self, source: Path, **more: str) -> subprocess.CompletedProcess[str]:
        # Everything that it needs is there: no package server is asked.
        return self.feldlicht(
            "update",
            str(source),
            "--port",
            self.board.port,
            "--data",
            str(self.data),
            "--yes",
            PIP_NO_INDEX="1",
            **more,
        )

    def versions(self) -> tuple[str, str]:
        """That of the host, and what the board says of its firmware."""
        line = open_port(self.board.port)
        try:
            hello = greet(line, monotonic_ms).hello
        finally:
            line.close()
        assert hello is not None
        return self.feldlicht("--version").stdout.split()[-1], hello.firmware


@pytest.fixture
def installed(tmp_path: Path, wheels: dict[str, Path], request: pytest.FixtureRequest) -> Iterator[Installed]:
    own_pip = getattr(request, "param", True)
    folder = tmp_path / "venv"
    made = run([sys.executable, "-m", "venv", *([] if own_pip else ["--without-pip"]), str(folder)])
    assert made.returncode == 0, made.stderr
    (packages,) = folder.glob("lib/python*/site-packages")
    # What it needs besides is taken from where these tests run.
    (packages / "needed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python")]
    done = run([*pip, "install", "-q", "--no-index", "--no-deps", "--ignore-installed", str(wheels["this"])])
    assert done.returncode == 0, done.stderr
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path / "board", own_flash=True)
    board.start()
    for name, data in firmware_files().items():
        (board.flash / name).write_bytes(data)
    board.reboot()
    (tmp_path / "data").mkdir()
    DataFolder.take(tmp_path / "data").release()
    Store.open(tmp_path / "data").close()
    yield Installed(folder, board, tmp_path / "data")
    board.close()


@pytest.mark.parametrize("installed", [True, False], indirect=True, ids=["with pip", "with the system's pip"])
def test_a_newer_version_and_its_firmware_come_in_one_step(installed: Installed, wheels: dict[str, Path]) -> None:
    assert installed.versions() == (VERSION, firmware_version())
    done = installed.update(wheels["newer"])
    assert (done.returncode, done.stderr) == (0, ""), done.stdout
    lines = done.stdout.splitlines()
    assert lines[0].startswith(f"Feldlicht {VERSION} → {NEW}, from {wheels['newer']}")
    assert f"firmware {firmware_version()} → {NEW_FIRMWARE}" in lines[1]
    assert installed.board.board_id in lines[1]
    assert f"Matches in {installed.data}: 0; they stay." in lines
    assert "Copying version.py …" in lines
    assert lines[-1] == f"Feldlicht {NEW} is installed, and firmware {NEW_FIRMWARE} on its boards: 1."
    assert installed.versions() == (NEW, NEW_FIRMWARE)
    # Where it came from is known now, and the same again does no harm.
    again = installed.feldlicht(
        "update",
        "--port",
        installed.board.port,
        "--yes",
        PIP_NO_INDEX="1",
        FELDLICHT_LANGUAGE="de",
        FELDLICHT_DATA=str(installed.data),
    )
    assert (again.returncode, again.stderr) == (0, ""), again.stdout
    assert f"hatte Firmware {NEW_FIRMWARE} schon; kopierte Dateien: 0." in again.stdout


def test_what_cannot_be_installed_leaves_host_and_board_as_they_were(
    installed: Installed, wheels: dict[str, Path]
) -> None:
    failed = installed.update(wheels["needing what there is not"])
    assert failed.returncode == 2
    (said,) = failed.stderr.splitlines()
    assert MISSING in said
    assert said.endswith(f"Feldlicht {VERSION}, its boards and its matches are as before.")
    assert installed.versions() == (VERSION, firmware_version())


def test_a_board_that_another_program_has_is_left_alone_and_said_so(
    installed: Installed, wheels: dict[str, Path]
) -> None:
    line = open_port(installed.board.port)
    try:
        done = installed.update(wheels["newer"])
    finally:
        line.close()
    assert done.returncode == 0, done.stderr
    assert "stays as it is: busy." in done.stdout
    assert done.stdout.splitlines()[-1] == f"Feldlicht {NEW} is installed."
    assert installed.versions() == (NEW, firmware_version())


def test_nothing_happens_while_a_feldlicht_runs_on_the_data_folder(
    installed: Installed, wheels: dict[str, Path]
) -> None:
    held = DataFolder.take(installed.data)
    try:
        refused = installed.update(wheels["newer"])
    finally:
        held.release()
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == f"A Feldlicht is running on {installed.data}. End it, then repeat.\n"
    assert installed.versions() == (VERSION, firmware_version())


def test_a_board_that_could_not_be_brought_along_is_named(installed: Installed, wheels: dict[str, Path]) -> None:
    done = installed.update(wheels["not updating"])
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == (
        f"Feldlicht {NEW} is installed, but not the firmware of {installed.board.board_id}; "
        "`feldlicht board update` repeats that."
    )
    assert installed.versions() == (NEW, firmware_version())


def test_a_new_version_that_does_not_start_touches_no_board(installed: Installed, wheels: dict[str, Path]) -> None:
    done = installed.update(wheels["not starting"])
    assert done.returncode == 2
    (said,) = done.stderr.splitlines()
    assert "does not start (it does not start). Boards and matches are as before" in said
    line = open_port(installed.board.port)
    hello = greet(line, monotonic_ms).hello
    line.close()
    assert hello is not None
    assert hello.firmware == firmware_version()
