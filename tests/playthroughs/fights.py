"""Fights as playthroughs: what is done, and how it then stands for the game master and for everyone."""

from __future__ import annotations

import json
from collections.abc import Iterator

from feldlicht.base.viewers import GAME_MASTER, PUBLIC
from feldlicht.rules.initiative import GAME, Fight
from tests.playthroughs.script import Script

FIGHTS: dict[str, Script] = {
    "initiative": Script(
        "Two of a group against one: a parry, and one that comes too slow",
        {},
        None,
        (
            "next", "add Silja pc perception=12 advantage=1", "add Ghoul npc x2 perception=11 known=all",
            "roll Silja 19 5", "put Silja 12", "put Ghoul1 9", "put Ghoul2 11", "begin", "next",
            "act Ghoul2 8", 'act Ghoul1 8 "Claw" > Silja', "react Ghoul2 8", 'react Silja 8 "Parry"', "react Silja 8",
            "next", "act Ghoul2 8 > Silja", "react Silja 8", "next", "act Ghoul1 8 > –", "next", "remove Ghoul1",
            "act Ghoul2 0", "next", "act Ghoul2 2.5", "act Ghoul2 8", "next", "end", "next",
        ),
    ),
    "initiative_hidden": Script(
        "One that nobody knows, one whose place nobody knows, one revealed by acting; nothing shows while it acts",
        {"unmasked": "by_acting", "unseen": "dark", "zero": "ring", "knob": "off"},
        None,
        (
            "add Brakk pc perception=11 advantage=2", "add Silja pc", "add Shade npc known=no colour=red",
            "add Ghoul npc", "roll Brakk 9 2 2", "put Silja 0", "put Ghoul 2", "put ?Shade 1", "begin", "next",
            'act Brakk 8 > Silja, ?Shade', "act Brakk 8 > Silja", "react Silja 5", "next", "act ?Shade 4", "reveal",
            "next", 'act Ghoul 7 "Bite" > Brakk', "react Brakk 6", "reveal", "mark 9 Reinforcements every=3 hidden",
            "mark 4 Smoke on=Silja", "next", "unmark ?1", "show Ghoul figure", "next", "act Silja 30", "next",
            "put Ghoul -7", "next", "act Shade 6", "next", "act Ghoul 3", "reveal", "end",
        ),
    ),
    "initiative_other_readings": Script(
        "The other readings: divisor 4 away from zero, the roll's advantage at ties, equality too slow, reactions to "
        "reactions, effects at the end, waiting, one roll a group, a circle of thirty",
        {"divisor": 4, "rounding": "away", "tie": "net", "equal": "deny", "chain": "always", "effect": "end",
         "waiting": "on", "group_roll": "once", "fields": 30, "unseen": "field"},
        None,
        (
            "add Brakk pc perception=11 advantage=2", "add Silja pc perception=12 advantage=1",
            "add Rat npc x3 perception=8 known=all", "roll Brakk surprised 9", "roll Silja 19 5", "roll Rat1 12",
            "roll Rat2 12", "add Owl npc", "roll Owl successes=-4", "begin", "next", "wait Brakk", "next",
            "order Rat3 Rat2", "act Silja 6 > Rat1, Brakk, Owl",
            'react Rat1 3 "Dodge"', "react Brakk 4", "react Owl 1", "react Silja 2", "recall Brakk", "next",
            "ready Rat3", "next", 'act Rat2 2 "Bite" > Silja', "react Silja 3", "next", "act Rat1 40", "next",
            "recall Rat3", "act Owl 1", "next", "act Rat3 1", "next", "act Rat2 1", "next", "end",
        ),
    ),
    "initiative_down": Script(
        "Levels rounded down; figures change their values, and numbers beyond the limits are refused",
        {"rounding": "floor", "players": "act", "hand_over_seconds": 4},
        None,
        (
            "add Silja pc", "add Silja pc", "set Silja advantage 1", "roll Silja 14 1", "set Silja name Sil",
            'set Sil conditions "prone; blind"', 'set Sil acts "Thrust:6; Cut:9"', "set Sil vz 7",
            "set Sil colour cyan", 'set Sil note "a debt"', "put Sil 1000000", "put Sil 1000001", "put Sil 2.5",
            "put Sil", "put Sil 1e9", "put Sil -1000", "begin", "next", "act Sil -1", "act Sil 24",
            "next", "act Sil 1000001", "end",
        ),
    ),
}  # fmt: skip


def shown(fight: Fight) -> Iterator[str]:
    """Yield how a fight stands: its position line, the order with everything, and what everyone sees of it."""
    yield GAME.position(fight)
    for viewer, name in ((GAME_MASTER, "master"), (PUBLIC, "public")):
        view = GAME.view(fight, viewer)
        yield f"{name}: {json.dumps({key: view[key] for key in ('phase', 'turn', 'pointer', 'order')})}"
    scene = GAME.scene(fight).base
    for place, lamps in (("ring", scene.ring), ("strip", scene.strip)):
        for lamp, style in sorted(lamps.items()):
            colours = " ".join(colour.value for colour in style.colours)
            yield f"{place} {lamp}: {style.pattern.value} {colours} {style.period_ms}"
    yield f"legal: {' · '.join(GAME.write(fight, act) for act in GAME.legal(fight))}"
