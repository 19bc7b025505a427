"""Every playthrough plays as it is written down, and every game that is installed has one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from importlib.metadata import entry_points

import pytest

from feldlicht.base.figures import Side
from feldlicht.rules import imman, initiative, master_move
from feldlicht.rules.offers import Option
from tests.playthroughs.fights import FIGHTS
from tests.playthroughs.hockey import HOCKEY
from tests.playthroughs.regenerate import FOLDER, MATCHES, SCRIPTS, main, path_of, playthrough
from tests.playthroughs.script import Script


@pytest.mark.parametrize("name", list(SCRIPTS))
def test_a_match_plays_as_it_is_written_down(name: str) -> None:
    assert playthrough(name) == path_of(name).read_text(encoding="utf-8")


def test_every_game_has_a_playthrough_and_every_file_a_script() -> None:
    games = {one.name for one in entry_points(group="feldlicht.games")}
    assert games <= SCRIPTS.keys()
    assert {path.stem for path in FOLDER.glob("*.txt")} == SCRIPTS.keys()


def played(scripts: Iterable[Script]) -> set[tuple[str, object]]:
    found: set[tuple[str, object]] = set()
    for script in scripts:
        for name, value in script.options.items():
            chosen = [value[side.value] for side in Side] if isinstance(value, dict) else [value]
            found |= {(name, "cells" if isinstance(one, list) else one) for one in chosen}
    return found


@pytest.mark.parametrize(
    ("options", "scripts"),
    [
        (master_move.GAME.options(), MATCHES),
        (initiative.GAME.options(), FIGHTS),
        (imman.GAME.options(), HOCKEY),
    ],
)
def test_every_option_and_each_of_its_words_is_played(options: Sequence[Option], scripts: dict[str, Script]) -> None:
    there = played(scripts.values())
    for option in options:
        if option.words:
            assert {(option.name, word) for word in option.words if word != option.default} <= there
        else:
            assert any(name == option.name and value != option.default for name, value in there), option.name


def test_a_white_zone_that_was_drawn_is_played() -> None:
    assert ("zone", "cells") in played(MATCHES.values())


def test_the_script_says_that_nothing_changed() -> None:
    assert main([]) == 0


def test_each_match_of_imman_is_played_to_its_end_by_dice_of_both_kinds() -> None:
    reasons = set()
    for name, script in HOCKEY.items():
        text = playthrough(name)
        typed = [act for act in script.acts if act.startswith("throw ")]
        assert any("#" in act for act in typed)
        assert any("#" not in act for act in typed)
        reasons |= {reason for reason in ("FULL_TIME", "SHOOT_OUT") if f'"reason": "{reason}"' in text}
    assert reasons == {"FULL_TIME", "SHOOT_OUT"}
