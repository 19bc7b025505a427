"""How often a property is tried: a number for `make test`, and twenty times that for `make prove`."""

from __future__ import annotations

from collections.abc import Collection

from hypothesis import HealthCheck, settings

TEST = 100
PROVE = 20 * TEST
"""Examples of a property that asks for no number of its own."""


def samples(count: int, despite: Collection[HealthCheck] = ()) -> settings:
    """Have ``count`` examples in `make test`, and as many times more in `make prove` as any other property.

    ``despite`` names health checks of hypothesis that do not apply to this property.
    """
    profile = settings()
    return settings(
        max_examples=count * profile.max_examples // TEST,
        suppress_health_check=[*profile.suppress_health_check, *despite],
    )
