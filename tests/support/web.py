"""People at their own devices, before a house in their network: without a browser, but with its cookies."""

from __future__ import annotations

from typing import Any

from flask.testing import FlaskClient
from flask_openapi3.openapi import OpenAPI
from werkzeug.test import TestResponse

from feldlicht.web.access import Hosts

OURS = "192.168.1.5"
"""The address of the house in its network."""
SOMEWHERE = "192.168.1.77"
API = "/api/v1"


def lan_hosts(*names: str, lan: bool = True) -> Hosts:
    """The names of a house whose address is :data:`OURS`."""
    return Hosts(lan, names, own=lambda: [OURS])


class Device:
    """A phone, a screen, or (``at`` a loopback address) the computer itself; ``token`` makes it a program."""

    def __init__(
        self, app: OpenAPI, at: str = SOMEWHERE, host: str = f"{OURS}:8000", token: str | None = None
    ) -> None:
        self.client: FlaskClient = app.test_client()
        self.at = at
        self.host = host
        self.token = token

    @classmethod
    def owner(cls, app: OpenAPI) -> Device:
        return cls(app, "127.0.0.1", "127.0.0.1:8000")

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> TestResponse:
        """Send one request, as a page of this house does."""
        sent = {"Origin": f"http://{self.host}"} | headers
        if self.token is not None:
            sent = {"Authorization": f"Bearer {self.token}"} | headers
        more: dict[str, Any] = {} if body is None else {"json": body}
        return self.client.open(
            path,
            base_url=f"http://{self.host}",
            method=method,
            headers=sent,
            environ_overrides={"REMOTE_ADDR": self.at},
            **more,
        )

    def get(self, path: str, status: int = 200) -> Any:
        answer = self.ask("GET", f"{API}{path}")
        assert answer.status_code == status, answer.text
        return answer.json

    def post(self, path: str, body: object, status: int = 200) -> Any:
        answer = self.ask("POST", f"{API}{path}", body)
        assert answer.status_code == status, answer.text
        return answer.json

    # ---- coming in

    def join(self, session: str, seat: str | None, owner: Device, name: str = "Ada") -> Device:
        """Follow an invitation of the owner's."""
        code = owner.post(f"/sessions/{session}/invitations", {"seat": seat}, 201)["code"]
        assert self.post("/join", {"code": code, "name": name})["seat"] == seat
        return self

    def lead(self, claim: str) -> Device:
        """Come in by the one-time link."""
        self.post("/gm/claim", {"secret": claim})
        return self

    def seats(self, session: str) -> dict[str, Any]:
        return {one["id"]: one for one in self.get(f"/sessions/{session}/seats")["seats"]}
