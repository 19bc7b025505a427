"""Statistics of matches: they add up, whatever happened, and count what people saw."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import GameCommand, Resign
from feldlicht.base.figures import Side
from feldlicht.rules.happened import Happened
from feldlicht.rules.imman.acts import Pass, Tackle, Throw
from feldlicht.rules.imman.apply import apply, outcome
from feldlicht.rules.imman.notation import parse
from feldlicht.rules.imman.state import Match, index
from feldlicht.rules.imman.statistics import Statistics, statistics
from feldlicht.rules.imman.tables import counted
from feldlicht.rules.imman.tallies import Counts, Tally, mean
from feldlicht.texts import LANGUAGES
from feldlicht.texts.catalogue import texts
from tests.rules.imman.helpers import at_play, shirt, team
from tests.rules.imman.lively import OPTIONS
from tests.rules.imman.random_matches import led
from tests.support.samples import samples


def happened(match: Match, *lines: str) -> list[Happened[Match]]:
    """What happens when these acts are done."""
    found = []
    for line in lines:
        command = parse(line, match.ground)
        applied = apply(match, command)
        found.append(Happened(match, command, (), applied.events, applied.state))
        match = applied.state
    return found


def of(statistics: Statistics, figure: str) -> Tally:
    """What a figure did."""
    return next(one.did for one in statistics.figures if one.figure == shirt(figure))


RESIGNS = st.one_of(st.none(), st.integers(0, 300))


@samples(6)
@given(st.integers(0, 2**32), OPTIONS, RESIGNS)
def test_whatever_happens_the_sums_agree_with_each_other(
    seed: int, options: dict[str, object], resigns_after: int | None
) -> None:
    match = led(seed, options, resigns_after)
    found = statistics(match[0].before, match)
    end = match[-1].after
    tallies = [one.did for one in found.figures]
    for one in [*tallies, *(found.side(side) for side in Side)]:
        _agrees_with_itself(one)
    yellow, blue = (found.side(side) for side in Side)
    for mine, theirs, score in ((yellow, blue, end.score[0]), (blue, yellow, end.score[1])):
        assert mine.shooting.goals + theirs.shooting.own_goals == score
        assert mine.moving.gained == theirs.moving.lost
        duels = mine.duelling
        assert duels.tackles == duels.tackles_won + theirs.duelling.kept + duels.unfinished
        assert theirs.duelling.tackled == duels.tackles
        assert mine.fouling.suffered == theirs.fouling.fouls
        assert mine.fouling.hurt == theirs.fouling.taken
        saved = theirs.stopping.full_made + theirs.stopping.half_made
        sevens_saved = sum(dict(e.facts).get("how") == "stopped" for s in _shots(match, mine is yellow) for e in s)
        assert saved == mine.passing.stopped + sevens_saved
    assert found.score == end.score


def _shots(match: list[Happened[Match]], yellow: bool) -> list[list]:  # type: ignore[type-arg]
    """The last events of every 7-metre of a side."""
    side = Side.YELLOW if yellow else Side.BLUE
    shots = [one for one in match if one.before.rolling is not None and one.before.rolling.how == "shot"]
    return [
        [event for event in one.events if event.name in ("ended", "shot")]
        for one in shots
        if one.before.rolling is not None and one.before.rolling.by.side is side
    ]


def _agrees_with_itself(one: Tally) -> None:
    passing, shooting, stopping, moving = one.passing, one.shooting, one.stopping, one.moving
    ways = (passing.reached, passing.stopped, passing.loose, passing.out, passing.scored, passing.own_goals)
    assert passing.tried == sum(ways) + passing.unfinished
    undecided = passing.tried - passing.sure - passing.made - passing.missed
    assert 0 <= undecided <= passing.unfinished
    assert passing.tried_over.total == passing.played_from.total == passing.tried
    assert all(1 <= steps <= 5 for steps, _ in passing.tried_over.pairs)
    assert passing.reached_over.total == passing.reached
    assert all(passing.reached_over.of(steps) <= passing.tried_over.of(steps) for steps in range(1, 6))
    assert passing.missed_by.total == passing.missed
    assert all(by >= 1 for by, _ in passing.missed_by.pairs)
    assert shooting.shot_from.total == shooting.shots >= shooting.sevens
    assert shooting.goals == passing.scored + shooting.sevens_scored
    assert shooting.own_goals == passing.own_goals
    assert shooting.shoot_out_scored <= shooting.shoot_out
    assert stopping.full_made <= stopping.full
    assert stopping.half_made <= stopping.half
    duels = one.duelling
    assert duels.tackles_won <= duels.tackles
    assert duels.as_keeper_won <= duels.as_keeper
    assert moving.with_ball <= moving.turns
    assert one.fouling.seen <= one.fouling.fouls
    assert all(1 <= face <= 20 for face, _ in one.dice.pairs)
    for promised, most in (
        (passing.made_expected, passing.made + passing.missed),
        (passing.reached_expected, passing.tried),
        (shooting.goals_expected, passing.tried + shooting.sevens),
        (shooting.shoot_out_expected, shooting.shoot_out),
        (stopping.expected, stopping.full + stopping.half),
        (duels.tackles_expected, duels.tackles),
        (duels.kept_expected, duels.tackled),
    ):
        assert 0 <= promised <= most


@samples(4)
@given(st.integers(0, 2**32), OPTIONS)
def test_every_die_is_counted_once_and_every_goal_and_ball_played(seed: int, options: dict[str, object]) -> None:
    match = led(seed, options)
    found = statistics(match[0].before, match)
    thrown = Counter(
        one.command.face or one.dice[0]  # type: ignore[attr-defined]
        for one in match
        if isinstance(one.command, Throw)
    )
    counted = sum((found.side(side).dice + found.tossed[index(side)] for side in Side), Counts())
    assert dict(counted.pairs) == thrown
    both = [found.side(side) for side in Side]
    played = sum(isinstance(one.command, Pass) for one in match)
    assert sum(one.passing.tried + one.shooting.sevens + one.shooting.shoot_out for one in both) == played
    assert sum(one.duelling.tackles for one in both) == sum(isinstance(one.command, Tackle) for one in match)
    out = match[-1].after.shoot_out
    assert sum(one.shooting.shoot_out_scored for one in both) == (sum(out.goals) if out else 0)
    shares = [found.possession(side) for side in Side]
    assert shares == [None, None] or sum(one for one in shares if one is not None) == 1
    ended = outcome(match[-1].after)
    assert ended is not None
    assert ended.score == found.score
    form = found.form()
    assert json.loads(json.dumps(form)) == form


def test_a_pass_that_is_missed_and_stopped_beside_its_way_is_counted_so() -> None:
    strong = team("ABCDE", _2=(10, 10, 10), _3=(9, 12, 9))
    match = at_play("y2", {"y2": "E4", "b3": "G6"}, ball="y2", yellow=strong, blue=strong)
    found = statistics(match, happened(match, "pass y2 E8", "throw 16", "throw 6"))
    passing = of(found, "y2").passing
    assert (passing.tried, passing.made, passing.missed, passing.stopped) == (1, 0, 1, 1)
    assert passing.missed_by.pairs == ((4, 1),)
    assert passing.tried_over.pairs == ((4, 1),)
    assert passing.played_from.pairs == (("E4", 1),)
    assert passing.made_expected == Fraction(12, 20)
    stopping = of(found, "b3").stopping
    assert (stopping.full, stopping.half, stopping.half_made) == (0, 1, 1)
    assert stopping.expected == Fraction(6, 20)
    assert of(found, "b3").moving.gained == of(found, "y2").moving.lost == 1
    assert (of(found, "y2").dice.pairs, of(found, "b3").dice.pairs) == (((16, 1),), ((6, 1),))
    assert mean(found.side(Side.YELLOW).dice) == 16


def test_a_goal_and_an_own_goal_are_told_apart() -> None:
    match = at_play("y2", {"y2": "E13", "b1": "A15"}, ball="y2")
    found = statistics(match, happened(match, "pass y2 E15"))
    assert (found.score, of(found, "y2").shooting.goals, of(found, "y2").shooting.own_goals) == ((1, 0), 1, 0)
    assert of(found, "y2").shooting.shot_from.pairs == (("E13", 1),)
    assert of(found, "y2").shooting.goals_expected == 1
    match = at_play("y2", {"y2": "E3", "y1": "A1"}, ball="y2")
    found = statistics(match, happened(match, "pass y2 E1"))
    assert (found.score, of(found, "y2").shooting.goals, of(found, "y2").shooting.own_goals) == ((0, 1), 0, 1)
    assert (of(found, "y2").shooting.shots, of(found, "y2").shooting.goals_expected) == (0, 0)


def test_a_duel_is_counted_for_both_with_what_the_odds_promised() -> None:
    strong, weak = team("ABCDE", _2=(10, 10, 16)), team("ABCDE", _2=(10, 10, 11))
    match = at_play("y2", {"y2": "E7", "b2": "E8"}, ball="b2", yellow=weak, blue=strong)
    found = statistics(match, happened(match, "tackle y2", "throw 6", "throw 10"))
    mine, theirs = of(found, "y2").duelling, of(found, "b2").duelling
    assert (mine.tackles, mine.tackles_won, theirs.tackled, theirs.kept) == (1, 0, 1, 1)
    assert mine.tackles_expected + theirs.kept_expected == 1
    assert mine.tackles_expected < Fraction(1, 2)
    assert of(found, "y2").moving.steps == 1
    assert of(found, "b2").moving.lost == 0


def test_a_match_that_is_given_up_leaves_a_ball_on_its_way() -> None:
    match = at_play("y2", {"y2": "E4"}, ball="y2")
    begun = happened(match, "pass y2 E8")
    command: GameCommand = Resign(Side.YELLOW)
    over = apply(begun[-1].after, command)
    found = statistics(match, [*begun, Happened(begun[-1].after, command, (), over.events, over.state)])
    assert (of(found, "y2").passing.tried, of(found, "y2").passing.unfinished) == (1, 1)


def test_what_an_arbiter_broke_off_is_unfinished_and_nobody_has_lost_the_ball_by_it() -> None:
    match = at_play("y2", {"y2": "E4"}, ball="y2")
    forced = at_play("b2", {"b2": "E5"}, lies="E5")
    found = statistics(match, [*happened(match, "pass y2 E8"), *happened(forced, "pick b2")])
    assert of(found, "y2").passing.unfinished == 1
    assert (of(found, "y2").moving.lost, of(found, "b2").moving.gained) == (0, 0)


def test_a_step_to_foul_is_a_step_and_by_a_sprint_it_is_paid() -> None:
    match = at_play("y2", {"y2": "E6", "b2": "E9"}, ball="b2", fouls="on", sprint="on")
    found = statistics(match, happened(match, "step y2 E7", "step y2 E8", "foul y2 b2 E9", "throw 5", "throw 20"))
    did = of(found, "y2")
    assert (did.moving.steps, did.moving.sprints, did.fouling.spent, did.fouling.fouls) == (3, 1, 10, 1)
    near = at_play("y2", {"y2": "E8", "b2": "E9"}, ball="b2", fouls="on")
    assert of(statistics(near, happened(near, "foul y2 b2")), "y2").moving.steps == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_in_tables_has_a_word_and_no_word_is_left_over(language: str) -> None:
    match = led(3, {"rounds": 8, "fouls": "on", "sprint": "on"})
    drawn = led(11, {"rounds": 2})
    missed = happened(at_play("y2", {"y2": "E4"}, ball="y2"), "pass y2 E8", "throw 19")
    tables = [table for one in (match, drawn, missed) for table in counted(one[0].before, one).tables]
    heads = {key for table in tables if not table.plain for key, _ in table.rows if table.key == "sides"}
    wanted = {f"table.{table.key}" for table in tables} | {key for table in tables for key in table.columns} | heads
    known = {key.removeprefix("imman.statistics.") for key in texts(language) if key.startswith("imman.statistics.")}
    assert wanted <= known
    assert {key for key in known if not key.startswith("short.")} <= wanted
    assert {key.removeprefix("short.") for key in known if key.startswith("short.")} <= wanted
