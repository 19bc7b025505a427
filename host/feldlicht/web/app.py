"""Puts the application together: guards, API, pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Response, request
from flask_openapi3.models.info import Info
from flask_openapi3.openapi import OpenAPI

from feldlicht.config import Settings
from feldlicht.runtime.clock import Clock
from feldlicht.texts import DEFAULT_LANGUAGE
from feldlicht.version import VERSION
from feldlicht.web import access, bodies, persons, problems, viewing
from feldlicht.web.api import (
    boards,
    cards,
    care,
    encounters,
    games,
    health,
    masters,
    pictures,
    records,
    seats,
    sessions,
    shown,
    stream,
    texts,
)
from feldlicht.web.api import settings as settings_api
from feldlicht.web.api.answers import answer
from feldlicht.web.api.terms import LANGUAGE
from feldlicht.web.context import WebContext, attach
from feldlicht.web.pages import pages
from feldlicht.web.rooms import StreamRoom

if TYPE_CHECKING:
    from feldlicht.runtime.house import House

DESCRIPTION = "/openapi.json"
ABOUT = f"A game table that answers with light. Every operation takes the query parameter `lang`. {LANGUAGE}"
LOG_NAME = "feldlicht.log"
"""In the data folder: what went wrong inside, for a report."""
STREAMS = 64
"""Most streams at once; a server needs more threads than this."""


def create_app(
    house: House, settings: Settings, streams: StreamRoom | None = None, hosts: access.Hosts | None = None
) -> OpenAPI:
    """Return the WSGI application in front of ``house``; ``hosts`` are the names under which it may be opened."""
    app = OpenAPI(
        "feldlicht.web",
        info=Info(title="Feldlicht", version=VERSION, description=ABOUT),
        security_schemes={},
        validation_error_model=shown.Problem,
        validation_error_callback=problems.validation_problem,
        doc_ui=False,
        static_folder=None,
    )
    attach(
        app.extensions,
        WebContext(
            house,
            streams or StreamRoom(STREAMS, Clock()),
            settings.language or DEFAULT_LANGUAGE,
            settings,
            log_file=str(settings.data / LOG_NAME),
        ),
    )
    problems.register(app)
    access.register(app, hosts or access.Hosts(settings.lan, settings.names or ()))
    persons.register(app)
    bodies.register(app)
    viewing.register(app)
    for noun in (
        health,
        boards,
        care,
        games,
        encounters,
        cards,
        sessions,
        seats,
        records,
        pictures,
        masters,
        settings_api,
        stream,
        texts,
    ):
        app.register_api(noun.api)
    app.register_blueprint(pages)
    # Made once: it is long, and whoever likes may ask for it.
    described = answer(app.api_doc).get_data()
    app.add_url_rule(DESCRIPTION, "description", lambda: description(described))
    return app


def description(described: bytes) -> Response:
    """Return the OpenAPI 3.1 description of the API, or that the asker's is still the newest."""
    response = Response(described, content_type="application/json")
    response.add_etag()
    response.headers["Cache-Control"] = "no-cache"
    response.make_conditional(request)
    return response
