"""Cells that toggle faster than any hand (E14): named, counted, and not looked at until they are calm."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, Cell, cell
from feldlicht.base.hands import Flag, Problem
from feldlicht.board.noise import CALM_MS, NOISE_MS, Noise
from tests.support.hands import TableInTime, kicked_off

H5 = cell("H5")


def toggle(table: TableInTime, name: str, times: int, every: int = 60) -> None:
    for _ in range(times):
        pole = table.lift(name, after=every)
        table.place(name, pole, after=every)


def test_e14_a_toggling_cell_is_listed_as_noisy_while_it_toggles() -> None:
    table = kicked_off()
    toggle(table, "H5", 20)
    assert Problem(Flag.NOISY, H5) in table.hands.problems
    assert not table.hands.lifted
    assert table.table.reader.journal.noise.counts[H5] >= 20
    table.wait(CALM_MS + 100)
    assert not table.hands.problems
    assert table.notations == ["built"]


def test_e14_a_move_is_taken_while_another_cell_toggles() -> None:
    table = kicked_off()
    toggle(table, "H5", 10)
    table.move("D8", "E10")
    toggle(table, "H5", 5)  # longer than the settle time; the move settles all the same
    assert table.notations == ["built", "S D8-E10"]


def test_a_move_that_the_figure_on_a_noisy_cell_may_have_made_is_asked_about() -> None:
    table = kicked_off()
    toggle(table, "H5", 10)
    table.move("E6", "G4")  # the one on H5 can go there too
    table.wait(2_000)
    assert table.notations == ["built"]
    assert table.hands.question is not None
    assert len(table.hands.question.choices) == 2


def test_e10_a_cell_that_toggles_does_not_count_as_standing() -> None:
    table = TableInTime()
    table.connect()
    table.magnets = {c: figure.side.pole for c, figure in table.session.state.formation.items()}
    pole = table.magnets.pop(H5)
    table.sense()
    for _ in range(30):
        table.place("H5", pole, after=180)
        table.lift("H5", after=20)
    table.wait(5_000)
    assert table.notations == []
    table.place("H5", pole)
    table.wait(300)
    assert table.notations == ["built"]


def test_a_figure_that_left_a_noisy_cell_is_read_once_the_cell_is_calm() -> None:
    table = kicked_off()
    toggle(table, "C7", 10)
    table.move("C7", "C5")
    assert table.notations == ["built"]
    table.wait(CALM_MS + 50)
    assert table.notations == ["built", "M C7-C5"]


def test_lifting_and_putting_back_in_thought_is_no_noise() -> None:
    table = kicked_off()
    toggle(table, "E6", 4, every=350)
    assert not table.hands.problems


def test_a_run_of_changes_that_lasts_a_second_is_noise() -> None:
    noise, step = Noise(), CALM_MS - 50
    for now in range(0, NOISE_MS, step):
        noise = noise.changed([H5], now)
        assert not noise.noisy(now)
    end = (NOISE_MS // step + 1) * step
    noise = noise.changed([H5], NOISE_MS).changed([H5], end)
    assert noise.noisy(end) == {H5}
    assert noise.calm_at(end) == end + CALM_MS
    assert not noise.noisy(end + CALM_MS)


def test_changes_with_a_rest_in_between_are_none() -> None:
    noise = Noise()
    for now in range(0, 20_000, CALM_MS):
        noise = noise.changed([H5], now)
        assert not noise.noisy(now)


def test_a_magnet_that_bounces_when_it_is_set_down_is_none() -> None:
    noise = Noise()
    for now in range(0, NOISE_MS - 1, 20):
        noise = noise.changed([H5], now)
        assert not noise.noisy(now)


@given(st.lists(st.tuples(st.integers(1, 400), st.sets(st.integers(0, CELL_COUNT - 1), max_size=3)), max_size=60))
def test_only_cells_that_changed_are_noisy_and_all_become_calm(steps: list[tuple[int, set[int]]]) -> None:
    noise, now, seen = Noise(), 0, set()
    for wait, cells in steps:
        now += wait
        noise = noise.changed([Cell(c) for c in cells], now)
        seen |= cells
        assert noise.noisy(now) <= seen
        assert all(count > 0 for count in noise.counts.values())
    assert not noise.noisy(now + CALM_MS)
    assert noise.calm_at(now + CALM_MS) is None
