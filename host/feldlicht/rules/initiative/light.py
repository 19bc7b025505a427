"""A fight's light on ring and strip: only what the public may know. Source: readings I10–I12, "Two flags a figure".

Meanings differ in how a lamp lives, never in colour alone: a figure is steady, several on a field take turns in the
order of the timeline; one that is a lap ahead or beyond the strip blinks slowly, and among others on its field it is
followed by darkness; the pointer flashes white between the colours of whoever is there while somebody is on turn, and
stands dim in the neutral state; the game master's turn breathes in violet, which no figure has. What the knob points
at flickers; whoever is to react does so too.
"""

from __future__ import annotations

from collections import defaultdict

from feldlicht.base.cells import RING_COUNT
from feldlicht.base.commands import GameCommand
from feldlicht.base.styles import RESTING as RESTED
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.rules.game import GameScene
from feldlicht.rules.initiative.acts import Act, React
from feldlicht.rules.initiative.figures import Fighter, Known
from feldlicht.rules.initiative.reacting import reacts_from
from feldlicht.rules.initiative.settings import Unseen
from feldlicht.rules.initiative.state import Fight, Phase
from feldlicht.rules.initiative.timeline import Field, Part, field_of, next_lap

MOST_COLOURS = 4
"""Of one lamp; with more figures on a field, those that come first."""
SHARE_MS = 600
"""How long each of several figures on a field is shown."""
POINTER_MS = 500
LAP_MS = 2000
MASTER_MS = 2400
GHOST_MS = 260

MASTER = Style((Colour.VIOLET,), Pattern.PULSE, MASTER_MS)
RESTING = Style((Colour.DIM_WHITE,))


def scene(fight: Fight, ghost: GameCommand | None = None) -> GameScene:
    """Return the light of a fight: before it of those who have rolled openly, after it a light that goes round.

    ``ghost``: what the knob points at, of a figure that conceals nothing.
    """
    if fight.phase is Phase.OVER:
        return GameScene(RESTED)
    lamps: dict[Field, Style] = {}
    for where, row in _by_field(fight).items():
        lamps[where] = _figures(fight, row)
    lamps |= _pointer(fight, lamps)
    if isinstance(ghost, Act | React):
        lamps |= _ghost(fight, ghost, lamps)
    ring = {at.lamp: style for at, style in lamps.items() if at.part is Part.RING and at.lamp < RING_COUNT}
    strip = {at.lamp: style for at, style in lamps.items() if at.part is Part.STRIP}
    return GameScene(Scene({}, ring, strip))


def _place(fight: Fight, ini: int) -> Field:
    at = field_of(ini, fight.settings)
    return Field(at.part, at.number)


def _by_field(fight: Fight) -> dict[Field, list[Fighter]]:
    fields: defaultdict[Field, list[Fighter]] = defaultdict(list)
    for one in sorted(fight.present, key=lambda one: (one.ini is None, one.ini, one.equal, -one.tie, one.number)):
        if one.known is Known.ALL and one.in_order and one.ini is not None:
            fields[_place(fight, one.ini)].append(one)
    return dict(fields)


def _figures(fight: Fight, row: list[Fighter]) -> Style:
    apart = [_apart(fight, one) for one in row]
    if all(apart):
        # Dark half of the time, which is unmistakable: it is not here, but further on.
        dark = (*(one.colour for one in row[: MOST_COLOURS - 1]), Colour.OFF)
        return Style(dark, Pattern.ALTERNATE, LAP_MS)
    colours: tuple[Colour, ...] = ()
    for one, elsewhere in zip(row, apart, strict=True):
        # Among those that are here, one that is not is followed by darkness.
        more = (one.colour, Colour.OFF) if elsewhere else (one.colour,)
        if len(colours) + len(more) > MOST_COLOURS:
            break
        colours += more
    return Style(colours) if len(colours) == 1 else Style(colours, Pattern.ALTERNATE, SHARE_MS * len(colours))


def _apart(fight: Fight, one: Fighter) -> bool:
    """Whether a figure is not where its light is: a lap ahead of it, or beyond the strip."""
    return one.ini is not None and (
        next_lap(one.ini, fight.shown, fight.settings) or field_of(one.ini, fight.settings).overflow
    )


def _pointer(fight: Fight, lamps: dict[Field, Style]) -> dict[Field, Style]:
    turn = fight.on_turn
    if fight.shown is None and not (turn is not None and turn.known is Known.FIGURE):
        return {}
    if turn is None or turn.known is Known.NO:
        return {} if fight.shown is None else _resting(_place(fight, fight.shown), lamps)
    if turn.conceals:
        return _masters(fight, turn, lamps)
    assert turn.ini is not None
    where = _place(fight, turn.ini)
    under = [colour for colour in lamps[where].colours if colour is not Colour.OFF] if where in lamps else []
    # Who is on turn comes first among those on the field.
    row = [turn.colour, *(colour for colour in under if colour is not turn.colour)][: MOST_COLOURS - 1]
    return {where: Style((Colour.WHITE, *row), Pattern.ALTERNATE, POINTER_MS * (1 + len(row)) // 2)}


def _ghost(fight: Fight, act: Act | React, lamps: dict[Field, Style]) -> dict[Field, Style]:
    fighter = fight.figure(act.figure)
    start = fighter.ini if isinstance(act, Act) else reacts_from(fight, fighter)
    assert start is not None
    ghost = {_place(fight, start + act.delay): Style((fighter.colour, Colour.OFF), Pattern.ALTERNATE, GHOST_MS)}
    if isinstance(act, React):
        # Several may be able to: who is meant flickers where it stands, against what is there.
        here = _place(fight, start)
        under = lamps[here].colours[0] if here in lamps else Colour.OFF
        ghost[here] = Style((fighter.colour, Colour.OFF, under), Pattern.ALTERNATE, GHOST_MS)
    return ghost


def _resting(where: Field, lamps: dict[Field, Style]) -> dict[Field, Style]:
    return {} if where in lamps else {where: RESTING}


def _masters(fight: Fight, turn: Fighter, lamps: dict[Field, Style]) -> dict[Field, Style]:
    match fight.settings.unseen:
        case Unseen.DARK:
            return {} if fight.shown is None else _resting(_place(fight, fight.shown), lamps)
        case Unseen.FIELD:
            assert turn.ini is not None
            return {_place(fight, turn.ini): MASTER}
        case Unseen.PULSE:
            return {} if fight.shown is None else {_place(fight, fight.shown): MASTER}
