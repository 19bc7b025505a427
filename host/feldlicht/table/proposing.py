"""Taking back by consent (M18): one side proposes it, the other agrees or not. Whatever is done meanwhile ends it."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.commands import TABLE_ACTS
from feldlicht.base.hands import Proposal
from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import PUBLIC, Role, Viewer
from feldlicht.table import session as sessions
from feldlicht.table.acts import Done, followed
from feldlicht.table.messages import Request
from feldlicht.table.session import Session, Stamp
from feldlicht.table.table import Table


def standing(proposal: Proposal | None, session: Session | None) -> Proposal | None:
    """Return the proposal while nothing has been done since that everyone notices, else None."""
    if proposal is None or session is None or proposal.revision != session.revision_for(PUBLIC):
        return None
    return proposal


def propose(table: Table, session: Session, request: Request) -> Done:
    """Return the table with a proposal of the asker's side. Raises :class:`Refused`."""
    if table.takeback is TakebackRule.NEVER:
        raise Refused(Refusal.of(Reason.TAKEBACK_NEVER))
    side = request.viewer.side
    if side is None or request.viewer.figure is not None:
        raise Refused(Refusal.of(Reason.NOT_ALLOWED))
    if request.count > acts(session, request.viewer):
        raise Refused(Refusal.of(Reason.NOTHING_TO_UNDO))
    return replace(table, proposal=Proposal(side, request.count, session.revision_for(PUBLIC))), ()


def agree(table: Table, session: Session, request: Request, stamp: Stamp) -> Done:
    """Return the table with what was proposed taken back. Raises :class:`Refused`."""
    proposal = _open(table, session)
    if request.viewer.side is proposal.by:
        raise Refused(Refusal.of(Reason.OTHERS_AGREE))
    return followed(replace(table, proposal=None), sessions.undo(session, stamp, proposal.count, agreed=True))


def disagree(table: Table, session: Session) -> Done:
    """Return the table without the proposal: the other side said no, or its own side thought better of it."""
    _open(table, session)
    return replace(table, proposal=None), ()


def may_agree(proposal: Proposal | None, viewer: Viewer) -> bool:
    """Return whether ``viewer`` is asked."""
    if proposal is None or viewer.role is Role.VIEWER or viewer.figure is not None:
        return False
    return viewer.side is not proposal.by


def acts(session: Session, viewer: Viewer) -> int:
    """Return how many acts there are that ``viewer`` notices and that can be taken back."""
    if session.to_undo(viewer) is None:
        return 0
    return sum(ply.audience.notices(viewer) and not isinstance(ply.command, TABLE_ACTS) for ply in session.plies)


def _open(table: Table, session: Session) -> Proposal:
    proposal = standing(table.proposal, session)
    if proposal is None:
        raise Refused(Refusal.of(Reason.NO_PROPOSAL))
    return proposal
