"""A host that is killed and started again: same match, same magnets, same position."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.host import Host, until
from tests.support.processes import alive, children_of


@pytest.mark.parametrize(
    "interpreter", ["micropython", pytest.param("cpython", marks=pytest.mark.prove)], indirect=True
)
def test_a_killed_host_starts_again_with_the_same_match_magnets_and_position(
    interpreter: str, tmp_path: Path
) -> None:
    with Host(tmp_path).live() as host:
        match = host.new_match()
        host.set_up(match)
        host.move("D8", "E10")
        until(lambda: host.notations(match)[-1] == "S D8-E10", "the move")
        magnets, before = host.magnets(), host.session(match)
        host.kill()
    with Host(tmp_path).live() as host:
        until(lambda: host.get("/boards/default")["session"] == match, "the match to be resumed")
        assert host.magnets() == magnets
        after = host.session(match)
        assert (after["revision"], after["view"]) == (before["revision"], before["view"])
        # and the first move after it is taken
        until(lambda: host.session(match)["hands"]["board_present"], "the board to be read")
        host.move("C10", "C11")
        until(lambda: host.notations(match)[-1] == "M C10-C11", "the first move after the restart")


def test_a_figure_in_the_air_when_the_host_dies_is_asked_about_when_it_lands(tmp_path: Path) -> None:
    with Host(tmp_path).live() as host:
        match = host.new_match()
        host.set_up(match)
        host.hands(D8=None)
        host.kill()
    with Host(tmp_path).live() as host:
        until(lambda: host.get("/boards/default")["session"] == match, "the match to be resumed")
        host.hands(E10="N")
        question = until(lambda: host.session(match)["hands"]["question"], "the question")
        assert host.notations(match) == ["built"]
        host.command(match, type="answer", question=question["id"], choice=0)
        assert host.notations(match) == ["built", "S D8-E10"]


@pytest.mark.parametrize(
    "interpreter", ["micropython", pytest.param("cpython", marks=pytest.mark.prove)], indirect=True
)
def test_a_killed_host_leaves_no_firmware_running(interpreter: str, tmp_path: Path) -> None:
    with Host(tmp_path).live() as host:
        children = until(lambda: children_of(host.pid), "the firmware's process")
        host.kill()
    until(lambda: not any(alive(child) for child in children), "the firmware to end with its host")
