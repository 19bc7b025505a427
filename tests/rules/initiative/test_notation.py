"""The notation: whatever can be done is written and read back; what cannot be read is refused."""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import GameCommand, Reveal
from feldlicht.base.figures import FigureId
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.initiative import GAME
from feldlicht.rules.initiative.acts import (
    Act,
    Add,
    Begin,
    Change,
    Finish,
    Mark,
    Next,
    Order,
    PutAt,
    React,
    Recall,
    Remove,
    Roll,
    Show,
    StandBy,
    Unmark,
    Value,
)
from feldlicht.rules.initiative.figures import FIGURE_COLOURS, Kind, Known, Stance
from feldlicht.rules.initiative.naming import good_name
from tests.rules.initiative.helpers import fight, inis, reason
from tests.support.samples import samples

NUMBERS = st.integers(-1_000_000, 1_000_000)
NAMES = st.text(string.ascii_letters + string.digits + " -'äöüß.x", min_size=1, max_size=24).filter(good_name)
LABELS = st.one_of(NAMES, NAMES.map("?{}".format)).map(FigureId)
TEXTS = st.text(string.printable.strip() + ' "\\>,', max_size=30).map(str.strip)
ACTS = st.dictionaries(NAMES.filter(lambda name: not set(name) & set(";:")), st.integers(0, 99), max_size=3)
ANY: st.SearchStrategy[GameCommand] = st.one_of(
    st.builds(
        Add,
        NAMES,
        st.sampled_from(Kind),
        NUMBERS,
        st.integers(-20, 20),
        st.integers(0, 99),
        ACTS.map(lambda acts: tuple(acts.items())),
        st.none() | st.sampled_from(Known),
        st.none() | st.sampled_from(FIGURE_COLOURS),
        st.integers(1, 120),
    ),
    st.builds(Roll, LABELS, st.booleans(), st.none() | st.lists(NUMBERS, min_size=1, max_size=5).map(tuple)),
    st.builds(Roll, LABELS, st.booleans(), st.none(), NUMBERS),
    st.builds(PutAt, LABELS, NUMBERS),
    st.builds(Act, LABELS, NUMBERS, st.none() | st.lists(LABELS, max_size=3).map(tuple), TEXTS),
    st.builds(React, LABELS, NUMBERS, TEXTS),
    st.builds(StandBy, LABELS, st.sampled_from([Stance.WAITING, Stance.READY])),
    st.builds(Recall, LABELS),
    st.builds(Remove, LABELS),
    st.builds(Show, LABELS, st.sampled_from(Known)),
    st.builds(Order, st.lists(LABELS, min_size=1, max_size=4).map(tuple)),
    st.builds(Mark, NUMBERS, TEXTS, st.none() | LABELS, st.integers(0, 99), st.booleans()),
    st.builds(Unmark, st.sampled_from(["1", "?12"])),
    st.builds(Change, LABELS, st.sampled_from(Value), TEXTS),
    st.sampled_from([Begin(), Next(), Finish(), Reveal()]),
)
EMPTY = fight()


@samples(300)
@given(ANY)
def test_every_act_reads_back_as_it_was_written(command: GameCommand) -> None:
    line = GAME.write(EMPTY, command)
    assert line.isprintable()
    assert GAME.parse(EMPTY, line) == command


@samples(200)
@given(st.text(max_size=60) | TEXTS.map("add {}".format) | TEXTS.map("act A 3 {}".format))
def test_any_text_is_read_or_refused(text: str) -> None:
    # The helper raises on anything but a refusal; what is read is refused for no other reason than the fight's.
    assert reason(EMPTY, text) in {None, *Reason}


@samples(100)
@given(st.text(max_size=80).map("in1 {}".format) | st.just('in1 {"settings":{}}') | st.just("mm1 phase=play"))
def test_any_position_line_is_read_or_refused(text: str) -> None:
    with pytest.raises(BadInput):
        GAME.from_position(text)


@pytest.mark.parametrize(
    "line",
    ["", "leap A", "act A", "act A 3 >", "act A 3 > B,", "add", "add A", "add A elf", "add A pc x1 x2", "begin now",
     "add A pc size=3", "mark 3", "show A some", "set A size 3",
     'act "A 3', "mark 3 Bell loud"],
)  # fmt: skip
def test_what_is_no_act_is_refused(line: str) -> None:
    assert reason(EMPTY, line) is Reason.BAD_NOTATION


@pytest.mark.parametrize(
    "line",
    ["add A pc vz=fast", "add A pc perception=2.5", "add A pc x2.5", "add A pc x", "roll A successes=many",
     'roll A successes="2 5"', "act A 2.5", "put A 1e9", "mark 3 Bell every=often"],
)  # fmt: skip
def test_what_is_no_whole_number_is_refused_in_a_sentence_about_numbers(line: str) -> None:
    assert reason(EMPTY, line) is Reason.NUMBER_LIMITS


def test_a_number_that_is_missing_is_told_as_missing() -> None:
    with pytest.raises(BadInput) as refused:
        GAME.parse(EMPTY, 'put A ""')
    assert dict(refused.value.refusal.facts) == {"low": "-1000", "high": "1000000"}


def test_acts_that_cannot_be_read_are_told_as_such() -> None:
    assert reason(EMPTY, 'add A pc acts="Bow"') is Reason.BAD_ACTS


@pytest.mark.parametrize("name", ["", " A", "A  B", "?A", "a" * 25, 'A"', "A>B", "A,B", "A=B", "A\\", "A\n"])
def test_names_that_the_notation_could_not_hold_are_refused(name: str) -> None:
    assert not good_name(name)


def test_two_of_the_same_name_are_refused_in_a_sentence_and_a_group_is_numbered() -> None:
    begun = fight("add Silja pc")
    assert reason(begun, "add Silja pc") is Reason.NAME_TAKEN
    assert list(inis(fight('add "Old Ghoul" npc x2 · add "Old Ghoul" npc'))) == [
        "Old Ghoul1",
        "Old Ghoul2",
        "Old Ghoul3",
    ]


def test_a_true_minus_sign_is_a_minus_sign() -> None:
    assert inis(fight("add A pc · put A −5")) == {"A": -5}


def test_values_of_a_figure_are_changed_one_by_one() -> None:
    begun = fight(
        'add A pc · set A vz 7 · set A acts "Bow:11; Dagger:5" · set A conditions "prone; dazed" · set A name Ada'
    )
    (ada,) = begun.present
    assert (ada.label, ada.usual, ada.acts) == ("Ada", 7, (("Bow", 11), ("Dagger", 5)))
    assert ada.conditions == ("prone", "dazed")


@pytest.mark.parametrize(
    ("line", "why"),
    [("set A vz -1", "NUMBER_LIMITS"), ("set A vz 2.5", "NUMBER_LIMITS"), ("set A colour white", "NO_SUCH_COLOUR"),
     ('set A acts "Bow"', "BAD_ACTS"), ('set A acts "Bow:1; Bow:2"', "BAD_ACTS"), ("set B vz 1", "NO_SUCH_FIGHTER"),
     ("set A name B", None), ("set A name ?B", "BAD_FIGURE_NAME"), ("show A all", "NO_CHANGE"),
     ("unmark 1", "NO_SUCH_MARKER"), ("next", "WRONG_PHASE"), ("begin", "NOBODY_THERE"), ("act A 1", "WRONG_PHASE"),
     ("recall A", "WAITS_FOR_NOTHING"), ("roll A 21", "NUMBER_LIMITS"), ("roll A 1 1", "DICE_COUNT"),
     ("add K npc x121", "TOO_MANY_FIGURES"), ("react A 1", "WRONG_PHASE")],
)  # fmt: skip
def test_what_cannot_be_done_is_refused_for_its_reason(line: str, why: str | None) -> None:
    assert reason(fight("add A pc"), line) == why
