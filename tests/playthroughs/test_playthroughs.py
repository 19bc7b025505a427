"""Every playthrough plays as it is written down, and every game that is installed has one."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from tests.playthroughs.regenerate import FOLDER, SCRIPTS, main, path_of, playthrough


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_a_match_plays_as_it_is_written_down(name: str) -> None:
    assert playthrough(SCRIPTS[name]) == path_of(name).read_text(encoding="utf-8")


def test_every_game_has_a_playthrough_and_every_file_a_script() -> None:
    games = {one.name for one in entry_points(group="feldlicht.games")}
    assert games <= SCRIPTS.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == SCRIPTS.keys()


def test_the_script_says_that_nothing_changed() -> None:
    assert main([]) == 0
