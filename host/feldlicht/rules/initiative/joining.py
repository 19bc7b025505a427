"""Figures that join, and their probes. Source: rules text "Bestimmen der Initiative"; readings I2, I3, I6, I13."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feldlicht.base.entries import Event
from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Colour
from feldlicht.rules.game import Applied
from feldlicht.rules.initiative import probe
from feldlicht.rules.initiative.acts import Add, Roll
from feldlicht.rules.initiative.figures import FIGURE_COLOURS, Fighter, Kind, Known
from feldlicht.rules.initiative.limits import within
from feldlicht.rules.initiative.naming import labelled
from feldlicht.rules.initiative.settings import GroupRoll, TieKey
from feldlicht.rules.initiative.state import Fight


def usually_known(kind: Kind) -> Known:
    """Return what players know of a figure where nothing is said (rules page, "Two flags a figure")."""
    return Known.ALL if kind is Kind.PLAYERS else Known.FIGURE


def added(fight: Fight, command: Add) -> tuple[Fight, tuple[Event, ...]]:
    """Return the fight with the figures of ``command``, without INI yet."""
    known = command.known or usually_known(command.kind)
    labels = []
    for _ in range(command.count):
        one = Fighter(
            number=fight.joined,
            label=FigureId(""),
            name=command.name,
            kind=command.kind,
            known=known,
            perception=command.perception,
            advantage=command.advantage,
            usual=command.usual,
            colour=command.colour or _free_colour(fight, known),
            acts=command.acts,
        )
        fight, one = labelled(fight, one, alone=command.count == 1)
        fight = replace(fight, fighters=(*fight.fighters, one), joined=fight.joined + 1)
        labels.append(one.label)
    return fight, (Event("added", (("figures", ", ".join(labels)),)),)


def _free_colour(fight: Fight, known: Known) -> Colour:
    """The colour that fewest have; for a known figure, of those that players know: else the choice would tell."""
    others = [one.colour for one in fight.present if known is Known.NO or one.known is not Known.NO]
    return min(FIGURE_COLOURS, key=others.count)


def needed(fight: Fight, command: Roll) -> tuple[int, ...]:
    """Return how many sides the dice have that the host throws for ``command``."""
    if command.faces is not None or command.successes is not None:
        return ()
    fighter = fight.figure(command.figure)
    return probe.dice(probe.net_advantage(fighter.advantage, surprised=command.surprised))


def rolled(fight: Fight, command: Roll, dice: Sequence[int]) -> Applied[Fight]:
    """Return the fight with a figure on the timeline, or its whole group (setting I6).

    Raises :class:`Refused` (``DICE_COUNT``) if fewer dice are given than it throws.
    """
    fighter, sides = fight.figure(command.figure), needed(fight, command)
    if len(dice) < len(sides):
        fact = Refusal.of(Reason.DICE_COUNT, figure=fighter.label, dice=len(sides), given=len(dice))
        raise Refused(fact)
    faces = command.faces if command.faces is not None else tuple(dice[: len(sides)])
    net = probe.net_advantage(fighter.advantage, surprised=command.surprised)
    if command.successes is not None:
        ini = -command.successes
    else:
        ini = probe.initiative(fighter.perception, net, faces, fight.settings)
    events = []
    for one in _who(fight, fighter):
        at = within(probe.joining(fight.pointer_for(one.known), ini))
        tie = one.advantage if fight.settings.tie is TieKey.BASE else net
        fight = fight.with_fighter(replace(one, ini=at, tie=tie))
        events.append(Event("rolled", (("figure", one.label), ("ini", str(at)))))
    return Applied(fight, tuple(events), len(sides))


def _who(fight: Fight, fighter: Fighter) -> list[Fighter]:
    if fight.settings.group_roll is GroupRoll.EACH or fighter.kind is Kind.PLAYERS:
        return [fighter]
    return [
        one
        for one in fight.present
        if one.ini is None and (one.name, one.kind, one.known) == (fighter.name, fighter.kind, fighter.known)
    ]
