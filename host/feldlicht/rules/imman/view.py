"""A match as JSON, with nothing that a keeper has noted for himself. Source: reading N23; design, decision 4."""

from __future__ import annotations

from feldlicht.base.figures import Side
from feldlicht.base.viewers import Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.rules.imman.acts import Note
from feldlicht.rules.imman.apply import outcome
from feldlicht.rules.imman.heroes import Action
from feldlicht.rules.imman.offering import ground, offers
from feldlicht.rules.imman.options import options_form
from feldlicht.rules.imman.secrecy import acts_next, audience
from feldlicht.rules.imman.state import Match, index
from feldlicht.rules.imman.teams import Shirt


def view(match: Match, viewer: Viewer) -> JsonObject:
    """Return the match as ``viewer`` may know it.

    ``figures``: who plays, with ``cell`` None before it is put; ``ball``: ``carrier`` or ``cell``; ``due``: the die
    that is thrown next, what for, by whom, and the ``limit`` that it must not exceed; ``bench``: who does not play
    now; ``note``: what the keeper noted, only for his side and the game master; ``offers`` and ``ground`` as
    :mod:`~.offering` has them.
    """
    ended, due, out = outcome(match), match.due, match.shoot_out
    name = match.ground.name_of
    return {
        "phase": match.phase.value,
        "to_move": _to_move(match),
        "half": match.half,
        "round": match.rounds,
        "low": match.low.value,
        "kick_off": match.kick_off,
        "score": {"yellow": match.score[0], "blue": match.score[1]},
        "figures": [_figure(match, one) for one in sorted(match.fielded | match.places.keys())],
        "ball": {
            "carrier": None if match.ball.carrier is None else str(match.ball.carrier),
            "cell": None if match.ball_at is None else name(match.ball_at),
        },
        "active": None if match.acting is None else str(match.acting),
        "due": None
        if due is None
        else {"purpose": due.purpose.value, "side": due.side.value, "number": due.number, "limit": due.limit},
        "bans": sorted([str(loser), str(winner)] for loser, winner in match.bans),
        "shoot_out": None if out is None else {"shots": list(out.shots), "goals": list(out.goals)},
        "seven": _seven(match, viewer),
        "bench": [_figure(match, one) for one in _benched(match)],
        "offers": offers(match),
        "ground": ground(match.ground),
        "options": options_form(match.options),
        "outcome": None
        if ended is None
        else {
            "reason": ended.reason,
            "winner": ended.winner,
            "score": {"yellow": ended.score[0], "blue": ended.score[1]},
        },
    }


def _seven(match: Match, viewer: Viewer) -> JsonObject | None:
    seven = match.seven
    if seven is None:
        return None
    note = seven.note
    knows = note is not None and audience(Note(seven.side.other, note)).knows(viewer)
    return {
        "side": seven.side.value,
        "shooter": None if seven.shooter is None else str(seven.shooter),
        "noted": note is not None,
        "note": note.value if note is not None and knows else None,
    }


def _to_move(match: Match) -> str | None:
    """Return the side that acts next: whose die is due, whose figure is active, or who is asked."""
    side = acts_next(match)
    return None if side is None else side.value


def _benched(match: Match) -> list[Shirt]:
    numbers = ((side, n) for side in Side for n in range(1, len(match.team(side).heroes) + 1))
    return [one for one in (Shirt(side, n) for side, n in numbers) if one not in match.fielded]


def _figure(match: Match, figure: Shirt) -> JsonObject:
    where, hero = match.places.get(figure), match.teams[index(figure.side)].heroes[figure.number - 1]
    return {
        "id": str(figure),
        "side": figure.side.value,
        # What pages write on a figure.
        "kind": str(figure.number),
        "number": figure.number,
        "name": hero.name,
        "keeper": match.is_keeper(figure),
        "cell": None if where is None else match.ground.name_of(where),
        "card": "red" if figure in match.sent_off else "yellow" if figure in match.cards else None,
        "stamina": match.stamina_of(figure),
        "values": {one.value: hero.value(one) for one in Action},
    }
