"""Imman's rows of the group ``rules``: how fast random matches are played, and how fast their odds are found.

``rules.imman.activations``: turns of figures while the ball is in play, dice included, of matches in which every act
is drawn from all that ``legal`` gives, each alike; ``rules.imman.acts``: the same matches by acts, which are also the
throws and whatever is done between turns.

``rules.imman.lively``: turns of matches that look like matches: the kind of an act is drawn first, who can do
something does, and who steps goes nearer to the ball. By chance alone hardly anybody ever comes to a ball.

``rules.imman.odds``: the exact odds of all passes and the tackle that are legal in a position, by positions of lively
matches where a figure passes.

A match is led to its full time; a shoot-out is not played, because balls that are shot anywhere hardly ever end one.

The peer is catanatron, a process of its own with this interpreter: its random players, by ticks (a decision that is
played) and by turns. Its game is another one, so this says how the engines compare as engines.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import dataclass
from statistics import median
from time import perf_counter
from typing import Protocol

from feldlicht.base.commands import GameCommand
from feldlicht.bench.row import Measured, Row, measure
from feldlicht.rules.imman import chances
from feldlicht.rules.imman.acts import EndTurn, Pass, Step, Tackle
from feldlicht.rules.imman.apply import apply, dice
from feldlicht.rules.imman.heroes import Hero, Points
from feldlicht.rules.imman.hexes import distance
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.options import Options
from feldlicht.rules.imman.state import Match, Phase, new
from feldlicht.rules.imman.teams import Team

REPEAT = 7
MATCHES = 4
"""How many matches are played in one run."""
ROUNDS = 60
"""Rounds of a match."""
POSITIONS = 100
"""How many positions the odds are found of."""
EVERY = 3
"""Of every so many passes one is taken."""
TIMES = 3
"""How often each position's odds are found."""
SEED = 1
PEER_TIMEOUT_S = 120

_PEER_PROGRAM = """
import json, random, statistics, sys
from importlib.metadata import version
from time import perf_counter
from catanatron import Color, Game, RandomPlayer

def played(matches):
    ticks = turns = 0
    random.seed(1)
    for seed in range(matches):
        game = Game([RandomPlayer(color) for color in Color], seed=seed)
        while game.winning_color() is None and game.state.num_turns < 1000:
            game.play_tick()
            ticks += 1
        turns += game.state.num_turns
    return ticks, turns

repeat, matches = int(sys.argv[1]), int(sys.argv[2])
played(matches)
seconds = []
for _ in range(repeat):
    start = perf_counter()
    ticks, turns = played(matches)
    seconds.append(perf_counter() - start)
middle = statistics.median(seconds)
json.dump({"version": version("catanatron"), "ticks": ticks / middle, "turns": turns / middle}, sys.stdout)
"""


@dataclass(frozen=True, slots=True)
class _Peer:
    name: str
    ticks: float
    turns: float


@dataclass(frozen=True, slots=True)
class Tally:
    """What was done in some matches."""

    acts: int = 0
    turns: int = 0

    def __add__(self, more: Tally) -> Tally:
        return Tally(self.acts + more.acts, self.turns + more.turns)


class Draw(Protocol):
    """Draws one of the acts that are legal in a match."""

    def __call__(self, chance: random.Random, match: Match, acts: list[GameCommand]) -> GameCommand: ...


def anything(chance: random.Random, match: Match, acts: list[GameCommand]) -> GameCommand:  # noqa: ARG001 - as any other
    """Draw from all acts alike."""
    return chance.choice(acts)


def lively(chance: random.Random, match: Match, acts: list[GameCommand]) -> GameCommand:
    """Draw the kind of the act first, ending the turn only where there is no other; then one of that kind, of steps
    one that leads nearer to the ball if any does.
    """
    kinds: dict[type[GameCommand], list[GameCommand]] = {}
    for one in acts:
        kinds.setdefault(type(one), []).append(one)
    kind = chance.choice([one for one in kinds if one is not EndTurn] or [EndTurn])
    ball = match.ball_at
    if kind is Step and match.active is not None and ball is not None:
        apart = distance(match.places[match.active.figure], ball)
        nearer = [one for one in kinds[Step] if isinstance(one, Step) and distance(one.cell, ball) < apart]
        return chance.choice(nearer or kinds[Step])
    return chance.choice(kinds[kind])


def imman_rows() -> list[Row]:
    """Measure Imman; takes some seconds. Without catanatron the peer's columns are None."""
    tally = played(anything)
    turns = measure(lambda: played(anything).turns, REPEAT)
    share = tally.acts / tally.turns
    acts = Measured(turns.median * share, turns.spread * share)
    peer = _catanatron()
    return [
        _row("rules.imman.activations", "activations/s", turns, peer, peer.turns if peer else None),
        _row("rules.imman.acts", "acts/s", acts, peer, peer.ticks if peer else None),
        _row("rules.imman.lively", "activations/s", measure(lambda: played(lively).turns, REPEAT), None, None),
        *_odds_rows(positions(POSITIONS)),
    ]


def played(draw: Draw) -> Tally:
    """Lead some matches to their full time, the same ones every time; return what was done."""
    tally = Tally()
    for seed in range(MATCHES):
        tally += _of_match(random.Random(SEED + seed), draw, [])
    return tally


def positions(count: int) -> list[Match]:
    """Return positions of lively matches in which a figure passes; the same ones every time."""
    found: list[Match] = []
    seed = SEED
    while len(found) < count:
        seen: list[Match] = []
        _of_match(random.Random(seed), lively, seen)
        found += seen[::EVERY]
        seed += 1
    return found[:count]


def _of_match(chance: random.Random, draw: Draw, seen: list[Match]) -> Tally:
    """Lead a match to its full time; add to ``seen`` where somebody passes."""
    match = new(Options(rounds=ROUNDS), (_team(chance), _team(chance)))
    done = turns = 0
    while match.phase is not Phase.OVER and not (match.phase is Phase.TOSS and match.opened is not None):
        command = draw(chance, match, legal(match))
        if isinstance(command, Pass):
            seen.append(match)
        faces = [chance.randint(1, sides) for sides in dice(command)]
        applied = apply(match, command, faces)
        match = applied.state
        done += 1
        turns += match.phase is Phase.PLAY and any(event.name == "active" for event in applied.events)
    return Tally(done, turns)


def _team(chance: random.Random) -> Team:
    return Team(tuple(_hero(chance, str(number)) for number in range(1, 6)))


def _hero(chance: random.Random, name: str) -> Hero:
    """Return a hero of ordinary gifts, worth 6 to 16 at each action."""
    put = Points(*(chance.randint(-4, 6) for _ in range(3)))
    return Hero(name, 10, 10, 20, base=put.total, points=put)


def _odds_rows(found: list[Match]) -> list[Row]:
    samples = [_odds_ms(match) for _ in range(TIMES) for match in found]
    spread = max(samples) - min(samples)
    return [
        Row("rules.imman.odds", median(samples), "ms", spread),
        Row("rules.imman.odds.slowest", max(samples), "ms", spread),
    ]


def _odds_ms(match: Match) -> float:
    acts = legal(match)
    start = perf_counter()
    chances.of_passes(match, [one for one in acts if isinstance(one, Pass)])
    for one in acts:
        if isinstance(one, Tackle):
            chances.of_tackle(match, one)
    return (perf_counter() - start) * 1000


def _row(name: str, unit: str, measured: Measured, peer: _Peer | None, peer_value: float | None) -> Row:
    return Row(
        name,
        measured.median,
        unit,
        measured.spread,
        peer.name if peer else None,
        peer_value,
        measured.median / peer_value if peer_value else None,
    )


def _catanatron() -> _Peer | None:
    """Measure catanatron in its own process; None if it is not installed."""
    done = subprocess.run(
        [sys.executable, "-c", _PEER_PROGRAM, str(REPEAT), str(MATCHES)],
        capture_output=True,
        check=False,
        text=True,
        timeout=PEER_TIMEOUT_S,
    )
    if "ModuleNotFoundError" in done.stderr:
        return None
    done.check_returncode()
    found = json.loads(done.stdout)
    return _Peer(f"catanatron {found['version']}", float(found["ticks"]), float(found["turns"]))
