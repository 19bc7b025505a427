"""A board of which the test says what it does, and the host in front of it. Time is a number here."""

from __future__ import annotations

from feldlicht.base.cells import cell
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.styles import Colour, Scene, Style
from feldlicht.link.conversation import Conversation
from feldlicht.link.events import (
    BoardFound,
    LinkEvent,
)
from feldlicht.link.health import Counters
from feldlicht.link.lines import LineReader
from feldlicht.link.messages import (
    Answer,
    AskHello,
    AskSnapshot,
    Bad,
    Configure,
    DefineStyle,
    FromBoard,
    Heartbeat,
    Hello,
    Message,
    Release,
    SetLamps,
    Snapshot,
    Word,
    encode_message,
    parse,
)
from feldlicht.link.timing import Timing

HELLO = Hello(1, "0.1.0", "1.29.0", "e661", "0a1b2c3d", 7, machine="rp2")
GREEN = Scene({cell("A1"): Style((Colour.GREEN,))})
BLUE = Scene({cell("A1"): Style((Colour.BLUE,))})
PROMPT = b"\r\nMicroPython v1.29.0\r\n>>> "


class Script:
    """A board of which the test says what it does, and the host in front of it."""

    def __init__(self) -> None:
        self.now = 1000
        self.counters = Counters()
        self.host = Conversation("PORT", ["0a1b2c3d"], self.counters, Timing(), self.now)
        self.raw = b""
        self.heard: list[tuple[int, Message]] = []
        self.events: list[LinkEvent] = []
        self._reader = LineReader()
        self._number = 100
        self._collect()

    def _collect(self) -> None:
        self.events += self.host.take_events()
        output = self.host.take_output()
        self.raw += output
        for line in self._reader.feed(output, 0):
            message = parse(line)
            assert not isinstance(message, Bad)
            self.heard.append((line.sequence, message))

    def expect(self, *kinds: type[Message]) -> list[tuple[int, Message]]:
        """Take what the host has said since the last time: exactly messages of these kinds, in order."""
        heard, self.heard = self.heard, []
        assert [type(message) for _, message in heard] == list(kinds)
        return heard

    def happened(self) -> list[LinkEvent]:
        events, self.events = self.events, []
        return events

    def send(self, data: bytes) -> None:
        self.host.received(data, self.now)
        self._collect()

    def say(self, message: FromBoard) -> int:
        """Send a line under the board's next number, and return that."""
        self._number += 1
        self.send(encode_message(self._number, message))
        return self._number

    def lose(self, lines: int = 1) -> None:
        """Let lines of the board get lost."""
        self._number += lines

    def start_again(self) -> None:
        """Let the board count its lines from 0."""
        self._number = -1

    def wait(self, ms: int, step: int = 10) -> None:
        for _ in range(0, ms, step):
            self.now += step
            self.send(b"")

    def answer_all(self, word: Word = Word.OK) -> None:
        """Answer every line that wants an answer, as long as such lines come."""
        while waiting := [
            n for n, one in self.heard if isinstance(one, DefineStyle | SetLamps | Configure | Release)
        ]:
            self.heard = []
            for number in waiting:
                self.say(Answer(number, word))

    @classmethod
    def live(cls) -> Script:
        script = cls()
        script.say(HELLO)
        script.expect(AskHello, Heartbeat, AskSnapshot)
        assert script.happened() == [BoardFound(HELLO)]
        return script


def snapshot(number: int = 0, occupancy: Occupancy | None = None) -> Snapshot:
    return Snapshot(number, 5, occupancy or Occupancy())
