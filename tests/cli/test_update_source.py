"""Where `feldlicht update` brings a Feldlicht from, and what it refuses before anything is changed."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refused
from feldlicht.cli.commands import feldlicht
from feldlicht.cli.here import Here
from feldlicht.cli.update_source import origin, read_source, source
from feldlicht.runtime.data_folder import DataFolder
from feldlicht.runtime.firmware import firmware_version
from feldlicht.texts import sentence
from feldlicht.version import VERSION

ROOT = Path(__file__).parents[2]
NOTED = st.recursive(
    st.none() | st.booleans() | st.text(), lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner)
)


def refusal(*arguments: str) -> Refused:
    done = CliRunner().invoke(feldlicht, ["update", *arguments], obj=Here("en"), standalone_mode=False)
    assert isinstance(done.exception, Refused), done.exception
    return done.exception


def test_a_folder_says_its_versions() -> None:
    found = read_source(ROOT, False)
    assert (found.version, found.firmware) == (VERSION, firmware_version())
    assert not found.is_wheel


def test_a_wheel_says_its_versions_and_one_of_another_program_is_refused(tmp_path: Path) -> None:
    wheel = tmp_path / "any-name.whl"
    for name, fits in (("feldlicht", True), ("another", False)):
        with zipfile.ZipFile(wheel, "w") as files:
            files.writestr(
                f"{name}-9.1.dist-info/METADATA", f"Metadata-Version: 2.4\nName: {name}\nVersion: 9.1\n\nText"
            )
            files.writestr("feldlicht/_firmware/version.py", 'FIRMWARE = "8.2"\nPROTOCOL = 1\n')
        if fits:
            found = source(wheel)
            assert (found.version, found.firmware, found.is_wheel) == ("9.1", "8.2", True)
        else:
            with pytest.raises(Refused) as refused:
                source(wheel)
            assert refused.value.refusal.reason is Reason.UPDATE_BAD_SOURCE


@pytest.mark.parametrize("editable", [False, True])
def test_what_pip_noted_is_where_it_was_installed_from(editable: bool) -> None:
    noted = {"url": "file:///home/somebody/my%20feldlicht", "dir_info": {"editable": True} if editable else {}}
    assert origin(json.dumps(noted)) == (Path("/home/somebody/my feldlicht"), editable)


@given(st.none() | st.text() | NOTED.map(json.dumps) | NOTED.map(lambda url: json.dumps({"url": url})))
def test_whatever_else_pip_noted_a_source_is_asked_for(noted: str | None) -> None:
    with pytest.raises(Refused) as refused:
        origin(noted)
    assert refused.value.refusal.reason is Reason.UPDATE_NO_SOURCE


def test_an_address_in_the_network_is_no_folder() -> None:
    with pytest.raises(Refused):
        origin('{"url": "https://example.org/feldlicht.git", "vcs_info": {"vcs": "git"}}')


@given(st.binary(max_size=200))
def test_a_file_of_any_content_is_no_wheel(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.mktemp("wheel") / "feldlicht.whl"
    file.write_bytes(content)
    with pytest.raises(Refused):
        read_source(file, False)


def test_a_folder_without_feldlicht_is_refused_in_one_sentence(tmp_path: Path) -> None:
    said = refusal(str(tmp_path), "--data", str(tmp_path / "data"))
    assert said.refusal.reason is Reason.UPDATE_BAD_SOURCE
    assert str(tmp_path) in sentence(said.refusal, "en")


def test_nothing_is_begun_while_a_feldlicht_runs(tmp_path: Path) -> None:
    held = DataFolder.take(tmp_path)
    try:
        assert refusal(str(ROOT), "--yes", "--data", str(tmp_path)).refusal.reason is Reason.UPDATE_WHILE_RUNNING
    finally:
        held.release()


def test_nothing_is_changed_without_a_yes(tmp_path: Path) -> None:
    done = CliRunner().invoke(
        feldlicht, ["update", str(ROOT), "--data", str(tmp_path)], obj=Here("en"), standalone_mode=False, input="y\n"
    )
    assert done.exception is None
    # Nobody sits at a terminal there: what was typed elsewhere is no answer.
    assert (done.return_value, "Nothing was changed" in done.output) == (1, True)
