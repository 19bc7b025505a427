"""While it is a secret where figures are set, hands, light and journal tell those alone who may know."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

from feldlicht.base.commands import GameCommand
from feldlicht.base.entries import commitment
from feldlicht.base.figures import Side
from feldlicht.base.hands import IDLE
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Audience, Role, Secrecy, Viewer
from feldlicht.table.messages import Sensed
from feldlicht.table.projection import view
from feldlicht.table.recorded_lines import read_line, write_line
from feldlicht.table.recorded_views import journal_for
from feldlicht.table.recording import Cause, Given, lines_of, opening_of
from tests.support.hands import TableInTime
from tests.support.secret_game import SecretGame, SecretState

YELLOW, BLUE = Viewer(Role.PLAYER, Side.YELLOW), Viewer(Role.PLAYER, Side.BLUE)
OTHERS = (OWNER, BLUE, PUBLIC)


class Covered(SecretGame):
    """Only yellow sees what hands do; a step is sealed too."""

    def hands_audience(self, state: SecretState) -> Audience:
        return Audience(Secrecy.SEALED, frozenset({Side.YELLOW}))

    def audience(self, state: SecretState, command: GameCommand) -> Audience:
        return self.hands_audience(state)


def at_table(chance: str = "") -> TableInTime:
    table = TableInTime(game=Covered())
    table.stand()
    table.connect()
    table.table = replace(table.table, chance=chance)
    return table


def test_hands_and_moves_are_for_those_who_may_see_them() -> None:
    table = at_table()
    table.lift("A1")
    for viewer in (YELLOW, GAME_MASTER):
        shown: Any = view(table.session, table.hands, viewer)
        assert shown["hands"]["lifted"] == [{"figure": "yR1", "origin": "A1"}]
        assert shown["moves"] == {"yR1": {"A2": "move", "A3": "move"}}
    for viewer in OTHERS:
        shown = view(table.session, table.hands, viewer)
        assert shown["hands"] == view(table.session, IDLE, viewer)["hands"]
        assert shown["moves"] == {}


def test_the_light_shows_nothing_of_them() -> None:
    table = at_table()
    before = table.table.scene
    table.lift("A1")
    assert table.hands.targets
    assert table.table.scene == before


def test_the_journal_leaves_out_what_they_did() -> None:
    table = at_table()
    before = table.table
    opening = opening_of(before, table.session, table.now, Cause.SEATED, "test")
    done = table.sense()
    lines = [write_line(one) for one in (opening, *lines_of(before, *_sensed(table), done.effects))]
    for viewer in OTHERS:
        show = journal_for(table.session, viewer)
        assert show is not None
        read = [text for text in map(show, lines) if text is not None]
        assert [json.loads(text)["line"] for text in read] == ["opening"]
        assert (json.loads(read[0])["north"], json.loads(read[0])["south"]) == ("0", "0")
    show = journal_for(table.session, YELLOW)
    assert show is not None
    assert len([text for text in map(show, lines) if text is not None]) == 2
    assert journal_for(table.session, GAME_MASTER) is None


def _sensed(table: TableInTime) -> tuple[Any, int]:
    return Sensed(Occupancy.of(table.magnets)), table.now


def test_marks_of_a_journal_are_read_back() -> None:
    table = at_table()
    given = next(lines_of(table.table, *_sensed(table), ()))
    assert isinstance(given, Given)
    assert given.audience == Audience(Secrecy.SEALED, frozenset({Side.YELLOW}))
    assert read_line(write_line(given)) == given


def test_hands_can_seal_an_act_that_nobody_can_guess() -> None:
    nonces = []
    for chance in ("one", "other"):
        table = at_table(chance)
        table.move("A1", "A2")
        table.wait(300)
        (entry,) = table.log
        assert entry.audience.secrecy is Secrecy.SEALED
        assert commitment(entry.notation, entry.nonce) == commitment("yR1 A2", entry.nonce)
        nonces.append(entry.nonce)
    assert nonces[0] != nonces[1]
    assert all(len(nonce) == 32 for nonce in nonces)


def test_the_next_act_has_another_nonce() -> None:
    table = at_table("one")
    first = table.table.nonce()
    table.move("A1", "A2")
    table.wait(300)
    assert table.table.nonce() != first
    assert table.log[0].nonce == first
