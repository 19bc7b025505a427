"""A real house with a simulated board that needs no firmware, and every address at which it can be read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from flask import Flask

from feldlicht.base.cells import CELLS, Cell, cell
from feldlicht.base.figures import Pole
from feldlicht.base.manners import Orientation
from feldlicht.base.styles import RGB, Scene, Style
from feldlicht.board.layout import FINGERPRINTS
from feldlicht.link.health import Health, LinkState
from feldlicht.link.lights import LightState
from feldlicht.link.messages import PROTOCOL, Hello
from feldlicht.runtime.events import Colour, Hub, LightsChanged
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardInfo, BoardState, SessionPicture
from feldlicht.table.messages import MagnetStep

BOARD = "shelf"

NOT_ASKED = {
    "/static/<path:filename>": "files of the program, which know of no match",
    "/api/v1/stream": "has no end, so it is followed event by event",
}
"""Routes that are not simply read, and why."""

_VALUES = {"lang": "en", "board_id": BOARD, "code": "ABCDEFGH", "picture": "position.svg"}


def readable(app: Flask, session: str) -> dict[str, str]:
    """Return every GET route of ``app`` but :data:`NOT_ASKED` with an address of it, about ``session`` and the board.

    A route with a name in it that nobody knows here fails: say in ``_VALUES`` what stands for it.
    """
    routes = {rule.rule for rule in app.url_map.iter_rules() if "GET" in (rule.methods or ())}
    assert routes >= set(NOT_ASKED), "an exception for a route that there is not"
    return {route: _filled(route, session) for route in sorted(routes - set(NOT_ASKED))}


_CHANGES_NOTHING: dict[str, dict[str, object]] = {
    "/api/v1/sessions": {"game": "nothing", "formation": "none"},
    "/api/v1/sessions/<string:id>/board": {"board": BOARD},
    "/api/v1/sessions/<string:id>/seats": {"seat": "nobody", "name": "Ada"},
    "/api/v1/sessions/<string:id>/seats/leave": {"seat": "nobody"},
    "/api/v1/sessions/<string:id>/seats/free": {"seat": "nobody"},
    "/api/v1/sessions/<string:id>/invitations": {"seat": "nobody"},
    "/api/v1/boards/<string:id>/sim/magnets": {"set": {}},
    "/api/v1/boards/<string:id>/sim/hands": {"do": "build"},
}
"""What is asked where ``{}`` is no order at all: it is refused, or leaves everything as it is."""


def orders(app: Flask, session: str) -> list[tuple[str, str, dict[str, object]]]:
    """Return method, address and body for every way to ask ``app`` for something else than to be read.

    Commands of a match are left out: these are given one by one. So is what would count as a guess at a secret.
    """
    guesses = ("/api/v1/join", "/api/v1/gm/")
    found = [
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"GET", "HEAD", "OPTIONS"})
        if not rule.rule.endswith("/commands") and not rule.rule.startswith(guesses)
    ]
    assert {route for _, route in found} >= set(_CHANGES_NOTHING), "an order for a route that there is not"
    return [(method, _filled(route, session), _CHANGES_NOTHING.get(route, {})) for method, route in sorted(found)]


def _filled(route: str, session: str) -> str:
    values = {**_VALUES, "id": BOARD if "/boards/" in route else session}
    return re.sub(r"<(?:[^<>:]+:)?(\w+)>", lambda found: values[found.group(1)], route)


@dataclass(frozen=True)
class Lit:
    """What the board's LEDs show."""

    cells: Mapping[Cell, Colour] = field(default_factory=dict)
    ring: tuple[Colour, ...] = ((0, 0, 0),) * 24
    strip: tuple[Colour, ...] = ((0, 0, 0),) * 6

    @classmethod
    def of(cls, scene: Scene) -> Lit:
        """Light every lamp with the first colour of its style."""

        def row(styles: Mapping[int, Style], count: int) -> tuple[Colour, ...]:
            return tuple(RGB[styles[n].colours[0]] if n in styles else (0, 0, 0) for n in range(count))

        cells = {which: RGB[scene.cells[which].colours[0]] for which in CELLS if which in scene.cells}
        return cls(cells, row(scene.ring, 24), row(scene.strip, 6))


class Lamps:
    """What a table drives in place of a board: keeps the messages that the link would send, and shows the light."""

    def __init__(self, hub: Hub) -> None:
        self.said: list[str] = []
        self.lit = Lit()
        self._state = LightState()
        self._hub = hub

    def show(self, scene: Scene) -> None:
        self._state, messages = self._state.show(scene)
        self.said += [repr(message) for message in messages]
        before, self.lit = self.lit, Lit.of(scene)
        if self.lit != before:
            self._hub.publish(LightsChanged(BOARD, self.lit))

    def match(self, running: SessionPicture | None) -> None:
        pass  # nothing is tried here that a match would have to end

    def carry_out(self, steps: tuple[MagnetStep, ...]) -> None:
        self.said.append(f"carry {len(steps)}")

    def let_go(self) -> None:
        self.said.append("let go")

    def turn(self, orientation: Orientation) -> None:
        self.said.append(f"turn {orientation}")


HELLO = Hello(PROTOCOL, "0.1.0", "1.29.0", "e661", FINGERPRINTS[0], machine="unix")


class FurnishedHouse(House):
    """A house whose one board is a stand-in that lies still: whatever is told of a board can be read without one.

    Store, tables, rights and streams are the real ones. ``at_board`` is the session that its board is at.
    """

    at_board: str | None = None
    lamps: Lamps | None = None

    def start(self) -> None:
        super().start()
        # Nobody waits for it to say that it has cells.
        for station in self._boards.stations if self._boards is not None else ():
            station.fitting.greeted(HELLO)

    def boards(self) -> tuple[BoardInfo, ...]:
        return (BoardInfo(BOARD, BoardState.LIVE, True, "0.1.0", "MicroPython", session=self.at_board),)

    def health(self, board: str) -> tuple[BoardInfo, Health]:
        return self.board(board), Health(LinkState.LIVE)

    def carry_on(self, session_id: str, board: str = BOARD) -> SessionPicture:
        # It is there already.
        return self.session(session_id)

    def take_up(self, board: str) -> BoardInfo:
        return self.board(board)

    def magnets(self, board: str) -> dict[Cell, Pole]:
        return {cell("A1"): Pole.NORTH}

    def lights(self, board: str) -> Lit:
        return self.lamps.lit if self.lamps is not None else Lit()

    def furnish(self, session: str) -> Lamps:
        """Have the board stand at the table of ``session``, which is there."""
        self.at_board = session
        self.hub.default_board = BOARD
        self.lamps = lamps = Lamps(self.hub)
        next(iter(self._homes._tables.values())).attach(lamps)
        return lamps

    def sync(self) -> None:
        """Return when every table has done what it was asked."""
        for table in tuple(self._homes._tables.values()):
            table.sync()
