"""``feldlicht replay``: read a hand journal again with today's reader, and say where it decides otherwise."""

from __future__ import annotations

import json
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click

from feldlicht.base.cells import cell_name
from feldlicht.base.entries import Entry, EntryKind
from feldlicht.base.hands import Flag, Guidance, Hands
from feldlicht.base.reasons import BadInput, Reason, Refused
from feldlicht.runtime import games
from feldlicht.table.messages import BoardAway, BoardHere, Input, Pressed, PressedLong, Request
from feldlicht.table.replay import (
    Failed,
    HandsRead,
    Happening,
    Judged,
    MagnetMoved,
    Opened,
    Took,
    Unreadable,
    Verdict,
    replay,
)
from feldlicht.texts import text

LONGEST_WAIT_S = 3600.0
"""A journal that was played at for days is not waited for so long at once."""
ALL_THE_SAME = 0
DIFFERS = 1


def read_again(file: Path, speed: float | None, as_json: bool, language: str) -> int:
    """Replay ``file`` and print what came of it; return the exit code: 0 if every decision is the same, else 1.

    With ``speed`` it takes its recorded time divided by that, and what hands do is printed too. Raises
    :class:`Refused` ``BAD_JOURNAL``, ``JOURNAL_NEWER``, ``JOURNAL_IN_PART``, ``UNKNOWN_GAME``, ``SESSION_FROZEN``.
    """
    happenings = _happenings(file)
    if speed is not None:
        happenings = _in_time(happenings, speed)
    if as_json:
        return _as_json(file, happenings)
    failed, verdicts = False, Counter[Verdict]()
    teller = _Teller(language, detailed=speed is not None)
    for happening in happenings:
        if isinstance(happening, Judged):
            verdicts[happening.verdict] += 1
        if isinstance(happening, Unreadable):
            click.echo(text("replay.unreadable", language, number=happening.number), err=True)
        if isinstance(happening, Failed):
            failed = True
            click.echo(text("replay.failed", language, fault=printable(happening.fault)), err=True)
        for line in teller.lines(happening):
            click.echo(line)
    click.echo(text("replay.summary", language, **{one.value: verdicts[one] for one in Verdict}))
    return DIFFERS if failed else _exit_code(verdicts)


def _happenings(file: Path) -> Iterator[Happening]:
    try:
        with file.open(encoding="utf-8", errors="replace", newline="\n") as lines:
            yield from replay(lines, games.game)
    except OSError as error:
        raise BadInput(Reason.BAD_JOURNAL, file=file, problem=error.strerror or error) from error
    except Refused as refused:
        facts = (*refused.refusal.facts, ("file", str(file)))
        raise Refused(replace(refused.refusal, facts=facts)) from refused


def _in_time(happenings: Iterator[Happening], speed: float) -> Iterator[Happening]:
    """Let as much time pass between two happenings as passed when they were recorded, divided by ``speed``."""
    began, first = time.monotonic(), None
    for happening in happenings:
        if not isinstance(happening, Unreadable):
            first = happening.at if first is None else first
            due = began + (happening.at - first) / 1000 / speed
            time.sleep(min(max(0.0, due - time.monotonic()), LONGEST_WAIT_S))
        yield happening


def _exit_code(verdicts: Counter[Verdict]) -> int:
    return ALL_THE_SAME if verdicts.total() == verdicts[Verdict.SAME] else DIFFERS


# ------------------------------------------------------------------ for programs


def _as_json(file: Path, happenings: Iterator[Happening]) -> int:
    decisions: list[Judged] = []
    unreadable: list[int] = []
    failed: str | None = None
    for happening in happenings:
        if isinstance(happening, Judged):
            decisions.append(happening)
        elif isinstance(happening, Failed):
            failed = happening.fault
        elif isinstance(happening, Unreadable):
            unreadable.append(happening.number)
    verdicts = Counter(one.verdict for one in decisions)
    report = {
        "file": str(file),
        "decisions": [
            {
                "at": one.at,
                "verdict": one.verdict.value,
                "recorded": _entry(one.recorded),
                "today": _entry(one.today),
            }
            for one in decisions
        ],
        "counts": {verdict.value: verdicts[verdict] for verdict in Verdict},
        "unreadable_lines": unreadable,
        "failed": failed,
    }
    click.echo(json.dumps(report, indent=2))
    return DIFFERS if failed is not None else _exit_code(verdicts)


def _entry(entry: Entry | None) -> dict[str, object] | None:
    if entry is None:
        return None
    return {
        "revision": entry.revision,
        "kind": entry.kind.value,
        "notation": entry.notation,
        "actor": entry.actor.value,
        "at": entry.at,
    }


# ------------------------------------------------------------------ for people


class _Teller:
    """Says what happens, each line with the minutes and seconds since the journal began.

    ``detailed``: what hands do too, not only what was decided.
    """

    def __init__(self, language: str, *, detailed: bool) -> None:
        self._language = language
        self._detailed = detailed
        self._began: int | None = None
        self._hands = Hands()

    def lines(self, happening: Happening) -> list[str]:
        """Return what there is to say."""
        if isinstance(happening, Unreadable):
            return []
        if self._began is None:
            self._began = happening.at
        minutes, ms = divmod(max(0, happening.at - self._began), 60_000)
        return [f"{minutes:02d}:{ms / 1000:06.3f}  {words}" for words in self._words(happening)]

    def _words(self, happening: Happening) -> list[str]:
        match happening:
            case Judged():
                return [self._verdict(happening)]
            case Opened(cause=cause):
                return [self._say(f"replay.opened.{cause.value}")]
            case MagnetMoved(cell=where, pole=pole) if self._detailed:
                return [self._say("replay.place" if pole is not None else "replay.lift", cell=cell_name(where))]
            case Took(what=what) if self._detailed:
                return self._input(what)
            case HandsRead(hands=hands) if self._detailed:
                before, self._hands = self._hands, hands
                return self._unsettled(before, hands)
            case _:
                return []

    def _verdict(self, judged: Judged) -> str:
        entries = {"recorded": judged.recorded, "today": judged.today}
        said = {name: self._decision(entry) for name, entry in entries.items() if entry is not None}
        return self._say(f"replay.verdict.{judged.verdict.value}", **said)

    def _decision(self, entry: Entry) -> str:
        actor = self._say(f"replay.actor.{entry.actor.value}")
        # An override is noted as the whole position, which nobody reads.
        notation = self._say("replay.override") if entry.kind is EntryKind.OVERRIDE else entry.notation
        return self._say("replay.decision", notation=notation, actor=actor)

    def _input(self, what: Input) -> list[str]:
        match what:
            case BoardHere():
                return [self._say("replay.board_here")]
            case BoardAway():
                return [self._say("replay.board_away")]
            case Pressed():
                return [self._say("replay.confirm")]
            case PressedLong():
                return [self._say("replay.take_back")]
            case Request(type=kind, text=words):
                return [self._say("replay.command", what=f"{kind.value} {words}".strip())]
            case _:
                return []

    def _unsettled(self, before: Hands, hands: Hands) -> list[str]:
        """What is asked, what is to be put right and what is wrong, as far as it is news."""
        said = []
        if hands.question is not None and hands.question != before.question:
            said.append(self._say("replay.question", count=len(hands.question.choices)))
        if hands.guidance is not None and hands.guidance != before.guidance:
            said.append(self._guidance(hands.guidance))
        if hands.problems != before.problems:
            for flag in Flag:
                cells = [cell_name(one.cell) for one in hands.problems if one.flag is flag]
                if cells:
                    said.append(self._say(f"replay.flag.{flag.value}", cells=", ".join(cells)))
        return said

    def _guidance(self, guidance: Guidance) -> str:
        cells = {"origin": guidance.origin, "target": guidance.target}
        named = {name: cell_name(where) for name, where in cells.items() if where is not None}
        kind = "add" if guidance.origin is None else "remove" if guidance.target is None else "carry"
        return self._say(f"replay.guidance.{kind}", left=guidance.left, **named)

    def _say(self, key: str, **facts: object) -> str:
        # Journals are sent about: nothing in one may move the cursor of whoever reads it.
        return text(key, self._language, **{name: printable(str(fact)) for name, fact in facts.items()})


def printable(words: str) -> str:
    """Return ``words`` with a mark in place of everything that a terminal would obey, or cannot show."""
    return "".join(sign if sign.isprintable() else "\N{REPLACEMENT CHARACTER}" for sign in words)
