"""The lead is got by a link that is good once, later by a PIN that is kept as a hash and cannot be guessed."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime.masters import Masters, Way
from tests.support.registers import RegistersDouble

HOME = "10.0.0.2"


def refusal(act: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as refused:
        act()
    return refused.value.refusal.reason


@pytest.fixture
def registers() -> RegistersDouble:
    return RegistersDouble()


@pytest.fixture
def masters(registers: RegistersDouble) -> Masters:
    return Masters(registers)


def test_the_link_is_good_once(masters: Masters) -> None:
    secret = masters.new_claim()
    masters.claim(secret, "p1", HOME, 0)
    assert masters.leads("p1")
    for _ in range(9):
        # Whoever follows it second was no guesser.
        assert refusal(lambda: masters.claim(secret, "p2", HOME, 1)) is Reason.CODE_USED
    assert not masters.leads("p2")
    assert masters.claim_tries.failures() == (0, ())


def test_a_new_link_ends_the_one_before(masters: Masters) -> None:
    old, new = masters.new_claim(), masters.new_claim()
    assert refusal(lambda: masters.claim(old, "p1", HOME, 0)) is Reason.CODE_USED
    masters.claim(new, "p1", HOME, 0)
    assert masters.leads("p1")


def test_without_a_link_nobody_claims(masters: Masters) -> None:
    assert refusal(lambda: masters.claim("", "p1", HOME, 0)) is Reason.BAD_CODE


def test_a_link_that_was_used_forgives_no_guess(masters: Masters) -> None:
    used = masters.new_claim()
    masters.claim(used, "p1", HOME, 0)
    for _ in range(5):
        assert refusal(lambda: masters.claim(used, "p9", HOME, 0)) is Reason.CODE_USED
        assert refusal(lambda: masters.claim("guess", "p9", HOME, 0)) is Reason.BAD_CODE
    assert refusal(lambda: masters.claim(used, "p9", HOME, 0)) is Reason.TOO_MANY_TRIES


def test_the_pin_leads_in_once_it_is_chosen(masters: Masters) -> None:
    assert refusal(lambda: masters.login("2468", "p1", HOME, 0)) is Reason.PIN_NOT_SET
    masters.set_pin("2468", None)
    assert refusal(lambda: masters.login("2469", "p1", HOME, 0)) is Reason.BAD_PIN
    assert not masters.leads("p1")
    masters.login("2468", "p1", HOME, 1)
    assert masters.leads("p1")


def test_another_pin_ends_the_one_before(masters: Masters) -> None:
    masters.set_pin("2468", None)
    masters.set_pin("correct horse", None)
    assert refusal(lambda: masters.login("2468", "p1", HOME, 0)) is Reason.BAD_PIN
    masters.login("correct horse", "p1", HOME, 0)


def test_the_pin_itself_is_kept_nowhere_and_no_two_hashes_are_alike(registers: RegistersDouble) -> None:
    masters = Masters(registers)
    masters.set_pin("86420975", None)
    first = registers.register("game_masters", "pin")
    masters.set_pin("86420975", None)
    second = registers.register("game_masters", "pin")
    assert isinstance(first, dict)
    assert isinstance(second, dict)
    assert first["hash"] != second["hash"]
    assert first["n"] == 2**14
    assert "86420975" not in json.dumps([first, second])


def test_guessing_the_pin_is_slowed_and_the_right_one_waits_too(masters: Masters) -> None:
    masters.set_pin("2468", None)
    for number in range(5):
        assert refusal(lambda guess=str(1000 + number): masters.login(guess, "p9", "10.0.0.9", 0)) is Reason.BAD_PIN
    assert refusal(lambda: masters.login("2468", "p9", "10.0.0.9", 59_000)) is Reason.TOO_MANY_TRIES
    masters.login("2468", "p9", "10.0.0.9", 60_000)
    assert masters.pin_tries.failures()[0] == 5


def test_a_restart_keeps_the_lead_and_giving_it_up_ends_it(registers: RegistersDouble) -> None:
    masters = Masters(registers)
    masters.claim(masters.new_claim(), "p1", HOME, 0)
    assert Masters(registers).leads("p1")
    masters.leave("p1")
    assert not Masters(registers).leads("p1")
    assert not masters.leads(None)


def test_another_pin_puts_out_everyone_but_who_chose_it(registers: RegistersDouble) -> None:
    masters = Masters(registers)
    for person in ("p1", "p2", "p3"):
        masters.claim(masters.new_claim(), person, HOME, 0)
    assert masters.set_pin("2468", "p2") == 2
    assert [masters.leads(person) for person in ("p1", "p2", "p3")] == [False, True, False]
    # The owner, who is no game master by any cookie, keeps nobody.
    assert masters.set_pin("13579", None) == 1
    assert masters.people() == ()


def test_who_gave_the_old_pin_while_a_new_one_was_chosen_is_not_let_in(
    masters: Masters, monkeypatch: pytest.MonkeyPatch
) -> None:
    masters.set_pin("2468", None)
    judge = masters.pin_tries.attempt

    def slow(*how: Any) -> bool:
        judged = judge(*how)
        masters.set_pin("13579", None)
        return judged

    monkeypatch.setattr(masters.pin_tries, "attempt", slow)
    assert refusal(lambda: masters.login("2468", "p1", HOME, 0)) is Reason.BAD_PIN
    assert masters.people() == ()


def test_game_masters_are_listed_and_put_out_one_by_one(registers: RegistersDouble) -> None:
    masters = Masters(registers)
    masters.set_pin("2468", None)
    masters.claim(masters.new_claim(), "p1", "10.0.0.3", 5)
    masters.login("2468", "p2", "10.0.0.4", 7)
    first, second = masters.people()
    assert (first.person, first.since, first.by, first.address) == ("p1", 5, Way.LINK, "10.0.0.3")
    assert (second.person, second.since, second.by, second.address) == ("p2", 7, Way.PIN, "10.0.0.4")
    masters.put_out(first.id)
    masters.put_out("nobody")
    assert [one.person for one in Masters(registers).people()] == ["p2"]


def test_who_came_in_before_the_way_was_kept_still_leads(registers: RegistersDouble) -> None:
    registers.set_register("game_masters", "people", {"p1": 123})
    masters = Masters(registers)
    assert masters.leads("p1")
    (lead,) = masters.people()
    assert (lead.since, lead.by, lead.address) == (123, None, None)


@pytest.mark.parametrize("pin", ["", "123", "x" * 65])
def test_a_pin_too_short_or_too_long_is_refused_with_its_limits_and_is_no_guess(masters: Masters, pin: str) -> None:
    masters.set_pin("2468", None)
    for act in (lambda: masters.set_pin(pin, None), lambda: masters.login(pin, "p1", HOME, 0)):
        with pytest.raises(Refused) as refused:
            act()
        assert refused.value.refusal.reason is Reason.PIN_LENGTH
        assert dict(refused.value.refusal.facts) == {"shortest": "4", "longest": "64"}
    assert masters.pin_tries.failures()[0] == 0
    masters.login("2468", "p1", HOME, 0)
