"""A second move generator for Master Move, written from the rules page alone and sharing nothing with the engine.

It looks at a board of letters step by step and knows no tables. Rows are letters, columns are numbers from 1.
"""

from __future__ import annotations

Place = tuple[str, int]
Pieces = dict[Place, tuple[str, str]]
"""Place → (side, kind)."""
NaiveMove = tuple[Place, Place]

ROW_LETTERS = "ABCDEFGHI"
WHITE = {
    "front3": {(row, column) for row in "DEF" for column in (2, 15)},
    "front5": {(row, column) for row in "CDEFG" for column in (2, 15)},
    "ring": {(row, column) for row in "CDEFG" for column in (2, 15)}
    | {(row, column) for row in "CG" for column in (1, 16)},
    "front3x2": {(row, column) for row in "DEF" for column in (2, 3, 14, 15)},
    "none": set(),
}
AROUND = [(up, along) for up in (-1, 0, 1) for along in (-1, 0, 1) if (up, along) != (0, 0)]
WAYS = {
    "V": (AROUND, 1),
    "F": ([way for way in AROUND if 0 not in way], 4),
    "M": ([way for way in AROUND if 0 in way], 4),
    "J": (AROUND, 2),
    "S": ([(up, along) for up in (-2, -1, 1, 2) for along in (-2, -1, 1, 2) if abs(up) != abs(along)], 1),
}


def goal_of(place: Place) -> str | None:
    """Whose goal a place belongs to."""
    if place[0] not in "DEF":
        return None
    return {1: "yellow", 16: "blue"}.get(place[1])


def step(place: Place, way: tuple[int, int]) -> Place | None:
    row = ROW_LETTERS.index(place[0]) + way[0]
    column = place[1] + way[1]
    if row < 0 or row > 8 or column < 1 or column > 16:
        return None
    return ROW_LETTERS[row], column


def moves(pieces: Pieces, side: str, zone: str = "front3") -> list[NaiveMove]:
    """All moves of a side, Anti-Patt left out."""
    found: list[NaiveMove] = []
    for place, (owner, kind) in pieces.items():
        if owner != side:
            continue
        if kind == "T":
            for way in ((-1, 0), (1, 0)):
                beside = step(place, way)
                if beside is not None and goal_of(beside) == side and beside not in pieces:
                    found.append((place, beside))
            continue
        ways, most = WAYS[kind]
        for way in ways:
            here = place
            for _ in range(most):
                there = step(here, way)
                if there is None or there in pieces or goal_of(there) == side:
                    break
                if there not in WHITE[zone]:
                    found.append((place, there))
                if goal_of(there) is not None:
                    break
                here = there
    return found


def perft(pieces: Pieces, side: str, depth: int, zone: str = "front3") -> int:
    """Lines of ``depth`` plies; a line that scores ends and counts one."""
    total = 0
    for origin, target in moves(pieces, side, zone):
        scored = goal_of(target) is not None and pieces[origin][1] != "T"
        if depth == 1 or scored:
            total += 1
            continue
        after = dict(pieces)
        after[target] = after.pop(origin)
        total += perft(after, "blue" if side == "yellow" else "yellow", depth - 1, zone)
    return total
