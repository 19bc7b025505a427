"""``feldlicht board test``: a person with a magnet is led over the board, and hears what is wrong with it."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field

import click

from feldlicht.base.cells import RING_COUNT, STRIP_COUNT, Cell, cell, cell_name
from feldlicht.base.reasons import BadInput
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.cli.board_parts import Part
from feldlicht.cli.board_picture import Picture
from feldlicht.cli.board_probe import Probe
from feldlicht.cli.ending import StopAsked, stopping
from feldlicht.cli.keys import Keys
from feldlicht.link.port import FoundPort
from feldlicht.selftest.empty import Look, judge_empty
from feldlicht.selftest.findings import EXIT_CODES, Finding, Found, in_order
from feldlicht.selftest.lamps import judge_lamps, stages
from feldlicht.selftest.walk import Walk, Way, judge
from feldlicht.texts import text
from feldlicht.texts.findings import finding_sentence

EMPTY_S = 3.0
"""How long the empty table is looked at."""
TURN_S = 0.1
"""How long one look waits for the board before it asks the keyboard."""

ASKED = Style((Colour.DIM_WHITE,))
ANSWERED = Style((Colour.GREEN,))
MISTAKEN = Style((Colour.RED,), Pattern.BLINK, 600)


class Broken(Exception):
    """Nobody answers any more: what is left was not tested."""


@dataclass
class Report:
    """What was found so far, which cells were tested, and whether the test came to its end."""

    found: list[Found] = field(default_factory=list)
    tested: set[Cell] = field(default_factory=set)
    whole: bool = False

    def code(self) -> int:
        """Return the exit code: that of the gravest finding."""
        return EXIT_CODES[in_order(self.found)[0].finding] if self.found else 0


class Session:
    """One test of one board with one person."""

    def __init__(self, probe: Probe, language: str, quiet: bool) -> None:
        self.report = Report()
        self._probe = probe
        self._language = language
        self._keys = Keys()
        # With --json the report alone is on the standard output.
        self.quiet = quiet

    def say(self, key: str, **facts: object) -> None:
        """Tell the person something."""
        click.echo(text(f"board.test.{key}", self._language, **facts), err=self.quiet)

    def ask(self) -> str:
        """Return the line that the person types next. Raises :class:`Broken`."""
        while True:
            if (line := self._keys.line()) is not None:
                return line
            if self._keys.ended:
                raise Broken
            self._probe.look(TURN_S)

    def typed(self) -> bool:
        """Return whether the person has pressed Enter. Raises :class:`Broken` if nobody is there to do so."""
        if self._keys.line() is not None:
            return True
        if self._keys.ended:
            raise Broken
        return False

    def empty(self) -> None:
        """Look at the empty table."""
        self.say("empty")
        self.ask()
        self.say("empty.looking")
        looks: list[Look] = []
        end = time.monotonic() + EMPTY_S
        while (left := end - time.monotonic()) > 0:
            if (one := self._probe.look(left)) is not None:
                looks.append(one[0])
        survey = self._probe.survey() if self._probe.linear else None
        self.report.found += judge_empty(looks, survey, self._probe.trouble)

    def walk(self, way: Way) -> None:
        """Have a magnet walk, with each pole up where a cell has a sensor for each."""
        unbelieved = {Finding.STUCK_CELL, Finding.NOISY_CELL}
        cells = {which for one in self.report.found if one.finding in unbelieved for which in one.cells}
        ignored = sum(1 << which for which in cells)
        if any(one.finding is Finding.BROKEN_CHAIN for one in self.report.found):
            raise Broken
        self.say(f"walk.{way}")
        first = self._led(self._begun(way, ignored))
        if not self._probe.linear:
            self.say("walk.turn")
            self.ask()
            second = self._led(self._begun(way, ignored))
            if first.pole is second.pole is not None:
                self.say("walk.not_turned")
                raise Broken

    def _begun(self, way: Way, ignored: int) -> Walk:
        if way is Way.ROWS:
            return Walk.along_rows(ignored)
        return Walk.tapping(ignored=ignored) if way is Way.TAPS else Walk.free(ignored)

    def _led(self, walk: Walk) -> Walk:
        with Picture(not self.quiet) as shown:
            self._light(walk, shown)
            try:
                while not walk.over:
                    number = len(walk.done)
                    if (one := self._probe.look(TURN_S)) is not None:
                        walk = walk.sense(*one)
                    if self.typed():
                        walk = walk.skip()
                    if len(walk.done) > number and not self.quiet:
                        path, attempt = walk.paths[number], walk.done[number]
                        names = f"{cell_name(path[0])}–{cell_name(path[-1])}" if path[1:] else cell_name(path[0])
                        said = text("board.test.walk.done", self._language, path=names, count=len(attempt.answers))
                        shown.say(said)
                    self._light(walk, shown)
            finally:
                self._probe.show(Scene())
                self.report.found += judge(walk)
                self.report.tested |= {which for path in walk.paths[: len(walk.done)] for which in path}
        return walk

    def _light(self, walk: Walk, shown: Picture) -> None:
        heard = set(walk.current.cells)
        scene = dict.fromkeys(walk.path, ASKED)
        scene |= {which: ANSWERED if which in scene else MISTAKEN for which in heard}
        self._probe.show(Scene(scene))
        if not self.quiet:
            shown.show(_marks(walk))

    def lamps(self) -> None:
        """Have the person say which lamps are dark."""
        dark: set[Cell] = set()
        others: list[str] = []
        try:
            for stage in stages(self._probe.has_cells):
                self._probe.show(stage.scene)
                kind = stage.name if not stage.cells else "row"
                while True:
                    self.say(f"lamps.{kind}", row=stage.name)
                    named = self.ask().upper().replace(",", " ").split()
                    unknown = [name for name in named if not _is_lamp(name)]
                    if not unknown:
                        break
                    self.say("lamps.unknown", names=", ".join(unknown))
                dark |= {cell(name) for name in named if name not in _OTHERS}
                others += [name for name in named if name in _OTHERS]
        finally:
            self._probe.show(Scene())
            self.report.found += judge_lamps(dark, others, self._probe.layout.grid_order)


_OTHERS = {f"R{n + 1}" for n in range(RING_COUNT)} | {f"S{n + 1}" for n in range(STRIP_COUNT)}
"""Lamps under no cell: of the ring and of the strip."""


def _is_lamp(name: str) -> bool:
    try:
        cell(name)
    except BadInput:
        return name in _OTHERS
    return True


def _marks(walk: Walk) -> Mapping[Cell, str]:
    marks = dict.fromkeys(walk.path, "?")
    for path, attempt in zip(walk.paths, walk.done, strict=False):
        marks |= {which: "●" if which in attempt.cells else "×" for which in path}
    expected = set(walk.path)
    return marks | {which: "●" if which in expected else "×" for which in walk.current.cells}


def examine(port: FoundPort, parts: Collection[Part], way: Way, as_json: bool, language: str) -> int:
    """Lead a person through the test and return the exit code of the gravest finding.

    Raises ``Refused``: as opening the port, and for what keeps the board from being used.
    """
    with Probe(port) as probe:
        if Part.LAMPS not in parts:
            probe.need_cells()
        session = Session(probe, language, as_json)
        with stopping():
            try:
                if Part.EMPTY in parts and probe.has_cells:
                    session.empty()
                if Part.WALK in parts and probe.has_cells:
                    session.walk(way)
                if Part.LAMPS in parts:
                    session.lamps()
                session.report.whole = True
            except (StopAsked, Broken):
                # What was found up to here is told all the same.
                pass
        return tell(session.report, probe, as_json, language)


def tell(report: Report, probe: Probe, as_json: bool, language: str) -> int:
    found = in_order(report.found)
    if as_json:
        plain = {
            "board": probe.hello.board_id,
            "sensors": probe.layout.driver,
            "complete": report.whole,
            "tested": len(report.tested),
            "findings": [
                {
                    "finding": str(one.finding),
                    "exit_code": EXIT_CODES[one.finding],
                    "cells": [cell_name(which) for which in one.cells],
                    "names": list(one.names),
                    "sentence": finding_sentence(one, language),
                }
                for one in found
            ],
        }
        click.echo(json.dumps(plain, ensure_ascii=False, indent=2))
        return report.code()
    for one in found:
        click.echo(finding_sentence(one, language))
    if not found:
        click.echo(text("board.test.fine", language, count=len(report.tested)))
    if not report.whole:
        click.echo(text("board.test.not_whole", language))
    return report.code()
