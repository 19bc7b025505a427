"""The firmware's files as text: what they say outright."""

from __future__ import annotations

import ast
from typing import Any

from harness import FIRMWARE


def source(module: str) -> ast.Module:
    """Return a file of the firmware, parsed."""
    return ast.parse((FIRMWARE / f"{module}.py").read_text(encoding="utf-8"))


def is_text(node: ast.AST) -> Any:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
