"""Where there is no MicroPython: the board plays as usual, and every page and command that shows it says so."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import QUICK, OpenPage
from tests.browser.test_accessibility import STILL, has_no_violations
from tests.support.host import PATIENCE_S, Host, until

pytestmark = [pytest.mark.browser, pytest.mark.prove]

SENTENCES = {"en": "in Python itself, not in MicroPython", "de": "in Python selbst, nicht in MicroPython"}


@pytest.fixture(scope="module")
def without_micropython(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The script of an installation that has everything but a MicroPython, as pip makes it on a Linux arm64."""
    folder = tmp_path_factory.mktemp("installation")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    packages = Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())
    # As a folder of packages of its own, so that a project that is installed by its path is found there too.
    everything = f"import site; site.addsitedir({sysconfig.get_path('purelib')!r})"
    (packages / "all.pth").write_text(everything, encoding="utf-8")
    script = folder / "bin" / "feldlicht"
    script.write_text(f"#!{python}\nfrom feldlicht.cli import main\nmain()\n", encoding="utf-8")
    script.chmod(0o755)
    assert not (folder / "bin" / "micropython").exists()
    return script


@pytest.fixture(scope="module")
def host(without_micropython: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with Host(tmp_path_factory.mktemp("data"), program=without_micropython, **QUICK) as running:
        yield running.live()


def test_an_installation_without_the_wheel_plays_and_says_so_in_the_terminal_and_to_programs(host: Host) -> None:
    until(lambda: any("live" in line for line in host.output), "the terminal to name the board")
    assert any("(cpython)" in line and "without MicroPython" in line for line in host.output)
    board = host.get("/boards/default")
    assert (board["simulated"], board["machine"]) == (True, "cpython")
    assert host.get("/health")["board"]["machine"] == "cpython"
    hello = host.get("/boards/default/health")["hello"]
    assert (hello["machine"], hello["micropython"]) == ("cpython", ".".join(map(str, sys.version_info[:3])))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_boards_page_and_its_health_page_say_so_in_both_languages(
    language: str, host: Host, visit: OpenPage
) -> None:
    for page in ("/boards/default", "/boards/default/health"):
        visitor = visit(host, page, locale=language, **STILL)
        said = visitor.page.locator("[data-without-micropython]")
        expect(said).to_contain_text(SENTENCES[language])
        expect(said).to_be_visible()
        has_no_violations(visitor)


def test_memory_that_nobody_counts_is_not_shown(host: Host, visit: OpenPage) -> None:
    program = until(lambda: host.get("/boards/default/health")["program"], "the board's state")
    assert program["free_memory"] is None
    visitor = visit(host, "/boards/default/health")
    facts = visitor.page.locator("dl.facts")
    expect(facts.get_by_text("Scans of all cells", exact=True)).to_be_visible(timeout=PATIENCE_S * 1000)
    expect(facts.get_by_text("Free memory", exact=True)).to_have_count(0)


@pytest.mark.parametrize(("language", "words"), [("en", "without MicroPython"), ("de", "ohne MicroPython")])
def test_the_list_of_boards_says_so(language: str, words: str, without_micropython: Path, host: Host) -> None:
    listed = [without_micropython, "board", "list", "--data", host.data]
    environment = os.environ | {"FELDLICHT_LANGUAGE": language}
    said = subprocess.run(listed, capture_output=True, text=True, check=False, env=environment, timeout=PATIENCE_S)
    assert re.search(rf"cpython.*{words}", said.stdout), said
    assert "MicroPython Python" not in said.stdout
    assert "MicroPython 3" not in said.stdout
    rows = subprocess.run([*listed, "--json"], capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    (row,) = json.loads(rows.stdout)
    assert (row["machine"], row["micropython"]) == ("cpython", None)


def test_a_match_is_played_there(host: Host) -> None:
    match = host.new_match()
    host.set_up(match)
    host.move("D8", "E10")
    until(lambda: host.notations(match)[-1] == "S D8-E10", "the move")
