"""Games are found by their entry points."""

from __future__ import annotations

import pytest

from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime import games


def test_every_installed_game_loads_and_carries_the_name_it_is_installed_under() -> None:
    assert "master_move" in games.names()
    assert [games.game(name).name for name in games.names()] == list(games.names())


def test_an_unknown_game_is_refused_by_its_name() -> None:
    with pytest.raises(Refused) as caught:
        games.game("chess")
    assert caught.value.refusal.reason is Reason.UNKNOWN_GAME
    assert dict(caught.value.refusal.facts) == {"game": "chess"}
