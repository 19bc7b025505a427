"""Only the owner's own pages and programs act; no foreign page or name reaches the house."""

from __future__ import annotations

import ipaddress

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.web.access import CONTENT_SECURITY_POLICY, LOOK_AGAIN_S, Hosts, is_loopback_host
from feldlicht.web.addresses import address_to_show, is_loopback, own_addresses
from feldlicht.web.rooms import StreamRoom
from tests.support.web import lan_hosts

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
def test_any_text_as_host_of_an_open_house_is_judged_too(host: str) -> None:
    assert lan_hosts("table.club.example").know(host) in (True, False)


@pytest.mark.parametrize(
    "host", ["192.168.1.5", "192.168.1.5:8000", "localhost:8000", "127.0.0.1", "Table.Club.example:80", "[::1]:8000"]
)
def test_an_open_house_answers_under_its_own_addresses_and_the_names_it_was_given(host: str) -> None:
    assert lan_hosts("table.club.example").know(host)


@pytest.mark.parametrize(
    "host",
    [
        "",
        "evil.test",
        "192.168.1.6",
        "0.0.0.0",
        "feldlicht.local",
        "club.example",
        "192.168.1.5.evil.test",
        "x@192.168.1.5",
    ],
)
def test_no_foreign_name_leads_into_an_open_house(host: str) -> None:
    """A page whose name was made to lead here (DNS rebinding) would count as ours."""
    assert not lan_hosts("table.club.example").know(host)


@pytest.mark.parametrize("host", ["192.168.1.5", "table.club.example"])
def test_a_house_that_is_not_open_answers_on_this_computer_only(host: str) -> None:
    assert not lan_hosts("table.club.example", lan=False).know(host)


def test_a_computer_that_joins_another_network_answers_there_within_seconds() -> None:
    now, own = [0.0], ["192.168.1.5"]
    hosts = Hosts(True, own=lambda: own, steady=lambda: now[0])
    assert hosts.know("192.168.1.5")
    own[:] = ["10.0.0.7"]
    assert not hosts.know("10.0.0.7")
    now[0] = LOOK_AGAIN_S
    assert hosts.know("10.0.0.7")
    assert not hosts.know("192.168.1.5")


def test_this_computers_own_addresses_are_found_and_none_is_a_loopback() -> None:
    found = own_addresses()
    assert all(ipaddress.ip_address(one).version == 4 for one in found)
    assert not any(is_loopback(one) for one in found)
    assert address_to_show(found) == (found[0] if found else "127.0.0.1") or len(found) > 1


def test_an_invitation_rather_names_a_private_address() -> None:
    assert address_to_show(["203.0.114.9", "192.168.1.5"]) == "192.168.1.5"
    assert address_to_show(["8.8.4.4"]) == "8.8.4.4"
    assert address_to_show([]) == "127.0.0.1"


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


@pytest.mark.parametrize("path", ["/api/v1/stream", "/api/v1/sessions", "/api/v1/health", "/openapi.json"])
def test_a_picture_of_another_sites_page_reads_nothing_of_the_api_and_holds_no_stream(
    client: FlaskClient, room: StreamRoom, path: str
) -> None:
    """A request without an Origin, which a page of another site makes the browser send by naming us as a picture."""
    told = client.get(path, headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"})
    if path.startswith("/api/"):
        assert (told.status_code, told.json["code"]) == (403, "FORBIDDEN_ORIGIN")
    else:
        assert told.status_code == 200
    assert room.open == 0


@pytest.mark.parametrize("site", ["same-origin", "same-site", "none"])
def test_pages_of_ours_and_people_who_type_the_address_read_the_api(client: FlaskClient, site: str) -> None:
    assert client.get("/api/v1/sessions", headers={"Sec-Fetch-Site": site}).status_code == 200


@pytest.mark.parametrize("path", ["/", "/j/ABCDEFGH", "/gm"])
def test_a_link_on_another_sites_page_leads_to_ours(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}).status_code == 200


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
