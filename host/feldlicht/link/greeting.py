"""Asking who is at the other end of a line, without disturbing a program that runs there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from feldlicht.link.lines import LineReader
from feldlicht.link.messages import PROTOCOL, AskHello, AskState, Hello, State, encode_message, parse
from feldlicht.link.port import Transport
from feldlicht.link.timing import Timing

ASK = b"\r\n" + encode_message(0, AskHello())
"""An empty line ends whatever stands there unfinished; its carriage return has a prompt show itself."""
PROMPT_MS = 500
"""A prompt may be left over from before a start: so long may a hello follow it."""
STATE_MS = 500
"""How long a board that has said hello may take to say how it is doing."""


@dataclass(frozen=True, slots=True)
class Greeting:
    """What came back: a hello, or MicroPython's prompt, or neither; and the text among it, newest last."""

    hello: Hello | None = None
    at_prompt: bool = False
    log: tuple[str, ...] = ()
    state: State | None = None
    """How the board says it is doing, if it said so in time."""


def greet(transport: Transport, clock: Callable[[], int], timing: Timing | None = None) -> Greeting:
    """Ask for a hello until it comes or time is up (``timing.silent``). ``clock`` gives ms.

    Raises :class:`~feldlicht.link.port.PortLost`.
    """
    timing = timing or Timing()
    reader = LineReader()
    begun = clock()
    asked: int | None = None
    prompt_ms: int | None = None
    while (now := clock()) - begun < timing.silent:
        if asked is None or now - asked >= timing.greet:
            transport.write(ASK)
            asked = now
        for line in reader.feed(transport.read(), now):
            message = parse(line)
            if isinstance(message, Hello):
                return Greeting(message, False, reader.log, _state(transport, clock, reader, message))
        if not reader.prompt_seen:
            prompt_ms = None
        elif prompt_ms is None:
            prompt_ms = now
        elif now - prompt_ms >= PROMPT_MS:
            break
    return Greeting(None, reader.prompt_seen, reader.log)


def _state(transport: Transport, clock: Callable[[], int], reader: LineReader, hello: Hello) -> State | None:
    if hello.protocol != PROTOCOL:
        return None
    transport.write(encode_message(1, AskState()))
    begun = clock()
    while (now := clock()) - begun < STATE_MS:
        for line in reader.feed(transport.read(), now):
            message = parse(line)
            if isinstance(message, State):
                return message
    return None
