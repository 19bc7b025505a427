"""Virtual hands do what they are told, one magnet after another, and never what the table does not allow."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.runtime.hands import VirtualHands
from feldlicht.table.messages import MagnetStep
from tests.runtime.conftest import eventually
from tests.support.samples import samples

N, S = Pole.NORTH, Pole.SOUTH


class Board:
    """Magnets that lie where they were put, and everything that was said and done, in order."""

    def __init__(self, magnets: Mapping[str, Pole]) -> None:
        self.lying = {cell(name): pole for name, pole in magnets.items()}
        self.happened: list[object] = []
        self.hands = VirtualHands("test", lambda: dict(self.lying), self.put, self.happened.append, pace=0)

    def put(self, changes: Mapping[Cell, Pole | None]) -> None:
        assert len(changes) == 1, "a hand moves one magnet at a time"
        for which, pole in changes.items():
            if pole is None:
                del self.lying[which]
            else:
                assert which not in self.lying, "a magnet was put on another one"
                self.lying[which] = pole
            self.happened.append((which, pole))

    def rest(self) -> None:
        eventually(lambda: not self.hands.busy, "the hands' rest")


def step(pole: Pole, origin: str | None, target: str | None) -> MagnetStep:
    return MagnetStep(pole, cell(origin) if origin else None, cell(target) if target else None)


@pytest.fixture
def board() -> Iterator[Board]:
    made = Board({"A1": N, "B1": S, "C1": N})
    made.hands.start()
    yield made
    made.hands.close()


def test_work_is_announced_done_in_order_and_its_end_announced(board: Board) -> None:
    board.hands.carry_out((step(N, "A1", "A2"), step(S, "B1", None), step(N, None, "I16")))
    board.rest()
    assert board.happened == [
        True,
        (cell("A1"), None),
        (cell("A2"), N),
        (cell("B1"), None),
        (cell("I16"), N),
        False,
    ]


def test_more_work_while_at_work_is_done_after_it_and_announced_once(board: Board) -> None:
    for origin, target in (("A1", "A2"), ("A2", "A3"), ("A3", "A4")):
        board.hands.carry_out((step(N, origin, target),))
    board.rest()
    assert cell("A4") in board.lying
    assert [one for one in board.happened if isinstance(one, bool)][0::2] == [True] * (board.happened.count(True))
    assert board.happened[0] is True
    assert board.happened[-1] is False


@pytest.mark.parametrize(
    "impossible",
    [step(N, "D1", "D2"), step(S, "A1", "A2"), step(N, "A1", "C1"), step(N, None, "B1")],
    ids=["nothing there", "another pole there", "target taken", "place taken"],
)
def test_hands_stop_when_a_person_was_quicker_and_leave_every_magnet_where_it_is(
    board: Board, impossible: MagnetStep
) -> None:
    before = dict(board.lying)
    board.hands.carry_out((impossible, step(N, "C1", "C9")))
    board.rest()
    assert board.lying == before
    assert board.happened == [True, False]


def test_a_job_that_fails_ends_and_the_next_one_is_done(board: Board) -> None:
    good = board.hands._put

    def broken(changes: Mapping[Cell, Pole | None]) -> None:
        board.hands._put = good
        raise OSError("no room on the disk")

    board.hands._put = broken
    board.hands.carry_out((step(N, "A1", "A2"),))
    board.rest()
    board.hands.carry_out((step(N, "A1", "A3"),))
    board.rest()
    assert cell("A3") in board.lying


def test_closing_in_the_middle_puts_down_what_is_in_the_air_and_begins_nothing_new() -> None:
    board = Board({"A1": N, "B1": S})
    lifted = threading.Event()
    carry = board.put

    def put(changes: Mapping[Cell, Pole | None]) -> None:
        carry(changes)
        lifted.set()

    hands = VirtualHands("slow", lambda: dict(board.lying), put, board.happened.append, pace=1000)
    hands.start()
    hands.carry_out((step(N, "A1", "A2"), step(S, "B1", "B2")))
    assert lifted.wait(20)
    hands.close()
    assert board.lying == {cell("A2"): N, cell("B1"): S}
    assert board.happened[-1] is False


@samples(30)
@given(
    st.dictionaries(st.sampled_from(CELLS[:6]), st.sampled_from(Pole), max_size=6),
    st.lists(
        st.builds(
            MagnetStep,
            st.sampled_from(Pole),
            st.none() | st.sampled_from(CELLS[:6]),
            st.none() | st.sampled_from(CELLS[:6]),
        ),
        max_size=6,
    ),
)
def test_no_order_whatever_makes_hands_stack_or_invent_magnets(
    magnets: dict[Cell, Pole], steps: list[MagnetStep]
) -> None:
    board = Board({})
    board.lying = dict(magnets)
    board.hands.start()
    board.hands.carry_out(tuple(steps))
    board.rest()
    board.hands.close()
    brought = sum(one.origin is None and one.target is not None for one in steps)
    assert len(board.lying) <= len(magnets) + brought
    assert True in board.happened
    assert board.happened[-1] is False
