"""A fight at the real firmware: ring, strip, knob and buttons; hosts that are killed; boards that were off."""

from __future__ import annotations

import time
import uuid
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from feldlicht.base.styles import RGB, Colour
from tests.end_to_end.test_journal import journal_of, refused, replayed, told
from tests.rules.initiative.helpers import told as lines
from tests.support.host import Host, Json, until

pytestmark = pytest.mark.prove

TWO = "add Silja pc vz=8 colour=red · add Brakk pc vz=6 colour=blue advantage=2 · put Silja 3 · put Brakk 7"
DEVICES = {"board": {}, "ring": {"FELDLICHT_SIM_DRIVER": "ring"}}
"""The ring as a part of the big board, and as a device of its own."""


def new_fight(host: Host, text: str = TWO, **settings: object) -> str:
    fight = host.new_match(game="initiative", options=settings, formation=None)
    do(host, fight, text)
    return fight


def do(host: Host, fight: str, text: str) -> None:
    for line in lines(text):
        host.command(fight, view="gm", type="act", act=line)


def masters(host: Host, fight: str) -> Json:
    shown: Json = host.get(f"/sessions/{fight}?view=gm")["view"]
    return shown


def inis(host: Host, fight: str) -> dict[str, int]:
    return {one["label"]: one["ini"] for one in masters(host, fight)["figures"]}


def knob(host: Host, **operation: object) -> None:
    host.post("/boards/default/sim/controls", operation)


def ring(host: Host) -> list[tuple[int, int, int]]:
    """Return the ring's LED bytes, as the firmware clocked them out last."""
    return [tuple(rgb) for rgb in host.get("/boards/default/sim/lights")["ring"]]


def hue(rgb: Sequence[int]) -> tuple[bool, ...]:
    """Return which channels are lit: a pattern's fading, and the budget, change how much."""
    most = max(rgb)
    return tuple(channel * 4 > most > 0 for channel in rgb)


def shows(host: Host, field: int, colour: Colour) -> bool:
    return hue(ring(host)[field - 1]) == hue(RGB[colour])


@pytest.mark.parametrize("device", DEVICES)
def test_a_fight_is_run_with_the_knob_alone_and_the_ring_shows_it(tmp_path: Path, device: str) -> None:
    with Host(tmp_path, **DEVICES[device]).live() as host:
        fight = new_fight(host)
        until(lambda: shows(host, 3, Colour.RED) and shows(host, 7, Colour.BLUE), "each on its field")
        time.sleep(1.1)  # a press is meant for what has stood there for a moment
        knob(host, press="short")
        until(lambda: masters(host, fight)["phase"] == "between", "the fight to have begun")
        knob(host, press="short")
        until(lambda: masters(host, fight)["turn"] == "Silja", "Silja to be on")
        until(lambda: shows(host, 3, Colour.WHITE), "the pointer to flash where Silja is")
        knob(host, turn=2)
        assert host.session(fight)["hands"]["pointed"] == "act Silja 10"
        until(lambda: shows(host, 13, Colour.RED), "the ghost to flicker where that leads")
        knob(host, press="short")
        until(lambda: inis(host, fight)["Silja"] == 13, "Silja to have acted")
        knob(host, button=1)
        knob(host, turn=-1)
        assert host.session(fight)["hands"]["pointed"] == "react Brakk 5"
        knob(host, press="short")
        until(lambda: inis(host, fight)["Brakk"] == 12, "Brakk to have reacted")
        knob(host, press="long")
        until(lambda: inis(host, fight)["Brakk"] == 7, "that to be taken back")
        knob(host, press="short")
        until(lambda: masters(host, fight)["turn"] == "Brakk", "the next one to be on")
        assert {entry["actor"] for entry in host.get(f"/sessions/{fight}/log")["entries"][4:]} == {"hands"}


def test_while_a_concealed_figure_acts_the_knob_is_dead_and_the_ring_breathes_in_violet(tmp_path: Path) -> None:
    with Host(tmp_path).live() as host:
        fight = new_fight(host, TWO + " · add Ghoul npc · put Ghoul 5 · begin · next · act Silja 9 · next")
        assert masters(host, fight)["concealed_turn"] is True
        until(lambda: shows(host, 3, Colour.VIOLET), "the game master's turn to breathe at the public's pointer")
        before = host.get(f"/sessions/{fight}?view=gm")["revision"]
        time.sleep(1.1)
        for operation in ({"turn": 3}, {"press": "short"}, {"button": 1}, {"press": "long"}):
            knob(host, **operation)
        shown = host.get(f"/sessions/{fight}?view=gm")
        assert (shown["revision"], shown["hands"]["pointed"]) == (before, None)


def test_t16_two_game_masters_and_a_knob_at_once_make_one_step_and_whoever_came_late_is_told(tmp_path: Path) -> None:
    with Host(tmp_path).live() as host, ThreadPoolExecutor(3) as hands:
        fight = new_fight(host, TWO + " · begin")

        def press(revision: int) -> tuple[int, str]:
            body = {"id": str(uuid.uuid4()), "revision": revision, "view": "gm"}
            what = {"command": {"type": "act", "act": "next"}}
            status, answer = host.call("POST", f"/sessions/{fight}/commands", body | what)
            return status, answer.get("code", "")

        for _ in range(4):
            time.sleep(1.1)
            before = host.get(f"/sessions/{fight}?view=gm")["revision"]
            tabs = [hands.submit(press, before) for _ in range(2)]
            knobs = hands.submit(knob, host, press="short")
            answers = sorted(one.result() for one in tabs)
            knobs.result()
            shown = host.get(f"/sessions/{fight}?view=gm")
            assert (shown["revision"], shown["view"]["turn"]) == (before + 1, "Silja")
            # Either a page was first, or the knob was: then both pages came late.
            assert answers in ([(200, ""), (409, "STALE_REVISION")], [(409, "STALE_REVISION")] * 2)
            do_undo(host, fight)


@pytest.mark.parametrize("device", DEVICES)
def test_t20_the_ring_is_at_rest_within_two_seconds_of_the_end_also_on_a_device_that_was_off(
    tmp_path: Path, device: str
) -> None:
    with Host(tmp_path, **DEVICES[device]).live() as host:
        fight = new_fight(host, TWO + " · begin · next")
        until(lambda: shows(host, 7, Colour.BLUE), "the fight to be lit")
        do(host, fight, "end")
        until(lambda: at_rest(host), "nobody to be lit any more", patience_s=2.0 + 3.0)  # and a busy machine's share
        do_undo(host, fight)
        until(lambda: shows(host, 7, Colour.BLUE), "the end to be taken back")
        host.post("/boards/default/sim/cable", {"unplug": True})
        until(lambda: host.get("/boards/default")["state"] != "live", "the device to be away")
        do(host, fight, "end")
        host.post("/boards/default/sim/cable", {"unplug": False})
        until(lambda: host.get("/boards/default")["state"] == "live", "the device to be back")
        until(lambda: at_rest(host), "it to show that the fight is over")
        assert host.session(fight)["view"]["outcome"] is not None


def do_undo(host: Host, fight: str) -> None:
    host.command(fight, view="gm", type="undo")


def at_rest(host: Host) -> bool:
    """Whether nothing is lit but the faint light that goes round, which is no figure's."""
    lit = [rgb for rgb in ring(host) if any(rgb)]
    return bool(lit) and all(hue(rgb) == hue(RGB[Colour.DIM_BLUE]) and max(rgb) < 40 for rgb in lit)


def test_a_fight_whose_host_was_killed_goes_on_with_ini_effects_and_everything_to_take_back(tmp_path: Path) -> None:
    with Host(tmp_path).live() as host:
        fight = new_fight(host)
        do(host, fight, 'mark 12 "Venom" on=Brakk every=3 · mark 14 "Ambush" hidden · add Ghost npc x2 known=no')
        do(host, fight, "roll ?Ghost1 · roll ?Ghost2 surprised · put ?Ghost1 900 · put ?Ghost2 901")
        do(host, fight, "begin · next · act Silja 8 > Brakk · react Brakk 6 · next · act Silja 4")
        do_undo(host, fight)
        before = {view: host.get(f"/sessions/{fight}?view={view}") for view in ("gm", "public", "seat:Silja")}
        logs = host.get(f"/sessions/{fight}/log?view=gm")
        host.kill()
    with Host(tmp_path).live() as host:
        until(lambda: host.get("/boards/default")["session"] == fight, "the fight to be resumed")
        for view, shown in before.items():
            again = host.get(f"/sessions/{fight}?view={view}")
            assert again["view"] == shown["view"]
            assert (again["revision"], again["can"]["redo"]) == (shown["revision"], shown["can"]["redo"])
        assert host.get(f"/sessions/{fight}/log?view=gm") == logs
        host.command(fight, view="gm", type="redo")
        assert inis(host, fight)["Silja"] == 15
        for _ in range(4):
            do_undo(host, fight)
        assert inis(host, fight)["Silja"] == 3
        assert inis(host, fight)["Brakk"] == 7
        until(lambda: shows(host, 3, Colour.WHITE), "the ring to show it")


def test_the_journal_of_a_fight_with_thrown_dice_reads_the_same(tmp_path: Path) -> None:
    with Host(tmp_path / "data").live() as host:
        fight = new_fight(
            host, "add Silja pc vz=8 advantage=2 · add Brakk pc · roll Silja · roll Brakk surprised · begin"
        )
        time.sleep(1.1)
        knob(host, press="short")
        until(lambda: masters(host, fight)["phase"] == "turn", "somebody to be on")
        knob(host, turn=1)
        knob(host, press="short")
        until(lambda: masters(host, fight)["phase"] == "between", "that one to have acted")
        do_undo(host, fight)
        shown = host.get(f"/sessions/{fight}/log?view=gm")["entries"]
        whole = journal_of(host, fight, tmp_path, view="gm")
        assert told(replayed(whole, expect=0)) == [entry["notation"] for entry in shown]
        # What a stranger was given cannot be read again, as it is not the whole; he is told so.
        assert "game master" in refused(journal_of(host, fight, tmp_path))
