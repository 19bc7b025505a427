"""The words and settings in docs/protocol.md are those of both ends."""

from __future__ import annotations

import ast

import layout_generated
import protocol
import styles
from firmware_source import is_text, source
from harness import FIRMWARE

from feldlicht.base.styles import Pattern
from feldlicht.board.layout import LAYOUTS
from feldlicht.link import from_board, from_host
from tests.support.protocol_page import HOST_SENDS, WORDS, constants


def texts_in(module: str, function: str, returned: bool = True) -> set[str]:
    """Return the texts that a function of the firmware returns, or all of it."""
    found = {
        part.value
        for node in ast.walk(source(module))
        if isinstance(node, ast.FunctionDef) and node.name == function
        for inner in ast.walk(node)
        if isinstance(inner, ast.Return) or not returned
        for part in ast.walk(inner)
        if is_text(part)
    }
    return {str(one) for one in found}


def test_the_words_of_an_answer_are_the_pages_the_hosts_and_the_firmwares() -> None:
    words = {*WORDS["A", "WORD"]}
    assert words == {*from_board.Word}
    named = {
        text
        for module in ("protocol", "survey")
        for name, text in constants(FIRMWARE / f"{module}.py").items()
        if isinstance(text, str)
    }
    assert named == words
    for module in ("protocol", "survey"):
        for function in ("_order", "_apply", "order", "_finish", "_set_zero", "_answer", "expire"):
            assert texts_in(module, function) == set(), "each word has its name"


def test_the_causes_of_a_start_are_the_pages_the_hosts_and_the_firmwares() -> None:
    assert {*WORDS["H", "cause"]} == {*from_board.Cause} == texts_in("chip", "reset_cause")


def test_the_kinds_of_machines_and_of_sensors_are_the_pages_and_the_firmwares() -> None:
    assert {*WORDS["H", "machine"]} == texts_in("chip", "kind")
    assert {*WORDS["H", "sensors"]} == set(LAYOUTS)
    assert layout_generated.DRIVER in LAYOUTS


def test_the_words_of_the_supply_are_the_pages_the_hosts_and_the_firmwares() -> None:
    words = {*WORDS["I", "supply"]}
    assert words == {*from_board.Supply}
    assert words == {*constants(FIRMWARE / "source.py")["WORDS"]} | {"set"}
    assert texts_in("app", "supply") == {"set", "budget"}


def test_what_can_be_wrong_with_sensors_are_the_pages_and_the_firmwares_words() -> None:
    found = {
        text + "N" if text.endswith(":") else text
        for driver in ("digital_chain", "linear_mux", "no_sensors")
        for text in texts_in(driver, "trouble")
    }
    assert {*WORDS["I", "sensors"]} == found | {"ok"}


def test_the_tasks_that_can_fail_are_the_pages_and_the_firmwares() -> None:
    tasks = {
        str(node.elts[0].value)
        for module in ("bare", "app")
        for function in ast.walk(source(module))
        if isinstance(function, ast.FunctionDef) and function.name == "tasks"
        for node in ast.walk(function)
        if isinstance(node, ast.Tuple) and isinstance(node.elts[0], ast.Constant)
    }
    others = {
        str(node.args[0].value)
        for path in FIRMWARE.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "fault"
        if isinstance(node.args[0], ast.Constant)
    }
    assert {*WORDS["E", "TASK"]} == tasks | others


def test_the_patterns_of_a_style_are_the_pages_and_the_firmwares() -> None:
    assert {*WORDS["Y", "PATTERN"]} == {*styles.PATTERNS}
    assert len(WORDS["Y", "PATTERN"]) == len(Pattern)


def test_the_settings_of_a_board_are_the_pages_the_hosts_and_the_firmwares() -> None:
    page = {field.name: (int(field.low), int(field.high)) for field in HOST_SENDS["C"].fields}
    assert page == protocol.SETTINGS == from_host.Configure.LIMITS
