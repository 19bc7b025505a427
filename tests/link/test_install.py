"""The firmware is brought onto boards that run real MicroPython, and whatever goes wrong on the way, they start."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpremote.transport_serial import SerialTransport

from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.link import install as installing
from feldlicht.link import raw_prompt
from feldlicht.link.greeting import greet
from feldlicht.link.install import MAIN, Installed, Stage, Step, check_interpreter, install, plan
from feldlicht.link.link import monotonic_ms
from feldlicht.link.messages import Hello
from feldlicht.link.port import open_port
from feldlicht.link.raw_prompt import NEW, READY, digests
from feldlicht.runtime.firmware import firmware_files, firmware_folder, firmware_version
from feldlicht.sim.board import SimulatedBoard
from tests.support.host import until
from tests.support.samples import samples

Files = dict[str, bytes]

NOW = firmware_files()
OLD: Files = {**NOW, "version.py": NOW["version.py"].replace(b'FIRMWARE = "', b'FIRMWARE = "0.0.1-'), "gone.py": b""}
OLD_VERSION = firmware_version(OLD)
CHANGED = ("version.py",)
UNLIKE: Files = {name: data + b"# as it was\n" for name, data in OLD.items() if name != "gone.py"}
"""A firmware of which every file differs from ours."""


@pytest.fixture
def blank(tmp_path: Path) -> Iterator[SimulatedBoard]:
    """A board with nothing on its flash."""
    one = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path, own_flash=True)
    one.start()
    yield one
    one.close()


def with_firmware(board: SimulatedBoard, files: Mapping[str, bytes]) -> SimulatedBoard:
    """Give a board a firmware as if it had come with it, and have it run."""
    for name, data in files.items():
        (board.flash / name).write_bytes(data)
    board.reboot()
    return board


def on_flash(board: SimulatedBoard) -> Files:
    return {file.name: file.read_bytes() for file in board.flash.iterdir() if file.name != "boot_counter.txt"}


def bring(board: SimulatedBoard, files: Files = NOW, report: Callable[[Step], None] = lambda _: None) -> Installed:
    return install(board.port, files, report, may_replace=lambda: False)


def hello(board: SimulatedBoard) -> Hello:
    """Wait for what the board says of itself."""

    def said() -> Hello | None:
        line = open_port(board.port)
        try:
            return greet(line, monotonic_ms).hello
        finally:
            line.close()

    found: Hello = until(said, "the board to say hello")
    return found


def test_a_board_from_the_shop_gets_the_firmware_and_starts_it(blank: SimulatedBoard) -> None:
    steps: list[Step] = []
    done = bring(blank, report=steps.append)
    assert set(done.changed) == set(done.copied) == set(NOW)
    assert done.changed[-1] == MAIN
    assert on_flash(blank) == NOW
    said = hello(blank)
    assert (said.firmware, said.layout, said.boot) == (firmware_version(), LAYOUT.fingerprint, 1)
    assert [step.stage for step in steps if step.stage is not Stage.COPYING] == [
        Stage.STOPPING,
        Stage.COMPARING,
        Stage.EXCHANGING,
    ]
    copied = [step.done for step in steps if step.stage is Stage.COPYING]
    assert copied == sorted(copied)
    assert copied[-1] == sum(map(len, NOW.values())) == steps[-2].total


def test_an_update_copies_what_changed_and_nothing_else(blank: SimulatedBoard) -> None:
    with_firmware(blank, OLD)
    assert hello(blank).firmware == OLD_VERSION
    assert bring(blank).copied == CHANGED
    assert hello(blank).firmware == firmware_version()
    again = bring(blank)
    assert (again.changed, again.copied) == ((), ())
    assert hello(blank).firmware == firmware_version()


def test_the_firmware_never_has_a_boot_py_and_one_on_the_board_stays(blank: SimulatedBoard) -> None:
    assert "boot.py" not in NOW
    own = {"boot.py": b"import machine\n", "notes.txt": b"mine", "boot_counter.txt.new": b"4"}
    with_firmware(blank, own)
    bring(blank)
    assert on_flash(blank) == NOW | own


@pytest.mark.parametrize("state", ["running", "prompt", "raw prompt", "in the middle of a paste"])
def test_the_tool_gets_in_wherever_the_board_stands(blank: SimulatedBoard, state: str) -> None:
    with_firmware(blank, OLD)
    hello(blank)
    if state != "running":
        line = SerialTransport(blank.port, timeout=20)
        line.enter_raw_repl()
        if state == "prompt":
            line.exit_raw_repl()
        elif state != "raw prompt":
            line.serial.write(b"\x05A\x01import os; os.rem")
        line.close()
    bring(blank)
    assert hello(blank).firmware == firmware_version()


@pytest.mark.parametrize("broken", [b"import asyncio(\n", b"import no_such_module\n", b"1 // 0\n"])
def test_f14_a_board_whose_program_cannot_start_lets_the_tool_in_which_mends_it(
    blank: SimulatedBoard, broken: bytes
) -> None:
    with_firmware(blank, {**NOW, "app.py": broken})
    line = SerialTransport(blank.port, timeout=20)
    line.enter_raw_repl()
    assert line.exec("print(6 * 7)").strip() == b"42"
    line.close()
    bring(blank)
    assert hello(blank).firmware == firmware_version()
    assert (blank.flash / "app.py").read_bytes() == NOW["app.py"]


def moments(files: Files) -> int:
    """How many steps an installation has that may be its last."""
    return 3 + sum(1 + -(-len(data) // raw_prompt.CHUNK) for data in files.values())


class Mishap(Exception):
    """The person at the keyboard has had enough."""


def outcome_of(attempt: Callable[[], object]) -> Reason | type[Mishap] | None:
    """Return how it failed; None if it did not."""
    try:
        attempt()
    except Mishap:
        return Mishap
    except Refused as refused:
        return refused.refusal.reason
    return None


@pytest.mark.parametrize(
    "mishap",
    [
        "the power goes",
        *(pytest.param(one, marks=pytest.mark.prove) for one in ("the cable is pulled", "it is stopped")),
    ],
)
@samples(1)
@given(st.data())
def test_f14_whenever_an_installation_is_cut_off_the_board_starts_and_the_next_one_mends_it(
    tmp_path_factory: pytest.TempPathFactory, mishap: str, data: st.DataObject
) -> None:
    before = data.draw(st.sampled_from([{}, UNLIKE]), label="firmware before")
    at = data.draw(st.integers(0, moments(NOW) - 1), label="step")
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path_factory.mktemp("board"), own_flash=True)
    board.start()
    patience = pytest.MonkeyPatch()
    patience.setattr(raw_prompt, "PATIENCE_S", 4.0)
    try:
        with_firmware(board, before)
        left = at

        def report(_step: Step) -> None:
            nonlocal left
            left -= 1
            if left >= 0:
                return
            left = 10**6
            if mishap == "the cable is pulled":
                board.unplug()
            elif mishap == "the power goes":
                board.reboot()
            else:
                raise Mishap

        outcome = outcome_of(lambda: bring(board, report=report))
        if outcome is None:
            # Between two things that the tool asks, a board that is at the prompt again can just go on.
            assert mishap == "the power goes"
            assert on_flash(board) == NOW
        else:
            assert outcome in {Mishap, Reason.BOARD_CUT, Reason.PORT_MISSING}
        board.plug()
        there = {name: text for name, text in on_flash(board).items() if name.endswith(".py")}
        assert there in (before, NOW), "old and new files are mixed"
        if there:
            if mishap == "the cable is pulled":
                board.reboot()
            assert hello(board).firmware == firmware_version(there)
        waiting = {name.removesuffix(NEW) for name, text in on_flash(board).items() if text == NOW.get(name[:-4])}
        done = bring(board)
        assert set(done.copied) == (set() if there == NOW else NOW.keys() - waiting), "what had arrived is kept"
        assert on_flash(board) == NOW
        assert hello(board).firmware == firmware_version()
    finally:
        patience.undo()
        board.close()


@samples(2)
@given(st.data())
def test_f14_a_power_cut_among_the_renames_is_finished_by_the_next_start(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    order = plan(digests(NOW), digests(UNLIKE)).exchange
    renamed = data.draw(st.integers(0, len(order)), label="renamed before the cut")
    board = SimulatedBoard(LAYOUT, firmware_folder(), tmp_path_factory.mktemp("board"), own_flash=True)
    board.start()
    try:
        names = {name if at < renamed else name + NEW: NOW[name] for at, name in enumerate(order)}
        with_firmware(board, UNLIKE | names | {READY: b"1"})
        assert hello(board).firmware == firmware_version()
        assert on_flash(board) == NOW
    finally:
        board.close()


def test_new_files_of_another_version_are_not_taken_for_ours(blank: SimulatedBoard) -> None:
    half = {"app.py.new": b"half a fi", "lines.py.new": NOW["lines.py"], "gone.py.new": b"x", READY: b"1"}
    # Every file is as we want it but one, whose new text waits already.
    # It is not started again: a start would take them before the tool looks.
    for name, text in (NOW | {"lines.py": b"old"} | half).items():
        (blank.flash / name).write_bytes(text)
    done = bring(blank)
    assert (done.changed, done.copied) == (("lines.py",), ())
    assert on_flash(blank) == NOW


def test_another_program_is_replaced_only_if_somebody_says_so(blank: SimulatedBoard) -> None:
    foreign = {"main.py": b"print('blinky')\n", "app.py": b""}
    with_firmware(blank, foreign)
    with pytest.raises(Refused) as refused:
        bring(blank)
    assert refused.value.refusal.reason is Reason.FOREIGN_PROGRAM
    assert on_flash(blank) == foreign
    install(blank.port, NOW, lambda _: None, may_replace=lambda: True)
    assert hello(blank).firmware == firmware_version()


def test_a_full_flash_is_said_and_leaves_the_old_firmware(blank: SimulatedBoard) -> None:
    with_firmware(blank, UNLIKE)

    def fill(step: Step) -> None:
        new = blank.flash / "lines.py.new"
        if step.file == "lines.py" and not new.is_symlink():
            new.symlink_to("/dev/full")

    with pytest.raises(Refused) as refused:
        bring(blank, report=fill)
    assert refused.value.refusal.reason is Reason.FLASH_FULL
    assert hello(blank).firmware == OLD_VERSION


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def test_a_file_that_arrived_wrong_is_copied_once_more(blank: SimulatedBoard) -> None:
    with_firmware(blank, UNLIKE)
    new = blank.flash / "lines.py.new"
    last = max(NOW)
    assert last != new.stem

    def spoil(step: Step) -> None:
        if step.file == last and new.exists():
            cut_short(new)

    bring(blank, report=spoil)
    assert on_flash(blank) == NOW


def test_a_flash_that_never_keeps_what_was_written_is_found_out(blank: SimulatedBoard) -> None:
    with_firmware(blank, UNLIKE)

    def spoil(step: Step) -> None:
        if step.file == "lines.py" and (new := blank.flash / "lines.py.new").exists():
            cut_short(new)

    with pytest.raises(Refused) as refused:
        bring(blank, report=spoil)
    assert refused.value.refusal.reason is Reason.FLASH_TROUBLE
    assert "lines.py" in dict(refused.value.refusal.facts)["problem"]
    assert hello(blank).firmware == OLD_VERSION


def test_a_folder_in_the_way_is_trouble_with_the_flash_and_no_fault_of_ours(blank: SimulatedBoard) -> None:
    (blank.flash / "app.py").mkdir()
    with pytest.raises(Refused) as refused:
        bring(blank)
    assert refused.value.refusal.reason is Reason.FLASH_TROUBLE


def test_a_program_that_does_not_let_go_is_said(blank: SimulatedBoard, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(raw_prompt, "PROMPT_S", 0.2)
    stubborn = b"""
import time
while True:
    try:
        open("up", "w").close()
        time.sleep(9)
    except KeyboardInterrupt:
        pass
"""
    with_firmware(blank, {"main.py": stubborn})
    until((blank.flash / "up").exists, "the program to run")
    with pytest.raises(Refused) as refused:
        bring(blank)
    assert refused.value.refusal.reason is Reason.NO_PROMPT


def test_an_old_micropython_is_refused_before_anything_is_touched(
    blank: SimulatedBoard, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(installing, "OLDEST", (99, 5, 0))
    with pytest.raises(Refused) as refused:
        bring(blank)
    facts = dict(refused.value.refusal.facts)
    assert refused.value.refusal.reason is Reason.OLD_MICROPYTHON
    assert (facts["needed"], facts["found"][:14]) == ("99.5", "MicroPython 1.")
    assert on_flash(blank) == {}


@pytest.mark.parametrize(
    ("name", "version", "fits"),
    [
        ("micropython", (1, 23, 9), False),
        ("micropython", (1, 24, 0), True),
        ("micropython", (2, 0, 0), True),
        ("circuitpython", (9, 2, 1), False),
    ],
)
def test_the_firmware_runs_on_micropython_from_1_24_on(name: str, version: tuple[int, int, int], fits: bool) -> None:
    if fits:
        check_interpreter(name, version)
    else:
        with pytest.raises(Refused):
            check_interpreter(name, version)


names = st.sampled_from(["main.py", "app.py", "lines.py", "mine.py"])
texts = st.sampled_from(["1", "2", "3"])


@given(st.dictionaries(names, texts), st.dictionaries(names | names.map(lambda name: name + NEW), texts))
def test_a_plan_makes_the_board_equal_to_what_is_shipped(shipped: dict[str, str], board: dict[str, str]) -> None:
    todo = plan(shipped, board)
    after = {name: text for name, text in board.items() if name not in todo.stale}
    after |= {name + NEW: shipped[name] for name in todo.copy}
    left = [name for name in after if name.endswith(NEW)]
    assert sorted(name.removesuffix(NEW) for name in left) == sorted(todo.exchange)
    for name in todo.exchange:
        after[name] = after.pop(name + NEW)
    assert after == {name: text for name, text in board.items() if not name.endswith(NEW)} | shipped
    assert not {name for name in todo.exchange if board.get(name) == shipped[name]}
    assert MAIN not in todo.exchange[:-1]
