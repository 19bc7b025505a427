"""What a linear board measures, and the self-test from a page: on the real firmware, through the API."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from feldlicht.base.cables import NO_FAULT, CableFault
from feldlicht.base.cells import COLUMNS, ROWS, Cell, cell, cell_at, cell_name
from feldlicht.base.figures import Pole
from feldlicht.config import Settings
from feldlicht.runtime import checks
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardState
from feldlicht.runtime.surveyor import FRESH_S
from feldlicht.sim.miswiring import Miswiring, exchanged, row_cells
from feldlicht.web.app import create_app
from tests.support.host import until
from tests.web.conftest import command, wait_until

FIELD, SELFTEST = "/api/v1/boards/default/field", "/api/v1/boards/default/selftest"
MATCH = {"game": "master_move", "formation": "counting"}


@pytest.fixture(autouse=True)
def short_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing trembles here: a shorter look at the empty table finds the same."""
    monkeypatch.setattr(checks, "EMPTY_S", 0.5)


def begun(folder: Path, driver: str) -> Iterator[House]:
    house = House(Settings(folder / "data", http_port=0, simulate=True, sim_driver=driver, hands_pace=0.0))
    try:
        house.start()
        wait_until(lambda: house.boards()[0].state is BoardState.LIVE)
        yield house
    finally:
        house.close()


@pytest.fixture(scope="module")
def linear(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    yield from begun(tmp_path_factory.mktemp("linear"), "linear-mux")


@pytest.fixture
def page(linear: House) -> Iterator[FlaskClient]:
    client = create_app(linear, linear.settings).test_client()
    yield client
    linear.simulator().miswire(Miswiring())  # type: ignore[attr-defined]
    linear.set_magnets("default", dict.fromkeys(linear.magnets("default")))
    client.post(SELFTEST, json={"do": "stop"})
    wait_until(lambda: (client.get(SELFTEST).json["run"] or {"ended": "never"})["ended"] is not None)


def run(page: FlaskClient) -> Any:
    return page.get(SELFTEST).json["run"]


def when(page: FlaskClient, happened: Callable[[Any], bool]) -> Any:
    """Wait until the run stands so, and return how."""
    wait_until(lambda: happened(run(page)), 60)
    return run(page)


def begin(page: FlaskClient, part: str) -> None:
    answer = page.post(SELFTEST, json={"do": part})
    assert answer.status_code == 200, answer.text


def test_a_field_is_told_by_cell_with_its_sign_and_its_share_of_the_threshold(
    page: FlaskClient, linear: House
) -> None:
    linear.set_magnets("default", {cell("A1"): Pole.NORTH, cell("E8"): Pole.SOUTH})
    told = page.get(FIELD).json
    assert (told["sensors"], told["threshold_mt"], told["hysteresis_mt"], told["findings"]) == (
        "linear-mux", 6.0, 1.5, [],
    )  # fmt: skip
    assert len(told["cells"]) == ROWS * COLUMNS
    north, south, rest = (told["cells"][name] for name in ("A1", "E8", "I16"))
    assert north["mt"] > 6 > 0 > -6 > south["mt"]
    assert north["percent"] == int(north["mt"] * 100 / 6)
    assert (north["state"], south["state"], rest["state"]) == ("firm", "firm", "rest")
    assert abs(rest["mt"]) < 1 > rest["noise_mt"] >= 0


def test_a_dead_cell_and_a_faint_one_are_named_while_the_board_is_in_use(page: FlaskClient, linear: House) -> None:
    linear.simulator().miswire(Miswiring(dead=frozenset({cell("C4")})))  # type: ignore[attr-defined]
    wait_until(lambda: page.get(FIELD).json["cells"]["C4"]["state"] == "dead")
    told = page.get(FIELD).json
    assert [one["cells"] for one in told["findings"]] == [["C4"]]
    assert "C4" in told["findings"][0]["sentence"]


def test_zero_looks_at_the_empty_table_and_keeps_what_it_reads(page: FlaskClient) -> None:
    begin(page, "zero")
    done = when(page, lambda one: one["ended"])
    assert (done["ended"], done["zero"], done["findings"]) == ("done", "ok", [])


def test_zero_is_not_set_under_a_magnet(page: FlaskClient, linear: House) -> None:
    linear.set_magnets("default", {cell("B2"): Pole.NORTH})
    begin(page, "zero")
    done = when(page, lambda one: one["ended"])
    assert done["zero"] == "occupied"
    assert [(one["finding"], one["cells"]) for one in done["findings"]] == [("stuck_cell", ["B2"])]


def test_touch_shows_the_margin_of_every_cell_that_a_magnet_was_on(page: FlaskClient, linear: House) -> None:
    begin(page, "touch")
    linear.set_magnets("default", {cell("D4"): Pole.NORTH})
    shown = when(page, lambda one: "D4" in one["margins"])
    assert shown["margins"]["D4"] > 150
    page.post(SELFTEST, json={"do": "next"})
    assert when(page, lambda one: one["ended"])["ended"] == "done"


def test_a_walk_names_rows_that_answer_for_one_another(page: FlaskClient, linear: House) -> None:
    linear.simulator().miswire(Miswiring(sees=exchanged((row_cells(2), row_cells(3)))))  # type: ignore[attr-defined]
    begin(page, "walk")

    def drag(row: int) -> None:
        before: Cell | None = None
        for column in range(COLUMNS):
            here = cell_at(row, column)
            simulator = linear.simulator()
            simulator.set_magnets({here: Pole.NORTH} | ({} if before is None else {before: None}))
            heard = column + 1
            when(
                page,
                lambda one, heard=heard: len(one["answered"]) + len(one["mistaken"]) >= heard or one["asked"] != path,
            )
            before = here
        linear.simulator().set_magnets({} if before is None else {before: None})

    when(page, lambda one: one["stage"] == "walking")
    for row in range(ROWS):
        path = run(page)["asked"]
        assert path == [cell_name(cell_at(row, column)) for column in range(COLUMNS)]
        if row > 3:
            page.post(SELFTEST, json={"do": "next"})
        else:
            drag(row)
        when(page, lambda one, path=path: one["asked"] != path)
    done = when(page, lambda one: one["ended"])
    swapped = next(one for one in done["findings"] if one["finding"] == "swapped_rows")
    assert swapped["names"] == ["C", "D"]


def test_a_match_keeps_the_self_test_away_and_one_that_begins_ends_it(page: FlaskClient, linear: House) -> None:
    begin(page, "touch")
    when(page, lambda one: one["stage"] == "touching")
    match = page.post("/api/v1/sessions", json=MATCH).json["id"]
    assert when(page, lambda one: one["ended"])["ended"] == "match"
    refused = page.post(SELFTEST, json={"do": "zero"})
    assert (refused.status_code, refused.json["code"]) == (409, "CHECK_DURING_MATCH")
    assert {one["code"] for one in page.get(SELFTEST).json["parts"].values()} == {"CHECK_DURING_MATCH"}
    # The table has its light back: the first cells of the formation want their figures.
    wait_until(lambda: any(any(lamp) for lamp in linear.lights("default").cells.values()))
    assert command(page, match, None, type="abandon").status_code == 200


def test_threshold_hysteresis_and_supply_are_set_and_the_board_keeps_them(page: FlaskClient, linear: House) -> None:
    def tuned() -> tuple[float, float, str]:
        told, program = page.get(FIELD).json, page.get("/api/v1/boards/default/health").json["program"]
        return told["threshold_mt"], told["hysteresis_mt"], program and program["supply"]

    def change(**wanted: int) -> None:
        done = page.patch("/api/v1/settings", json=wanted)
        assert done.status_code == 200, done.text
        assert {name: done.json[name]["value"] for name in wanted} == wanted

    kept = linear.simulator().flash / "settings.txt"  # type: ignore[attr-defined]
    change(threshold=90, hysteresis=10, budget_ma=800)
    wait_until(lambda: tuned() == (9.0, 1.0, "set"))
    wait_until(lambda: {"threshold=90", "hysteresis=10", "budget=800"} <= set(kept.read_text().split()))
    for wrong in ({"threshold": 19}, {"hysteresis": 20}, {"budget_ma": 49}):
        assert page.patch("/api/v1/settings", json=wrong).json["code"] == "SETTING_LIMITS"
    change(threshold=0, hysteresis=0, budget_ma=0)
    wait_until(lambda: tuned() == (6.0, 1.5, "1.5A"))
    wait_until(lambda: not {"threshold=90", "hysteresis=10", "budget=800"} & set(kept.read_text().split()))


def test_settings_that_a_board_cannot_keep_are_said_on_its_pages_until_it_keeps_them(
    page: FlaskClient, linear: House
) -> None:
    def found() -> list[str]:
        return [one["finding"] for one in page.get("/api/v1/boards/default/health").json["advice"]]

    kept = linear.simulator().flash / "settings.txt"  # type: ignore[attr-defined]
    kept.unlink(missing_ok=True)
    kept.mkdir()  # what no file can take the place of
    try:
        assert page.patch("/api/v1/settings", json={"threshold": 88}).status_code == 200
        wait_until(lambda: found() == ["unkept"])
        wait_until(lambda: "W: failed" in page.get("/api/v1/boards/default/health").json["log"])
        assert [one["finding"] for one in page.get("/api/v1/boards/default").json["advice"]] == ["unkept"]
    finally:
        kept.rmdir()
        assert page.patch("/api/v1/settings", json={"threshold": 0}).status_code == 200
    wait_until(lambda: found() == [])


def test_knob_and_buttons_are_counted_for_whoever_built_them(page: FlaskClient) -> None:
    def counted() -> dict[str, Any]:
        return page.get("/api/v1/boards/default/health").json["controls"]

    before = counted()
    for body in ({"turn": 3}, {"press": "short", "button": 1}, {"press": "long", "button": 2}):
        assert page.post("/api/v1/boards/default/sim/controls", json=body).status_code == 200
    after = counted()
    news = {name: after[name] - before[name] for name in ("turn", "press", "long", "one", "two")}
    assert news == {"turn": 3, "press": 1, "long": 1, "one": 1, "two": 1}
    assert "3 steps" in page.get("/api/v1/boards/default/health?lang=en").json["controls"]["said"]


def test_a_board_of_switches_measures_no_field_and_says_so(real: FlaskClient) -> None:
    told = real.get(FIELD).json
    assert (told["sensors"], told["cells"], told["threshold_mt"]) == ("digital-chain", {}, None)
    assert {part: no and no["code"] for part, no in real.get(SELFTEST).json["parts"].items()} == {
        "zero": None, "walk": None, "touch": "NO_FIELD",
    }  # fmt: skip
    refused = real.post(SELFTEST, json={"do": "touch"})
    assert (refused.status_code, refused.json["code"]) == (409, "NO_FIELD")


@pytest.mark.prove
def test_over_a_line_that_loses_a_twentieth_a_field_is_told_and_a_zero_set_all_the_same(
    page: FlaskClient, linear: House
) -> None:
    linear.simulator().disturb(CableFault(seed=5, loss=0.05))
    try:
        for _ in range(10):
            # On a busy machine a question may be lost three times; the next one is not.
            told = until(
                lambda: answer if (answer := page.get(FIELD)).status_code == HTTPStatus.OK else None, "a field"
            )
            assert len(told.json["cells"]) == ROWS * COLUMNS
            time.sleep(FRESH_S)
        begin(page, "zero")
        done = when(page, lambda one: one["ended"])
        assert (done["ended"], done["zero"]) == ("done", "ok")
    finally:
        linear.simulator().disturb(NO_FAULT)


def test_a_board_that_goes_away_ends_the_self_test(page: FlaskClient, linear: House) -> None:
    begin(page, "walk")
    when(page, lambda one: one["stage"] == "walking")
    linear.simulator().unplug()
    assert when(page, lambda one: one["ended"])["ended"] == "away"
    refused = page.get(FIELD)
    assert (refused.status_code, refused.json["code"]) == (503, "BOARD_AWAY")
    linear.simulator().plug()
    wait_until(lambda: linear.boards()[0].state is BoardState.LIVE)
