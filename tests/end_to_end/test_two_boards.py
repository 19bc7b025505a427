"""Two boards in one house, as people start it: two matches at once, and neither knows of the other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.host import Host, until


def magnets(host: Host, board: str) -> dict[str, str]:
    return dict(host.get(f"/boards/{board}/sim/magnets")["magnets"])


@pytest.mark.prove
def test_two_matches_are_played_at_two_simulated_boards_and_go_on_after_a_restart(tmp_path: Path) -> None:
    with Host(tmp_path, "--sim", "2", FELDLICHT_HANDS_PACE="0").live() as host:
        until(lambda: [b["state"] for b in host.get("/boards")["boards"]] == ["live", "live"], "both boards")
        first, second = host.new_match(), host.new_match(board="sim-2")
        host.post("/boards/sim-2/sim/hands", {"do": "build"}, expect=202)
        until(lambda: host.session(second)["view"]["phase"] == "play", "the second board to be set up")
        until(lambda: not host.session(second)["hands"]["busy"], "the hands to be done")
        host.command(second, type="move", move="F B5-A4")
        until(lambda: magnets(host, "sim-2").get("A4") == "N", "virtual hands to move")
        assert magnets(host, "sim") == {}
        assert host.notations(first) == []
        assert host.get("/boards/sim-2")["session"] == second
    with Host(tmp_path, "--sim", "2", FELDLICHT_HANDS_PACE="0").live() as host:
        until(lambda: [b["state"] for b in host.get("/boards")["boards"]] == ["live", "live"], "both boards")
        assert [host.get(f"/boards/{board}")["session"] for board in ("sim", "sim-2")] == [first, second]
        assert host.notations(second) == ["built", "F B5-A4"]
