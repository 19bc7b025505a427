"""Lines of a journal survive being written and read; what cannot be read is refused."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refused
from feldlicht.table.messages import Input
from feldlicht.table.recorded_lines import read_line, write_line
from feldlicht.table.recording import Given, Line
from tests.store.values import json_values
from tests.support import journals
from tests.support.samples import samples

UNREADABLE = {Reason.DATA_FOLDER_UNUSABLE, Reason.DATA_FOLDER_NEWER, Reason.UNKNOWN_CELL}


@pytest.mark.parametrize("kind", get_args(Input), ids=lambda kind: kind.__name__)
@samples(30)
@given(data=st.data())
def test_an_input_of_every_kind_is_read_back_as_it_was_written(kind: type, data: st.DataObject) -> None:
    line = Given(data.draw(journals.times), data.draw(journals.inputs_by_kind[kind]))
    assert read_line(write_line(line)) == line


@given(journals.lines)
def test_a_line_is_read_back_as_it_was_written(line: Line) -> None:
    assert read_line(write_line(line)) == line


@given(journals.lines)
def test_a_line_is_one_line_of_printable_ascii_with_its_time(line: Line) -> None:
    text = write_line(line)
    assert text.isascii()
    assert text.isprintable()
    assert json.loads(text)["at"] == line.at


@given(journals.lines, st.data())
def test_half_a_line_is_refused(line: Line, data: st.DataObject) -> None:
    text = write_line(line)
    with pytest.raises(Refused) as caught:
        read_line(text[: data.draw(st.integers(0, len(text) - 1))])
    assert caught.value.refusal.reason in UNREADABLE


@given(st.text() | json_values.map(json.dumps))
def test_text_that_is_none_of_ours_is_refused_and_raises_nothing_else(text: str) -> None:
    with pytest.raises(Refused) as caught:
        read_line(text)
    assert caught.value.refusal.reason in UNREADABLE


@given(journals.lines, st.data())
def test_a_line_without_one_of_its_fields_is_refused_or_reads_as_another_line(
    line: Line, data: st.DataObject
) -> None:
    form = json.loads(write_line(line))
    del form[data.draw(st.sampled_from(sorted(form)))]
    with suppress(Refused):
        assert read_line(json.dumps(form)) != line


def test_what_a_newer_version_wrote_is_refused_as_newer() -> None:
    table = journals.RecordedTable()
    form = json.loads(write_line(table.lines[0])) | {"v": 99}
    with pytest.raises(Refused) as caught:
        read_line(json.dumps(form))
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_NEWER
