"""The position line of a fight: ``in1`` and one JSON object with all that its going on depends on; it round-trips."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

from feldlicht.base.fields import Fields, line_of_text, whole
from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.base.styles import Colour
from feldlicht.rules.initiative.changes import read_acts, write_acts
from feldlicht.rules.initiative.figures import Fighter, Kind, Known, Stance
from feldlicht.rules.initiative.setting_words import read_settings, settings_form
from feldlicht.rules.initiative.state import Fight, LastAct, Marker, Phase

_VERSION = "in1"
JsonObject = dict[str, object]
T = TypeVar("T")


def position(fight: Fight) -> str:
    """Return ``fight`` as one printable line."""
    form: JsonObject = {
        "settings": settings_form(fight.settings),
        "phase": fight.phase.value,
        "fighters": [_fighter_form(one) for one in fight.fighters],
        "markers": [_marker_form(one) for one in fight.markers],
        "pointer": fight.pointer,
        "shown": fight.shown,
        "active": fight.active,
        "last": _act_form(fight.last),
        "unseen": _act_form(fight.unseen),
        "answer": _act_form(fight.answer),
        "to_unmask": fight.to_unmask,
        "joined": fight.joined,
        "names": dict(fight.names),
        "marked": list(fight.marked),
    }
    return f"{_VERSION} {json.dumps(form, separators=(',', ':'))}"


def from_position(text: str) -> Fight:
    """Read what :func:`position` wrote. Raises :class:`BadInput` (``BAD_POSITION``)."""
    version, _, rest = text.strip().partition(" ")
    try:
        if version != _VERSION:
            raise ValueError(version)
        return _fight(Fields(json.loads(rest), "position"))
    except (BadInput, ValueError, RecursionError) as error:
        raise BadInput(Reason.BAD_POSITION, part="position", text=text[:80]) from error


def _fight(fields: Fields) -> Fight:
    seen, unseen = (whole(one, "marked") for one in fields.sequence("marked"))
    return Fight(
        settings=read_settings(fields.mapping("settings")),
        phase=fields.member("phase", Phase),
        fighters=tuple(_fighter(Fields(one, "fighter")) for one in fields.sequence("fighters")),
        markers=tuple(_marker(Fields(one, "marker")) for one in fields.sequence("markers")),
        pointer=_number_or_none(fields, "pointer"),
        shown=_number_or_none(fields, "shown"),
        active=_number_or_none(fields, "active"),
        last=_act(fields.any("last")),
        unseen=_act(fields.any("unseen")),
        answer=_act(fields.any("answer")),
        to_unmask=_number_or_none(fields, "to_unmask"),
        joined=fields.number("joined"),
        names=tuple(sorted((name, whole(count, "names")) for name, count in fields.mapping("names").items())),
        marked=(seen, unseen),
    )


def _number_or_none(fields: Fields, name: str) -> int | None:
    return None if fields.any(name) is None else fields.number(name)


def _fighter_form(one: Fighter) -> JsonObject:
    return {
        "number": one.number,
        "label": one.label,
        "public": one.public,
        "name": one.name,
        "kind": one.kind.value,
        "known": one.known.value,
        "perception": one.perception,
        "advantage": one.advantage,
        "usual": one.usual,
        "colour": one.colour.value,
        "acts": write_acts(one.acts),
        "ini": one.ini,
        "tie": one.tie,
        "rank": one.rank,
        "equal": one.equal,
        "stance": one.stance.value,
        "note": one.note,
        "conditions": list(one.conditions),
    }


def _fighter(fields: Fields) -> Fighter:
    public, acts = fields.text_or_none("public"), read_acts(fields.text("acts"))
    if acts is None:
        raise fields.bad("acts")
    return Fighter(
        number=fields.number("number"),
        label=FigureId(fields.text("label")),
        public=FigureId(public) if public is not None else None,
        name=fields.text("name"),
        kind=fields.member("kind", Kind),
        known=fields.member("known", Known),
        perception=fields.number("perception"),
        advantage=fields.number("advantage"),
        usual=fields.number("usual"),
        colour=fields.member("colour", Colour),
        acts=acts,
        ini=_number_or_none(fields, "ini"),
        tie=fields.number("tie"),
        rank=fields.number("rank"),
        equal=fields.number("equal"),
        stance=fields.member("stance", Stance),
        note=fields.text("note"),
        conditions=_each(fields.sequence("conditions"), lambda one: line_of_text(one, "conditions")),
    )


def _marker_form(one: Marker) -> JsonObject:
    return {
        "key": one.key,
        "ini": one.ini,
        "text": one.text,
        "figure": one.figure,
        "every": one.every,
        "hidden": one.hidden,
        "fired": one.fired,
    }


def _marker(fields: Fields) -> Marker:
    return Marker(
        key=fields.text("key"),
        ini=_number_or_none(fields, "ini"),
        text=fields.text("text"),
        figure=_number_or_none(fields, "figure"),
        every=fields.number("every"),
        hidden=fields.truth("hidden"),
        fired=fields.number("fired"),
    )


def _act_form(act: LastAct | None) -> JsonObject | None:
    if act is None:
        return None
    return {
        "actor": act.actor,
        "start": act.start,
        "end": act.end,
        "targets": None if act.targets is None else sorted(act.targets),
        "reacted": sorted(act.reacted),
    }


def _act(form: object) -> LastAct | None:
    if form is None:
        return None
    fields = Fields(form, "act")
    targets = None if fields.any("targets") is None else fields.sequence("targets")
    return LastAct(
        actor=fields.number("actor"),
        start=fields.number("start"),
        end=fields.number("end"),
        targets=None if targets is None else frozenset(whole(one, "targets") for one in targets),
        reacted=frozenset(whole(one, "reacted") for one in fields.sequence("reacted")),
    )


def _each(values: list[object], read: Callable[[object], T]) -> tuple[T, ...]:
    return tuple(read(one) for one in values)
