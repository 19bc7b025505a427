"""An application in front of a house, and a client on this computer."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from flask_openapi3 import OpenAPI
from tests.web.double import HouseDouble

from feldlicht.config import Settings
from feldlicht.runtime.clock import Clock
from feldlicht.web.app import create_app
from feldlicht.web.streams import StreamRoom


@pytest.fixture
def double() -> HouseDouble:
    return HouseDouble()


@pytest.fixture
def room() -> StreamRoom:
    return StreamRoom(8, Clock())


@pytest.fixture
def app(double: HouseDouble, room: StreamRoom, tmp_path: Path) -> OpenAPI:
    return create_app(double, Settings(tmp_path), room)  # type: ignore[arg-type]


@pytest.fixture
def client(app: OpenAPI) -> FlaskClient:
    return app.test_client()
