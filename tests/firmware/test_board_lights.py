"""The unmodified firmware in real MicroPython: the LED bytes that it clocks out."""

from __future__ import annotations

import layout_generated as layout
from harness import Board, state

WHITE = "FFFFFF"
ALL_LAMPS = range(layout.CELLS + layout.RING + layout.STRIP)


def test_lamps_show_their_styles_on_their_own_leds(board: Board) -> None:
    board.order("Y", "01 s 1000 0 0A141E")
    board.order("Y", "02 s 1000 0 C87800")
    board.order("L", "! 00=01 8F=02 90=02 A7=01 A8=01 AD=02")
    first, second = (0x0A, 0x14, 0x1E), (0xC8, 0x78, 0x00)
    wanted = {("cell", 0): first, ("cell", 143): second, ("ring", 0): second, ("ring", 23): first}
    wanted |= {("strip", 0): first, ("strip", 5): second}
    board.until(lambda: all(board.colour(*lamp) == rgb for lamp, rgb in wanted.items()), "the scene")
    assert board.colour("cell", 1) == board.colour("ring", 1) == board.colour("strip", 1) == (0, 0, 0)


def test_an_unchanged_frame_is_written_again_within_a_second(board: Board) -> None:
    board.order("L", "!")
    board.until(lambda: len(board.frames) > 1 and not any(board.frames[-1][1]), "the dark")
    board.frames.clear()
    # The stand-in tells an equal frame once a second, whatever the firmware sends in between.
    board.until(
        lambda: {pin for pin, _ in board.frames} == {layout.PIN_LIGHTS_GRID, layout.PIN_LIGHTS_SECOND}, "both"
    )
    assert not any(any(data) for _, data in board.frames)


def test_e17_all_lamps_white_are_dimmed_to_the_budget_and_the_state_says_so(board: Board) -> None:
    board.order("Y", f"01 s 1000 0 {WHITE}")
    pairs = [f"{lamp:02X}=01" for lamp in ALL_LAMPS]
    board.order("L", "! " + " ".join(pairs[:90]) + " +")
    board.order("L", " ".join(pairs[90:]))

    def white() -> bool:
        return all(any(data) and len(set(data)) == 1 for _, data in board.frames[-2:])

    board.until(white, "an evenly lit table")
    newest = dict(board.frames)
    lit = sum(sum(data) for data in newest.values()) / 255 * layout.RED_TENTHS_MA / 10
    dark = layout.HUB_MA + len(ALL_LAMPS) * layout.DARK_TENTHS_MA / 10
    assert layout.BUDGET_MA * 0.9 < lit + dark <= layout.BUDGET_MA
    told = state(board)
    assert told["limited"] == 1
    assert lit + dark - 1 <= told["ma"] <= layout.BUDGET_MA
    board.order("L", "!")
    board.until(lambda: state(board)["limited"] == 0, "the end of the limit")


def test_brightness_and_budget_are_the_hosts_to_set(board: Board) -> None:
    board.order("Y", f"01 s 1000 0 {WHITE}")
    board.order("L", "! 00=01")
    board.order("C", "brightness=51 budget=5000")
    board.until(lambda: board.colour("cell", 0) == (51, 51, 51), "the lower brightness")


def test_the_state_says_how_many_frames_are_shown(board: Board) -> None:
    board.order("L", "!")
    board.until(lambda: 0 < state(board)["frames"] <= 3, "a still table that is only repeated")
    board.order("Y", "01 p 600 0 FF0000 0000FF")
    board.order("L", "! " + " ".join(f"{lamp:02X}=01" for lamp in range(90)))
    board.until(lambda: state(board)["frames"] > 6, "a moving one")


def test_the_board_idles_until_the_host_speaks_and_again_when_it_falls_silent(board: Board) -> None:
    board.until(lambda: any(board.frames) and any(board.frames[-1][1]), "the idle pattern")
    board.order("L", "!")
    board.until(lambda: board.frames[-1][1] == bytes(90) and board.colour("cell", 0) == (0, 0, 0), "the host's scene")
    board.frames.clear()
    board.until(lambda: any(any(data) for _, data in board.frames), "the idle pattern after silence")
