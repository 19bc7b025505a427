"""How many examples a property has: one profile for `make test`, one for `make prove`.

`pytest --hypothesis-profile=prove` chooses the second one; :mod:`tests.support.samples` gives a property that has
fewer or more examples than others as many times more. With `FIXED_EXAMPLES` set, as `.ci/run` does, every run tries
the same examples: a change must not be held up by a fault that it neither made nor met before. Runs by people
explore.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, settings

from tests.support.samples import PROVE, TEST

# How long an example takes says nothing on a machine with other work.
RELAXED = {
    "deadline": None,
    "suppress_health_check": [HealthCheck.too_slow],
    "derandomize": "FIXED_EXAMPLES" in os.environ,
}

settings.register_profile("test", max_examples=TEST, **RELAXED)  # type: ignore[arg-type]
settings.register_profile("prove", max_examples=PROVE, **RELAXED)  # type: ignore[arg-type]
settings.load_profile("test")


@pytest.fixture(params=["micropython", "cpython"])
def interpreter(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """What the simulated boards of this test and of its hosts run on; a test that asks for it is run with both."""
    if request.param == "cpython":
        monkeypatch.setenv("MICROPYTHON", "cpython")
    return str(request.param)
