"""Statistics of a match: what every figure and every side did, and what the exact odds had promised.

A fold over what happened, act by act; whatever was taken back is not among it. Pure.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from feldlicht.base.commands import GameCommand
from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.rules.happened import Happened
from feldlicht.rules.imman import chances, sevens
from feldlicht.rules.imman.acts import Foul, LetPass, Pass, PickUp, Step, Tackle, Throw
from feldlicht.rules.imman.ball import NEEDS_A_DIE, how_played
from feldlicht.rules.imman.hexes import distance
from feldlicht.rules.imman.notation import read_shirt
from feldlicht.rules.imman.odds import Odds, at_most
from feldlicht.rules.imman.passing import SURE
from feldlicht.rules.imman.rolling import Ending
from feldlicht.rules.imman.state import Due, Match, Phase, Played, Purpose, Rolling, index
from feldlicht.rules.imman.steps import may_sprint
from feldlicht.rules.imman.tallies import (
    Counts,
    Duelling,
    Fouling,
    JsonObject,
    Moving,
    Passing,
    Shooting,
    Stopping,
    Tally,
    mean,
)
from feldlicht.rules.imman.teams import Shirt

Moment = Happened[Match]
Noted = tuple[Shirt, Tally]
"""What is added to the tally of a figure."""


@dataclass(frozen=True, slots=True)
class OfFigure:
    """What a figure did."""

    figure: Shirt
    name: str
    did: Tally


@dataclass(frozen=True, slots=True)
class Statistics:
    """``figures`` of both sides by number; ``tossed``: dice of the tosses, which are no figure's, of yellow and blue;
    ``score`` of play.
    """

    figures: tuple[OfFigure, ...]
    tossed: tuple[Counts, Counts]
    score: tuple[int, int]

    def side(self, side: Side) -> Tally:
        """Return what a side did: the sum of its figures."""
        return sum((one.did for one in self.figures if one.figure.side is side), Tally())

    def possession(self, side: Side) -> Fraction | None:
        """Return the side's share of all turns with the ball, None while there are none."""
        own, others = (self.side(one).moving.with_ball for one in (side, side.other))
        return Fraction(own, own + others) if own + others else None

    def form(self) -> JsonObject:
        """Return all of it as JSON: ``score``, ``sides`` by their name, ``figures``."""
        return {
            "score": list(self.score),
            "sides": {side.value: self._side_form(side) for side in Side},
            "figures": [
                {"id": str(one.figure), "name": one.name, "dice_mean": _number(mean(one.did.dice)), **one.did.form()}
                for one in self.figures
            ],
        }

    def _side_form(self, side: Side) -> JsonObject:
        did, tossed = self.side(side), self.tossed[index(side)]
        thrown = did.dice + tossed
        return {
            **did.form(),
            "possession": _number(self.possession(side)),
            "tossed": {str(face): count for face, count in tossed.pairs},
            "dice_thrown": thrown.total,
            "dice_mean": _number(mean(thrown)),
        }


def _number(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def statistics(start: Match, happened: Iterable[Moment]) -> Statistics:
    """Return the statistics of a match that began with ``start``, so far as it has been played."""
    did = {one: Tally() for one in _everybody(start)}
    tossed = [Counts(), Counts()]
    now, last = start, None
    for one in happened:
        if one.before is not now and one.before != now:
            # An arbiter has forced another position: what was on its way never came to its end.
            _add(did, _unfinished(now))
            last = None
        last = one.before.ball.carrier or last
        due = one.before.due
        if isinstance(one.command, Throw) and due is not None and due.number is None:
            tossed[index(due.side)] += Counts.one(_face(one))
        _add(did, _of(one))
        _add(did, _changed_hands(one, last))
        now = one.after
    _add(did, _unfinished(now))
    names = {one: start.team(one.side).heroes[one.number - 1].name for one in did}
    figures = tuple(OfFigure(one, names[one], tally) for one, tally in did.items())
    return Statistics(figures, (tossed[0], tossed[1]), now.score)


def _everybody(match: Match) -> list[Shirt]:
    return [Shirt(side, number) for side in Side for number in range(1, len(match.team(side).heroes) + 1)]


def _add(did: dict[Shirt, Tally], noted: Iterable[Noted]) -> None:
    for figure, tally in noted:
        did[figure] += tally


def _of(one: Moment) -> Iterator[Noted]:
    yield from _of_command(one, one.command)
    for event in one.events:
        yield from _of_event(one, event, dict(event.facts))


# ------------------------------------------------------------------ what was done


def _of_command(one: Moment, command: GameCommand) -> Iterator[Noted]:
    before = one.before
    match command:
        case Throw() if before.due is not None and before.due.number is not None:
            yield from _thrown(one, before.due, before.due.number)
        case Pass():
            yield from _played(before, command)
        case Step(figure) | Tackle(figure):
            yield from _stepped(before, figure, command)
            if isinstance(command, Tackle):
                yield from _tackled(before, command)
        case PickUp(figure):
            yield figure, Tally(moving=Moving(picked_up=1, with_ball=1))
        case LetPass(figure):
            yield figure, Tally(stopping=Stopping(let_pass=1))
        case Foul(figure, victim):
            if command.cell is not None:
                yield from _stepped(before, figure, command)
            yield figure, Tally(fouling=Fouling(fouls=1))
            yield victim, Tally(fouling=Fouling(suffered=1))
        case _:
            pass


def _face(one: Moment) -> int:
    assert isinstance(one.command, Throw)
    return one.command.face if one.command.face is not None else one.dice[0]


def _thrown(one: Moment, due: Due, number: int) -> Iterator[Noted]:
    face, figure, before = _face(one), Shirt(due.side, number), one.before
    yield figure, Tally(dice=Counts.one(face))
    match due.purpose:
        case Purpose.PASS if due.limit is not None and before.rolling is not None:
            if before.rolling.how is not Played.SHOT:
                made = face <= due.limit
                by = Counts() if made else Counts.one(face - due.limit)
                passing = Passing(made=made, missed=not made, made_expected=at_most(due.limit), missed_by=by)
                yield figure, Tally(passing=passing)
        case Purpose.STOP if due.limit is not None and before.rolling is not None:
            full, made = before.places[figure] == before.rolling.cell, face <= due.limit
            stopping = Stopping(full, full and made, not full, not full and made, at_most(due.limit))
            yield figure, Tally(stopping=stopping)
        case Purpose.FOUL if before.fouling is not None:
            yield figure, Tally(fouling=Fouling(taken=face))
            yield before.fouling.victim, Tally(fouling=Fouling(hurt=face))
        case _:
            pass


def _played(before: Match, command: Pass) -> Iterator[Noted]:
    figure, how = command.figure, how_played(before, command.figure)
    at_goal = before.ground.goal_cells.get(command.cell) is before.end(figure.side.other)
    origin = before.places[figure]
    cell = Counts.one(before.ground.name_of(origin))
    # What the keeper has noted is told with the shot: the odds are those against where he went.
    at = sevens.dived(before, "")[0] if how is Played.SHOT else before
    odds = chances.of_pass(at, command)
    goal = _chance_of_goal(before, figure, odds)
    if before.shoot_out is not None:
        yield figure, Tally(shooting=Shooting(shoot_out=1, shoot_out_expected=goal))
        return
    seven = how is Played.SHOT
    shot = at_goal or seven
    shooting = Shooting(shots=shot, goals_expected=goal, sevens=seven, shot_from=cell if shot else Counts())
    yield figure, Tally(shooting=shooting)
    if seven:
        return
    steps = distance(origin, command.cell)
    reached = sum((chance for ended, chance in odds.items() if ended.how is Ending.RECEIVED), Fraction())
    passing = Passing(
        tried=1,
        sure=how not in NEEDS_A_DIE or steps <= SURE,
        reached_expected=reached,
        tried_over=Counts.one(steps),
        played_from=cell,
    )
    yield figure, Tally(passing=passing)


def _chance_of_goal(match: Match, figure: Shirt, odds: Odds) -> Fraction:
    there = match.end(figure.side.other)
    return sum((chance for ended, chance in odds.items() if ended.goal is there), Fraction())


def _stepped(before: Match, figure: Shirt, command: Step | Tackle | Foul) -> Iterator[Noted]:
    carrier = before.ball.carrier
    to = None if carrier is None else before.places[carrier]
    if not isinstance(command, Tackle):
        to = command.cell
    moved = to is not None and to != before.places[figure]
    yield figure, Tally(moving=Moving(steps=moved))
    if may_sprint(before):
        cost = before.options.sprint_cost
        yield figure, Tally(moving=Moving(sprints=1), fouling=Fouling(spent=cost))


def _tackled(before: Match, command: Tackle) -> Iterator[Noted]:
    tackler, carrier = command.figure, before.ball.carrier
    assert carrier is not None
    wins = chances.of_tackle(before, command)
    yield tackler, Tally(duelling=Duelling(tackles=1, tackles_expected=wins))
    yield carrier, Tally(duelling=Duelling(tackled=1, kept_expected=1 - wins))


# ------------------------------------------------------------------ what came of it


def _of_event(one: Moment, event: Event, facts: dict[str, str]) -> Iterator[Noted]:
    after = one.after
    match event.name:
        case "active" if after.phase is Phase.PLAY and after.active is not None:
            yield after.active.figure, Tally(moving=Moving(turns=1, with_ball=after.active.gained == 0))
        case "won":
            yield from _won(one, _shirt(facts["figure"]))
        case "ended" | "shot":
            yield from _ended(one, facts["how"])
        case "thrown" if facts.get("result") == "seen":
            yield _shirt(facts["figure"]), Tally(fouling=Fouling(seen=1))
        case "yellow_card":
            yield _shirt(facts["figure"]), Tally(fouling=Fouling(yellow=1))
        case "red_card":
            yield _shirt(facts["figure"]), Tally(fouling=Fouling(red=1))
        case "exhausted":
            yield _shirt(facts["figure"]), Tally(fouling=Fouling(exhausted=1))
        case _:
            pass


def _shirt(text: str) -> Shirt:
    found = read_shirt(text)
    assert found is not None
    return found


def _won(one: Moment, winner: Shirt) -> Iterator[Noted]:
    duel = one.before.duel
    assert duel is not None
    by_tackle = winner == duel.tackler
    won = Duelling(tackles_won=by_tackle, kept=not by_tackle)
    yield winner, Tally(duelling=won, moving=Moving(with_ball=by_tackle))
    for figure in (duel.tackler, duel.carrier):
        if one.before.handles(figure):
            yield figure, Tally(duelling=Duelling(as_keeper=1, as_keeper_won=figure == winner))


def _rolled(one: Moment) -> Rolling:
    """Return the ball that came to its end by an act, which may be the one that played it."""
    if one.before.rolling is not None:
        return one.before.rolling
    assert isinstance(one.command, Pass)
    figure = one.command.figure
    return Rolling(figure, one.before.places[figure], one.command.cell, how_played(one.before, figure))


def _ended(one: Moment, how: str) -> Iterator[Noted]:
    rolling = _rolled(one)
    figure, goal = rolling.by, how == Ending.GOAL
    if one.before.shoot_out is not None:
        yield figure, Tally(shooting=Shooting(shoot_out_scored=goal))
        return
    own = goal and one.after.score[index(figure.side)] == one.before.score[index(figure.side)]
    scored = goal and not own
    seven = rolling.how is Played.SHOT
    yield figure, Tally(shooting=Shooting(goals=scored, own_goals=own, sevens_scored=scored and seven))
    if seven:
        return
    reached = how == Ending.RECEIVED
    steps = distance(rolling.origin, rolling.target)
    passing = Passing(
        reached=reached,
        stopped=how == Ending.STOPPED,
        loose=how == Ending.LIES,
        out=how in (Ending.OUT, Ending.BEHIND),
        scored=scored,
        own_goals=own,
        reached_over=Counts.one(steps) if reached else Counts(),
    )
    yield figure, Tally(passing=passing)


def _changed_hands(one: Moment, last: Shirt | None) -> Iterator[Noted]:
    """Yield who took a ball in play that the other side had last, and who had it."""
    if last is None or one.before.shoot_out is not None:
        return
    for event in one.events:
        facts = dict(event.facts)
        stopped = event.name == "ended" and facts["how"] == Ending.STOPPED
        if stopped or event.name in ("won", "picked_up"):
            has = _shirt(facts["figure"])
            if has.side is not last.side:
                yield has, Tally(moving=Moving(gained=1))
                yield last, Tally(moving=Moving(lost=1))


def _unfinished(match: Match) -> Iterator[Noted]:
    """Yield what had not come to its end when the match did."""
    if match.rolling is not None and match.rolling.how is not Played.SHOT:
        yield match.rolling.by, Tally(passing=Passing(unfinished=1))
    if match.duel is not None:
        yield match.duel.tackler, Tally(duelling=Duelling(unfinished=1))
