"""Scenes, answers, snapshots and heartbeats, against a scripted board: expect this line, answer that."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell
from feldlicht.base.styles import RGB, Colour, Pattern, Scene, Style
from feldlicht.link.events import (
    BoardFault,
    BoardFound,
    BoardLost,
    BoardSnapshot,
    BoardState,
    Loss,
)
from feldlicht.link.messages import (
    Answer,
    AskHello,
    AskState,
    Configure,
    DefineStyle,
    Fault,
    Heartbeat,
    SetLamps,
    State,
    Word,
    encode_message,
)
from feldlicht.link.phase import Phase
from tests.link.script import BLUE, GREEN, HELLO, Script, snapshot


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
    assert [one for _, one in script.heard if isinstance(one, AskState)], "what it goes by now is asked for at once"


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


def test_the_boards_numbers_run_on_from_65535_to_0_without_a_gap() -> None:
    script = Script()
    script.send(encode_message(65535, HELLO))
    script.happened()
    script.send(encode_message(0, snapshot()))
    assert script.happened() == [BoardSnapshot(snapshot(0), script.now)]


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
