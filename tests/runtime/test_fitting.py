"""Whether a board has what a match needs, as far as it has said what it is."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.layout import FINGERPRINTS, RING_ONLY
from feldlicht.link.messages import PROTOCOL, Hello
from feldlicht.rules.master_move import GAME
from feldlicht.runtime import fitting as module
from feldlicht.runtime.fitting import Fitting
from feldlicht.runtime.pictures import SessionPicture
from feldlicht.table.session import open_session
from tests.support.hands import header

WHOLE = Hello(PROTOCOL, "0.1.0", "1.29.0", "ab", FINGERPRINTS[0], machine="rp2")
RING = replace(WHOLE, layout=RING_ONLY)
MATCH = SessionPicture(open_session(GAME, header("ab")))


def reason(fitting: Fitting) -> Reason:
    with pytest.raises(Refused) as refused:
        fitting.need_cells(GAME, "ab")
    return refused.value.refusal.reason


def test_a_board_that_does_not_say_what_it_is_is_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "HELLO_S", 0.01)
    assert reason(Fitting()) is Reason.BOARD_AWAY


def test_whoever_asks_before_the_first_hello_hears_what_it_says() -> None:
    for hello in (WHOLE, RING):
        fitting, heard = Fitting(), list[Reason | None]()

        def ask(fitting: Fitting = fitting, heard: list[Reason | None] = heard) -> None:
            try:
                fitting.need_cells(GAME, "ab")
                heard.append(None)
            except Refused as refused:
                heard.append(refused.refusal.reason)

        asking = threading.Thread(target=ask)
        asking.start()
        fitting.greeted(hello)
        asking.join()
        assert heard == [Reason.NO_CELLS if hello is RING else None]


def test_a_match_fits_unless_it_needs_cells_and_the_board_has_said_that_there_are_none() -> None:
    fitting = Fitting()
    fitting.match(MATCH)
    assert fitting.fits
    fitting.greeted(RING)
    refusal = fitting.refusal("ab")
    assert refusal is not None
    assert refusal.reason is Reason.NO_CELLS
    fitting.match(None)
    assert fitting.fits
    fitting.match(MATCH)
    fitting.greeted(WHOLE)
    assert fitting.refusal("ab") is None
