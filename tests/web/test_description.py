"""The API description is true: what schemathesis makes of it is answered as it says."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from flask.testing import FlaskClient
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from feldlicht.config import Settings
from feldlicht.web.api import orders
from feldlicht.web.app import create_app
from tests.web.double import HouseDouble
from tests.web.test_routes import TESTED

SAMPLES = 40
ENDLESS = ("GET", "/api/v1/stream")
"""A stream has no end, so its answers are read elsewhere."""


def meet(case: schemathesis.Case, path: str) -> None:
    """Name what is there, which made-up names never do."""
    if "{id}" in path:
        case.path_parameters = {"id": "default" if "/boards/" in path else "s1"}
        if "{picture}" in path:
            case.path_parameters["picture"] = "position.svg"
    if "{lang}" in path:
        case.path_parameters = {"lang": "de"}
    if path == "/api/v1/sessions" and isinstance(case.body, dict):
        case.body = {**case.body, "game": "master_move", "formation": "counting", "options": {}, "board": None}


@pytest.fixture
def described(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/openapi.json").json
    return found


def test_every_operation_has_a_name_of_its_own_that_reads_as_one(described: dict[str, Any]) -> None:
    names = [one["operationId"] for each in described["paths"].values() for one in each.values()]
    assert len(set(names)) == len(names) == len(TESTED)
    assert [name for name in names if not re.fullmatch(r"[a-z]+_[a-z]+", name)] == []
    assert described["paths"]["/api/v1/boards/{id}"]["get"]["operationId"] == "get_board"


def test_the_description_says_how_sentences_get_their_language(described: dict[str, Any]) -> None:
    assert "`lang`" in described["info"]["description"]
    assert "Accept-Language" in described["info"]["description"]


def test_the_stream_says_how_a_reader_goes_on(described: dict[str, Any]) -> None:
    parameters = described["paths"]["/api/v1/stream"]["get"]["parameters"]
    told = {(one["in"], one["name"]): one["description"] for one in parameters}
    assert told.keys() >= {("header", "Last-Event-ID"), ("query", "after"), ("query", "lang")}
    assert told["header", "Last-Event-ID"] == told["query", "after"]
    assert "<epoch>.<session>-<revision>" in told["query", "after"]


def test_a_revision_has_its_limits(described: dict[str, Any]) -> None:
    number, nothing = described["components"]["schemas"]["CommandOrder"]["properties"]["revision"]["anyOf"]
    assert number == {"type": "integer", "minimum": 0, "maximum": 2**53 - 1}
    assert nothing == {"type": "null"}


@pytest.mark.parametrize(("method", "path"), sorted(set(TESTED) - {ENDLESS}))
def test_every_operation_answers_as_described(method: str, path: str, tmp_path: Path) -> None:
    app = create_app(HouseDouble(), Settings(tmp_path))  # type: ignore[arg-type]
    client = app.test_client()
    client.post("/api/v1/sessions", json={"game": "master_move", "formation": "counting"})
    operation = schemathesis.openapi.from_wsgi("/openapi.json", app)[path][method]
    right = operation.as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE)
    wrong = operation.as_strategy(generation_mode=schemathesis.GenerationMode.NEGATIVE)

    @given(st.data())
    @settings(
        max_examples=SAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    def answered(data: st.DataObject) -> None:
        case = data.draw(right | wrong)
        if data.draw(st.booleans()):
            meet(case, path)
        # A request may be well formed and still be against the rules of the game: 422 with a reason.
        case.call_and_validate(excluded_checks=[positive_data_acceptance])

    answered()


def test_each_kind_of_query_is_described_by_its_own_fields() -> None:
    for kind in (orders.ViewQuery, orders.PictureQuery, orders.StreamQuery):
        assert set(kind.model_json_schema()["properties"]) == set(kind.model_fields)
        assert kind.model_json_schema() == kind.model_json_schema(by_alias=True)
