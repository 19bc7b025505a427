"""``feldlicht board monitor`` and ``blink``: what a board says, and which one it is."""

from __future__ import annotations

import queue
import time

import click

from feldlicht.base.cells import CELLS, RING_COUNT, STRIP_COUNT
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.board.layout import FINGERPRINTS
from feldlicht.cli.board_words import Reader, clean
from feldlicht.cli.ending import StopAsked, stopping
from feldlicht.link.events import BoardFound, BoardRefused, LinkEvent
from feldlicht.link.greeting import ASK
from feldlicht.link.holders import open_alone
from feldlicht.link.lines import LINE_BYTES
from feldlicht.link.link import BoardLink
from feldlicht.link.port import FoundPort, PortLost
from feldlicht.texts import text

FOUND_S = 20.0
"""How long a board may take to be found, also if it must be restarted for it."""
DARK_S = 0.5
"""How long the lamps get to go out at the end."""

_BLINK = Style((Colour.WHITE, Colour.BLUE), Pattern.BLINK, 600)


def monitor(port: FoundPort, raw: bool, language: str) -> None:
    """Print what the board says until asked to stop. Raises ``Refused``: as opening the port."""
    line = open_alone(port.path)
    reader = Reader(language)
    waiting = b""
    try:
        with stopping():
            try:
                click.echo(text("board.monitor.begin", language, port=port.path))
                line.write(ASK)
                while True:
                    *whole, waiting = (waiting + line.read()).split(b"\n")
                    if len(waiting) > LINE_BYTES:
                        whole, waiting = [*whole, waiting], b""
                    for one in whole:
                        one = one.removesuffix(b"\r")
                        said = clean(one) if raw else reader.say(one)
                        if said is not None:
                            click.echo(said)
            except StopAsked:
                return
    except PortLost as error:
        raise Refused(Refusal.of(Reason.BOARD_CUT, port=port.path)) from error
    finally:
        line.close()


def blink(port: FoundPort, seconds: float, language: str) -> None:
    """Have every lamp of a board blink for so long.

    Raises ``Refused``: as opening the port, and for what keeps the board from being used.
    """
    open_alone(port.path).close()
    events: queue.Queue[LinkEvent] = queue.Queue()
    link = BoardLink("blink", lambda: open_alone(port.path), FINGERPRINTS, events.put)
    link.show(
        Scene(
            dict.fromkeys(CELLS, _BLINK),
            dict.fromkeys(range(RING_COUNT), _BLINK),
            dict.fromkeys(range(STRIP_COUNT), _BLINK),
        )
    )
    with stopping():
        try:
            link.start()
            hello = _found(events, port).hello
            click.echo(text("board.blink.begin", language, board=hello.board_id, port=port.path))
            time.sleep(seconds)
            link.show(Scene())
            time.sleep(DARK_S)
        except StopAsked:
            link.show(Scene())
            time.sleep(DARK_S)
        finally:
            link.close()


def _found(events: queue.Queue[LinkEvent], port: FoundPort) -> BoardFound:
    deadline = time.monotonic() + FOUND_S
    while (left := deadline - time.monotonic()) > 0:
        try:
            event = events.get(timeout=left)
        except queue.Empty:
            break
        if isinstance(event, BoardFound):
            return event
        if isinstance(event, BoardRefused):
            raise Refused(event.refusal)
    raise Refused(Refusal.of(Reason.PORT_SILENT, port=port.path))
