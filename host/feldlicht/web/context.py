"""What every view needs: the house behind the pages, and this server's open streams."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from flask import current_app

from feldlicht.config import Settings
from feldlicht.web.rooms import StreamRoom

if TYPE_CHECKING:
    from feldlicht.runtime.house import House

_KEY = "feldlicht"


@dataclass(frozen=True, slots=True)
class WebContext:
    """``language`` is for who asks for none.

    ``log_file`` is named to people when something went wrong inside, None when nothing is written.
    """

    house: House
    streams: StreamRoom
    language: str
    settings: Settings
    log_file: str | None = None


def attach(extensions: dict[str, object], context: WebContext) -> None:
    """Keep ``context`` with an application."""
    extensions[_KEY] = context


def context() -> WebContext:
    """Return the context of the application that answers now."""
    return cast("WebContext", current_app.extensions[_KEY])
