"""What ring and strip show of a fight, from the bytes that the firmware clocks out: patterns as well as colours."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from feldlicht.base.styles import RGB, Colour
from tests.end_to_end.test_fights import DEVICES, do, hue, new_fight
from tests.support.host import PATIENCE_S, Host, until

pytestmark = pytest.mark.prove

STRIP_FIRST = -5
SPAN_S = 2.5
"""Longer than any figure's pattern lasts, so that all of it has been seen."""
TORN_S = 0.2
"""Looks further apart than this may have missed a colour between them; each is shown for longer."""

Frame = tuple[tuple[int, int, int], ...]


@pytest.fixture(scope="module", params=DEVICES)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    """A host with a ring that is a part of the big board, or a device of its own."""
    with Host(tmp_path_factory.mktemp("lights"), **DEVICES[request.param]) as running:
        yield running.live()


@pytest.fixture
def fights(house: Host) -> Iterator[Host]:
    """The board is free afterwards."""
    yield house
    running = house.get("/boards/default")["session"]
    if running is not None and house.session(running)["state"] == "running":
        do(house, running, "end")


def frame(host: Host) -> Frame:
    """Return ring, then strip, as they were clocked out last."""
    lights = host.get("/boards/default/sim/lights")
    return tuple(tuple(rgb) for rgb in (*lights["ring"], *lights["strip"]))


def at(ini: int) -> int:
    """Where in a frame the light of an INI of the first lap is."""
    return ini - 1 if ini > 0 else 24 + ini - STRIP_FIRST


def seen(host: Host, ini: int) -> list[tuple[bool, ...]]:
    """Return the channels of one light, each time they changed; without a gap in which a change could have been."""
    end = time.monotonic() + PATIENCE_S
    while time.monotonic() < end:
        row: list[tuple[bool, ...]] = []
        begun = last = time.monotonic()
        while last - begun < SPAN_S * 2:
            now = hue(frame(host)[at(ini)])
            torn = time.monotonic() - last > TORN_S
            last = time.monotonic()
            if torn:
                break
            if not row or row[-1] != now:
                row.append(now)
        else:
            return row
    raise AssertionError("this machine is too busy to look closely")


def channels(*colours: Colour) -> list[tuple[bool, ...]]:
    return [hue(RGB[colour]) for colour in colours]


def lit(host: Host, ini: int, colour: Colour) -> None:
    until(lambda: hue(frame(host)[at(ini)]) == hue(RGB[colour]), f"{colour} at {ini}")


def goes_round(row: Sequence[tuple[bool, ...]], colours: Sequence[tuple[bool, ...]]) -> bool:
    """Whether a row is nothing but those colours in that order again and again, wherever it begins."""
    begin = colours.index(row[0])
    return len(row) > len(colours) and all(
        one == colours[(begin + number) % len(colours)] for number, one in enumerate(row)
    )


def test_several_on_a_field_take_turns_in_the_order_of_the_timeline_again_and_again(fights: Host) -> None:
    figures = "add A pc colour=red · add B pc colour=blue · add C pc colour=green advantage=2"
    new_fight(fights, figures + " · put A 3 · put B 3 · put C 3")
    lit(fights, 3, Colour.GREEN)
    assert goes_round(seen(fights, 3), channels(Colour.GREEN, Colour.RED, Colour.BLUE))


def test_the_pointer_is_the_only_light_that_turns_white_and_rests_dim_where_nobody_is_any_more(fights: Host) -> None:
    fight = new_fight(fights, "add A pc colour=red · add B pc colour=blue · put A 3 · put B 7 · begin · next")
    lit(fights, 3, Colour.WHITE)
    assert goes_round(seen(fights, 3), channels(Colour.WHITE, Colour.RED))
    assert seen(fights, 7) == channels(Colour.BLUE)
    do(fights, fight, "act A 8")
    lit(fights, 11, Colour.RED)
    rests = frame(fights)
    assert seen(fights, 3) == channels(Colour.DIM_WHITE)
    assert 0 < max(rests[at(3)]) < max(rests[at(7)]), "fainter than whoever fights"
    assert (seen(fights, 7), seen(fights, 11)) == (channels(Colour.BLUE), channels(Colour.RED))
    assert [number for number, rgb in enumerate(rests) if any(rgb)] == [at(3), at(7), at(11)]


def test_i12_who_is_a_lap_ahead_and_who_is_beyond_the_strip_goes_dark_half_of_the_time(fights: Host) -> None:
    figures = "add A pc colour=red · add B pc colour=blue · add C pc colour=green · add D pc colour=cyan"
    fight = new_fight(fights, figures + " · put A 1 · put B 30 · put C -6 · put D -5 · begin · next")
    lit(fights, -5, Colour.WHITE)
    lit(fights, 6, Colour.BLUE)
    assert goes_round(seen(fights, 6), channels(Colour.BLUE, Colour.OFF)), "a lap ahead"
    assert seen(fights, 1) == channels(Colour.RED)
    # D is where C is shown: who is not there itself is followed by darkness.
    do(fights, fight, "act C 3")
    lit(fights, -3, Colour.GREEN)
    do(fights, fight, "put C -6")
    lit(fights, -5, Colour.CYAN)
    assert goes_round(seen(fights, -5), channels(Colour.GREEN, Colour.OFF, Colour.CYAN))
    do(fights, fight, "put D -4")
    lit(fights, -4, Colour.CYAN)
    assert goes_round(seen(fights, -5), channels(Colour.GREEN, Colour.OFF)), "below -5"
    assert seen(fights, -4) == channels(Colour.CYAN)


def over_some_seconds(host: Host, states: int) -> set[Frame]:
    """Return every frame that was clocked out while one state of a fight lasted, which has so many of them."""
    frames: set[Frame] = set()
    until(lambda: frames.add(frame(host)) or len(frames) >= states, "the whole of the pattern")
    end = time.monotonic() + SPAN_S
    while time.monotonic() < end:
        frames.add(frame(host))
    return frames


def test_t01_not_a_byte_of_the_light_tells_of_a_figure_that_players_do_not_know(fights: Host) -> None:
    known = "add A pc colour=red · add B pc colour=blue · put A 3 · put B 7"
    shown: dict[bool, list[set[Frame]]] = {False: [], True: []}
    for secret, frames in shown.items():
        fight = new_fight(fights, known)
        if secret:
            do(fights, fight, "add Lurker npc x2 known=no colour=pink · put ?Lurker1 6 · put ?Lurker2 -3")
        lit(fights, 3, Colour.RED)
        lit(fights, 7, Colour.BLUE)
        frames.append(over_some_seconds(fights, 1))
        do(fights, fight, "begin · next · act ?Lurker2 8 · next" if secret else "begin · next")
        lit(fights, 3, Colour.WHITE)
        frames.append(over_some_seconds(fights, 2))
        do(fights, fight, "act A 8")
        lit(fights, 11, Colour.RED)
        frames.append(over_some_seconds(fights, 1))
        if secret:
            do(fights, fight, "next")
            assert fights.get(f"/sessions/{fight}?view=gm")["view"]["turn"] == "?Lurker2"
        frames.append(over_some_seconds(fights, 1))
        do(fights, fight, "act ?Lurker2 30 · next · act ?Lurker1 30 · next" if secret else "next")
        lit(fights, 7, Colour.WHITE)
        frames.append(over_some_seconds(fights, 2))
        do(fights, fight, "end")
    assert shown[True] == shown[False]
    assert [len(frames) for frames in shown[False]] == [1, 2, 1, 1, 2]


def test_a_ring_that_was_away_shows_the_fight_as_it_is_as_soon_as_it_is_back(fights: Host) -> None:
    fight = new_fight(fights, "add A pc colour=red · add B pc colour=blue · put A 3 · put B 7 · begin · next")
    lit(fights, 3, Colour.WHITE)
    fights.post("/boards/default/sim/cable", {"unplug": True})
    until(lambda: fights.get("/boards/default")["state"] != "live", "the device to be away")
    do(fights, fight, "act A 9 · next · act B 6")
    fights.post("/boards/default/sim/cable", {"unplug": False})
    until(lambda: fights.get("/boards/default")["state"] == "live", "the device to be back")
    # Without anybody doing anything at the table.
    lit(fights, 12, Colour.RED)
    lit(fights, 13, Colour.BLUE)
    until(lambda: not any(frame(fights)[at(3)]), "the old place to be dark")
    do(fights, fight, "next")
    lit(fights, 12, Colour.WHITE)


@pytest.mark.parametrize("device", DEVICES)
def test_a_host_that_was_killed_shows_the_running_fight_as_soon_as_the_device_is_there(
    tmp_path: Path, device: str
) -> None:
    with Host(tmp_path, **DEVICES[device]).live() as host:
        new_fight(host, "add A pc colour=red · add B pc colour=blue · put A 3 · put B 7 · begin · next · act A 9")
        lit(host, 12, Colour.RED)
        host.kill()
    with Host(tmp_path, **DEVICES[device]).live() as host:
        lit(host, 12, Colour.RED)
        lit(host, 7, Colour.BLUE)
        assert seen(host, 3) == channels(Colour.DIM_WHITE)
