"""A board that lies turned: cell n is cell 143 − n, and turning twice is nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELL_COUNT, CELLS, cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.occupancy import Occupancy, bits
from feldlicht.base.styles import Colour, Scene, Style
from feldlicht.board.facing import Facing

FACINGS = st.sampled_from([Facing(one) for one in Orientation])
TURNED = Facing(Orientation.TURNED)
SOME = st.integers(0, (1 << CELL_COUNT) - 1)
SCENES = st.builds(
    Scene,
    st.dictionaries(st.sampled_from(CELLS), st.sampled_from([Style((one,)) for one in Colour])),
    st.dictionaries(st.integers(0, 23), st.just(Style((Colour.GOLD,)))),
    st.dictionaries(st.integers(0, 5), st.just(Style((Colour.GOLD,)))),
)


def test_the_corners_change_places_when_it_is_turned_and_stay_otherwise() -> None:
    corners = ["A1", "A16", "I1", "I16", "E8"]
    assert [cell_name(TURNED.cell(cell(name))) for name in corners] == ["I16", "I1", "A16", "A1", "E9"]
    for other in (Orientation.UNKNOWN, Orientation.AS_MARKED):
        assert [cell_name(Facing(other).cell(cell(name))) for name in corners] == corners


@given(FACINGS, SOME, SOME, SCENES)
def test_turning_twice_is_nothing(facing: Facing, north: int, south: int, scene: Scene) -> None:
    felt = Occupancy(north, south)
    assert [facing.cell(facing.cell(one)) for one in CELLS] == list(CELLS)
    assert facing.bits(facing.bits(north)) == north
    assert facing.occupancy(facing.occupancy(felt)) == felt
    assert facing.scene(facing.scene(scene)) == scene
    assert facing.cells(facing.cells(bits(north))) == set(bits(north))


@given(FACINGS, SOME, SOME)
def test_bits_occupancy_and_maps_turn_as_their_cells_do(facing: Facing, north: int, south: int) -> None:
    felt = Occupancy(north, south)
    seen = facing.occupancy(felt)
    assert all(seen.at(facing.cell(one)) is felt.at(one) for one in CELLS)
    assert set(bits(facing.bits(north))) == facing.cells(bits(north))
    poles: dict[int, Pole] = dict(felt.poles())
    assert facing.by_cell(felt.poles()) == {facing.cell(cell(cell_name(one))): poles[one] for one in felt.poles()}
    assert list(facing.by_cell(felt.poles())) == sorted(facing.by_cell(felt.poles()))


@given(FACINGS, SCENES)
def test_ring_and_strip_of_a_scene_stay_what_they_are(facing: Facing, scene: Scene) -> None:
    seen = facing.scene(scene)
    assert (seen.ring, seen.strip) == (scene.ring, scene.strip)
    assert {facing.cell(which): style for which, style in scene.cells.items()} == dict(seen.cells)
