"""The host's side of a connection, against a scripted board: expect this line, answer that. Time is a number here."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import RGB, Colour, Pattern, Scene, Style
from feldlicht.link.conversation import Conversation, Phase
from feldlicht.link.events import (
    BoardFault,
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    BoardState,
    LinkEvent,
    Loss,
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
    Fault,
    FromBoard,
    Heartbeat,
    Hello,
    Message,
    Release,
    SetLamps,
    Snapshot,
    State,
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
        self.host = Conversation("PORT", "0a1b2c3d", self.counters, Timing(), self.now)
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


def test_the_first_bytes_are_an_empty_line_and_a_request_for_hello() -> None:
    assert Script().raw == b"\r\n? 0 15BD\n"


def test_hello_is_asked_for_each_second_until_it_comes() -> None:
    script = Script()
    script.wait(2000)
    script.expect(AskHello, AskHello, AskHello)


def test_nobody_there_is_refused_as_silent() -> None:
    script = Script()
    script.wait(3500)
    assert script.happened() == [BoardRefused(Refusal.of(Reason.PORT_SILENT, port="PORT"))]
    assert script.host.phase is Phase.OVER


def test_before_hello_nothing_of_the_board_counts() -> None:
    script = Script()
    script.say(snapshot())
    assert script.happened() == []
    script.expect(AskHello)


def test_a_board_that_fits_is_found_and_asked_for_a_snapshot() -> None:
    Script.live()


def test_after_hello_settings_then_styles_then_the_whole_scene_are_sent() -> None:
    script = Script()
    script.host.show(GREEN)
    script.host.configure(Configure(budget=900))
    script.say(HELLO)
    heard = script.expect(AskHello, Heartbeat, AskSnapshot, Configure)
    script.say(Answer(heard[-1][0], Word.OK))
    heard = script.expect(DefineStyle)
    script.say(Answer(heard[-1][0], Word.OK))
    heard = script.expect(SetLamps)
    assert heard[-1][1] == SetLamps(((0, 1),), clear=True)


def test_lamps_wait_until_their_styles_are_answered() -> None:
    script = Script.live()
    script.host.show(Scene({cell("A1"): Style((Colour.RED,)), cell("A2"): Style((Colour.BLUE,))}))
    script.wait(10)
    (first, _), (second, _) = script.expect(DefineStyle, DefineStyle)
    script.say(Answer(second, Word.OK))
    script.expect()
    script.say(Answer(first, Word.OK))
    script.expect(SetLamps)


def test_of_scenes_that_come_faster_than_answers_only_the_newest_is_sent() -> None:
    script = Script.live()
    script.host.show(GREEN)
    script.wait(10)
    script.host.show(Scene({cell("B1"): Style((Colour.RED,))}))
    script.host.show(BLUE)
    script.answer_all()
    colours = [one.colours for _, one in script.heard if isinstance(one, DefineStyle)]
    assert (190, 0, 0) not in [colour for group in colours for colour in group]
    shown, _ = script.host._lights.show(BLUE)
    assert shown.lamps == script.host._lights.lamps


def test_an_unanswered_line_is_sent_again_after_a_second_and_either_answer_counts() -> None:
    script = Script.live()
    script.host.configure(Configure(scan=100))
    script.wait(10)
    ((first, _),) = script.expect(Configure)
    script.say(snapshot())
    script.wait(1000)
    again = [(n, one) for n, one in script.heard if isinstance(one, Configure)]
    assert len(again) == 1
    script.heard = []
    script.say(Answer(first, Word.OK))
    script.say(snapshot())
    script.wait(1100)
    assert not [one for _, one in script.heard if isinstance(one, Configure)]
    assert script.counters.resent == 1


def test_a_board_that_speaks_but_never_answers_is_lost_as_stalled() -> None:
    script = Script.live()
    script.host.configure(Configure(scan=100))
    for _ in range(5):
        script.say(snapshot())
        script.wait(1000)
    assert script.happened()[-1] == BoardLost(Loss.STALLED)
    assert script.host.phase is Phase.OVER


def test_a_snapshot_is_delivered_and_then_acknowledged_at_once() -> None:
    script = Script.live()
    script.wait(30)
    number = script.say(snapshot())
    assert script.happened() == [BoardSnapshot(snapshot(number), script.now)]
    assert script.expect(Heartbeat)[0][1] == Heartbeat(number)


def test_snapshots_in_quick_succession_are_acknowledged_together_within_100_ms() -> None:
    script = Script.live()
    script.wait(30)
    for _ in range(10):
        number = script.say(snapshot())
        script.wait(5, step=5)
    script.wait(50)
    heard = [one for _, one in script.heard]
    assert heard[-1] == Heartbeat(number)
    assert len(heard) < 10


def test_without_news_the_heartbeat_comes_each_second_and_quotes_the_last_snapshot() -> None:
    script = Script.live()
    number = script.say(snapshot())
    script.wait(100)
    script.expect(Heartbeat)
    script.say(State(200, 0, 0, 0, False, 1))
    script.wait(1000)
    assert script.expect(Heartbeat)[0][1] == Heartbeat(number)


def test_a_silent_board_is_asked_and_then_lost() -> None:
    script = Script.live()
    script.wait(1500)
    assert AskHello() in [one for _, one in script.heard]
    script.wait(1000)
    assert script.happened() == [BoardLost(Loss.SILENT)]
    assert script.host.phase is Phase.OVER


def test_a_board_that_answers_but_does_not_read_its_table_is_restarted() -> None:
    script = Script.live()
    script.raw = b""
    for _ in range(13):
        script.wait(200)
        script.say(State(0, 0, 0, 0, False, 1))
    assert script.happened()[-1] == BoardLost(Loss.STOPPED)
    assert b"\r\x03\x04" in script.raw


def test_state_and_faults_are_passed_on() -> None:
    script = Script.live()
    script.say(State(200, 1, 2, 3, True, 4))
    script.say(Fault("scan", ("OSError_5",)))
    assert script.happened() == [BoardState(State(200, 1, 2, 3, True, 4)), BoardFault(Fault("scan", ("OSError_5",)))]


@pytest.mark.parametrize(
    ("hello", "refusal"),
    [
        (Hello(2), Refusal.of(Reason.PROTOCOL_MISMATCH, port="PORT", board=2, host=1)),
        (
            Hello(1, "0.1.0", "1.29.0", "e661", "ffffffff", 7, machine="rp2"),
            Refusal.of(Reason.LAYOUT_MISMATCH, port="PORT", board="ffffffff", host="0a1b2c3d"),
        ),
    ],
)
def test_a_board_that_does_not_fit_is_told_to_release_and_nothing_else(hello: Hello, refusal: Refusal) -> None:
    script = Script()
    script.host.show(GREEN)
    script.say(hello)
    assert script.happened() == [BoardRefused(refusal)]
    ((_, _), (number, _)) = script.expect(AskHello, Release)
    script.say(hello)
    script.say(snapshot())
    assert script.happened() == []
    script.say(Answer(number, Word.OK))
    script.expect()
    assert script.host.phase is Phase.OVER
    assert script.host.misfit


def test_the_release_is_repeated_for_a_board_that_does_not_answer_and_then_given_up() -> None:
    script = Script()
    script.say(Hello(2))
    script.wait(4000)
    script.expect(AskHello, Release, Release, Release)
    assert script.host.phase is Phase.OVER


def test_a_board_that_restarted_gets_everything_again() -> None:
    script = Script.live()
    script.host.show(GREEN)
    script.wait(10)
    script.answer_all()
    restarted = Hello(1, "0.1.0", "1.29.0", "e661", "0a1b2c3d", 8, machine="rp2")
    script.heard = []
    script.say(restarted)
    assert script.happened() == [BoardLost(Loss.RESTARTED), BoardFound(restarted)]
    heard = script.expect(Heartbeat, AskSnapshot, DefineStyle)
    assert heard[0][1] == Heartbeat(None)
    script.say(Answer(heard[-1][0], Word.OK))
    assert script.expect(SetLamps)[0][1] == SetLamps(((0, 1),), clear=True)


def test_a_restart_whose_hello_was_lost_is_noticed_by_the_numbers_and_nothing_of_it_counts_before() -> None:
    script = Script.live()
    script.say(snapshot())
    script.wait(300)
    script.happened()
    script.heard = []
    script.start_again()
    script.lose()  # the hello
    script.say(snapshot())
    assert script.happened() == []
    script.expect(AskHello)
    restarted = Hello(1, "0.1.0", "1.29.0", "e661", "0a1b2c3d", 8, machine="rp2")
    script.say(restarted)
    assert script.happened() == [BoardLost(Loss.RESTARTED), BoardFound(restarted)]
    number = script.say(snapshot())
    assert script.happened() == [BoardSnapshot(snapshot(number), script.now)]


def test_after_lost_lines_of_the_same_board_the_newest_snapshot_counts_once_hello_is_the_same() -> None:
    script = Script.live()
    script.wait(300)
    script.heard = []
    script.lose(3)
    script.say(snapshot())
    number = script.say(snapshot(0, Occupancy(1)))
    assert script.happened() == []
    script.expect(AskHello)
    script.say(HELLO)
    assert script.happened() == [BoardSnapshot(snapshot(number, Occupancy(1)), script.now)]


def test_the_boards_numbers_run_on_from_65535_to_0_without_a_gap() -> None:
    script = Script()
    script.send(encode_message(65535, HELLO))
    script.happened()
    script.send(encode_message(0, snapshot()))
    assert script.happened() == [BoardSnapshot(snapshot(0), script.now)]


def test_the_same_hello_again_is_no_news() -> None:
    script = Script.live()
    script.say(HELLO)
    assert script.happened() == []
    script.expect()


@pytest.mark.parametrize("live", [False, True])
def test_a_board_at_the_prompt_is_restarted(live: bool) -> None:
    script = Script.live() if live else Script()
    script.raw = b""
    script.send(PROMPT)
    assert script.raw.startswith(b"\r\x03\x04")
    assert script.happened() == ([BoardLost(Loss.STOPPED)] if live else [])
    assert script.counters.restarts == 1
    script.wait(500)
    script.say(HELLO)
    assert script.happened() == [BoardFound(HELLO)]


def test_a_board_that_stays_at_the_prompt_is_restarted_no_more_than_every_three_seconds() -> None:
    script = Script()
    for _ in range(29):
        script.send(PROMPT)
        script.wait(200)
    assert script.counters.restarts == 2


def test_a_board_whose_program_never_starts_is_refused_as_silent_and_its_traceback_kept() -> None:
    script = Script()
    for _ in range(60):
        script.send(b"\r\nSyntaxError: invalid syntax\r\n" + PROMPT)
        script.wait(200)
    assert script.happened() == [BoardRefused(Refusal.of(Reason.PORT_SILENT, port="PORT"))]
    assert script.host.phase is Phase.OVER
    assert "SyntaxError: invalid syntax" in script.host.reader.log


def test_a_released_board_that_fits_is_restarted() -> None:
    script = Script.live()
    script.host.show(GREEN)
    script.wait(10)
    script.raw = b""
    script.answer_all(Word.RELEASED)
    assert script.raw.startswith(b"\r\x03\x04")
    assert script.happened() == [BoardLost(Loss.STOPPED)]


def test_a_scene_that_the_board_does_not_take_is_tried_again_whole_but_not_at_once() -> None:
    script = Script.live()
    script.host.show(GREEN)
    script.wait(10)
    ((number, _),) = script.expect(DefineStyle)
    script.say(Answer(number, Word.FIELD))
    script.expect()
    for _ in range(5):
        script.say(snapshot())
        script.wait(1000)
    assert [one for _, one in script.heard if isinstance(one, DefineStyle)]
    assert script.counters.rejected == 1


def test_now_and_then_the_whole_scene_is_sent_although_nothing_changed() -> None:
    script = Script.live()
    script.host.show(GREEN)
    script.wait(10)
    script.answer_all()
    whole = None
    for second in range(31):
        script.say(snapshot())
        script.heard = []
        script.wait(1000)
        lamps = [one for _, one in script.heard if isinstance(one, SetLamps)]
        if lamps:
            whole = second, lamps[0].clear
            break
    assert whole is not None
    assert whole[0] >= 28
    assert whole[1]


def test_our_own_lines_echoed_by_a_console_are_counted_as_bad() -> None:
    script = Script()
    script.send(b"? 0 15BD\n")
    assert sum(script.counters.bad.values()) == 1


def test_many_styles_are_never_more_than_eight_unanswered_lines() -> None:
    script = Script.live()
    script.host.show(Scene({cell(f"A{n}"): Style((Colour.RED,), Pattern.BLINK, 100 + n) for n in range(1, 17)}))
    script.wait(10)
    script.expect(*[DefineStyle] * 8)


@given(st.lists(st.tuples(st.binary(max_size=60), st.integers(0, 2000)), max_size=30))
def test_no_bytes_and_no_pauses_raise_and_found_and_lost_alternate(steps: list[tuple[bytes, int]]) -> None:
    script = Script.live()
    for data, pause in steps:
        script.now += pause
        script.send(data + b"\n")
    alternating = [type(event) for event in script.happened() if isinstance(event, BoardFound | BoardLost)]
    assert alternating == ([BoardLost, BoardFound] * len(alternating))[: len(alternating)]


@given(st.data())
def test_with_lines_lost_both_ways_the_board_still_shows_the_newest_scene(data: st.DataObject) -> None:
    script = Script.live()
    styles: dict[int, DefineStyle] = {}
    lamps: dict[int, int] = {}
    for turn in range(12):
        if turn < 6:
            colour = data.draw(st.sampled_from([Colour.RED, Colour.BLUE, Colour.GOLD]))
            script.host.show(Scene({cell("A1"): Style((colour,)), cell(f"B{turn + 1}"): Style((Colour.GREEN,))}))
            wanted = colour
        script.say(snapshot())
        for _ in range(6):
            script.wait(190)
            heard, script.heard = script.heard, []
            for number, message in heard:
                lost = turn < 6 and data.draw(st.booleans())
                if not isinstance(message, DefineStyle | SetLamps) or lost:
                    continue
                if isinstance(message, DefineStyle):
                    styles[message.number] = message
                else:
                    lamps = {**({} if message.clear else lamps), **dict(message.lamps)}
                if not (turn < 6 and data.draw(st.booleans())):
                    script.say(Answer(number, Word.OK))
        if script.host.phase is Phase.OVER:
            return  # so much was lost that the board counts as stalled, which it is
    shown = {lamp: styles[style].colours[0] for lamp, style in lamps.items() if style}
    assert shown == {0: RGB[wanted], 16 + 5: RGB[Colour.GREEN]}


def test_a_line_type_of_the_host_from_the_board_does_not_count_as_a_sign_of_life() -> None:
    script = Script()
    script.send(encode_message(1, Heartbeat(None)))
    assert script.counters.last_line_ms is None
