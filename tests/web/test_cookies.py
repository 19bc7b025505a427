"""A cookie says who someone is and nothing else; forged, old or of another host it says nothing."""

from __future__ import annotations

import pytest
from flask_openapi3.openapi import OpenAPI
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.config import Settings
from feldlicht.runtime.keys import BELIEVED_MS, Keys, new_ring, rotated
from feldlicht.web.app import create_app
from feldlicht.web.persons import RENEWED_MS, Pass, cookie_name, read, sign
from tests.support.samples import samples
from tests.support.web import OURS, Device, lan_hosts
from tests.web.double import HouseDouble

PERSON = "0123456789abcdef" * 2
KEYS = Keys("aaaaaaaaaaaa", "t" * 43, new_ring(0))


def test_what_is_signed_is_read_until_it_is_too_old() -> None:
    value = sign(Pass(PERSON, 1000), KEYS, 1000)
    assert read(value, KEYS, 1000 + BELIEVED_MS - 1) == Pass(PERSON, 1000)
    assert read(value, KEYS, 1000 + BELIEVED_MS) is None


def test_a_cookie_of_another_instance_says_nothing_even_with_the_same_key() -> None:
    ring = new_ring(0)
    one, other = Keys("aaaaaaaaaaaa", "t", ring), Keys("bbbbbbbbbbbb", "t", ring)
    assert read(sign(Pass(PERSON, 0), one, 0), other, 0) is None
    assert cookie_name(one) != cookie_name(other)


def test_a_rotated_key_still_reads_and_a_forgotten_one_does_not() -> None:
    old = new_ring(0)
    value = sign(Pass(PERSON, 0), Keys("a", "t", old), 0)
    both = rotated(old, 1)
    assert read(value, Keys("a", "t", both), 2) == Pass(PERSON, 0)
    assert read(value, Keys("a", "t", both[-1:]), 2) is None


@given(st.data())
@samples(200)
def test_a_cookie_with_any_sign_changed_says_nothing(data: st.DataObject) -> None:
    value = sign(Pass(PERSON, 0), KEYS, 0)
    place = data.draw(st.integers(0, len(value) - 2))  # the last sign has bits that mean nothing
    sign_ = data.draw(st.sampled_from("ABCabc019-_. é").filter(lambda one: one != value[place]))
    assert read(value[:place] + sign_ + value[place + 1 :], KEYS, 0) is None


@given(st.text(max_size=200))
@samples(200)
def test_any_text_as_cookie_is_read_without_an_error(text: str) -> None:
    assert read(text, KEYS, 0) is None


# ------------------------------------------------------------------ in answers


@pytest.fixture
def app(double: HouseDouble, tmp_path_factory: pytest.TempPathFactory) -> OpenAPI:
    settings = Settings(tmp_path_factory.getbasetemp(), lan=True)
    return create_app(double, settings, hosts=lan_hosts())  # type: ignore[arg-type]


def begin(app: OpenAPI) -> str:
    match = {"game": "master_move", "formation": "counting"}
    return str(Device.owner(app).post("/sessions", match, 201)["id"])


def test_looking_on_gives_nobody_a_cookie_and_joining_does(app: OpenAPI, double: HouseDouble) -> None:
    owner, phone = Device.owner(app), Device(app)
    session = begin(app)
    for path in ("/", "/api/v1/sessions", f"/api/v1/sessions/{session}", "/api/v1/me", "/static/js/page.js"):
        with phone.ask("GET", path) as answer:
            assert "Set-Cookie" not in answer.headers
    code = owner.post(f"/sessions/{session}/invitations", {"seat": "yellow"}, 201)["code"]
    given = phone.ask("POST", "/api/v1/join", {"code": code, "name": "Ada"}).headers["Set-Cookie"]
    assert given.startswith("feldlicht_0123456789ab=")
    assert "HttpOnly" in given
    assert "SameSite=Lax" in given
    assert "Max-Age=15552000" in given
    assert "Domain" not in given
    assert phone.seats(session)["yellow"] == {"id": "yellow", "name": "Ada", "present": False, "yours": True}
    assert Device(app).seats(session)["yellow"]["yours"] is False


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/join", {"code": "ZZZZZZZZ", "name": "Ada"}),
        ("/join", {"code": "ZZZZZZZZ", "name": ""}),
        ("/gm/claim", {"secret": "guessed"}),
        ("/gm/login", {"pin": "2468"}),
        ("/sessions/nope/seats", {"seat": "yellow", "name": "Ada"}),
    ],
)
def test_who_is_refused_gets_no_cookie(app: OpenAPI, path: str, body: dict[str, str]) -> None:
    begin(app)
    for device in (Device(app), Device.owner(app)):
        answer = device.ask("POST", f"/api/v1{path}", body)
        assert answer.status_code >= 400
        assert "Set-Cookie" not in answer.headers


def test_a_cookie_is_renewed_day_by_day_under_the_newest_key(app: OpenAPI, double: HouseDouble) -> None:
    phone = Device(app).join(begin(app), "yellow", Device.owner(app))
    double.time += RENEWED_MS - 1
    assert "Set-Cookie" not in phone.ask("GET", "/api/v1/me").headers
    double.time += 1
    assert "Set-Cookie" in phone.ask("GET", "/api/v1/me").headers
    assert "Set-Cookie" not in phone.ask("GET", "/api/v1/me").headers


def test_who_stays_away_for_half_a_year_is_a_stranger(app: OpenAPI, double: HouseDouble) -> None:
    session = begin(app)
    phone = Device(app).join(session, "yellow", Device.owner(app))
    double.time += BELIEVED_MS
    assert phone.seats(session)["yellow"]["yours"] is False


@pytest.mark.parametrize("value", ["", "x", "a.b.c", "x" * 4000])
def test_a_forged_cookie_is_a_strangers(app: OpenAPI, double: HouseDouble, value: str) -> None:
    session = begin(app)
    Device(app).join(session, "yellow", Device.owner(app))
    forger = Device(app)
    forger.client.set_cookie(cookie_name(double.access.keys), value, domain=OURS)
    assert forger.get("/me") == {"right": "viewer", "known": False, "lan": True, "pin": None}
    assert forger.post(f"/sessions/{session}/commands", {}, 403)["code"] == "NOT_ALLOWED"
