"""A match as a report: halves and rounds with their headings, and a paragraph for each turn. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.rules.happened import Happened
from feldlicht.rules.imman.acts import Note
from feldlicht.rules.imman.state import Match, Phase
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.told import Heading, Named, Paragraph, Report

_UNSAID = ("active",)
"""What the next sentence says anyway."""
_BEGIN = ("dead", "shooter", "half_over", "kicked_off", "swapped", "entered", "unchanged", "keeper")
"""Events with which something new begins."""
_END = ("goal", "shot", "kicked_off", "swapped", "entered", "unchanged")


def report(start: Match, happened: Iterable[Happened[Match]]) -> Report:
    """Return a match that began with ``start`` as it is told."""
    writing = _Writing()
    for one in happened:
        writing.act(one)
    writing.end_paragraph()
    return Report(tuple(writing.parts), figures(start))


def figures(match: Match) -> Mapping[str, Named]:
    """Return every figure of both teams by its id."""
    return {
        str(Shirt(side, number)): Named(hero.name, side, number)
        for side in Side
        for number, hero in enumerate(match.team(side).heroes, 1)
    }


class _Writing:
    """A report as it is written: finished parts, and the paragraph that grows."""

    def __init__(self) -> None:
        self.parts: list[Heading | Paragraph] = []
        self._events: list[Event] = []

    def act(self, one: Happened[Match]) -> None:
        if isinstance(one.command, Note):
            self._events.append(Event("sealed", (("side", one.command.side.value),)))
        for event in one.events:
            self._event(event, one)

    def _event(self, event: Event, one: Happened[Match]) -> None:
        after = one.after
        facts = dict(event.facts)
        if event.name == "round":
            self._heading(Heading(event, 2))
        elif event.name in _UNSAID:
            # While the ball is dead all move once: that is one paragraph.
            if after.phase is Phase.PLAY:
                self.end_paragraph()
        else:
            begins = event.name in _BEGIN or (event.name == "put" and facts["how"] == "restart")
            if begins:
                self.end_paragraph()
            self._events.append(event)
            self._join_steps()
            if event.name in _END:
                self.end_paragraph()
        if event.name == "tossed" and facts.get("how") in ("kicks_off", "shoots"):
            self.end_paragraph()
            self._heading(Heading("shoot_out" if facts["how"] == "shoots" else "first_half", 1))
        if event.name == "half_over" and facts["how"] == "half_time":
            self._heading(Heading("second_half", 1))

    def _join_steps(self) -> None:
        """Make two steps of a figure, none of them a sprint, one sentence."""
        if len(self._events) < 2:
            return
        first, second = (dict(one.facts) for one in self._events[-2:])
        both = {one.name for one in self._events[-2:]} == {"step"} and first["figure"] == second["figure"]
        if both and first["how"] == second["how"] == "run":
            way = (("figure", first["figure"]), ("from", first["from"]), ("over", first["to"]), ("to", second["to"]))
            self._events[-2:] = [Event("steps", way)]

    def _heading(self, heading: Heading) -> None:
        self.end_paragraph()
        self.parts.append(heading)

    def end_paragraph(self) -> None:
        if self._events:
            self.parts.append(Paragraph(tuple(self._events)))
        self._events = []
