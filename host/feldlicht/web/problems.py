"""Errors as ``application/problem+json`` (RFC 9457): a reason code and one sentence in the viewer's language.

Who opens an address in a browser, as a page, gets a page with that sentence and the way to the start page.
"""

from __future__ import annotations

import json
import logging
from functools import partial
from http import HTTPStatus

from flask import Response, render_template, request
from flask_openapi3.openapi import OpenAPI
from pydantic import ValidationError
from pydantic_core import ErrorDetails
from werkzeug.exceptions import HTTPException, InternalServerError, MethodNotAllowed

from feldlicht.base.reasons import OwnReason, Reason, Refusal, Refused
from feldlicht.texts import USUAL_GAME, sentence, text
from feldlicht.web.api.terms import API, CELL_PATTERN, MAX_BODY
from feldlicht.web.context import context
from feldlicht.web.languages import spoken_of, viewer_language
from feldlicht.web.persons import at_this_computer

MEDIA_TYPE = "application/problem+json"
RETRY_AFTER_SECONDS = 3

_log = logging.getLogger(__name__)

STATUS: dict[Reason | OwnReason, HTTPStatus] = {
    Reason.UNKNOWN_HOST: HTTPStatus.BAD_REQUEST,
    Reason.FORBIDDEN_ORIGIN: HTTPStatus.FORBIDDEN,
    Reason.NOT_ALLOWED: HTTPStatus.FORBIDDEN,
    Reason.NOT_YOUR_SEAT: HTTPStatus.FORBIDDEN,
    Reason.MASTER_ACTS: HTTPStatus.FORBIDDEN,
    Reason.NOT_YOUR_ACT: HTTPStatus.FORBIDDEN,
    Reason.DICE_SEEN: HTTPStatus.FORBIDDEN,
    Reason.SEAL_TOLD: HTTPStatus.FORBIDDEN,
    Reason.ONLY_WATCHING: HTTPStatus.FORBIDDEN,
    Reason.NOT_FOUND: HTTPStatus.NOT_FOUND,
    Reason.NO_SUCH_SESSION: HTTPStatus.NOT_FOUND,
    Reason.NO_SUCH_BOARD: HTTPStatus.NOT_FOUND,
    Reason.NO_JOURNAL: HTTPStatus.NOT_FOUND,
    Reason.NO_PICTURES: HTTPStatus.NOT_FOUND,
    Reason.NO_SUCH_PICTURE: HTTPStatus.NOT_FOUND,
    Reason.METHOD_NOT_ALLOWED: HTTPStatus.METHOD_NOT_ALLOWED,
    Reason.BAD_CODE: HTTPStatus.FORBIDDEN,
    Reason.CODE_USED: HTTPStatus.FORBIDDEN,
    Reason.BAD_PIN: HTTPStatus.FORBIDDEN,
    Reason.SEAT_TAKEN: HTTPStatus.CONFLICT,
    Reason.PIN_NOT_SET: HTTPStatus.CONFLICT,
    Reason.TOO_MANY_TRIES: HTTPStatus.TOO_MANY_REQUESTS,
    Reason.STALE_REVISION: HTTPStatus.CONFLICT,
    Reason.NOT_TOLD_YET: HTTPStatus.CONFLICT,
    Reason.TABLE_BUSY: HTTPStatus.CONFLICT,
    Reason.HANDS_BUSY: HTTPStatus.CONFLICT,
    Reason.NO_CELLS: HTTPStatus.CONFLICT,
    Reason.NO_FIELD: HTTPStatus.CONFLICT,
    Reason.CHECK_DURING_MATCH: HTTPStatus.CONFLICT,
    Reason.SETTING_FIXED: HTTPStatus.CONFLICT,
    Reason.BODY_TOO_LARGE: HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    Reason.WRONG_MEDIA_TYPE: HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    Reason.DATA_FOLDER_UNUSABLE: HTTPStatus.INSUFFICIENT_STORAGE,
    Reason.INTERNAL_ERROR: HTTPStatus.INTERNAL_SERVER_ERROR,
    Reason.BOARD_AWAY: HTTPStatus.SERVICE_UNAVAILABLE,
    Reason.NO_MICROPYTHON: HTTPStatus.SERVICE_UNAVAILABLE,
    Reason.TOO_MANY_STREAMS: HTTPStatus.SERVICE_UNAVAILABLE,
    Reason.PICTURES_BUSY: HTTPStatus.SERVICE_UNAVAILABLE,
    Reason.CLOSING: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""HTTP status of a reason; every other one is 422: understood, and not possible."""


def status_of(reason: Reason | OwnReason) -> HTTPStatus:
    """Return the HTTP status that goes with ``reason``."""
    return STATUS.get(reason, HTTPStatus.UNPROCESSABLE_ENTITY)


def body_of(
    refusal: Refusal, status: int, title: str, language: str, game: str = USUAL_GAME, **more: object
) -> bytes:
    """Return the bytes of a problem, in the words of ``game``."""
    body = {
        "type": "about:blank",
        "title": title,
        "status": status,
        "code": str(refusal.reason),
        "detail": sentence(refusal, language, game),
        "facts": dict(refusal.facts),
        **more,
    }
    return json.dumps(body, ensure_ascii=False).encode()


def problem(refusal: Refusal, *, status: HTTPStatus | None = None, revision: int | None = None) -> Response:
    """Build the answer for ``refusal``; ``revision`` goes with refused commands, so that the asker can refresh."""
    which = status or status_of(refusal.reason)
    more = {} if revision is None else {"revision": revision}
    if _is_read_by_people():
        response = Response(_page(refusal), status=int(which), content_type="text/html; charset=utf-8")
    else:
        body = body_of(refusal, int(which), which.phrase, viewer_language(), spoken_of(), **more)
        response = Response(body, status=int(which), content_type=MEDIA_TYPE)
    if which is HTTPStatus.SERVICE_UNAVAILABLE:
        response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    if which is HTTPStatus.TOO_MANY_REQUESTS:
        response.headers["Retry-After"] = dict(refusal.facts)["seconds"]
    return response


def _is_read_by_people() -> bool:
    """Say whether a browser opened an address as a page, and not one of the API's."""
    wanted = request.accept_mimetypes
    return not request.path.startswith(API) and wanted["text/html"] > wanted["application/json"]


def _page(refusal: Refusal) -> str:
    language = viewer_language()
    say = partial(text, language=language)
    return render_template("refused.html", language=language, told=sentence(refusal, language), say=say)


def _place(location: tuple[int | str, ...]) -> str:
    """Name a place in a request by the steps that are in the request itself.

    Where several shapes are possible, a location also has the name of the shape that was tried.
    """
    here: object = request.get_json(silent=True)
    if here is None:
        return ".".join(map(str, location)) or "body"
    steps: list[str] = []
    for number, step in enumerate(location, 1):
        if isinstance(here, dict):
            if step not in here and number < len(location):
                continue
            here = here.get(step)
        elif isinstance(here, list) and isinstance(step, int):
            here = here[step]
        else:
            break
        steps.append(str(step))
    return ".".join(steps) or "body"


def refusal_of(error: ErrorDetails) -> Refusal:
    """Return the refusal for one fault that a request model found."""
    if error["type"] == "string_pattern_mismatch" and error.get("ctx", {}).get("pattern") == CELL_PATTERN:
        return Refusal.of(Reason.UNKNOWN_CELL, cell=error["input"])
    return Refusal.of(Reason.BAD_REQUEST, where=_place(error["loc"]), problem=error["msg"])


def validation_problem(fault: ValidationError) -> Response:
    """Answer a request that its model refuses, naming the first fault. flask-openapi3 calls this.

    Where several shapes are possible the first fault is that it is none of them; the deepest of the place says most.
    """
    faults = fault.errors(include_url=False, include_context=True)
    there = (one for one in faults if one["loc"][:1] == faults[0]["loc"][:1])
    return problem(refusal_of(max(there, key=lambda one: len(one["loc"]))))


def _http_problem(fault: HTTPException) -> Response:
    if fault.response is not None and isinstance(fault.response, Response):
        return fault.response
    code = HTTPStatus(fault.code or 500)
    match code:
        case HTTPStatus.NOT_FOUND:
            return problem(Refusal(Reason.NOT_FOUND))
        case HTTPStatus.METHOD_NOT_ALLOWED if isinstance(fault, MethodNotAllowed):
            allowed = ", ".join(sorted(fault.valid_methods or ()))
            response = problem(Refusal.of(Reason.METHOD_NOT_ALLOWED, method=request.method, allowed=allowed))
            response.headers["Allow"] = allowed
            return response
        case HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
            return problem(Refusal.of(Reason.BODY_TOO_LARGE, limit=(request.max_content_length or MAX_BODY) // 1024))
        case _ if code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            return _internal(fault)
        case _:
            return problem(Refusal(Reason.BAD_REQUEST), status=code)


def _internal(fault: HTTPException) -> Response:
    cause = fault.original_exception if isinstance(fault, InternalServerError) else None
    _log.error("a request failed", exc_info=cause or fault)
    log_file = context().log_file
    # Where it lies is nobody's business who is elsewhere.
    facts = {"file": log_file} if log_file and at_this_computer() else {}
    return problem(Refusal.of(Reason.INTERNAL_ERROR, **facts))


def _refused(fault: Refused) -> Response:
    return problem(fault.refusal)


def register(app: OpenAPI) -> None:
    """Let every error of ``app`` leave as a problem."""
    app.register_error_handler(HTTPException, _http_problem)
    app.register_error_handler(Refused, _refused)
