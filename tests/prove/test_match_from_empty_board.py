"""A whole match by hands over the simulated board: from an empty board by way of 2:2 to its record, read again."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from feldlicht.base.cells import cell_name
from feldlicht.base.figures import Side
from feldlicht.rules.master_move import GAME, MasterMoveState
from tests.rules.helpers import WALK_TO_GOAL, keeper_step, play
from tests.support.formations import counting
from tests.support.host import Host, until

SCORERS = (Side.YELLOW, Side.BLUE, Side.YELLOW, Side.BLUE, Side.YELLOW)
"""1:0, 1:1, 2:1, 2:2, 3:2."""
RELOCATED = {
    Side.YELLOW: ("@V D4-C4", "@V C4-D4", "@V D4-C4", "@V C4-D4"),
    Side.BLUE: ("@V D13-C13", "@V C13-D13", "@V D13-C13", "@V C13-D13"),
}
ORDER = "TVFMJS"


class Hands:
    """Hands at the board of a host; what the log must say is played along by the rules."""

    def __init__(self, host: Host) -> None:
        self.host = host
        self.match = host.new_match(formation=None)
        self.state: MasterMoveState = GAME.new({}, None)

    def logged(self, notation: str) -> None:
        """Wait until the log's last act is this one, and play it along."""
        until(lambda: self.host.notations(self.match)[-1:] == [notation], f"{notation} to be in the log")
        self.state = play(self.state, notation)

    def put_up(self, side: Side) -> None:
        cells = counting()[side.value]
        for name in sorted(cells, key=lambda one: (ORDER.index(cells[one]), one)):
            self.host.hands(**{name: side.pole.value})
            self.logged(f"+{cells[name]} {name}")
        self.confirmed(f"ready {side.value}")

    def confirmed(self, notation: str) -> None:
        """Press the knob when what stands may be confirmed."""
        until(lambda: self.host.session(self.match)["can"]["confirm"], "something to confirm")
        self.host.command(self.match, type="confirm")
        self.logged(notation)

    def moved(self, notation: str) -> None:
        self.carried(notation)
        self.logged(notation)

    def carried(self, notation: str) -> None:
        origin, target = notation.rstrip("!").split(" ")[1].split("-")
        self.host.move(origin, target)

    def scored(self, side: Side) -> None:
        for act in WALK_TO_GOAL[side]:
            if self.state.to_move is not side:
                self.moved(keeper_step(self.state))
            self.moved(act)

    def relocated(self, number: int) -> None:
        """Build the formation again and let both sides give a figure another cell, the scorer first."""
        self.host.set_up(self.match)
        self.logged("built")
        for _ in Side:
            side = self.state.relocating
            assert side is not None
            act = RELOCATED[side][number]
            self.carried(act)
            until(lambda: self.host.session(self.match)["hands"]["preview"], "the relocation to be previewed")
            self.confirmed(act)


@pytest.mark.prove
def test_m12_a_match_by_hands_from_an_empty_board_to_3_2_with_four_relocations_a_side(tmp_path: Path) -> None:
    with Host(tmp_path / "data", FELDLICHT_SETTLE_MS="300", FELDLICHT_GRACE_MS="20000").live() as host:
        hands = Hands(host)
        for side in Side:
            hands.put_up(side)
        assert host.session(hands.match)["view"]["phase"] == "play"
        for number, side in enumerate(SCORERS):
            hands.scored(side)
            if number < len(SCORERS) - 1:
                hands.relocated(number)
        shown = host.session(hands.match)
        assert (shown["state"], shown["view"]["score"]) == ("over", {"yellow": 3, "blue": 2})
        assert shown["view"]["outcome"]["reason"] == "THREE_MOVES"
        standing = {cell_name(which): one.side.pole.value for which, one in hands.state.position.items()}
        assert host.magnets() == standing
        record = host.get(f"/sessions/{hands.match}/record")
    assert [one["act"] for one in record["acts"]].count("built") == 4
    assert sum(one["act"].startswith("@V") for one in record["acts"]) == 8
    file = tmp_path / "match.json"
    file.write_text(json.dumps(record))
    beside = Path(sys.executable).with_name("feldlicht")
    read = subprocess.run([beside, "record", "--json", file], capture_output=True, text=True, check=False)
    assert read.returncode == 0, read.stdout + read.stderr
    again = json.loads(read.stdout)
    assert (again["acts"], again["outcome"]) == (record["acts"], record["outcome"])
