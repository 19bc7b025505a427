"""Reading a `Build` plan: a formation is put up under guidance, or one figure of it is given another cell."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.hands import About, Hands, Lifted, Shift
from feldlicht.base.manners import TakebackRule
from feldlicht.base.plans import Build
from feldlicht.board.asking import all_stands, ask, lies_turned, looks_the_same_turned, swept, taken_back
from feldlicht.board.difference import Difference, difference
from feldlicht.board.faults import all_wrong
from feldlicht.board.guidance import guided
from feldlicht.board.reading import LastAct, Moment, Reading, Stands, TakeBack, in_the_air, targets_of


def read_build(moment: Moment, plan: Build) -> Reading:
    """Return whether the formation stands, what is left to do, or which relocation waits for its confirmation."""
    reader = moment.reader
    wrong = _wrong(moment, plan)
    if not wrong:
        return _stands(moment, plan)
    back = straight_back(moment)
    if back is not None and moment.context.takeback is not TakebackRule.NEVER:
        return _taken_back(moment, back)
    if plan.slack and not reader.pending:
        shift = relocation(moment, plan)
        if shift is not None:
            return Reading(replace(reader, guided=None), Hands(preview=shift))
        lifted = _one_in_the_air(plan, wrong)
        if lifted:
            hands = in_the_air(lifted, targets_of(plan.targets, lifted[0].figure))
            return Reading(replace(reader, guided=None), hands)
        if not moment.settled:
            return Reading(reader, Hands(), deadline=moment.next_look())
    shown = guided(moment, wrong, all_wrong(wrong))
    guiding = replace(moment, reader=shown.reader)
    if reader.pending:
        return shown
    cleared = swept(guiding, plan.wildcards, wrong.missing, shown.hands) if plan.slack else None
    return cleared or lies_turned(guiding, dict(plan.formation.placed), shown.hands) or shown


def relocation(moment: Moment, plan: Build) -> Shift | None:
    """Return the one figure that stands on another cell of its targets while all others stand, if that is so."""
    wrong = _wrong(moment, plan)
    if moment.dropped or len(wrong.missing) != 1 or len(wrong.extra) != 1:
        return None
    (origin, figure), (target, pole) = next(iter(wrong.missing.items())), next(iter(wrong.extra.items()))
    if pole is not figure.side.pole or target not in targets_of(plan.targets, figure.id):
        return None
    return Shift(figure.id, origin, target)


def formation_stands(moment: Moment, plan: Build) -> bool:
    """Return whether everything stands where the formation wants it, as far as it can be seen."""
    return not _wrong(moment, plan)


def straight_back(moment: Moment) -> LastAct | None:
    """Return the scoring move if its figure, and nothing else, went back to where it came from."""
    last = moment.reader.last
    if last is None or moment.dropped or moment.reader.pending or last.origin in moment.unseen(frozenset()):
        # On a cell that is not seen nobody can tell "back" from "in the air".
        return None
    before = difference(dict(last.before.placed), moment.reader.journal.occupancy, moment.unseen(frozenset()))
    return None if before else last


def _wrong(moment: Moment, plan: Build) -> Difference:
    unseen = moment.unseen(plan.wildcards)
    return difference(dict(plan.formation.placed), moment.reader.journal.occupancy, unseen)


def _taken_back(moment: Moment, last: LastAct) -> Reading:
    if moment.context.takeback is TakebackRule.ASK or not moment.reader.journal.whole:
        about = About.TAKE_BACK if moment.reader.journal.whole else About.UNSEEN
        return ask(moment, about, [taken_back(Shift(last.figure, last.target, last.origin))], Hands())
    ready = TakeBack() if moment.settled else None
    return Reading(moment.reader, Hands(), decision=ready, deadline=None if ready else moment.next_look())


def _stands(moment: Moment, plan: Build) -> Reading:
    if moment.noisy & {c for c, _ in plan.formation.placed}:
        # Nothing is known of these cells just now; when they are calm it is looked at again.
        return Reading(moment.reader, Hands())
    stands = Hands(formation_stands=True)
    same = looks_the_same_turned(moment, dict(plan.formation.placed), stands)
    if same is not None:
        return same
    calm = moment.reader.calm()
    if plan.slack:
        # People say by a confirmation that nothing, or nothing more, is to be relocated.
        return Reading(calm, stands)
    hidden = [c for c, _ in plan.formation.placed if c in moment.context.masked]
    if hidden:
        if moment.dropped:
            return Reading(replace(calm, dropped=moment.reader.dropped), stands)
        return ask(replace(moment, reader=calm), About.MASKED, [all_stands(hidden)], stands)
    if moment.settled:
        return Reading(calm, stands, decision=Stands())
    return Reading(calm, stands, deadline=moment.next_look())


def _one_in_the_air(plan: Build, wrong: Difference) -> tuple[Lifted, ...]:
    if wrong.extra or len(wrong.missing) != 1:
        return ()
    origin, figure = next(iter(wrong.missing.items()))
    return (Lifted(figure.id, origin),) if targets_of(plan.targets, figure.id) else ()
