"""Asking for a field over a line that loses some of it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from feldlicht.base.cells import CELL_COUNT, COLUMNS, ROWS
from feldlicht.base.reasons import Reason, Refused
from feldlicht.link.events import BoardAnswered, BoardField
from feldlicht.link.messages import AskField, RowField, Word
from feldlicht.runtime import surveyor as module
from feldlicht.runtime.surveyor import Order, Surveyor

ROWS_OF = [BoardField(RowField(row, (row,) * COLUMNS, (0,) * COLUMNS)) for row in range(ROWS)]


class Board:
    """Answers each order at once, with the rows that its line does not lose: one list an order."""

    def __init__(self, *lost: set[int]) -> None:
        self.orders: list[Order] = []
        self.surveyor = Surveyor(self.order)
        self.surveyor.present(True)
        self.then: Callable[[], None] = lambda: None
        self._lost = list(lost)

    def order(self, order: Order) -> None:
        self.orders.append(order)
        lost = self._lost.pop(0) if len(self._lost) > 1 else self._lost[0]
        self.surveyor.take(BoardAnswered(order, Word.OK))
        for row, event in enumerate(ROWS_OF):
            if row not in lost:
                self.surveyor.take(event)
        self.then()


@pytest.fixture(autouse=True)
def in_no_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AGAIN_S", 0.01)
    monkeypatch.setattr(module, "ANSWER_S", 0.2)


def test_a_row_that_was_lost_is_asked_for_again_and_those_that_came_count() -> None:
    board = Board({3, 8}, {0, 1, 2, 8}, {3})
    seen = board.surveyor.survey()
    assert seen is not None
    assert seen.field == tuple(row for row in range(ROWS) for _ in range(COLUMNS))
    assert len(seen.noise) == CELL_COUNT
    assert board.orders == [AskField()] * 3


def test_a_board_that_answers_and_never_tells_one_row_is_not_read_and_not_away() -> None:
    board = Board({5})
    assert board.surveyor.survey() is None
    assert len(board.orders) > 1


def test_a_board_that_is_lost_meanwhile_is_away_at_once_also_if_it_is_back_already() -> None:
    board = Board({5})

    def restart() -> None:
        board.surveyor.present(False)
        board.surveyor.present(True)

    board.then = restart
    with pytest.raises(Refused) as refused:
        board.surveyor.survey()
    assert refused.value.refusal.reason is Reason.BOARD_AWAY
    assert len(board.orders) == 1
