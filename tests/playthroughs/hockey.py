"""Matches of Imman as playthroughs: what is done, die by die, and how it then stands.

``throw 17``: a die as it was thrown at the table; ``throw #17``: the house has thrown it.
Cells may be written small, as people do.
"""

from __future__ import annotations

from collections.abc import Iterator

from feldlicht.base.viewers import PUBLIC
from feldlicht.rules.imman import GAME, Match
from feldlicht.table.session import state_hash
from tests.playthroughs.script import Script

HOCKEY: dict[str, Script] = {
    "imman": Script(
        "A match as it comes, of four rounds: decided in play; what is no act, or may not be done, is refused",
        {"rounds": 4},
        None,
        (
            "throw 0", "throw 21", "throw x", "put y1 E4", "throw #13", "throw #4", "put y1 E14", "put y1 B3",
            "put b1 E11", "put y2 H8", "put b2 B16", "put y3 I7",
            "put b3 E12", "put y4 D6", "put b4 H9", "put y5 E8", "put b5 H10", "end y1", "step b1 E10",
            "step b1 D10", "step y2 G7", "step y2 G8", "step b2 C15", "step b2 D15", "step y3 I8", "step y3 H8",
            "step b3 E11", "step b3 E10", "step y4 C5", "step y4 D6", "step b4 G9", "end b4", "step y4 D7",
            "pass y5 D14", "pass y5 E8", "pass y5 Z3", "kick y5", "pass y5 D8",
            "step b5 G10", "step b5 F10", "step y1 C3", "step y1 C4", "step b1 D9", "step b1 D8", "pick b1",
            "step y2 F9", "step y2 F8", "step b2 D14", "step b2 E13", "end y3", "step b3 E9", "step b3 D9",
            "step y4 C5", "step y4 D6", "step b4 F9", "end b4", "tackle y5", "throw 20", "throw 15", "throw #4",
            "throw 7", "step y5 E8", "step b5 E9", "tackle b5", "throw #15", "throw #8", "stay blue", "swap y2 y6",
            "put b1 F5", "put y1 A9", "put b2 A7", "put b3 I6", "put y3 H11", "put b4 D6", "put y4 I9",
            "put b5 E8", "put y5 C11", "put y6 D11", "step b1 F4", "step b1 E4", "step y1 B9", "step y1 C8",
            "step b2 B7", "step b2 C6", "step b3 H7", "step b3 G7", "step y3 H10", "step y3 G9", "step b4 D7",
            "step b4 E7", "step y4 H9", "step y4 G8", "step b5 E9", "pass b5 H8", "throw #5", "throw 2", "end y5",
            "step y6 E10", "step y6 F10", "step b1 E5", "step b1 E4", "step y1 D9", "end y1", "step b2 C7",
            "step b2 D8", "end b3", "pass y3 E9", "throw #17", "throw 5", "step b4 E8", "step b4 F9", "step y4 F8",
            "step y4 E8", "step b5 E10", "pass b5 E15", "throw #6",
        ),
    ),
    "imman_all_extensions": Script(
        "Sprints, fouls with cards, carriers who foul and an angry crowd: level, and decided by 7-metres",
        {"rounds": 4, "sprint": "on", "sprint_cost": 8, "recovery": 2, "half_time_recovery": 25, "fouls": "on",
         "carrier_fouls": "may", "crowd": "watches"},
        None,
        (
            "throw 9", "throw 6", "put y1 C6", "put b1 E12", "put y2 C3", "put b2 I10", "put y3 F5", "put b3 C11",
            "put y4 E4", "put b4 B12", "put y5 E8", "put b5 H11", "step y1 D7", "step y1 D8", "step y1 D7",
            "step b1 E11", "step b1 E10", "step b1 E9", "end b1", "step y2 B3", "step y2 B4", "step y2 C4",
            "step b2 H10", "step b2 I9", "step b2 H9", "step y3 F6", "end y3", "step b3 C10", "step b3 D10",
            "step b3 D9", "foul b3 y5", "throw 17", "throw 20", "step y4 E5", "step y4 D6", "step y4 C6",
            "step b4 B11", "step b4 C10", "step b4 D10", "step y5 F8", "pass y5 B7", "throw #7", "throw 12",
            "throw 20", "end b5", "step y1 C7", "end y1", "step b1 E8", "foul b1 y5", "throw 18", "throw #2",
            "keeper b2", "stay blue", "stay yellow", "put y1 H13", "put b2 H7", "put y2 B9", "put b3 G3",
            "put y3 I9", "put b4 H8", "put y4 H9", "put b5 E8", "step y1 G13", "step y1 G12", "step y1 H13",
            "step b2 G7", "step b2 F8", "step b2 G7", "step y2 C8", "step y2 C7", "step y2 D8", "foul y2 b5",
            "throw 10", "throw #3", "swap b2 b6 A8", "enter y5 C8", "step b3 F4", "step b3 G4", "step y3 H10",
            "step y3 G9", "step b4 G8", "end b4", "end y4", "step b5 E9", "step b5 E8", "step y1 H14",
            "step y1 H13", "step y2 C7", "step y2 D8", "put b3 E9", "pass b3 E10", "step y1 I13", "step y1 I12",
            "step y1 H12", "foul y2 b5", "throw 19", "throw 17", "throw 7", "throw 17", "shooter b3",
            "note yellow stay", "pass b3 F16", "throw #4", "throw 18", "throw 6", "shooter y6", "note blue stay",
            "pass y6 D1", "throw #1", "throw 14", "throw #15", "shooter b6", "note yellow stay", "pass b6 D16",
            "throw 17", "shooter y3", "note blue right", "pass y3 F1", "throw 7", "throw 3", "throw 11",
        ),
    ),
    "imman_other_readings": Script(
        "The other readings of passes, stops, kick-offs and dead balls, three a side; after one shot each "
        "a lead of one wins",
        {"rounds": 3, "size": 3, "exactly_six": 2, "lanes": "per_pass", "own_cell": "never",
         "stopping": "must", "taker_stands": "circle", "opens": "taker_first", "goal_targets": "open",
         "behind": "roll_in", "cap": 1},
        None,
        (
            "throw #10", "throw #16", "put b1 H13", "put y1 D1", "put b2 A9", "put y2 G5", "put b3 D9",
            "put y3 F5", "step b3 E8", "pass b3 B10", "throw 11", "step b1 G12", "end b1", "end y1", "step b2 B10",
            "pick b2", "pass b2 A6", "throw #12", "swap b1 b4 C8", "swap y1 y6 G8", "step y2 G4", "step y2 F4",
            "step b3 D9", "step b3 C9", "step y3 E5", "step y3 E6", "step b2 B9", "step b2 A8", "put y2 A9",
            "pass y2 A4", "throw 15", "step b2 A7", "step b2 A6", "step y2 A8", "step y2 A7", "step b3 D9",
            "step b3 D8", "step y3 D6", "end y3", "end b4", "step y6 F8", "step y6 E7", "stay yellow", "stay blue",
            "put y2 E10", "put b2 C6", "put y3 C10", "put b3 F6", "put b4 B8", "put y6 G11", "step y2 E9",
            "pass y2 C11", "throw 4", "step b2 C7", "step b2 C8", "step y3 C11", "step y3 B12", "step b3 E6",
            "end b3", "step b4 B9", "step b4 A9", "step y6 F12", "step y6 E12", "throw #12", "throw #20",
            "shooter b5", "note yellow right", "pass b5 E15", "throw 19", "throw #15", "throw 3", "shooter y4",
            "note blue right", "pass y4 E1", "throw 10", "throw 15",
        ),
    ),
    "imman_by_time": Script(
        "By time, on the large field, two a side whose talents began at 0: the half ends when its time has run out, "
        "and only then substitutes may come on",
        {"minutes": 1, "field": "large", "size": 2, "base_values": "zero", "substitutes": "half_time"},
        None,
        (
            "throw 19 ~3060", "throw 7 ~5360", "put y1 M11 ~2", "put b1 L18 ~5194", "put y2 I15 ~2700",
            "put b2 G18 ~1672", "step y1 M12 ~2706", "step y1 M13 ~4922", "step b1 M17 ~2879", "step b1 L17 ~4902",
            "step y2 I16 ~2957", "pass y2 D18 ~5423", "throw #20 ~3145", "throw #9 ~133", "step b2 f18 ~4549",
            "pick b2 ~3185", "pass b2 G16 ~1801", "throw #12 ~2523", "step y1 M12 ~4921", "step y1 M13 ~1405",
            "step b1 K16 ~4694", "step b1 J17 ~5905", "step y2 H16 ~4981", "time", "end y2 ~1280",
            "stay blue ~2568", "stay yellow ~93", "put b1 M10 ~3156", "put y1 J28 ~1543", "put b2 I15 ~5079",
            "put y2 J18 ~5566", "step b1 L11 ~5851", "step b1 L12 ~3241", "step y1 I27 ~4991", "step y1 I26 ~788",
            "step b2 I16 ~5014", "pass b2 J21 ~2873", "throw 16 ~5729", "let y2 ~1553", "end y2 ~42",
            "step b1 L13 ~3001", "step b1 L14 ~5432", "end y1 ~2017", "step b2 J17 ~517", "step b2 K17 ~3364",
            "step y2 K18 ~3237", "pick y2 ~1020", "step y2 J18 ~5409", "step b1 L15 ~884", "step b1 M15 ~4820",
            "step y1 J26 ~622", "time", "step y1 J25 ~4258", "throw 17 ~1046", "throw 13 ~5225",
            "shooter y1 ~2171", "note blue right ~4175", "pass y1 J1 ~4802", "throw 5 ~5365", "throw #16 ~4012",
            "throw 14 ~3690", "shooter b4 ~133", "note yellow left ~84", "pass b4 I29 ~1186", "throw 7 ~4561",
            "throw #14 ~4594", "shooter y6 ~57", "note blue stay ~3363", "pass y6 H1 ~3465", "throw 5 ~4831",
            "throw 3 ~4815", "throw #1 ~75", "shooter b6 ~2096", "note yellow right ~4070", "pass b6 I29 ~1392",
            "throw 14 ~5939", "throw #13 ~4171",
        ),
    ),
}  # fmt: skip


def shown(match: Match) -> Iterator[str]:
    """Yield how a match stands, whose turn it is, what may be done by kind, and the hash of all of it."""
    view = GAME.view(match, PUBLIC)
    yield f"{view['phase']}  half {view['half']}  round {view['round']}  {match.score[0]}:{match.score[1]}"
    standing = [f"{one} {match.ground.name_of(where)}" for one, where in match.standing]
    yield "standing: " + "  ".join(standing)
    yield f"ball: {view['ball']}  active: {view['active']}  due: {view['due']}  to move: {view['to_move']}"
    kinds: dict[str, list[str]] = {}
    for act in GAME.legal(match):
        verb, _, rest = GAME.write(match, act).partition(" ")
        kinds.setdefault(verb, []).append(rest)
    for verb, rests in kinds.items():
        few = " · ".join(rests) if len(rests) <= 12 else f"{rests[0]} … {rests[-1]}"
        yield f"  {len(rests)} {verb}: {few}".rstrip(": ")
    yield f"state {state_hash(GAME, match)}"
