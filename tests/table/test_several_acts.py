"""Several acts at once: each with an entry of its own, all of them or none."""

from __future__ import annotations

import pytest

from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Entry, SessionHeader
from feldlicht.base.reasons import Reason
from feldlicht.base.viewers import GAME_MASTER, PUBLIC
from feldlicht.rules.initiative import GAME
from feldlicht.table.messages import Accepted, Append, Declined, Request
from feldlicht.table.recorded_lines import write_line
from feldlicht.table.recorded_views import journal_for
from feldlicht.table.recording import Cause, Line, lines_of, opening_of
from feldlicht.table.replay import Judged, replay
from feldlicht.table.session import open_session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import new_table
from tests.support.hands import TableInTime
from tests.support.journals import in_short

PACK = ("add Wolf npc x2 colour=red", 'set Wolf1 note "limps"', "add Archer npc known=no", "add Silja pc")
NONCE = "0123456789abcdef" * 2


def table() -> TableInTime:
    return TableInTime(board=None, formation=None, game=GAME)


def asked(table: TableInTime, *lines: str, command_id: str | None = None) -> Accepted | Declined:
    request = Request(CommandType.ACTS, "\n".join(lines), command_id=command_id, viewer=GAME_MASTER, nonce=NONCE)
    return next(one for one in table.give(request).effects if isinstance(one, Accepted | Declined))


def log(table: TableInTime) -> tuple[Entry, ...]:
    assert table.table.session is not None
    return table.table.session.entries


def test_each_act_has_an_entry_of_its_own_and_is_taken_back_by_itself() -> None:
    fight = table()
    assert asked(fight, *PACK) == Accepted(4)
    assert [one.notation for one in log(fight)] == list(PACK)
    fight.give(Request(CommandType.UNDO, viewer=GAME_MASTER))
    assert [one.label for one in fight.table.session.state.present] == ["Wolf1", "Wolf2", "?Archer"]  # type: ignore[union-attr]
    fight.give(Request(CommandType.UNDO, viewer=GAME_MASTER, count=3))
    assert fight.table.session.state.present == ()  # type: ignore[union-attr]


@pytest.mark.parametrize("bad", ["add Silja pc", "nonsense", "act Silja 8", "reveal"])
def test_if_one_is_refused_nothing_has_happened(bad: str) -> None:
    fight = table()
    refused = asked(fight, *PACK, bad)
    assert isinstance(refused, Declined)
    assert log(fight) == ()
    assert [one for one in fight.effects if isinstance(one, Append)] == []


def test_no_act_at_all_is_none() -> None:
    refused = asked(table())
    assert isinstance(refused, Declined)
    assert refused.refusal.reason is Reason.BAD_NOTATION


def test_everyone_notices_what_everyone_may_and_counts_no_more() -> None:
    fight = table()
    asked(fight, *PACK)
    session = fight.table.session
    assert session is not None
    # The pack is sealed, the note and the archer hidden, Silja open.
    assert (session.revision_for(PUBLIC), session.revision_for(GAME_MASTER)) == (2, 4)


def test_no_two_acts_are_bound_by_the_same_chance() -> None:
    fight = table()
    asked(fight, "add Wolf npc", "add Bear npc", "add Boar npc")
    nonces = [one.nonce for one in log(fight)]
    assert len(set(nonces) | {NONCE}) == 4
    assert {len(one) for one in nonces} == {len(NONCE)}


def test_asked_twice_by_one_id_it_is_done_once_and_folds_to_the_same() -> None:
    fight = table()
    first = asked(fight, *PACK, command_id="one")
    assert asked(fight, *PACK, command_id="one") == first
    session = fight.table.session
    assert session is not None
    assert open_session(GAME, session.header, session.entries).state == session.state


def test_a_journal_tells_them_all_to_the_game_master_and_nothing_of_them_to_others() -> None:
    seated = seat(new_table(), open_session(GAME, SessionHeader("fight", GAME.name, {}, None, None, 0)), 0).table
    assert seated.session is not None
    what = Request(CommandType.ACTS, "\n".join(PACK), viewer=GAME_MASTER, nonce=NONCE)
    done = step(seated, what, 5)
    lines: list[Line] = [opening_of(seated, seated.session, 0, Cause.SEATED, "test")]
    lines += lines_of(seated, what, 5, done.effects)
    journal = [f"{write_line(line)}\n" for line in lines]
    again = [one for one in replay(journal, {GAME.name: GAME}.__getitem__) if isinstance(one, Judged)]
    assert in_short(again) == [("same", one, one) for one in PACK]
    assert done.table.session is not None
    show = journal_for(done.table.session, PUBLIC)
    assert show is not None
    told = "".join(shown for line in journal if (shown := show(line)) is not None)
    assert "Silja" in told
    assert all(secret not in told for secret in ("Wolf", "Archer", "limps", NONCE))
