"""What happened, as events that hold all that a sentence about them needs. Their sentences stand in the catalogue as
``imman.page.event.NAME``.
"""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.rules.imman.heroes import Action
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.state import Due, Match, Rolling
from feldlicht.rules.imman.teams import Shirt

_CALLED = {"origin": "from"}
"""Facts whose name is a word of the language."""


def event(name: str, **facts: object) -> Event:
    """Return an event with facts in that order as texts; those that are None are left out. ``origin`` is ``from``."""
    return Event(name, tuple([(_CALLED.get(key, key), str(one)) for key, one in facts.items() if one is not None]))


def played(match: Match, rolling: Rolling, limit: int | None) -> Event:
    """Return that a ball is played, ``how``, and whether at a ``mate`` (``receiver``) or at the other ``goal``.

    ``limit``: what its die must not exceed.
    """
    by, target = rolling.by, rolling.target
    name = match.ground.name_of
    receiver = next((one for one in match.crowd.get(target, ()) if one.side is by.side and one != by), None)
    at_goal = match.ground.goal_cells.get(target) is match.end(by.side.other)
    return event(
        "played",
        figure=by,
        origin=name(rolling.origin),
        to=name(target),
        how=rolling.how.value,
        aim="mate" if receiver is not None else "goal" if at_goal else None,
        receiver=receiver,
        distance=distance(rolling.origin, target),
        limit=limit,
    )


def of_limit(match: Match, due: Due, face: int, how: str | None = None, cell: Hex | None = None) -> Event:
    """Return that a die was thrown that must not exceed something: ``made`` or ``missed``, and by how much.

    ``cell``: where the ball goes by that, if it is on the field, or where it is.
    """
    assert due.number is not None
    assert due.limit is not None
    made = face <= due.limit
    return event(
        "thrown",
        purpose=due.purpose.value,
        figure=Shirt(due.side, due.number),
        die=face,
        how=how,
        result="made" if made else "missed",
        limit=due.limit,
        difference=abs(due.limit - face),
        cell=None if cell is None else match.ground.name_of(cell),
    )


def of_pass(match: Match, due: Due, face: int, end: Hex) -> Event:
    """Return what the die of a pass came to, and where the ball goes; off the field: ``missed_off``."""
    if end in match.ground:
        return of_limit(match, due, face, cell=end)
    facts = dict(of_limit(match, due, face).facts)
    return Event("thrown", tuple((facts | {"result": "missed_off"}).items()))


def of_duel(match: Match, figure: Shirt, face: int) -> Event:
    """Return what a die of a duel came to: under or over what the figure is worth at dribbling, or just that."""
    value = match.team(figure.side).value(figure.number, Action.DRIBBLING)
    result = "under" if face < value else "over" if face > value else "exact"
    facts = {"die": face, "how": "duel", "result": result, "value": value, "difference": abs(value - face)}
    return event("thrown", purpose="dribble", figure=figure, **facts)


def moved(match: Match, figure: Shirt, target: Hex, *, sprints: bool, left: int) -> Event:
    """Return that a figure takes a step: ``run`` or with the ``ball``, by a ``sprint`` with the Ausdauer ``left``."""
    name, has = match.ground.name_of, match.ball.carrier == figure
    how = ("sprint_ball" if has else "sprint") if sprints else "ball" if has else "run"
    # Most of what happens is a step: put together at once.
    way = (("figure", str(figure)), ("from", name(match.places[figure])), ("to", name(target)), ("how", how))
    return Event("step", (*way, ("stamina", str(left))) if sprints else way)


def put(match: Match, figure: Shirt, cell: Hex, how: str) -> Event:
    """Return that a figure is put on a cell, and for what."""
    return event("put", figure=figure, cell=match.ground.name_of(cell), how=how)


def dead(match: Match, how: str, side: Side, spot: Hex) -> Event:
    """Return that the ball is dead, who brings it back, how and from where."""
    return event("dead", how=how, side=side.value, cell=match.ground.name_of(spot))
