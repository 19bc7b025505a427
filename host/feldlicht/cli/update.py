"""``feldlicht update``: another version of Feldlicht, and then its firmware onto the boards, in one guided step.

Once the new version is installed, this process is what is left of the old one: it loads nothing more of its own, and
the new version, started anew, brings the firmware.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import click

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.cli.board_look import Seen, look_at
from feldlicht.cli.update_source import Source
from feldlicht.link.port import FoundPort
from feldlicht.runtime.data_folder import LOCK_NAME, DataFolder
from feldlicht.store.store import FILE_NAME, Store
from feldlicht.texts import text
from feldlicht.version import VERSION

NOT_DONE = 1
_START = "from feldlicht.cli import main; main()"


def update(source: Source, ports: list[FoundPort], data: Path, yes: bool, language: str) -> int:
    """Say what will happen, ask, install ``source``, and bring its firmware onto the boards; return the exit code.

    Meanwhile no host starts on ``data``. Raises ``Refused``: ``UPDATE_WHILE_RUNNING``, ``UPDATE_NO_PIP``,
    ``UPDATE_FAILED``, after which all is as it was, and ``UPDATE_NOT_STARTED``, after which boards and matches are.
    """
    with _nobody_plays(data):
        pip = _pip()
        boards = _plan(source, [look_at(port) for port in ports], data, language)
        if not yes and not (sys.stdin.isatty() and click.confirm(text("update.ask", language))):
            click.echo(text("update.not_done", language))
            return NOT_DONE
        click.echo(text("update.installing", language, new=source.version))
        _install(pip, source)
        # From here on only the new version knows what is right.
        left = [seen for seen in boards if not _bring(seen.port, language)]
        if left:
            names = ", ".join(seen.id for seen in left)
            click.echo(text("update.some", language, new=source.version, boards=names), err=True)
            return NOT_DONE
        key = "update.done" if boards else "update.done.no_board"
        click.echo(text(key, language, new=source.version, firmware=source.firmware, count=len(boards)))
        return 0


@contextmanager
def _nobody_plays(data: Path) -> Iterator[None]:
    if not (data / LOCK_NAME).exists():
        yield
        return
    try:
        folder = DataFolder.take(data)
    except Refused as refused:
        if refused.refusal.reason is Reason.DATA_FOLDER_LOCKED:
            raise Refused(Refusal.of(Reason.UPDATE_WHILE_RUNNING, folder=data)) from refused
        raise
    try:
        yield
    finally:
        folder.release()


def _plan(source: Source, seen: list[Seen], data: Path, language: str) -> list[Seen]:
    """Say what will happen; return the boards that get the firmware: those with an earlier or later one of ours."""
    click.echo(text("update.plan", language, old=VERSION, new=source.version, source=source.path, place=sys.prefix))
    for one in seen:
        if one.hello is None:
            state = text(f"board.list.{one.finding}", language)
            click.echo(text("update.left", language, board=one.id, port=one.port.path, state=state))
            continue
        old = one.hello.firmware or "?"
        click.echo(text("update.board", language, board=one.id, port=one.port.path, old=old, new=source.firmware))
    boards = [one for one in seen if one.hello is not None]
    if not boards:
        click.echo(text("update.no_board", language))
    if (count := _matches(data)) is not None:
        click.echo(text("update.matches", language, count=count, folder=data))
    return boards


def _matches(data: Path) -> int | None:
    """Return how many matches are kept; None if there are none yet, or only a newer version can read them."""
    if not (data / FILE_NAME).exists():
        return None
    try:
        with closing(Store.open(data)) as store:
            return len(store.sessions())
    except Refused:
        return None


def _pip() -> list[str]:
    """Return how pip is run for this very environment, which need not have one of its own.

    Raises ``Refused``: ``UPDATE_NO_PIP``.
    """
    base = Path(sys.base_prefix) / ("python.exe" if os.name == "nt" else f"bin/python3.{sys.version_info.minor}")
    for_us = ["--python", sys.executable]
    candidates = [[sys.executable, "-P", "-m", "pip"], [str(base), "-P", "-m", "pip", *for_us]]
    candidates += [[found, *for_us] for name in ("pip3", "pip") if (found := shutil.which(name))]
    for candidate in candidates:
        try:
            if subprocess.run([*candidate, "--version"], capture_output=True, check=False).returncode == 0:
                return candidate
        except OSError:
            continue
    raise Refused(Refusal.of(Reason.UPDATE_NO_PIP, place=sys.prefix))


def _install(pip: list[str], source: Source) -> None:
    """Install, with whatever it needs; what fails leaves the old version there. Raises ``Refused``."""
    where = ["--editable", str(source.path)] if source.editable else [str(source.path)]
    _run([*pip, "install", "--disable-pip-version-check", "--no-input", *where], source)
    if source.is_wheel and source.version == VERSION:
        # pip takes a wheel of the same version for what is there already.
        _run([*pip, "install", "--disable-pip-version-check", "--force-reinstall", "--no-deps", *where], source)
    _run([sys.executable, "-P", "-c", _START, "--version"], source, Reason.UPDATE_NOT_STARTED)


def _run(command: list[str], source: Source, reason: Reason = Reason.UPDATE_FAILED) -> None:
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines()
        faults = [line.removeprefix("ERROR:").strip() for line in said if line.startswith("ERROR:")]
        problem = (faults or said or ["?"])[-1]
        raise Refused(Refusal.of(reason, old=VERSION, new=source.version, problem=problem))


def _bring(port: FoundPort, language: str) -> bool:
    """Have the new version bring its firmware, as it shows and says it; return whether it did."""
    command = [sys.executable, "-P", "-c", _START, "board", "update", "--port", port.path]
    environment = {**os.environ, "FELDLICHT_LANGUAGE": language}
    sys.stdout.flush()
    return subprocess.run(command, env=environment, check=False).returncode == 0
