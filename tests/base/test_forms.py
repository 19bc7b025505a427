"""Headers and entries survive being written and read; what cannot be read is refused by name."""

from __future__ import annotations

import json

import pytest
from hypothesis import given

from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.forms import entry_form, header_form, read_entry, read_header
from feldlicht.base.reasons import Reason, Refused
from tests.store import values


@given(values.headers)
def test_a_header_is_read_back_as_it_was_written(header: SessionHeader) -> None:
    assert read_header(json.loads(json.dumps(header_form(header)))) == header


@given(values.entries)
def test_an_entry_is_read_back_as_it_was_written(entry: Entry) -> None:
    assert read_entry(json.loads(json.dumps(entry_form(entry)))) == entry


@pytest.mark.parametrize("read", [read_header, read_entry])
@given(form=values.json_values)
def test_json_that_is_none_of_ours_is_refused_and_raises_nothing_else(read: object, form: object) -> None:
    assert callable(read)
    with pytest.raises(Refused) as caught:
        read(form)
    assert caught.value.refusal.reason in (Reason.DATA_FOLDER_UNUSABLE, Reason.DATA_FOLDER_NEWER)


@pytest.mark.parametrize("name", sorted(entry_form(values.entry(1))))
def test_an_entry_without_one_of_its_fields_is_refused_by_the_fields_name(name: str) -> None:
    form = entry_form(values.entry(1))
    del form[name]
    with pytest.raises(Refused) as caught:
        read_entry(form)
    assert f"entry.{name}" in dict(caught.value.refusal.facts)["problem"]


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("revision", "1"),
        ("revision", True),
        ("kind", "sleep"),
        ("actor", 3),
        ("events", [{"name": "x"}]),
        ("events", [{"name": "x", "facts": [["a"]]}]),
        ("events", [{"name": 1, "facts": []}]),
        ("dice", [1.5]),
        ("dice", "12"),
        ("command_id", 7),
        ("notation", None),
        ("v", 0),
    ],
)
def test_a_field_of_a_wrong_kind_is_refused(name: str, value: object) -> None:
    with pytest.raises(Refused) as caught:
        read_entry({**entry_form(values.entry(1)), name: value})
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_UNUSABLE


@pytest.mark.parametrize(
    ("read", "form"),
    [(read_header, header_form(values.header("a"))), (read_entry, entry_form(values.entry(1)))],
    ids=["header", "entry"],
)
def test_what_a_newer_version_wrote_is_refused_as_newer(read: object, form: dict[str, object]) -> None:
    assert callable(read)
    with pytest.raises(Refused) as caught:
        read({**form, "v": 99, "new": "field"})
    assert caught.value.refusal.reason is Reason.DATA_FOLDER_NEWER
