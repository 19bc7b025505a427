"""A match on pages only has no magnets to wait for, whatever asks for them."""

from __future__ import annotations

from feldlicht.rules.master_move.state import Phase
from tests.support.hands import TableInTime

SCORED = ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14", "M C10-C11", "S E14-F16!")


def test_m11_sealed_relocations_are_told_and_stand_at_once_so_that_play_goes_on() -> None:
    at = TableInTime(board=None, options={"relocation": "sealed"})
    for act in (*SCORED, "@V D4-C6", "@- blue"):
        at.ask("act", act)
    assert at.notations[-4:] == ["@V D4-C6", "@- blue", "reveal", "built"]
    assert at.session.state.phase is Phase.PLAY
