"""A journal is read again as it was read, and where today's reader decides otherwise, that is told and no more."""

from __future__ import annotations

import json
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cells import cell, cell_name
from feldlicht.base.figures import Pole
from feldlicht.base.reasons import Reason, Refused
from feldlicht.table.recording import Decided, Given
from feldlicht.table.replay import HandsRead, Judged, MagnetMoved, Opened, Unreadable, Verdict
from tests.support.journals import Acts, RecordedTable, acts_of_hands, in_short, judged, read_again, recorded
from tests.support.matches import people_at, play_match
from tests.support.samples import samples
from tests.support.seats import VirtualSeat

MATCH = ("C7-C5", "E11-G13", "D8-E10", "G13-E11")


def by_hand(table: RecordedTable, *moves: str) -> None:
    for move in moves:
        table.move(*move.split("-"))
        table.wait(400)


def settle_ms(table: RecordedTable, settle: int) -> list[str]:
    """The table's journal as another reader's: one that waits longer, or not so long."""
    first, *rest = table.journal
    form = json.loads(first)
    form["timings"]["settle_ms"] = settle
    return [f"{json.dumps(form)}\n", *rest]


# ------------------------------------------------------------------ the same reader


@samples(60)
@given(acts_of_hands)
def test_whatever_hands_do_is_read_again_as_it_was_read(acts: Acts) -> None:
    table = recorded()
    table.do(acts)
    report = judged(table.journal)
    assert {one.verdict for one in report} <= {Verdict.SAME}
    assert [one.recorded for one in report] == [line.entry for line in table.lines if isinstance(line, Decided)]
    assert [one.today for one in report] == [one.recorded for one in report]


@samples(10)
@given(st.integers(0, 2**32))
def test_a_match_that_people_play_with_all_their_noise_is_read_again_as_it_was_read(seed: int) -> None:
    table = RecordedTable()
    table.connect()
    play_match(people_at(VirtualSeat(table), seed), plies=12)
    assert in_short(judged(table.journal)) == [("same", one, one) for one in table.notations]


@samples(30)
@given(acts_of_hands, st.data())
def test_a_journal_that_ends_anywhere_is_read_up_to_there(acts: Acts, data: st.DataObject) -> None:
    """The program may be killed between two steps, or while it writes."""
    table = recorded()
    table.do(acts)
    # A step is written at once: a cut between two whole lines of it does not happen.
    steps = [number for number, line in enumerate(table.lines) if number and not isinstance(line, Decided)]
    cut = data.draw(st.sampled_from(steps))
    next_line = table.journal[cut]
    torn = next_line[: data.draw(st.integers(0, len(next_line) - 1))]
    happenings = read_again([*table.journal[:cut], *([torn] if torn else [])])
    assert {one.verdict for one in happenings if isinstance(one, Judged)} <= {Verdict.SAME}
    assert not [one for one in happenings if isinstance(one, Unreadable)]


def test_a_restart_in_the_middle_of_a_match_is_another_opening() -> None:
    table = recorded()
    by_hand(table, *MATCH[:2])
    table.lift("D8")
    table.restart()
    table.connect()
    table.place("E10", Pole.NORTH)
    table.wait(5_000)
    question = table.hands.question
    assert question is not None
    table.ask("answer", question=question.id, choice=0)
    happenings = read_again(table.journal)
    assert len([one for one in happenings if isinstance(one, Opened)]) == 2
    assert in_short(judged(table.journal)) == [("same", one, one) for one in table.notations]


def test_what_was_not_decided_before_the_host_was_killed_is_no_difference() -> None:
    table = recorded()
    table.move("C7", "C5")
    table.wait(100)  # killed before it has settled
    table.restart()
    table.connect()
    assert in_short(judged(table.journal)) == [("same", "built", "built")]


def test_an_entry_that_only_the_log_knows_is_no_difference() -> None:
    """The host was killed after the entry was on disk, and before the journal was."""
    table = recorded()
    table.move("C7", "C5")
    table.wait(250)
    wake_and_entry = table.lines[-2:]
    assert [type(line) for line in wake_and_entry] == [Given, Decided]
    del table.lines[-2:]
    table.restart()
    table.connect()
    by_hand(table, MATCH[1])
    assert in_short(judged(table.journal)) == [("same", "built", "built"), ("same", "F E11-G13", "F E11-G13")]


# ------------------------------------------------------------------ another reader


def test_one_difference_does_not_make_the_later_ones_different() -> None:
    table = recorded()
    table.wait(400)
    by_hand(table, "D8-E10", "E11-G13")
    pole = table.lift("C7")
    table.place("C6", pole, after=120)
    table.lift("C6", after=300)
    table.place("C5", pole, after=120)
    table.wait(1_000)
    by_hand(table, "G13-E11", "C5-C4")
    # To the other reader these hands did not rest on C6; they rested elsewhere.
    assert in_short(judged(settle_ms(table, 350))) == [
        ("same", "built", "built"),
        ("same", "S D8-E10", "S D8-E10"),
        ("same", "F E11-G13", "F E11-G13"),
        ("missing", "M C7-C6", None),
        ("same", "~M C7-C5", "~M C7-C5"),
        ("same", "F G13-E11", "F G13-E11"),
        ("same", "M C5-C4", "M C5-C4"),
    ]


def test_a_decision_that_today_comes_too_early_is_new_and_the_recorded_log_goes_on() -> None:
    table = recorded()
    pole = table.lift("C7")
    table.place("C6", pole, after=120)
    table.lift("C6", after=140)
    table.place("C5", pole, after=140)
    table.wait(1_000)
    by_hand(table, *MATCH[1:])
    assert in_short(judged(settle_ms(table, 100))) == [
        ("same", "built", "built"),
        ("new", None, "M C7-C6"),
        ("same", "M C7-C5", "M C7-C5"),
        ("same", "F E11-G13", "F E11-G13"),
        ("same", "S D8-E10", "S D8-E10"),
        ("same", "F G13-E11", "F G13-E11"),
    ]


def test_a_reader_that_only_waits_longer_decides_the_same() -> None:
    table = recorded()
    table.wait(400)
    by_hand(table, *MATCH)
    assert {one.verdict for one in judged(settle_ms(table, 390))} == {Verdict.SAME}
    assert {one.verdict for one in judged(settle_ms(table, 50))} == {Verdict.SAME}


def test_another_decision_in_the_place_of_the_recorded_one_is_different() -> None:
    table = recorded()
    by_hand(table, *MATCH[:1])
    table.ask("move", "F E11-G13")
    table.stand()
    by_hand(table, *MATCH[2:])
    other = [line.replace('"F E11-G13"', '"F E11-C13"') if '"request"' in line else line for line in table.journal]
    assert in_short(judged(other)) == [
        ("same", "built", "built"),
        ("same", "M C7-C5", "M C7-C5"),
        ("different", "F E11-G13", "F E11-C13"),
        ("same", "S D8-E10", "S D8-E10"),
        ("same", "F G13-E11", "F G13-E11"),
    ]


def test_a_reader_that_hardly_settles_misses_what_nobody_hurries_or_leaves() -> None:
    table = recorded()
    by_hand(table, *MATCH)
    report = judged(settle_ms(table, 10_000_000))
    assert [one.recorded for one in report] == list(table.log)
    assert [one.verdict for one in report] == ["missing", "same", "same", "same", "same"]


# ------------------------------------------------------------------ lines that are none


def test_a_line_of_garbage_in_the_middle_is_named_and_the_rest_is_read() -> None:
    table = recorded()
    by_hand(table, *MATCH)
    lines = table.journal
    lines[4:4] = ["{half a li\n", '{"at":1,"line":"sneezed"}\n']
    happenings = read_again(lines)
    assert [one.number for one in happenings if isinstance(one, Unreadable)] == [5, 6]
    assert in_short(judged(lines)) == [("same", one, one) for one in table.notations]


@given(st.lists(st.text()))
def test_text_that_is_no_journal_is_refused(lines: list[str]) -> None:
    with pytest.raises(Refused) as caught:
        read_again(lines)
    assert caught.value.refusal.reason is Reason.BAD_JOURNAL


def test_a_journal_of_a_newer_version_is_refused_as_newer() -> None:
    first, *rest = recorded().journal
    with pytest.raises(Refused) as caught:
        read_again([json.dumps(json.loads(first) | {"v": 3}) + "\n", *rest])
    assert caught.value.refusal.reason is Reason.JOURNAL_NEWER


def test_a_log_that_todays_rules_read_differently_is_refused_as_frozen() -> None:
    table = recorded()
    by_hand(table, *MATCH)
    table.restart()
    changed = [line.replace(table.log[2].state_hash, "0" * 16) for line in table.journal]
    with pytest.raises(Refused) as caught:
        read_again(changed)
    assert caught.value.refusal.reason is Reason.SESSION_FROZEN


# ------------------------------------------------------------------ what is told


def test_what_hands_do_is_told_in_order_of_time_with_lifts_before_places() -> None:
    table = recorded()
    table.move("C7", "C5")
    table.wait(300)
    happenings = read_again(table.journal)
    times = [one.at for one in happenings if not isinstance(one, Unreadable)]
    assert times == list(accumulate(times, max))
    moved = [(cell_name(one.cell), one.pole) for one in happenings if isinstance(one, MagnetMoved)]
    assert len(moved) == 22 + 2
    assert moved[-2:] == [("C7", None), ("C5", Pole.NORTH)]
    shown = [one.hands for one in happenings if isinstance(one, HandsRead)]
    assert any(hands.preview is not None and hands.preview.target == cell("C5") for hands in shown)
