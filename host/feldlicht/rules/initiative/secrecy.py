"""Who may know of which act. Source: rules page, "Two flags a figure"; design, decision 4.

What concerns a figure that players do not know is hidden; what a known figure does that conceals its INI is sealed:
that it acted is told, never a number. Open is what everyone may know.
"""

from __future__ import annotations

from feldlicht.base.commands import GameCommand, Proceed
from feldlicht.base.figures import FigureId
from feldlicht.base.viewers import EVERYONE, Audience, Secrecy
from feldlicht.rules.initiative.acts import (
    Act,
    Add,
    Change,
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
from feldlicht.rules.initiative.figures import Kind, Known
from feldlicht.rules.initiative.joining import usually_known
from feldlicht.rules.initiative.markers import is_hidden
from feldlicht.rules.initiative.settings import Unmasked
from feldlicht.rules.initiative.state import Fight

HIDDEN = Audience(Secrecy.HIDDEN)
SEALED = Audience(Secrecy.SEALED)
"""The game master alone knows what it was."""
TOLD = Audience(Secrecy.TOLD)
"""What came of it everyone may know, not its words: the number in the label of an unknown figure tells of others."""

_OPEN_VALUES = (Value.NAME, Value.COLOUR, Value.CONDITIONS)


def audience(fight: Fight, command: GameCommand) -> Audience:
    """Return who may know of ``command``, which is legal."""
    match command:
        case Add(known=known, kind=kind):
            who = known or usually_known(kind)
            if kind is Kind.PLAYERS and who is Known.ALL:
                return EVERYONE
            return HIDDEN if who is Known.NO else SEALED
        case Act(figure) if fight.settings.unmasked is Unmasked.BY_ACTING and _known(fight, figure) is Known.NO:
            # By it players learn that there is such a one, so they are to notice also if it is taken back (I20).
            return SEALED
        case Act(figure) | React(figure) | StandBy(figure) | Recall(figure):
            return {Known.NO: HIDDEN, Known.FIGURE: SEALED, Known.ALL: EVERYONE}[_known(fight, figure)]
        case Roll(figure) | PutAt(figure):
            # Where a concealed figure is changes nothing that anybody else may see.
            return EVERYONE if _known(fight, figure) is Known.ALL else HIDDEN
        case Remove(figure):
            return HIDDEN if _known(fight, figure) is Known.NO else EVERYONE
        case Show(figure, known):
            if known is _known(fight, figure):
                return HIDDEN
            # Also hiding is seen: the figure is gone.
            return TOLD if _known(fight, figure) is Known.NO else EVERYONE
        case Next() | Proceed():
            return HIDDEN if fight.in_order[0].known is Known.NO else EVERYONE
        case Order():
            return HIDDEN
        case Mark(figure=on, hidden=hidden):
            return HIDDEN if hidden or (on is not None and _known(fight, on) is Known.NO) else EVERYONE
        case Unmark(key):
            return HIDDEN if any(one.key == key and is_hidden(fight, one) for one in fight.markers) else EVERYONE
        case Change(figure, value):
            return _of_change(fight, figure, value)
        case _:
            return EVERYONE


def _known(fight: Fight, figure: FigureId) -> Known:
    return fight.figure(figure).known


def _of_change(fight: Fight, figure: FigureId, value: Value) -> Audience:
    fighter = fight.figure(figure)
    if fighter.known is Known.NO or value is Value.NOTE:
        return HIDDEN
    return EVERYONE if value in _OPEN_VALUES or fighter.kind is Kind.PLAYERS else HIDDEN
