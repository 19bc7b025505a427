"""Bringing the firmware onto a board, so that it starts whatever happens on the way.

Changed files are written beside the old ones and compared on the board; only when all are whole do they take their
places. Until then the board starts with what it had; from then on it finishes by itself, also after a power cut.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.link.raw_prompt import NEW, READY, RawPrompt, digests

OLDEST = (1, 24, 0)
"""The firmware needs at least this MicroPython."""
ADVISED = (1, 29, 0)
MAIN = "main.py"
OURS = frozenset({"app.py", "layout_generated.py", "version.py"})
"""A board whose ``main.py`` stands beside these has our program."""
_TRIES = 2


class Stage(StrEnum):
    """What an installation is doing."""

    STOPPING = "stopping"
    COMPARING = "comparing"
    COPYING = "copying"
    EXCHANGING = "exchanging"


@dataclass(frozen=True, slots=True)
class Step:
    """How far it is: ``done`` of ``total`` bytes are copied; ``file`` is the one that is copied just now."""

    stage: Stage
    file: str = ""
    done: int = 0
    total: int = 0


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done, by names of files."""

    copy: tuple[str, ...]
    """To be written beside the old ones."""
    waiting: tuple[str, ...]
    """New ones that an earlier installation, cut off, has already brought."""
    stale: tuple[str, ...]
    """New files that nobody wants any more (with their ending)."""
    foreign: bool
    """Whether the board has a program that is not ours."""

    @property
    def exchange(self) -> tuple[str, ...]:
        """All that take their places, ``main.py`` last: without it a board stays at the prompt."""
        return tuple(sorted((*self.copy, *self.waiting), key=lambda name: (name == MAIN, name)))


@dataclass(frozen=True, slots=True)
class Installed:
    """What was done: the files that changed and those that had to travel for it; the board's MicroPython."""

    changed: tuple[str, ...]
    copied: tuple[str, ...]
    micropython: tuple[int, int, int]

    @property
    def advised(self) -> bool:
        """Whether the board's MicroPython is as new as we advise."""
        return self.micropython >= ADVISED


def plan(shipped: Mapping[str, str], on_board: Mapping[str, str]) -> Plan:
    """Compare the SHA-256 of what we ship with those of the board's files, new ones included. Pure."""
    changed = [name for name, digest in sorted(shipped.items()) if on_board.get(name) != digest]
    waiting = [name for name in changed if on_board.get(name + NEW) == shipped[name]]
    return Plan(
        copy=tuple(name for name in changed if name not in waiting),
        waiting=tuple(waiting),
        stale=tuple(
            name for name in sorted(on_board) if name.endswith(NEW) and name.removesuffix(NEW) not in waiting
        ),
        foreign=MAIN in on_board and not on_board.keys() >= OURS,
    )


def check_interpreter(name: str, version: tuple[int, int, int]) -> None:
    """Raise ``Refused`` (``OLD_MICROPYTHON``) if the firmware does not run on it."""
    if name != "micropython" or version < OLDEST:
        found = f"{'MicroPython' if name == 'micropython' else name} {'.'.join(map(str, version))}"
        needed = ".".join(map(str, OLDEST[:2]))
        raise Refused(Refusal.of(Reason.OLD_MICROPYTHON, found=found, needed=needed))


def install(
    path: str,
    files: Mapping[str, bytes],
    report: Callable[[Step], None],
    may_replace: Callable[[], bool],
) -> Installed:
    """Bring ``files`` (by name) onto the board at ``path`` and reset it.

    ``report`` hears of every step; ``may_replace`` is asked if another program would be replaced. Raises ``Refused``:
    ``PORT_BUSY``, ``NO_PROMPT``, ``OLD_MICROPYTHON``, ``FOREIGN_PROGRAM``, ``BOARD_CUT``, ``FLASH_FULL``,
    ``FLASH_TROUBLE``. After any of them the board starts as before, and the next call carries on.
    """
    report(Step(Stage.STOPPING))
    with RawPrompt(path) as prompt:
        report(Step(Stage.COMPARING))
        name, version = prompt.interpreter()
        check_interpreter(name, version)
        wanted = digests(files)
        todo = plan(wanted, prompt.hashes())
        if todo.foreign and todo.exchange and not may_replace():
            raise Refused(Refusal.of(Reason.FOREIGN_PROGRAM, port=path))
        # What an earlier one left behind must not be taken for ours.
        prompt.remove([READY, *todo.stale])
        _copy(prompt, path, {name: files[name] for name in todo.copy}, wanted, report)
        if todo.exchange:
            report(Step(Stage.EXCHANGING))
            prompt.exchange(todo.exchange)
    return Installed(todo.exchange, todo.copy, version)


def _copy(
    prompt: RawPrompt,
    path: str,
    files: Mapping[str, bytes],
    wanted: Mapping[str, str],
    report: Callable[[Step], None],
) -> None:
    total = sum(map(len, files.values()))
    left = dict(files)
    for _ in range(_TRIES):
        begun = total - sum(map(len, left.values()))
        for name, data in left.items():
            tell = partial(_tell, report, name, begun, total)
            tell(0)
            prompt.write_new(name, data, tell)
            begun += len(data)
        there = prompt.hashes() if left else {}
        left = {name: data for name, data in left.items() if there.get(name + NEW) != wanted[name]}
        if not left:
            return
    raise Refused(Refusal.of(Reason.FLASH_TROUBLE, port=path, problem=", ".join(left)))


def _tell(report: Callable[[Step], None], name: str, begun: int, total: int, done: int) -> None:
    report(Step(Stage.COPYING, name, begun + done, total))
