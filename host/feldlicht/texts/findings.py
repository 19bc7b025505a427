"""What the self-test finds, in words."""

from __future__ import annotations

from feldlicht.selftest.findings import Finding, Found
from feldlicht.texts.catalogue import text


def finding_sentence(found: Found, language: str) -> str:
    """Return what a finding of the self-test is and what to do about it, in one sentence or two."""
    key = str(found.finding)
    if found.finding is Finding.BROKEN_CHAIN and not found.names[0].isalnum():
        key += ".somewhere"
    elif found.finding is Finding.BROKEN_CHAIN and found.names == ("0",):
        key += ".start"
    return text(f"board.finding.{key}", language, names=", ".join(found.names))
