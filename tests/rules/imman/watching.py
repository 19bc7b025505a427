"""What always holds in a match, from one state to the next; worked out anew, not with what the engine has for it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from feldlicht.base.commands import GameCommand, Resign, TimeOut
from feldlicht.base.entries import Event
from feldlicht.base.figures import Side
from feldlicht.base.reasons import Refused
from feldlicht.rules.imman.acts import (
    Dive,
    EndTurn,
    Enter,
    Foul,
    LetPass,
    NameKeeper,
    NoSwap,
    Note,
    Pass,
    PickUp,
    Put,
    Shooter,
    Step,
    Swap,
    Tackle,
    Throw,
)
from feldlicht.rules.imman.apply import apply, dice
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.hexes import Hex, distance, neighbours, ring
from feldlicht.rules.imman.options import Sprint
from feldlicht.rules.imman.refusals import why_illegal
from feldlicht.rules.imman.secrecy import acts_next, side_of
from feldlicht.rules.imman.state import Match, Phase
from feldlicht.rules.imman.teams import Shirt

BALL_IS_SOMEWHERE = (
    Phase.SET_UP, Phase.PLAY, Phase.SWAP, Phase.DEAD, Phase.RESTART, Phase.ROLL_IN, Phase.KEEPER, Phase.CLEAR,
    Phase.NOTE, Phase.SHOT,
)  # fmt: skip
ALL_STAND = (Phase.PLAY, Phase.DEAD, Phase.RESTART, Phase.ROLL_IN, Phase.KEEPER, Phase.CLEAR)


ALSO_DONE = 0.01
"""Of so large a share of what is refused one is tried to be done all the same."""


class Watch:
    """Follows a match from its beginning, and fails where something does not hold any more."""

    def __init__(self, match: Match) -> None:
        self._tackled_into: dict[Shirt, Hex] = {}
        self._turn = _Turn(match)
        self.state(match)

    def act(self, before: Match, command: GameCommand, events: tuple[Event, ...], match: Match) -> None:
        """Look at an act and at what it led to."""
        assert match != before, "whatever is done changes something"
        self._turn.done(before, command)
        if isinstance(command, Tackle):
            self._tackled_into[command.figure] = match.places.get(command.figure, Hex(-9, -9))
        self.state(match)
        _ausdauer(before, command, events, match)
        if any(one.name == "active" for one in events) or match.active is None or match.phase is Phase.SHOT:
            self._turn = _Turn(match)
        else:
            spent = isinstance(command, Pass | Foul | EndTurn)
            assert match.due is not None or not spent, "a pass or a foul is the last act of a turn"

    def state(self, match: Match) -> None:
        """Look at one state."""
        field, standing = match.ground, dict(match.standing)
        assert len(standing) == len(match.standing)
        for where in standing.values():
            there = [one.side for one, cell in match.standing if cell == where]
            assert where in field
            assert len(there) <= 2, "never three on a cell"
            assert len(set(there)) == len(there), "two on a cell are opponents"
        if match.phase in BALL_IS_SOMEWHERE:
            assert (match.ball.carrier is None) != (match.ball.where is None), "one ball"
            at = match.ball.where if match.ball.carrier is None else standing[match.ball.carrier]
            assert at in field
        if match.phase in ALL_STAND:
            assert standing.keys() == match.fielded
        self._goal_cells(match)
        heroes = {Shirt(side, n): one for side in Side for n, one in enumerate(match.team(side).heroes, 1)}
        for figure, hero in heroes.items():
            assert match.stamina_of(figure) <= hero.stamina
            # A foul has two dice, and only between them is somebody on the field who has no Ausdauer left.
            assert figure not in match.fielded or match.stamina_of(figure) > 0 or match.fouling is not None
        for side in Side:
            on = [one for one in match.fielded if one.side is side]
            assert len(on) <= match.options.size
            assert match.keeper(side) in on or match.phase in (Phase.KEEPER, Phase.OVER)
        assert not match.fielded & match.sent_off
        assert not match.cards & match.sent_off or match.sent_off
        assert (match.due is None) or match.phase is not Phase.OVER

    def _goal_cells(self, match: Match) -> None:
        """Nobody is in a goal but its keeper, and who has tackled him there and not moved since (N18)."""
        for figure, where in match.standing:
            end = match.ground.goal_cells.get(where)
            keeps = match.is_keeper(figure) and match.end(figure.side) is end
            assert end is None or keeps or self._tackled_into.get(figure) == where


class _Turn:
    """What a figure does while it is active."""

    def __init__(self, match: Match) -> None:
        self._had_ball = match.active is not None and match.ball.carrier == match.active.figure
        self._steps = 0
        self._gained: int | None = 0 if self._had_ball else None
        self._acts = 0

    def done(self, before: Match, command: GameCommand) -> None:
        """Count an act. Without the ball two steps, with it one, with a sprint one more; one pass or foul."""
        if before.active is None:
            return
        figure, extra = before.active.figure, int(before.options.sprint is Sprint.ON and before.phase is Phase.PLAY)
        if isinstance(command, Step | Tackle | PickUp):
            assert command.figure == figure
            if before.ball.carrier == figure and self._gained is None:
                self._gained = self._steps
            # Whoever picks up what lies under him has spent a step on it if he has taken none yet.
            self._steps += 1 if not isinstance(command, PickUp) else self._steps == 0
            assert self._steps <= 2 + extra
            assert not self._had_ball or self._steps <= 1 + extra
            if self._gained:
                assert self._steps - self._gained <= 1, "who has gained the ball has one step more"
                assert self._gained < 2 + extra, "who has gained it with the last step does nothing more"
            assert self._acts == 0
        if isinstance(command, Foul) and command.cell is not None:
            assert command.cell == before.places[command.victim] != before.places[figure]
            self._steps += 1
            assert self._steps <= 2 + extra
            assert not self._had_ball or self._steps <= 1 + extra
        if isinstance(command, Pass | Foul):
            assert command.figure == figure
            self._acts += 1
            assert self._acts == 1, "one act"
            if isinstance(command, Pass) and before.phase is Phase.PLAY:
                assert before.ball.carrier == figure
                gained = self._gained if self._gained is not None else self._steps
                assert self._had_ball or self._steps == gained, "a pass or a step with a ball that was gained"
                assert self._had_ball or gained < 2


def _ausdauer(before: Match, command: GameCommand, events: tuple[Event, ...], match: Match) -> None:
    """It is paid for sprints and taken by fouls, given back at half-time and off the field (N24, N25)."""
    names = [one.name for one in events]
    if "half_over" in names:
        return
    rounds = names.count("round")
    for side in Side:
        for number, hero in enumerate(match.team(side).heroes, 1):
            one = Shirt(side, number)
            was, now = before.stamina_of(one), match.stamina_of(one)
            if now > was:
                assert one not in match.fielded
                assert now == min(hero.stamina, was + rounds * match.options.recovery)
            elif now < was:
                goes = isinstance(command, Step | Tackle) or (isinstance(command, Foul) and command.cell is not None)
                sprints = goes and command.figure == one and now > 0
                fouled = before.fouling is not None and before.fouling.victim == one
                assert fouled or (sprints and was - now == match.options.sprint_cost)


def offers_hold(chance: Random, match: Match, acts: list[GameCommand]) -> None:
    """Every act that is offered is accepted, and every other one near it is refused, with a reason."""
    offered = set(acts)
    assert len(offered) == len(acts)
    to_act = acts_next(match)
    assert (to_act is None) == (match.phase is Phase.OVER)
    assert {side_of(match, one) for one in offered} <= {to_act, None}
    for command in acts:
        assert apply(match, command, [chance.randint(1, DIE) for _ in dice(command)]).state != match
    # A face that was thrown at the table is as good as one of the house; giving up is always possible.
    also = {Throw(face) for face in range(1, DIE + 1)} if Throw() in offered else set()
    refused: GameCommand | None = None
    for command in set(near(match)) | {Throw(0), Throw(21), Throw(-1)}:
        refusal = why_illegal(match, command)
        assert (refusal is None) == (command in offered or command in also), command
        if refusal is not None:
            assert refusal.reason
            refused = refused if chance.random() > ALSO_DONE else command
    if refused is not None:
        with pytest.raises(Refused) as raised:
            apply(match, refused, (1,))
        assert raised.value.refusal == why_illegal(match, refused)
    assert (why_illegal(match, Resign(Side.YELLOW)) is None) == (match.phase is not Phase.OVER)


def near(match: Match) -> Iterator[GameCommand]:
    """Yield acts of every kind that are near what might be offered: each figure, and cells near those that matter."""
    figures = [Shirt(side, n) for side in Side for n in range(1, len(match.team(side).heroes) + 2)]
    yield from (
        kind(one) for kind in (PickUp, Tackle, EndTurn, LetPass, NameKeeper, Shooter, Enter) for one in figures
    )
    yield from (Foul(one, other) for one in figures for other in figures)
    yield from (Foul(one, other, where) for one in figures for other in figures for _, where in match.standing)
    yield from (Swap(one, other) for one in figures for other in figures)
    yield from (kind for side in Side for kind in (NoSwap(side), *(Note(side, one) for one in Dive)))
    yield from (Throw(), Throw(1), Throw(DIE), TimeOut())
    middle = match.ground.centre
    spots = {
        middle,
        *neighbours(middle),
        *(Hex(row, middle.x) for row in range(-2, len(match.ground.lengths) + 2, 2)),
    }
    if match.dead is not None:
        spots |= {match.dead.spot, *neighbours(match.dead.spot), *ring(match.dead.spot, 2)}
    if match.seven is not None:
        spots |= match.ground.area(Side.YELLOW) | match.ground.area(Side.BLUE)
    for cell in spots:
        yield from (Put(one, cell) for one in figures)
        yield from (Enter(one, cell) for one in figures)
    off = figures[-1]
    yield from (Swap(one, other, cell) for one in figures for other in (off, figures[0]) for cell in spots)
    for figure, where in match.standing:
        mine = match.active is not None and match.active.figure == figure
        around = [one for radius in range(7 if mine else 2) for one in (ring(where, radius) if radius else (where,))]
        yield from (Step(figure, one) for one in around if distance(one, where) <= 2)
        yield from (Pass(figure, one) for one in around)
