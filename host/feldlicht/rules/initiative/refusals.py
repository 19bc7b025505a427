"""Why something may not be done in a fight now. Source: rules page, readings I4, I7, I8, I15, I16, I19, I22."""

from __future__ import annotations

from feldlicht.base.commands import GameCommand, Proceed, Reveal
from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.initiative import probe
from feldlicht.rules.initiative.acts import (
    Act,
    Add,
    Begin,
    Change,
    Finish,
    Mark,
    Next,
    Order,
    PutAt,
    React,
    Recall,
    Remove,
    Roll,
    Show,
    StandBy,
    Unmark,
    Value,
)
from feldlicht.rules.initiative.changes import why_not_changed
from feldlicht.rules.initiative.figures import UNKNOWN, Fighter, Kind, Known, Stance
from feldlicht.rules.initiative.limits import (
    MOST_FIGURES,
    bad_delay,
    bad_levels,
    bad_successes,
    bad_text,
    out_of_limits,
)
from feldlicht.rules.initiative.naming import why_not_called
from feldlicht.rules.initiative.reacting import why_not as why_no_reaction
from feldlicht.rules.initiative.settings import Waiting
from feldlicht.rules.initiative.state import Fight, Phase

MOST_MARKERS = 200


def why_illegal(fight: Fight, command: GameCommand) -> Refusal | None:
    """Return why ``command`` may not be applied to ``fight`` now, None if it may."""
    if fight.phase is Phase.OVER:
        return Refusal.of(Reason.GAME_OVER)
    try:
        return _why(fight, command)
    except Refused as refused:
        return refused.refusal


def _why(fight: Fight, command: GameCommand) -> Refusal | None:
    match command:
        case Add():
            return _add(fight, command)
        case Roll():
            return _roll(fight, command)
        case PutAt(figure, ini):
            return out_of_limits(ini) or _may_be_put(fight.figure(figure))
        case Begin():
            if fight.phase is not Phase.GATHERING:
                return _wrong_phase(fight)
            return None if fight.in_order else Refusal.of(Reason.NOBODY_THERE)
        case Next() | Proceed():
            if fight.phase is not Phase.BETWEEN:
                return _wrong_phase(fight)
            return None if fight.in_order else Refusal.of(Reason.NOBODY_THERE)
        case Act():
            return _act(fight, command)
        case React(figure, delay, what):
            return _react(fight, fight.figure(figure), delay, what)
        case StandBy(figure, stance):
            return _stand_by(fight, fight.figure(figure), stance)
        case Recall(figure):
            return _recall(fight.figure(figure))
        case Remove(figure):
            fight.figure(figure)
            return None
        case Show(figure, known):
            same = fight.figure(figure).known is known
            return Refusal.of(Reason.NO_CHANGE, figure=figure) if same else None
        case Order(figures):
            return _order(fight, figures)
        case Mark():
            return _mark(fight, command)
        case Unmark(key):
            there = any(one.key == key for one in fight.markers)
            return None if there else Refusal.of(Reason.NO_SUCH_MARKER, marker=key)
        case Change(figure, value, new):
            return _change(fight, fight.figure(figure), value, new)
        case Reveal():
            return None if fight.to_unmask is not None else _wrong_phase(fight)
        case Finish():
            return None
        case _:
            return _wrong_phase(fight)


def _wrong_phase(fight: Fight) -> Refusal:
    return Refusal.of(Reason.WRONG_PHASE, phase=fight.phase)


def _add(fight: Fight, command: Add) -> Refusal | None:
    if command.count < 1 or len(fight.present) + command.count > MOST_FIGURES:
        return Refusal.of(Reason.TOO_MANY_FIGURES, most=MOST_FIGURES)
    known = command.known or (Known.ALL if command.kind is Kind.PLAYERS else Known.FIGURE)
    delays = (delay for _, delay in command.acts)
    return (
        out_of_limits(command.perception, command.advantage)
        or bad_levels(command.advantage)
        or bad_delay(command.usual, *delays)
        or why_not_called(fight, command.name, command.count, known)
    )


def _may_be_put(fighter: Fighter) -> Refusal | None:
    if fighter.stance is Stance.IN:
        return None
    return Refusal.of(Reason.STANDS_BY, figure=fighter.label)


def _roll(fight: Fight, command: Roll) -> Refusal | None:
    fighter = fight.figure(command.figure)
    if fighter.ini is not None:
        return Refusal.of(Reason.ROLLED_ALREADY, figure=fighter.label)
    if command.faces is not None:
        sides = probe.dice(probe.net_advantage(fighter.advantage, surprised=command.surprised))
        if len(command.faces) != len(sides):
            return Refusal.of(Reason.DICE_COUNT, figure=fighter.label, dice=len(sides), given=len(command.faces))
        for face, most in zip(command.faces, sides, strict=True):
            if not 1 <= face <= most:
                return Refusal.of(Reason.NUMBER_LIMITS, number=face, low=1, high=most)
    return bad_successes(command.successes) if command.successes is not None else None


def _act(fight: Fight, command: Act) -> Refusal | None:
    fighter = fight.figure(command.figure)
    refusal = _not_its_turn(fight, fighter)
    if refusal is not None:
        return refusal
    if fighter.known is not Known.NO:
        # Whether there is such a one or not: whoever plays a figure may ask.
        unknown = next((one for one in command.targets or () if one.startswith(UNKNOWN)), None)
        if unknown is not None:
            return Refusal.of(Reason.UNKNOWN_TARGET, figure=unknown)
    targets = [fight.figure(one) for one in command.targets or ()]
    if fighter in targets or len(set(targets)) != len(targets):
        return Refusal.of(Reason.BAD_TARGETS, figure=fighter.label)
    return _spends(fighter, command.delay, command.what)


def _not_its_turn(fight: Fight, fighter: Fighter) -> Refusal | None:
    """Whether nobody is on turn or somebody else is, the answer is the same: it may be one that nobody knows."""
    if fight.phase not in (Phase.TURN, Phase.BETWEEN):
        return _wrong_phase(fight)
    return None if fight.active == fighter.number else Refusal.of(Reason.NOT_ITS_TURN, figure=fighter.label)


def _spends(fighter: Fighter, delay: int, what: str, ini: int | None = None) -> Refusal | None:
    start = ini if ini is not None else fighter.ini
    assert start is not None
    return bad_delay(delay) or bad_text(what) or out_of_limits(start + delay)


def _react(fight: Fight, fighter: Fighter, delay: int, what: str) -> Refusal | None:
    if fight.phase not in (Phase.TURN, Phase.BETWEEN):
        return _wrong_phase(fight)
    refusal = why_no_reaction(fight, fighter)
    if refusal is not None:
        return refusal
    pointer = fight.pointer_for(fighter.known) if fighter.stance is not Stance.IN else None
    return _spends(fighter, delay, what, pointer)


def _stand_by(fight: Fight, fighter: Fighter, stance: Stance) -> Refusal | None:
    if fight.settings.waiting is Waiting.OFF:
        return Refusal.of(Reason.NO_WAITING)
    if stance not in (Stance.WAITING, Stance.READY):
        return _wrong_phase(fight)
    return _not_its_turn(fight, fighter)


def _recall(fighter: Fighter) -> Refusal | None:
    if fighter.stance in (Stance.WAITING, Stance.READY):
        return None
    return Refusal.of(Reason.WAITS_FOR_NOTHING, figure=fighter.label)


def _order(fight: Fight, figures: tuple[FigureId, ...]) -> Refusal | None:
    found = [fight.figure(one) for one in figures]
    keys = {(one.ini, one.equal, one.tie) for one in found}
    if len(found) < 2 or len(set(found)) != len(found) or len(keys) != 1 or not all(one.in_order for one in found):
        return Refusal.of(Reason.NO_TIE)
    return None


def _mark(fight: Fight, command: Mark) -> Refusal | None:
    if command.figure is not None:
        fight.figure(command.figure)
    if sum(one.ini is not None for one in fight.markers) >= MOST_MARKERS:
        return Refusal.of(Reason.TOO_MANY_MARKERS, most=MOST_MARKERS)
    return out_of_limits(command.ini) or bad_delay(command.every) or bad_text(command.text)


def _change(fight: Fight, fighter: Fighter, value: Value, new: str) -> Refusal | None:
    if value is Value.NAME:
        return why_not_called(fight, new, 1, fighter.known)
    return why_not_changed(fighter, value, new)
