"""Who may know what was done, and whose act it is. Source: reading N23."""

from __future__ import annotations

from feldlicht.base.commands import GameCommand, Resign
from feldlicht.base.figures import Side
from feldlicht.base.viewers import EVERYONE, Audience, Secrecy
from feldlicht.rules.imman import breaks, setting_up
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
from feldlicht.rules.imman.sevens import clearing
from feldlicht.rules.imman.state import Match, Phase


def audience(command: GameCommand) -> Audience:
    """Return who may know of an act: what a keeper notes is sealed until the target is named."""
    if isinstance(command, Note):
        return Audience(Secrecy.SEALED, frozenset({command.side}))
    return EVERYONE


def acts_next(match: Match) -> Side | None:
    """Return the side that is to act or to throw, None at the end."""
    if match.due is not None:
        return match.due.side
    if match.acting is not None:
        return match.acting.side
    seven = match.seven
    match match.phase:
        case Phase.SET_UP:
            return setting_up.due(match).side
        case Phase.SWAP:
            return breaks.asked(match)
        case Phase.RESTART:
            return None if match.dead is None else match.dead.side
        case Phase.KEEPER:
            return match.naming[0]
        case Phase.CLEAR:
            leaving = clearing(match)
            return None if leaving is None else leaving.side
        case Phase.SHOOTER:
            return None if seven is None else seven.side
        case Phase.NOTE:
            return None if seven is None else seven.side.other
        case _:
            return None


def side_of(match: Match, command: GameCommand) -> Side | None:
    """Return the side whose act a command is, legal or not; None for the table's own."""
    match command:
        case Throw():
            # Thrown though none is due it is refused, and to whoever could throw the next one.
            return match.due.side if match.due is not None else acts_next(match) or Side.YELLOW
        case Put() | Step() | PickUp() | Tackle() | Pass() | LetPass() | EndTurn() | Foul():
            return command.figure.side
        case Shooter() | NameKeeper() | Enter():
            return command.figure.side
        case Swap():
            return command.leaving.side
        case NoSwap() | Note() | Resign():
            return command.side
        case _:
            return None
