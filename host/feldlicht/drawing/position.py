"""A position as a picture: every figure on its cell, and the move made last. Pure."""

from __future__ import annotations

from math import hypot

from feldlicht.base.cells import cell_name
from feldlicht.base.commands import Move
from feldlicht.base.figures import Side
from feldlicht.drawing.field import (
    ACCENT,
    INK,
    SOFT,
    Field,
    barred_cell,
    board,
    figure,
    goal_cell,
    heading,
    paper,
    patterns,
)
from feldlicht.drawing.story import Story, notation
from feldlicht.drawing.svg import Anchor, Node, Picture, Words, group, shape
from feldlicht.rules.pictured import Pictured, Stage

FIELD = Field(left=44, top=116, cell=44)
WIDTH, HEIGHT = 792, 562


def position(story: Story) -> Picture:
    """Return the position to which the match has come."""
    shown = story.last
    title = _title(story)
    body: list[Node] = [patterns(), paper(WIDTH, HEIGHT), *heading(story, title, FIELD.left, FIELD.right)]
    body += board(FIELD, shown)
    if shown.last is not None:
        body.append(_way(shown.last))
    body += [figure(FIELD, which, one) for which, one in shown.standing.placed]
    body += _legend(story)
    return Picture(WIDTH, HEIGHT, title, _told(story), tuple(body))


def _title(story: Story) -> str:
    shown = story.last
    if shown.stage is Stage.SET_UP:
        return story.say("picture.position.set_up")
    return story.say("picture.position.title", ply=shown.ply)


def _told(story: Story) -> str:
    """Say in words what the picture shows, for who does not see it."""
    shown = story.last
    sides = [story.say("picture.side", side=story.name(side), figures=_places(shown, side)) for side in Side]
    last = notation(shown)
    more = [story.say("picture.position.last", move=last)] if last else []
    return " ".join([story.say("picture.score", yellow=shown.score[0], blue=shown.score[1]), *sides, *more])


def _places(shown: Pictured, side: Side) -> str:
    found = [f"{one.kind} {cell_name(which)}" for which, one in shown.standing.placed if one.side is side]
    return ", ".join(found) or "–"


def _way(move: Move) -> Node:
    """Return the way of a move: a ring where it began, and a line to the frame of the cell where it ended."""
    (x, y), (to_x, to_y) = FIELD.centre(move.origin), FIELD.centre(move.target)
    length = hypot(to_x - x, to_y - y) or 1.0
    ring, cell = FIELD.cell * 0.24, FIELD.cell
    start = (x + (to_x - x) * ring / length, y + (to_y - y) * ring / length)
    left, top = FIELD.corner(move.target)
    line = {"fill": "none", "stroke": ACCENT, "stroke_width": 2.5}
    return group(
        [
            shape("circle", cx=x, cy=y, r=ring, **line, stroke_dasharray="4 3"),
            shape("path", d=f"M{start[0]:.2f} {start[1]:.2f}L{to_x:.2f} {to_y:.2f}", **line, stroke_opacity=0.7),
            shape("rect", x=left + 1.5, y=top + 1.5, width=cell - 3, height=cell - 3, rx=4, **line),
        ],
        data_last=f"{cell_name(move.origin)}-{cell_name(move.target)}",
    )


def _legend(story: Story) -> list[Node]:
    shown, top = story.last, FIELD.bottom + 16
    found: list[Node] = []
    x = FIELD.left
    if shown.goals:
        found += [*goal_cell(Side.YELLOW, x, top, 16), *goal_cell(Side.BLUE, x + 20, top, 16)]
        found.append(Words(x + 44, top + 13, story.say("picture.goals"), 14, SOFT))
        x += 140
    if shown.barred:
        found += barred_cell(x, top, 16)
        found.append(shape("rect", x=x, y=top, width=16, height=16, fill="none", stroke=SOFT, stroke_width=1))
        found.append(Words(x + 24, top + 13, story.say("picture.barred"), 14, SOFT))
    last = notation(shown)
    if last:
        said = story.say("picture.position.last", move=last)
        found.append(Words(FIELD.right, top + 13, said, 15, INK, Anchor.END, bold=True))
    return found
