"""The page "Write a game" shows the example as it is, and names what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from feldlicht.base.plans import Plan

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "tests" / "plugin"
SOURCES = [*sorted((EXAMPLE / "feldlicht_three").glob("*.py")), EXAMPLE / "test_rules.py", EXAMPLE / "pyproject.toml"]
BLOCKS = re.findall(r"^```(?:python|toml)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)


def told(source: str) -> str:
    """A source as it is but for how its lines are broken: a block of a page is not indented like a method."""
    return re.sub(r"\s+|,(?=\s*[)\]}])", "", source)


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.strip().splitlines()[0][:40])
def test_every_block_is_a_part_of_the_example(block: str) -> None:
    assert any(told(block) in told(source.read_text(encoding="utf-8")) for source in SOURCES)


def test_the_page_shows_most_of_the_example() -> None:
    game = told((EXAMPLE / "feldlicht_three" / "game.py").read_text(encoding="utf-8"))
    shown = sum(len(told(block)) for block in BLOCKS if told(block) in game)
    assert shown > len(game) * 0.6


def test_every_kind_of_plan_has_its_row() -> None:
    rows = set(re.findall(r"^\| `(\w+)` \|", PAGE, re.MULTILINE))
    assert {one.__name__ for one in Plan.__args__} <= rows


def read_by_pages(what: str) -> set[str]:
    """Keys of ``view`` or of its ``placing`` that scripts read, but for names of files.

    Fights and Imman have pages of their own, whose scripts no other game's view is shown by.
    """
    scripts = (ROOT / "host" / "feldlicht" / "web" / "static" / "js").glob("*.js")
    sources = "".join(
        one.read_text(encoding="utf-8") for one in scripts if not one.name.startswith(("fight", "imman"))
    )
    found = re.findall(rf"\b{what}\??\.([a-z_]+)", sources)
    taken = re.findall(rf"const \{{([^}}]*)\}} = (?:session\.)?(?:view\.)?{what};", sources)
    return {*found, *(re.findall(r"[a-z_]+", ",".join(taken)))} - {"js", "figure"}


def test_every_key_of_a_view_that_pages_read_is_named() -> None:
    named = set(re.findall(r"`(\w+)`", PAGE))
    assert {"figures", "phase", "placing"} <= read_by_pages("view")
    assert {"missing", "next"} <= read_by_pages("placing")
    assert read_by_pages("view") | read_by_pages("placing") <= named


def test_every_key_of_a_view_that_is_named_is_read_by_pages() -> None:
    (table,) = re.findall(r"^\| key \| is \|\n\|---\|---\|\n\| `phase`.*?(?=\n\n)", PAGE, re.MULTILINE | re.DOTALL)
    named = {
        key for row in re.findall(r"^\| (`[^|]*) \|", table, re.MULTILINE) for key in re.findall(r"`(\w+)`", row)
    }
    assert len(named) > 10
    # What marks the board goes to its drawing under another name.
    assert named - read_by_pages("view") <= read_by_pages("marks") | read_by_pages("game")
