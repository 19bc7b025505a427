"""What each act leads to. Source: rules text; readings I6–I8, I12, I14–I20.

Every hand-over goes by way of the neutral state: who acts, waits or is removed leaves it, and ``next`` ends it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feldlicht.base.commands import GameCommand, Proceed, Reveal
from feldlicht.base.entries import Event
from feldlicht.base.reasons import Refused
from feldlicht.rules.game import Applied
from feldlicht.rules.initiative import joining, ties
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
from feldlicht.rules.initiative.changes import changed
from feldlicht.rules.initiative.figures import Fighter, Known, Stance
from feldlicht.rules.initiative.markers import fired, marked, without
from feldlicht.rules.initiative.naming import labelled
from feldlicht.rules.initiative.reacting import with_reaction
from feldlicht.rules.initiative.refusals import why_illegal
from feldlicht.rules.initiative.settings import Effect, TieKey, Unmasked
from feldlicht.rules.initiative.state import Fight, LastAct, Phase
from feldlicht.rules.initiative.timeline import next_lap


def apply(fight: Fight, command: GameCommand, dice: Sequence[int] = ()) -> Applied[Fight]:
    """Return what ``command`` leads to; a roll takes as many of ``dice`` as its probe has, if none were thrown.

    Raises :class:`Refused` if it is illegal.
    """
    refusal = why_illegal(fight, command)
    if refusal is not None:
        raise Refused(refusal)
    match command:
        case Add():
            return Applied(*joining.added(fight, command))
        case Roll():
            return joining.rolled(fight, command, dice)
        case PutAt(figure, ini):
            return Applied(*_put(fight, fight.figure(figure), ini))
        case Begin():
            return Applied(replace(fight, phase=Phase.BETWEEN), (Event("begun"),))
        case Next() | Proceed():
            return Applied(*_next(fight))
        case Act():
            return Applied(*_acted(fight, command))
        case React(figure, delay, what):
            return Applied(*_reacted(fight, fight.figure(figure), delay, what))
        case StandBy(figure, stance):
            return Applied(*_stood_by(fight, fight.figure(figure), stance))
        case Recall(figure):
            return Applied(*_recalled(fight, fight.figure(figure)))
        case Remove(figure):
            return Applied(*_removed(fight, fight.figure(figure)))
        case Show(figure, known):
            return Applied(*shown(fight, fight.figure(figure), known))
        case Reveal():
            assert fight.to_unmask is not None
            unmasked = replace(fight, to_unmask=None)
            return Applied(*shown(unmasked, fight.by_number(fight.to_unmask), Known.ALL))
        case _:
            return Applied(*_arranged(fight, command))


def _arranged(fight: Fight, command: GameCommand) -> tuple[Fight, tuple[Event, ...]]:
    match command:
        case Order(figures):
            return ties.ordered(fight, figures), (Event("ordered", (("figures", ", ".join(figures)),)),)
        case Mark(ini, text, figure, every, hidden):
            on = fight.figure(figure) if figure is not None else None
            secret = hidden or (on is not None and on.known is Known.NO)
            made = marked(fight, ini, text, on.number if on else None, every, hidden=secret)
            facts = (("marker", made.markers[-1].key), ("ini", str(ini)), ("text", text))
            after, events = fired(made) if fight.phase is not Phase.GATHERING else (made, ())
            return after, (Event("marked", facts), *events)
        case Unmark(key):
            return without(fight, lambda one: one.key == key), (Event("unmarked", (("marker", key),)),)
        case Change(figure, value, new):
            return _changed(fight, fight.figure(figure), value, new)
        case Finish():
            return replace(fight, phase=Phase.OVER, active=None, last=None, unseen=None, answer=None), (
                Event("finished"),
            )
        case _:
            raise AssertionError(command)


def _put(fight: Fight, fighter: Fighter, ini: int) -> tuple[Fight, tuple[Event, ...]]:
    tie = fighter.tie if fighter.ini is not None else fighter.advantage
    after = fight.with_fighter(replace(fighter, ini=ini, equal=0, tie=tie))
    event = Event("put", (("figure", fighter.label), ("ini", str(ini))))
    return _interrupted(after, fighter), (event,)


def _interrupted(fight: Fight, fighter: Fighter) -> Fight:
    """Who comes to lie before the pointer is next at once (I18): nobody's turn is gone, it is only not yet.

    Not so a figure whose INI is concealed: that somebody's turn ends would tell of it, so it waits for the next
    neutral state.
    """
    pointer = fight.pointer_for(fighter.known)
    ahead = pointer is not None and fight.by_number(fighter.number).order[0] < pointer
    if fight.phase is Phase.TURN and ahead and not fighter.conceals and fight.active != fighter.number:
        return replace(fight, phase=Phase.BETWEEN, active=None)
    return fight


def _next(fight: Fight) -> tuple[Fight, tuple[Event, ...]]:
    one = fight.in_order[0]
    assert one.ini is not None
    pointer = one.ini if fight.pointer is None else max(fight.pointer, one.ini)
    after = replace(fight, phase=Phase.TURN, active=one.number, pointer=pointer)
    after, events = _seen(after, one)
    return after, (*events, Event("on_turn", (("figure", one.label),)))


def _seen(fight: Fight, on_turn: Fighter) -> tuple[Fight, tuple[Event, ...]]:
    """Return the fight with the public's pointer moved, if it may, and what is due by then."""
    if not on_turn.conceals:
        assert on_turn.ini is not None
        fight = replace(fight, shown=on_turn.ini if fight.shown is None else max(fight.shown, on_turn.ini))
    return fired(fight)


def _acted(fight: Fight, command: Act) -> tuple[Fight, tuple[Event, ...]]:
    fighter = fight.figure(command.figure)
    assert fighter.ini is not None
    start, end = fighter.ini, fighter.ini + command.delay
    targets = None
    if command.targets is not None:
        targets = frozenset(fight.figure(one).number for one in command.targets)
    done = LastAct(fighter.number, start, end, targets)
    # What an unknown figure does leaves what was done before open to reactions: players must not notice it.
    after = (
        replace(fight, unseen=done)
        if fighter.known is Known.NO
        else replace(fight, last=done, unseen=None, answer=None)
    )
    after = after.with_fighter(_moved(fighter, end) if command.delay else fighter)
    facts = [("figure", fighter.label), ("delay", str(command.delay)), ("ini", str(end))]
    if command.what:
        facts.append(("what", command.what))
    if command.targets:
        facts.append(("targets", ", ".join(command.targets)))
    events = [Event("acted", tuple(facts)), *_lapped(after, fighter, end)]
    if fight.settings.effect is Effect.END and command.delay:
        hidden = fighter.conceals
        # Where that is not ahead it is due at once: whatever is open waits for nobody's hidden turn to be told.
        after, told = fired(marked(after, end, command.what, fighter.number, 0, hidden=hidden))
        events += told
    if fighter.conceals and fight.settings.unmasked is Unmasked.BY_ACTING:
        after = replace(after, to_unmask=fighter.number)
    # With nothing spent it stays on turn, even against equals (I7).
    return (_handed_over(after) if command.delay else after), tuple(events)


def _moved(fighter: Fighter, ini: int) -> Fighter:
    return replace(fighter, ini=ini, equal=0)


def _lapped(fight: Fight, fighter: Fighter, ini: int) -> tuple[Event, ...]:
    pointer = fight.pointer_for(fighter.known)
    return (Event("next_lap", (("figure", fighter.label),)),) if next_lap(ini, pointer, fight.settings) else ()


def _handed_over(fight: Fight) -> Fight:
    return replace(fight, phase=Phase.BETWEEN, active=None)


def _reacted(fight: Fight, fighter: Fighter, delay: int, what: str) -> tuple[Fight, tuple[Event, ...]]:
    start = fighter.ini if fighter.stance is Stance.IN else fight.pointer_for(fighter.known)
    assert start is not None
    after = with_reaction(fight, fighter, start, start + delay)
    tie = fighter.tie if fighter.ini is not None else fighter.advantage
    after = after.with_fighter(replace(fighter, ini=start + delay, equal=0, tie=tie, stance=Stance.IN))
    facts = [("figure", fighter.label), ("delay", str(delay)), ("ini", str(start + delay))]
    if what:
        facts.append(("what", what))
    events = (Event("reacted", tuple(facts)), *_lapped(after, fighter, start + delay))
    # Who was on turn gives that up by reacting (I16).
    return (_handed_over(after) if fight.active == fighter.number and delay else after), events


def _stood_by(fight: Fight, fighter: Fighter, stance: Stance) -> tuple[Fight, tuple[Event, ...]]:
    after = fight.with_fighter(replace(fighter, stance=stance))
    return _handed_over(after), (Event("stood_by", (("figure", fighter.label), ("stance", stance.value))),)


def _recalled(fight: Fight, fighter: Fighter) -> tuple[Fight, tuple[Event, ...]]:
    pointer = fight.pointer_for(fighter.known)
    ini = pointer if pointer is not None else fighter.ini
    equal = 1 if fighter.stance is Stance.WAITING else -1
    after = fight.with_fighter(replace(fighter, ini=ini, equal=equal, stance=Stance.IN))
    return after, (Event("recalled", (("figure", fighter.label), ("ini", str(ini)))),)


def _removed(fight: Fight, fighter: Fighter) -> tuple[Fight, tuple[Event, ...]]:
    gone = fight.with_fighter(replace(fighter, stance=Stance.OUT))
    gone = without(gone, lambda one: one.figure == fighter.number and one.ini is not None)
    if gone.to_unmask == fighter.number:
        gone = replace(gone, to_unmask=None)
    after = _handed_over(gone) if fight.active == fighter.number else gone
    return after, (Event("removed", (("figure", fighter.label),)),)


def shown(fight: Fight, fighter: Fighter, known: Known) -> tuple[Fight, tuple[Event, ...]]:
    """Return the fight in which players know ``known`` of a figure; its label may become another by that."""
    was = fighter.known
    after, one = fight, replace(fighter, known=known)
    if (was is Known.NO) is not (known is Known.NO):
        after, one = labelled(fight, one, alone=not _one_of_several(fight, fighter))
    after = after.with_fighter(one)
    if known is Known.NO and after.last is not None and after.last.actor == one.number:
        after = replace(after, last=None, unseen=after.last)
    elif was is Known.NO and after.unseen is not None and after.unseen.actor == one.number:
        after = replace(after, last=after.unseen, unseen=None)
    if known is Known.NO and after.answer is not None and after.answer.actor == one.number:
        after = replace(after, answer=None)
    events: tuple[Event, ...] = ()
    if after.active == one.number:
        after, events = _seen(after, one)
    more = list(Known).index(known) > list(Known).index(was)
    facts = [("figure", one.label if more else fighter.label), ("known", known.value)]
    if known is Known.ALL and one.ini is not None:
        facts.append(("ini", str(one.ini)))
    return after, (Event("revealed_figure" if more else "concealed_figure", tuple(facts)), *events)


def _one_of_several(fight: Fight, fighter: Fighter) -> bool:
    # Whether others of its name are known: how many are not must tell nothing.
    return any(
        one.name == fighter.name and one.number != fighter.number and one.known is not Known.NO
        for one in fight.fighters
    )


def _changed(fight: Fight, fighter: Fighter, value: Value, new: str) -> tuple[Fight, tuple[Event, ...]]:
    one, after = changed(fighter, value, new), fight
    if value is Value.ADVANTAGE and fight.settings.tie is TieKey.BASE and fighter.ini is not None:
        one = replace(one, tie=one.advantage)
    if value is Value.NAME:
        after, one = labelled(fight.with_fighter(replace(one, public=None)), replace(one, public=None), alone=True)
    facts = (("figure", fighter.label), ("value", value.value), ("new", new))
    return after.with_fighter(one), (Event("changed", facts),)
