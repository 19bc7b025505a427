"""What a role and a seat may ask of a session, in one table. Asked in one place, :mod:`feldlicht.table.step`. Pure.

=========================  ======  =============================================  ============================
command                    viewer  player                                         owner, game master
=========================  ======  =============================================  ============================
move, relocate, act        no      acts of the own side; of a figure's seat,      yes
                                   what the game says
resign                     no      the own side                                   yes
confirm, answer, cancel    no      unless it is another side's to act             yes
undo, redo                 no      what the own side, or the own figure, did      yes
propose, agree, disagree   no      a side's seat                                  yes
abandon, override, acts    no      no                                             yes
=========================  ======  =============================================  ============================

What is no seat's, in a session with secrets, is the game master's alone: the owner does it by the game master's view.

While it is a secret where figures are set, a page may confirm, answer and cancel what hands do, and have an arbiter's
word be as the magnets stand, only with a view that sees them: what it is answered would tell of them.

Whether it is that side's turn, and everything else about an act, the game says.
"""

from __future__ import annotations

from collections.abc import Sequence

from feldlicht.base.commands import TABLE_ACTS, CommandType, Decline, GameCommand
from feldlicht.base.entries import Actor
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.plans import Build, Free, Moves
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import Role, Viewer
from feldlicht.table.messages import Request
from feldlicht.table.record import Overridden, Ply, Session

_FOR_THE_HOUSE = frozenset({CommandType.ABANDON, CommandType.OVERRIDE, CommandType.BUILT, CommandType.ACTS})
"""What ends or bends a session, or brings many acts at once, is not a player's to say."""


def why_not(session: Session, request: Request) -> Refusal | None:
    """Return why the viewer of ``request`` may not ask it, None if he may.

    ``NOT_ALLOWED`` for what his role never may; ``NOT_YOUR_SEAT`` for what another seat may, ``NOT_YOUR_ACT`` where
    another seat did what would be taken back or played again, ``DICE_SEEN`` where dice fell that stay, ``SEAL_TOLD``
    where it told what was sealed. What cannot be read is left to those who read it.
    """
    viewer = request.viewer
    on_page = request.actor is not Actor.HANDS
    if on_page and _is_about_hands(request) and not session.game.hands_audience(session.state).knows(viewer):
        return Refusal.of(Reason.NOT_ALLOWED)
    if viewer.role is Role.GAME_MASTER:
        return None
    if viewer.role is Role.OWNER:
        return Refusal.of(Reason.NOT_ALLOWED) if _is_masters_alone(session, request) else None
    if viewer.role is Role.VIEWER or request.type in _FOR_THE_HOUSE:
        return Refusal.of(Reason.NOT_ALLOWED)
    if viewer.figure is not None and request.type in _ACTS:
        return _not_by_figure(session, request, viewer.figure)
    if request.type is CommandType.UNDO:
        last = [session.plies[n] for n in _noticed_acts(session, viewer)[-request.count :]]
        # Taking these back takes consent, too.
        binding = next((ply.binding for ply in reversed(last) if ply.binding is not None), None)
        if binding is not None:
            return Refusal.of(binding)
    if _is_own(session, request, viewer):
        return None
    back = request.type in (CommandType.UNDO, CommandType.REDO)
    return Refusal.of(Reason.NOT_YOUR_ACT if back else Reason.NOT_YOUR_SEAT)


def own_last_acts(session: Session, viewer: Viewer, acting: Viewer) -> int:
    """Return how many of the last acts that ``viewer`` notices ``acting`` may take back together."""
    if acting.role is Role.VIEWER:
        return 0
    acts = _noticed_acts(session, viewer)
    if acting.role is not Role.PLAYER:
        return len(acts)
    own = 0
    for n in reversed(acts):
        before = session.plies[n - 1].after if n else session.start
        if session.plies[n].seen or _told_since(session, n) or not _made(session, acting, session.plies[n], before):
            break
        own += 1
    return own


def figures_of(session: Session, acting: Viewer) -> frozenset[FigureId]:
    """Return the figures that may go somewhere now and that ``acting`` may move."""
    plan = session.plan
    if acting.role is Role.VIEWER or not isinstance(plan, Moves | Build):
        return frozenset()
    movable = frozenset(figure for figure, cells in plan.targets.items() if cells)
    if acting.role is not Role.PLAYER:
        return movable
    if acting.figure is not None:
        return movable & {acting.figure}
    return movable if _to_act(session) is acting.side else frozenset()


def _is_about_hands(request: Request) -> bool:
    if request.type is CommandType.OVERRIDE:
        return request.override is None or request.override.cells is None
    return request.type in (CommandType.CONFIRM, CommandType.ANSWER, CommandType.CANCEL)


_ACTS = (CommandType.MOVE, CommandType.RELOCATE, CommandType.ACT)


def _asked(session: Session, request: Request) -> GameCommand | None:
    """Return the act that was asked for, None if it cannot be read: then the reader says why."""
    try:
        return session.game.parse(session.state, request.text)
    except Refused:
        return None


def _asked_again(session: Session, request: Request) -> GameCommand | None:
    place = session.to_redo(request.viewer)
    command = session.redoable[place].command if place is not None else None
    return None if isinstance(command, Overridden) else command


def _not_by_figure(session: Session, request: Request, figure: FigureId) -> Refusal | None:
    command = _asked(session, request)
    return None if command is None else session.game.why_not_by(session.state, command, figure)


def _is_masters_alone(session: Session, request: Request) -> bool:
    """Whether an act is no seat's, in a session with secrets: what became of it would tell of them.

    Who plays at the computer does it as the game master, or not at all; so also what is done again.
    """
    if not session.secrets:
        return False
    command = _asked_again(session, request) if request.type is CommandType.REDO else None
    if request.type in _ACTS:
        command = _asked(session, request)
    return command is not None and session.game.side_of(session.state, command) is None


def _is_own(session: Session, request: Request, viewer: Viewer) -> bool:
    match request.type:
        case CommandType.MOVE | CommandType.RELOCATE | CommandType.ACT:
            command = _asked(session, request)
            return command is None or _acts(session, viewer, command, session.state)
        case CommandType.RESIGN:
            side = request.text or _to_act(session)
            # One figure's player does not give the match of the whole side up.
            return viewer.figure is None and (side is None or side == viewer.side)
        case CommandType.PROPOSE | CommandType.AGREE | CommandType.DISAGREE:
            # One figure's player does not speak for the side.
            return viewer.figure is None
        case CommandType.UNDO:
            return _own_acts(session, viewer, request.count)
        case CommandType.REDO:
            place = session.to_redo(viewer)
            return place is None or _made(session, viewer, session.redoable[place], session.state)
        case _:
            return _to_act(session) in (viewer.side, None)


def _acts(session: Session, viewer: Viewer, command: GameCommand, state: object) -> bool:
    if viewer.figure is not None:
        return session.game.why_not_by(state, command, viewer.figure) is None
    side = session.game.side_of(state, command)
    return side is not None and side is viewer.side


def _made(session: Session, viewer: Viewer, ply: Ply, before: object) -> bool:
    if isinstance(ply.command, Overridden):
        return False
    return _acts(session, viewer, ply.command, before)


def _own_acts(session: Session, viewer: Viewer, count: int) -> bool:
    """Whether the last ``count`` acts that the viewer notices are his; that there are so many, the record says."""
    acts = _noticed_acts(session, viewer)[-count:]
    befores = [session.plies[n - 1].after if n else session.start for n in acts]
    return all(
        _made(session, viewer, session.plies[n], before) and not _told_since(session, n)
        for n, before in zip(acts, befores, strict=True)
    )


def _told_since(session: Session, place: int) -> bool:
    """Whether an act or one after it told what had been sealed: then it takes consent to take that back (M18, N23).

    Whoever learned by his own act where a keeper goes would otherwise take it back and aim elsewhere.
    """
    return any(ply.told for ply in session.plies[place:])


def _noticed_acts(session: Session, viewer: Viewer) -> Sequence[int]:
    return [
        n
        for n, ply in enumerate(session.plies)
        if not isinstance(ply.command, TABLE_ACTS) and ply.audience.notices(viewer)
    ]


def _to_act(session: Session) -> Side | None:
    """Return whose act is due as the table shows it, None where it is nobody's in particular."""
    plan = session.plan
    if isinstance(plan, Moves):
        return plan.side
    if isinstance(plan, Build) and plan.slack:
        return session.game.side_of(session.state, Decline())
    if isinstance(plan, Free) and plan.confirms is not None:
        return session.game.side_of(session.state, plan.confirms)
    return None
