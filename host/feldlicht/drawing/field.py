"""The field as pictures show it: cells with their names, goals, barred cells, and figures as shields. Pure.

A side is told by more than its colour: yellow's figures are light, with one line around, their tips to the right;
blue's are dark, with a second line within, their tips to the left. Goals are hatched towards opposite sides.
"""

from __future__ import annotations

from dataclasses import dataclass

from feldlicht.base.cells import COLUMNS, ROWS, Cell, cell_name, column_of, row_of
from feldlicht.base.figures import Figure, Side
from feldlicht.drawing.letters import fitting
from feldlicht.drawing.story import Story
from feldlicht.drawing.svg import Anchor, Node, Shape, Words, group, shape
from feldlicht.rules.pictured import Pictured

GROUND = "#fcfaf4"
INK = "#262a24"
SOFT = "#6b6a5c"
LINE = "#c9c6b4"
GRASS = "#eaf0e2"
ACCENT = "#b3400f"
LIGHT = {Side.YELLOW: "#fbe6a4", Side.BLUE: "#cfdcfa"}
BODY = {Side.YELLOW: "#f4c53c", Side.BLUE: "#2a55b8"}
DARK = {Side.YELLOW: "#6b4b00", Side.BLUE: "#122a66"}
LETTER = {Side.YELLOW: "#2b1f00", Side.BLUE: "#ffffff"}

# A shield on its side, its tip to the right; a cell is 100 wide.
_SHIELD = "M-36 -34H-2C20 -32 35 -14 40 0C35 14 20 32 -2 34H-36C-31 12 -31 -12 -36 -34Z"
_WITHIN = "M-28 -26H-3C14 -25 26 -11 31 0C26 11 14 25 -3 26H-28C-24 9 -24 -9 -28 -26Z"


@dataclass(frozen=True, slots=True)
class Field:
    """Where the field lies in a picture: its upper left corner, and how wide a cell is."""

    left: float
    top: float
    cell: float

    @property
    def right(self) -> float:
        """Where the field ends."""
        return self.left + COLUMNS * self.cell

    @property
    def bottom(self) -> float:
        """Where the field ends below."""
        return self.top + ROWS * self.cell

    def corner(self, which: Cell) -> tuple[float, float]:
        """Return the upper left corner of a cell."""
        return self.left + column_of(which) * self.cell, self.top + row_of(which) * self.cell

    def centre(self, which: Cell) -> tuple[float, float]:
        """Return the middle of a cell."""
        x, y = self.corner(which)
        return x + self.cell / 2, y + self.cell / 2


def paper(width: int, height: int) -> Shape:
    """Return the ground of a picture, which is light wherever it is shown."""
    return shape("rect", width=width, height=height, fill=GROUND)


def patterns() -> Shape:
    """Return the hatchings that goals and barred cells are filled with; once a picture."""
    size = {"width": 8, "height": 8, "patternUnits": "userSpaceOnUse"}
    lines = {"fill": "none", "stroke_width": 1.2}
    hatched = [
        shape(
            "pattern", shape("path", d=d, stroke=DARK[side], stroke_opacity=0.45, **lines), id=f"goal-{side}", **size
        )
        for side, d in ((Side.YELLOW, "M-2 2L2 -2M0 8L8 0M6 10L10 6"), (Side.BLUE, "M-2 6L2 10M0 0L8 8M6 -2L10 2"))
    ]
    return shape("defs", *hatched)


def board(field: Field, shown: Pictured) -> tuple[Node, ...]:
    """Return the empty field with its names, goals and barred cells."""
    width, height = COLUMNS * field.cell, ROWS * field.cell
    ground = shape("rect", x=field.left, y=field.top, width=width, height=height, fill=GRASS)
    return (ground, *_barred(field, shown), *_goals(field, shown), *_lines(field), *_names(field))


def _lines(field: Field) -> tuple[Node, ...]:
    across = "".join(f"M{field.left:g} {field.top + row * field.cell:g}H{field.right:g}" for row in range(1, ROWS))
    down = "".join(
        f"M{field.left + column * field.cell:g} {field.top:g}V{field.bottom:g}" for column in range(1, COLUMNS)
    )
    middle = field.left + COLUMNS * field.cell / 2
    edge = {"x": field.left, "y": field.top, "width": COLUMNS * field.cell, "height": ROWS * field.cell}
    return (
        shape("path", d=across + down, fill="none", stroke=LINE, stroke_width=1),
        shape("path", d=f"M{middle:g} {field.top:g}V{field.bottom:g}", fill="none", stroke=SOFT, stroke_width=1.6),
        shape("rect", **edge, fill="none", stroke=INK, stroke_width=2),
    )


def _names(field: Field) -> tuple[Node, ...]:
    size = field.cell * 0.3
    found: list[Node] = []
    for row in range(ROWS):
        y = field.top + (row + 0.5) * field.cell + size * 0.36
        both = (field.left - size * 1.1, field.right + size * 1.1)
        found += [Words(x, y, chr(ord("A") + row), size, SOFT, Anchor.MIDDLE) for x in both]
    for column in range(COLUMNS):
        x = field.left + (column + 0.5) * field.cell
        found.append(Words(x, field.top - size * 0.6, str(column + 1), size, SOFT, Anchor.MIDDLE))
    return tuple(found)


def barred_cell(x: float, y: float, cell: float) -> tuple[Node, ...]:
    """Return a cell on which nobody may stand, with its upper left corner at ``x``, ``y``."""
    inset, far = cell * 0.36, cell * 0.64
    cross = (
        f"M{x + inset:g} {y + inset:g}L{x + far:g} {y + far:g}M{x + far:g} {y + inset:g}L{x + inset:g} {y + far:g}"
    )
    return (
        shape("rect", x=x, y=y, width=cell, height=cell, fill="#ffffff"),
        shape("path", d=cross, fill="none", stroke="#b9b6a6", stroke_width=1.4, stroke_linecap="round"),
    )


def _barred(field: Field, shown: Pictured) -> tuple[Node, ...]:
    return tuple(
        group(barred_cell(*field.corner(which), field.cell), data_barred=cell_name(which))
        for which in sorted(shown.barred)
    )


def goal_cell(side: Side, x: float, y: float, cell: float) -> tuple[Node, ...]:
    """Return a cell of the goal that ``side`` defends, with its upper left corner at ``x``, ``y``."""
    box = {"x": x, "y": y, "width": cell, "height": cell}
    return shape("rect", **box, fill=LIGHT[side]), shape("rect", **box, fill=f"url(#goal-{side})")


def _goals(field: Field, shown: Pictured) -> tuple[Node, ...]:
    return tuple(
        group(goal_cell(side, *field.corner(which), field.cell), data_goal=cell_name(which), data_side=side.value)
        for side, cells in shown.goals
        for which in cells
    )


def shield(side: Side, letter: str, x: float, y: float, cell: float, **attributes: object) -> Shape:
    """Return a figure at ``x``, ``y``; its tip points at the goal that its side attacks."""
    scale = cell / 100
    turned = {"transform": "scale(-1 1)"} if side is Side.BLUE else {}
    body = shape("path", d=_SHIELD, **turned, fill=BODY[side], stroke=DARK[side], stroke_width=5)
    within = shape("path", d=_WITHIN, **turned, fill="none", stroke="#ffffff", stroke_width=4)
    middle = -2.0 if side is Side.YELLOW else 2.0
    size = 44.0 if len(letter) == 1 else 30.0
    words = Words(middle, size * 0.36, letter, size, LETTER[side], Anchor.MIDDLE, bold=True)
    inside: list[Node] = [body, words] if side is Side.YELLOW else [body, within, words]
    return group(inside, transform=f"translate({x:g} {y:g}) scale({scale:g})", **attributes)


def figure(field: Field, which: Cell, one: Figure) -> Shape:
    """Return a figure on its cell."""
    x, y = field.centre(which)
    named = {"data_figure": one.id, "data_cell": cell_name(which), "data_side": one.side.value}
    return shield(one.side, str(one.kind), x, y, field.cell, **named)


def heading(story: Story, title: str, left: float, right: float) -> tuple[Node, ...]:
    """Return what stands over a picture, 84 high: what it shows, who plays, and how it stands."""
    score = f"{story.last.score[0]} : {story.last.score[1]}"
    middle = (left + right) / 2
    room = middle - left - 38 - 44
    yellow, blue = (fitting(story.name(side), 17, room) for side in Side)
    found: list[Node] = [Words(left, 34, title, 20, INK, bold=True)]
    if story.ending:
        found.append(Words(right, 34, story.ending, 15, SOFT, Anchor.END))
    found += [
        shield(Side.YELLOW, "", left + 15, 65, 36),
        Words(left + 38, 71, yellow, 17, INK),
        Words(middle, 73, score, 24, INK, Anchor.MIDDLE, bold=True),
        Words(right - 38, 71, blue, 17, INK, Anchor.END),
        shield(Side.BLUE, "", right - 15, 65, 36),
    ]
    return tuple(found)
