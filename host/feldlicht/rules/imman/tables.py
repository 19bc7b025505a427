"""Statistics of a match in tables, for people to read. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from feldlicht.base.figures import Side
from feldlicht.rules.happened import Happened
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.passing import FURTHEST
from feldlicht.rules.imman.report import figures
from feldlicht.rules.imman.state import Match, index
from feldlicht.rules.imman.statistics import Statistics, statistics
from feldlicht.rules.imman.tallies import Counts, Tally, mean
from feldlicht.rules.told import Counted, Expected, Share, Table, Value

_MOST_CELLS = 12
"""The table of cells shows so many: those from which most balls were played."""
_SIDES = tuple(side.value for side in Side)
Row = tuple[str, Callable[[Tally], Value]]

_GOALS: tuple[Row, ...] = (
    ("goals", lambda did: Expected(did.shooting.goals, did.shooting.goals_expected)),
    ("own_goals", lambda did: did.shooting.own_goals),
    ("shots", lambda did: did.shooting.shots),
    ("sevens", lambda did: did.shooting.sevens),
    ("sevens_scored", lambda did: did.shooting.sevens_scored),
)
_SHOOT_OUT: tuple[Row, ...] = (
    ("shoot_out", lambda did: did.shooting.shoot_out),
    ("shoot_out_scored", lambda did: Expected(did.shooting.shoot_out_scored, did.shooting.shoot_out_expected)),
)
_PLAY: tuple[Row, ...] = (
    ("passes", lambda did: did.passing.tried),
    ("reached", lambda did: Expected(did.passing.reached, did.passing.reached_expected)),
    ("intercepted", lambda did: did.passing.stopped),
    ("loose", lambda did: did.passing.loose),
    ("out", lambda did: did.passing.out),
    ("dice_made", lambda did: Expected(did.passing.made, did.passing.made_expected)),
    ("dice_missed", lambda did: did.passing.missed),
    ("stop_tries", lambda did: did.stopping.full + did.stopping.half),
    ("stops", lambda did: Expected(did.stopping.full_made + did.stopping.half_made, did.stopping.expected)),
    ("stops_full", lambda did: did.stopping.full_made),
    ("stops_half", lambda did: did.stopping.half_made),
    ("tackles", lambda did: did.duelling.tackles),
    ("tackles_won", lambda did: Expected(did.duelling.tackles_won, did.duelling.tackles_expected)),
    ("tackled", lambda did: did.duelling.tackled),
    ("kept", lambda did: Expected(did.duelling.kept, did.duelling.kept_expected)),
    ("keeper_duels", lambda did: did.duelling.as_keeper),
    ("keeper_duels_won", lambda did: did.duelling.as_keeper_won),
    ("gained", lambda did: did.moving.gained),
    ("lost", lambda did: did.moving.lost),
    ("turns", lambda did: did.moving.turns),
    ("with_ball", lambda did: did.moving.with_ball),
    ("steps", lambda did: did.moving.steps),
)
_EXTENSIONS: tuple[Row, ...] = (
    ("sprints", lambda did: did.moving.sprints),
    ("fouls", lambda did: did.fouling.fouls),
    ("seen", lambda did: did.fouling.seen),
    ("stamina_taken", lambda did: did.fouling.taken),
    ("stamina_spent", lambda did: did.fouling.spent),
    ("yellow_cards", lambda did: did.fouling.yellow),
    ("red_cards", lambda did: did.fouling.red),
    ("exhausted", lambda did: did.fouling.exhausted),
)
_OF_A_FIGURE: tuple[Row, ...] = (
    ("turns", lambda did: did.moving.turns),
    ("steps", lambda did: did.moving.steps),
    ("passes", lambda did: did.passing.tried),
    ("reached", lambda did: did.passing.reached),
    ("shots", lambda did: did.shooting.shots),
    ("goals", lambda did: did.shooting.goals),
    ("stop_tries", lambda did: did.stopping.full + did.stopping.half),
    ("stops", lambda did: did.stopping.full_made + did.stopping.half_made),
    ("duels", lambda did: did.duelling.tackles + did.duelling.tackled),
    ("duels_won", lambda did: did.duelling.tackles_won + did.duelling.kept),
    ("gained", lambda did: did.moving.gained),
    ("lost", lambda did: did.moving.lost),
    ("dice_mean", lambda did: mean(did.dice)),
)
_FOULS_OF_A_FIGURE: tuple[Row, ...] = (
    ("fouls", lambda did: did.fouling.fouls),
    ("suffered", lambda did: did.fouling.suffered),
)


def counted(start: Match, happened: Iterable[Happened[Match]]) -> Counted:
    """Return the statistics of a match that began with ``start``, as JSON and in tables."""
    found = statistics(start, happened)
    tables = (_sides(found), _figures(found), _distances(found), _missed(found), _dice(found), _cells(found))
    return Counted(found.form(), tuple(one for one in tables if one.rows), figures(start))


def _sides(found: Statistics) -> Table:
    did = [found.side(side) for side in Side]
    rows = [*_GOALS, *(_SHOOT_OUT if any(one.shooting.shoot_out for one in did) else ())]
    rows += [*_PLAY, *(_EXTENSIONS if any(_extended(one) for one in did) else ())]
    lines: list[tuple[str, tuple[Value, ...]]] = [(key, tuple(value(one) for one in did)) for key, value in rows]
    shares = [found.possession(side) for side in Side]
    lines.append(("possession", tuple(None if one is None else Share(one) for one in shares)))
    thrown = [one.dice + found.tossed[at] for at, one in enumerate(did)]
    lines += [
        ("dice", tuple(one.total for one in thrown)),
        ("dice_mean", tuple(mean(one) for one in thrown)),
    ]
    return Table("sides", _SIDES, tuple(lines))


def _extended(did: Tally) -> bool:
    return did.moving.sprints + did.fouling.fouls + did.fouling.suffered > 0


def _figures(found: Statistics) -> Table:
    fouled = any(one.did.fouling.fouls for one in found.figures)
    columns = [*_OF_A_FIGURE, *(_FOULS_OF_A_FIGURE if fouled else ())]
    there = [one for one in found.figures if one.did != Tally()]
    rows = tuple((str(one.figure), tuple(value(one.did) for _, value in columns)) for one in there)
    return Table("figures", tuple(key for key, _ in columns), rows)


def _distances(found: Statistics) -> Table:
    did = [found.side(side).passing for side in Side]
    rows = tuple(
        (str(steps), tuple(one.of(steps) for passing in did for one in (passing.tried_over, passing.reached_over)))
        for steps in range(1, FURTHEST + 1)
        if any(passing.tried_over.of(steps) for passing in did)
    )
    columns = tuple(f"{side.value}_{what}" for side in Side for what in ("passes", "reached"))
    return Table("distances", columns, rows, plain=True)


def _of_sides(key: str, counts: tuple[Counts, ...], things: Iterable[int | str]) -> Table:
    rows = tuple((str(thing), tuple(one.of(thing) for one in counts)) for thing in things)
    return Table(key, _SIDES, rows, plain=True)


def _missed(found: Statistics) -> Table:
    counts = tuple(found.side(side).passing.missed_by for side in Side)
    return _of_sides("missed_by", counts, [by for by, _ in (counts[0] + counts[1]).pairs])


def _dice(found: Statistics) -> Table:
    counts = tuple(found.side(side).dice + found.tossed[index(side)] for side in Side)
    return _of_sides("dice_by_face", counts, range(1, DIE + 1))


def _cells(found: Statistics) -> Table:
    counts = tuple(found.side(side).passing.played_from for side in Side)
    most = sorted((counts[0] + counts[1]).pairs, key=lambda pair: -pair[1])
    return _of_sides("played_from", counts, [cell for cell, _ in most[:_MOST_CELLS]])
