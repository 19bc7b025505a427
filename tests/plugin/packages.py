"""Packages that add something to the house, made in a folder as an installer leaves them."""

from __future__ import annotations

import os
from pathlib import Path

THREE = Path(__file__).parent
"""Where the package ``feldlicht-three`` lies as if it were installed."""


def package(folder: Path, name: str, source: str, **entry_points: str) -> None:
    """Make a distribution ``name`` with one module; ``games="odd=GAME"`` is an entry point of ``feldlicht.games``."""
    module = name.replace("-", "_")
    (folder / f"{module}.py").write_text(source, encoding="utf-8")
    about = folder / f"{module}-1.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n", encoding="utf-8")
    groups = ""
    for group, one in entry_points.items():
        called, _, what = one.partition("=")
        groups += f"[feldlicht.{group}]\n{called} = {module}:{what}\n"
    (about / "entry_points.txt").write_text(groups, encoding="utf-8")


def path_with(*folders: Path) -> str:
    """The PYTHONPATH of a program that finds what lies in these folders."""
    return os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])
