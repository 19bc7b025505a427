"""Who guesses waits longer and longer, whatever they do; who mistypes now and then never notices."""

from __future__ import annotations

from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import Reason, Refused
from feldlicht.runtime.tries import (
    ADDRESSES,
    MINUTE_MS,
    OF_ALL,
    OF_ONE,
    Brake,
    Patience,
    Proof,
    Tries,
    failed,
    forgiven,
    wait_ms,
)
from tests.support.registers import RegistersDouble
from tests.support.samples import samples

HOUR_MS = 60 * MINUTE_MS
DAY_MS = 24 * HOUR_MS


def guess(brake: Brake, address: str, now: int, right: bool = False) -> bool | int:
    """Return the answer, or how many seconds to wait."""
    try:
        return brake.attempt(address, now, lambda: right)
    except Refused as refused:
        if refused.refusal.reason is not Reason.TOO_MANY_TRIES:
            raise
        return int(dict(refused.refusal.facts)["seconds"])


def test_the_fifth_failure_makes_wait_a_minute_and_each_after_it_twice_as_long_up_to_an_hour() -> None:
    tries, now, waits = Tries(), 0, []
    for _ in range(13):
        tries = failed(tries, OF_ONE, now)
        waits.append(wait_ms(tries, now) // MINUTE_MS)
        now = tries.until
    assert waits == [0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]


@given(st.lists(st.integers(0, 10 * HOUR_MS), min_size=1, max_size=60), st.sampled_from([OF_ONE, OF_ALL]))
@samples(200)
def test_no_wait_is_longer_than_allowed_and_none_is_left_out(pauses: list[int], patience: Patience) -> None:
    tries, now = Tries(), 0
    for pause in pauses:
        now = max(now + pause, tries.until)
        before = forgiven(tries, patience, now)
        tries = failed(tries, patience, now)
        assert tries.failures == before + 1
        assert wait_ms(tries, now) <= patience.longest_ms
        assert (wait_ms(tries, now) > 0) is (tries.failures >= patience.free)


def test_a_robot_that_never_rests_gets_fewer_than_sixty_tries_a_day() -> None:
    brake, now, judged = Brake("pin", RegistersDouble()), 0, 0
    while now < DAY_MS:
        answer = guess(brake, "10.0.0.9", now)
        judged += answer is False
        now += 1 if answer is False else cast("int", answer) * 1000
    assert judged < 60


def test_many_addresses_help_a_robot_little() -> None:
    """One try for each address that is remembered, and then one a minute for all of them together."""
    brake, now, judged = Brake("pin", RegistersDouble()), 0, 0
    while now < HOUR_MS:
        answer = guess(brake, f"10.0.{judged // 250}.{judged % 250}", now)
        judged += answer is False
        now += 1 if answer is False else cast("int", answer) * 1000
    assert ADDRESSES <= judged <= ADDRESSES + 60


def test_a_house_full_of_robots_gets_a_try_each_and_then_one_a_minute_and_shuts_out_nobody_else() -> None:
    brake, now, judged = Brake("pin", RegistersDouble()), 0, 0
    robots = [f"10.0.0.{number}" for number in range(60)]
    while now < HOUR_MS:
        answers = [guess(brake, robot, now) for robot in robots]
        judged += answers.count(False)
        assert guess(brake, "10.0.0.200", now, right=True) is True
        now += 10_000
    assert OF_ALL.free <= judged <= len(robots) + OF_ALL.free + 60


def test_who_never_failed_may_mistype_once_while_others_flood_and_waits_a_minute_at_most_then() -> None:
    brake = Brake("pin", RegistersDouble())
    for number in range(60):
        guess(brake, f"10.0.0.{number}", 0)
    assert guess(brake, "10.0.0.200", 1) is False
    assert guess(brake, "10.0.0.200", 2, right=True) == 60
    assert guess(brake, "10.0.0.200", MINUTE_MS + 1, right=True) is True


@given(st.lists(st.booleans(), max_size=40))
@samples(100)
def test_a_right_code_of_many_changes_nothing_for_whoever_guesses_others(between: list[bool]) -> None:
    """Whether or not a code that one has is used between the guesses, they end at the same wait."""
    registers, plain = RegistersDouble(), RegistersDouble()
    brake, without = Brake("code", registers, Proof.ONE_OF_MANY), Brake("code", plain, Proof.ONE_OF_MANY)
    for now, known in enumerate(between):
        if known:
            guess(brake, "10.0.0.9", now, right=True)
        else:
            assert guess(brake, "10.0.0.9", now) == guess(without, "10.0.0.9", now)
    assert brake.failures() == without.failures()


def test_the_one_secret_forgives_its_own_address_and_no_other() -> None:
    brake = Brake("pin", RegistersDouble())
    for _ in range(4):
        guess(brake, "10.0.0.8", 0)
        guess(brake, "10.0.0.9", 0)
    assert guess(brake, "10.0.0.9", 1, right=True) is True
    assert [guess(brake, "10.0.0.9", 2) for _ in range(2)] == [False, False]
    assert [guess(brake, "10.0.0.8", 2) for _ in range(2)] == [False, 60]


def test_four_slips_an_hour_never_make_anyone_wait() -> None:
    brake, now = Brake("pin", RegistersDouble()), 0
    for _ in range(30):
        assert [guess(brake, "10.0.0.1", now + k) for k in range(4)] == [False] * 4
        assert guess(brake, "10.0.0.1", now + 5, right=True) is True
        now += HOUR_MS


def test_what_is_right_is_not_even_asked_while_waiting() -> None:
    brake = Brake("pin", RegistersDouble())
    for _ in range(5):
        guess(brake, "10.0.0.9", 0)
    assert guess(brake, "10.0.0.9", 1000, right=True) == 59
    assert guess(brake, "10.0.0.8", 1000, right=True) is True
    assert guess(brake, "10.0.0.9", MINUTE_MS, right=True) is True


def test_a_restart_forgets_no_failure() -> None:
    registers = RegistersDouble()
    for _ in range(5):
        guess(Brake("pin", registers), "10.0.0.9", 0)
    assert guess(Brake("pin", registers), "10.0.0.9", 0) == 60
    assert guess(Brake("code", registers), "10.0.0.9", 0) is False


def test_failures_are_told_with_time_and_address_and_successes_are_not() -> None:
    brake = Brake("pin", RegistersDouble())
    guess(brake, "10.0.0.9", 5)
    guess(brake, "10.0.0.8", 6)
    guess(brake, "10.0.0.7", 7, right=True)
    total, recent = brake.failures()
    assert (total, [(one.at, one.address) for one in recent]) == (2, [(6, "10.0.0.8"), (5, "10.0.0.9")])


def test_a_try_that_is_cut_off_while_it_is_judged_was_one() -> None:
    brake = Brake("pin", RegistersDouble())

    def cut() -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        brake.attempt("10.0.0.9", 0, cut)
    assert brake.failures()[0] == 1


def test_endless_addresses_fill_no_memory() -> None:
    registers = RegistersDouble()
    brake = Brake("pin", registers)
    for number in range(ADDRESSES + 20):
        guess(brake, f"a{number}", number * 2 * MINUTE_MS)
    kept = registers.register("tries", "pin")
    assert isinstance(kept, dict)
    assert len(kept["one"]) == ADDRESSES
    assert brake.failures()[0] == ADDRESSES + 20
