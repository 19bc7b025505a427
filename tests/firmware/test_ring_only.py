"""The same firmware on a device of ring, strip, knob and buttons: there is no cell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from harness import Board, frame, occupancy, state

from feldlicht.board.layout import LAYOUTS
from feldlicht.sim.controls import Change, Contact, packed

RING = LAYOUTS["ring"]
FIRST, STRIP = 0x90, 0xA8


@pytest.fixture
def ring(tmp_path: Path) -> Iterator[Board]:
    with Board(tmp_path / "flash", driver="ring") as board:
        yield board


def shown(board: Board) -> dict[tuple[str, int], tuple[int, int, int]]:
    """Return the newest colours (red, green, blue) by lamp."""
    pins = {pin for pin, _ in board.frames}
    assert pins <= {RING.ring_strip_pin}, "light on a line that is not there"
    data = board.frames[-1][1] if board.frames else bytes(90)
    rows = [data[at : at + 3] for at in range(0, len(data), 3)]
    return {lamp: (row[1], row[0], row[2]) for lamp, row in zip(RING.ring_strip_order, rows, strict=True)}


def test_it_says_hello_with_a_fingerprint_of_its_own_and_an_empty_table(ring: Board) -> None:
    hello = dict(field.split("=") for field in ring.ask("?", "H"))
    assert (hello["layout"], hello["sensors"]) == (RING.fingerprint, "ring")
    ring.wait("S", lambda fields: fields[1:3] == [occupancy({}), "-"])
    assert ring.order("F") == "unable"
    assert ring.order("Z") == "unable"


def test_lamps_have_the_numbers_that_they_have_on_a_whole_table(ring: Board) -> None:
    ring.order("Y", "01 s 1000 0 0A141E")
    ring.order("Y", "02 s 1000 0 320000")
    assert ring.order("L", f"! 00=02 8F=02 {FIRST:02X}=01 A7=02 {STRIP:02X}=02 AD=01") == "ok"
    wanted = dict.fromkeys(RING.ring_strip_order, (0, 0, 0))
    wanted |= {
        ("ring", 0): (10, 20, 30),
        ("ring", 23): (50, 0, 0),
        ("strip", 0): (50, 0, 0),
        ("strip", 5): (10, 20, 30),
    }
    ring.until(lambda: bool(ring.frames) and shown(ring) == wanted, "the lamps")
    assert ring.order("L", "AE=01") == "field"
    # Cells that it has not draw nothing either.
    with_cells = state(ring)["ma"]
    ring.order("L", f"! {FIRST:02X}=01 A7=02 {STRIP:02X}=02 AD=01")
    assert state(ring)["ma"] == with_cells


def test_it_idles_on_what_it_has(ring: Board) -> None:
    ring.until(lambda: any(ring.frames[-1][1]) if ring.frames else False, "the idle pattern")
    ring.until(lambda: len(ring.frames) > 20, "some frames of it")
    assert set(shown(ring)) == set(RING.ring_strip_order)


def test_knob_and_buttons_count(ring: Board) -> None:
    ring.wait("S")
    done = tuple(
        Change(contact, closed, rest)
        for contact, rest in ((Contact.PUSH, 100), (Contact.BUTTON_1, 100), (Contact.BUTTON_2, 100))
        for closed in (True, False)
    )
    quarters = ((Contact.KNOB_A, True), (Contact.KNOB_B, True), (Contact.KNOB_A, False), (Contact.KNOB_B, False))
    turned = tuple(Change(contact, closed, 2) for contact, closed in quarters)
    ring.wire.sendall(frame("P", packed((*turned, *done))))
    ring.wait("S", lambda fields: fields[3:] == ["1", "1", "0", "1", "1"])


def test_it_needs_less_memory_than_a_table_and_goes_on(ring: Board) -> None:
    ring.wait("S")
    told = dict(field.split("=") for field in ring.wait("I"))
    assert (240 * 1024 - int(told["mem"])) // 2 < 245_000 // 2 - 20_000
    assert told["sensors"] == "ok"
    ring.until(lambda: state(ring)["scan"] > 20, "its pace")
    ring.offer(1680)
    ring.until(lambda: state(ring)["budget"] == 2400, "what the source offers")
    assert ring.order("R") == "ok"
