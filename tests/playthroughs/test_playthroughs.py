"""Every playthrough plays as it is written down, and every game that is installed has one."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules.master_move import GAME
from tests.playthroughs.regenerate import FOLDER, SCRIPTS, main, path_of, playthrough


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_a_match_plays_as_it_is_written_down(name: str) -> None:
    assert playthrough(SCRIPTS[name]) == path_of(name).read_text(encoding="utf-8")


def test_every_game_has_a_playthrough_and_every_file_a_script() -> None:
    games = {one.name for one in entry_points(group="feldlicht.games")}
    assert games <= SCRIPTS.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == SCRIPTS.keys()


def test_every_option_and_each_of_its_words_is_played() -> None:
    played: set[tuple[str, object]] = set()
    for script in SCRIPTS.values():
        for name, value in script.options.items():
            chosen = [value[side.value] for side in Side] if isinstance(value, dict) else [value]
            played |= {(name, "cells" if isinstance(one, list) else one) for one in chosen}
    for option in GAME.options():
        if option.words:
            assert {(option.name, word) for word in option.words if word != option.default} <= played
        else:
            assert any(name == option.name and value != option.default for name, value in played), option.name
    assert ("zone", "cells") in played


def test_the_script_says_that_nothing_changed() -> None:
    assert main([]) == 0
