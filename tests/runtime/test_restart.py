"""Whatever ends the host, the next one finds the same session, the same position and the same magnets."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.figures import Pole
from feldlicht.base.reasons import BadInput, Reason
from feldlicht.rules.master_move.game import MasterMove
from feldlicht.runtime import games
from feldlicht.runtime.house import House
from feldlicht.store.store import Store
from feldlicht.table.messages import Accepted, Declined, Request
from feldlicht.table.session import Lifecycle
from tests.runtime.conftest import eventually, kicked_off, live

MakeHouse = Callable[..., House]

HOST = """
import sys, time
from dataclasses import replace
from pathlib import Path
from feldlicht.base.cells import cell
from feldlicht.base.commands import CommandType
from feldlicht.base.figures import Pole
from feldlicht.config import Settings
from feldlicht.runtime.house import House
from feldlicht.table.messages import Request
from tests.runtime.conftest import eventually, kicked_off, live

house = House(Settings(Path(sys.argv[1]), simulate=True, hands_pace=0))
house.start()
live(house)
session = kicked_off(house)
house.request(session, Request(CommandType.MOVE, "F B5-A4"))
eventually(lambda: house.magnets("sim").get(cell("A4")) is Pole.NORTH, "the hands")
eventually(lambda: not house.session(session).hands.busy, "the hands' rest")
house.set_magnets("sim", {cell("B12"): None})
simulator = house.simulator("sim")
print(session, house.epoch, simulator.process_id, flush=True)
time.sleep(600)
"""


@contextmanager
def host(folder: Path) -> Iterator[tuple[subprocess.Popen[str], list[str]]]:
    """A host of its own that has kicked off, made a move, and has B12 in the air."""
    with subprocess.Popen(
        [sys.executable, "-c", HOST, str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(Path.cwd()), os.environ.get("PYTHONPATH", "")])},
    ) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().split()
        finally:
            process.kill()


def test_a_killed_hosts_match_goes_on_with_the_same_magnets_and_no_child_is_left(
    make_house: MakeHouse, tmp_path: Path
) -> None:
    folder = tmp_path / "data"
    with host(folder) as (process, (session, epoch, child)):
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    eventually(lambda: not Path(f"/proc/{child}").exists(), "the end of the firmware's process")
    house = make_house()
    house.start()
    picture = house.current()
    assert picture is not None
    assert (picture.id, picture.revision, picture.lifecycle) == (session, 2, Lifecycle.RUNNING)
    assert house.epoch == epoch
    standing = picture.game.standing(picture.state)
    lying = {c: figure.side.pole for c, figure in standing.items() if c != cell("B12")}
    assert house.magnets("sim") == lying
    live(house)
    # What happened while nobody looked is asked about, never played by itself.
    house.set_magnets("sim", {cell("A11"): Pole.SOUTH})
    eventually(
        lambda: house.session(session).hands.question is not None or house.session(session).hands.preview is not None,
        "the question",
    )
    assert house.session(session).revision == 2


def test_a_closed_hosts_match_goes_on_and_the_log_has_no_gap(make_house: MakeHouse) -> None:
    first = make_house()
    first.start()
    live(first)
    session = kicked_off(first)
    before = first.session(session)
    magnets = first.magnets("sim")
    first.close()
    second = make_house()
    second.start()
    live(second)
    after = second.session(session)
    assert (after.revision, after.state) == (before.revision, before.state)
    assert second.magnets("sim") == magnets
    assert second.request(session, Request(CommandType.MOVE, "F B5-A4")) == Accepted(2)
    assert [entry.revision for entry in second.log(session)] == [1, 2]


def test_a_match_without_a_board_goes_on_when_somebody_asks_for_it(make_house: MakeHouse) -> None:
    first = make_house()
    first.start()
    session = first.create_session("master_move", {}, "counting", None).id
    first.close()
    second = make_house()
    second.start()
    assert second.request(session, Request(CommandType.MOVE, "F B5-A4")) == Accepted(2)


def test_a_finished_match_stays_finished_and_comes_back_to_its_table_only_by_undo(make_house: MakeHouse) -> None:
    first = make_house()
    first.start()
    live(first)
    session = kicked_off(first)
    assert first.request(session, Request(CommandType.RESIGN, "blue", command_id="end")) == Accepted(2)
    first.close()
    second = make_house()
    second.start()
    assert second.current() is None
    assert second.session(session).lifecycle is Lifecycle.OVER
    late = second.request(session, Request(CommandType.MOVE, "F B5-A4"))
    assert isinstance(late, Declined)
    assert late.refusal.reason is Reason.GAME_OVER
    assert second.request(session, Request(CommandType.RESIGN, "blue", command_id="end")) == Accepted(2)
    assert second.request(session, Request(CommandType.UNDO)) == Accepted(3)
    current = second.current()
    assert current is not None
    assert (current.id, current.lifecycle) == (session, Lifecycle.RUNNING)


def test_a_finished_match_cannot_come_back_while_another_one_runs(make_house: MakeHouse) -> None:
    first = make_house()
    first.start()
    live(first)
    over = kicked_off(first)
    first.request(over, Request(CommandType.RESIGN, "blue"))
    running = first.create_session("master_move", {}, "counting").id
    late = first.request(over, Request(CommandType.UNDO))
    assert isinstance(late, Declined)
    assert late.refusal.reason is Reason.TABLE_BUSY
    current = first.current()
    assert current is not None
    assert current.id == running


def test_an_abandoned_match_stays_abandoned(make_house: MakeHouse) -> None:
    first = make_house()
    first.start()
    live(first)
    session = kicked_off(first)
    first.request(session, Request(CommandType.ABANDON))
    first.close()
    second = make_house()
    second.start()
    assert second.current() is None
    assert isinstance(second.request(session, Request(CommandType.UNDO)), Declined)


def test_a_log_that_todays_rules_read_differently_freezes_and_the_table_is_free(make_house: MakeHouse) -> None:
    first = make_house()
    first.start()
    live(first)
    session = kicked_off(first)
    first.close()
    store = Store.open(first.settings.data)
    header, entries = store.load(session)
    other = replace(entries[0], revision=2, notation="F B5-A4", state_hash="other")
    store.append(session, other)
    store.close()
    second = make_house()
    second.start()
    live(second)
    frozen = second.session(session)
    assert (frozen.lifecycle, frozen.revision) == (Lifecycle.FROZEN, 1)
    late = second.request(session, Request(CommandType.MOVE, "F B5-A4"))
    assert isinstance(late, Declined)
    assert late.refusal.reason is Reason.SESSION_FROZEN
    assert second.create_session("master_move", {}, "counting").board == header.board


def test_a_match_whose_game_is_not_installed_any_more_freezes_and_does_not_stop_the_house(
    make_house: MakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_house()
    first.start()
    live(first)
    session = kicked_off(first)
    first.close()
    with monkeypatch.context() as without_games:
        without_games.setattr(games, "game", _no_game)
        second = make_house()
        second.start()
        assert second.current() is None
        assert [one.lifecycle for one in second.sessions()] == [Lifecycle.FROZEN]
        second.close()
    third = make_house()
    third.start()
    current = third.current()
    assert current is not None
    assert (current.id, current.lifecycle) == (session, Lifecycle.RUNNING)
    assert [one.lifecycle for one in third.sessions()] == [Lifecycle.RUNNING]


def _no_game(name: str) -> object:
    raise BadInput(Reason.UNKNOWN_GAME, game=name)


def test_a_match_that_a_fault_froze_stays_frozen_beside_a_new_one_and_is_not_called_over(
    make_house: MakeHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = make_house()
    house.start()
    live(house)
    session = kicked_off(house)
    with monkeypatch.context() as faulty:
        faulty.setattr(MasterMove, "why_illegal", lambda *_: 1 // 0)
        late = house.request(session, Request(CommandType.MOVE, "F B5-A4"))
    assert isinstance(late, Declined)
    assert late.refusal.reason is Reason.SESSION_FROZEN
    house.create_session("master_move", {}, "counting")
    assert house.session(session).lifecycle is Lifecycle.FROZEN
    late = house.request(session, Request(CommandType.MOVE, "F B5-A4"))
    assert isinstance(late, Declined)
    assert late.refusal.reason is Reason.SESSION_FROZEN


def test_a_match_of_a_board_that_is_not_here_today_is_played_on_pages(make_house: MakeHouse) -> None:
    first = make_house()
    first.start()
    live(first)
    session = kicked_off(first)
    first.close()
    second = make_house(simulate=False)
    second.start()
    picture = second.session(session)
    assert (picture.lifecycle, picture.hands.board_present) == (Lifecycle.RUNNING, False)
    assert second.request(session, Request(CommandType.MOVE, "F B5-A4")) == Accepted(2)
    second.close()
    third = make_house()
    third.start()
    live(third)
    current = third.current()
    assert current is not None
    assert (current.id, current.revision) == (session, 2)
