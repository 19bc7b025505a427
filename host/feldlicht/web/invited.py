"""What an invitation is on paper: the address to open, and the picture of it that a phone's camera reads."""

from __future__ import annotations

import io

import segno
from flask import request

from feldlicht.config import Settings
from feldlicht.runtime.invitations import Invitation
from feldlicht.web.addresses import LOOPBACK, address_to_show, own_addresses, split_host
from feldlicht.web.context import context


def address_for_others(settings: Settings, port: int | str | None) -> str:
    """Return where others reach this host: an address of numbers, as many phones know no names of a home network.

    ``http://192.168.1.5:8000``; the loopback address where nobody else can come anyway.
    """
    chosen = settings.address
    if chosen is None:
        chosen = address_to_show(own_addresses()) if settings.lan else LOOPBACK
    parts = split_host(chosen)
    if parts is not None and parts[1] is None and port is not None:
        chosen = f"{chosen}:{port}"
    return f"http://{chosen}"


def address_of(invitation: Invitation) -> str:
    """Return the address that an invitation leads to."""
    asked_at = split_host(request.host)
    port = None if asked_at is None else asked_at[1]
    return f"{address_for_others(context().settings, port)}/j/{invitation.code}"


def picture_of(address: str) -> str:
    """Return a QR code as SVG, dark on light with its quiet zone, without styles of its own."""
    out = io.BytesIO()
    segno.make(address, error="m", micro=False).save(
        out, kind="svg", border=4, xmldecl=False, svgns=True, omitsize=True, dark="#000", light="#fff"
    )
    return out.getvalue().decode()
