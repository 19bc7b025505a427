"""The README's first two lines, word for word, in an environment with nothing but python3 and pip."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import urllib.request
from pathlib import Path

import pytest

from tests.support.host import ADDRESS, until

ROOT = Path(__file__).parents[2]
KEPT = ("PATH", "LANG", "SSL_CERT_FILE", "REQUESTS_CA_BUNDLE", "PIP_INDEX_URL", "PIP_CERT", "PIP_FIND_LINKS")
"""What of the environment reaches the lines: how this machine finds programs and package servers, nothing else."""


@pytest.mark.prove
def test_the_two_lines_of_the_readme_start_a_host_whose_board_plays(tmp_path: Path) -> None:
    checkout = tmp_path / "feldlicht"
    shutil.copytree(ROOT, checkout, ignore=shutil.ignore_patterns(".venv", ".git", "typings", "build", ".*_cache"))
    install, play = _lines()
    environment = {name: os.environ[name] for name in KEPT if name in os.environ}
    environment |= {"HOME": str(tmp_path), "FELDLICHT_DATA": str(tmp_path / "data"), "FELDLICHT_HTTP_PORT": "0"}
    subprocess.run(["bash", "-ec", install], cwd=checkout, env=environment, check=True, timeout=600)
    _licences_travel_and_tools_do_not(next((checkout / ".venv").glob("lib/python*/site-packages")))
    # Only the wheel may be used: the checkout's own folders are out of the way.
    for folder in ("host", "firmware"):
        shutil.rmtree(checkout / folder)
    printed = tmp_path / "printed"
    with printed.open("w") as output:
        host = subprocess.Popen(
            ["bash", "-c", f"exec {play}"], cwd=checkout, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
    try:
        address = until(lambda: ADDRESS.search(printed.read_text()), "an address to be printed").group()
        until(lambda: _health(address)["board"]["state"] == "live", "the board to be live")
        board = _health(address)["board"]
        assert board["simulated"] is True
        assert board["interpreter"].startswith("MicroPython")
    finally:
        host.terminate()
        assert host.wait(30) == 0, printed.read_text()


def _licences_travel_and_tools_do_not(packages: Path) -> None:
    (about,) = packages.glob("feldlicht-*.dist-info")
    assert "License-Expression: MIT AND BSD-3-Clause" in (about / "METADATA").read_text()
    assert {path.name for path in about.rglob("licenses/**/*") if path.is_file()} == {"LICENSE", "lit-html.LICENSE"}
    assert {path.suffix for path in (packages / "feldlicht" / "_firmware").iterdir() if path.is_file()} == {".py"}


def _lines() -> list[str]:
    block = re.search(r"```\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert block is not None
    lines = block.group(1).strip().splitlines()
    assert len(lines) == 2
    return lines


def _health(address: str) -> dict:  # type: ignore[type-arg]
    with urllib.request.urlopen(f"{address}api/v1/health", timeout=30) as answer:
        return dict(json.load(answer))
