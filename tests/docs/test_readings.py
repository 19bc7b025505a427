"""Every reading that is built is shown by tests that bear its number; the page of the rules tells of all there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from feldlicht.base.commands import OwnAct
from feldlicht.rules.imman.notation import VERBS as IMMAN_VERBS
from feldlicht.rules.imman.options import Options as ImmanOptions
from feldlicht.rules.imman.options import options_form
from feldlicht.rules.imman.state import Phase as ImmanPhase
from feldlicht.rules.imman.state import Purpose
from feldlicht.rules.initiative import GAME as INITIATIVE
from feldlicht.rules.initiative.notation import VERBS
from feldlicht.rules.initiative.state import Phase as FightPhase
from feldlicht.rules.master_move.offers import options
from feldlicht.rules.master_move.state import EndReason, Phase

ROOT = Path(__file__).parents[2]
RULES = (ROOT / "docs" / "rules" / "master-move.md").read_text()
FIGHTS = (ROOT / "docs" / "rules" / "initiative.md").read_text()
IMMAN = (ROOT / "docs" / "rules" / "imman.md").read_text()
STATES = dict(re.findall(r"^\| M(\d+) \|.*\| ([^|]*) \|$", RULES, re.MULTILINE))
SHOWN = {
    int(number)
    for path in (ROOT / "tests").rglob("*.py")
    for number in re.findall(r"def test_m(\d\d)_\w+", path.read_text())
}
OF_A_MATCH = {*range(1, 19), 22, 23, 25}
"""Readings about one match; the others are about tournaments, kits and sides."""


def test_the_readings_that_are_built_are_those_about_a_match() -> None:
    assert {int(number) for number, state in STATES.items() if state.startswith("built")} == OF_A_MATCH
    assert {state for number, state in STATES.items() if int(number) not in OF_A_MATCH} == {"later"}


def test_every_reading_of_a_fight_has_a_test_that_bears_its_number() -> None:
    tests = (ROOT / "tests").rglob("*.py")
    shown = {int(number) for path in tests for number in re.findall(r"def test_i(\d\d)_\w+", path.read_text())}
    assert shown == {int(number) for number in re.findall(r"^\| I(\d+) \|", FIGHTS, re.MULTILINE)}


def test_every_reading_of_imman_that_is_built_has_tests_that_bear_its_number_and_no_other_has() -> None:
    states = dict(re.findall(r"^\| N(\d+) \|.*\| ([^|]*) \|$", IMMAN, re.MULTILINE))
    assert set(states.values()) <= {"built", "later"}
    names = [
        name for path in (ROOT / "tests").rglob("*.py") for name in re.findall(r"def (test_n\d\w+)", path.read_text())
    ]
    shown = {number for name in names for number in re.findall(r"(?<=_)n(\d+)(?=_)", name)}
    assert shown == {number for number, state in states.items() if state == "built"}


def test_the_page_of_imman_names_every_option_phase_act_and_purpose_of_a_die() -> None:
    named = {word for part in re.findall(r"`([^`]+)`", IMMAN) for word in part.split()}
    assert set(options_form(ImmanOptions())) <= named
    assert {one.value for one in (*ImmanPhase, *Purpose)} <= named
    assert set(IMMAN_VERBS) <= named


def test_the_page_of_fights_names_every_setting_phase_and_act() -> None:
    named = {word for part in re.findall(r"`([^`]+)`", FIGHTS) for word in part.split()}
    assert {one.name for one in INITIATIVE.options()} | {phase.value for phase in FightPhase} <= named
    assert set(VERBS) <= named


@pytest.mark.parametrize("number", sorted(OF_A_MATCH))
def test_a_reading_that_is_built_has_a_test_that_bears_its_number(number: int) -> None:
    assert number in SHOWN


def test_no_test_bears_the_number_of_a_reading_that_is_not_built() -> None:
    assert SHOWN == OF_A_MATCH


def test_the_page_names_every_option_phase_end_and_kind_of_act() -> None:
    named = {word for part in re.findall(r"`([^`]+)`", RULES) for word in part.split()}
    assert {one.name for one in options()} <= named
    assert {phase.value for phase in Phase} | {reason.value for reason in EndReason} <= named
    acts = {"+F", "form", "ready", "@-", "built", "reveal", "time", "hint", "resign"}
    assert acts <= named
    own = {
        one.__name__ for one in OwnAct.__subclasses__() if one.__module__.startswith("feldlicht.rules.master_move")
    }
    assert own == {"Formed", "Ready", "AskHint"}, "a new kind of act: name it on the page, and here"
