"""What each act leads to: every rule in its place, this only says which one."""

from __future__ import annotations

from collections.abc import Sequence

from feldlicht.base.commands import GameCommand, Resign, TimeOut
from feldlicht.base.dice import Die
from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refused
from feldlicht.rules.game import Applied, Outcome
from feldlicht.rules.imman import ball, breaks, clock, dead, duels, flow, fouls, moving, notation, setting_up, sevens
from feldlicht.rules.imman.acts import (
    EndTurn,
    Enter,
    Foul,
    LetPass,
    NameKeeper,
    NoSwap,
    Note,
    Pass,
    PickUp,
    Put,
    Shooter,
    Step,
    Swap,
    Tackle,
    Throw,
)
from feldlicht.rules.imman.endings import followed
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.refusals import why_illegal
from feldlicht.rules.imman.replacing import replace
from feldlicht.rules.imman.state import Flow, Match, Phase, Played, Purpose, index


def dice(command: GameCommand) -> Sequence[int]:
    """Return the dice that the house throws for a command: a W20 for a throw that nobody typed."""
    return (DIE,) if isinstance(command, Throw) and command.face is None else ()


def apply(match: Match, command: GameCommand, thrown: Sequence[int] = (), spent: int = 0) -> Applied[Match]:
    """Return what ``command`` leads to, done after ``spent`` milliseconds, with the dice that the house threw for it.

    Raises :class:`Refused` if it is illegal.
    """
    match = clock.passed(match, spent)
    refusal = why_illegal(match, command)
    if refusal is not None:
        raise Refused(refusal)
    if isinstance(command, Throw):
        face = command.face if command.face is not None else thrown[0]
        after, events = _thrown(match, face)
        return Applied(after, events, 0 if command.face is not None else 1, seen=(Die(DIE, face),))
    return Applied(*_applied(match, command))


def _thrown(match: Match, face: int) -> Flow:
    assert match.due is not None
    if match.due.purpose is Purpose.TOSS:
        return flow.tossed(match, face)
    if match.due.purpose is Purpose.DRIBBLE:
        return duels.thrown(match, face)
    if match.fouling is not None:
        return fouls.thrown(match, face)
    return followed(ball.thrown(match, face))


def _applied(match: Match, command: GameCommand) -> Flow:
    match command:
        case Put():
            return _put(match, command)
        case Step():
            return moving.stepped(match, command)
        case PickUp():
            return moving.picked_up(match, command)
        case Tackle():
            return duels.tackled(match, command)
        case Pass():
            return _passed(match, command)
        case LetPass(figure):
            told = Event("let_pass", (("figure", str(figure)),))
            after, events = followed(ball.let_pass(match, figure))
            return after, (told, *events)
        case Foul():
            return fouls.fouled(match, command)
        case EndTurn():
            return moving.over(match)
        case _:
            return _between_turns(match, command)


def _put(match: Match, command: Put) -> Flow:
    if match.phase is Phase.SET_UP:
        return setting_up.put(match, command)
    return sevens.cleared(match, command) if match.phase is Phase.CLEAR else dead.put(match, command)


def _passed(match: Match, command: Pass) -> Flow:
    told: tuple[Event, ...] = ()
    how = ball.how_played(match, command.figure)
    if how is Played.SHOT:
        match, told = sevens.dived(match, notation.write(sevens.note_of(match), match.ground))
    after, events = followed(ball.played(match, command.figure, command.cell, how))
    return after, (*told, *events)


def _between_turns(match: Match, command: GameCommand) -> Flow:
    match command:
        case Swap():
            return breaks.swapped(match, command)
        case Enter():
            return breaks.entered(match, command)
        case NameKeeper():
            return fouls.named(match, command)
        case NoSwap():
            return breaks.declined(match, command)
        case Shooter():
            return sevens.called(match, command)
        case Note():
            return sevens.noted(match, command)
        case TimeOut():
            return clock.ran_out(match)
        case Resign(side):
            over = replace(match, phase=Phase.OVER, resigned=side, due=None)
            return over, (Event("resigned", (("side", side.value),)),)
        case _:
            raise AssertionError(command)


def outcome(match: Match) -> Outcome | None:
    """Return how the match ended, None while it runs. Goals of a shoot-out decide, but are not booked."""
    if match.phase is not Phase.OVER:
        return None
    if match.resigned is not None:
        return Outcome("RESIGNED", match.resigned.other, match.score)
    if match.forfeited is not None:
        return Outcome("NO_FIGURES", match.forfeited.other, match.score)
    reason, pair = "FULL_TIME", match.score
    if match.shoot_out is not None:
        reason, pair = "SHOOT_OUT", match.shoot_out.goals
    winner = next(side for side in Side if pair[index(side)] == max(pair))
    return Outcome(reason, winner, match.score)
