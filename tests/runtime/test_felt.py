"""How long virtual hands need at the controls: whoever waits for it waits longer."""

from __future__ import annotations

from feldlicht.base.controls import Button, Operation, Press
from feldlicht.runtime.felt import SHOWN_WITHIN_S, patience_s
from feldlicht.sim.controls import changes, lasting_ms


def test_it_lasts_as_long_as_its_contacts_take() -> None:
    longest = Operation(turn=64, press=Press.LONG, button=Button.SECOND)
    assert lasting_ms(longest) == sum(change.rest_ms for change in changes(longest)) > 1500
    assert lasting_ms(Operation(turn=1)) < lasting_ms(Operation(turn=-2)) < lasting_ms(longest)


def test_who_waits_gives_it_three_times_as_long_and_some_seconds() -> None:
    longest = Operation(turn=64, press=Press.LONG, button=Button.SECOND)
    assert patience_s(longest) == SHOWN_WITHIN_S + 3 * lasting_ms(longest) / 1000
