"""What other packages add to the house: their entry points, each loaded apart from the others.

A package that is broken is left out and named in one sentence; everything else goes on without it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import EntryPoint, entry_points

HOUSE = "feldlicht"
"""The distribution whose entry points come first: nobody takes the place of what the house itself brings."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Fault:
    """An entry point that cannot be used: which one, of which distribution, and why in a few words."""

    group: str
    name: str
    distribution: str
    cause: str

    def __str__(self) -> str:
        return f"{self.group} {self.name!r} of the package {self.distribution!r} is left out: {self.cause}"


class Unfit(Exception):
    """Raised by a check of what was loaded: it is not what the group asks for."""


@dataclass(frozen=True, slots=True)
class Added:
    """What was found in a group by name, and what could not be used."""

    found: dict[str, object]
    faults: tuple[Fault, ...]


def added(group: str, check: Callable[[str, object], None]) -> Added:
    """Load every entry point of ``group``; ``check(name, object)`` raises :class:`Unfit` for what is none.

    Each fault is logged as one sentence, with the traceback beside it for those who made the package.
    """
    found: dict[str, object] = {}
    faults: list[Fault] = []
    for one in sorted(entry_points(group=group), key=_order):
        cause = _taken(one, found) or _load(one, check, found)
        if cause:
            faults.append(Fault(group, one.name, _distribution(one), cause))
            log.error("%s", faults[-1])
    return Added(found, tuple(faults))


def _order(one: EntryPoint) -> tuple[bool, str, str]:
    return _distribution(one) != HOUSE, _distribution(one), one.name


def _distribution(one: EntryPoint) -> str:
    return one.dist.name if one.dist is not None else "?"


def _taken(one: EntryPoint, found: dict[str, object]) -> str:
    return f"there is another one called {one.name!r}" if one.name in found else ""


def _load(one: EntryPoint, check: Callable[[str, object], None], found: dict[str, object]) -> str:
    """Load one entry point into ``found``, and return why not, "" if it could be."""
    try:
        what = one.load()
        check(one.name, what)
    except Unfit as unfit:
        return str(unfit)
    except (Exception, SystemExit) as fault:
        # The border to other people's code, which may raise anything: it is named by whoever asked.
        log.debug("%s cannot be loaded", one.value, exc_info=True)
        return f"{type(fault).__name__}: {' '.join(str(fault).split())}".rstrip(": ")
    found[one.name] = what
    return ""
