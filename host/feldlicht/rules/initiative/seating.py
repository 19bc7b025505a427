"""What the player of a figure may do: never more than its own, and nothing that would tell of a secret. Source: T23.

Players throw their own dice; where ``players`` is ``act`` they also act, react and wait for their figure. To hand
over and everything else is the game master's.
"""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.commands import GameCommand
from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.viewers import Role, Viewer
from feldlicht.rules.initiative.acts import Act, React, Recall, Roll, StandBy
from feldlicht.rules.initiative.figures import Fighter, Kind, Known
from feldlicht.rules.initiative.reacting import why_not
from feldlicht.rules.initiative.settings import Players
from feldlicht.rules.initiative.state import Fight


def seats(fight: Fight, viewer: Viewer) -> tuple[FigureId, ...]:
    """Return the players' figures that ``viewer`` may know of."""
    all_of_them = viewer.role is Role.GAME_MASTER
    return tuple(
        one.label for one in fight.present if one.kind is Kind.PLAYERS and (all_of_them or one.known is not Known.NO)
    )


def renamed(before: Fight, after: Fight) -> dict[FigureId, FigureId]:
    """Return the players' figures of which the seat has another name ``after`` one step: old and new.

    A figure that players do not know any more keeps its seat by the name under which it will be known again.
    """
    if before.joined != after.joined:
        # Whoever joins, or never did, is called nothing else; numbers may mean others now.
        return {}
    was = {one.number: _seat_of(one) for one in before.present if one.kind is Kind.PLAYERS}
    now = {one.number: _seat_of(one) for one in after.present if one.kind is Kind.PLAYERS}
    return {was[one]: now[one] for one in was.keys() & now.keys() if was[one] != now[one]}


def _seat_of(fighter: Fighter) -> FigureId:
    return fighter.public or fighter.label


def why_not_by(fight: Fight, command: GameCommand, figure: FigureId) -> Refusal | None:
    """Return why the player of ``figure`` may not do ``command``, None if it is his to do."""
    if not isinstance(command, Roll | Act | React | StandBy | Recall) or command.figure != figure:
        return Refusal.of(Reason.NOT_YOUR_SEAT)
    own = fight.find(figure)
    if own is None or own.kind is not Kind.PLAYERS or own.known is Known.NO:
        return Refusal.of(Reason.NOT_YOUR_SEAT)
    if isinstance(command, Roll):
        return None
    if fight.settings.players is Players.ROLL:
        return Refusal.of(Reason.MASTER_ACTS)
    return openly_late(fight, own) if isinstance(command, React) else None


def openly_late(fight: Fight, fighter: Fighter) -> Refusal | None:
    """Return why a figure may not react to what everyone knows was done: what nobody saw may not be answered."""
    return why_not(replace(fight, unseen=None), fighter)
