"""The pure parts of the simulated board: sensor chain, lamps, frames, prompt, and the magnets' file."""

from __future__ import annotations

import json
import os
import stat
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import CELLS, Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.base.reasons import Reason, Refused
from feldlicht.board.layout import LAYOUT
from feldlicht.sim.frames import FrameReader, frame
from feldlicht.sim.lights import OFF, Lights
from feldlicht.sim.magnets import MagnetTray, chain_bytes
from feldlicht.sim.prompt import Next, Prompt, Typed

tables = st.dictionaries(st.sampled_from(CELLS), st.sampled_from(Pole))


@given(tables, st.booleans())
def test_each_chain_bit_is_its_own_sensor_in_shift_out_order(magnets: dict[Cell, Pole], active_low: bool) -> None:
    inputs = chain_bytes(replace(LAYOUT, sensor_active_low=active_low), magnets)
    bits = "".join(f"{byte:08b}" for byte in inputs)
    seen = "0" if active_low else "1"
    expected = {(int(which), pole.value) for which, pole in magnets.items()}
    assert {LAYOUT.sensor_order[n] for n, bit in enumerate(bits) if bit == seen} == expected


def test_inputs_without_a_sensor_see_nothing() -> None:
    short = replace(LAYOUT, sensor_order=LAYOUT.sensor_order[:3])
    assert chain_bytes(short, {}) == (b"\xff" if LAYOUT.sensor_active_low else b"\x00")


@given(st.permutations(range(144)), st.lists(st.tuples(*[st.integers(0, 255)] * 3), max_size=144))
def test_the_grid_line_lights_its_cells_in_line_order(order: list[int], colours: list[tuple[int, int, int]]) -> None:
    layout = replace(LAYOUT, grid_order=tuple(order))
    wire = bytes(value for red, green, blue in colours for value in (green, red, blue))
    lights = Lights.dark().after(layout, layout.grid_pin, wire)
    expected = dict(zip(order, colours, strict=False))
    assert lights.cells == {c: expected.get(int(c), OFF) for c in CELLS}
    assert lights.ring == Lights.dark().ring


def test_the_other_line_lights_ring_and_strip_and_no_cell() -> None:
    wire = b"".join(bytes([2 * n, n, 3 * n]) for n in range(30))
    lights = Lights.dark().after(LAYOUT, LAYOUT.ring_strip_pin, wire)
    parts = {"ring": lights.ring, "strip": lights.strip}
    assert [parts[part][index] for part, index in LAYOUT.ring_strip_order] == [(n, 2 * n, 3 * n) for n in range(30)]
    assert lights.cells == Lights.dark().cells


def test_too_many_bytes_too_few_and_a_pin_without_lamps_do_no_harm() -> None:
    lights = Lights.dark().after(LAYOUT, LAYOUT.grid_pin, b"\x01\x02\x03\x04\x05")
    assert lights.cells[Cell(LAYOUT.grid_order[0])] == (2, 1, 3)
    assert sum(colour != OFF for colour in lights.cells.values()) == 1
    assert lights.after(LAYOUT, LAYOUT.grid_pin, b"\x00" * 3000) == Lights.dark()
    assert lights.after(LAYOUT, 3, b"\x09\x09\x09") is lights


@given(st.lists(st.tuples(st.sampled_from([b"L", b"M", b"?"]), st.binary(max_size=500)), max_size=6), st.data())
def test_frames_arrive_whole_however_the_stream_is_cut(
    frames: list[tuple[bytes, bytes]], data: st.DataObject
) -> None:
    stream = b"".join(frame(kind, payload) for kind, payload in frames)
    reader, got = FrameReader(), []
    while stream:
        size = data.draw(st.integers(1, len(stream)))
        got += reader.feed(stream[:size])
        stream = stream[size:]
    assert got == frames


def test_the_prompt_shows_itself_again_after_an_empty_line_and_after_ctrl_c() -> None:
    assert Prompt().feed(b"\r") == Typed(b"\r\n>>> ")
    assert Prompt().feed(b"abc\x03") == Typed(b"abc\r\n>>> ")


def test_the_prompt_does_not_end_a_line_at_a_newline() -> None:
    assert Prompt().feed(b"? 0 15BD\n") == Typed(b"? 0 15BD")


def test_ctrl_d_restarts_the_program_on_an_empty_line_only() -> None:
    prompt = Prompt()
    assert prompt.feed(b"x\x04") == Typed(b"x")
    said = prompt.feed(b"\r\x03\x04")
    assert said.next is Next.RESTART
    assert said.output.endswith(b"MPY: soft reboot\r\n")


def test_ctrl_a_leads_to_the_raw_prompt_which_gets_what_was_typed_behind_it() -> None:
    assert Prompt().feed(b"\r\x01print(1)\x04") == Typed(b"\r\n>>> ", Next.RAW, b"print(1)\x04")


@given(st.lists(st.binary(max_size=40), max_size=5))
def test_nothing_that_is_typed_breaks_the_prompt(typed: list[bytes]) -> None:
    prompt = Prompt()
    for piece in typed:
        prompt.feed(piece)
    assert prompt.feed(b"\x03\x04").next is Next.RESTART


@given(tables, tables)
def test_magnets_outlast_the_program(first: dict[Cell, Pole], second: dict[Cell, Pole]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        tray = MagnetTray(Path(folder) / "magnets.json")
        tray.change(first)
        tray.change({which: second.get(which) for which in CELLS})
        tray.save()
        assert MagnetTray(Path(folder) / "magnets.json").now() == second
        assert [one.name for one in Path(folder).iterdir()] == ["magnets.json"]


def test_a_table_without_a_file_is_empty(tmp_path: Path) -> None:
    assert MagnetTray(tmp_path / "magnets.json").now() == {}


def test_a_half_written_new_file_does_not_touch_the_old_one(tmp_path: Path) -> None:
    tray = MagnetTray(tmp_path / "magnets.json")
    tray.change({cell("E1"): Pole.NORTH})
    tray.save()
    (tmp_path / "magnets.new").write_text('{"magnets": {"E1"', encoding="utf-8")
    assert MagnetTray(tmp_path / "magnets.json").now() == {cell("E1"): Pole.NORTH}


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"magnets": 3}', '{"magnets": {"Z9": "N"}}', '{"magnets": {"A1": "X"}}', "\x00"]
)
def test_a_file_that_is_none_of_ours_is_refused_and_left_alone(tmp_path: Path, text: str) -> None:
    path = tmp_path / "magnets.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(Refused) as refused:
        MagnetTray(path)
    assert refused.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE
    assert path.read_text(encoding="utf-8") == text


def test_magnets_that_cannot_be_kept_are_refused(tmp_path: Path) -> None:
    tray = MagnetTray(tmp_path / "gone" / "magnets.json")
    tray.change({cell("E1"): Pole.NORTH})
    with pytest.raises(Refused) as refused:
        tray.save()
    assert refused.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE


def test_the_file_can_be_read_by_people(tmp_path: Path) -> None:
    tray = MagnetTray(tmp_path / "magnets.json")
    tray.change({cell("G3"): Pole.SOUTH})
    tray.save()
    assert json.loads((tmp_path / "magnets.json").read_text(encoding="utf-8")) == {"magnets": {"G3": "S"}}


def test_a_saved_trays_name_is_on_disk_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flushed: list[tuple[bool, bool]] = []
    file = tmp_path / "magnets.json"

    def fsync(number: int) -> None:
        flushed.append((stat.S_ISDIR(os.fstat(number).st_mode), file.exists()))

    monkeypatch.setattr(os, "fsync", fsync)
    MagnetTray(file).save()
    assert flushed == [(False, False), (True, True)]


def test_where_a_folder_cannot_be_flushed_the_tray_is_saved_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fsync(number: int) -> None:
        if stat.S_ISDIR(os.fstat(number).st_mode):
            raise OSError(22, "Invalid argument")

    monkeypatch.setattr(os, "fsync", fsync)
    tray = MagnetTray(tmp_path / "magnets.json")
    tray.change({cell("A1"): Pole.NORTH})
    tray.save()
    assert MagnetTray(tmp_path / "magnets.json").now() == {cell("A1"): Pole.NORTH}
