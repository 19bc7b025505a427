"""The position line of a match: ``im1`` and one JSON object with all that its going on depends on; it round-trips.

Figures are written as in the notation, cells by their names; a ball that will leave the field has its end as row and
place along it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TypeVar

from feldlicht.base.fields import Fields, line_of_text, whole
from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.imman.acts import Dive
from feldlicht.rules.imman.field import Field
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.notation import read_shirt
from feldlicht.rules.imman.options import options_form, read_options
from feldlicht.rules.imman.passing import Aside
from feldlicht.rules.imman.sheets import read_team, team_form
from feldlicht.rules.imman.soundness import is_sound
from feldlicht.rules.imman.state import (
    Active,
    After,
    Ball,
    Break,
    Dead,
    Due,
    Duel,
    Fouling,
    Match,
    Phase,
    Played,
    Purpose,
    Restart,
    Rolling,
    Seven,
    ShootOut,
)
from feldlicht.rules.imman.teams import Shirt, Team, faults

_VERSION = "im1"
JsonObject = dict[str, object]
T = TypeVar("T")


def position(match: Match) -> str:
    """Return ``match`` as one printable line."""
    return f"{_VERSION} {json.dumps(_form(match), separators=(',', ':'))}"


def _form(match: Match) -> JsonObject:
    name = match.ground.name_of
    return {
        "options": options_form(match.options),
        "teams": [team_form(one) for one in match.teams],
        "keepers": list(match.keepers),
        "fielded": _shirts(match.fielded),
        "left": match.left,
        "stamina": [list(one) for one in match.stamina],
        "phase": match.phase.value,
        "half": match.half,
        "low": match.low.value,
        "rounds": match.rounds,
        "score": list(match.score),
        "opened": match.opened,
        "kick_off": match.kick_off,
        "toss": match.toss,
        "standing": {str(figure): name(where) for figure, where in match.standing},
        "ball": str(match.ball.carrier) if match.ball.carrier else match.ball.where and name(match.ball.where),
        "taker": _or_none(match.taker, str),
        "active": _or_none(match.active, lambda one: [str(one.figure), one.taken, one.gained]),
        "led": _or_none(match.led, str),
        "due": _or_none(match.due, lambda one: [one.purpose.value, one.side.value, one.number, one.limit]),
        "rolling": _or_none(match.rolling, lambda one: _rolling_form(match.ground, one)),
        "duel": _or_none(match.duel, lambda one: [str(one.tackler), str(one.carrier), one.roll]),
        "bans": sorted([str(loser), str(winner)] for loser, winner in match.bans),
        "dead": _or_none(
            match.dead,
            lambda one: [one.how.value, one.side.value, name(one.spot), [str(who) for who in one.waiting]],
        ),
        "pause": _or_none(match.pause, lambda one: [[side.value for side in one.asked], one.after.value]),
        "shoot_out": _or_none(
            match.shoot_out,
            lambda one: [one.first.value, list(one.shots), list(one.goals), _shirts(one.shot)],
        ),
        "seven": _or_none(match.seven, lambda one: [one.side.value, _or_none(one.shooter, str), one.note]),
        "fouling": _or_none(match.fouling, lambda one: [str(one.fouler), str(one.victim), one.taken]),
        "cards": _shirts(match.cards),
        "sent_off": _shirts(match.sent_off),
        "away": [[str(figure), until] for figure, until in match.away],
        "gaps": list(match.gaps),
        "naming": [side.value for side in match.naming],
        "forfeited": match.forfeited,
        "late": match.late,
        "resigned": match.resigned,
    }


def _or_none(value: T | None, write: Callable[[T], object]) -> object:
    return None if value is None else write(value)


def _shirts(figures: frozenset[Shirt]) -> list[str]:
    return [str(one) for one in sorted(figures)]


def _rolling_form(field: Field, one: Rolling) -> JsonObject:
    return {
        "by": str(one.by),
        "origin": field.name_of(one.origin),
        "target": field.name_of(one.target),
        "how": one.how.value,
        "end": None if one.end is None else [one.end.row, one.end.x],
        "at": one.at,
        "cell": None if one.cell is None else field.name_of(one.cell),
        "tried": sorted(one.tried),
        "lane": None if one.lane is None else one.lane.value,
    }


def from_position(text: str) -> Match:
    """Read what :func:`position` wrote.

    Raises :class:`BadInput` (``BAD_POSITION``) also for what contradicts itself, so that nothing can be played on.
    """
    version, _, rest = text.strip().partition(" ")
    try:
        if version != _VERSION:
            raise ValueError(version)
        match = _match(Fields(json.loads(rest), "position"))
        if not is_sound(match):
            raise ValueError(rest)
        return match
    except (BadInput, ValueError, KeyError, RecursionError) as error:
        raise BadInput(Reason.BAD_POSITION, part="position", text=text[:80]) from error


def _match(fields: Fields) -> Match:
    options = read_options(fields.mapping("options"))
    field = options.ground
    yellow, blue = (read_team(one) for one in fields.sequence("teams"))
    if any(faults(one, options.size, options.base_values) for one in (yellow, blue)):
        raise fields.bad("teams")
    teams = (yellow, blue)
    known = {Shirt(side, n + 1) for side, team in zip(Side, teams, strict=True) for n in range(len(team.heroes))}

    def shirt(value: object) -> Shirt:
        found = read_shirt(line_of_text(value, "figure"))
        if found not in known:
            raise fields.bad("figure")
        return found

    def cell(value: object) -> Hex:
        return field.cells[line_of_text(value, "cell")]

    def maybe(name: str, read: Callable[[object], T]) -> T | None:
        value = fields.any(name)
        return None if value is None else read(value)

    standing = {shirt(figure): cell(where) for figure, where in fields.mapping("standing").items()}
    return Match(
        options=options,
        teams=teams,
        keepers=_pair(fields.any("keepers")),
        fielded=frozenset(shirt(one) for one in fields.sequence("fielded")),
        left=fields.number("left"),
        stamina=_stamina(fields.any("stamina"), teams),
        phase=fields.member("phase", Phase),
        half=fields.number("half"),
        low=fields.member("low", Side),
        rounds=fields.number("rounds"),
        score=_pair(fields.any("score")),
        opened=maybe("opened", _side),
        kick_off=maybe("kick_off", _side),
        toss=maybe("toss", _number),
        standing=tuple(sorted(standing.items())),
        ball=maybe("ball", lambda one: _ball(one, field, shirt)) or Ball(),
        taker=maybe("taker", shirt),
        active=maybe("active", lambda one: _active(one, shirt)),
        led=maybe("led", shirt),
        due=maybe("due", _due),
        rolling=maybe("rolling", lambda one: _rolling(Fields(one, "rolling"), shirt, cell)),
        duel=maybe("duel", lambda one: _duel(one, shirt)),
        bans=frozenset((shirt(loser), shirt(winner)) for loser, winner in map(_two, fields.sequence("bans"))),
        dead=maybe("dead", lambda one: _dead(one, shirt, cell)),
        pause=maybe("pause", _pause),
        shoot_out=maybe("shoot_out", lambda one: _shoot_out(one, shirt)),
        seven=maybe("seven", lambda one: _seven(one, shirt)),
        fouling=maybe("fouling", lambda one: _fouling(one, shirt)),
        cards=frozenset(shirt(one) for one in fields.sequence("cards")),
        sent_off=frozenset(shirt(one) for one in fields.sequence("sent_off")),
        away=tuple((shirt(one), _number(until)) for one, until in map(_two, fields.sequence("away"))),
        gaps=_pair(fields.any("gaps")),
        naming=tuple(_side(one) for one in fields.sequence("naming")),
        forfeited=maybe("forfeited", _side),
        late=fields.truth("late"),
        resigned=maybe("resigned", _side),
    )


_Shirts = Callable[[object], Shirt]


def _number(value: object) -> int:
    return whole(value, "number")


def _number_or_none(value: object) -> int | None:
    return None if value is None else _number(value)


def _side(value: object) -> Side:
    return Side(line_of_text(value, "side"))


def _list(value: object, length: int) -> list[object]:
    if not isinstance(value, list) or len(value) != length:
        raise ValueError(value)
    return value


def _each(value: object) -> list[object]:
    if not isinstance(value, list):
        raise ValueError(value)
    return value


def _two(value: object) -> tuple[object, object]:
    one, other = _list(value, 2)
    return one, other


def _pair(value: object) -> tuple[int, int]:
    one, other = _two(value)
    return _number(one), _number(other)


def _stamina(value: object, teams: tuple[Team, Team]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    yellow, blue = (
        tuple(_number(one) for one in _list(own, len(team.heroes)))
        for own, team in zip(_list(value, 2), teams, strict=True)
    )
    return yellow, blue


def _ball(value: object, field: Field, shirt: _Shirts) -> Ball:
    text = line_of_text(value, "ball")
    return Ball(where=field.cells[text]) if text in field.cells else Ball(shirt(text))


def _active(value: object, shirt: _Shirts) -> Active:
    figure, taken, gained = _list(value, 3)
    return Active(shirt(figure), _number(taken), _number_or_none(gained))


def _due(value: object) -> Due:
    purpose, side, number, limit = _list(value, 4)
    what = Purpose(line_of_text(purpose, "purpose"))
    return Due(what, _side(side), _number_or_none(number), _number_or_none(limit))


def _rolling(fields: Fields, shirt: _Shirts, cell: Callable[[object], Hex]) -> Rolling:
    end, at, lane = fields.any("end"), fields.any("cell"), fields.any("lane")
    return Rolling(
        by=shirt(fields.any("by")),
        origin=cell(fields.any("origin")),
        target=cell(fields.any("target")),
        how=fields.member("how", Played),
        end=None if end is None else Hex(*_pair(end)),
        at=fields.number("at"),
        cell=None if at is None else cell(at),
        tried=frozenset(_number(one) for one in fields.sequence("tried")),
        lane=None if lane is None else Aside(_number(lane)),
    )


def _duel(value: object, shirt: _Shirts) -> Duel:
    tackler, carrier, roll = _list(value, 3)
    return Duel(shirt(tackler), shirt(carrier), _number_or_none(roll))


def _dead(value: object, shirt: _Shirts, cell: Callable[[object], Hex]) -> Dead:
    how, side, spot, waiting = _list(value, 4)
    who = tuple(shirt(one) for one in _each(waiting))
    return Dead(Restart(line_of_text(how, "how")), _side(side), cell(spot), who)


def _pause(value: object) -> Break:
    asked, after = _two(value)
    return Break(tuple(_side(one) for one in _each(asked)), After(line_of_text(after, "after")))


def _shoot_out(value: object, shirt: _Shirts) -> ShootOut:
    first, shots, goals, shot = _list(value, 4)
    return ShootOut(_side(first), _pair(shots), _pair(goals), frozenset(shirt(one) for one in _each(shot)))


def _seven(value: object, shirt: _Shirts) -> Seven:
    side, shooter, note = _list(value, 3)
    dive = None if note is None else Dive(line_of_text(note, "note"))
    return Seven(_side(side), None if shooter is None else shirt(shooter), dive)


def _fouling(value: object, shirt: _Shirts) -> Fouling:
    fouler, victim, taken = _list(value, 3)
    return Fouling(shirt(fouler), shirt(victim), _number_or_none(taken))
