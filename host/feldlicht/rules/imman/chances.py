"""The exact odds of what may be done in a match now. Source: issue "Odds"; readings N1–N12, N15, N19, N23."""

from __future__ import annotations

from fractions import Fraction

from feldlicht.rules.imman.acts import Pass, Tackle
from feldlicht.rules.imman.ball import NEEDS_A_DIE, how_played, mates, opponents
from feldlicht.rules.imman.heroes import Action
from feldlicht.rules.imman.odds import Odds, of_duel, of_keepers_duel
from feldlicht.rules.imman.odds import of_pass as odds_of
from feldlicht.rules.imman.options import Lanes
from feldlicht.rules.imman.state import Match, Rolling


def of_pass(match: Match, command: Pass) -> Odds:
    """Return how likely a pass, which is legal now, ends in each way, if everyone who may tries to stop it.

    At a 7-metre for the keeper where he stands: what he has noted is not looked at.
    """
    by, target = command.figure, command.cell
    how = how_played(match, by)
    rolling = Rolling(by, match.places[by], target, how)
    thrown_for = how in NEEDS_A_DIE
    return odds_of(
        match.ground,
        rolling.origin,
        target,
        match.team(by.side).value(by.number, Action.PASSING) if thrown_for else None,
        opponents(match, rolling),
        mates(match, rolling),
        match.options.exactly_six,
        one_lane=match.options.lanes is Lanes.PER_PASS,
    )


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
    return of_duel(mine, theirs)
