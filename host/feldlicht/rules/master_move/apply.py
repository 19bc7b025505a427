"""What a legal command leads to: the next state and what happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import Built, Decline, GameCommand, Move, Place, Relocate, Resign, Reveal, TimeOut
from feldlicht.base.entries import Event
from feldlicht.base.figures import Formation, Side
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.game import Applied
from feldlicht.rules.master_move import ends, placing, relocating
from feldlicht.rules.master_move.acts import AskHint, Formed, Ready
from feldlicht.rules.master_move.anti_patt import after
from feldlicht.rules.master_move.clock import Fallen, fallen, passed, with_increment
from feldlicht.rules.master_move.notation import write
from feldlicht.rules.master_move.refusals import why_illegal
from feldlicht.rules.master_move.scoring import scores
from feldlicht.rules.master_move.state import EndReason, LastMove, MasterMoveState, Phase, score_text


def apply(
    state: MasterMoveState,
    command: GameCommand,
    dice: Sequence[int] = (),  # noqa: ARG001 - there are no dice in this game
    spent: int = 0,
) -> Applied[MasterMoveState]:
    """Return what ``command`` leads to, ``spent`` ms after the act before it.

    Raises :class:`Refused` with the reason if it is illegal, or if there was not so much time (M17).
    """
    refusal = why_illegal(state, command)
    if refusal is not None:
        raise Refused(refusal)
    now = passed(state, spent)
    if isinstance(command, Move | AskHint) and fallen(now) is not Fallen.NOTHING:
        raise Refused(Refusal.of(Reason.GAME_OVER, ended=EndReason.TIME))
    return _apply(now, command)


def _apply(state: MasterMoveState, command: GameCommand) -> Applied[MasterMoveState]:
    match command:
        case Move() if state.phase is Phase.PLAY:
            return _move(state, command)
        case Place() | Move():
            return placing.put(state, command)
        case Built():
            return _built(state)
        case Relocate() | Decline():
            return _relocate(state, command)
        case Resign(side):
            return ends.resigned(state, side)
        case Formed():
            return placing.formed(state, command)
        case Ready(side):
            return _ready(state, side)
        case Reveal():
            return _reveal(state)
        case AskHint(side):
            return _hinted(state, side)
        case TimeOut():
            return _time_out(state)
        case _:
            raise Refused(Refusal.of(Reason.WRONG_PHASE, phase=state.phase))


def _move(state: MasterMoveState, move: Move) -> Applied[MasterMoveState]:
    side = state.to_move
    scored = scores(move)
    way = (("from", cell_name(move.origin)), ("to", cell_name(move.target)))
    moved = Event("moved", (("side", side.value), ("figure", move.figure), *way))
    timed = with_increment(state, side)
    played = replace(
        timed,
        position=state.position.moved(move.origin, move.target),
        crossings=after(state.options.anti_patt, state.crossings, move),
        last_move=LastMove(move.figure, move.origin, move.target, scored),
        to_move=side.other,
        ply=state.ply + 1,
        hinted=False,
    )
    if not scored:
        return ends.after_ply(played, side, (moved,))
    yellow, blue = state.score
    score = (yellow + 1, blue) if side is Side.YELLOW else (yellow, blue + 1)
    point = Event("scored", (("side", side.value), ("figure", move.figure), ("score", score_text(score))))
    return ends.after_ply(replace(played, score=score, phase=Phase.REBUILD), side, (moved, point))


def _built(state: MasterMoveState) -> Applied[MasterMoveState]:
    if state.phase is Phase.PLACE:
        return Applied(replace(state, building=False), ())
    if state.phase is Phase.REBUILD:
        return Applied(relocating.begun(state), (Event("rebuilt"),))
    return _kicked_off(state, ())


def _relocate(state: MasterMoveState, act: Relocate | Decline) -> Applied[MasterMoveState]:
    done = relocating.relocated(state, act)
    if relocating.in_secret(state) or done.state.relocating is not None:
        return done
    return _kicked_off(done.state, done.events)


def _ready(state: MasterMoveState, side: Side) -> Applied[MasterMoveState]:
    confirmed, both = placing.confirmed(state, side)
    event = Event("ready", (("side", side.value),))
    return _kicked_off(confirmed, (event,)) if both else Applied(confirmed, (event,))


def _reveal(state: MasterMoveState) -> Applied[MasterMoveState]:
    told = tuple(_told(state, side, command) for side, command in _sealed(state))
    if state.phase is Phase.RELOCATE:
        done = relocating.revealed(state)
        if done.state.formation == state.formation:
            # Nobody relocated: what stands on the table is right already.
            return _kicked_off(done.state, (*told, *done.events))
        return Applied(done.state, (*told, *done.events))
    figures = {which: one for _, formation in state.sealed for which, one in formation.items()}
    formation = Formation.of(figures)
    ready = replace(state, phase=Phase.SETUP, formation=formation, position=formation, sealed=(), ready=tuple(Side))
    return Applied(ready, told)


def _sealed(state: MasterMoveState) -> Sequence[tuple[Side, GameCommand]]:
    if state.phase is Phase.RELOCATE:
        return state.sealed_acts
    return [(side, Formed(side, formation)) for side, formation in state.sealed]


def _told(state: MasterMoveState, side: Side, command: GameCommand) -> Event:
    return Event("revealed", (("side", side.value), ("notation", write(state, command))))


def _hinted(state: MasterMoveState, side: Side) -> Applied[MasterMoveState]:
    yellow, blue = state.hints
    hints = (yellow + 1, blue) if side is Side.YELLOW else (yellow, blue + 1)
    return Applied(replace(state, hints=hints, hinted=True), (Event("hinted", (("side", side.value),)),))


def _time_out(state: MasterMoveState) -> Applied[MasterMoveState]:
    over = ends.time_out(state)
    if over is None:
        raise Refused(Refusal.of(Reason.WRONG_PHASE, phase=state.phase))
    return over


def _kicked_off(state: MasterMoveState, events: tuple[Event, ...]) -> Applied[MasterMoveState]:
    kicked_off = replace(
        state, phase=Phase.PLAY, relocating=None, kick_off=state.to_move, position=state.formation, last_move=None
    )
    return Applied(kicked_off, (*events, Event("kicked_off", (("side", state.to_move.value),))))
