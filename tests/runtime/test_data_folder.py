"""One host a data folder, and a folder for its owner alone."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime.data_folder import DataFolder, others_may_write

HOLDER = """
import sys, time
from pathlib import Path
from feldlicht.runtime.data_folder import DataFolder, others_may_write

folder = DataFolder.take(Path(sys.argv[1]))
print("mine", flush=True)
time.sleep(60)
"""


def test_a_new_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    folder = DataFolder.take(tmp_path / "a" / "b")
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    folder.release()
    folder.release()


def test_a_second_host_on_the_same_folder_is_refused_until_the_first_has_gone(tmp_path: Path) -> None:
    first = DataFolder.take(tmp_path)
    with pytest.raises(Refused) as caught:
        DataFolder.take(tmp_path)
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_LOCKED
    assert dict(caught.value.refusal.facts) == {"folder": str(tmp_path)}
    first.release()
    DataFolder.take(tmp_path).release()


def test_two_hosts_on_two_folders_do_not_meet(tmp_path: Path) -> None:
    folders = [DataFolder.take(tmp_path / name) for name in "ab"]
    for folder in folders:
        folder.release()


def test_a_killed_host_gives_its_folder_back(tmp_path: Path) -> None:
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(tmp_path)], stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == "mine\n"
        with pytest.raises(Refused):
            DataFolder.take(tmp_path)
        os.kill(holder.pid, signal.SIGKILL)
        holder.wait()
    DataFolder.take(tmp_path).release()


def test_a_file_in_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for place in (tmp_path / "file", tmp_path / "file" / "below"):
        with pytest.raises(Refused) as caught:
            DataFolder.take(place)
        assert caught.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE
        assert {"folder", "problem"} == set(dict(caught.value.refusal.facts))


@pytest.mark.parametrize(
    ("mode", "may"), [(0o700, False), (0o755, False), (0o775, True), (0o777, True), (0o1777, False)]
)
def test_a_folder_where_others_may_exchange_files_is_known(tmp_path: Path, mode: int, may: bool) -> None:
    tmp_path.chmod(mode)
    assert others_may_write(tmp_path) is may
    tmp_path.chmod(0o700)
