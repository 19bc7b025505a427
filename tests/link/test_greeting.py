"""How host and board find each other: hello, misfits, restarts, the prompt. The board is a scripted one."""

from __future__ import annotations

import pytest

from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.link.events import (
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    Loss,
)
from feldlicht.link.messages import (
    Answer,
    AskHello,
    AskSnapshot,
    AskState,
    Configure,
    DefineStyle,
    Heartbeat,
    Hello,
    Release,
    SetLamps,
    Word,
)
from feldlicht.link.phase import Phase
from tests.link.script import GREEN, HELLO, PROMPT, Script, snapshot


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
    heard = script.expect(AskState, DefineStyle)
    script.say(Answer(heard[-1][0], Word.OK))
    heard = script.expect(SetLamps)
    assert heard[-1][1] == SetLamps(((0, 1),), clear=True)


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
