"""Reading a `Free` plan: figures are set up wherever the plan allows it, one after the other, from outside too."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.cells import CELLS, Cell, king_distance
from feldlicht.base.figures import Figure, Side
from feldlicht.base.hands import About, Flag, Hands, Lifted, Problem, Shift
from feldlicht.base.plans import Free, Hint
from feldlicht.board.asking import MOST_CHOICES, ask, lies_turned, moved, swept
from feldlicht.board.difference import Difference, difference
from feldlicht.board.guidance import guided
from feldlicht.board.reading import Commit, Moment, Reading, in_the_air


def read_free(moment: Moment, plan: Free) -> Reading:
    """Return which figure was set down where; several of one pole that were in the air together are asked about."""
    reader = moment.reader
    wrong = difference(moment.context.figures, reader.journal.occupancy, moment.unseen(plan.wildcards))
    if not wrong:
        return Reading(reader.calm(), Hands())
    if reader.pending:
        return guided(moment, wrong)
    if moment.dropped:
        return _put_right(moment, plan, wrong)
    turned = lies_turned(moment, moment.context.figures, Hands())
    if turned is not None:
        return turned
    for side in Side:
        if wrong.extra_of(side):
            ways = _ways(moment, plan, wrong, side)
            if 1 <= len(ways) <= MOST_CHOICES:
                return _read(moment, ways)
    return _on_an_unseen_cell(moment, plan, wrong) or _put_right(moment, plan, wrong)


def _on_an_unseen_cell(moment: Moment, plan: Free, wrong: Difference) -> Reading | None:
    """The one figure in the air may have gone to a masked cell: only people know."""
    if not moment.settled or wrong.extra or len(wrong.missing) != 1:
        return None
    origin, figure = next(iter(wrong.missing.items()))
    reached = [c for c in sorted(moment.context.masked) if _free(moment, plan, figure, c)]
    if not 1 <= len(reached) <= MOST_CHOICES:
        return None
    held = in_the_air((Lifted(figure.id, origin),), _targets(moment, plan, figure))
    return ask(moment, About.MASKED, [moved(Shift(figure.id, origin, c)) for c in reached], held)


def _ways(moment: Moment, plan: Free, wrong: Difference, side: Side) -> list[Shift]:
    """Return what one figure of ``side`` may have done, nearest first."""
    missing, extra = wrong.missing_of(side), wrong.extra_of(side)
    if not missing:
        return [*_from_reserve(moment, plan, side, extra), *_from_unseen(moment, plan, side, extra)]
    if len(extra) > len(missing):
        return []
    pairs = [Shift(one.id, c, x) for c, one in missing.items() for x in extra if _free(moment, plan, one, x)]
    return sorted(pairs, key=lambda way: (king_distance(way.origin or way.target, way.target), way.figure))


def _from_reserve(moment: Moment, plan: Free, side: Side, extra: list[Cell]) -> list[Shift]:
    """The next figure that is asked for, on the cell that was touched first; felt together, nobody can tell."""
    following = next((one for one in plan.reserve if one.side is side), None)
    if following is None:
        return []
    times = {c: moment.reader.journal.changed(c) or 0 for c in extra}
    first = min(times.values())
    return [Shift(following.id, None, c) for c in extra if times[c] == first and _free(moment, plan, following, c)]


def _from_unseen(moment: Moment, plan: Free, side: Side, extra: list[Cell]) -> list[Shift]:
    """A figure that stood on a cell that nobody can see may have come from there."""
    figures, unseen = moment.context.figures, moment.context.masked | plan.wildcards
    hidden = [(c, figures[c]) for c in sorted(unseen & figures.keys()) if figures[c].side is side]
    return [Shift(one.id, c, x) for c, one in hidden for x in extra if _free(moment, plan, one, x)]


def _free(moment: Moment, plan: Free, figure: Figure, where: Cell) -> bool:
    """Whether ``figure`` may be set down there: a figure in the air keeps its cell."""
    return where not in moment.context.figures and plan.allowed(figure, where)


def _read(moment: Moment, ways: list[Shift]) -> Reading:
    way = ways[0]
    unseen = not moment.reader.journal.whole
    if len(ways) > 1 or unseen or (way.origin is not None and moment.airborne(way.origin)):
        about = About.UNSEEN if unseen else About.WHICH
        return ask(moment, about, [moved(one) for one in ways], Hands())
    reader = replace(moment.reader, guided=None, offered=(Commit(way),))
    if moment.settled:
        return Reading(reader, Hands(preview=way), decision=Commit(way))
    return Reading(reader, Hands(preview=way), deadline=moment.next_look())


def _put_right(moment: Moment, plan: Free, wrong: Difference) -> Reading:
    """Figures in the air, or magnets where none may stand."""
    lifted = tuple(Lifted(figure.id, c) for c, figure in sorted(wrong.missing.items()))
    if not wrong.extra and moment.patience_over:
        back = guided(moment, wrong)
        cleared = swept(replace(moment, reader=back.reader), plan.wildcards, wrong.missing, back.hands)
        if cleared is not None:
            return cleared
    if not wrong.extra:
        targets = _targets(moment, plan, wrong.missing[lifted[0].origin]) if len(lifted) == 1 else {}
        return Reading(replace(moment.reader, guided=None), in_the_air(lifted, targets), deadline=moment.next_look())
    if not moment.settled:
        return Reading(moment.reader, in_the_air(lifted, {}), deadline=moment.next_look())
    gone = {figure.side.pole for figure in wrong.missing.values()}
    problems = tuple(
        sorted(Problem(Flag.ILLEGAL if pole in gone else Flag.EXTRA, c) for c, pole in wrong.extra.items())
    )
    if moment.patience_over:
        return guided(moment, wrong, problems)
    poles = set(wrong.extra.values())
    way_back = tuple(sorted(c for c, figure in wrong.missing.items() if figure.side.pole in poles))
    return Reading(moment.reader, Hands(problems=problems, way_back=way_back), deadline=moment.next_look())


def _targets(moment: Moment, plan: Free, figure: Figure) -> dict[Cell, Hint]:
    return {c: Hint.MOVE for c in CELLS if _free(moment, plan, figure, c)}
