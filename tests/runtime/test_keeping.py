"""Whether a board has kept its settings is ordered, heard and told."""

from __future__ import annotations

from feldlicht.board.layout import FINGERPRINTS
from feldlicht.link.events import BoardAnswered, BoardFound, BoardLost, Loss
from feldlicht.link.messages import PROTOCOL, Configure, Hello, Keep, Word
from feldlicht.runtime.keeping import Keeping

HERE = BoardFound(Hello(PROTOCOL, "0.1.0", "1.29.0", "ab", FINGERPRINTS[0], machine="rp2"))
GONE = BoardLost(Loss.STALLED)


class Kept:
    def __init__(self) -> None:
        self.orders: list[Keep] = []
        self.of = Keeping(self.orders.append)


def test_what_a_board_would_have_by_itself_is_kept_by_one_that_is_there_and_by_one_that_comes_later() -> None:
    kept = Kept()
    kept.of.take(HERE)
    assert kept.orders == []
    kept.of.configured(Configure(threshold=90))
    assert kept.orders == [Keep()]
    for times in (2, 3):
        kept.of.take(GONE)
        kept.of.take(HERE)
        assert kept.orders == [Keep()] * times


def test_nothing_is_kept_of_settings_that_every_host_sends() -> None:
    kept = Kept()
    kept.of.configured(Configure(brightness=90, debounce=3))
    kept.of.take(HERE)
    assert kept.orders == []


def test_settings_that_were_not_taken_or_not_kept_are_known_until_they_are() -> None:
    kept = Kept()
    kept.of.take(HERE)
    kept.of.configured(Configure(threshold=90))
    kept.of.take(BoardAnswered(Keep(), Word.FAILED))
    assert kept.of.failed
    kept.of.take(BoardAnswered(Configure(brightness=9), Word.OK))
    assert kept.of.failed
    kept.of.take(BoardAnswered(Keep(), Word.OK))
    assert not kept.of.failed
    kept.of.take(BoardAnswered(Configure(brightness=9), Word.FIELD))
    assert kept.of.failed


def test_an_order_that_a_board_never_answered_is_not_kept() -> None:
    kept = Kept()
    kept.of.take(HERE)
    kept.of.configured(Configure(threshold=90))
    kept.of.take(GONE)
    kept.of.take(HERE)
    assert kept.of.failed
    kept.of.take(BoardAnswered(Keep(), Word.OK))
    kept.of.take(GONE)
    kept.of.take(HERE)
    assert not kept.of.failed
