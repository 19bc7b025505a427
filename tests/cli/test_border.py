"""The border of the command: versions, wrong use, faults inside. No traceback ever reaches people."""

from __future__ import annotations

import json
import logging
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from feldlicht.cli import crash
from feldlicht.version import VERSION
from tests.cli.conftest import GENEROUS_S, environment, run


def script(lines: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process in which something was changed first."""
    return subprocess.run(
        [sys.executable, "-c", lines],
        env=environment(**more),
        capture_output=True,
        text=True,
        timeout=GENEROUS_S,
        check=False,
    )


def test_the_version_is_the_installed_one() -> None:
    said = run("--version")
    assert said.returncode == 0
    assert VERSION in said.stdout


def test_without_a_command_it_shows_what_there_is() -> None:
    said = run()
    assert said.returncode == 2
    assert "play" in said.stdout + said.stderr
    assert "bench" in said.stdout + said.stderr


def test_an_unknown_command_is_wrong_use() -> None:
    said = run("fly")
    assert said.returncode == 2
    assert "Traceback" not in said.stderr


@pytest.mark.parametrize(("language", "start"), [("C", "Feldlicht needs"), ("de_DE.UTF-8", "Feldlicht braucht")])
def test_an_older_python_gets_a_sentence(language: str, start: str) -> None:
    lines = "import sys; sys.version_info = (3, 10, 2, 'final', 0)\nfrom feldlicht.cli import main; main()"
    said = script(lines, LC_ALL=language)
    assert said.returncode == 2
    assert said.stderr.startswith(start)
    assert "3.10.2" in said.stderr
    assert said.stderr.count("\n") == 1


def test_a_fault_inside_is_one_sentence_and_a_file_in_the_data_folder(tmp_path: Path) -> None:
    lines = (
        "import sys, feldlicht.cli.play as play\n"
        "def broken(*_): raise ZeroDivisionError('secret detail')\n"
        "play.play = broken\n"
        f"sys.argv = ['feldlicht', 'play', '--http-port', '0', '--data', {str(tmp_path)!r}]\n"
        "from feldlicht.cli import main; main()"
    )
    said = script(lines)
    assert said.returncode == 1
    assert said.stderr.count("\n") == 1
    (file,) = tmp_path.glob("crash-*.txt")
    assert str(file) in said.stderr
    assert "secret" not in said.stderr
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    details = file.read_text(encoding="utf-8")
    assert "secret detail" in details
    assert VERSION in details


def test_a_crash_file_has_what_was_logged_before_the_fault(tmp_path: Path) -> None:
    lines = (
        "import sys, logging, feldlicht.cli.play as play\n"
        "def broken(*_):\n"
        "    logging.getLogger('early').warning('an early sign')\n"
        "    raise ZeroDivisionError('later')\n"
        "play.play = broken\n"
        f"sys.argv = ['feldlicht', 'play', '--http-port', '0', '--data', {str(tmp_path)!r}]\n"
        "from feldlicht.cli import main; main()"
    )
    assert script(lines).returncode == 1
    (file,) = tmp_path.glob("crash-*.txt")
    details = file.read_text(encoding="utf-8")
    assert details.index("an early sign") < details.index("later")


def test_the_log_is_its_owners_alone_also_once_it_was_rotated(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(crash, "LOG_BYTES", 200)
    file = tmp_path / "feldlicht.log"
    file.write_text("of an earlier version\n")
    file.chmod(0o644)
    with crash.log_to(file):
        for number in range(8):
            logging.getLogger("rotating").error("line %d of many that fill a file", number)
    found = {one.name: stat.S_IMODE(one.stat().st_mode) for one in tmp_path.iterdir()}
    assert found == {"feldlicht.log": 0o600, "feldlicht.log.1": 0o600, "feldlicht.log.2": 0o600}


def test_playing_needs_no_catalogue_compiler(tmp_path: Path) -> None:
    lines = (
        "import sys\n"
        "sys.modules['babel'] = sys.modules['flask_babel'] = None\n"
        "import feldlicht.cli.play, feldlicht.web.app\n"
        "from feldlicht.texts import text\n"
        "print(text('host.ended', 'de'))"
    )
    assert script(lines).stdout.startswith("Beendet")


def test_a_reader_of_our_output_that_leaves_is_no_fault_to_talk_about() -> None:
    lines = (
        "import sys, click, feldlicht.cli.commands as c\n"
        "@c.feldlicht.command()\n"
        "def much():\n"
        "    for _ in range(100000): click.echo('x' * 100)\n"
        "sys.argv = ['feldlicht', 'much']\n"
        "from feldlicht.cli import main; main()"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", lines], env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    process.wait(GENEROUS_S)
    assert said == ""


# ------------------------------------------------------------------ bench


def test_an_unknown_bench_group_names_those_that_are_there() -> None:
    said = run("bench", "nothing")
    assert said.returncode == 2
    assert "rules" in said.stderr
    assert "Traceback" not in said.stderr


SMALL = (
    "import sys, feldlicht.bench.rules as rules\n"
    "from feldlicht.bench.row import Row\n"
    "rules.rows = lambda: [Row('rules.a', 1.5, 'things/s', 0.1, None, None, None), "
    "Row('rules.b', 2.0, 's', 0.2, 'peer', 4.0, 0.5)]\n"
    "sys.argv = ['feldlicht', 'bench', 'rules', *sys.argv[1:]]\n"
    "from feldlicht.cli import main; main()"
)
"""The real command and the real row, with figures that need no measuring."""


def bench(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", SMALL, *arguments],
        env=environment(),
        capture_output=True,
        text=True,
        timeout=GENEROUS_S,
        check=False,
    )


def test_bench_rows_come_as_json_with_their_seven_fields() -> None:
    said = bench("--json")
    assert said.returncode == 0, said.stderr
    rows = json.loads(said.stdout)
    assert [set(row) for row in rows] == [{"name", "value", "unit", "spread", "peer", "peer_value", "ratio"}] * 2
    assert rows[1]["ratio"] == 0.5


def test_bench_rows_come_as_plain_lines_where_there_is_no_terminal() -> None:
    said = bench()
    assert said.returncode == 0, said.stderr
    lines = said.stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("rules.a\t1.5\tthings/s")
