"""Reading a `Moves` plan: one side moves one figure; the other keeps its hands off, or amends its last move."""

from __future__ import annotations

from dataclasses import dataclass, replace

from feldlicht.base.cells import Cell
from feldlicht.base.hands import About, Choice, Flag, Hands, Lifted, Meaning, Problem, Question, Shift
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.plans import Hint, Moves
from feldlicht.board.difference import Difference, difference
from feldlicht.board.reading import Amend, Commit, Decision, Moment, Reading, TakeBack, in_the_air, targets_of
from feldlicht.board.reading_build import guided

_SWEPT = 3
"""So many figures in the air at once are no move: after the grace time people are shown the way back."""


def read_moves(moment: Moment, plan: Moves) -> Reading:
    """Return what hands did, in the design's reading order."""
    reader, context = moment.reader, moment.context
    wrong = difference(context.figures, reader.journal.occupancy, plan.wildcards)
    if not wrong:
        calm = replace(reader, journal=reader.journal.stood(), pending=False, dropped=None, guided=None)
        return Reading(calm, Hands())
    if reader.pending:
        return guided(moment, wrong, flagged=moment.patience_over)
    act = _single_act(moment, plan, wrong)
    if act is not None and act.shift != reader.dropped:
        return _act_read(moment, plan, wrong, act)
    return _nothing_settled(moment, plan, wrong)


@dataclass(frozen=True, slots=True)
class _Act:
    """An act that would be legal: ``shift`` as the hands made it, and what it would mean for the log."""

    shift: Shift
    decision: Decision


def _single_act(moment: Moment, plan: Moves, wrong: Difference) -> _Act | None:
    own_missing, own_extra = wrong.missing_of(plan.side), wrong.extra_of(plan.side)
    if len(own_missing) == 1 and len(own_extra) == 1:
        (origin, figure), target = next(iter(own_missing.items())), own_extra[0]
        shift = Shift(figure.id, origin, target)
        if target in targets_of(plan.targets, figure.id):
            return _Act(shift, Commit(shift))
    if not own_missing and not own_extra:
        return _second_thought(moment, wrong)
    return None


def _second_thought(moment: Moment, wrong: Difference) -> _Act | None:
    """The figure of the last ply moved on, or back to where it came from, before the opponent acted."""
    last = moment.reader.last
    if last is None or len(wrong.missing) != 1 or len(wrong.extra) != 1:
        return None
    origin, target = next(iter(wrong.missing)), next(iter(wrong.extra))
    figure = wrong.missing[origin]
    if figure.id != last.figure or origin != last.target or wrong.extra[target] is not figure.side.pole:
        return None
    shift = Shift(figure.id, origin, target)
    if moment.reader.journal.occupancy == Occupancy.standing(dict(last.before.placed)):
        return _Act(shift, TakeBack())
    if target in last.targets:
        return _Act(shift, Amend(Shift(figure.id, last.origin, target)))
    return None


def _act_read(moment: Moment, plan: Moves, wrong: Difference, act: _Act) -> Reading:
    reader = replace(moment.reader, guided=None, offered=(act.decision,))
    off_turn = _off_turn(wrong, plan) if isinstance(act.decision, Commit) else ()
    if _must_ask(moment, act.shift):
        question = Question(_question_id(moment, act.shift), About.UNSEEN, (Choice(Meaning.MOVE, act.shift),))
        hands = Hands(preview=act.shift, question=question, problems=off_turn)
        return Reading(reader, hands, deadline=None if moment.settled else moment.next_look())
    hands = Hands(preview=act.shift, problems=off_turn)
    if moment.settled:
        return Reading(reader, hands, decision=act.decision)
    return Reading(reader, hands, decision=_hurried(moment, plan, wrong, act), deadline=moment.next_look())


def _hurried(moment: Moment, plan: Moves, wrong: Difference, act: _Act) -> Decision | None:
    """The opponent lifts a figure after the move was set down: he takes it as made. Lifted before says nothing."""
    placed_at = moment.reader.journal.changed(act.shift.target)
    if not isinstance(act.decision, Commit) or placed_at is None:
        return None
    for c, figure in wrong.missing_of(plan.side.other).items():
        lifted_at = moment.reader.journal.changed(c)
        if lifted_at is not None and lifted_at > placed_at:
            return Commit(act.shift, hurried_by=figure.id)
    return None


def _must_ask(moment: Moment, shift: Shift) -> bool:
    """Ask when something may have happened unseen, or when a figure that looks the same was in the air too."""
    journal = moment.reader.journal
    if not journal.whole:
        return True
    figures = moment.context.figures
    mover = figures[shift.origin]
    return any(
        figures[c].side is mover.side and journal.air_time(c, figures[c], moment.now) >= moment.timings.nudge_ms
        for c in journal.emptied(figures)
        if c != shift.origin
    )


def _question_id(moment: Moment, shift: Shift) -> str:
    # The same position asks the same question again after a restart, with the same name.
    return f"q{moment.context.revision}-{shift.figure}-{shift.origin}-{shift.target}"


def _nothing_settled(moment: Moment, plan: Moves, wrong: Difference) -> Reading:
    """Figures in the air, or something set down where it may not be."""
    if not wrong.extra:
        if len(wrong.missing) >= _SWEPT and moment.patience_over:
            return guided(moment, wrong, flagged=True)
        hands = _in_the_air(moment, plan, wrong)
        seconds = {one.origin for one in hands.lifted}
        off_turn = tuple(problem for problem in _off_turn(wrong, plan) if problem.cell not in seconds)
        calm = replace(moment.reader, guided=None)
        return Reading(calm, replace(hands, problems=off_turn), deadline=moment.next_look())
    if not moment.settled:
        return Reading(moment.reader, _in_the_air(moment, plan, wrong), deadline=moment.next_look())
    if moment.patience_over:
        return guided(moment, wrong, flagged=True, misplaced=_misplaced(moment, wrong))
    problems, way_back = _blame(plan, wrong)
    hands = Hands(problems=problems, way_back=way_back, misplaced=_misplaced(moment, wrong))
    return Reading(moment.reader, hands, deadline=moment.next_look())


def _misplaced(moment: Moment, wrong: Difference) -> Shift | None:
    """The one figure that stands elsewhere, if that is all that is wrong and nobody cancelled it."""
    if len(wrong.missing) != 1 or len(wrong.extra) != 1:
        return None
    (origin, figure), (target, pole) = next(iter(wrong.missing.items())), next(iter(wrong.extra.items()))
    shift = Shift(figure.id, origin, target)
    return shift if pole is figure.side.pole and shift != moment.reader.dropped else None


def _in_the_air(moment: Moment, plan: Moves, wrong: Difference) -> Hands:
    """The figures that may be lifted now and are: the mover's, or the last mover's for a second thought."""
    own = tuple(Lifted(figure.id, c) for c, figure in sorted(wrong.missing_of(plan.side).items()))
    if own:
        return in_the_air(own, targets_of(plan.targets, own[0].figure))
    last = moment.reader.last
    if last is not None and set(wrong.missing) == {last.target}:
        again = {c: hint for c, hint in last.targets.items() if c != last.target} | {last.origin: Hint.MOVE}
        return in_the_air((Lifted(last.figure, last.target),), again)
    return Hands()


def _off_turn(wrong: Difference, plan: Moves) -> tuple[Problem, ...]:
    missing = [c for c, figure in wrong.missing.items() if figure.side is not plan.side]
    return tuple(sorted(Problem(Flag.NOT_YOUR_TURN, c) for c in missing))


def _blame(plan: Moves, wrong: Difference) -> tuple[tuple[Problem, ...], tuple[Cell, ...]]:
    """Name each wrong cell: a magnet by whose it is, a missing figure's cell as the way back of such a magnet."""
    seen = set(wrong.extra.values())
    gone = {figure.side.pole for figure in wrong.missing.values()}
    problems = []
    for c, pole in wrong.extra.items():
        own = Flag.ILLEGAL if pole is plan.side.pole else Flag.NOT_YOUR_TURN
        problems.append(Problem(own if pole in gone else Flag.EXTRA, c))
    way_back = [c for c, figure in wrong.missing.items() if figure.side.pole in seen]
    off_turn = [problem for problem in _off_turn(wrong, plan) if problem.cell not in way_back]
    return tuple(sorted([*problems, *off_turn])), tuple(sorted(way_back))
