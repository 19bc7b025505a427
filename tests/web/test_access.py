"""Only the owner's own pages and programs act; no foreign page or name reaches the house."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.web.access import CONTENT_SECURITY_POLICY, is_loopback_host

NEW = {"game": "master_move", "formation": "counting", "board": None}


@pytest.mark.parametrize(
    "host", ["localhost", "localhost:8000", "127.0.0.1", "127.0.0.1:8000", "127.9.9.9", "[::1]", "[::1]:80"]
)
def test_this_computers_own_names_are_let_in(client: FlaskClient, host: str) -> None:
    assert client.get("/api/v1/health", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.test",
        "evil.test:8000",
        "127.0.0.1.evil.test",
        "localhost.evil.test",
        "192.168.0.5",
        "0.0.0.0",
        "[::]",
        "[::1",
        "a@localhost",
        "localhost:x",
        "localhost/..",
        "127.0.0.1:8000#",
        "2130706433",
        "feldlicht.local",
    ],
)
def test_any_other_name_is_refused_also_for_reading(client: FlaskClient, host: str) -> None:
    answer = client.get("/api/v1/health", headers={"Host": host})
    assert answer.status_code == 400
    assert answer.json["code"] == "UNKNOWN_HOST"


@given(st.text())
def test_any_text_as_host_is_judged_without_an_error(host: str) -> None:
    assert is_loopback_host(host) in (True, False)


FOREIGN = ["http://evil.test", "null", "http://127.0.0.1:8001", "https://127.0.0.1:8000", "http://localhost:8000", ""]


@pytest.mark.parametrize("origin", FOREIGN)
def test_an_act_with_a_foreign_origin_is_forbidden(client: FlaskClient, origin: str) -> None:
    headers = {"Host": "127.0.0.1:8000", "Origin": origin}
    answer = client.post("/api/v1/sessions", json=NEW, headers=headers)
    assert answer.status_code == 403
    assert answer.json["code"] == "FORBIDDEN_ORIGIN"
    assert client.get("/api/v1/sessions").json == {"sessions": []}


@pytest.mark.parametrize("origin", FOREIGN)
@pytest.mark.parametrize("method", ["GET", "HEAD", "OPTIONS", "PUT", "DELETE"])
@pytest.mark.parametrize("path", ["/api/v1/health", "/api/v1/sessions", "/api/v1/stream", "/api/v1/nothing"])
def test_a_foreign_origin_reads_nothing_of_the_api_either(
    client: FlaskClient, path: str, method: str, origin: str
) -> None:
    headers = {"Host": "127.0.0.1:8000", "Origin": origin}
    assert client.open(path, method=method, headers=headers).status_code == 403


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1:8000"])
def test_our_own_page_and_programs_read_the_api(client: FlaskClient, origin: str | None) -> None:
    headers = {"Host": "127.0.0.1:8000", **({"Origin": origin} if origin else {})}
    assert client.get("/api/v1/sessions", headers=headers).status_code == 200


@pytest.mark.parametrize("origin", [None, "http://127.0.0.1:8000"])
def test_an_act_from_our_own_page_or_from_a_program_is_allowed(client: FlaskClient, origin: str | None) -> None:
    headers = {"Host": "127.0.0.1:8000", **({"Origin": origin} if origin else {})}
    assert client.post("/api/v1/sessions", json=NEW, headers=headers).status_code == 201


@pytest.mark.parametrize("path", ["/", "/boards/default", "/api/v1/health", "/api/v1/nothing", "/openapi.json"])
def test_every_answer_carries_the_guarding_headers(client: FlaskClient, path: str) -> None:
    headers = client.get(path).headers
    assert headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert "Access-Control-Allow-Origin" not in headers


@pytest.mark.parametrize("path", ["/api/v1/health", "/api/v1/nothing", "/api/v1/texts/de"])
def test_nothing_of_the_api_is_kept_in_caches(client: FlaskClient, path: str) -> None:
    assert client.get(path).headers["Cache-Control"] == "no-store"
