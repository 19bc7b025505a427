"""Why something may not be done in a match now. Source: readings N1, N9, N13–N23."""

from __future__ import annotations

from feldlicht.base.commands import GameCommand, Resign, TimeOut
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.rules.imman import breaks, dead, fouls, setting_up, sevens
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
from feldlicht.rules.imman.ball import why_no_target
from feldlicht.rules.imman.clock import is_over
from feldlicht.rules.imman.duels import why_no_tackle
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.moving import why_no_pass, why_no_pick_up, why_no_step
from feldlicht.rules.imman.options import Stopping
from feldlicht.rules.imman.state import Match, Phase, Purpose
from feldlicht.rules.imman.why import Why

_OF_TURN = (Step, PickUp, Tackle, Pass, Foul, EndTurn)
_TURN = {
    Phase.PLAY: _OF_TURN,
    Phase.DEAD: (Step, EndTurn),
    Phase.ROLL_IN: (Pass,),
    Phase.SHOT: (Pass,),
}
"""What the active figure may do at all."""


def why_illegal(match: Match, command: GameCommand) -> Refusal | None:
    """Return why ``command`` may not be applied to ``match`` now, None if it may."""
    if match.phase is Phase.OVER:
        return Refusal.of(Reason.GAME_OVER)
    if isinstance(command, Resign):
        return None
    if isinstance(command, TimeOut):
        return None if is_over(match) else _wrong_phase(match)
    if isinstance(command, Throw):
        return _throw(match, command)
    if isinstance(command, LetPass):
        return _let_pass(match, command)
    if match.due is not None:
        return Refusal.of(Why.THROW_FIRST)
    if isinstance(command, _OF_TURN):
        return _of_turn(match, command)
    return _between_turns(match, command)


def _wrong_phase(match: Match) -> Refusal:
    return Refusal.of(Reason.WRONG_PHASE, phase=match.phase.value)


def _throw(match: Match, command: Throw) -> Refusal | None:
    if match.due is None:
        return Refusal.of(Why.NO_DIE)
    if command.face is not None and not 1 <= command.face <= DIE:
        return Refusal.of(Why.BAD_FACE, number=command.face)
    return None


def _let_pass(match: Match, command: LetPass) -> Refusal | None:
    due = match.due
    if due is None or due.purpose is not Purpose.STOP:
        return _wrong_phase(match)
    if (command.figure.side, command.figure.number) != (due.side, due.number):
        return Refusal.of(Why.NOT_YOUR_FIGURE)
    return Refusal.of(Why.MUST_TRY, figure=command.figure) if match.options.stopping is Stopping.MUST else None


def _of_turn(match: Match, command: Step | PickUp | Tackle | Pass | Foul | EndTurn) -> Refusal | None:
    if match.active is None or not isinstance(command, _TURN.get(match.phase, ())):
        return _wrong_phase(match)
    if command.figure != match.active.figure:
        return Refusal.of(Why.NOT_YOUR_FIGURE, figure=match.active.figure)
    match command:
        case Step():
            return why_no_step(match, command)
        case PickUp():
            return why_no_pick_up(match, command)
        case Tackle():
            return why_no_tackle(match, command)
        case Pass():
            return _pass(match, command)
        case Foul():
            return fouls.why_no_foul(match, command)
        case _:
            return None


def _pass(match: Match, command: Pass) -> Refusal | None:
    refusal = why_no_pass(match, command.figure)
    return why_no_target(match, command) if refusal is None else refusal


def _between_turns(match: Match, command: GameCommand) -> Refusal | None:
    match command, match.phase:
        case Put(), Phase.SET_UP:
            return setting_up.why_not(match, command)
        case Put(), Phase.RESTART:
            return dead.why_not(match, command)
        case Swap(), Phase.SWAP:
            return breaks.why_no_swap(match, command)
        case NoSwap(), Phase.SWAP:
            return breaks.why_not_declined(match, command)
        case Put(), Phase.CLEAR:
            return sevens.why_not_cleared(match, command)
        case Enter(), Phase.SWAP:
            return fouls.why_not_entered(match, command)
        case NameKeeper(), Phase.KEEPER:
            return fouls.why_not_named(match, command)
        case Shooter(), Phase.SHOOTER:
            return sevens.why_not_shooter(match, command)
        case Note(), Phase.NOTE:
            return sevens.why_not_noted(match, command)
        case _:
            return _wrong_phase(match)
