"""The exact odds of what may be done in a match now. Source: issue "Odds"; readings N1–N12, N15, N19, N23."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Dive, Pass, Tackle
from feldlicht.rules.imman.ball import NEEDS_A_DIE, how_played, mates, opponents
from feldlicht.rules.imman.heroes import DIE, Action
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.odds import Gone, Odds, at_most, ends, of_keepers_duel, of_way
from feldlicht.rules.imman.odds import of_duel as of_dribbling
from feldlicht.rules.imman.odds import of_passes as odds_of
from feldlicht.rules.imman.options import Lanes
from feldlicht.rules.imman.passing import needed, path
from feldlicht.rules.imman.rolling import Ending
from feldlicht.rules.imman.sevens import goes_to
from feldlicht.rules.imman.state import Match, Rolling


@dataclass(frozen=True, slots=True)
class Prospect:
    """What may come of a ball that is played: ``made``, how likely its own die is, 1 if it needs none; ``misses``,
    where a missed one would come to lie or leave to, on the field or off it, if nobody stopped it; ``ends``, how
    likely it ends in each way, if everyone who may tries to stop it. ``made`` and ``misses`` add up to 1.
    """

    made: Fraction
    misses: Mapping[Hex, Fraction]
    ends: Odds

    def goal(self, owner: Side) -> Fraction:
        """Return how likely it comes to lie in the goal that stands at ``owner``'s end."""
        return self._sum(lambda one: one.goal is owner)

    def stopped_by(self) -> Mapping[int, Fraction]:
        """Return how likely each of the other side has the ball at the end."""
        stoppers = sorted({one.number for one in self.ends if one.how is Ending.STOPPED and one.number is not None})
        return {n: self._sum(lambda one, n=n: one.how is Ending.STOPPED and one.number == n) for n in stoppers}

    @property
    def received(self) -> Fraction:
        """How likely one of the own side has the ball at the end."""
        return self._sum(lambda one: one.how is Ending.RECEIVED)

    def _sum(self, wanted: Callable[..., bool]) -> Fraction:
        return sum((chance for one, chance in self.ends.items() if wanted(one)), Fraction())


@dataclass(frozen=True, slots=True)
class OfStop:
    """What may come of the try to stop a ball that is due now: whether it ``stops``; how the ball ends if it is
    ``tried``, and if the ball is let ``passed``. All others try.
    """

    stops: Fraction
    tried: Odds
    passed: Odds


def of_pass(match: Match, command: Pass) -> Odds:
    """Return how likely a pass, which is legal now, ends in each way, if everyone who may tries to stop it.

    At a 7-metre for the keeper where he stands: what he has noted is not looked at.
    """
    return of_passes(match, (command,))[command]


def of_passes(match: Match, commands: Sequence[Pass]) -> Mapping[Pass, Odds]:
    """Return the odds of passes that are legal now, as :func:`of_pass` does, for all of them in little more time."""
    if not commands:
        return {}
    by = commands[0].figure
    how = how_played(match, by)
    rolling = Rolling(by, match.places[by], commands[0].cell, how)
    found = odds_of(
        match.ground,
        rolling.origin,
        [one.cell for one in commands],
        match.team(by.side).value(by.number, Action.PASSING) if how in NEEDS_A_DIE else None,
        opponents(match, rolling),
        mates(match, rolling),
        match.options.exactly_six,
        one_lane=match.options.lanes is Lanes.PER_PASS,
    )
    return {one: found[one.cell] for one in commands}


def _played(match: Match, command: Pass) -> Rolling:
    by = command.figure
    return Rolling(by, match.places[by], command.cell, how_played(match, by))


def of_ball(match: Match, command: Pass) -> Prospect:
    """Return what may come of a pass, which is legal now; of a 7-metre as :func:`of_pass` has it."""
    by, target = command.figure, command.cell
    rolling = _played(match, command)
    passing = match.team(by.side).value(by.number, Action.PASSING) if rolling.how in NEEDS_A_DIE else None
    limit = None if passing is None else needed(passing, distance(rolling.origin, target))
    made = Fraction(1) if limit is None else at_most(limit)
    lands = ends(rolling.origin, target, passing, match.options.exactly_six)
    misses = {where: chance for where, chance in lands.items() if where != target}
    return Prospect(made, misses, of_pass(match, command))


def of_shot(match: Match, command: Pass) -> Mapping[Dive, Prospect]:
    """Return what may come of a 7-metre, wherever the keeper has noted that he goes."""
    side = command.figure.side.other
    return {dive: of_ball(match.at(match.keeper(side), goes_to(match, side, dive)), command) for dive in Dive}


def of_stop(match: Match) -> OfStop:
    """Return what may come of the try to stop a ball whose die is due now."""
    due, rolling = match.due, match.rolling
    assert due is not None
    assert due.limit is not None
    assert due.number is not None
    assert rolling is not None
    tried = rolling.tried | {due.number}
    return OfStop(at_most(due.limit), of_rolling(match), of_rolling(match, replace(rolling, tried=tried)))


def of_rolling(match: Match, rolling: Rolling | None = None) -> Odds:
    """Return how likely a ball that has been played ends in each way, with the dice that are still to be thrown;
    ``rolling``: as if it rolled like that.
    """
    rolling = rolling or match.rolling
    assert rolling is not None
    men, own = opponents(match, rolling), mates(match, rolling)
    one_lane = match.options.lanes is Lanes.PER_PASS
    if rolling.end is None:
        return of_pass(match, Pass(rolling.by, rolling.target))
    gone = Gone(rolling.at, rolling.cell, rolling.tried, rolling.lane)
    way = path(match.ground, rolling.origin, rolling.end)
    return of_way(match.ground, way, men, own, gone, one_lane=one_lane)


def of_tackle(match: Match, command: Tackle) -> Fraction:
    """Return how likely a tackle, which is legal now, wins the ball."""
    carrier, tackler = match.ball.carrier, command.figure
    assert carrier is not None
    there = match.at(tackler, match.places[carrier])
    if there.handles(tackler):
        return of_keepers_duel()
    if there.handles(carrier):
        return 1 - of_keepers_duel()
    mine, theirs = (match.team(one.side).value(one.number, Action.DRIBBLING) for one in (tackler, carrier))
    return of_dribbling(mine, theirs)


def of_duel(match: Match) -> Fraction:
    """Return how likely the tackler wins the duel that is going on, with what has been thrown."""
    duel = match.duel
    assert duel is not None
    if match.handles(duel.tackler):
        return of_keepers_duel()
    if match.handles(duel.carrier):
        return 1 - of_keepers_duel()
    mine, theirs = (match.team(one.side).value(one.number, Action.DRIBBLING) for one in (duel.tackler, duel.carrier))
    again = of_dribbling(mine, theirs)
    if duel.roll is None:
        return again
    # The other die is still to be thrown: value less die, the higher one wins, equal ones both throw again.
    equal = theirs - (mine - duel.roll)
    level = Fraction(1 <= equal <= DIE, DIE)
    return 1 - at_most(equal) + level * again
