"""What code and tests cite can be looked up here: readings of the rules, scenarios, sections of the design."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
CODE = sorted(
    path
    for folder in ("host", "firmware", "hardware", "tests")
    for path in (ROOT / folder).rglob("*.py")
    if "vendor" not in path.parts
)
SCENARIOS = (ROOT / "docs" / "scenarios.md").read_text()
RULES = (ROOT / "docs" / "rules" / "master-move.md").read_text()
FIGHTS = (ROOT / "docs" / "rules" / "initiative.md").read_text()
IMMAN = (ROOT / "docs" / "rules" / "imman.md").read_text()
DESIGN = (ROOT / "docs" / "design.md").read_text()
ROWS = {row[0]: row[1] for row in re.findall(r"^\| ([A-Z]\d\d) \|.*\| ([^|]*) \|$", SCENARIOS, re.MULTILINE)}
READINGS = set(re.findall(r"^\| ([MIN]\d+) \|", RULES + FIGHTS + IMMAN, re.MULTILINE))

IN_A_NAME = re.compile(r"def test_([a-z]\d\d)_")
# A cell is called A1 to I16: E, F and H are scenarios only where no cell is meant.
# A die is a W6 or a W20.
IN_PROSE = re.compile(r"\b([RW](?!20\b)\d\d|[EFH](?:0\d|1[7-9]|[2-9]\d)|M[1-9]\d?)\b")


def scenario_or_reading(cited: str) -> bool:
    return cited in ROWS or re.sub(r"^([MIN])0", r"\1", cited) in READINGS


def test_the_pages_have_their_rows() -> None:
    pages = {"M": 25, "I": 22, "N": 25}
    assert {f"{page}{number}" for page, last in pages.items() for number in range(1, last + 1)} == READINGS
    assert len(ROWS) > 20


def faults(found: Callable[[str], Iterable[str]]) -> dict[str, list[str]]:
    """What is wrong, file by file."""
    by_file = {str(path.relative_to(ROOT)): sorted(set(found(path.read_text()))) for path in CODE}
    return {name: wrong for name, wrong in by_file.items() if wrong}


def test_every_id_that_is_cited_stands_on_a_page() -> None:
    def unknown(text: str) -> Iterator[str]:
        cited = {name.upper() for name in IN_A_NAME.findall(text)} | set(IN_PROSE.findall(text))
        return (one for one in cited if not scenario_or_reading(one))

    assert faults(unknown) == {}


@pytest.mark.parametrize("scenario", ROWS)
def test_every_scenario_is_shown_where_its_row_says_and_nowhere_else(scenario: str) -> None:
    named = set(re.findall(r"`([^`]+)`", ROWS[scenario]))
    showing = {str(path.relative_to(ROOT)) for path in CODE if f"def test_{scenario.lower()}_" in path.read_text()}
    assert showing == named
    assert bool(named) is (scenario not in {"E25", "E26"}), "these two have no like case here"


def test_every_section_that_is_cited_exists() -> None:
    def unknown(text: str) -> Iterator[str]:
        prose = " ".join(text.replace("#", " ").split())
        for part in re.findall(r'\b[Dd]esign, "([^"]+)"', prose):
            if f"## {part}\n" not in DESIGN:
                yield part
        for number in re.findall(r'\b[Dd]esign,(?: "[^"]+" and)? decision (\d+)', prose):
            if not re.search(rf"^{number}\. \*\*", DESIGN, re.MULTILINE):
                yield f"decision {number}"
        for part in re.findall(r'\b[Rr]ules page, "([^"]+)"', prose):
            if f"## {part}\n" not in RULES + FIGHTS + IMMAN:
                yield part

    assert faults(unknown) == {}


def test_code_cites_no_issue_by_its_number() -> None:
    assert faults(lambda text: re.findall(r"\b[Ii]ssue #?\d", text)) == {}
