"""Virtual hands: what they are asked to carry, in an order in which it can be done."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.plans import Build, Moves
from feldlicht.board.difference import difference
from feldlicht.board.guidance import carries
from feldlicht.board.whereabouts import whereabouts
from feldlicht.table.messages import CarryOut, Effect, LetGo, MagnetStep
from feldlicht.table.table import Table


def virtual_hands(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    """Ask the virtual hands, if there are any, to follow what was commanded, now or as soon as they can."""
    if table.session is None or not table.session.header.virtual_hands:
        return table, ()
    if table.busy:
        # What they are at belongs to a position that is past; what is left is worked out when they have let go.
        return replace(table, owed=True), (LetGo(),)
    if not table.heard:
        return replace(table, owed=True), ()
    table = replace(table, owed=False)
    return ordered(table, to_carry(table, formation=False)) if table.simulated else (table, ())


def ordered(table: Table, steps: tuple[MagnetStep, ...]) -> tuple[Table, tuple[Effect, ...]]:
    """Give virtual hands their order. From this moment on nothing is read until they have ended and all stands."""
    if not steps:
        return table, ()
    return replace(table, busy=True, reader=replace(table.reader, pending=True)), (CarryOut(steps),)


def let_go(table: Table) -> tuple[Table, tuple[Effect, ...]]:
    """Have virtual hands stop, with nothing to follow."""
    return replace(table, owed=False), (LetGo(),) if table.busy else ()


def has_virtual_hands(table: Table) -> bool:
    """Whether hands can be asked to carry something out."""
    return table.simulated and table.heard and table.session is not None and table.session.header.virtual_hands


def to_carry(table: Table, *, formation: bool) -> tuple[MagnetStep, ...]:
    """Return the steps from what is sensed to where figures stand, or to the formation that is asked for."""
    if table.session is None:
        return ()
    figures, plan = table.session.game.standing(table.session.state), table.plan
    if formation and isinstance(plan, Build):
        figures = plan.formation
    journal, known = table.reader.journal, None
    if isinstance(plan, Moves):
        known = whereabouts(journal, figures, table.masked | plan.wildcards)
    wrong = difference(figures, journal.occupancy, known=known)
    return _in_doable_order(tuple(MagnetStep(c.side.pole, c.origin, c.target) for c in carries(wrong)))


def _in_doable_order(steps: tuple[MagnetStep, ...]) -> tuple[MagnetStep, ...]:
    """Order carries so that none lands on a magnet; a ring of them is opened by one that goes off the board first."""
    waiting, done = list(steps), []
    while waiting:
        taken = {step.origin for step in waiting if step.origin is not None}
        free = next((s for s in waiting if s.target is None or s.target not in taken - {s.origin}), None)
        if free is None:
            first = waiting.pop(0)
            done.append(replace(first, target=None))
            waiting.append(replace(first, origin=None))
            continue
        waiting.remove(free)
        done.append(free)
    return tuple(done)
