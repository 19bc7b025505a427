"""Who may still react to what was done last, and why not. Source: rules text "Zu langsam"; readings I5, I15, I16."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.rules.initiative.figures import Fighter, Known, Stance
from feldlicht.rules.initiative.settings import AtEquality, Chain, Settings
from feldlicht.rules.initiative.state import Fight, LastAct


def in_time(end: int, ini: int, settings: Settings) -> bool:
    """Return whether who stands at ``ini`` may react to what ends at ``end``: not if it ended before (I5)."""
    return end >= ini if settings.equal is AtEquality.ALLOW else end > ini


def reacts_from(fight: Fight, fighter: Fighter) -> int | None:
    """Return the INI from which ``fighter`` reacts: its own, or the pointer if it waits (I8)."""
    if fighter.stance is Stance.IN:
        return fighter.ini
    return fight.pointer_for(fighter.known) if fighter.stance is not Stance.OUT else None


def why_not_to(fight: Fight, act: LastAct, fighter: Fighter) -> Refusal | None:
    """Return why ``fighter`` may not react to ``act``, None if it may. No number is told: it might be concealed."""
    if fighter.number == act.actor:
        return Refusal.of(Reason.NOT_AFFECTED, figure=fighter.label)
    ini = reacts_from(fight, fighter)
    if ini is None:
        return Refusal.of(Reason.NO_INI, figure=fighter.label)
    if fighter.number in act.reacted:
        return Refusal.of(Reason.REACTED_ALREADY, figure=fighter.label)
    # Whom players do not know cannot be named in an act that they see, so it may always have been affected.
    if act.targets is not None and fighter.number not in act.targets and fighter.known is not Known.NO:
        return Refusal.of(Reason.NOT_AFFECTED, figure=fighter.label)
    if not in_time(act.end, ini, fight.settings):
        return Refusal.of(Reason.TOO_SLOW, figure=fighter.label)
    return None


def why_not(fight: Fight, fighter: Fighter) -> Refusal | None:
    """Return why ``fighter`` may not react now, None if it may: to what was done last, openly or unseen."""
    refusal: Refusal | None = None
    for act in windows(fight):
        why = why_not_to(fight, act, fighter)
        if why is None:
            return None
        refusal = refusal or why
    return refusal or Refusal.of(Reason.NOTHING_TO_REACT_TO)


def windows(fight: Fight) -> Iterator[LastAct]:
    """What may be reacted to: what an unknown figure did closes nothing, as players would notice."""
    return (act for act in (fight.last, fight.unseen, fight.answer) if act is not None)


def with_reaction(fight: Fight, fighter: Fighter, start: int, end: int) -> Fight:
    """Return the fight in which ``fighter`` has reacted, from ``start`` to ``end``, to the act that it could."""
    act = next(act for act in windows(fight) if why_not_to(fight, act, fighter) is None)
    done = replace(act, reacted=act.reacted | {fighter.number})
    if act is fight.last:
        fight = replace(fight, last=done)
    elif act is fight.unseen:
        fight = replace(fight, unseen=done)
    if fight.settings.chain is Chain.ALWAYS and fighter.known is not Known.NO:
        return replace(fight, answer=LastAct(fighter.number, start, end))
    return fight
