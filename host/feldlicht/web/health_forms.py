"""How a board is doing, as the JSON that its health page shows."""

from __future__ import annotations

from typing import Any

from feldlicht.base.cells import cell_name
from feldlicht.link.health import Health
from feldlicht.link.lines import BadCause
from feldlicht.link.messages import Hello, State, Supply
from feldlicht.runtime.examiner import Controls
from feldlicht.runtime.pictures import BoardInfo
from feldlicht.texts import text
from feldlicht.web.json_forms import advice_json, refusal_json

Json = dict[str, Any]


def health_json(board: BoardInfo, health: Health, controls: Controls | None, language: str) -> Json:
    """Return what is known of a board, its line, its program and its controls; sentences are in ``language``."""
    return {
        "id": board.id,
        "state": str(board.state),
        "simulated": board.simulated,
        "port": board.port,
        "refusal": None if board.refusal is None else refusal_json(board.refusal, language),
        "advice": advice_json(board, language),
        "noisy": {cell_name(which): count for which, count in sorted(board.noisy.items())},
        "hello": None if health.hello is None else hello_json(health.hello, language),
        "program": None if health.board_state is None else state_json(health.board_state, language),
        "controls": None if controls is None else controls_json(controls, language),
        "line": {
            "age_ms": health.last_line_age_ms,
            "received": health.lines_in,
            "sent": health.lines_out,
            "per_second": health.lines_per_s,
            "snapshots_per_second": health.snapshots_per_s,
            "bad": {str(cause): health.bad.get(cause, 0) for cause in BadCause},
            "bad_said": {str(cause): text(f"board.health.bad.{cause}", language) for cause in BadCause},
            "resent": health.resent,
            "rejected": health.rejected,
            "found": health.found,
            "lost": health.lost,
            "restarts": health.restarts,
        },
        "log": list(health.log),
    }


def controls_json(controls: Controls, language: str) -> Json:
    """Return the counters of knob and buttons since the board began."""
    counted = dict(zip(("turn", "press", "long", "one", "two"), controls, strict=True))
    return {**counted, "said": text("board.health.controls", language, **counted)}


def hello_json(hello: Hello, language: str) -> Json:
    """Return who a board says it is."""
    return {
        "protocol": hello.protocol,
        "firmware": hello.firmware,
        "micropython": hello.micropython,
        "layout": hello.layout,
        "boot": hello.boot,
        "cause": str(hello.cause),
        "said": text(
            "board.health.boot", language, boot=hello.boot, cause=text(f"board.health.cause.{hello.cause}", language)
        ),
        "interpreter": hello.interpreter,
        "machine": hello.machine,
    }


_BUDGETS = {Supply.MEDIUM: "medium", Supply.HIGH: "high", Supply.SET: "set"}


def state_json(state: State, language: str) -> Json:
    """Return what a board's program says of itself."""
    budget = _BUDGETS.get(state.supply or Supply.NONE, "port")
    return {
        "scans_per_second": state.scan,
        "missed_scans": state.missed,
        "bad_lines": state.bad,
        "milliamperes": state.milliamperes,
        "limited": state.limited,
        "budget_ma": state.budget_ma,
        "budget_said": text(f"board.health.budget.{budget}", language, ma=state.budget_ma or 0),
        "supply": None if state.supply is None else str(state.supply),
        "free_memory": state.free_memory or None,
    }
