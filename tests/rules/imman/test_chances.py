"""The odds that are told are those of the match itself, played with every face of every die."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import GameCommand
from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.rules.imman.acts import Dive, LetPass, Pass, Tackle, Throw
from feldlicht.rules.imman.apply import apply
from feldlicht.rules.imman.chances import Prospect, of_ball, of_duel, of_pass, of_rolling, of_shot, of_stop, of_tackle
from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.hexes import Hex, distance
from feldlicht.rules.imman.odds import Odds
from feldlicht.rules.imman.options import Stopping
from feldlicht.rules.imman.state import Active, Ball, Dead, Match, Phase, Purpose, Restart, Seven
from feldlicht.rules.imman.teams import Shirt
from tests.rules.imman.helpers import C, at_play, offered, shirt, team
from tests.rules.imman.lively import OPTIONS
from tests.support.samples import samples

Told = tuple[str, str, str]
"""How a pass ended, where, who has the ball."""
PASSER = shirt("y2")


def played(match: Match, events: Iterable[Event]) -> dict[Told, Fraction]:
    """Throw every face of every die until the ball comes to its end; equal states are followed once."""
    found: defaultdict[Told, Fraction] = defaultdict(Fraction)
    waiting: dict[Match, Fraction] = {}

    def follow(match: Match, events: Iterable[Event], chance: Fraction) -> None:
        ended = next((dict(one.facts) for one in events if one.name == "ended"), None)
        if ended is None:
            waiting[match] = waiting.get(match, Fraction(0)) + chance
        else:
            found[ended["how"], ended["cell"], ended.get("figure", "")] += chance

    follow(match, events, Fraction(1))
    while waiting:
        state, chance = waiting.popitem()
        for face in range(1, DIE + 1):
            after = apply(state, Throw(face))
            follow(after.state, after.events, chance / DIE)
    return dict(found)


def told(match: Match, odds: Odds) -> dict[Told, Fraction]:
    """Odds in the words in which a match tells how a ball ended."""
    found: defaultdict[Told, Fraction] = defaultdict(Fraction)
    for ended, likely in odds.items():
        side = "y" if ended.how == "received" else "b"
        figure = f"{side}{ended.number}" if ended.number is not None else ""
        found[ended.how.value, match.ground.name_of(ended.where), figure] += likely
    return dict(found)


def values(chance: Random) -> dict[str, tuple[int, int, int]]:
    """What five are worth: some are sure of everything, some of nothing."""
    return {f"_{n}": (chance.randint(0, 22), chance.randint(0, 22), chance.randint(0, 22)) for n in range(1, 6)}


def situation(chance: Random, options: dict[str, object]) -> Match:
    """Figures thrown about near yellow's number 2, who has the ball; some who are near may not try."""
    goals = {"D1", "E1", "F1", "D16", "E15", "F16"}
    own = chance.choice(sorted(set(C) - goals))
    near = [name for name in sorted(set(C) - goals) if name != own and distance(C[name], C[own]) <= 5]
    cells = dict(zip([f"{side}{n}" for side in "yb" for n in range(1, 6)], chance.sample(near, 10), strict=True))
    cells["y2"] = own
    if chance.random() < 0.3:
        cells["b4"] = own
    keeper = chance.choice([1, 2])
    match = at_play(
        "y2", cells, ball="y2",
        yellow=replace(team("ABCDE", **values(chance)), keeper=keeper), blue=team("ABCDE", **values(chance)),
        **options | {"rounds": 8},
    )  # fmt: skip
    bans = frozenset((Shirt(Side.BLUE, number), PASSER) for number in range(1, 6) if chance.random() < 0.2)
    match = replace(match, bans=bans)
    how = chance.choice([None, None, None, Restart.ROLL_IN, Restart.CORNER, Restart.KEEPER, Restart.FREE_KICK])
    return match if how is None else replace(match, phase=Phase.ROLL_IN, dead=Dead(how, Side.YELLOW, C[own]))


def as_the_match_itself(seed: int, options: dict[str, object]) -> None:
    """Compare the odds of a pass, those when it has rolled for a while, and those of who may stop it then."""
    chance = Random(f"{seed} {options}")
    match = situation(chance, options)
    acts = offered(match, Pass)
    far = [one for one in acts if distance(one.cell, match.places[PASSER]) > 2]
    at_goal = [one for one in acts if one.cell in match.ground.goal_cells]
    command = chance.choice(at_goal if at_goal and chance.random() < 0.3 else far if chance.random() < 0.7 else acts)
    odds = of_pass(match, command)
    assert sum(odds.values()) == 1
    state, events = begun(match, command)
    assert told(match, odds) == played(state, events)
    for _ in range(chance.randint(0, 3)):
        if state.due is not None and state.rolling is not None:
            state = apply(state, Throw(chance.randint(1, DIE))).state
    if state.due is None or state.rolling is None:
        return
    assert told(state, of_rolling(state)) == played(state, ())
    if state.due.purpose is Purpose.STOP:
        stopper = Shirt(state.due.side, state.due.number)
        stop = of_stop(state)
        assert told(state, stop.tried) == played(state, ())
        after = [apply(state, Throw(face)).events for face in range(1, DIE + 1)]
        ended = [dict(one.facts) for events in after for one in events if one.name == "ended"]
        made = [one for one in ended if (one["how"], one.get("figure")) == ("stopped", str(stopper))]
        assert stop.stops == Fraction(len(made), DIE)
        if state.options.stopping is Stopping.MAY:
            assert told(state, stop.passed) == played(*begun(state, LetPass(stopper)))


@samples(10)
@given(st.integers(0, 2**32), OPTIONS)
def test_the_odds_of_a_pass_and_of_a_try_to_stop_it_are_those_of_the_match_itself(
    seed: int, options: dict[str, object]
) -> None:
    as_the_match_itself(seed, options)


@pytest.mark.prove
@samples(40)
@given(st.integers(0, 2**32), OPTIONS)
def test_so_are_those_of_many_more(seed: int, options: dict[str, object]) -> None:
    as_the_match_itself(seed, options)


@samples(10)
@given(st.integers(0, 2**32), OPTIONS)
def test_who_intercepts_where_a_miss_lands_and_what_is_a_goal_are_told(seed: int, options: dict[str, object]) -> None:
    chance = Random(f"{seed} {options}")
    match = situation(chance, options)
    command = chance.choice(offered(match, Pass))
    told_of, ends = of_ball(match, command), played(*begun(match, command))
    assert {f"b{n}": likely for n, likely in told_of.stopped_by().items()} == summed(ends, "stopped", by_figure=True)
    assert told_of.received == sum(summed(ends, "received").values())
    goals = {match.ground.name_of(one): side for one, side in match.ground.goal_cells.items()}
    for owner in Side:
        there = [likely for (how, cell, _), likely in ends.items() if how == "goal" and goals[cell] is owner]
        assert told_of.goal(owner) == sum(there)
    # With nobody else there the ball comes to lie where it is played to, or where it is missed to.
    alone = replace(match, standing=tuple(one for one in match.standing if one[0] == PASSER))
    name, target = match.ground.name_of, match.ground.name_of(command.cell)
    lies: defaultdict[str, Fraction] = defaultdict(Fraction)
    # A goal is either where the ball comes to lie, or where it left the field from.
    on_field = lands(told_of, name) | {target}
    for (how, cell, _), likely in played(*begun(alone, command)).items():
        off = how in ("out", "behind") or (how == "goal" and cell not in on_field)
        lies["off" if off else cell] += likely
    assert lies.pop(target, 0) == told_of.made
    assert told_of.made + sum(told_of.misses.values()) == 1
    assert sum(lies.values()) == 1 - told_of.made
    for where, likely in told_of.misses.items():
        if where in match.ground.goal_cells:
            # A ball that leaves the field from there is a goal of the same cell.
            assert lies[name(where)] >= likely
        elif where in match.ground:
            assert lies[name(where)] == likely


def lands(prospect: Prospect, name: Callable[[Hex], str]) -> set[str]:
    """Return the cells of the field where a missed ball would come to lie."""
    return {name(one) for one in prospect.misses if one in STREET}


def begun(match: Match, command: GameCommand) -> tuple[Match, Iterable[Event]]:
    """Play the ball: the match, and what has happened by it."""
    applied = apply(match, command)
    return applied.state, applied.events


def summed(ends: dict[Told, Fraction], how: str, *, by_figure: bool = False) -> dict[str, Fraction]:
    """Return what ended like that, by who has the ball or by the cell."""
    found: defaultdict[str, Fraction] = defaultdict(Fraction)
    for (one, cell, figure), likely in ends.items():
        if one == how:
            found[figure if by_figure else cell] += likely
    return dict(found)


@pytest.mark.prove
@samples(50)
@given(st.integers(0, 2**32), OPTIONS, st.sampled_from(Side))
def test_the_odds_of_a_7_metre_are_those_of_each_way_the_keeper_may_have_noted(
    seed: int, options: dict[str, object], low: Side
) -> None:
    chance = Random(f"{seed} {options}")
    match = at_play("y2", {}, yellow=team("ABCDE", **values(chance)), blue=team("ABCDE", **values(chance)), **options)
    match = replace(match, low=low)
    end = match.end(Side.BLUE)
    standing = match.at(PASSER, match.ground.spots[end]).at(shirt("b1"), match.ground.goals[end][1])
    shot = replace(standing, phase=Phase.SHOT, ball=Ball(PASSER), active=Active(PASSER, gained=0))
    acts = offered(shot, Pass)
    at_goal = [one for one in acts if match.ground.goal_cells.get(one.cell) is end]
    command = chance.choice(at_goal if chance.random() < 0.8 else acts)
    told_of = of_shot(shot, command)
    assert told_of.keys() == set(Dive)
    for dive in Dive:
        noted = replace(shot, seven=Seven(Side.YELLOW, PASSER, dive))
        assert told(shot, told_of[dive].ends) == played(*begun(noted, command))


def wins(match: Match, events: Iterable[Event], tackler: str) -> tuple[Fraction, Fraction]:
    """Return how likely the tackler wins, and how likely dice are level, by every face of the dice of one go."""
    won, level = Fraction(), Fraction()
    waiting: list[tuple[Match, Iterable[Event], Fraction, int]] = [(match, events, Fraction(1), 0)]
    while waiting:
        state, happened, likely, dice = waiting.pop()
        ended = next((dict(one.facts) for one in happened if one.name == "won"), None)
        if ended is not None:
            won += likely if ended["figure"] == tackler else 0
        elif any(one.name == "level" for one in happened):
            level += likely
        else:
            assert dice < 2
            for face in range(1, DIE + 1):
                after = apply(state, Throw(face))
                waiting.append((after.state, after.events, likely / DIE, dice + 1))
    return won, level


@samples(20)
@given(st.integers(0, 2**32), OPTIONS)
def test_the_odds_of_a_duel_are_those_of_all_its_dice(seed: int, options: dict[str, object]) -> None:
    chance = Random(f"{seed} {options}")
    cell = chance.choice(sorted(C))
    near = [name for name in sorted(C) if distance(C[name], C[cell]) <= 1]
    match = at_play(
        "b1", {"y2": cell, "b1": chance.choice(near)}, ball="y2",
        yellow=replace(team("ABCDE", **values(chance)), keeper=chance.choice([1, 2])),
        blue=replace(team("ABCDE", **values(chance)), keeper=chance.choice([1, 2])),
        **options,
    )  # fmt: skip
    if not offered(match, Tackle):
        return
    command = Tackle(shirt("b1"))
    promised = of_tackle(match, command)
    begun = apply(match, command)
    assert of_duel(begun.state) == promised
    won, level = wins(begun.state, begun.events, "b1")
    assert promised == won / (1 - level)
    if begun.state.due is not None and begun.state.due.limit is None:
        half = apply(begun.state, Throw(chance.randint(1, DIE)))
        won, level = wins(half.state, half.events, "b1")
        assert of_duel(half.state) == won + level * promised


@pytest.mark.parametrize(
    ("standing", "carrier", "tackler", "odds"),
    [
        ({"y2": "E8", "b2": "E9"}, "b2", "y2", None),
        ({"y2": "E12", "b1": "E13"}, "b1", "y2", Fraction(1, 10)),
        ({"b1": "E14", "y2": "E13"}, "y2", "b1", Fraction(9, 10)),
    ],
)
def test_n15_the_odds_of_a_tackle_know_a_keeper_in_his_area(
    standing: dict[str, str], carrier: str, tackler: str, odds: Fraction | None
) -> None:
    values = {"yellow": team(_2=(10, 10, 13)), "blue": team(_2=(10, 10, 8))}
    match = at_play(tackler, standing, ball=carrier, **values)
    told = of_tackle(match, Tackle(shirt(tackler)))
    pairs = [(13 - one, 8 - other) for one in range(1, 21) for other in range(1, 21)]
    wins, losses = sum(a > b for a, b in pairs), sum(a < b for a, b in pairs)
    assert told == (odds if odds is not None else Fraction(wins, wins + losses))
