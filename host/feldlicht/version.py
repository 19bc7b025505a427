"""The version of what is installed."""

from __future__ import annotations

from importlib.metadata import version

VERSION = version("feldlicht")
