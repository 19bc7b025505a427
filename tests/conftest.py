"""How many examples a property has: one profile for `make test`, one for `make prove`.

`pytest --hypothesis-profile=prove` chooses the second one; :mod:`tests.support.samples` gives a property that has
fewer or more examples than others as many times more.
"""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from tests.support.samples import PROVE, TEST

# How long an example takes says nothing on a machine with other work.
RELAXED = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}

settings.register_profile("test", max_examples=TEST, **RELAXED)  # type: ignore[arg-type]
settings.register_profile("prove", max_examples=PROVE, **RELAXED)  # type: ignore[arg-type]
settings.load_profile("test")
