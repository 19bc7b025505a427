"""The protocol's vectors, which both ends' tests read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

VECTORS: dict[str, list[dict[str, Any]]] = json.loads(
    (Path(__file__).resolve().parents[2] / "docs" / "protocol-vectors.json").read_text(encoding="utf-8")
)
