"""The gate for request bodies: small, declared as JSON, and JSON indeed, before any model sees them."""

from __future__ import annotations

import json
from http import HTTPStatus

from flask import Flask, Response, request

from feldlicht.base.reasons import Reason, Refusal
from feldlicht.web.access import SAFE_METHODS
from feldlicht.web.api.terms import MAX_BODY, MAX_RECORD, RECORDS
from feldlicht.web.problems import problem


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


class _Twice(ValueError):
    """A name that an object has twice: readers differ in which one counts, so neither does."""


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for name, value in pairs:
        if name in found:
            raise _Twice(name)
        found[name] = value
    return found


def _is_text(body: object) -> bool:
    """JSON can spell half a character (a lone surrogate), which can be neither stored nor quoted back."""
    try:
        json.dumps(body, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True


def largest() -> int:
    """Return how many bytes the request at hand may have."""
    return MAX_RECORD if request.url_rule is not None and request.url_rule.rule == RECORDS else MAX_BODY


def _check() -> Response | None:
    if request.method in SAFE_METHODS or request.url_rule is None:
        return None
    request.max_content_length = largest()
    if (request.content_length or 0) > largest():
        return problem(Refusal.of(Reason.BODY_TOO_LARGE, limit=largest() // 1024))
    if request.mimetype != "application/json":
        return problem(Refusal.of(Reason.WRONG_MEDIA_TYPE, got=request.mimetype))
    try:
        body = json.loads(request.get_data(cache=True), parse_constant=_no_constant, object_pairs_hook=_once)
    except json.JSONDecodeError as fault:
        facts = {"line": fault.lineno, "column": fault.colno, "problem": fault.msg}
        return problem(Refusal.of(Reason.BAD_REQUEST, **facts), status=HTTPStatus.BAD_REQUEST)
    except _Twice as fault:
        where = fault.args[0] if _is_text(fault.args[0]) else "body"
        return problem(Refusal.of(Reason.BAD_REQUEST, where=where, problem="it is there twice"))
    except (ValueError, RecursionError):
        # Bytes that are no text, NaN, or so many brackets that the parser's stack ends.
        return problem(Refusal.of(Reason.BAD_REQUEST, where="body"), status=HTTPStatus.BAD_REQUEST)
    if not _is_text(body):
        return problem(Refusal.of(Reason.BAD_REQUEST, where="body"), status=HTTPStatus.BAD_REQUEST)
    if not isinstance(body, dict):
        return problem(Refusal.of(Reason.BAD_REQUEST, where="body", problem="a JSON object is needed"))
    return None


def register(app: Flask) -> None:
    """Let no other body through to the views of ``app``."""
    app.config["MAX_CONTENT_LENGTH"] = MAX_RECORD
    app.before_request(_check)
