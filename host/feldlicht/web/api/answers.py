"""What every view file needs: the blueprint's common answers and JSON responses."""

from __future__ import annotations

import json
from http import HTTPStatus
from typing import Any

from flask import Response
from flask_openapi3.blueprint import APIBlueprint
from flask_openapi3.models.tag import Tag

from feldlicht.web.problems import MEDIA_TYPE

PREFIX = "/api/v1"
_PROBLEM = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}


def problems(*statuses: HTTPStatus) -> dict[str | int | HTTPStatus, Any]:
    """Describe error answers: what any request may get, and ``statuses`` beside that."""
    always = (
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.METHOD_NOT_ALLOWED,
        HTTPStatus.UNPROCESSABLE_ENTITY,
        HTTPStatus.INTERNAL_SERVER_ERROR,
    )
    return {int(one): {"description": one.phrase, **_PROBLEM} for one in (*always, *statuses)}


ACT = (
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.SERVICE_UNAVAILABLE,
    HTTPStatus.INSUFFICIENT_STORAGE,
)
"""What a request that changes something may get beside the usual."""


def blueprint(name: str, about: str) -> APIBlueprint:
    """Return a blueprint for one noun of the API."""
    return APIBlueprint(
        name, __name__, url_prefix=PREFIX, abp_tags=[Tag(name=name, description=about)], abp_responses=problems()
    )


def answer(data: object, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Return ``data`` as JSON."""
    return Response(json.dumps(data, ensure_ascii=False), status=int(status), content_type="application/json")
