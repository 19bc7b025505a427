"""A file has one subject and at most 400 lines; the property tests take their counts from the profile."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
MOST = 400
KINDS = ("py", "js", "css", "html", "po")
NOT_OURS = ("/vendor/", "_generated.py")
MAKES_COUNTS = {"tests/support/samples.py", "tests/conftest.py", "tests/docs/test_files.py"}


def tracked(*patterns: str) -> list[str]:
    """Files that git knows; some may be gone from the folder just now."""
    listed = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, check=True, text=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).exists()]


SOURCES = [
    name for name in tracked(*(f"*.{kind}" for kind in KINDS)) if not any(part in f"/{name}" for part in NOT_OURS)
]


def test_git_lists_the_sources() -> None:
    assert {"firmware/main.py", "host/feldlicht/web/static/js/board.js"} <= set(SOURCES)


def test_no_file_is_longer_than_400_lines() -> None:
    lines = {name: (ROOT / name).read_text(encoding="utf-8").count("\n") for name in SOURCES}
    assert {name: count for name, count in lines.items() if count > MOST} == {}


def test_no_property_counts_its_examples_past_the_profile() -> None:
    """`make prove` multiplies the profile's number; one that a test gives itself would stay as it is."""
    itself = [
        name
        for name in tracked("tests/*.py")
        if name not in MAKES_COUNTS and re.search(r"max_examples=\d", (ROOT / name).read_text(encoding="utf-8"))
    ]
    assert itself == []
