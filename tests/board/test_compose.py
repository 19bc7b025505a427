"""Layers of light: base < last move < hints < pending < error."""

from __future__ import annotations

from feldlicht.base.cells import cell
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.hands import About, Choice, Flag, Guidance, Hands, Lifted, Meaning, Problem, Question, Shift
from feldlicht.base.plans import Build, Hint, Nothing
from feldlicht.base.styles import Colour, GameScene, Pattern, Scene, Style
from feldlicht.board import compose as light

A1, A2, A3 = cell("A1"), cell("A2"), cell("A3")
RED = Style((Colour.RED,))
FIGURE = FigureId("yV1")


def test_base_lies_below_the_last_move_and_ring_and_strip_pass_through() -> None:
    ring, strip = {3: RED}, {1: RED}
    game = GameScene(Scene({A1: RED, A2: RED}, ring, strip), {A2: Style((Colour.WHITE,))})
    scene = light.compose(game, Nothing(), Hands())
    assert scene == Scene({A1: RED, A2: Style((Colour.WHITE,))}, ring, strip)


def test_hints_lie_above_the_last_move() -> None:
    game = GameScene(last_move={A2: RED})
    hands = Hands(lifted=(Lifted(FIGURE, A1),), targets=((A2, Hint.MOVE), (A3, Hint.SCORE)))
    scene = light.compose(game, Nothing(), hands)
    assert scene.cells == {A1: light.LIFTED, A2: light.TARGET[Hint.MOVE], A3: light.TARGET[Hint.SCORE]}


def test_a_preview_lies_above_hints_and_a_question_looks_different() -> None:
    shift = Shift(FIGURE, A1, A2)
    hands = Hands(targets=((A2, Hint.MOVE),), preview=shift)
    assert light.compose(GameScene(), Nothing(), hands).cells[A2] == light.PREVIEW_TO
    asked = Hands(preview=shift, question=Question("q", About.UNSEEN, (Choice(Meaning.MOVE, shift),)))
    assert light.compose(GameScene(), Nothing(), asked).cells[A2] == light.ASK


def test_errors_lie_on_top() -> None:
    hands = Hands(preview=Shift(FIGURE, A1, A2), problems=(Problem(Flag.ILLEGAL, A2),), way_back=(A1,))
    cells = light.compose(GameScene(), Nothing(), hands).cells
    assert cells == {A1: light.WAY_BACK, A2: light.ERROR[Flag.ILLEGAL]}


def test_while_building_an_empty_cell_shows_whose_figure_belongs_there() -> None:
    formation = Formation.of({A1: Figure(FIGURE, Side.YELLOW, "V"), A2: Figure(FigureId("bV1"), Side.BLUE, "V")})
    problems = (Problem(Flag.MISSING, A1), Problem(Flag.MISSING, A2), Problem(Flag.EXTRA, A3))
    cells = light.compose(GameScene(), Build(formation), Hands(problems=problems)).cells
    assert cells == {A1: light.BELONGS[Side.YELLOW], A2: light.BELONGS[Side.BLUE], A3: light.STRAY}


def test_guidance_shows_one_magnet_to_take_and_where_to_put_it() -> None:
    hands = Hands(guidance=Guidance(FIGURE, A1, A2, 3), problems=(Problem(Flag.EXTRA, A1),))
    assert light.compose(GameScene(), Nothing(), hands).cells == {A1: light.TAKE, A2: light.PUT}


def test_colour_is_never_the_only_sign() -> None:
    def look(style: Style) -> tuple[Pattern, int]:
        return style.pattern, style.period_ms

    legal, illegal = light.TARGET[Hint.MOVE], light.ERROR[Flag.ILLEGAL]
    assert look(legal) != look(illegal)
    assert look(light.TAKE) != look(light.ERROR[Flag.EXTRA])
    assert look(light.TARGET[Hint.MOVE]) != look(light.TARGET[Hint.SCORE])
    assert look(light.PREVIEW_TO) != look(light.ASK)
