"""What a legal command leads to: the next state and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import Built, Decline, GameCommand, Move, Relocate, Resign
from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refused
from feldlicht.rules.game import Applied, Outcome
from feldlicht.rules.master_move.anti_patt import after
from feldlicht.rules.master_move.figures import FIGURES
from feldlicht.rules.master_move.geometry import GOALS
from feldlicht.rules.master_move.refusals import why_illegal
from feldlicht.rules.master_move.state import (
    MOVES_TO_WIN,
    EndReason,
    LastMove,
    MasterMoveState,
    Phase,
    score_text,
)

BOOKED_FOR_THE_WINNER = 3
"""Moves with which a match given up is booked, against none, whatever the score was (M16)."""


def scores(move: Move) -> bool:
    """Return whether ``move`` enters the opponent's goal."""
    return move.target in GOALS[FIGURES[move.figure].side.other]


def apply(state: MasterMoveState, command: GameCommand, dice: Sequence[int] = ()) -> Applied[MasterMoveState]:  # noqa: ARG001
    """Return what ``command`` leads to; there are no dice in this game.

    Raises :class:`Refused` with the reason if it is illegal.
    """
    refusal = why_illegal(state, command)
    if refusal is not None:
        raise Refused(refusal)
    if isinstance(command, Move):
        return _move(state, command)
    if isinstance(command, Built):
        return _built(state)
    if isinstance(command, Resign):
        return _resign(state, command.side)
    assert isinstance(command, Relocate | Decline), "anything else was refused"
    return _relocate(state, command)


def _move(state: MasterMoveState, move: Move) -> Applied[MasterMoveState]:
    side = state.to_move
    scored = scores(move)
    moved = Event(
        "moved",
        (
            ("side", side.value),
            ("figure", move.figure),
            ("from", cell_name(move.origin)),
            ("to", cell_name(move.target)),
        ),
    )
    played = replace(
        state,
        position=state.position.moved(move.origin, move.target),
        crossings=after(state.options.anti_patt, state.crossings, move),
        last_move=LastMove(move.figure, move.origin, move.target, scored),
        to_move=side.other,
        ply=state.ply + 1,
    )
    if not scored:
        return Applied(played, (moved,))
    yellow, blue = state.score
    score = (yellow + 1, blue) if side is Side.YELLOW else (yellow, blue + 1)
    point = Event("scored", (("side", side.value), ("figure", move.figure), ("score", score_text(score))))
    played = replace(played, score=score, phase=Phase.REBUILD)
    if played.moves_of(side) < MOVES_TO_WIN:
        return Applied(played, (moved, point))
    return _ended(played, Outcome(EndReason.THREE_MOVES, side, score), (moved, point))


def _built(state: MasterMoveState) -> Applied[MasterMoveState]:
    if state.phase is Phase.SETUP:
        return Applied(replace(state, phase=Phase.PLAY), (_kick_off(state.to_move),))
    # The side that conceded is to move next, so its opponent is the scorer and relocates first (M11).
    rebuilt = replace(
        state,
        phase=Phase.RELOCATE,
        position=state.formation,
        relocating=state.to_move.other,
        crossings=(),
        last_move=None,
    )
    return Applied(rebuilt, (Event("rebuilt"),))


def _relocate(state: MasterMoveState, act: Relocate | Decline) -> Applied[MasterMoveState]:
    side = state.on_turn
    if isinstance(act, Relocate):
        formation = state.formation.moved(act.origin, act.target)
        event = Event(
            "relocated",
            (
                ("side", side.value),
                ("figure", act.figure),
                ("from", cell_name(act.origin)),
                ("to", cell_name(act.target)),
            ),
        )
    else:
        formation = state.formation
        event = Event("declined", (("side", side.value),))
    changed = replace(state, formation=formation, position=formation)
    if side is not state.to_move:
        return Applied(replace(changed, relocating=side.other), (event,))
    kicked_off = replace(changed, phase=Phase.PLAY, relocating=None, kick_off=state.to_move)
    return Applied(kicked_off, (event, _kick_off(state.to_move)))


def _resign(state: MasterMoveState, side: Side) -> Applied[MasterMoveState]:
    booked = (0, BOOKED_FOR_THE_WINNER) if side is Side.YELLOW else (BOOKED_FOR_THE_WINNER, 0)
    resigned = Event("resigned", (("side", side.value),))
    return _ended(state, Outcome(EndReason.RESIGNED, side.other, booked), (resigned,))


def _ended(state: MasterMoveState, outcome: Outcome, events: tuple[Event, ...]) -> Applied[MasterMoveState]:
    winner = outcome.winner.value if outcome.winner else "none"
    ended = Event("ended", (("reason", outcome.reason), ("winner", winner), ("score", score_text(outcome.score))))
    over = replace(state, phase=Phase.OVER, relocating=None, position=state.standing, outcome=outcome)
    return Applied(over, (*events, ended))


def _kick_off(side: Side) -> Event:
    return Event("kicked_off", (("side", side.value),))
