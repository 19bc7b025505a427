"""The API description is true: what schemathesis makes of it is answered as it says."""

from __future__ import annotations

from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import positive_data_acceptance

from feldlicht.config import Settings
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
    if "{lang}" in path:
        case.path_parameters = {"lang": "de"}
    if path == "/api/v1/sessions" and isinstance(case.body, dict):
        case.body = {**case.body, "game": "master_move", "formation": "counting", "options": {}, "board": None}


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
