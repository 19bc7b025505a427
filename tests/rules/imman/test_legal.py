"""What is offered is exactly what is not refused, of everything that one can think of."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import GameCommand, TimeOut
from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import (
    Dive,
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
from feldlicht.rules.imman.hexes import Hex
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.refusals import why_illegal
from feldlicht.rules.imman.state import Match
from feldlicht.rules.imman.teams import Shirt
from tests.rules.imman.lively import OPTIONS
from tests.rules.imman.random_matches import led
from tests.support.samples import samples

FEW = 6
"""More sorts of states than that come up in every match."""


def thinkable(match: Match) -> Iterator[GameCommand]:
    """Every act that names a figure of either team, and a cell of the field or one beside it."""
    figures = [Shirt(side, n) for side in Side for n in range(1, len(match.team(side).heroes) + 1)]
    cells = [*match.ground.cells.values(), Hex(-1, 2), Hex(0, 0), Hex(1, -1)]
    yield from (Throw(), TimeOut(), *(NoSwap(side) for side in Side))
    yield from (Note(side, dive) for side in Side for dive in Dive)
    for one in figures:
        yield from (kind(one) for kind in (PickUp, Tackle, LetPass, NameKeeper, EndTurn, Shooter))
        yield from (kind(one, cell) for kind in (Put, Step, Pass) for cell in cells)
        yield from (Foul(one, other, cell) for other in figures for cell in (None, *dict(match.standing).values()))
        yield from (Enter(one, cell) for cell in (None, *cells))
        yield from (Swap(one, other, cell) for other in figures for cell in (None, match.ground.centre, Hex(0, 16)))


def agreed(match: Match) -> None:
    """What is offered is what is not refused, and nothing twice."""
    offered = legal(match)
    assert len(set(offered)) == len(offered)
    # A swap is thought of on two cells of the centre line; on the others it is as on these.
    known = {
        one for one in offered if not isinstance(one, Swap) or one.cell in (None, match.ground.centre, Hex(0, 16))
    }
    assert known == {one for one in thinkable(match) if why_illegal(match, one) is None}
    assert all(why_illegal(match, one) is None for one in offered)


@samples(4)
@given(st.integers(0, 2**32), OPTIONS)
def test_what_is_offered_is_exactly_what_is_not_refused(seed: int, options: dict[str, object]) -> None:
    looked_at: set[object] = set()
    for happened in led(seed, options):
        match = happened.before
        # One state of each sort: looking at all of them would take minutes.
        sort = (match.phase, match.due and match.due.purpose, frozenset(type(one) for one in legal(match)))
        if sort not in looked_at:
            looked_at.add(sort)
            agreed(match)
    assert len(looked_at) > FEW
