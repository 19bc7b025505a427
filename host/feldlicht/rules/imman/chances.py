"""The exact odds of what may be done in a match now. Source: issue "Odds"; readings N1–N12, N15, N19, N23."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from feldlicht.rules.imman.acts import Pass, Tackle
from feldlicht.rules.imman.ball import NEEDS_A_DIE, how_played, mates, opponents
from feldlicht.rules.imman.heroes import Action
from feldlicht.rules.imman.odds import Odds, of_duel, of_keepers_duel
from feldlicht.rules.imman.odds import of_passes as odds_of
from feldlicht.rules.imman.options import Lanes
from feldlicht.rules.imman.state import Match, Rolling


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
