"""A 7-metre, in play or in a shoot-out, with what the keeper noted. Source: readings N22, N23."""

from __future__ import annotations

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refusal
from feldlicht.rules.imman import telling
from feldlicht.rules.imman.acts import Dive, Note, Put, Shooter
from feldlicht.rules.imman.flow import bench, in_order
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.rolling import Ended, Ending
from feldlicht.rules.imman.state import Active, Ball, Flow, Match, Phase, Seven, ShootOut, index, paired
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.why import Why

LEAD = 2
"""Points ahead that win, after as many shots of each side."""


def going(match: Match) -> Seven:
    """Return the 7-metre that is going on."""
    assert match.seven is not None
    return match.seven


def shooters(match: Match) -> list[Shirt]:
    """Return who of the side that shoots may: in play anybody on the field, in a shoot-out substitutes too, and
    nobody a second time before all the others have.
    """
    side = going(match).side
    if match.shoot_out is None:
        return [one for one in sorted(match.places) if one.side is side]
    return [one for one in _listed(match, side) if one not in match.shoot_out.shot]


def _listed(match: Match, side: Side) -> list[Shirt]:
    return sorted([*(one for one in match.fielded if one.side is side), *bench(match, side)])


def why_not_shooter(match: Match, command: Shooter) -> Refusal | None:
    """Return why a figure may not shoot now, None if it may."""
    figure = command.figure
    if figure in shooters(match):
        return None
    has = match.shoot_out is not None and figure in match.shoot_out.shot and figure.side is going(match).side
    return Refusal.of(Why.HAS_SHOT if has else Why.NOT_YOUR_FIGURE)


def called(match: Match, command: Shooter) -> Flow:
    """Return the match with the shooter named; in play the others leave the area first."""
    after = replace(match, seven=replace(going(match), shooter=command.figure))
    how = "play" if match.shoot_out is None else "shoot_out"
    told = Event("shooter", (("figure", str(command.figure)), ("how", how)))
    if match.shoot_out is not None:
        after = replace(after, standing=())
    return _ready(after, (told,))


def clearing(match: Match) -> Shirt | None:
    """Return who leaves the area next: in the order of turns, all but the shooter and the keeper."""
    seven = going(match)
    side = seven.side.other
    stay = {seven.shooter, match.keeper(side)}
    return next((one for one in in_order(match) if one not in stay and match.places[one] in match.area(side)), None)


def ways_out(match: Match, figure: Shirt) -> frozenset[Hex]:
    """Return where a figure that leaves the area goes: the nearest free cells outside it."""
    closed = match.area(going(match).side.other) | match.crowd.keys() | match.ground.goal_cells.keys()
    free = [one for one in match.ground.cells.values() if one not in closed]
    nearest = min(distance(one, match.places[figure]) for one in free)
    return frozenset(one for one in free if distance(one, match.places[figure]) == nearest)


def why_not_cleared(match: Match, command: Put) -> Refusal | None:
    """Return why a figure may not leave the area to that cell, None if it may."""
    if command.figure != clearing(match):
        return Refusal.of(Why.NOT_YOUR_FIGURE, figure=clearing(match))
    if command.cell not in match.ground:
        return Refusal.of(Why.OFF_FIELD)
    if command.cell in ways_out(match, command.figure):
        return None
    name = match.ground.name_of(command.cell)
    return Refusal.of(Why.HEX_FULL if command.cell in match.crowd else Why.NEAREST_OUTSIDE, cell=name)


def cleared(match: Match, command: Put) -> Flow:
    """Return the match after a figure has left the area."""
    told = telling.put(match, command.figure, command.cell, "cleared")
    return _ready(match.at(command.figure, command.cell), (told,))


def _ready(match: Match, told: tuple[Event, ...]) -> Flow:
    """Return the match with the shooter on the spot and the keeper in the middle of his goal, when nobody else is
    left in the area.
    """
    if match.shoot_out is None and clearing(match) is not None:
        return replace(match, phase=Phase.CLEAR, active=None), told
    shooter, keeper = going(match).shooter, match.keeper(going(match).side.other)
    assert shooter is not None
    end = match.end(keeper.side)
    after = match.at(shooter, match.ground.spots[end]).at(keeper, match.ground.goals[end][1])
    return replace(after, phase=Phase.NOTE, ball=Ball(shooter), active=None), told


def why_not_noted(match: Match, command: Note) -> Refusal | None:
    """Return why a side's keeper may not note anything now, None if he may."""
    return None if command.side is going(match).side.other else Refusal.of(Why.NOT_YOUR_FIGURE)


def noted(match: Match, command: Note) -> Flow:
    """Return the match with what the keeper noted; nothing is told of it before the target is named."""
    seven = going(match)
    assert seven.shooter is not None
    active = Active(seven.shooter, gained=0)
    return replace(match, phase=Phase.SHOT, active=active, seven=replace(seven, note=command.dive)), ()


def note_of(match: Match) -> Note:
    """Return the act by which the keeper noted where he goes."""
    seven = going(match)
    assert seven.note is not None
    return Note(seven.side.other, seven.note)


def goes_to(match: Match, side: Side, dive: Dive) -> Hex:
    """Return where ``side``'s keeper stands when he has gone there from the middle of his goal."""
    left, right = match.ground.dives(match.end(side))
    middle = match.ground.goals[match.end(side)][1]
    return {Dive.LEFT: left, Dive.STAY: middle, Dive.RIGHT: right}[dive]


def dived(match: Match, notation: str) -> Flow:
    """Return the match with the keeper where he noted, which is told now. ``notation``: how it was written then."""
    note = note_of(match)
    cell = goes_to(match, note.side, note.dive)
    keeper, there = match.keeper(note.side), match.ground.name_of(cell)
    facts = {"side": note.side.value, "figure": keeper, "how": note.dive.value, "cell": there}
    return match.at(keeper, cell), (telling.event("revealed", notation=notation, **facts),)


def shot_in_turn(match: Match, out: ShootOut, ended: Ended) -> Flow:
    """Return what follows a shot of a shoot-out: the other side's, or the end with the same number of shots and
    enough of a lead.
    """
    side, shooter = going(match).side, going(match).shooter
    assert shooter is not None
    shots = paired(out.shots, side, out.shots[index(side)] + 1)
    goals = paired(out.goals, side, out.goals[index(side)] + (ended.how is Ending.GOAL))
    shot = out.shot | {shooter}
    if shot.issuperset(_listed(match, side)):
        shot = frozenset(one for one in shot if one.side is not side)
    after = ShootOut(out.first, shots, goals, shot)
    over = _decided(match, after)
    seven = None if over else Seven(side.other)
    phase = Phase.OVER if over else Phase.SHOOTER
    ended_match = replace(match, phase=phase, standing=(), ball=Ball(), active=None, shoot_out=after, seven=seven)
    facts = (("figure", str(shooter)), ("how", ended.how.value), ("score", f"{goals[0]}:{goals[1]}"))
    return ended_match, (Event("shot", facts),)


def _decided(match: Match, out: ShootOut) -> bool:
    if out.shots[0] != out.shots[1]:
        return False
    cap = match.options.cap
    lead = 1 if cap and out.shots[0] >= cap else LEAD
    return abs(out.goals[0] - out.goals[1]) >= lead
