"""The link's thread with the real firmware in the simulated board, over a real pseudo-terminal and real pyserial."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.board.layout import FINGERPRINTS, LAYOUT, LAYOUTS
from feldlicht.link.events import (
    BoardAnswered,
    BoardFault,
    BoardField,
    BoardFound,
    BoardLost,
    BoardSnapshot,
    BoardState,
    LinkEvent,
    Loss,
)
from feldlicht.link.health import Health, LinkState
from feldlicht.link.link import BoardLink
from feldlicht.link.messages import AskField, Configure, Fault, SetZero, Word
from feldlicht.link.port import Transport, open_port
from feldlicht.link.timing import Timing
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights
from tests.link.owners import SCENE, Owner, Owners, lit, shows_scene, wait_for

FIRMWARE = Path(__file__).parents[2] / "firmware"


def test_a_magnet_becomes_a_snapshot_with_the_touched_cell(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(lambda: owner.occupancy() == Occupancy())
    (found,) = owner.found()
    assert found.hello.layout == LAYOUT.fingerprint
    board.set_magnets({cell("G3"): Pole.SOUTH})
    wait_for(lambda: owner.occupancy() == Occupancy.of({cell("G3"): Pole.SOUTH}))
    changed = next(
        event for event in owner.events if isinstance(event, BoardSnapshot) and event.snapshot.occupancy.south
    )
    assert changed.snapshot.touched == 1 << cell("G3")


def test_an_acknowledged_touch_is_not_told_again(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(lambda: owner.occupancy() is not None)
    board.set_magnets({cell("G3"): Pole.SOUTH})
    wait_for(lambda: owner.occupancy() != Occupancy())
    # The board sends a snapshot each second anyway, and tells a touch in each until it is acknowledged.
    wait_for(lambda: owner.snapshots()[-1].touched == 0)


def test_a_scene_lights_exactly_its_lamps_and_an_empty_one_none(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    wait_for(lambda: ("ring", 0) in lit(board.lights()))
    owner.link.show(Scene())
    wait_for(lambda: board.lights() == Lights.dark())


def test_many_scenes_in_a_row_end_in_the_last_one(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    for n in range(300):
        owner.link.show(Scene({cell(f"A{n % 16 + 1}"): Style((Colour.GOLD,), Pattern.PULSE, 1000 + n)}))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    assert owner.link.health().lines_out < 300
    assert owner.link.health().rejected == 0


def test_settings_reach_the_board_and_come_back_after_a_restart(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    owner.link.configure(Configure(brightness=255, budget=5000))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    bright = board.lights().cells[cell("C3")]
    owner.link.configure(Configure(brightness=20))
    wait_for(lambda: 0 < board.lights().cells[cell("C3")][1] < bright[1] // 2)
    dim = board.lights().cells[cell("C3")]
    board.reboot()
    wait_for(lambda: len(owner.found()) == 2)
    wait_for(lambda: board.lights().cells[cell("C3")] == dim)


def test_health_counts_and_names_the_board(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(lambda: owner.link.health().snapshots >= 2)
    health = owner.link.health()
    assert health.state is LinkState.LIVE
    assert health.path == board.port
    assert health.boot == 1
    assert health.hello is not None
    assert health.hello.board_id == board.board_id
    assert health.last_line_age_ms is not None
    assert health.lines_in >= health.snapshots
    assert health.lines_per_s > 0
    assert (health.found, health.lost, health.resent, health.rejected) == (1, 0, 0, 0)


def test_a_link_closes_while_it_searches_while_it_plays_and_twice(board: SimulatedBoard, owners: Owners) -> None:
    def missing() -> Transport:
        raise Refused(Refusal.of(Reason.PORT_MISSING, port="none"))

    searching = owners(missing)
    wait_for(searching.refusals)
    searching.link.close()
    searching.link.close()
    searching.link.show(SCENE)
    assert searching.losses() == []
    never_started = BoardLink("never", missing, ["00000000"], searching.events.append)
    never_started.close()
    playing = owners(lambda: open_port(board.port))
    wait_for(playing.found)
    playing.link.close()
    assert playing.link.health().state is LinkState.AWAY
    open_port(board.port).close()


def test_an_owner_may_use_the_link_from_within_an_event(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(lambda: owner.occupancy() is not None)

    class Answering(Owner):
        def __init__(self) -> None:
            super().__init__(lambda: open_port(board.port))
            self.link = BoardLink("test", lambda: open_port(board.port), FINGERPRINTS, self.take)

        def take(self, event: LinkEvent) -> None:
            self.events.append(event)
            if isinstance(event, BoardFound):
                self.link.show(SCENE)
            if isinstance(event, BoardSnapshot):
                self.link.close()

    owner.link.close()
    answering = Answering()
    answering.link.start()
    wait_for(lambda: answering.losses() == [Loss.CLOSED])


def test_a_failing_owner_ends_the_link_and_is_reported(board: SimulatedBoard) -> None:
    reported: list[threading.ExceptHookArgs] = []
    previous, threading.excepthook = threading.excepthook, reported.append
    events: list[LinkEvent] = []

    def fail(event: LinkEvent) -> None:
        events.append(event)
        if isinstance(event, BoardSnapshot):
            raise ZeroDivisionError

    try:
        link = BoardLink("test", lambda: open_port(board.port), FINGERPRINTS, fail)
        link.start()
        wait_for(lambda: reported)
        link.close()
    finally:
        threading.excepthook = previous
    assert events[-1] == BoardLost(Loss.FAILED)
    open_port(board.port).close()


def test_a_board_with_the_other_sensors_fits_as_well(tmp_path: Path, owners: Owners) -> None:
    """How sensors are read is the firmware's affair: the host has both layouts and finds the same table."""
    other = LAYOUTS["linear-mux"]
    board = SimulatedBoard(other, FIRMWARE, tmp_path)
    board.start()
    try:
        owner = owners(lambda: open_port(board.port))
        wait_for(owner.found)
        assert owner.found()[0].hello.layout == other.fingerprint
        poles = {cell("A1"): Pole.NORTH, cell("A2"): Pole.SOUTH, cell("I16"): Pole.NORTH}
        board.set_magnets(poles)
        wait_for(lambda: owner.occupancy() == Occupancy.of(poles))
        owner.link.show(SCENE)
        wait_for(lambda: shows_scene(board))
    finally:
        board.close()


def test_a_survey_is_ordered_answered_and_told_row_by_row(tmp_path: Path, owners: Owners) -> None:
    board = SimulatedBoard(LAYOUTS["linear-mux"], FIRMWARE, tmp_path)
    board.start()
    try:
        owner = owners(lambda: open_port(board.port))
        wait_for(lambda: owner.occupancy() == Occupancy())
        for order in (SetZero(), AskField()):
            owner.link.order(order)
            wait_for(lambda order=order: BoardAnswered(order, Word.OK) in owner.events)  # type: ignore[misc]
        wait_for(lambda: len(owner.of(BoardField)) == 9)
        rows = [event.row for event in owner.events if isinstance(event, BoardField)]
        assert [row.row for row in rows] == list(range(9))
        assert all(field is not None and abs(field) < 15 for row in rows for field in row.field)
    finally:
        board.close()


def test_a_digital_board_answers_that_it_measures_no_field(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    owner.link.order(AskField())
    wait_for(lambda: BoardAnswered(AskField(), Word.UNABLE) in owner.events)
    assert owner.of(BoardField) == []


def test_a_board_whose_sensors_fail_from_the_start_is_not_restarted_over_and_over(
    tmp_path: Path, owners: Owners
) -> None:
    """It has no table to tell of, says why, and shows light; when the chain is whole again it tells its table."""
    board = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    board.break_sensors(12)
    board.start()
    try:
        owner = owners(lambda: open_port(board.port))
        owner.link.show(SCENE)
        told = BoardFault(Fault("sensors", ("chain:12",)))
        wait_for(lambda: told in owner.events)
        begun = time.monotonic()
        wait_for(lambda: time.monotonic() - begun > 2 * Timing().quiet / 1000)
        restarts = owner.link.health().restarts
        assert restarts <= 1  # one if the host came when the board had said it already
        assert owner.snapshots() == []
        wait_for(lambda: shows_scene(board))
        board.set_magnets({cell("A1"): Pole.NORTH})
        board.break_sensors(None)
        wait_for(lambda: owner.occupancy() == Occupancy.of({cell("A1"): Pole.NORTH}))
        wait_for(lambda: BoardFault(Fault("sensors", ("ok",))) in owner.events)
        assert owner.link.health().restarts == restarts
    finally:
        board.close()


def test_what_a_board_said_of_itself_is_known_when_it_is_told_and_of_nobody_when_it_has_gone(
    board: SimulatedBoard,
) -> None:
    """Whoever is told looks at once, and what was wrong with a board that was mended meanwhile is not said again."""
    seen: list[tuple[LinkEvent, Health]] = []
    link = BoardLink(
        "test", lambda: open_port(board.port), FINGERPRINTS, lambda event: seen.append((event, link.health()))
    )
    link.start()
    try:
        board.break_sensors(12)
        wait_for(lambda: any(isinstance(one, BoardState) and one.state.sensors == "chain:12" for one, _ in seen))
        assert all(health.board_state == one.state for one, health in seen if isinstance(one, BoardState))
        board.unplug()
        wait_for(lambda: any(isinstance(one, BoardLost) for one, _ in seen))
        gone = next(health for one, health in seen if isinstance(one, BoardLost))
        assert (gone.hello, gone.board_state) == (None, None)
        assert (link.health().hello, link.health().board_state) == (None, None)
        board.break_sensors(None)
        since = len(seen)
        board.plug()
        wait_for(lambda: any(isinstance(one, BoardFound) for one, _ in seen[since:]))
        (back,) = (health for one, health in seen[since:] if isinstance(one, BoardFound))
        assert back.hello is not None
        assert back.board_state is None or back.board_state.sensors == "ok"
    finally:
        link.close()
