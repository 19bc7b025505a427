"""The shoot-out: 7-metres in turn, each with what the keeper noted. Source: readings N22, N23."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.entries import Event
from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman.acts import Dive, Note, Shooter
from feldlicht.rules.imman.rolling import Ended, Ending
from feldlicht.rules.imman.state import Active, Ball, Flow, Match, Phase, ShootOut, index, paired
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why

LEAD = 2
"""Points ahead that win, after as many shots of each side."""


def going(match: Match) -> ShootOut:
    """Return the shoot-out that is going on."""
    assert match.shoot_out is not None
    return match.shoot_out


def shooters(match: Match) -> list[Shirt]:
    """Return who of the side that shoots may: nobody a second time before all the others have."""
    side = going(match).side
    everyone = [Shirt(side, number) for number in range(1, len(match.team(side).heroes) + 1)]
    return [one for one in everyone if one not in going(match).shot]


def why_not_shooter(match: Match, command: Shooter) -> Refusal | None:
    """Return why a figure may not shoot now, None if it may."""
    if command.figure in shooters(match):
        return None
    has = command.figure in going(match).shot and command.figure.side is going(match).side
    return Refusal.of(Why.HAS_SHOT if has else Why.NOT_YOUR_FIGURE, figure=command.figure)


def called(match: Match, command: Shooter) -> Flow:
    """Return the match with who shoots on the spot, the keeper in the middle of his goal and nobody else there."""
    figure, end = command.figure, match.end(command.figure.side.other)
    keeper = match.keeper(figure.side.other)
    standing = tuple(sorted(((figure, match.ground.spots[end]), (keeper, match.ground.goals[end][1]))))
    out = replace(going(match), shooter=figure)
    after = replace(match, phase=Phase.NOTE, standing=standing, ball=Ball(figure), shoot_out=out)
    return after, (Event("shooter", (("figure", str(figure)),)),)


def why_not_noted(match: Match, command: Note) -> Refusal | None:
    """Return why a side's keeper may not note anything now, None if he may."""
    return None if command.side is going(match).side.other else Refusal.of(Why.NOT_YOUR_FIGURE)


def noted(match: Match, command: Note) -> Flow:
    """Return the match with what the keeper noted; nothing is told of it before the target is named."""
    out = going(match)
    assert out.shooter is not None
    active = Active(out.shooter, gained=0)
    return replace(match, phase=Phase.SHOT, active=active, shoot_out=replace(out, note=command.dive)), ()


def dived(match: Match, notation: str) -> Flow:
    """Return the match with the keeper where he noted, which is told now. ``notation``: how it was written then."""
    out = going(match)
    assert out.note is not None
    side = out.side.other
    left, right = match.ground.dives(match.end(side))
    middle = match.ground.goals[match.end(side)][1]
    cell = {Dive.LEFT: left, Dive.STAY: middle, Dive.RIGHT: right}[out.note]
    told = Event("revealed", (("notation", notation), ("side", side.value)))
    return match.at(match.keeper(side), cell), (told,)


def shot_ended(match: Match, ended: Ended) -> Flow:
    """Return what follows a shot: the other side's, or the end with the same number of shots and enough of a lead."""
    out = going(match)
    assert out.shooter is not None
    side, scores = out.side, ended.how is Ending.GOAL
    shots = paired(out.shots, side, out.shots[index(side)] + 1)
    goals = paired(out.goals, side, out.goals[index(side)] + scores)
    shot = out.shot | {out.shooter}
    if len([one for one in shot if one.side is side]) == len(match.team(side).heroes):
        shot = frozenset(one for one in shot if one.side is not side)
    after = ShootOut(side.other, out.first, shots, goals, shot)
    phase = Phase.OVER if _decided(match, after) else Phase.SHOOTER
    ended_match = replace(match, phase=phase, standing=(), ball=Ball(), active=None, shoot_out=after)
    facts = (("figure", str(out.shooter)), ("how", ended.how.value), ("score", f"{goals[0]}:{goals[1]}"))
    return ended_match, (Event("shot", facts),)


def _decided(match: Match, out: ShootOut) -> bool:
    if out.shots[0] != out.shots[1]:
        return False
    cap = match.options.cap
    lead = 1 if cap and out.shots[0] >= cap else LEAD
    return abs(out.goals[0] - out.goals[1]) >= lead


def note_of(match: Match) -> Note:
    """Return the act by which the keeper noted where he goes."""
    out = going(match)
    assert out.note is not None
    return Note(out.side.other, out.note)
