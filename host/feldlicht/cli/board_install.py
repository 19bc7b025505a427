"""``feldlicht board install`` and ``update``: the firmware that this host ships, onto boards, with progress."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import click

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.layout import LAYOUT, LAYOUTS
from feldlicht.cli.board_findings import Obstacle
from feldlicht.cli.board_look import Seen, look_at
from feldlicht.link.holders import held_by, holders
from feldlicht.link.install import ADVISED, Stage, Step, install
from feldlicht.link.messages import Hello
from feldlicht.link.port import FoundPort, find_ports
from feldlicht.runtime.firmware import firmware_files, firmware_version
from feldlicht.texts import text

HELLO_S = 30.0
"""How long a board may take from its reset to its hello, over which it leaves USB and comes back."""
REST_S = 0.2


def bring(port: FoundPort, language: str, yes: bool, driver: str | None = None) -> None:
    """Bring the firmware onto the board at ``port`` and wait for its hello.

    ``driver`` says how its sensors are read; without it that stays as it is.

    Raises ``Refused``: as :func:`feldlicht.link.install.install`, as opening the port, and ``NOT_STARTED``.
    """
    for holder in holders(port.path):
        raise Refused(held_by(port.path, holder))
    seen = look_at(port)
    if seen.refusal is not None:
        raise Refused(seen.refusal)
    chosen = driver or _driver_of(seen.hello)
    files = firmware_files(chosen)
    with _shown(language) as report:
        done = install(port.path, files, report, lambda: yes or _may_replace(port.path, language))
    hello = _wait_for_hello(port)
    version = firmware_version()
    key = "board.install.done" if done.changed else "board.install.same"
    click.echo(text(key, language, board=hello.board_id, firmware=hello.firmware, count=len(done.copied)))
    if hello.firmware != version or hello.layout != LAYOUTS[chosen].fingerprint:
        raise Refused(Refusal.of(Reason.NOT_STARTED, port=port.path))
    if not done.advised:
        found, advised = (".".join(map(str, numbers)) for numbers in (done.micropython, ADVISED[:2]))
        click.echo(text("board.install.advised", language, found=found, advised=advised))


def _driver_of(hello: Hello | None) -> str:
    """Return how the sensors of a board are read, as its firmware says it; the usual way where none says so."""
    layout = hello.layout if hello is not None else ""
    return next((name for name, one in LAYOUTS.items() if one.fingerprint == layout), LAYOUT.driver)


def _may_replace(path: str, language: str) -> bool:
    return sys.stdin.isatty() and click.confirm(text("board.install.replace", language, port=path))


def _wait_for_hello(port: FoundPort) -> Hello:
    """Wait for the board, which may come back under another path.

    Raises ``Refused``: ``NOT_STARTED``, ``PORT_HELD``.
    """
    deadline = time.monotonic() + HELLO_S
    while True:
        seen = look_at(_now(port))
        if seen.hello is not None:
            return seen.hello
        if time.monotonic() >= deadline or seen.finding is Obstacle.PROMPT:
            raise Refused(_why(seen, port))
        time.sleep(REST_S)


def _why(seen: Seen, port: FoundPort) -> Refusal:
    if seen.refusal is not None and seen.finding is Obstacle.BUSY:
        return seen.refusal
    return Refusal.of(Reason.NOT_STARTED, port=port.path)


def _now(port: FoundPort) -> FoundPort:
    if not port.serial_number:
        return port
    return next((one for one in find_ports() if one.serial_number == port.serial_number), port)


@contextmanager
def _shown(language: str) -> Iterator[Callable[[Step], None]]:
    """Show steps: a bar on a terminal, a line a stage elsewhere."""
    if sys.stdout.isatty():
        from rich.progress import BarColumn, DownloadColumn, Progress, TextColumn

        with Progress(TextColumn("{task.description}"), BarColumn(), DownloadColumn(), transient=True) as bar:
            task = bar.add_task("", total=None)

            def move(step: Step) -> None:
                total = step.total or None
                bar.update(task, description=_words(step, language), completed=step.done, total=total)

            yield move
        return
    last = ""

    def say(step: Step) -> None:
        nonlocal last
        words = _words(step, language)
        if words != last:
            last = words
            click.echo(words)

    yield say


def _words(step: Step, language: str) -> str:
    if step.stage is Stage.COPYING:
        return text("board.install.copying", language, file=step.file)
    return text(f"board.install.{step.stage}", language)
