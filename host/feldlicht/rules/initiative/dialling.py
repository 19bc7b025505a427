"""A fight by knob and side buttons: turn to the VZ, press to act; a side button goes on to who may react.

Everyone sees the ghost and whether the knob works, so all of it comes from what the public knows. While a known
figure that conceals its INI is on turn the knob is dead; the turn of an unknown one looks like the neutral state.
Source: rules page, "Two flags a figure".
"""

from __future__ import annotations

from feldlicht.rules.dial import Dial, Row
from feldlicht.rules.initiative.acts import Act, Begin, Next, React
from feldlicht.rules.initiative.figures import Fighter, Known
from feldlicht.rules.initiative.limits import HIGH
from feldlicht.rules.initiative.reacting import reacts_from
from feldlicht.rules.initiative.seating import openly_late
from feldlicht.rules.initiative.settings import Knob
from feldlicht.rules.initiative.state import Fight, Phase

LAPS = 2
"""The knob reaches so many circles further; who takes longer is put there on a page."""


def dial(fight: Fight) -> Dial | None:
    """Return what the knob chooses from, None while it is dead."""
    turn = fight.on_turn
    if fight.settings.knob is Knob.OFF or (turn is not None and turn.known is Known.FIGURE):
        return None
    match fight.phase:
        case Phase.OVER:
            return ()
        case Phase.GATHERING:
            open_ones = any(one.in_order and not one.conceals for one in fight.present)
            return (Row((Begin(),)),) if open_ones else ()
    openly = turn is not None and not turn.conceals
    first = _acts(fight, turn) if openly and turn is not None else Row((Next(),))
    return (first, *(_reactions(fight, one) for one in _reactors(fight)))


def _acts(fight: Fight, fighter: Fighter) -> Row:
    assert fighter.ini is not None
    delays = _delays(fight, fighter.ini)
    return Row(tuple(Act(fighter.label, delay) for delay in delays), min(fighter.usual, delays[-1]))


def _reactions(fight: Fight, fighter: Fighter) -> Row:
    start = reacts_from(fight, fighter)
    assert start is not None
    delays = _delays(fight, start)
    return Row(tuple(React(fighter.label, delay) for delay in delays), min(fighter.usual, delays[-1]))


def _delays(fight: Fight, start: int) -> range:
    return range(min(LAPS * fight.settings.fields, HIGH - start) + 1)


def _reactors(fight: Fight) -> list[Fighter]:
    """Return who may still react as everyone knows, the next one in the order first."""
    able = [one for one in fight.present if not one.conceals and openly_late(fight, one) is None]
    return sorted(able, key=lambda one: (reacts_from(fight, one) or 0, one.number))
