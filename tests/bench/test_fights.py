"""The bench of fights runs a real host and the real board; how fast it is, no test says."""

from __future__ import annotations

import pytest

from feldlicht.bench import fights


@pytest.mark.prove
def test_t19_the_group_measures_a_fight_of_sixty_figures_on_every_page_and_on_the_ring() -> None:
    found = fights.rows(acts=3)
    assert [(row.name, row.unit) for row in found] == [
        ("fights.act_to_pages", "ms"),
        ("fights.act_to_pages.p99", "ms"),
        ("fights.act_to_ring", "ms"),
        ("fights.act_to_ring.p99", "ms"),
    ]
    assert all(row.value > 0 and row.spread >= 0 for row in found)


def test_the_fight_that_is_measured_is_as_large_as_is_aimed_for() -> None:
    assert (fights.FIGURES, fights.ASIDE) == (60, 100_000)
    assert fights.VIEWS == ("gm", "seat:Hero", "public")
    assert fights.ACTS >= 300
