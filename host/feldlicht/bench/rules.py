"""Group ``rules``: how fast the rule engines list moves, play and count positions.

``rules.master_move.moves``: legal moves listed from the counting formation. ``rules.master_move.apply``: a random
match through the contract that every game keeps: each act is looked for in the list of all, checked and applied to a
frozen state. ``rules.master_move.perft3``: leaves of the fast count of lines of three plies, which makes and takes
back moves on one board and shares the tables of moves with the engine, but not its states and refusals.

The peer is python-chess, started as a process of its own with this interpreter; its figures are for its own game,
from its own starting position, so they say how the engines compare as engines. Imman's rows and their peer:
:mod:`feldlicht.bench.imman`.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from dataclasses import dataclass

from feldlicht.base.commands import Built, GameCommand
from feldlicht.bench.imman import imman_rows
from feldlicht.bench.row import Measured, Row, measure
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.perft import perft

PEERS = ("chess", "catanatron")
"""Packages that the group compares with where they are installed."""
REPEAT = 7
LISTS = 400
"""How often the legal moves are listed in one run, so that a run takes some milliseconds."""
ACTS = 300
"""How many acts are played in one run."""
SEED = 1
PERFT_DEPTH = 3
PEER_TIMEOUT_S = 120

_PEER_PROGRAM = """
import json, random, statistics, sys
from time import perf_counter
import chess

def rate(work):
    work()
    rates = []
    for _ in range(int(sys.argv[1])):
        start = perf_counter()
        done = work()
        rates.append(done / (perf_counter() - start))
    return statistics.median(rates)

def moves():
    board = chess.Board()
    return sum(len(list(board.legal_moves)) for _ in range(int(sys.argv[2])))

def line(acts):
    dice, board, found = random.Random(1), chess.Board(), []
    for _ in range(acts):
        if board.is_game_over():
            board = chess.Board()
        found.append((board, dice.choice(list(board.legal_moves))))
        board = board.copy(stack=False)
        board.push(found[-1][1])
    return found

def played(acts):
    for board, move in acts:
        if move in list(board.legal_moves) and board.is_legal(move):
            board.copy(stack=False).push(move)
    return len(acts)

def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total

depth, acts = int(sys.argv[3]), line(int(sys.argv[4]))
json.dump({
    "version": chess.__version__,
    "moves": rate(moves),
    "apply": rate(lambda: played(acts)),
    "perft": rate(lambda: perft(chess.Board(), depth)),
}, sys.stdout)
"""


@dataclass(frozen=True, slots=True)
class _Peer:
    name: str
    moves: float
    apply: float
    perft: float


def rows() -> list[Row]:
    """Measure the group; takes some seconds. Columns of a peer that is not installed are None."""
    state = GAME.apply(GAME.new({}, "counting"), Built()).state
    acts = _random_acts(ACTS)

    def played() -> int:
        done = 0
        for before, act in acts:
            if act in GAME.legal(before):
                GAME.apply(before, act)
                done += 1
        return done

    def listed() -> int:
        return sum(len(GAME.legal(state)) for _ in range(LISTS))

    def counted() -> int:
        return perft(state, PERFT_DEPTH)

    peer = _python_chess()
    return [
        _row("rules.master_move.moves", "moves/s", measure(listed, REPEAT), peer, peer.moves if peer else None),
        _row("rules.master_move.apply", "acts/s", measure(played, REPEAT), peer, peer.apply if peer else None),
        _row("rules.master_move.perft3", "nodes/s", measure(counted, REPEAT), peer, peer.perft if peer else None),
        *imman_rows(),
    ]


def _random_acts(count: int) -> list[tuple[MasterMoveState, GameCommand]]:
    """Return acts of random matches, each with the state it is played in; the same ones every time."""
    dice = random.Random(SEED)
    found: list[tuple[MasterMoveState, GameCommand]] = []
    state = GAME.new({}, "counting")
    while len(found) < count:
        legal = GAME.legal(state)
        if not legal:
            state = GAME.new({}, "counting")
            continue
        found.append((state, dice.choice(legal)))
        state = GAME.apply(*found[-1]).state
    return found


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


def _python_chess() -> _Peer | None:
    """Measure python-chess in its own process; None if it is not installed."""
    done = subprocess.run(
        [sys.executable, "-c", _PEER_PROGRAM, str(REPEAT), str(LISTS), str(PERFT_DEPTH), str(ACTS)],
        capture_output=True,
        check=False,
        text=True,
        timeout=PEER_TIMEOUT_S,
    )
    if "ModuleNotFoundError" in done.stderr:
        return None
    done.check_returncode()
    found = json.loads(done.stdout)
    return _Peer(
        f"python-chess {found['version']}", float(found["moves"]), float(found["apply"]), float(found["perft"])
    )
