"""Playthroughs: whole matches written out step by step, one text file an option set.

``python -m tests.playthroughs.regenerate`` compares the files with what the rules say today (exit code 1 and one
sentence if they differ); ``--write`` writes them. Read the difference before you commit it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from feldlicht.base.cells import COLUMNS, ROWS, cell_at, cell_name
from feldlicht.base.commands import GameCommand, Move, Place, Relocate
from feldlicht.base.reasons import Refusal, Refused
from feldlicht.base.viewers import OWNER
from feldlicht.rules import imman, initiative
from feldlicht.rules.game import Game
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.geometry import GOAL_CELLS
from tests.playthroughs import fights, hockey
from tests.playthroughs.script import Script

FOLDER = Path(__file__).parent


_FOUR_LEAPS = (
    "T E1-D1", "S D9-E7", "T D1-E1", "S E7-F5", "T E1-D1", "S F5-G3", "T D1-E1", "S G3-F1!",
)  # fmt: skip
"""Yellow's keeper steps to and fro while blue's striker comes and scores."""

MATCHES: dict[str, Script] = {
    "master_move": Script(
        "Master Move as it comes: a Move, two relocations, and a match given up",
        {},
        "counting",
        (
            "S D8-E10", "built", "V D4-D2", "F B5-B6", "J E8-E10", "D8", "S D8-E10!", "V D8-E10", "S D9-E7",
            "S D8-E10", "S D8-E10", "S D9-E7", "M C7-C6", "S E7-F5", "M C6-C7", "S F5-G3", "M C7-C6", "T E16-D16",
            "M C6-C7", "S G3-E1!", "S G3-F1!", "T E1-D1", "built", "@V D4-C6", "@V D13-C11", "@V D4-D10", "@V D4-D2",
            "@V D4-C6", "M C7-B7", "S D9-E7", "T E1-F1", "S E7-D9", "resign blue", "built",
        ),
    ),
    "master_move_blue_ring_consecutive": Script(
        "Blue kicks off, the white zone is a ring, only an unbroken there and back counts: until the third Move",
        {"kick_off": "blue", "zone": "ring", "anti_patt": "consecutive"},
        "counting",
        (
            "built",
            "S D9-E7", "T E1-D1", "S E7-F5", "T D1-E1", "S F5-H4", "T E1-D1", "S H4-G2", "S H4-F3", "T D1-E1",
            "S F3-D2", "S F3-E1!", "S F3-D4", "M G10-H10", "M C7-B7", "M H10-G10", "M B7-C7", "M G10-H10", "M C7-B7",
            "M H10-G10", "M B7-C7", "M G10-H10", "T E16-D16", "T E1-D1", "S F3-E1!",
            "built", "@-", "@-", *_FOUR_LEAPS, "built", "@F H12-I9", "@-", *_FOUR_LEAPS, "built",
        ),
    ),
    "master_move_set_up_by_hand": Script(
        "From an empty board, yellow figure by figure, blue with a formation that has a name; ended by its plies",
        {"ply_cap": 3, "hints": 1},
        None,
        (
            "+T E2", "+T E1", "+V D4", "+V F4", "+V G4", "+F B5", "+F H5", "+F E6", "ready yellow", "+M C7", "+M G7",
            "+J E8", "+S D8", "S D8-C8", "S C8-D8", "form blue wall", "+S F8", "ready yellow", "form yellow wings",
            "form blue wall", "ready blue", "built", "ready blue", "hint yellow", "hint yellow", "M C7-B7",
            "T E16-D16", "M B7-C7",
        ),
    ),
    "master_move_in_turn": Script(
        "One figure each in turn, then given up",
        {"setup": "alternating", "kick_off": "coin", "coin": 3},
        None,
        ("+T E1", "+V D4", "+T E16", "form blue wall", "+V D4", "V D4-E4", "resign blue"),
    ),
    "master_move_sealed": Script(
        "Formations and relocations in secret, told together",
        {"setup": "sealed", "relocation": "sealed"},
        None,
        (
            "+T E1", "form blue counting", "form blue wall", "form yellow counting", "reveal", "built",
            "S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14", "M C10-C11", "S E14-F16!", "built",
            "@-", "@- blue", "@V D4-C6", "@V F4-G5", "reveal", "built", "M C10-B10",
        ),
    ),
    "master_move_clocks": Script(
        "A minute each and five seconds a ply, and blue's runs out",
        {"side_seconds": 60, "increment_seconds": 5, "match_seconds": 600},
        "counting",
        ("time", "built", "time", "T E1-D1 ~0", "T E16-D16 ~20000", "T D1-E1 ~1500", "T D16-E16 ~30000",
         "time ~1000", "T E1-D1 ~58500", "T E16-D16 ~14000", "T D1-E1 ~1", "time ~60000"),
    ),
    "master_move_pair_next_move": Script(
        "Five white cells, four crossings of a pair; level after ten plies, and the next Move decides",
        {"zone": "front5", "anti_patt": "pair", "ply_cap": 10, "level": "next_move",
         "help": {"yellow": "off", "blue": "scoring"}},
        "counting",
        (
            "built", "M C7-C6", "M C10-C11", "M C6-C7", "M C11-C10", "M C7-C6", "M C10-C11", "M C6-C7", "M C11-C10",
            "M C7-C6", "T E1-D1", "M C10-C11", "T E16-D16", "S D8-E10", "M G10-H10", "S E10-F12", "M H10-G10",
            "S F12-G14", "M G10-H10", "S G14-F16!", "T D1-E1",
        ),
    ),
    "master_move_drawn_zone": Script(
        "A white zone of cells that were drawn, ways that nobody counts, threats shown; given up",
        {"zone": ["D2", "E2", "F2", "E3"], "anti_patt": "off",
         "help": {"yellow": "threats", "blue": "moves"}, "override_counts": "reset"},
        "counting",
        (
            "built", "V D4-E3", "J E8-E7", "T E16-D16", "J E7-E8", "T D16-E16", "J E8-E7", "T E16-D16", "J E7-E8",
            "T D16-E16", "J E8-E7", "S D9-E7", "resign yellow",
        ),
    ),
    "master_move_six_white": Script(
        "Six white cells a side: a striker goes round them, a keeper stands in the way",
        {"zone": "front3x2"},
        "counting",
        (
            "built", "V D4-D3", "S D8-E10", "T E16-F16", "S E10-F12", "T F16-E16", "S F12-E14", "S F12-G14",
            "T E16-F16", "S G14-F16!", "S G14-E15", "S G14-H16", "M C10-C11", "resign blue",
        ),
    ),
    "master_move_no_zone": Script(
        "No white zone: figures stand before the goal and enter it",
        {"zone": "none"},
        "counting",
        (
            "built", "V D4-D3", "S D9-E7", "V D3-D2", "S E7-F5", "V D2-D1", "V D2-E2", "S F5-E3", "T E1-D1",
            "S E3-D1!", "S E3-F1!", "built", "@V D4-D2", "@-", "resign yellow",
        ),
    ),
}  # fmt: skip

SCRIPTS = MATCHES | fights.FIGHTS | hockey.HOCKEY


def picture(state: MasterMoveState) -> Iterator[str]:
    """Yield the board row by row: yellow in capitals, blue in small letters, ``:`` white, ``_`` goal."""
    standing = GAME.standing(state)
    yield "   " + "".join(f"{column:>3}" for column in range(1, COLUMNS + 1))
    for row in range(ROWS):
        signs = []
        for column in range(COLUMNS):
            which = cell_at(row, column)
            figure = standing.get(which)
            if figure is not None:
                sign = figure.kind if figure.side == "yellow" else figure.kind.lower()
            elif which in state.options.zone:
                sign = ":"
            else:
                sign = "_" if which in GOAL_CELLS else "."
            signs.append(f"{sign:>3}")
        yield f"  {chr(ord('A') + row)}" + "".join(signs)


def acts_by_figure(state: MasterMoveState) -> Iterator[str]:
    """Yield how many legal acts there are, and all of them, those of one figure in one line."""
    legal = GAME.legal(state)
    yield f"legal: {len(legal)}"
    lines: dict[str, list[str]] = {}
    for act in legal:
        written = GAME.write(state, act)
        if isinstance(act, Move | Relocate | Place):
            start, _, target = written.partition(" " if isinstance(act, Place) else "-")
            lines.setdefault(start, []).append(target)
        else:
            lines[written] = []
    for start, found in lines.items():
        yield f"  {start}: {' '.join(found)}" if found else f"  {start}"


def described(refusal: Refusal) -> str:
    """Return a refusal in one line."""
    return " ".join([str(refusal.reason), *(f"{name}={text}" for name, text in refusal.facts)])


def applied(game: Game[Any], state: Any, text: str) -> tuple[Any, list[str]]:
    """Apply an act as typed; return the state after it and what is to be said."""
    try:
        done, _, spent = text.partition(" ~")
        act, _, die = done.partition(" #")
        command: GameCommand = game.parse(state, act)
        result = game.apply(state, command, (int(die),) if die else (), int(spent or 0))
    except Refused as refused:
        return state, [f"refused: {described(refused.refusal)}"]
    told = [f"written: {game.write(state, command)}"]
    told.extend(
        " ".join([f"event: {event.name}", *(f"{name}={value}" for name, value in event.facts)])
        for event in result.events
    )
    return result.state, told


def _game_of(name: str) -> tuple[Game[Any], Callable[[Any], Iterator[str]]]:
    if name in MATCHES:
        return GAME, shown
    return (imman.GAME, hockey.shown) if name in hockey.HOCKEY else (initiative.GAME, fights.shown)


def playthrough(name: str) -> str:
    """Return the whole text of one playthrough."""
    script = SCRIPTS[name]
    game, show = _game_of(name)
    state = game.new(script.options, script.formation)
    lines = [script.title, f"options: {json.dumps(script.options, sort_keys=True)}", f"formation: {script.formation}"]
    lines += ["", *show(state)]
    for number, text in enumerate(script.acts, 1):
        after, told = applied(game, state, text)
        lines += ["", f"# {number}  {text}", *told]
        if after is not state:
            lines += ["", *show(after)]
        state = after
    lines += ["", "view at the end:", json.dumps(game.view(state, OWNER), indent=1, sort_keys=True)]
    return "\n".join(lines) + "\n"


def shown(state: MasterMoveState) -> Iterator[str]:
    """Yield all that one state shows."""
    yield from picture(state)
    yield GAME.position(state)
    last = state.last_move
    if last is not None:
        yield f"last move: {last.figure} {cell_name(last.origin)}-{cell_name(last.target)}"
    yield f"hands: {type(GAME.hand_plan(state)).__name__}"
    yield from acts_by_figure(state)


def path_of(name: str) -> Path:
    """Return where a playthrough is kept."""
    return FOLDER / f"{name}.txt"


def main(arguments: Sequence[str]) -> int:
    """Compare or write; return the exit code."""
    changed = []
    for name in SCRIPTS:
        text = playthrough(name)
        path = path_of(name)
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            changed.append(path.name)
            if "--write" in arguments:
                path.write_text(text, encoding="utf-8")
    if changed and "--write" not in arguments:
        sys.stderr.write(
            f"The rules play {', '.join(changed)} differently now: run this with --write and read the difference.\n"
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
