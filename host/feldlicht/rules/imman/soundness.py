"""Whether what a position line says fits together: nothing can be played on from a match that contradicts itself.

Source: readings N12–N25, as :mod:`~.state` keeps them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from feldlicht.base.figures import Side
from feldlicht.rules.imman import sevens
from feldlicht.rules.imman.acts import Pass
from feldlicht.rules.imman.ball import NEEDS_A_DIE, advanced, how_played, why_no_target
from feldlicht.rules.imman.duels import asked
from feldlicht.rules.imman.heroes import DIE, Action
from feldlicht.rules.imman.hexes import distance
from feldlicht.rules.imman.passing import Aside, landing, needed, path
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.rolling import stops
from feldlicht.rules.imman.state import MINUTE_MS, After, Due, Match, Phase, Purpose, Restart, Rolling
from feldlicht.rules.imman.teams import Shirt


def is_sound(match: Match) -> bool:
    """Return whether ``match`` fits together. Cells, figures and teams must be there already."""
    if not _is_counted(match) or not _stand(match):
        return False
    if match.phase is Phase.OVER:
        return _is_ended(match)
    if match.resigned is not None or match.forfeited is not None:
        return False
    shoots = match.phase in (Phase.SHOOTER, Phase.NOTE, Phase.SHOT)
    if match.shoot_out is not None and not shoots:
        return False
    return all(any(one.side is side for one in match.fielded) for side in Side) and _PHASES[match.phase](match)


def _is_counted(match: Match) -> bool:
    out = match.shoot_out
    counts = [match.rounds, *match.score, *match.gaps, *(until for _, until in match.away)]
    counts += [*out.shots, *out.goals] if out is not None else []
    most = match.options.minutes * MINUTE_MS
    sizes = (len(team.heroes) for team in match.teams)
    return (
        match.half in (1, 2)
        and 0 <= match.left <= most
        and min(counts) >= 0
        and all(1 <= number <= size for number, size in zip(match.keepers, sizes, strict=True))
        and all(loser.side is not winner.side for loser, winner in match.bans)
        and not match.sent_off & match.fielded
    )


def _stand(match: Match) -> bool:
    """Nobody stands as a third, nor two of a side on a cell; whoever has the ball stands, and so do all who play."""
    shares = all(len({one.side for one in there}) == len(there) for there in match.crowd.values())
    carrier = match.ball.carrier
    return shares and (carrier is None or carrier in match.places)


def _is_ended(match: Match) -> bool:
    if match.resigned is not None or match.forfeited is not None:
        return True
    pair = match.score if match.shoot_out is None else match.shoot_out.goals
    return pair[0] != pair[1]


# ---- phases


def _in_toss(match: Match) -> bool:
    side = Side.YELLOW if match.toss is None else Side.BLUE
    thrown = match.toss is None or 1 <= match.toss <= DIE
    begun = (match.opened is None) == (match.kick_off is None)
    return thrown and begun and match.due == Due(Purpose.TOSS, side) and _nothing_goes_on(match)


def _in_set_up(match: Match) -> bool:
    left = match.fielded - match.places.keys()
    kicks_off = [one for one in left if one.side is match.kick_off]
    taken = match.taker in match.places if match.taker is not None else bool(kicks_off)
    mine = match.taker is None or match.taker.side is match.kick_off
    return bool(left) and taken and mine and _opened(match) and match.due is None and _nothing_goes_on(match)


def _in_play(match: Match) -> bool:
    if not _plays(match) or match.dead is not None or not _acts(match):
        return False
    return _is_due(match)


def _in_swap(match: Match) -> bool:
    pause = match.pause
    if pause is None or not pause.asked or not _opened(match) or not _is_idle(match):
        return False
    if pause.after is After.SET_UP:
        return match.dead is None and not match.standing
    return match.dead is not None and _plays(match)


def _in_dead(match: Match) -> bool:
    return match.dead is not None and _plays(match) and _acts(match) and _is_idle(match)


def _in_restart(match: Match) -> bool:
    dead = match.dead
    waits = dead is not None and not dead.waiting and dead.how is not Restart.SEVEN
    return waits and _plays(match) and match.active is None and _is_idle(match)


def _in_roll_in(match: Match) -> bool:
    dead = match.dead
    if dead is None or dead.waiting or dead.how is Restart.SEVEN or not _plays(match) or not _has_ball(match):
        return False
    return match.active is not None and match.active.figure.side is dead.side and _is_due(match)


def _in_keeper(match: Match) -> bool:
    goes_on = match.dead is not None or _acts(match)
    return bool(match.naming) and goes_on and _plays(match) and _is_idle(match)


def _in_clear(match: Match) -> bool:
    if not _sevens(match) or match.shoot_out is not None or not _is_idle(match):
        return False
    return sevens.clearing(match) is not None


def _in_shooter(match: Match) -> bool:
    seven = match.seven
    nobody = seven is not None and seven.shooter is None and seven.note is None
    return nobody and _in_seven(match) and match.active is None and _is_idle(match) and bool(sevens.shooters(match))


def _in_note(match: Match) -> bool:
    return _sevens(match) and match.active is None and _is_idle(match) and _shoots(match)


def _in_shot(match: Match) -> bool:
    seven = match.seven
    if seven is None or seven.note is None or not _in_seven(match) or not _shoots(match) or not _has_ball(match):
        return False
    return match.active is not None and match.active.figure == seven.shooter and _is_due(match)


_PHASES: Mapping[Phase, Callable[[Match], bool]] = {
    Phase.TOSS: _in_toss,
    Phase.SET_UP: _in_set_up,
    Phase.PLAY: _in_play,
    Phase.SWAP: _in_swap,
    Phase.DEAD: _in_dead,
    Phase.RESTART: _in_restart,
    Phase.ROLL_IN: _in_roll_in,
    Phase.KEEPER: _in_keeper,
    Phase.CLEAR: _in_clear,
    Phase.SHOOTER: _in_shooter,
    Phase.NOTE: _in_note,
    Phase.SHOT: _in_shot,
}


# ---- what several of them need


def _opened(match: Match) -> bool:
    return match.opened is not None and match.kick_off is not None


def _nothing_goes_on(match: Match) -> bool:
    return match.active is None and _throws_nothing(match)


def _throws_nothing(match: Match) -> bool:
    return match.rolling is None and match.duel is None and match.fouling is None


def _is_idle(match: Match) -> bool:
    return match.due is None and _throws_nothing(match)


def _plays(match: Match) -> bool:
    """All who play stand, the ball is somewhere, and who is still to move while it is dead can."""
    stand = match.places.keys() == match.fielded
    waiting = match.dead.waiting if match.dead is not None else ()
    keepers = all(match.keeper(side) in match.fielded or side in match.naming for side in Side)
    ball = match.ball_at is not None
    return _opened(match) and stand and ball and keepers and match.fielded.issuperset(waiting)


def _acts(match: Match) -> bool:
    active = match.active
    if active is None or active.figure not in match.places or active.taken < 0:
        return False
    return active.gained is None or 0 <= active.gained <= active.taken


def _has_ball(match: Match) -> bool:
    active = match.active
    mine = active is not None and active.figure == match.ball.carrier
    return active is not None and mine and (active.taken, active.gained) == (0, 0)


def _in_seven(match: Match) -> bool:
    if match.seven is None or not _opened(match):
        return False
    if match.shoot_out is not None:
        return True
    return match.dead is not None and match.dead.side is match.seven.side and _plays(match)


def _sevens(match: Match) -> bool:
    """Whether a shooter is named and nothing noted yet."""
    seven = match.seven
    return seven is not None and _in_seven(match) and _may_shoot(match, seven.shooter) and seven.note is None


def _may_shoot(match: Match, shooter: Shirt | None) -> bool:
    return shooter in sevens.shooters(match)


def _shoots(match: Match) -> bool:
    """Shooter and keeper stand for a 7-metre, and the shooter has the ball."""
    seven = sevens.going(match)
    keeper = match.keeper(seven.side.other)
    return _may_shoot(match, seven.shooter) and match.ball.carrier == seven.shooter and keeper in match.places


# ---- the die that is due


def _is_due(match: Match) -> bool:
    """Whether the die that is due, if there is one, belongs to what goes on, and nothing else goes on."""
    going = [one for one in (match.rolling, match.duel, match.fouling) if one is not None]
    if match.due is None:
        return not going
    if len(going) != 1:
        return False
    if match.rolling is not None:
        return _is_rolling(match, match.rolling, match.due)
    return match.phase is Phase.PLAY and (_is_duel(match) if match.duel is not None else _is_foul(match))


def _is_duel(match: Match) -> bool:
    duel, active = match.duel, match.active
    if duel is None or active is None or active.figure != duel.tackler or match.ball.carrier != duel.carrier:
        return False
    together = match.places[duel.tackler] == match.places[duel.carrier] and duel.tackler != duel.carrier
    alone = any(match.handles(one) for one in (duel.tackler, duel.carrier))
    rolled = duel.roll is None or (not alone and 1 <= duel.roll <= DIE)
    return together and rolled and asked(match, duel).due == match.due


def _is_foul(match: Match) -> bool:
    fouling, active = match.fouling, match.active
    if fouling is None or active is None or active.figure != fouling.fouler:
        return False
    fouler, victim = fouling.fouler, fouling.victim
    purpose = Purpose.FOUL if fouling.taken is None else Purpose.REFEREE
    counted = fouling.taken is None or 1 <= fouling.taken <= DIE
    opponent = victim in match.places and victim.side is not fouler.side
    return counted and opponent and match.due == Due(purpose, fouler.side, fouler.number)


def _is_rolling(match: Match, rolling: Rolling, due: Due) -> bool:
    by, active = rolling.by, match.active
    if active is None or active.figure != by or match.ball.carrier != by or match.places[by] != rolling.origin:
        return False
    if rolling.how is not how_played(match, by) or why_no_target(match, Pass(by, rolling.target)) is not None:
        return False
    far = distance(rolling.origin, rolling.target)
    limit = needed(match.team(by.side).value(by.number, Action.PASSING), far) if rolling.how in NEEDS_A_DIE else None
    if rolling.end is None:
        begun = (rolling.at, rolling.cell, rolling.lane, rolling.tried) == (0, None, None, frozenset())
        return begun and limit is not None and due == Due(Purpose.PASS, by.side, by.number, limit)
    ends = {rolling.target}
    if limit is not None:
        ends |= {landing(rolling.origin, rolling.target, short, side) for short in (1, 2) for side in Aside}
    return rolling.end in ends and _is_on_its_way(match, rolling, due)


def _is_on_its_way(match: Match, rolling: Rolling, due: Due) -> bool:
    assert rolling.end is not None
    way = path(match.ground, rolling.origin, rolling.end)
    if not 1 <= rolling.at <= len(list(stops(match.ground, way))):
        return False
    step = way.steps[rolling.at - 1]
    if rolling.cell is None:
        asks = len(step) == 2 and rolling.lane is None
        return asks and due == Due(Purpose.LANE, rolling.by.side, rolling.by.number)
    if rolling.cell not in step:
        return False
    # The same die must be due when the ball rolls on from there.
    again, _, _ = advanced(replace(match, due=None))
    return (again.rolling, again.due) == (rolling, due)
