"""A match in words: every event has a sentence in both languages, and a whole match reads like a report."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.entries import Event
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.acts import Dive
from feldlicht.rules.imman.rolling import Ending
from feldlicht.rules.imman.state import Played, Purpose, Restart
from feldlicht.rules.told import Heading, Paragraph
from feldlicht.table.history import happened
from feldlicht.texts import LANGUAGES
from feldlicht.texts.catalogue import placeholders, texts
from feldlicht.texts.events import MAY_HAVE, SAYS_WHICH, said
from tests.rules.imman.helpers import team
from tests.rules.imman.lively import OPTIONS
from tests.rules.imman.random_matches import led
from tests.rules.imman.recorded import done, led_session, opened
from tests.support.samples import samples

ROOT = Path(__file__).parents[3]
SOURCES = "".join(one.read_text() for one in (ROOT / "host/feldlicht/rules/imman").glob("*.py"))
NAMES = sorted(set(re.findall(r'(?:Event|event)\(\s*"(\w+)"', SOURCES)))
HOUSE = {"resigned"}
"""Told in the house's words."""


def test_the_sources_name_their_events() -> None:
    assert {"tossed", "played", "ended", "goal", "steps", "sealed", "no_figures"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_event_has_a_sentence(name: str, language: str) -> None:
    keys = [key for key in texts(language) if key == f"imman.page.event.{name}" or name in HOUSE]
    keys += [key for key in texts(language) if key.startswith(f"imman.page.event.{name}.")]
    assert keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_way_in_which_something_may_happen_has_a_sentence_of_its_own(language: str) -> None:
    known = texts(language).keys()
    wanted = [f"ended.{one.value}" for one in Ending]
    wanted += [f"dead.{one.value}" for one in Restart]
    wanted += [f"revealed.{one.value}" for one in Dive]
    wanted += [f"played.{one.value}" for one in Played]
    assert [one for one in wanted if f"imman.page.event.{one}" not in known] == []
    purposes = {one.value for one in Purpose} - {"toss"}
    assert all(any(key.startswith(f"imman.page.event.thrown.{one}") for key in known) for one in purposes)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_is_left_over_from_an_event_that_went(language: str) -> None:
    told = {key.split(".")[3] for key in texts(language) if key.startswith("imman.page.event.")}
    assert told == set(NAMES) - HOUSE


@samples(4)
@given(st.integers(0, 2**32), OPTIONS, st.sampled_from(LANGUAGES))
def test_whatever_happens_is_said_without_a_hole(seed: int, options: dict[str, object], language: str) -> None:
    for one in led(seed, options | {"crowd": "watches"}):
        for event in one.events:
            sentence = said(event, language, GAME.name, {})
            assert sentence, event
            assert not placeholders(sentence)
            assert not sentence.endswith("."), "who puts sentences together puts the points"


def test_pages_choose_the_wording_by_the_same_facts() -> None:
    script = (ROOT / "host/feldlicht/web/static/js/words.js").read_text()
    lists = dict(re.findall(r"^const (\w+) = (\[.*\]);$", script, re.MULTILINE))
    assert tuple(json.loads(lists["SAYS_WHICH"])) == SAYS_WHICH
    assert tuple(tuple(one) for one in json.loads(lists["MAY_HAVE"])) == MAY_HAVE


def test_a_wording_for_all_that_is_said_comes_before_one_for_less_of_it() -> None:
    facts = (("figure", "y2"), ("from", "E4"), ("to", "E8"), ("how", "free_kick"), ("aim", "goal"))
    at_goal = said(Event("played", facts), "en", "imman", {"y2": "Ada"})
    assert at_goal == "Ada takes the free kick from E4 straight at the goal, at E8"
    hand = (*facts[:3], ("how", "hand"), ("aim", "goal"))
    assert said(Event("played", hand), "en", "imman", {"y2": "Ada"}) == "Ada rolls the ball by hand from E4 to E8"
    assert said(Event("unheard_of", facts), "en", "imman", {}) is None


BEGUN = (
    *("throw 12", "throw 3"),
    *("put y1 E1", "put b1 E15", "put y2 C6", "put b2 C13", "put y3 G6", "put b3 G13"),
    *("put y4 B4", "put b4 B12", "put y5 E8", "put b5 F11"),
    *("step y1 E2", "end y1", "end b1", "step y2 C7", "step y2 C8", "end b2", "end y3", "end b3", "end y4", "end b4"),
    *("pass y5 E12", "throw 13", "throw 19"),
)


def test_a_report_has_headings_and_a_paragraph_for_each_turn() -> None:
    teams = team("ABCDE", _5=(12, 10, 10)), team("GHIJK", _5=(10, 9, 10))
    session = done(opened({"rounds": 2}, teams), *BEGUN)
    report = GAME.report(session.start, happened(session))
    heads = [one for one in report.parts if isinstance(one, Heading)]
    assert [one.what if isinstance(one.what, str) else one.what.name for one in heads] == ["first_half", "round"]
    paragraphs = [[event.name for event in one.events] for one in report.parts if isinstance(one, Paragraph)]
    assert paragraphs[0] == ["tossed", "tossed"]
    assert paragraphs[1] == ["put"] * 10
    assert paragraphs[2:5] == [["kicked_off"], ["step"], ["steps"]]
    assert paragraphs[5][0] == "played"
    assert (report.figures["y5"].name, report.figures["b5"].number) == ("E", 5)


def test_what_a_keeper_notes_is_told_as_noted_and_then_as_done() -> None:
    session = led_session(5, {"rounds": 1})
    names = [
        event.name
        for one in GAME.report(session.start, happened(session)).parts
        if isinstance(one, Paragraph)
        for event in one.events
    ]
    assert names.count("sealed") == names.count("revealed") == names.count("shot") > 0
    assert names.index("sealed") < names.index("revealed") < names.index("shot")
