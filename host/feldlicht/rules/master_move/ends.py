"""How a match ends: by Moves, given up, by time or by plies (M15–M17)."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.rules.game import Applied, Outcome
from feldlicht.rules.master_move.clock import Fallen, fallen
from feldlicht.rules.master_move.options import Level
from feldlicht.rules.master_move.state import MOVES_TO_WIN, EndReason, MasterMoveState, Phase, score_text

BOOKED_FOR_THE_WINNER = 3
"""Moves with which a match lost without playing on is booked, against none, whatever the score was (M16, M17)."""


def after_ply(state: MasterMoveState, mover: Side, events: tuple[Event, ...]) -> Applied[MasterMoveState]:
    """Return the state after a ply of ``mover`` that is in ``state`` already, with the end that it may bring."""
    if state.moves_of(mover) >= MOVES_TO_WIN:
        return ended(state, Outcome(EndReason.THREE_MOVES, mover, state.score), events)
    if state.beyond and state.score[0] != state.score[1]:
        reason = EndReason.PLY_LIMIT if _capped(state) else EndReason.TIME
        return ended(state, Outcome(reason, mover, state.score), events)
    if _capped(state) and not state.beyond:
        return _by_moves(state, EndReason.PLY_LIMIT, events)
    return Applied(state, events)


def time_out(state: MasterMoveState) -> Applied[MasterMoveState] | None:
    """Return what follows from a clock that has run out, None if none has."""
    match fallen(state):
        case Fallen.SIDE:
            late = Event("time_out", (("side", state.to_move.value),))
            return _lost(state, EndReason.TIME, state.to_move, late)
        case Fallen.MATCH:
            return _by_moves(state, EndReason.TIME, (Event("time_out"),))
        case Fallen.NOTHING:
            return None


def resigned(state: MasterMoveState, side: Side) -> Applied[MasterMoveState]:
    """Return the match given up by ``side``."""
    return _lost(state, EndReason.RESIGNED, side, Event("resigned", (("side", side.value),)))


def ended(state: MasterMoveState, outcome: Outcome, events: tuple[Event, ...]) -> Applied[MasterMoveState]:
    """Return the match as it is over; what was sealed stays untold."""
    winner = outcome.winner.value if outcome.winner else "none"
    end = Event("ended", (("reason", outcome.reason), ("winner", winner), ("score", score_text(outcome.score))))
    over = replace(state, phase=Phase.OVER, relocating=None, position=state.standing, outcome=outcome, hinted=False)
    return Applied(over, (*events, end))


def _lost(state: MasterMoveState, reason: EndReason, loser: Side, event: Event) -> Applied[MasterMoveState]:
    booked = (0, BOOKED_FOR_THE_WINNER) if loser is Side.YELLOW else (BOOKED_FOR_THE_WINNER, 0)
    return ended(state, Outcome(reason, loser.other, booked), (event,))


def _by_moves(state: MasterMoveState, reason: EndReason, events: tuple[Event, ...]) -> Applied[MasterMoveState]:
    """The end that plies or time bring: who has more Moves has won; level, the match is drawn or goes on (M17)."""
    yellow, blue = state.score
    if yellow != blue:
        return ended(state, Outcome(reason, Side.YELLOW if yellow > blue else Side.BLUE, state.score), events)
    if state.options.level is Level.DRAWN:
        return ended(state, Outcome(reason, None, state.score), events)
    return Applied(replace(state, beyond=True), (*events, Event("next_move_decides")))


def _capped(state: MasterMoveState) -> bool:
    return 0 < state.options.ply_cap <= state.ply
