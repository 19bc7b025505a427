"""``feldlicht play``: start the house and its pages, say where they are, and end cleanly."""

from __future__ import annotations

import logging
import socket
from contextlib import ExitStack, suppress

import click

from feldlicht.base.reasons import Reason, Refused
from feldlicht.cli.crash import log_to
from feldlicht.config import Settings
from feldlicht.runtime import games
from feldlicht.runtime.clock import Clock
from feldlicht.runtime.data_folder import others_may_write
from feldlicht.runtime.events import BoardChanged, Closing
from feldlicht.runtime.house import House
from feldlicht.runtime.pictures import BoardInfo, BoardKind, BoardState
from feldlicht.runtime.running import tell_running
from feldlicht.texts import DEFAULT_LANGUAGE, sentence, text
from feldlicht.texts import faults as texts_left_out
from feldlicht.version import VERSION
from feldlicht.web.app import LOG_NAME, STREAMS, create_app
from feldlicht.web.invited import address_for_others
from feldlicht.web.rooms import StreamRoom
from feldlicht.web.server import Server

LISTEN_S = 0.5
"""How often the main thread looks whether the server still serves."""
BYE_S = 0.5
"""How long readers of streams get to take their goodbye."""


_NOT_OUR_FOLDER = (Reason.DATA_FOLDER_LOCKED, Reason.DATA_FOLDER_UNUSABLE, Reason.DATA_FOLDER_NEWER)
"""Refusals after which nothing may be written there."""

log = logging.getLogger(__name__)


class ServerDied(Exception):
    """The web server's thread ended by itself."""


def play(settings: Settings, language: str, listening: socket.socket) -> None:
    """Serve on ``listening`` until asked to stop. Raises :class:`Refused` for whatever keeps it from starting."""
    with ExitStack() as ends:
        house = House(settings)
        ends.callback(house.close)
        _start(house, settings)
        ends.enter_context(log_to(settings.data / LOG_NAME))
        # Once more, so that it closes before the log does; closing twice does no harm.
        ends.callback(house.close)
        room = StreamRoom(STREAMS, Clock())
        server = Server(create_app(house, settings, room), listening, STREAMS, settings.language or DEFAULT_LANGUAGE)
        # Ends in this order: streams say goodbye, then the server, then the house.
        ends.callback(server.close)
        ends.callback(room.wait_empty, BYE_S)
        ends.callback(house.hub.close)
        ends.callback(room.close)
        news = ends.enter_context(house.subscribe())
        server.start()
        _greet(house, settings, server, language)
        with suppress(OSError):  # only `feldlicht board list` asks for it
            tell_running(settings.data, server.address)
        shown: dict[str, str] = {}
        _tell(house.boards(), shown, language)
        while True:
            event = news.get(LISTEN_S)
            if isinstance(event, Closing):
                return
            if isinstance(event, BoardChanged):
                _tell((event.board,), shown, language)
            if not server.alive:
                raise ServerDied


def _start(house: House, settings: Settings) -> None:
    """Start the house. What it logs until there is a log is kept for it; if it cannot start, that is written now."""
    try:
        house.start()
    except Refused as refused:
        if refused.refusal.reason not in _NOT_OUR_FOLDER:
            with log_to(settings.data / LOG_NAME):
                log.error("the house did not start: %s", refused)
        raise


def _greet(house: House, settings: Settings, server: Server, language: str) -> None:
    click.echo(f"Feldlicht {VERSION}")
    click.echo(text("host.page", language, address=server.address))
    if settings.lan:
        address = address_for_others(settings, server.port)
        claim = house.access.masters.new_claim()
        click.echo(text("host.lan", language, address=f"{address}/"))
        # Behind the # it is in no request line, so in no log on the way.
        click.echo(text("host.game_master", language, link=f"{address}/gm#{claim}"))
    click.echo(text("host.data", language, folder=settings.data))
    for fault in (*games.faults(), *texts_left_out()):
        # Its traceback is its makers' business; where it comes from is everybody's who starts this.
        facts = {"what": f"{fault.group} {fault.name}", "package": fault.distribution, "cause": fault.cause}
        click.echo(text("host.left_out", language, **facts))
    if others_may_write(settings.data):
        click.echo(text("host.data_open", language, folder=settings.data))
    click.echo(text("host.stop", language))


def _tell(boards: tuple[BoardInfo, ...], shown: dict[str, str], language: str) -> None:
    """Print each board that stands otherwise than it was last shown."""
    if not boards and not shown:
        click.echo(text("host.no_board", language))
    for board in boards:
        if board.state is BoardState.CONNECTING:
            # Takes a moment at every start; nobody needs to read that.
            continue
        line = board_line(board, language)
        if shown.get(board.id) != line:
            shown[board.id] = line
            click.echo(line)


def board_line(board: BoardInfo, language: str) -> str:
    """Return one line about a board."""
    state = text(f"board.state.{board.state}", language)
    key = "host.board.ring" if board.kind is BoardKind.RING else "host.board"
    if board.simulated:
        by = board.interpreter or "MicroPython"
        line = text(f"{key}.simulated", language, board=board.id, interpreter=by, state=state)
    else:
        line = text(key, language, board=board.id, state=state)
    if board.machine == "cpython":
        line += f" · {text('host.board.without_micropython', language)}"
    return line if board.refusal is None else f"{line}: {sentence(board.refusal, language)}"
