"""Pictures of a match."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response

from feldlicht.runtime.gallery import MEDIA_TYPES, wanted
from feldlicht.web.api import orders
from feldlicht.web.api.answers import blueprint, problems
from feldlicht.web.context import context
from feldlicht.web.languages import viewer_language
from feldlicht.web.viewing import viewer

api = blueprint("pictures", "Pictures of a match: its position, where figures moved to, and its points over time.")
_PICTURE: dict[str, Any] = {
    "description": "The picture",
    "content": {kind: {"schema": {"type": "string", "format": "binary"}} for kind in MEDIA_TYPES.values()},
}
_ANSWERS = {200: _PICTURE, **problems(HTTPStatus.SERVICE_UNAVAILABLE)}


@api.get("/sessions/<string:id>/pictures/<string:picture>", operation_id="get_picture", responses=_ANSWERS)
def picture(path: orders.PicturePath, query: orders.PictureQuery) -> Response:
    """Draw a match as it stands, as far as the view may know it: ``position``, ``heat`` or ``moves``, as ``.svg`` or
    ``.png``.
    """
    del query
    asked, archive = wanted(path.picture), context().house.archive
    drawn = archive.picture(path.id, viewer(), asked, viewer_language())
    response = Response(drawn, content_type=MEDIA_TYPES[asked.format])
    name = archive.file_name(path.id, f"-{path.picture}")
    response.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return response
