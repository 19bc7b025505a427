"""The arbiter's override: the position that counts from now on, named or as the magnets stand (E29)."""

from __future__ import annotations

from collections.abc import Mapping

from feldlicht.base.cells import Cell, cell_name
from feldlicht.base.entries import Event
from feldlicht.base.figures import Figure, FigureId, Formation
from feldlicht.base.plans import Moves
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.board.difference import difference
from feldlicht.board.guidance import carries
from feldlicht.board.whereabouts import whereabouts
from feldlicht.table import session as sessions
from feldlicht.table.acts import Done, followed
from feldlicht.table.messages import Override
from feldlicht.table.session import Session, Stamp
from feldlicht.table.table import Table


def overridden(table: Table, session: Session, wish: Override, stamp: Stamp) -> Done:
    """Return the table after an arbiter's word; the magnets are to follow where they do not stand like that yet.

    Raises :class:`Refused`: ``BOARD_AWAY`` and ``FIGURES_MISSING`` if it is to be as the magnets stand and they
    cannot tell, ``NO_SUCH_FIGURE``, ``OCCUPIED``, and what the game cannot go on from.
    """
    standing = session.game.standing(session.state)
    placed = _as_magnets_stand(table, standing) if wish.cells is None else _as_named(standing, wish.cells)
    state = session.game.forced(session.state, placed, wish.to_move)
    return followed(table, sessions.override(session, state, _told(standing, placed, wish), stamp))


def _as_named(standing: Formation, cells: Mapping[FigureId, Cell]) -> Formation:
    figures = {figure.id: figure for figure in standing.values()}
    for named in cells:
        if named not in figures:
            raise Refused(Refusal.of(Reason.NO_SUCH_FIGURE, named=named))
    places = {figure.id: c for c, figure in standing.items()} | dict(cells)
    taken: dict[Cell, Figure] = {}
    for named, c in places.items():
        if c in taken:
            raise Refused(Refusal.of(Reason.OCCUPIED, figure=named, target=cell_name(c), blocker=taken[c].id))
        taken[c] = figures[named]
    return Formation.of(taken)


def _as_magnets_stand(table: Table, standing: Formation) -> Formation:
    """Give every figure that is not where it was the magnet that it is known to be, else the nearest of its pole."""
    if not table.heard:
        raise Refused(Refusal.of(Reason.BOARD_AWAY))
    if table.busy:
        raise Refused(Refusal.of(Reason.HANDS_BUSY))
    journal = table.reader.journal
    known = whereabouts(journal, standing, table.masked) if isinstance(table.plan, Moves) else None
    wrong = difference(standing, journal.occupancy, table.masked, known)
    ways = carries(wrong)
    apart = [way for way in ways if way.origin is None or way.target is None]
    if apart:
        raise Refused(Refusal.of(Reason.FIGURES_MISSING, left=len(apart)))
    now_at = {way.target: way.origin for way in ways if way.origin is not None and way.target is not None}
    figures = {now_at.get(c, c): figure for c, figure in standing.items()}
    return Formation.of(figures)


def _told(before: Formation, after: Formation, wish: Override) -> tuple[Event, ...]:
    places = {figure.id: c for c, figure in after.items()}
    moved = [
        f"{figure.id} {cell_name(c)}-{cell_name(places[figure.id])}"
        for c, figure in before.items()
        if places[figure.id] != c
    ]
    facts = [("moved", ", ".join(moved))] if moved else []
    if wish.to_move is not None:
        facts.append(("to_move", wish.to_move.value))
    return (Event("overridden", tuple(facts)),)
