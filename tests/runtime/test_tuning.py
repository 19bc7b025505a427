"""What people change while it runs: limits, precedence, and that tables, board and disk have it at once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import Reason, Refused
from feldlicht.config import BOARDS_OWN, LIMITS, Settings
from feldlicht.runtime.events import SettingsChanged
from feldlicht.runtime.house import House
from feldlicht.runtime.tuning import (
    DEFAULTS,
    NAMES,
    REGISTER,
    Standing,
    Tuner,
    Tuning,
    Value,
    change,
    checked,
    let_go,
    standing,
)
from feldlicht.runtime.tuning import values as values_of
from feldlicht.store.store import Store
from feldlicht.texts import LANGUAGES, sentence
from tests.runtime.conftest import eventually, kicked_off, live
from tests.support.samples import samples

MakeHouse = Callable[..., House]

ALL: dict[str, st.SearchStrategy[Any]] = {
    **{name: st.integers(low, high) for name, (low, high) in LIMITS.items()},
    "takeback": st.sampled_from(TakebackRule),
}
SOME = st.fixed_dictionaries({}, optional=ALL)


def reason_of(act: Callable[[], object]) -> Reason:
    with pytest.raises(Refused) as caught:
        act()
    return caught.value.refusal.reason


def test_the_boards_own_description_has_the_same_defaults() -> None:
    board = tomllib.loads((Path(__file__).parents[2] / "hardware" / "board.toml").read_text())
    sensors = board["sensors"][board["sensors"]["driver"]]
    assert (sensors["debounce_scans"], board["lights"]["brightness"]) == (DEFAULTS.debounce, DEFAULTS.brightness)


@given(SOME, SOME)
def test_what_was_given_at_the_start_stands_above_the_choice_and_that_above_the_default(
    given_: dict[str, Value], chosen: dict[str, Value]
) -> None:
    holds = standing(given_, chosen)
    for name, value in values_of(holds.tuning).items():
        assert value == given_.get(name, chosen.get(name, values_of(DEFAULTS)[name]))
    assert holds.fixed == set(given_)


@given(SOME, SOME)
def test_a_change_is_all_that_was_wanted_or_refused_for_what_is_fixed(
    given_: dict[str, Value], wanted: dict[str, Value]
) -> None:
    if all(given_.get(name, value) == value for name, value in wanted.items()):
        after = standing(given_, change(given_, wanted))
        assert {name: getattr(after.tuning, name) for name in wanted} == wanted
    else:
        assert reason_of(lambda: change(given_, wanted)) is Reason.SETTING_FIXED


def test_what_a_board_has_by_itself_is_left_alone_until_somebody_has_said_something() -> None:
    assert not DEFAULTS.for_boards().keeps
    said = replace(DEFAULTS, budget_ma=900, threshold=85, hysteresis=12).for_boards()
    assert (said.budget, said.threshold, said.hysteresis, said.own) == (900, 85, 12, None)
    back = replace(DEFAULTS, budget_ma=0, threshold=85, hysteresis=0).for_boards()
    assert (back.budget, back.threshold, back.hysteresis, back.own) == (None, 85, None, 1 | 4)
    assert back.keeps


@given(st.sampled_from(sorted(LIMITS)), st.one_of(st.integers(), st.booleans(), st.floats(), st.text(), st.none()))
def test_a_number_is_taken_within_its_limits_and_refused_with_them_otherwise(name: str, value: object) -> None:
    low, high = LIMITS[name]
    if type(value) is int and (low <= value <= high or (value == 0 and name in BOARDS_OWN)):
        assert checked(name, value) == value
    else:
        with pytest.raises(Refused) as caught:
            checked(name, value)
        facts = dict(caught.value.refusal.facts)
        assert caught.value.refusal.reason is Reason.SETTING_LIMITS
        assert (facts["setting"], facts["low"], facts["high"]) == (name, str(low), str(high))


def test_no_such_setting_and_no_such_rule_are_refused() -> None:
    assert reason_of(lambda: checked("colour", 1)) is Reason.BAD_OPTION
    assert reason_of(lambda: checked("takeback", "perhaps")) is Reason.SETTING_LIMITS


@samples(30)
@given(st.sampled_from(NAMES), st.data())
def test_what_is_chosen_is_read_from_the_disk_as_it_was_written(name: str, data: st.DataObject) -> None:
    value = data.draw(ALL[name])
    assert checked(name, str(value) if name == "takeback" else value) == value


def test_tables_and_boards_are_told_their_parts() -> None:
    tuning = Tuning(400, 2000, 5, 38, TakebackRule.NEVER)
    assert (tuning.for_tables().timings.settle_ms, tuning.for_tables().timings.grace_ms) == (400, 2000)
    assert tuning.for_tables().takeback is TakebackRule.NEVER
    assert (tuning.for_boards().debounce, tuning.for_boards().brightness) == (5, 38)


# ------------------------------------------------------------------ in a house


def brightest(house: House) -> int:
    return max(max(colour) for colour in house.lights("default").cells.values())


def test_a_change_of_brightness_is_seen_on_the_boards_own_lights_at_once_and_after_it_comes_back(
    house: House,
) -> None:
    house.set_magnets("default", {cell("E8"): Pole.NORTH})
    eventually(lambda: brightest(house) == 24, "the greeting in full light")
    house.tune({"brightness": 128})
    eventually(lambda: brightest(house) == 12, "the greeting in half light")
    house.simulator().reboot()  # type: ignore[attr-defined]
    eventually(lambda: brightest(house) == 0, "the board without power")
    eventually(lambda: brightest(house) == 12, "the greeting again")


def test_a_change_of_settle_time_reaches_a_match_under_way(make_house: MakeHouse) -> None:
    house = make_house()
    house.start()
    live(house)
    # So long that nobody waits for it: what commits below is the shorter time.
    house.tune({"settle_ms": 10_000})
    match = kicked_off_slowly(house)
    house.set_magnets("default", {cell("D8"): None})
    house.set_magnets("default", {cell("E10"): Pole.NORTH})
    assert house.session(match).hands.preview is not None
    house.tune({"settle_ms": 0})
    eventually(lambda: house.session(match).revision == 2, "the move")


def kicked_off_slowly(house: House) -> str:
    """A formation settles too: it is built under a short time, and what comes then is timed by the long one."""
    long = house.tuning.tuning.settle_ms
    house.tune({"settle_ms": 0})
    match = kicked_off(house)
    house.tune({"settle_ms": long})
    return match


def test_a_change_is_told_to_everyone_once_and_kept_over_a_restart(make_house: MakeHouse) -> None:
    house = make_house()
    house.start()
    with house.subscribe(board="no-such") as news:
        after = house.tune({"takeback": "never", "debounce": 5})
        assert after == Standing(Tuning(debounce=5, takeback=TakebackRule.NEVER))
        assert news.get(5) == SettingsChanged(after)
        assert house.tune({"debounce": 5}) == after
        assert news.get(0) is None
    house.close()
    again = make_house(debounce=2)
    again.start()
    assert again.tuning == Standing(Tuning(debounce=2, takeback=TakebackRule.NEVER), frozenset({"debounce"}))
    assert reason_of(lambda: again.tune({"takeback": "ask", "debounce": 5})) is Reason.SETTING_FIXED
    assert again.tuning.tuning.takeback is TakebackRule.NEVER
    again.close()
    # What people chose before the variable came is there again when it is gone.
    last = make_house()
    last.start()
    assert last.tuning.tuning.debounce == 5


def test_a_kept_value_beyond_todays_limits_is_left_out_and_told_in_the_log(
    make_house: MakeHouse, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "data").mkdir()
    store = Store.open(tmp_path / "data")
    store.set_registers(REGISTER, {"brightness": 4000, "debounce": 4})
    store.close()
    house = make_house()
    house.start()
    assert house.tuning.tuning == Tuning(debounce=4)
    assert "a kept setting is left out" in caplog.text


@pytest.mark.parametrize(("threshold", "hysteresis"), [(20, 19), (20, 11), (24, 0), (28, 19), (20, 0)])
def test_a_pair_with_which_a_lifted_magnet_might_still_be_felt_is_refused(threshold: int, hysteresis: int) -> None:
    with pytest.raises(Refused) as refused:
        let_go(Tuning(threshold=threshold, hysteresis=hysteresis))
    facts = dict(refused.value.refusal.facts)
    assert refused.value.refusal.reason is Reason.SETTING_PAIR
    assert facts["most"] == f"{((threshold or 60) - 10) / 10} mT"
    for language in LANGUAGES:
        assert facts["most"] in sentence(refused.value.refusal, language)


@pytest.mark.parametrize(("threshold", "hysteresis"), [(20, 10), (25, 0), (0, 19), (0, 0), (200, 19), (None, None)])
def test_any_other_pair_is_taken(threshold: int | None, hysteresis: int | None) -> None:
    let_go(Tuning(threshold=threshold, hysteresis=hysteresis))


def test_who_changes_one_of_the_pair_is_told_with_the_other_as_it_stands(store: Store, tmp_path: Path) -> None:
    tuner = Tuner(Settings(tmp_path), store)
    tuner.change({"hysteresis": 19})
    with pytest.raises(Refused):
        tuner.change({"threshold": 20})
    assert tuner.now().tuning.threshold is None
    tuner.change({"threshold": 20, "hysteresis": 5})
