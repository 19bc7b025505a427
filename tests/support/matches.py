"""Whole matches that people play: which moves they choose, and what they do around them."""

from __future__ import annotations

from random import Random

from feldlicht.base.cells import Cell, column_of
from feldlicht.base.commands import Decline, Move, Relocate
from feldlicht.base.figures import Side
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.state import Phase
from feldlicht.table.session import Session, open_session
from tests.support.building import relocate
from tests.support.hands import TableInTime, header
from tests.support.noise import LIVELY, Noise
from tests.support.people import People
from tests.support.seats import Seat, VirtualSeat


def people_at(seat: Seat, seed: int, noise: Noise = LIVELY) -> People:
    """Return people who come to a table where nothing has been done yet."""
    fresh: Session = open_session(GAME, header())
    return People(seat, Random(seed), fresh, noise)


def at_a_table(seed: int, noise: Noise = LIVELY) -> People:
    """Return people at an empty board in virtual time."""
    table = TableInTime()
    table.connect()
    return people_at(VirtualSeat(table), seed, noise)


def play_match(people: People, plies: int) -> None:
    """Play from the set-up until ``plies`` moves have been made and the next may be made, or the match is over."""
    people.build()
    lifted = False
    while people.state.phase is not Phase.OVER:
        if people.state.phase is Phase.PLAY and people.state.ply >= plies and not lifted:
            return
        lifted = play_on(people, lifted, last=people.state.ply + 1 >= plies)


def prove_match(seed: int, plies: int) -> People:
    """Play a match in virtual time and fail unless the log says what was meant, with nothing left to be said."""
    people = at_a_table(seed)
    try:
        play_match(people, plies)
        people.agree()
        people.at_rest()
    except AssertionError as fault:
        fault.add_note(f"match {seed} of {plies} plies")
        raise
    return people


def play_on(people: People, lifted: bool = False, last: bool = False) -> bool:
    """Do what comes next; ``lifted`` and what is returned: whether the next mover is in the air already."""
    phase = people.state.phase
    if phase is Phase.REBUILD:
        people.build()
    elif phase is Phase.RELOCATE:
        relocate(people, chosen_relocation(people))
    else:
        return _ply(people, lifted, last)
    return False


def _ply(people: People, lifted: bool, last: bool) -> bool:
    move = people.next_move if lifted else None
    if move is None:
        move = chosen_move(people.state, people.dice)
    after: MasterMoveState = GAME.apply(people.state, move).state
    eager: Cell | None = None
    if after.phase is Phase.PLAY and not last and people.noise.hurry and people.chance(people.noise.hurry):
        people.next_move = chosen_move(after, people.dice)
        eager = people.next_move.origin
    if people.play(move, eager, lifted):
        return True
    if people.chance(0.08) and people.state.phase in (Phase.PLAY, Phase.REBUILD):
        people.take_back(move)
    return False


def chosen_move(state: MasterMoveState, dice: Random) -> Move:
    """Choose a move as people do who want to score, mostly."""
    moves = [act for act in GAME.legal(state) if isinstance(act, Move)]
    forward = [move for move in moves if _gain(state.to_move, move) >= 2 and move.figure[1] in "SJF"]
    scoring = [move for move in moves if GAME.write(state, move).endswith("!")]
    if scoring and dice.random() < 0.9:
        return dice.choice(scoring)
    return dice.choice(forward if forward and dice.random() < 0.6 else moves)


def _gain(side: Side, move: Move) -> int:
    way = column_of(move.target) - column_of(move.origin)
    return way if side is Side.YELLOW else -way


def chosen_relocation(people: People) -> Relocate | Decline:
    """Choose a relocation, or none."""
    acts = GAME.legal(people.state)
    moved = [act for act in acts if isinstance(act, Relocate)]
    return people.dice.choice(moved) if moved and people.chance(0.6) else Decline()
