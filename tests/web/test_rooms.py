"""Nobody takes all places for streams: whoever looks on leaves some to those who play and lead."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from flask_openapi3.openapi import OpenAPI
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refused
from feldlicht.config import Settings
from feldlicht.runtime.clock import Clock
from feldlicht.web.app import STREAMS, create_app
from feldlicht.web.rooms import OWNER_GUEST, Guest, Limits, Standing, StreamRoom, why_full
from tests.support.samples import samples
from tests.support.web import Device, lan_hosts
from tests.web.double import HouseDouble

LIMITS = Limits.of(STREAMS)
GUESTS = st.builds(
    Guest,
    st.sampled_from(["10.0.0.1", "10.0.0.2", "10.0.0.3"]),
    st.none() | st.sampled_from([f"p{number}" for number in range(12)]),
    st.sampled_from(Standing),
)


class Stream:
    """What holds a place, and has hung up or not."""

    def __init__(self, room: StreamRoom, guest: Guest = OWNER_GUEST) -> None:
        self.room = room
        self.hung_up = False
        room.enter(self, guest)

    def gone(self) -> bool:
        return self.hung_up

    def close(self) -> None:
        self.room.leave(self)


def refusal(room: StreamRoom, guest: Guest) -> dict[str, str]:
    with pytest.raises(Refused) as refused:
        Stream(room, guest)
    assert refused.value.refusal.reason is Reason.TOO_MANY_STREAMS
    return dict(refused.value.refusal.facts)


def fill(room: StreamRoom, guests: Iterator[Guest]) -> list[Stream]:
    inside = []
    for guest in guests:
        try:
            inside.append(Stream(room, guest))
        except Refused:
            break
    return inside


@pytest.fixture
def room() -> StreamRoom:
    return StreamRoom(STREAMS, Clock())


def test_one_stranger_takes_a_few_places_and_no_more(room: StreamRoom) -> None:
    stranger = Guest("10.0.0.9", None, Standing.LOOKS_ON)
    assert len(fill(room, (stranger for _ in range(STREAMS)))) == LIMITS.strangers == 12
    Stream(room, Guest("10.0.0.8", None, Standing.LOOKS_ON))


def test_one_cookie_takes_as_many_as_a_browser_needs_and_is_told_so(room: StreamRoom) -> None:
    for standing in (Standing.LOOKS_ON, Standing.SEATED, Standing.LEADS):
        guest = Guest("10.0.0.9", f"p{standing}", standing)
        # A browser without a shared worker holds six connections to one host.
        assert len(fill(room, (guest for _ in range(STREAMS)))) == LIMITS.one_person == 8
        assert refusal(room, guest) == {"limit": "8", "own": "8"}


def test_many_phones_behind_one_address_look_on_together(room: StreamRoom) -> None:
    club = (Guest("10.0.0.9", f"p{number}", Standing.LOOKS_ON) for number in range(STREAMS))
    assert len(fill(room, club)) == LIMITS.one_address == 24


def test_whoever_looks_on_leaves_places_to_those_who_play_and_lead(room: StreamRoom) -> None:
    crowd = (Guest(f"10.0.1.{number}", None, Standing.LOOKS_ON) for number in range(STREAMS))
    assert len(fill(room, crowd)) == LIMITS.looking_on == 40
    assert refusal(room, Guest("10.0.2.1", None, Standing.LOOKS_ON)) == {"limit": "40"}
    for seat in ("yellow", "blue"):
        assert len(fill(room, (Guest("10.0.0.9", seat, Standing.SEATED) for _ in range(STREAMS)))) == 8
    Stream(room, Guest("10.0.0.9", "gm", Standing.LEADS))
    Stream(room)


@given(st.lists(GUESTS, max_size=150))
@samples(150)
def test_no_limit_is_ever_passed(guests: list[Guest]) -> None:
    inside: list[Guest] = []
    for guest in guests:
        if why_full(guest, inside, LIMITS) is None:
            inside.append(guest)
    lookers = [one for one in inside if one.standing is Standing.LOOKS_ON]
    assert len(inside) <= LIMITS.total
    assert len(lookers) <= LIMITS.looking_on
    for address in {one.address for one in lookers}:
        near = [one for one in lookers if one.address == address]
        assert len(near) <= LIMITS.one_address
        assert sum(one.person is None for one in near) <= LIMITS.strangers
    for person in {one.person for one in inside} - {None}:
        assert sum(one.person == person and one.standing is not Standing.OWNS for one in inside) <= LIMITS.one_person


@given(st.lists(GUESTS, max_size=150))
@samples(150)
def test_whoever_looks_on_never_keeps_a_player_out_who_has_no_page_yet(guests: list[Guest]) -> None:
    lookers = [one for one in guests if one.standing is Standing.LOOKS_ON]
    inside: list[Guest] = []
    for guest in lookers:
        if why_full(guest, inside, LIMITS) is None:
            inside.append(guest)
    assert why_full(Guest("10.0.0.1", "new", Standing.SEATED), inside, LIMITS) is None


def test_readers_that_hung_up_make_room(room: StreamRoom) -> None:
    phone = Guest("10.0.0.9", "p1", Standing.LOOKS_ON)
    inside = fill(room, (phone for _ in range(STREAMS)))
    inside[3].hung_up = True
    Stream(room, phone)
    assert refusal(room, phone)["own"] == "8"
    assert room.open == len(inside)


# ------------------------------------------------------------------ through the application


@pytest.fixture
def lan_app(double: HouseDouble, tmp_path_factory: pytest.TempPathFactory) -> OpenAPI:
    settings = Settings(tmp_path_factory.getbasetemp(), lan=True)
    return create_app(double, settings, hosts=lan_hosts())  # type: ignore[arg-type]


def test_a_stranger_who_opens_streams_without_end_keeps_neither_players_nor_owner_nor_others_out(
    lan_app: OpenAPI, double: HouseDouble
) -> None:
    owner = Device.owner(lan_app)
    session = owner.post("/sessions", {"game": "master_move", "formation": "counting"}, 201)["id"]
    player = Device(lan_app).join(session, "yellow", owner)
    leads = Device(lan_app).lead(double.access.masters.new_claim())
    stranger = Device(lan_app, at="192.168.1.66")
    opened: list[Any] = []

    def status(who: Device, view: str = "public") -> int:
        answer = who.ask("GET", f"/api/v1/stream?session={session}&view={view}")
        opened.append(answer)
        return answer.status_code

    try:
        assert {status(stranger) for _ in range(STREAMS)} == {200, 503}
        assert opened[-1].json["code"] == "TOO_MANY_STREAMS"
        assert status(Device(lan_app, at="192.168.1.67")) == 200
        # Two more who do the same, and everyone who looks on is full.
        for at in ("192.168.1.68", "192.168.1.69", "192.168.1.70"):
            assert status(Device(lan_app, at=at)) in (200, 503)
            while status(Device(lan_app, at=at)) == 200:
                pass
        assert status(Device(lan_app, at="192.168.1.71")) == 503
        assert status(player, "seat:yellow") == 200
        assert status(leads, "gm") == 200
        assert status(owner) == 200
        told = [status(player) for _ in range(8)]
        assert told[-1] == 503
        assert opened[-1].json["detail"].startswith("8 pages of this browser are watching already.")
    finally:
        for one in opened:
            one.close()
