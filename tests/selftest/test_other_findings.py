"""The empty table, margins, lamps and the chain: what each says of a board."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.styles import Scene
from feldlicht.board.layout import LAYOUT
from feldlicht.selftest.empty import NOISE_LIMIT, REST_LIMIT, Look, Survey, judge_empty
from feldlicht.selftest.findings import EXIT_CODES, Finding, Found, broken_chain, in_order
from feldlicht.selftest.lamps import judge_lamps, stages
from feldlicht.selftest.touch import Margins, judge_margins
from feldlicht.texts import LANGUAGES
from feldlicht.texts.findings import finding_sentence
from tests.support.samples import samples

EMPTY = Look(Occupancy())


def survey(field: dict[str, int | None] | None = None, noise: dict[str, int] | None = None) -> Survey:
    values = {cell(name): value for name, value in (field or {}).items()}
    spread = {cell(name): value for name, value in (noise or {}).items()}
    return Survey(tuple(values.get(c, 0) for c in CELLS), tuple(spread.get(c, 20) for c in CELLS))


def told(found: tuple[Found, ...]) -> list[tuple[Finding, tuple[str, ...]]]:
    return [(one.finding, one.names) for one in found]


@samples(10)
@given(
    st.lists(st.integers(-REST_LIMIT, REST_LIMIT), min_size=144, max_size=144),
    st.lists(st.integers(0, NOISE_LIMIT), min_size=144, max_size=144),
)
def test_a_calm_empty_table_has_no_fault_however_its_sensors_differ(field: list[int], noise: list[int]) -> None:
    assert judge_empty([EMPTY] * 3, None) == ()
    assert judge_empty([EMPTY] * 3, Survey(tuple(field), tuple(noise))) == ()


def test_the_empty_table_names_stuck_noisy_and_dead_cells() -> None:
    stuck = Occupancy.of({cell("G1"): Pole.NORTH})
    restless = Occupancy.of({cell("G1"): Pole.NORTH, cell("H2"): Pole.NORTH})
    looks = [Look(stuck), Look(restless)] * 3
    assert told(judge_empty(looks, None)) == [(Finding.STUCK_CELL, ("G1",)), (Finding.NOISY_CELL, ("H2",))]
    measured = survey({"B3": None, "C4": 301, "D5": -301, "E6": 300}, {"F7": 101, "F8": 100})
    assert told(judge_empty([], measured)) == [
        (Finding.DEAD_SENSOR, ("B3",)),
        (Finding.STUCK_CELL, ("C4", "D5")),
        (Finding.NOISY_CELL, ("F7",)),
    ]


def test_a_change_that_was_gone_again_before_the_snapshot_counts_as_restless() -> None:
    blink = Look(Occupancy(), 1 << cell("H2"))
    assert told(judge_empty([EMPTY, blink] * 4, None)) == [(Finding.NOISY_CELL, ("H2",))]
    assert judge_empty([EMPTY, blink, blink], None) == ()  # said twice, because the first was not acknowledged yet


def test_one_magnet_that_passes_or_is_taken_away_is_no_noise() -> None:
    assert judge_empty([Look(Occupancy(1)), EMPTY, Look(Occupancy(1)), EMPTY], None) == ()


@pytest.mark.parametrize(
    ("trouble", "names", "count"),
    [("chain:12", ("C16",), 96), ("chain:13", ("D4",), 92), ("chain:0", ("0",), 144), ("chain:36", ("I16",), 0)],
)
def test_a_broken_chain_names_the_last_cell_that_answers(trouble: str, names: tuple[str, ...], count: int) -> None:
    (found,) = broken_chain(trouble)
    assert found.names == names
    assert len(found.cells) == count


def test_a_chain_that_does_not_say_where_is_named_so_and_a_whole_one_is_not() -> None:
    assert [one.names for one in broken_chain("chain:?")] == [("?",)]
    assert broken_chain("ok") == broken_chain("dead:8") == []


def test_margins_name_the_weak_cell_and_the_weak_magnet() -> None:
    margins = Margins(60)
    for name in ("A1", "B2", "C3"):
        margins = margins.after(survey({name: -2400}))
    assert judge_margins(margins) == ()
    assert margins.percent(cell("A1")) == 400
    weak = margins.after(survey({"D4": 1000}))
    assert told(judge_margins(weak)) == [(Finding.WEAK_SENSOR, ("D4",))]
    faint = Margins(60).after(survey({"A1": 700, "B2": 800, "C3": 1200}))
    assert told(judge_margins(faint)) == [(Finding.WEAK_MAGNET, ("A1", "B2"))]
    assert judge_margins(Margins(60)) == ()


@samples(50)
@given(st.dictionaries(st.sampled_from(CELLS), st.integers(1500, 2500), max_size=20))
def test_what_is_felt_well_everywhere_is_no_fault(felt: dict[Cell, int]) -> None:
    assert judge_margins(Margins(60, felt)) == ()


def test_each_lamp_is_lit_in_one_stage_and_in_three_colours() -> None:
    lit = [which for stage in stages() for which in stage.scene.cells]
    assert sorted(lit) == list(CELLS)
    assert sorted(n for stage in stages() for n in stage.scene.ring) == list(range(24))
    assert sorted(n for stage in stages() for n in stage.scene.strip) == list(range(6))
    assert all(stage.scene != Scene() for stage in stages())


def test_a_dark_lamp_is_one_lamp_and_all_behind_a_place_are_a_break() -> None:
    line = LAYOUT.grid_order
    assert told(judge_lamps([cell("C4")], [], line)) == [(Finding.DEAD_LED, ("C4",))]
    assert told(judge_lamps([Cell(line[-1])], ["R3"], line)) == [
        (Finding.DEAD_LED, ("R3",)),
        (Finding.DEAD_LED, ("I16",)),
    ]
    behind = [Cell(which) for which in line[100:]]
    assert [(one.finding, one.names, len(one.cells)) for one in judge_lamps([*behind, cell("A2")], [], line)] == [
        (Finding.BROKEN_LIGHTS, ("G5",), 44),
        (Finding.DEAD_LED, ("A2",), 1),
    ]


def test_findings_are_told_once_the_gravest_first_each_with_a_code_of_its_own() -> None:
    noisy, dead = Found.of(Finding.NOISY_CELL, [Cell(1)]), Found.of(Finding.DEAD_SENSOR, [Cell(2)])
    assert in_order([noisy, dead, noisy]) == (dead, noisy)
    assert len(set(EXIT_CODES.values())) == len(Finding)
    assert 0 not in EXIT_CODES.values()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("finding", list(Finding))
def test_every_finding_has_a_sentence_that_names_the_place(finding: Finding, language: str) -> None:
    said = finding_sentence(Found.of(finding, [], ["C4", "C5"]), language)
    assert "C4, C5" in said
    assert said.endswith(".")
    assert "{" not in said


@pytest.mark.parametrize("trouble", ["chain:0", "chain:?"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_chain_without_a_place_has_a_sentence_of_its_own(trouble: str, language: str) -> None:
    (found,) = broken_chain(trouble)
    said = finding_sentence(found, language)
    assert found.names[0] not in said
    assert said.endswith(".")
