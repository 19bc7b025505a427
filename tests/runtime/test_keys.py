"""Keys are made once, for their owner alone; a rotation puts nobody out, and forgetting puts out whoever is old."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime import keys
from feldlicht.runtime.keys import BELIEVED_MS, Key, Keys, believed, forgotten, new_ring, rotated
from feldlicht.texts import sentence


def test_what_is_made_once_is_found_again(tmp_path: Path) -> None:
    first = Keys.open(tmp_path, 1000)
    again = Keys.open(tmp_path, 2000)
    assert (first.instance, first.token, first.believed(3000)) == (again.instance, again.token, again.believed(3000))
    assert len(first.believed(3000)) == 1


def test_two_folders_have_nothing_in_common(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one, other = Keys.open(tmp_path / "a", 0), Keys.open(tmp_path / "b", 0)
    assert one.instance != other.instance
    assert one.token != other.token
    assert not set(one.believed(0)) & set(other.believed(0))


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
@pytest.mark.parametrize("name", [keys.INSTANCE_NAME, keys.KEYS_NAME, keys.TOKEN_NAME])
def test_only_their_owner_reads_them_also_when_a_copy_was_laxer(tmp_path: Path, name: str) -> None:
    Keys.open(tmp_path, 0)
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    (tmp_path / name).chmod(0o644)
    Keys.open(tmp_path, 0)
    assert (tmp_path / name).stat().st_mode & 0o777 == 0o600
    assert not list(tmp_path.glob("*.part"))


def test_a_rotated_key_is_believed_until_its_cookies_have_ended() -> None:
    old = new_ring(0)
    ring = rotated(old, 1000)
    assert believed(ring, 1000) == [old[0].secret, ring[-1].secret]
    assert believed(ring, 1000 + BELIEVED_MS - 1)[0] == old[0].secret
    assert believed(ring, 1000 + BELIEVED_MS) == [ring[-1].secret]
    assert len(rotated(ring, 1000 + BELIEVED_MS)) == 2


def test_forgetting_leaves_the_key_that_signs() -> None:
    ring = rotated(rotated(new_ring(0), 1), 2)
    assert len(ring) == 3
    assert forgotten(ring) == ring[-1:]


def test_a_house_that_runs_learns_of_a_rotation(tmp_path: Path) -> None:
    running = Keys.open(tmp_path, 0)
    before = running.believed(0)
    ring = keys.rotate(tmp_path, 10)
    assert running.believed(10) == [*before, ring[-1].secret]
    keys.forget(tmp_path, 20)
    assert running.believed(20) == [ring[-1].secret]


def test_a_file_that_breaks_while_the_house_runs_puts_nobody_out(tmp_path: Path) -> None:
    running = Keys.open(tmp_path, 0)
    before = running.believed(0)
    for text in ("{", "[" * 100_000, "null"):
        (tmp_path / keys.KEYS_NAME).write_text(text)
        assert running.believed(0) == before
    (tmp_path / keys.KEYS_NAME).unlink()
    assert running.believed(0) == before


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        (keys.KEYS_NAME, "", Reason.DATA_FOLDER_UNUSABLE),
        (keys.KEYS_NAME, '{"v": 1, "keys": []}', Reason.DATA_FOLDER_UNUSABLE),
        (keys.KEYS_NAME, '{"v": 1, "keys": null}', Reason.DATA_FOLDER_UNUSABLE),
        (keys.KEYS_NAME, "[1]", Reason.DATA_FOLDER_UNUSABLE),
        (keys.KEYS_NAME, "[" * 100_000, Reason.DATA_FOLDER_UNUSABLE),
        (keys.KEYS_NAME, '{"v": 1, "keys": [{"secret": "short", "made_at": 0, "retired_at": null}]}', None),
        (keys.KEYS_NAME, '{"v": 2, "keys": []}', Reason.DATA_FOLDER_NEWER),
        (keys.TOKEN_NAME, "short", Reason.DATA_FOLDER_UNUSABLE),
        (keys.INSTANCE_NAME, "../../x", Reason.DATA_FOLDER_UNUSABLE),
    ],
)
def test_what_cannot_be_a_key_is_refused_and_left_alone(
    tmp_path: Path, name: str, text: str, reason: Reason | None
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(Refused) as refused:
        Keys.open(tmp_path, 0)
    refusal = refused.value.refusal
    assert refusal.reason is (reason or Reason.DATA_FOLDER_UNUSABLE)
    assert (tmp_path / name).read_text() == text
    if refusal.reason is Reason.DATA_FOLDER_UNUSABLE:
        # Which file it is, and that another one is made without it.
        assert f"The file {name} in the data folder {tmp_path} is broken. Move it away" in sentence(refusal, "en")


def test_a_ring_is_written_and_read_alike(tmp_path: Path) -> None:
    ring = (Key("a" * 64, 1, 5), Key("b" * 64, 5))
    keys.write_ring(tmp_path, ring)
    assert keys.read_ring(tmp_path, 9) == ring
    assert json.loads((tmp_path / keys.KEYS_NAME).read_text())["v"] == 1
