"""Reading a `Moves` plan: one side moves one figure; the other keeps its hands off, or amends its last move."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from feldlicht.base.cells import Cell, king_distance
from feldlicht.base.figures import Figure
from feldlicht.base.hands import About, Flag, Hands, Lifted, Shift
from feldlicht.base.manners import TakebackRule
from feldlicht.base.plans import Hint, Moves
from feldlicht.board.asking import MOST_CHOICES, Answer, ask, lies_turned, moved, moved_on, swept, taken_back
from feldlicht.board.difference import Difference
from feldlicht.board.faults import Problems, all_wrong, and_missing, blame, misplaced, off_turn, strays
from feldlicht.board.guidance import guided
from feldlicht.board.reading import Amend, Commit, Decision, Moment, Reading, in_the_air, targets_of
from feldlicht.board.touching import touched, touching

_SWEPT = 3
"""So many figures in the air at once are no move: after the grace time people are shown the way back; and with more
of them down elsewhere than this nobody asks which one moved."""


def read_moves(moment: Moment, plan: Moves) -> Reading:
    """Return what hands did, in the design's reading order."""
    reader, context = moment.reader, moment.context
    wrong = moment.wrong(plan)
    if not wrong:
        return Reading(reader.calm(), Hands(), decision=touched(moment, plan))
    if reader.pending:
        return guided(moment, wrong, all_wrong(wrong) if moment.patience_over else ())
    if not moment.dropped:
        act = _single_act(moment, plan, wrong)
        if act is not None:
            return _act_read(moment, plan, wrong, act)
        asked = (
            lies_turned(moment, context.figures, Hands())
            or _several(moment, plan, wrong)
            or _unseen_act(moment, plan, wrong)
        )
        if asked is not None:
            return asked
    return _nothing_settled(moment, plan, wrong)


# ------------------------------------------------------------------ one figure, one way to read it


@dataclass(frozen=True, slots=True)
class _Act:
    """An act that would be legal: ``shift`` as the hands made it, and what it would mean for the log."""

    shift: Shift
    answer: Answer


def _single_act(moment: Moment, plan: Moves, wrong: Difference) -> _Act | None:
    """Return the act to be read first: a second thought, unless the opponent's answer was set down before it."""
    again, answered = _second_thought(moment, plan, wrong), _first_thought(moment, plan, wrong)
    if again is None or answered is None:
        return again or answered
    journal = moment.reader.journal
    assert again.shift.origin is not None
    moved_on_at, answered_at = journal.changed(again.shift.origin), journal.changed(answered.shift.target)
    late = moved_on_at is not None and answered_at is not None and moved_on_at > answered_at
    return answered if late else again


def _first_thought(moment: Moment, plan: Moves, wrong: Difference) -> _Act | None:
    """A figure of the side on turn was moved to where it may go."""
    own_missing, own_extra = wrong.missing_of(plan.side), wrong.extra_of(plan.side)
    if len(own_missing) == 1 and len(own_extra) == 1:
        (origin, figure), target = next(iter(own_missing.items())), own_extra[0]
        shift = Shift(figure.id, origin, target)
        if target in targets_of(plan.targets, figure.id):
            return _Act(shift, moved(shift))
    if not own_missing and len(own_extra) == 1:
        leaving = _leaving(plan, own_extra[0], moment.context.figures, plan.wildcards)
        if len(leaving) == 1:
            return _Act(leaving[0], moved(leaving[0]))
    return None


def _leaving(plan: Moves, target: Cell, figures: Mapping[Cell, Figure], unseen: frozenset[Cell]) -> list[Shift]:
    """Figures on cells that nobody can see and that may go to ``target``, where one of their pole arrived."""
    able = ((c, figures[c]) for c in sorted(unseen & figures.keys()) if figures[c].side is plan.side)
    return [Shift(one.id, c, target) for c, one in able if target in targets_of(plan.targets, one.id)]


def _second_thought(moment: Moment, plan: Moves, wrong: Difference) -> _Act | None:
    """The figure of the last ply moved on, or back to where it came from, whatever the side on turn has lifted."""
    last, other = moment.reader.last, plan.side.other
    missing, extra = wrong.missing_of(other), wrong.extra_of(other)
    if last is None or list(missing) != [last.target] or len(extra) != 1 or missing[last.target].id != last.figure:
        return None
    target = extra[0]
    shift = Shift(last.figure, last.target, target)
    if target == last.origin:
        return None if moment.context.takeback is TakebackRule.NEVER else _Act(shift, taken_back(shift))
    if target in last.targets:
        return _Act(shift, moved_on(shift, Shift(last.figure, last.origin, target)))
    return None


def _act_read(moment: Moment, plan: Moves, wrong: Difference, act: _Act) -> Reading:
    decision = act.answer.decision
    problems = off_turn(wrong, plan.side) if isinstance(decision, Commit) else ()
    clear = replace(moment, reader=replace(moment.reader, guided=None))
    about, others = _must_ask(moment, plan, act)
    if about is not None:
        return ask(clear, about, [act.answer, *others], Hands(problems=problems))
    reader = replace(clear.reader, offered=(decision,))
    hands = Hands(preview=act.shift, problems=problems)
    if moment.settled:
        return Reading(reader, hands, decision=decision)
    lifted = _hurrying(moment, plan, wrong, act)
    hurried = next((one for at, one in lifted if moment.now - at >= moment.timings.hurry_ms), None)
    looks = [at + moment.timings.hurry_ms for at, _ in lifted if moment.now - at < moment.timings.hurry_ms]
    settles = moment.reader.journal.changed_at + moment.timings.settle_ms
    return Reading(reader, hands, decision=hurried, deadline=min([settles, *looks]))


def _hurrying(moment: Moment, plan: Moves, wrong: Difference, act: _Act) -> list[tuple[int, Decision]]:
    """The opponent lifted a figure after the move was set down: he takes it as made. Lifted before says nothing.

    Returns when each was lifted and the decision it hurries. A knock is no lift: it has to last a moment.
    """
    placed_at, decision = moment.reader.journal.changed(act.shift.target), act.answer.decision
    if not isinstance(decision, Commit | Amend) or placed_at is None:
        return []
    opponent = plan.side.other if isinstance(decision, Commit) else plan.side
    found: list[tuple[int, Decision]] = []
    for c, figure in wrong.missing_of(opponent).items():
        lifted_at = moment.reader.journal.changed(c)
        if lifted_at is not None and lifted_at > placed_at:
            found.append((lifted_at, replace(decision, hurried_by=figure.id)))
    return found


def _must_ask(moment: Moment, plan: Moves, act: _Act) -> tuple[About | None, list[Answer]]:
    """Ask when something may have happened unseen, or when figures that look the same were in the air too."""
    if not moment.reader.journal.whole:
        return About.UNSEEN, []
    about, ways = _look_alikes(moment, plan, act.shift)
    if about is not None:
        others = [moved(way) for way in ways if way.target in targets_of(plan.targets, way.figure)]
        return about, others if isinstance(act.answer.decision, Commit) else []
    if moment.context.takeback is TakebackRule.ASK and act.answer == taken_back(act.shift):
        return About.TAKE_BACK, []
    return None, []


def _look_alikes(moment: Moment, plan: Moves, shift: Shift) -> tuple[About | None, list[Shift]]:
    """Return the ways of other figures of that pole that may have gone there, and why nobody can tell them apart."""
    journal, figures = moment.reader.journal, moment.context.figures
    assert shift.origin is not None
    side = figures[shift.origin].side
    others = {c: figure for c, figure in figures.items() if figure.side is side and c != shift.origin}
    airborne = moment.airborne(shift.origin)
    able = {c for c, figure in others.items() if shift.target in targets_of(plan.targets, figure.id)}
    hidden = sorted(able & (moment.context.masked | plan.wildcards))
    doubtful = sorted(able & journal.doubtful)
    ways = [Shift(others[c].id, c, shift.target) for c in dict.fromkeys([*airborne, *doubtful, *hidden])]
    if airborne or doubtful:
        return About.WHICH, ways
    return (About.MASKED, ways) if hidden else (None, [])


# ------------------------------------------------------------------ several ways to read it, or none that can be seen


def _several(moment: Moment, plan: Moves, wrong: Difference) -> Reading | None:
    """Figures of one pole were in the air together and one or more came down elsewhere: never taken by itself."""
    own_missing, own_extra = wrong.missing_of(plan.side), wrong.extra_of(plan.side)
    if not moment.settled or not 2 <= len(own_missing) <= _SWEPT or not 1 <= len(own_extra) <= len(own_missing):
        return None
    pairs = [Shift(figure.id, c, x) for c, figure in own_missing.items() for x in own_extra]
    ways = [
        pair
        for pair in pairs
        if pair.target in targets_of(plan.targets, pair.figure)
        and wrong.known.get(pair.target, pair.figure) == pair.figure
    ]
    if not 1 <= len(ways) <= MOST_CHOICES:
        return None
    ways.sort(key=lambda way: (king_distance(way.origin or way.target, way.target), way.figure))
    return ask(moment, About.WHICH, [moved(way) for way in ways], Hands(problems=off_turn(wrong, plan.side)))


def _unseen_act(moment: Moment, plan: Moves, wrong: Difference) -> Reading | None:
    """A masked cell was left or reached, or one of several figures left a shared cell: only people know."""
    own_missing, own_extra = wrong.missing_of(plan.side), wrong.extra_of(plan.side)
    masked = moment.context.masked
    if not moment.settled:
        return None
    if not own_missing and len(own_extra) == 1:
        left = _leaving(plan, own_extra[0], moment.context.figures, plan.wildcards | masked)
        if left and len(left) <= MOST_CHOICES:
            return ask(moment, About.MASKED, [moved(shift) for shift in left], Hands())
    if len(own_missing) == 1 and not own_extra:
        origin, figure = next(iter(own_missing.items()))
        targets = targets_of(plan.targets, figure.id)
        reached = [Shift(figure.id, origin, c) for c in sorted(masked & targets.keys())]
        if reached and len(reached) <= MOST_CHOICES:
            held = in_the_air((Lifted(figure.id, origin),), targets)
            return ask(moment, About.MASKED, [moved(shift) for shift in reached], held)
    return _unseen_second_thought(moment, plan, wrong) if not own_missing and not own_extra else None


def _unseen_second_thought(moment: Moment, plan: Moves, wrong: Difference) -> Reading | None:
    """The last mover's figure went on from a masked cell, or to one."""
    last, masked, other = moment.reader.last, moment.context.masked, plan.side.other
    if last is None:
        return None
    missing, extra = wrong.missing_of(other), wrong.extra_of(other)
    if list(missing) == [last.target] and not extra:
        reached = [c for c in sorted(masked) if c == last.origin or c in last.targets]
    elif not missing and len(extra) == 1 and last.target in masked:
        reached = [c for c in extra if c == last.origin or c in last.targets]
    else:
        return None
    answers = []
    for c in reached:
        shift = Shift(last.figure, last.target, c)
        if c != last.origin:
            answers.append(moved_on(shift, Shift(last.figure, last.origin, c)))
        elif moment.context.takeback is not TakebackRule.NEVER:
            answers.append(taken_back(shift))
    if not 1 <= len(answers) <= MOST_CHOICES:
        return None
    return ask(moment, About.MASKED, answers, _in_the_air(moment, plan, wrong))


# ------------------------------------------------------------------ nothing that would be an act


def _nothing_settled(moment: Moment, plan: Moves, wrong: Difference) -> Reading:
    """Figures in the air, or something set down where it may not be."""
    if not wrong.extra:
        return _in_the_air_only(moment, plan, wrong)
    touch_ends = touching(moment, plan, wrong)
    if not moment.settled or touch_ends is not None:
        looks = [at for at in (moment.next_look(), touch_ends) if at is not None]
        return Reading(moment.reader, _in_the_air(moment, plan, wrong), deadline=min(looks))
    stray = strays(moment, wrong)
    if stray:
        return _held(moment, plan, wrong, stray)
    # What people cancelled was no mistake: it is only to go back.
    problems = all_wrong(wrong) if moment.dropped else blame(wrong, plan.side)
    shift = misplaced(moment, wrong)
    if moment.patience_over:
        return guided(moment, wrong, and_missing(problems, wrong), misplaced=shift)
    poles = set(wrong.extra.values())
    way_back = tuple(sorted(c for c, figure in wrong.missing.items() if figure.side.pole in poles))
    hands = Hands(problems=problems, way_back=way_back, misplaced=shift)
    return Reading(moment.reader, hands, deadline=moment.next_look())


def _in_the_air_only(moment: Moment, plan: Moves, wrong: Difference) -> Reading:
    if moment.patience_over:
        back = guided(moment, wrong, and_missing(blame(wrong, plan.side), wrong))
        cleared = swept(replace(moment, reader=back.reader), plan.wildcards, wrong.missing, back.hands)
        if cleared is not None or len(wrong.missing) >= _SWEPT:
            return cleared or back
    hands = _in_the_air(moment, plan, wrong)
    seconds = {one.origin for one in hands.lifted}
    problems = tuple(problem for problem in off_turn(wrong, plan.side) if problem.cell not in seconds)
    calm = replace(moment.reader, guided=None)
    return Reading(calm, replace(hands, problems=problems), deadline=moment.next_look())


def _held(moment: Moment, plan: Moves, wrong: Difference, stray: Problems) -> Reading:
    """More magnets are felt than were lifted: nothing is chosen; after the grace time the strays are to go (E16)."""
    hands = replace(_in_the_air(moment, plan, wrong), problems=stray)
    surplus = {problem.cell for problem in stray if problem.flag is Flag.UNEXPECTED}
    if moment.patience_over and surplus:
        to_go = Difference({}, {c: pole for c, pole in wrong.extra.items() if c in surplus})
        reading = guided(moment, to_go, stray)
        return replace(reading, hands=replace(hands, guidance=reading.hands.guidance))
    if moment.patience_over:
        return guided(moment, wrong, stray)
    return Reading(moment.reader, hands, deadline=moment.next_look())


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
