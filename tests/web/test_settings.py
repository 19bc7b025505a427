"""The settings that people change while it runs, through the API."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient


def test_settings_show_value_limits_and_what_fixes_them(real: FlaskClient) -> None:
    shown = real.get("/api/v1/settings").json
    assert shown["settle_ms"] == {
        "value": 100,
        "default": 250,
        "low": 0,
        "high": 10_000,
        "automatic": False,
        "fixed_by": "FELDLICHT_SETTLE_MS",
    }
    byte = {"value": 255, "default": 255, "low": 0, "high": 255}
    assert shown["brightness"] == byte | {"automatic": False, "fixed_by": None}
    supply = {"value": 0, "default": 0, "low": 50, "high": 5000}
    assert shown["budget_ma"] == supply | {"automatic": True, "fixed_by": None}
    assert shown["takeback"] == {
        "value": "free",
        "default": "free",
        "choices": ["free", "ask", "never"],
        "fixed_by": None,
    }


def test_settings_are_changed_all_or_none_and_a_refusal_says_why(real: FlaskClient) -> None:
    def change(**wanted: object) -> tuple[int, Any]:
        answer = real.patch("/api/v1/settings", json=wanted)
        return answer.status_code, answer.json

    status, shown = change(brightness=200, takeback="ask", debounce=3.0)
    assert (status, shown["brightness"]["value"], shown["takeback"]["value"]) == (200, 200, "ask")
    assert real.get("/api/v1/settings").json == shown
    status, refused = change(brightness=10, debounce=11)
    assert (status, refused["code"]) == (422, "SETTING_LIMITS")
    assert refused["detail"] == "The number of equal scans is a whole number from 1 to 10: 11 is not possible."
    status, refused = change(brightness=10, debounce=2.5)
    assert (status, refused["code"]) == (422, "SETTING_LIMITS")
    assert refused["detail"] == "The number of equal scans is a whole number from 1 to 10: 2.5 is not possible."
    status, refused = change(brightness=10, settle_ms=300)
    assert (status, refused["code"]) == (409, "SETTING_FIXED")
    assert refused["detail"].startswith("The settle time (ms) is fixed by FELDLICHT_SETTLE_MS:")
    for nonsense in ({"brightness": "10"}, {"brightness": True}, {"takeback": "perhaps"}, {"colour": 1}):
        status, refused = change(**nonsense)
        assert (status, refused["code"]) == (422, "BAD_REQUEST")
    assert real.get("/api/v1/settings").json == shown
    assert change(brightness=255, takeback="free")[0] == 200
