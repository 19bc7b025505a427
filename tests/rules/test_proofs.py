"""Master Move keeps what every game promises the house."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import Relocate
from feldlicht.base.figures import Side
from feldlicht.base.viewers import EVERYONE
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.game import MasterMove
from feldlicht.table.proofs import NotKept, check, prove
from tests.rules.helpers import OPTION_SETS, kicked_off, play, score
from tests.support.samples import samples


@given(st.sampled_from(OPTION_SETS), st.sampled_from(["counting", None]), st.lists(st.integers(0, 2**16), max_size=6))
@samples(2)
def test_a_match_of_any_acts_keeps_every_promise_of_a_game(
    options: dict[str, object], formation: str | None, choices: list[int]
) -> None:
    prove(GAME, options, formation, choices)


class Leaks(MasterMove):
    """Master Move that shows to everyone where figures were relocated in secret."""

    def view(self, state: MasterMoveState, viewer: object) -> dict[str, object]:
        shown = super().view(state, viewer)  # type: ignore[arg-type]
        return {**shown, "leak": [str(act) for _, act in state.sealed_acts]}


def test_the_proofs_see_a_secret_that_is_told() -> None:
    sealed = {"relocation": "sealed"}
    state = play(score(kicked_off(**sealed), Side.YELLOW), "built")
    assert any(isinstance(one, Relocate) and GAME.audience(state, one) != EVERYONE for one in GAME.legal(state))
    check(GAME, sealed, state)
    with pytest.raises(NotKept, match="a sealed act is not seen"):
        check(Leaks(), sealed, state)
