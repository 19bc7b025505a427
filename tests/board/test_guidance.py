"""Guidance: the least carrying, one magnet at a time."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, Cell, king_distance
from feldlicht.base.figures import Figure, FigureId, Pole, Side
from feldlicht.base.hands import Guidance
from feldlicht.base.occupancy import Occupancy
from feldlicht.board.difference import Difference
from feldlicht.board.guidance import carries, guide

some_cells = st.lists(st.sampled_from(CELLS), unique=True, max_size=10)


def wrong(cells: list[Cell], missing: int) -> Difference:
    """The first ``missing`` cells lack a yellow figure, the others hold a magnet too much."""
    figures = {c: Figure(FigureId(f"y{c}"), Side.YELLOW, "V") for c in cells[:missing]}
    return Difference(figures, dict.fromkeys(cells[missing:], Pole.NORTH))


@given(some_cells, st.integers(0, 5))
def test_every_wrong_cell_is_put_right_exactly_once(cells: list[Cell], missing: int) -> None:
    missing = min(missing, len(cells))
    plan = carries(wrong(cells, missing))
    assert sorted(c.target for c in plan if c.target is not None) == sorted(cells[:missing])
    assert sorted(c.origin for c in plan if c.origin is not None) == sorted(cells[missing:])


@given(some_cells, st.integers(0, 5))
def test_the_total_way_is_the_least_there_is(cells: list[Cell], missing: int) -> None:
    missing = min(missing, len(cells))
    targets, origins = cells[:missing], cells[missing:]
    total = sum(carry.way for carry in carries(wrong(cells, missing)))
    few, many = sorted((origins, targets), key=len)
    if len(many) > 6:
        many = many[:6]
        few = few[: len(many)]
        total = sum(carry.way for carry in carries(wrong(few + many, len(few))))
    best = min(
        sum(king_distance(a, b) for a, b in zip(few, some, strict=True)) for some in permutations(many, len(few))
    )
    assert total == best


def test_poles_are_never_mixed_up() -> None:
    blue = Figure(FigureId("bV1"), Side.BLUE, "V")
    yellow = Figure(FigureId("yV1"), Side.YELLOW, "V")
    difference = Difference({Cell(0): blue, Cell(140): yellow}, {Cell(1): Pole.NORTH, Cell(139): Pole.SOUTH})
    ways = {(carry.origin, carry.target) for carry in carries(difference)}
    assert ways == {(Cell(1), Cell(140)), (Cell(139), Cell(0))}


def test_a_board_full_of_stray_magnets_is_guided_too() -> None:
    figures = {Cell(c): Figure(FigureId(f"y{c}"), Side.YELLOW, "V") for c in range(11)}
    strays = dict.fromkeys((Cell(c) for c in range(11, 144)), Pole.NORTH)
    guidance = guide(Difference(figures, strays), None, Occupancy.of(strays))
    assert guidance is not None
    assert guidance.left == 133


def test_nothing_wrong_needs_no_guidance() -> None:
    assert guide(Difference({}, {}), None, Occupancy()) is None


def test_a_cell_on_which_the_right_figure_stands_now_is_not_where_the_next_one_comes_from() -> None:
    yellow = Figure(FigureId("yV1"), Side.YELLOW, "V")
    before = Guidance(yellow.id, Cell(60), Cell(51), 2)
    wrong = Difference({Cell(51): yellow}, {})
    # Both were lifted, and the other side's figure has landed where yellow's had stood wrongly.
    guidance = guide(wrong, before, Occupancy.of({Cell(60): Pole.SOUTH}))
    assert guidance == Guidance(yellow.id, None, Cell(51), 1)
    # With nothing there it is still the magnet in the air.
    assert guide(wrong, before, Occupancy()) == Guidance(yellow.id, Cell(60), Cell(51), 1)
