"""A fight as JSON: everything for the game master, and for everyone else nothing that a figure conceals.

Source: rules page, "Two flags a figure"; design, decision 4.
"""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.viewers import Role, Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.rules.initiative.figures import Fighter, Kind, Known, Stance
from feldlicht.rules.initiative.markers import is_hidden
from feldlicht.rules.initiative.reacting import why_not
from feldlicht.rules.initiative.setting_words import settings_form
from feldlicht.rules.initiative.state import Fight, LastAct, Phase
from feldlicht.rules.initiative.ties import undecided
from feldlicht.rules.initiative.timeline import field_of, next_lap


def view(fight: Fight, viewer: Viewer) -> JsonObject:
    """Return the fight as ``viewer`` may know it.

    ``pointer`` is where the public thinks it is, for the game master also ``true_pointer``. ``phase`` is ``between``
    while somebody is on turn whom players do not know. ``order``: labels of those whose place is known, the next one
    first. ``last``: what may be reacted to. Of a figure, ``ini`` and ``field`` only where they may be known.
    """
    all_of_it = viewer.role is Role.GAME_MASTER
    seen = [one for one in fight.present if all_of_it or one.known is not Known.NO]
    turn = fight.on_turn
    shown = turn is not None and turn in seen
    form: JsonObject = {
        "phase": fight.phase.value if shown or fight.phase is not Phase.TURN else Phase.BETWEEN.value,
        "turn": turn.label if turn is not None and shown else None,
        "concealed_turn": turn is not None and shown and turn.conceals,
        "pointer": fight.shown,
        "pointer_field": None if fight.shown is None else field_form(fight, fight.shown),
        "figures": [_figure(fight, one, all_of_it=all_of_it) for one in seen],
        "order": [one.label for one in _order(fight, seen, all_of_it=all_of_it)],
        "last": _last(fight, fight.last, all_of_it=all_of_it),
        "markers": [
            {
                "key": one.key,
                "ini": one.ini,
                "text": one.text,
                "figure": fight.by_number(one.figure).label if one.figure is not None else None,
                "every": one.every,
                "hidden": is_hidden(fight, one),
                "fired": one.fired,
            }
            for one in fight.markers
            if all_of_it or not is_hidden(fight, one)
        ],
        "settings": settings_form(fight.settings),
        "outcome": {"reason": FINISHED, "winner": None} if fight.phase is Phase.OVER else None,
    }
    if all_of_it:
        form["true_pointer"] = fight.pointer
        form["unseen"] = _last(fight, fight.unseen, all_of_it=True)
        form["undecided"] = [one.label for one in undecided(fight)]
        form["next"] = fight.in_order[0].label if fight.in_order else None
    return form


FINISHED = "FINISHED"


def field_form(fight: Fight, ini: int) -> JsonObject:
    """Return where an INI lies: ``part`` (ring or strip), ``number``, ``overflow``."""
    at = field_of(ini, fight.settings)
    return {"part": at.part.value, "number": at.number, "overflow": at.overflow}


def _figure(fight: Fight, one: Fighter, *, all_of_it: bool) -> JsonObject:
    placed = all_of_it or not one.conceals
    form: JsonObject = {
        "label": one.label,
        "name": one.name,
        "kind": one.kind.value,
        "known": one.known.value,
        "colour": one.colour.value,
        "stance": one.stance.value,
        "conditions": list(one.conditions),
        "ini": one.ini if placed else None,
        "field": field_form(fight, one.ini) if placed and one.ini is not None else None,
        "next_lap": placed
        and one.ini is not None
        and next_lap(one.ini, fight.pointer if all_of_it else fight.shown, fight.settings),
        "reaction": _reaction(fight, one, all_of_it=all_of_it) if placed else None,
    }
    if all_of_it or one.kind is Kind.PLAYERS:
        form["values"] = {
            "perception": one.perception,
            "advantage": one.advantage,
            "vz": one.usual,
            "acts": [{"name": name, "vz": delay} for name, delay in one.acts],
        }
    if all_of_it:
        form["note"] = one.note
    return form


def _reaction(fight: Fight, one: Fighter, *, all_of_it: bool) -> JsonObject | None:
    """Whether a figure may react, and if not, why: in a code only, as numbers might be somebody's secret."""
    if fight.phase not in (Phase.TURN, Phase.BETWEEN) or (fight.last is None and not all_of_it):
        return None
    refusal = why_not(fight if all_of_it else replace(fight, unseen=None), one)
    return {"may": refusal is None, "why": None if refusal is None else refusal.reason.value}


def _order(fight: Fight, seen: list[Fighter], *, all_of_it: bool) -> list[Fighter]:
    if all_of_it:
        return list(fight.in_order)
    placed = [one for one in seen if one.in_order and not one.conceals]
    # The game master's word on ties is not for the public (I4), so it sees them in the order in which they joined.
    return sorted(placed, key=lambda one: (one.ini, one.equal, -one.tie, one.number))


def _last(fight: Fight, act: LastAct | None, *, all_of_it: bool) -> JsonObject | None:
    if act is None:
        return None
    actor = fight.by_number(act.actor)

    def labels(numbers: frozenset[int]) -> list[str]:
        found = (fight.by_number(one) for one in sorted(numbers))
        return [one.label for one in found if all_of_it or one.known is not Known.NO]

    return {
        "figure": actor.label,
        "end": act.end if all_of_it or not actor.conceals else None,
        "targets": None if act.targets is None else labels(act.targets),
        "reacted": labels(act.reacted),
        "gone": actor.stance is Stance.OUT,
    }
