"""Codes, seats and who is there: a code seats one, a name can be read, nobody loses a seat by a reload."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.entries import SessionHeader
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.reasons import Reason, Refused
from feldlicht.base.viewers import Role, Viewer
from feldlicht.rules.initiative import GAME as FIGHTS
from feldlicht.rules.master_move import GAME
from feldlicht.runtime.access import Access
from feldlicht.runtime.events import Hub, Interest, SeatsChanged
from feldlicht.runtime.invitations import ALPHABET, KNOWN, KNOWN_MS, LENGTH, LIMIT, VALID_MS, Invitations
from feldlicht.runtime.keys import Keys, new_ring
from feldlicht.runtime.presence import GRACE_MS, Presence
from feldlicht.runtime.seats import Sitting, seats_at
from feldlicht.table.record import Session
from feldlicht.table.session import open_session
from tests.support.registers import RegistersDouble
from tests.support.samples import samples

MATCH = open_session(GAME, SessionHeader("s1", "master_move", {}, "counting", "sim", 0))
NEXT = open_session(GAME, SessionHeader("s2", "master_move", {}, "counting", "sim", 1))


@dataclass
class Room:
    """An access of its own with a clock that tests turn."""

    registers: RegistersDouble = field(default_factory=RegistersDouble)
    hub: Hub = field(default_factory=Hub)
    time: int = 1_000_000

    def __post_init__(self) -> None:
        self.start()

    def start(self) -> None:
        self.access = Access(Keys("0123456789ab", "t" * 43, new_ring(0)), self.registers, self.hub, lambda: self.time)

    def join(self, code: str, person: str, name: str = "Ada", address: str = "10.0.0.2") -> str | None:
        return self.access.join(code, person, name, address, self.session).seat

    def session(self, which: str) -> Session:
        return {"s1": MATCH, "s2": NEXT}[which]

    def sits(self, session: str = "s1") -> dict[str, tuple[str, str]]:
        return {seat: (one.person, one.name) for seat, one in self.access.seats.at(session).items()}


def refusal(act: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusal.reason


@pytest.fixture
def room() -> Room:
    return Room()


# ------------------------------------------------------------------ codes


def test_a_code_has_eight_signs_that_nobody_mistakes() -> None:
    codes = {Invitations().invite("s1", None, 0).code for _ in range(300)}
    assert len(codes) == 300
    assert all(len(code) == LENGTH and set(code) <= set(ALPHABET) for code in codes)
    assert not set(ALPHABET) & set("0O1I")


@pytest.mark.parametrize(
    "spell", [str.lower, lambda code: f" {code[:4]}-{code[4:]} ", lambda code: f"{code[:4]} {code[4:]}"]
)
def test_a_code_is_understood_as_people_type_it(spell: Callable[[str], str]) -> None:
    codes = Invitations()
    made = codes.invite("s1", "yellow", 0)
    assert codes.redeem(spell(made.code), "p1", 1).session == "s1"


def test_a_code_ends_after_ten_minutes() -> None:
    codes = Invitations()
    made = codes.invite("s1", "yellow", 0)
    assert codes.redeem(made.code, "p1", VALID_MS - 1).seat == "yellow"
    assert refusal(lambda: codes.redeem(made.code, "p1", VALID_MS)) is Reason.CODE_USED
    assert refusal(lambda: codes.redeem(made.code, "p1", KNOWN_MS)) is Reason.BAD_CODE


def test_a_seats_code_seats_one_who_may_come_twice() -> None:
    codes = Invitations()
    made = codes.invite("s1", "yellow", 0)
    codes.redeem(made.code, "p1", 1)
    assert codes.redeem(made.code, "p1", 2).seat == "yellow"
    assert refusal(lambda: codes.redeem(made.code, "p2", 3)) is Reason.CODE_USED
    assert refusal(lambda: codes.redeem("AAAAAAAA", "p2", 3)) is Reason.BAD_CODE


def test_a_code_to_look_on_is_for_everyone_in_the_room() -> None:
    codes = Invitations()
    made = codes.invite("s1", None, 0)
    assert [codes.redeem(made.code, person, 1).seat for person in ("p1", "p2")] == [None, None]


def test_endless_invitations_fill_no_memory() -> None:
    codes = Invitations()
    first = codes.invite("s1", None, 0)
    for _ in range(LIMIT):
        codes.invite("s1", None, 0)
    assert refusal(lambda: codes.redeem(first.code, "p1", 0)) is Reason.CODE_USED
    for _ in range(KNOWN):
        codes.invite("s1", None, 0)
    assert refusal(lambda: codes.redeem(first.code, "p1", 0)) is Reason.BAD_CODE


def test_guessing_codes_is_slowed(room: Room) -> None:
    invited = room.access.invite(MATCH, "yellow")
    for _ in range(5):
        assert refusal(lambda: room.join("AAAAAAAA", "p9", address="10.0.0.9")) is Reason.BAD_CODE
    assert refusal(lambda: room.join(invited.code, "p9", address="10.0.0.9")) is Reason.TOO_MANY_TRIES
    assert room.join(invited.code, "p1") == "yellow"


@pytest.mark.parametrize("ended", ["seated another", "expired", "its seat was freed"])
def test_who_comes_by_a_code_that_was_good_is_told_so_and_is_no_guesser(room: Room, ended: str) -> None:
    code = room.access.invite(MATCH, "yellow").code
    if ended == "expired":
        room.time += VALID_MS
    else:
        room.join(code, "p1", address="10.0.0.3")
    if ended == "its seat was freed":
        room.access.free(MATCH, "yellow")
    for _ in range(9):
        assert refusal(lambda: room.join(code, "p2", address="10.0.0.4")) is Reason.CODE_USED
    assert [brake.failures() for brake in room.access.brakes] == [(0, ())] * 3
    assert room.join(room.access.invite(MATCH, "blue").code, "p2", address="10.0.0.4") == "blue"


def test_a_code_that_was_good_once_forgives_no_guess(room: Room) -> None:
    used = room.access.invite(MATCH, "yellow").code
    room.join(used, "p1", address="10.0.0.3")
    for number in range(5):
        assert refusal(lambda: room.join(used, "p9", address="10.0.0.9")) is Reason.CODE_USED
        guessed = f"ZZZZZZZ{ALPHABET[number]}"
        assert refusal(lambda code=guessed: room.join(code, "p9", address="10.0.0.9")) is Reason.BAD_CODE
    assert refusal(lambda: room.join(used, "p9", address="10.0.0.9")) is Reason.TOO_MANY_TRIES


# ------------------------------------------------------------------ seats


@pytest.mark.parametrize("seat", [None, "yellow"], ids=["to look on", "of a seat that one has"])
def test_a_code_that_one_has_buys_no_guesses_at_others(room: Room, seat: str | None) -> None:
    known = room.access.invite(MATCH, seat).code
    for number in range(5):
        room.join(known, "p9", address="10.0.0.9")
        guessed = f"ZZZZZZZ{ALPHABET[number]}"
        assert refusal(lambda code=guessed: room.join(code, "p9", address="10.0.0.9")) is Reason.BAD_CODE
    assert refusal(lambda: room.join(known, "p9", address="10.0.0.9")) is Reason.TOO_MANY_TRIES


def test_the_seats_of_a_match_are_its_sides() -> None:
    assert seats_at(MATCH) == {
        "yellow": Viewer(Role.PLAYER, Side.YELLOW),
        "blue": Viewer(Role.PLAYER, Side.BLUE),
    }


def test_a_game_may_have_a_seat_for_a_figure() -> None:
    class Alone(type(GAME)):  # type: ignore[misc]
        def seats(self, state: object, viewer: Viewer) -> tuple[FigureId, ...]:
            return (FigureId("yS1"),)

    alone = open_session(Alone(), MATCH.header)
    assert seats_at(alone) == {"yS1": Viewer(Role.PLAYER, Side.YELLOW, FigureId("yS1"))}


def test_a_taken_seat_is_given_only_by_handing_it_over(room: Room) -> None:
    assert room.join(room.access.invite(MATCH, "yellow").code, "p1") == "yellow"
    assert refusal(lambda: room.access.invite(MATCH, "yellow")) is Reason.SEAT_TAKEN
    assert refusal(lambda: room.access.take(MATCH, "yellow", "p2", "Bob")) is Reason.SEAT_TAKEN
    assert room.join(room.access.invite(MATCH, "yellow", hand_over=True).code, "p2", "Bob") == "yellow"
    assert room.sits() == {"yellow": ("p2", "Bob")}


def test_a_code_whose_seat_was_taken_meanwhile_is_not_used_up(room: Room) -> None:
    invited = room.access.invite(MATCH, "yellow")
    room.access.take(MATCH, "yellow", "p1", "Ada")
    assert refusal(lambda: room.join(invited.code, "p2")) is Reason.SEAT_TAKEN
    room.access.free(MATCH, "yellow")
    assert room.join(invited.code, "p3") == "yellow"


def test_a_bad_name_uses_up_neither_code_nor_try(room: Room) -> None:
    invited = room.access.invite(MATCH, "yellow")
    for _ in range(9):
        assert refusal(lambda: room.join(invited.code, "p1", "a\x07")) is Reason.BAD_NAME
    assert room.join(invited.code, "p2") == "yellow"


def test_there_is_no_other_seat(room: Room) -> None:
    assert refusal(lambda: room.access.invite(MATCH, "green")) is Reason.NO_SUCH_SEAT
    assert refusal(lambda: room.access.take(MATCH, "green", "p1", "Ada")) is Reason.NO_SUCH_SEAT
    assert refusal(lambda: room.access.free(MATCH, "green")) is Reason.NO_SUCH_SEAT


def test_only_who_sits_there_gets_up(room: Room) -> None:
    room.access.take(MATCH, "yellow", "p1", "Ada")
    assert refusal(lambda: room.access.free(MATCH, "yellow", "p2")) is Reason.NOT_YOUR_SEAT
    assert refusal(lambda: room.access.free(MATCH, "blue", "p1")) is Reason.NOT_YOUR_SEAT
    room.access.free(MATCH, "yellow", "p1")
    assert room.sits() == {}


def test_who_sits_there_may_take_another_name(room: Room) -> None:
    room.access.take(MATCH, "yellow", "p1", "Ada")
    room.access.take(MATCH, "yellow", "p1", "Ada L.")
    assert room.sits() == {"yellow": ("p1", "Ada L.")}


def test_a_restart_keeps_everyone_in(room: Room) -> None:
    room.access.take(MATCH, "yellow", "p1", "Ada")
    room.start()
    assert room.sits() == {"yellow": ("p1", "Ada")}
    assert room.access.seats.seats_of("s1", "p1") == {"yellow"}


def test_who_sits_at_a_match_sits_at_the_next_one_too(room: Room) -> None:
    room.access.take(MATCH, "yellow", "p1", "Ada")
    room.access.carry(MATCH, NEXT)
    assert room.sits("s2") == {"yellow": ("p1", "Ada")}
    room.access.free(NEXT, "yellow")
    room.access.take(NEXT, "blue", "p2", "Bob")
    room.access.carry(MATCH, NEXT)
    assert room.sits("s2") == {"blue": ("p2", "Bob")}


def test_who_plays_a_figure_has_it_in_the_next_fight_as_soon_as_it_joins(room: Room) -> None:
    def fights(name: str) -> Session:
        return open_session(FIGHTS, SessionHeader(name, "initiative", {}, None, "sim", 2))

    room.access.seats.take("s3", "Silja", Sitting("p1", "Ada", 2))
    room.access.carry(fights("s3"), fights("s4"))
    assert room.sits("s4") == {"Silja": ("p1", "Ada")}
    assert dict(seats_at(fights("s4"))) == {}
    assert refusal(lambda: room.access.seat(fights("s4"), "Silja")) is Reason.NO_SUCH_SEAT
    # Another game has other seats.
    room.access.carry(fights("s4"), NEXT)
    assert room.sits("s2") == {}
    room.access.take(MATCH, "yellow", "p2", "Bob")
    room.access.carry(MATCH, fights("s5"))
    assert room.sits("s5") == {}


# ------------------------------------------------------------------ presence


def test_who_has_a_page_open_is_there_and_each_change_is_told_once(room: Room) -> None:
    news = room.hub.subscribe(Interest(session="s1"))
    here: list[bool] = []
    for act in (room.access.came, room.access.came, room.access.went, room.access.went):
        act("p1")
        here.append(room.access.here("p1"))
    assert here == [True, True, True, True]
    room.access.look_who_is_away()
    room.time += GRACE_MS
    assert not room.access.here("p1")
    room.access.look_who_is_away()
    room.access.look_who_is_away()
    assert [news.get(0) for _ in range(3)] == [SeatsChanged(None), SeatsChanged(None), None]


def test_a_page_that_is_loaded_anew_is_no_going_away(room: Room) -> None:
    room.access.came("p1")
    news = room.hub.subscribe(Interest(session="s1"))
    for _ in range(5):
        room.access.went("p1")
        room.time += GRACE_MS - 1
        assert room.access.here("p1")
        room.access.came("p1")
        room.access.look_who_is_away()
    assert news.get(0) is None


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3 * GRACE_MS)), max_size=30))
@samples(100)
def test_who_is_told_to_be_away_had_no_page_for_the_whole_grace(steps: list[tuple[bool, int]]) -> None:
    presence, now, pages, left = Presence(), 0, 0, -GRACE_MS
    for opens, pause in steps:
        if opens:
            presence.enter("p", now)
            pages += 1
        elif pages:
            presence.leave("p", now)
            pages -= 1
            left = now
        now += pause
        assert presence.here("p", now) is (pages > 0 or now - left < GRACE_MS)
        if presence.sweep(now):
            assert not presence.here("p", now)


def test_whoever_hears_of_a_session_hears_of_its_seats(room: Room) -> None:
    here, elsewhere, boards = (room.hub.subscribe(Interest(session=one)) for one in ("s1", "s2", None))
    room.access.take(MATCH, "yellow", "p1", "Ada")
    assert here.get(0) == SeatsChanged("s1")
    assert elsewhere.get(0) is None
    assert boards.get(0) is None
