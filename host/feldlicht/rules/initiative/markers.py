"""Effects and events on the timeline: each is due once, or again and again, and never twice.

Hidden ones are the game master's and fire by where the pointer is; open ones are told by where the public sees it,
so that none of them tells of a turn that it must not notice. Source: issue, "effects and free event markers"; rules
page, check "old effects fired again at start" (T25).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from feldlicht.base.entries import Event
from feldlicht.base.figures import FigureId
from feldlicht.rules.initiative.figures import UNKNOWN, Known
from feldlicht.rules.initiative.state import Fight, Marker


def marked(fight: Fight, ini: int, text: str, figure: int | None, every: int, *, hidden: bool) -> Fight:
    """Return the fight with one more marker."""
    seen, unseen = fight.marked
    seen, unseen = (seen, unseen + 1) if hidden else (seen + 1, unseen)
    key = f"{UNKNOWN}{unseen}" if hidden else str(seen)
    one = Marker(key, ini, text, figure, every, hidden)
    return replace(fight, markers=(*fight.markers, one), marked=(seen, unseen))


def is_hidden(fight: Fight, marker: Marker) -> bool:
    """Return whether the game master alone knows of a marker: also of one on a figure that players do not know."""
    return marker.hidden or (marker.figure is not None and fight.by_number(marker.figure).known is Known.NO)


def fired(fight: Fight) -> tuple[Fight, tuple[Event, ...]]:
    """Return the fight with all that is due by now fired, and the events of what is told openly, in its order."""
    markers, events = [], []
    for one in fight.markers:
        hidden = is_hidden(fight, one)
        now = fight.pointer if hidden else fight.shown
        times = due(one, now)
        if times == 0:
            markers.append(one)
            continue
        assert one.ini is not None
        after = one.ini + times * one.every if one.every else None
        markers.append(replace(one, ini=after, fired=one.fired + times))
        if not hidden:
            events.append((one.ini, _event(fight, one, times)))
    events.sort(key=lambda pair: pair[0])
    return replace(fight, markers=tuple(markers)), tuple(event for _, event in events)


def due(marker: Marker, now: int | None) -> int:
    """Return how often ``marker`` is due when the pointer has come to ``now``."""
    if now is None or marker.ini is None or marker.ini > now:
        return 0
    return 1 + (now - marker.ini) // marker.every if marker.every else 1


def _event(fight: Fight, marker: Marker, times: int) -> Event:
    facts = [("marker", marker.key), ("text", marker.text), ("ini", str(marker.ini)), ("times", str(times))]
    if marker.figure is not None:
        facts.append(("figure", label_of(fight, marker.figure)))
    return Event("due", tuple(facts))


def label_of(fight: Fight, number: int) -> FigureId:
    """Return the label of a figure by its number."""
    return fight.by_number(number).label


def without(fight: Fight, drop: Callable[[Marker], bool]) -> Fight:
    """Return the fight without the markers that ``drop`` is true for."""
    return replace(fight, markers=tuple(one for one in fight.markers if not drop(one)))
