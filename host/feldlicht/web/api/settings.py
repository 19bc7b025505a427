"""Settings of the house that people change while it runs."""

from __future__ import annotations

from flask import Response

from feldlicht.web.api import orders, shown
from feldlicht.web.api.answers import ACT, answer, blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.json_forms import settings_json

api = blueprint("settings", "How patient, how bright and how strict the table is.")


@api.get("/settings", operation_id="get_settings", responses={200: shown.SettingsShown})
def settings() -> Response:
    """Show each setting: its value, its limits, and the variable that fixes it, if one does."""
    return answer(settings_json(context().house.tuning))


@api.patch("/settings", operation_id="change_settings", responses={200: shown.SettingsShown, **problems(*ACT)})
def change(body: orders.ChangeSettings) -> Response:
    """Change settings: all that are named, or none. Every table and board has them at once, and they are kept.

    409 ``SETTING_FIXED``: the host was started with another value; 422 ``SETTING_LIMITS``: there is no such value.
    """
    wanted = body.model_dump(exclude_none=True)
    return answer(settings_json(context().house.tune(wanted)))
