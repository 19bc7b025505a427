"""What can be set, called or heard is documented."""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

import pytest

from feldlicht.bench.row import Row
from feldlicht.cli.bench import groups
from feldlicht.cli.board_commands import board
from feldlicht.cli.board_findings import EXIT_CODES
from feldlicht.cli.commands import feldlicht as program
from feldlicht.config import SETTINGS, Settings
from feldlicht.runtime.house import House
from feldlicht.selftest import findings as selftest
from feldlicht.web.app import create_app

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"


def page(name: str) -> str:
    return (DOCS / name).read_text()


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.name)
def test_every_setting_stands_in_its_table_with_variable_and_help(setting) -> None:  # type: ignore[no-untyped-def]
    default = "" if setting.default is None else f"`{setting.default}`"
    row = f"| `{setting.name}` | `{setting.variable}` | {default} | {setting.help} |"
    assert row in page("settings.md")


def test_every_command_and_option_is_documented() -> None:
    text = page("settings.md")
    for name, command in program.commands.items():
        assert f"feldlicht {name}" in text
        for parameter in command.params:
            for option in getattr(parameter, "opts", []):
                if option.startswith("--"):
                    assert option in text, f"{option} of {name}"


def test_every_command_for_boards_is_documented_with_its_options_and_findings() -> None:
    text = page("boards.md")
    for name, command in board.commands.items():
        (row,) = (line for line in text.splitlines() if line.startswith(f"| `feldlicht board {name} "))
        options = {option for parameter in command.params for option in parameter.opts if option.startswith("--")}
        assert set(re.findall(r"--[a-z-]+", row.split("` |")[0])) == options, name


@pytest.mark.parametrize(
    ("heading", "codes"), [("What the doctor finds", EXIT_CODES), ("The self-test", selftest.EXIT_CODES)]
)
def test_the_tables_of_findings_are_the_codes_the_gravest_first(heading: str, codes: dict[StrEnum, int]) -> None:
    (section,) = re.findall(rf"^## {heading}\n(.*?)(?=^## |\Z)", page("boards.md"), re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| `(\w+)` \| (\d+) \|", section, re.MULTILINE)
    assert [(name, int(code)) for name, code in rows] == [(str(finding), code) for finding, code in codes.items()]


def test_every_bench_group_is_documented() -> None:
    assert all(f"`{group}`" in page("settings.md") for group in groups())
    assert all(group in page("benchmarks.md") for group in groups())
    assert Row.__doc__


def test_every_route_is_documented(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path)
    app = create_app(House(settings), settings)
    text = page("api.md")
    for rule in app.url_map.iter_rules():
        if not rule.rule.startswith("/api/v1/"):
            continue
        path = re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", rule.rule.removeprefix("/api/v1"))
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"}):
            assert f"`{method} {path}`" in text, f"{method} {path}"


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", (ROOT / "README.md").read_text()))))
def test_every_link_of_the_readme_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()


def test_every_kind_of_stream_event_is_documented() -> None:
    source = (ROOT / "host" / "feldlicht" / "web" / "streams.py").read_text()
    names = set(re.findall(r'event_text\("(\w+)"', source))
    assert names >= {"snapshot", "entry", "tick", "bye"}
    assert all(f"`{name}`" in page("api.md") for name in names)
