"""The budget of a board's lights, from its source to the health page's answer."""

from __future__ import annotations

from flask.testing import FlaskClient

from feldlicht.runtime.house import House
from tests.web.conftest import wait_until


def test_a_board_keeps_to_what_its_source_offers(real: FlaskClient, house: House) -> None:
    def budget() -> tuple[int, str] | None:
        program = real.get("/api/v1/boards/default/health").json["program"]
        return program and (program["budget_ma"], program["supply"])

    try:
        for source, milliamperes in (("3.0A", 2400), ("default", 400), ("1.5A", 1200)):
            done = real.post("/api/v1/boards/default/sim/cable", json={"source": source})
            assert done.json["source"] == source
            wait_until(lambda wanted=(milliamperes, source): budget() == wanted)  # type: ignore[misc]
    finally:
        real.post("/api/v1/boards/default/sim/cable", json={"source": "1.5A"})
