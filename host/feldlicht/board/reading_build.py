"""Reading a `Build` plan: a formation is put up under guidance, or one figure of it is given another cell."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.hands import Flag, Hands, Lifted, Problem, Shift
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.plans import Build
from feldlicht.board.difference import Difference, difference
from feldlicht.board.guidance import guide
from feldlicht.board.reading import Moment, Reader, Reading, Stands, TakeBack, in_the_air, targets_of


def read_build(moment: Moment, plan: Build) -> Reading:
    """Return whether the formation stands, what is left to do, or which relocation waits for its confirmation."""
    reader = moment.reader
    wrong = difference(dict(plan.formation.placed), reader.journal.occupancy, plan.wildcards)
    if not wrong:
        return _stands(moment, plan)
    if _straight_back(moment):
        ready = TakeBack() if moment.settled else None
        return Reading(reader, Hands(), decision=ready, deadline=None if ready else moment.next_look())
    if plan.slack and not reader.pending:
        shift = relocation(reader, plan)
        if shift is not None:
            return Reading(replace(reader, guided=None), Hands(preview=shift))
        lifted = _one_in_the_air(plan, wrong)
        if lifted:
            hands = in_the_air(lifted, targets_of(plan.targets, lifted[0].figure))
            return Reading(replace(reader, guided=None), hands)
        if not moment.settled:
            return Reading(reader, Hands(), deadline=moment.next_look())
    return guided(moment, wrong, flagged=True)


def relocation(reader: Reader, plan: Build) -> Shift | None:
    """Return the one figure that stands on another cell of its targets while all others stand, if that is so."""
    wrong = difference(dict(plan.formation.placed), reader.journal.occupancy, plan.wildcards)
    if len(wrong.missing) != 1 or len(wrong.extra) != 1:
        return None
    (origin, figure), (target, pole) = next(iter(wrong.missing.items())), next(iter(wrong.extra.items()))
    if pole is not figure.side.pole or target not in targets_of(plan.targets, figure.id):
        return None
    shift = Shift(figure.id, origin, target)
    return None if shift == reader.dropped else shift


def guided(moment: Moment, wrong: Difference, *, flagged: bool, misplaced: Shift | None = None) -> Reading:
    """Show the next magnet to move; flag every wrong cell too if ``flagged``."""
    guidance = guide(wrong, moment.reader.guided, moment.reader.journal.occupancy)
    problems: list[Problem] = []
    if flagged:
        problems += [Problem(Flag.MISSING, c) for c in wrong.missing]
        problems += [Problem(Flag.EXTRA, c) for c in wrong.extra]
    hands = Hands(guidance=guidance, problems=tuple(sorted(problems)), misplaced=misplaced)
    return Reading(replace(moment.reader, guided=guidance), hands, deadline=moment.next_look())


def _stands(moment: Moment, plan: Build) -> Reading:
    # With slack, people say by a confirmation that nothing is to be relocated; without, standing is enough.
    calm = replace(moment.reader, journal=moment.reader.journal.stood(), pending=False, dropped=None, guided=None)
    if plan.slack:
        return Reading(calm, Hands(formation_stands=True))
    if moment.settled:
        return Reading(calm, Hands(formation_stands=True), decision=Stands())
    return Reading(calm, Hands(formation_stands=True), deadline=moment.next_look())


def _straight_back(moment: Moment) -> bool:
    """The scoring figure, and nothing else, went back to where it came from: the Move is taken back."""
    last = moment.reader.last
    if last is None:
        return False
    return moment.reader.journal.occupancy == Occupancy.standing(dict(last.before.placed))


def _one_in_the_air(plan: Build, wrong: Difference) -> tuple[Lifted, ...]:
    if wrong.extra or len(wrong.missing) != 1:
        return ()
    origin, figure = next(iter(wrong.missing.items()))
    return (Lifted(figure.id, origin),) if targets_of(plan.targets, figure.id) else ()
