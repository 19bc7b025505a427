"""Chance is brought by each request of a game that throws dice, and by no other."""

from __future__ import annotations

from feldlicht.base.commands import CommandType
from feldlicht.base.entries import SessionHeader
from feldlicht.rules.initiative import GAME as FIGHT
from feldlicht.rules.master_move import GAME as MATCH
from feldlicht.runtime.chance import with_chance
from feldlicht.table.messages import Request
from feldlicht.table.recorded_lines import read_line, write_line
from feldlicht.table.recording import Given
from feldlicht.table.session import open_session

ASKED = Request(CommandType.ACT, "roll A")
A_FIGHT = open_session(FIGHT, SessionHeader("f", FIGHT.name, {}, None, None, 0))
A_MATCH = open_session(MATCH, SessionHeader("m", MATCH.name, {}, "counting", None, 0))


def test_each_request_of_a_fight_has_chance_of_its_own() -> None:
    first, second = with_chance(ASKED, A_FIGHT), with_chance(ASKED, A_FIGHT)
    assert first.nonce != second.nonce
    assert len(first.nonce) == len(second.nonce) == 32


def test_what_has_chance_already_keeps_it_and_a_match_without_dice_needs_none() -> None:
    given = with_chance(ASKED, A_FIGHT)
    assert with_chance(given, A_FIGHT) is given
    assert with_chance(ASKED, A_MATCH) is ASKED


def test_the_journal_keeps_it_so_that_a_replay_throws_the_same() -> None:
    line = Given(5, with_chance(ASKED, A_FIGHT))
    assert read_line(write_line(line)) == line
    assert '"nonce"' not in write_line(Given(5, ASKED))
