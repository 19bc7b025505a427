"""Group ``rules``: how fast the rule engines list moves and count positions.

The peer is python-chess, started as a process of its own with this interpreter; its figures are for its own game,
from its own starting position, so they say how the engines compare as engines.
"""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass

from feldlicht.base.commands import Built
from feldlicht.bench.row import Measured, Row, measure
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.perft import perft

REPEAT = 7
LISTS = 400
"""How often the legal moves are listed in one run, so that a run takes some milliseconds."""
PERFT_DEPTH = 3
PEER_TIMEOUT_S = 120

_PEER_PROGRAM = """
import json, statistics, sys
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

def perft(board, depth):
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += perft(board, depth - 1)
        board.pop()
    return total

depth = int(sys.argv[3])
found = {"version": chess.__version__, "moves": rate(moves), "perft": rate(lambda: perft(chess.Board(), depth))}
json.dump(found, sys.stdout)
"""


@dataclass(frozen=True, slots=True)
class _Peer:
    name: str
    moves: float
    perft: float


def rows() -> list[Row]:
    """Measure the group; takes some seconds. Without python-chess the peer's columns are None."""
    state = GAME.apply(GAME.new({}, "counting"), Built()).state

    def listed() -> int:
        return sum(len(GAME.legal(state)) for _ in range(LISTS))

    def counted() -> int:
        return perft(state, PERFT_DEPTH)

    peer = _python_chess()
    return [
        _row("rules.master_move.moves", "moves/s", measure(listed, REPEAT), peer, peer.moves if peer else None),
        _row("rules.master_move.perft3", "nodes/s", measure(counted, REPEAT), peer, peer.perft if peer else None),
    ]


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
        [sys.executable, "-c", _PEER_PROGRAM, str(REPEAT), str(LISTS), str(PERFT_DEPTH)],
        capture_output=True,
        check=False,
        text=True,
        timeout=PEER_TIMEOUT_S,
    )
    if "ModuleNotFoundError" in done.stderr:
        return None
    done.check_returncode()
    found = json.loads(done.stdout)
    return _Peer(f"python-chess {found['version']}", float(found["moves"]), float(found["perft"]))
