"""Where figures moved to over a match: a map for each side, with numbers. Pure."""

from __future__ import annotations

from collections.abc import Mapping

from feldlicht.base.cells import Cell, cell_name
from feldlicht.base.figures import Side
from feldlicht.drawing.field import BODY, DARK, GROUND, INK, SOFT, Field, board, heading, paper, patterns, shield
from feldlicht.drawing.letters import fitting
from feldlicht.drawing.story import Story, visits
from feldlicht.drawing.svg import Anchor, Node, Picture, Words, group, shape

CELL = 36
LEFT = 40
TOPS = {Side.YELLOW: 146, Side.BLUE: 544}
WIDTH, HEIGHT = 656, 920
_MOST_TOLD = 5
"""So many cells of each side are told to who does not see the map."""
_FAINT, _FULL = 0.25, 0.95
_WHITE_FROM = 0.55
"""From this strength on numbers on blue are white."""


def heat(story: Story) -> Picture:
    """Return the map of both sides."""
    counts = visits(story.course)
    most = max((count for of_side in counts.values() for count in of_side.values()), default=0)
    title = story.say("picture.heat.title")
    fields = {side: Field(LEFT, top, CELL) for side, top in TOPS.items()}
    body: list[Node] = [patterns(), paper(WIDTH, HEIGHT), *heading(story, title, LEFT, fields[Side.YELLOW].right)]
    for side, field in fields.items():
        said = story.say("picture.heat.side", side=story.name(side), count=sum(counts[side].values()))
        body.append(shield(side, "", LEFT + 12, field.top - 36, 28))
        body.append(Words(LEFT + 32, field.top - 30, fitting(said, 16, field.right - LEFT - 32), 16, INK, bold=True))
        body += board(field, story.last)
        body += [_plate(field, side, which, count, most) for which, count in sorted(counts[side].items())]
    body += _legend(story, most)
    return Picture(WIDTH, HEIGHT, title, _told(story, counts), tuple(body))


def _strength(count: int, most: int) -> float:
    return _FAINT + (_FULL - _FAINT) * (count / most)


def _plate(field: Field, side: Side, which: Cell, count: int, most: int) -> Node:
    x, y = field.corner(which)
    strength = _strength(count, most)
    ink = "#ffffff" if side is Side.BLUE and strength >= _WHITE_FROM else DARK[side]
    inset = 1.5
    size = CELL - 2 * inset
    box = {"x": x + inset, "y": y + inset, "width": size, "height": size, "rx": 5}
    return group(
        [
            shape("rect", **box, fill=GROUND),
            shape("rect", **box, fill=BODY[side], fill_opacity=strength),
            Words(x + CELL / 2, y + CELL / 2 + 5.5, str(count), 16, ink, Anchor.MIDDLE, bold=True),
        ],
        data_cell=cell_name(which),
        data_side=side.value,
        data_count=count,
    )


def _legend(story: Story, most: int) -> list[Node]:
    """Return what the colours stand for; the numbers say it as well."""
    top = HEIGHT - 34
    if most == 0:
        return [Words(LEFT, top + 13, story.say("picture.heat.nothing"), 14, SOFT)]
    found: list[Node] = [Words(LEFT, top + 13, story.say("picture.heat.legend"), 14, SOFT)]
    shades = sorted({1, (most + 1) // 2, most})
    x = WIDTH - LEFT - len(shades) * 92
    for count in shades:
        for place, side in enumerate(Side):
            box = {"x": x + place * 24, "y": top, "width": 20, "height": 18, "rx": 3}
            found.append(shape("rect", **box, fill=BODY[side], fill_opacity=_strength(count, most)))
        found.append(Words(x + 52, top + 14, f"{count}×", 14, SOFT))
        x += 92
    return found


def _told(story: Story, counts: Mapping[Side, Mapping[Cell, int]]) -> str:
    said = []
    for side in Side:
        often = sorted(counts[side].items(), key=lambda one: (-one[1], one[0]))[:_MOST_TOLD]
        cells = ", ".join(f"{cell_name(which)} {count}×" for which, count in often) or "–"
        said.append(story.say("picture.heat.side", side=story.name(side), count=sum(counts[side].values())))
        said.append(story.say("picture.heat.often", cells=cells))
    return " ".join(f"{one.rstrip('.')}." for one in said)
