"""Points over the moves of a match: a step line for each side. Pure.

The lines are told apart by more than colour: yellow's is whole with round marks, blue's is broken with square ones.
"""

from __future__ import annotations

from dataclasses import dataclass

from feldlicht.base.figures import Side
from feldlicht.drawing.field import ACCENT, DARK, INK, LINE, SOFT, heading, paper
from feldlicht.drawing.story import Story, forced_after, relocations, steps
from feldlicht.drawing.svg import Anchor, Node, Picture, Words, group, shape

WIDTH, HEIGHT = 792, 482
LEFT, RIGHT, TOP, BOTTOM = 84, 720, 128, 368
LEAST_PLIES = 10
LEAST_POINTS = 3
MOST_TICKS = 10
_STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500)
_COLOUR = {Side.YELLOW: "#a87400", Side.BLUE: "#2a55b8"}
_APART = {Side.YELLOW: -2.0, Side.BLUE: 2.0}
"""Where both have the same points the lines lie side by side."""


@dataclass(frozen=True, slots=True)
class Scale:
    """What a ply and a point are in the picture."""

    plies: int
    points: int

    def x(self, ply: int) -> float:
        """Return where a ply lies."""
        return LEFT + (RIGHT - LEFT) * ply / self.plies

    def y(self, points: int) -> float:
        """Return where so many points lie."""
        return BOTTOM - (BOTTOM - TOP) * points / self.points


def moves(story: Story) -> Picture:
    """Return the step lines of both sides with their axes."""
    shown = story.last
    scale = Scale(max(LEAST_PLIES, shown.ply), max(LEAST_POINTS, *shown.score))
    title = story.say("picture.moves.title")
    body: list[Node] = [paper(WIDTH, HEIGHT), *heading(story, title, 44, WIDTH - 44), *_axes(story, scale)]
    body += _breaks(story, scale)
    for side in Side:
        body += _line(story, side, scale)
    body += _legend(story)
    return Picture(WIDTH, HEIGHT, title, _told(story), tuple(body))


def _axes(story: Story, scale: Scale) -> list[Node]:
    found: list[Node] = []
    for points in range(scale.points + 1):
        y = scale.y(points)
        found.append(shape("path", d=f"M{LEFT} {y:g}H{RIGHT}", stroke=LINE, stroke_width=1, fill="none"))
        found.append(Words(LEFT - 12, y + 5, str(points), 15, SOFT, Anchor.END))
    every = next((one for one in _STEPS if scale.plies / one <= MOST_TICKS), _STEPS[-1] * 10)
    for ply in range(0, scale.plies + 1, every):
        x = scale.x(ply)
        found.append(shape("path", d=f"M{x:g} {BOTTOM}V{BOTTOM + 6}", stroke=SOFT, stroke_width=1.2, fill="none"))
        found.append(Words(x, BOTTOM + 22, str(ply), 14, SOFT, Anchor.MIDDLE))
    edge = f"M{LEFT} {TOP - 8}V{BOTTOM}H{RIGHT + 8}"
    found.append(shape("path", d=edge, stroke=INK, stroke_width=1.6, fill="none"))
    found.append(Words((LEFT + RIGHT) / 2, BOTTOM + 44, story.say("picture.moves.plies"), 15, SOFT, Anchor.MIDDLE))
    found.append(Words(LEFT - 40, TOP - 16, story.say("picture.moves.points"), 15, SOFT))
    return found


def _breaks(story: Story, scale: Scale) -> list[Node]:
    """Return what happened beside moves: figures that got another cell, and positions that an arbiter set."""
    found: list[Node] = []
    many: dict[tuple[int, Side], int] = {}
    for ply, side in relocations(story.course):
        height = many.get((ply, side), 0)
        many[ply, side] = height + 1
        found.append(_relocation(scale.x(ply) + 4 * _APART[side], BOTTOM - 10 - 13 * height, side, ply))
    for ply in forced_after(story.course):
        d = f"M{scale.x(ply):g} {TOP - 8}V{BOTTOM}"
        line = {"stroke": ACCENT, "stroke_width": 1.6, "stroke_dasharray": "2 4", "fill": "none"}
        found.append(shape("path", d=d, **line, data_forced=ply))
    return found


def _relocation(x: float, y: float, side: Side, ply: int) -> Node:
    d = f"M{x:g} {y - 6:g}L{x + 6:g} {y:g}L{x:g} {y + 6:g}L{x - 6:g} {y:g}Z"
    fill = _COLOUR[side] if side is Side.BLUE else "#ffffff"
    return shape(
        "path", d=d, fill=fill, stroke=_COLOUR[side], stroke_width=2, data_relocation=ply, data_side=side.value
    )


def _line(story: Story, side: Side, scale: Scale) -> list[Node]:
    points = steps(story.course, side)
    apart = _APART[side]
    d = f"M{scale.x(points[0][0]):.2f} {scale.y(points[0][1]) + apart:.2f}"
    d += "".join(f"H{scale.x(ply):.2f}V{scale.y(count) + apart:.2f}" for ply, count in points[1:])
    broken = {"stroke_dasharray": "9 5"} if side is Side.BLUE else {}
    line = {"fill": "none", "stroke": _COLOUR[side], "stroke_width": 3.2, "stroke_linejoin": "round"}
    found: list[Node] = [shape("path", d=d, **line, **broken, data_side=side.value, data_end=points[-1][1])]
    for ply, count in points[1:-1]:
        found.append(_mark(side, scale.x(ply), scale.y(count) + apart, data_point=count, data_ply=ply))
    end_x, end_y = scale.x(points[-1][0]), scale.y(points[-1][1]) + apart
    level = story.last.score[0] == story.last.score[1]
    rise = 6 * apart if level else 0.0
    found.append(_mark(side, end_x, end_y))
    found.append(Words(end_x + 12, end_y + 6 + rise, str(points[-1][1]), 18, DARK[side], bold=True))
    return found


def _mark(side: Side, x: float, y: float, **attributes: object) -> Node:
    paint = {"fill": "#ffffff", "stroke": _COLOUR[side], "stroke_width": 2.6}
    if side is Side.YELLOW:
        return shape("circle", cx=x, cy=y, r=5.5, **paint, **attributes)
    return shape("rect", x=x - 5, y=y - 5, width=10, height=10, **paint, **attributes)


def _legend(story: Story) -> list[Node]:
    y = HEIGHT - 34
    found: list[Node] = []
    for side, x in ((Side.YELLOW, 44), (Side.BLUE, 170)):
        broken = {"stroke_dasharray": "9 5"} if side is Side.BLUE else {}
        d = f"M{x} {y}H{x + 40}"
        found.append(shape("path", d=d, fill="none", stroke=_COLOUR[side], stroke_width=3.2, **broken))
        found.append(_mark(side, x + 20, y))
        found.append(Words(x + 50, y + 5, story.say(f"page.side.{side.value}"), 15, SOFT))
    x = 296
    if relocations(story.course):
        found += [_relocation(x, y, Side.YELLOW, 0), _relocation(x + 16, y, Side.BLUE, 0)]
        found.append(Words(x + 32, y + 5, story.say("picture.moves.relocated"), 15, SOFT))
        x += 220
    if forced_after(story.course):
        line = {"stroke": ACCENT, "stroke_width": 1.6, "stroke_dasharray": "2 4", "fill": "none"}
        found.append(shape("path", d=f"M{x} {y - 9}V{y + 9}", **line))
        found.append(Words(x + 10, y + 5, story.say("picture.moves.forced"), 15, SOFT))
    return [group(found, data_legend="moves")]


def _told(story: Story) -> str:
    said = [story.say("picture.score", yellow=story.last.score[0], blue=story.last.score[1])]
    for side in Side:
        rises = [f"{count} ({ply})" for ply, count in steps(story.course, side)[1:-1]]
        said.append(story.say("picture.moves.side", side=story.name(side), rises=", ".join(rises) or "–"))
    return " ".join(said)
