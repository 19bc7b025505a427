"""Scenes to lines: whatever is sent before, the board shows the scene."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, cell
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.link.lights import LightState, WireStyle
from feldlicht.link.messages import DefineStyle, SetLamps, encode_message
from tests.support.samples import samples

styles = st.builds(
    Style,
    st.lists(st.sampled_from(Colour), min_size=1, max_size=4).map(tuple),
    st.sampled_from(Pattern),
    st.integers(100, 10_000),
    st.integers(0, 100_000),
)


def scenes(style: st.SearchStrategy[Style], most: int = 40) -> st.SearchStrategy[Scene]:
    return st.builds(
        Scene,
        st.dictionaries(st.sampled_from(CELLS), style, max_size=most),
        st.dictionaries(st.integers(0, 23), style, max_size=24),
        st.dictionaries(st.integers(0, 5), style, max_size=6),
    )


class Board:
    """A board as the page describes it: a table of styles, lamps, and a staged change."""

    def __init__(self) -> None:
        self.styles: dict[int, DefineStyle] = {}
        self.shown: dict[int, int] = {}
        self.staged: dict[int, int] = {}

    def take(self, message: DefineStyle | SetLamps) -> None:
        assert len(encode_message(65535, message)) <= 600
        if isinstance(message, DefineStyle):
            assert message.number not in self.shown.values(), "a lamp would flash in another style"
            self.styles[message.number] = message
            return
        if message.clear:
            self.staged = {}
        for lamp, style in message.lamps:
            assert style == 0 or style in self.styles
            self.staged[lamp] = style
        if not message.more:
            self.shown = {lamp: style for lamp, style in self.staged.items() if style}
            self.staged = dict(self.shown)

    def look(self) -> dict[int, WireStyle]:
        looks = {
            number: WireStyle(y.pattern, y.period_ms, y.phase_ms, y.colours) for number, y in self.styles.items()
        }
        return {lamp: looks[style] for lamp, style in self.shown.items()}


def wanted(scene: Scene) -> dict[int, WireStyle]:
    lamps = [(int(c), s) for c, s in scene.cells.items()]
    lamps += [(144 + n, s) for n, s in scene.ring.items()] + [(168 + n, s) for n, s in scene.strip.items()]
    return {lamp: wire for lamp, style in lamps if (wire := WireStyle.of(style)) is not None}


@samples(50)
@given(st.lists(st.tuples(scenes(styles), st.booleans()), min_size=1, max_size=6))
def test_after_its_messages_the_board_shows_the_scene(steps: list[tuple[Scene, bool]]) -> None:
    board, state = Board(), LightState()
    for scene, unsure in steps:
        state, messages = (state.unsure() if unsure else state).show(scene)
        for message in messages:
            board.take(message)
        if len(set(wanted(scene).values())) < 64:
            assert board.look() == wanted(scene)
        else:
            assert board.look().keys() == wanted(scene).keys()
        assert len(board.styles) <= 63


@given(scenes(styles))
def test_the_same_scene_again_says_nothing(scene: Scene) -> None:
    state, _ = LightState().show(scene)
    assert state.show(scene)[1] == ()


def test_the_first_scene_travels_whole_and_then_only_changes_do() -> None:
    green, blue = Style((Colour.GREEN,)), Style((Colour.BLUE,))
    state, first = LightState().show(Scene({cell("A1"): green, cell("A2"): green}))
    assert first[-1] == SetLamps(((0, 1), (1, 1)), clear=True)
    state, second = state.show(Scene({cell("A1"): green, cell("A2"): green, cell("I16"): green}))
    assert second == (SetLamps(((143, 1),)),)
    state, third = state.show(Scene({cell("A1"): blue, cell("A2"): green, cell("I16"): green}))
    assert third[-1] == SetLamps(((0, 2),))
    assert isinstance(third[0], DefineStyle)
    _, last = state.show(Scene())
    assert last == (SetLamps(clear=True),)


def test_an_empty_first_scene_makes_a_board_dark() -> None:
    assert LightState().show(Scene())[1] == (SetLamps(clear=True),)


def test_a_full_table_travels_in_two_lines_of_which_only_the_last_shows() -> None:
    gold = Style((Colour.GOLD,))
    scene = Scene(dict.fromkeys(CELLS, gold), dict.fromkeys(range(24), gold), dict.fromkeys(range(6), gold))
    _, messages = LightState().show(scene)
    lamps = [message for message in messages if isinstance(message, SetLamps)]
    assert [(one.clear, one.more) for one in lamps] == [(True, True), (False, False)]


def test_the_least_recently_used_number_is_given_away_first() -> None:
    state = LightState()
    for period in range(100, 163):
        state, _ = state.show(Scene({cell("A1"): Style((Colour.RED,), Pattern.BLINK, period)}))
    state, _ = state.show(Scene({cell("A1"): Style((Colour.RED,), Pattern.BLINK, 100)}))
    _, messages = state.show(Scene({cell("A1"): Style((Colour.RED,), Pattern.BLINK, 9000)}))
    defined = next(message for message in messages if isinstance(message, DefineStyle))
    assert defined.number == 2  # that of period 101; 100 was used again


@given(st.integers(1, 63), st.integers(1, 63), st.integers(0, 63), st.booleans())
def test_a_number_is_given_away_only_when_no_lamp_shows_it(before: int, after: int, kept: int, unsure: bool) -> None:
    def scene(first: int, count: int) -> Scene:
        return Scene({c: Style((Colour.RED, Colour.BLUE), Pattern.BLINK, 100 + first + c) for c in CELLS[:count]})

    board, state = Board(), LightState()
    for one in (scene(0, before), scene(max(0, before - kept), after)):
        state, messages = (state.unsure() if unsure else state).show(one)
        for message in messages:
            board.take(message)
        assert board.look() == wanted(one)


def test_more_styles_than_the_board_keeps_fold_into_plain_colours_and_every_lamp_is_lit() -> None:
    lit = {c: Style((Colour.RED, Colour.OFF), Pattern.BLINK, 100 + c) for c in CELLS}
    board = Board()
    _, messages = LightState().show(Scene(lit))
    for message in messages:
        board.take(message)
    assert board.look().keys() == wanted(Scene(lit)).keys()
    assert WireStyle.plain((190, 0, 0)) in board.look().values()


def test_styles_that_look_the_same_share_a_number() -> None:
    scene = Scene({cell("A1"): Style((Colour.RED,), period_ms=500), cell("A2"): Style((Colour.RED,), period_ms=900)})
    assert sum(isinstance(message, DefineStyle) for message in LightState().show(scene)[1]) == 1


@pytest.mark.parametrize("scene", [Scene(ring={24: Style((Colour.RED,))}), Scene(strip={-1: Style((Colour.RED,))})])
def test_a_lamp_that_the_table_does_not_have_is_refused(scene: Scene) -> None:
    with pytest.raises(ValueError, match="no lamp"):
        LightState().show(scene)
