"""The link's thread with the real firmware in the simulated board, over a real pseudo-terminal and real pyserial."""

from __future__ import annotations

import os
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import Colour, Pattern, Scene, Style
from feldlicht.board.layout import LAYOUT
from feldlicht.link.events import (
    BoardFault,
    BoardFound,
    BoardLost,
    BoardRefused,
    BoardSnapshot,
    BoardState,
    LinkEvent,
    Loss,
)
from feldlicht.link.health import LinkState
from feldlicht.link.link import BoardLink
from feldlicht.link.messages import Configure
from feldlicht.link.port import OpenPort, Transport, open_port
from feldlicht.sim.board import SimulatedBoard
from feldlicht.sim.lights import Lights

FIRMWARE = Path(__file__).parents[2] / "firmware"
PATIENCE_S = 20.0
"""A limit for something to happen; not a measure of how fast it should."""


def wait_for(happened: Callable[[], object]) -> None:
    deadline = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.005)


class Owner:
    """Who owns a link: keeps what it is told."""

    def __init__(self, open_: OpenPort, fingerprint: str = LAYOUT.fingerprint) -> None:
        self.events: list[LinkEvent] = []
        self.link = BoardLink("test", open_, fingerprint, self.events.append)

    def of(self, kind: type[LinkEvent]) -> list[LinkEvent]:
        return [event for event in self.events if isinstance(event, kind)]

    def found(self) -> list[BoardFound]:
        return [event for event in self.events if isinstance(event, BoardFound)]

    def losses(self) -> list[Loss]:
        return [event.reason for event in self.events if isinstance(event, BoardLost)]

    def refusals(self) -> list[Refusal]:
        return [event.refusal for event in self.events if isinstance(event, BoardRefused)]

    def occupancy(self) -> Occupancy | None:
        snapshots = [event.snapshot for event in self.events if isinstance(event, BoardSnapshot)]
        return snapshots[-1].occupancy if snapshots else None


@pytest.fixture
def board(tmp_path: Path) -> Iterator[SimulatedBoard]:
    one = SimulatedBoard(LAYOUT, FIRMWARE, tmp_path)
    one.start()
    yield one
    one.close()


@pytest.fixture
def owners() -> Iterator[Callable[..., Owner]]:
    """Make owners with a running link, and see that no link's thread is left."""
    made: list[Owner] = []

    def make(open_: OpenPort, fingerprint: str = LAYOUT.fingerprint) -> Owner:
        made.append(Owner(open_, fingerprint))
        made[-1].link.start()
        return made[-1]

    yield make
    for owner in made:
        owner.link.close()
    assert not [thread for thread in threading.enumerate() if thread.name == "link-test"]


Owners = Callable[..., Owner]
SCENE = Scene(
    {cell("C3"): Style((Colour.GREEN,))},
    {0: Style((Colour.RED, Colour.OFF), Pattern.BLINK, 10_000)},
    {5: Style((Colour.BLUE,))},
)


def lit(lights: Lights) -> set[object]:
    lamps = {("ring", n) for n, rgb in enumerate(lights.ring) if any(rgb)}
    lamps |= {("strip", n) for n, rgb in enumerate(lights.strip) if any(rgb)}
    return lamps | {c for c, rgb in lights.cells.items() if any(rgb)}


def shows_scene(board: SimulatedBoard) -> bool:
    # The ring's lamp blinks: half of the time it is dark.
    return lit(board.lights()) - {("ring", 0)} == {cell("C3"), ("strip", 5)}


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
    time.sleep(0.2)  # the acknowledgement is due within 100 ms
    count = len(owner.events)
    owner.link.ask_snapshot()
    wait_for(lambda: any(isinstance(event, BoardSnapshot) for event in owner.events[count:]))
    snapshots = [event.snapshot for event in owner.events[count:] if isinstance(event, BoardSnapshot)]
    assert snapshots[-1].touched == 0


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


def test_a_restarted_board_is_found_again_with_a_higher_boot_counter_and_its_scene(
    board: SimulatedBoard, owners: Owners
) -> None:
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    board.reboot()
    wait_for(lambda: len(owner.found()) == 2)
    first, second = owner.found()
    assert second.hello.boot == first.hello.boot + 1
    wait_for(lambda: shows_scene(board))
    assert owner.losses() == [Loss.RESTARTED]


class LosesHellos:
    """A line on which the board's hellos get lost while ``losing``; each read gives whole lines."""

    def __init__(self, line: Transport) -> None:
        self._line = line
        self._rest = b""
        self.path = line.path
        self.wake, self.write, self.close = line.wake, line.write, line.close
        self.losing = 0

    def read(self) -> bytes:
        *lines, self._rest = (self._rest + self._line.read()).split(b"\n")
        kept = []
        for line in lines:
            if line.startswith(b"H ") and self.losing:
                self.losing -= 1
            else:
                kept.append(line + b"\n")
        return b"".join(kept)


def test_a_restart_is_noticed_even_if_its_hello_got_lost(board: SimulatedBoard, owners: Owners) -> None:
    lines: list[LosesHellos] = []

    def open_lossy() -> Transport:
        lines.append(LosesHellos(open_port(board.port)))
        return lines[-1]

    owner = owners(open_lossy)
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    lines[0].losing = 1
    board.reboot()
    wait_for(lambda: len(owner.found()) == 2)
    assert lines[0].losing == 0
    assert len(lines) == 1
    wait_for(lambda: shows_scene(board))


def test_an_unplugged_board_is_lost_and_found_again_with_what_was_moved_meanwhile(
    board: SimulatedBoard, owners: Owners
) -> None:
    board.set_magnets({cell("C3"): Pole.NORTH})
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: owner.occupancy() == Occupancy.of({cell("C3"): Pole.NORTH}))
    board.unplug()
    wait_for(lambda: owner.losses() == [Loss.GONE])
    wait_for(lambda: owner.link.health().state is LinkState.AWAY)
    board.set_magnets({cell("C3"): None, cell("C5"): Pole.NORTH})
    board.plug()
    wait_for(lambda: owner.occupancy() == Occupancy.of({cell("C5"): Pole.NORTH}))
    wait_for(lambda: shows_scene(board))
    assert owner.refusals() == []


def test_the_board_may_come_later_than_the_link(board: SimulatedBoard, owners: Owners) -> None:
    board.unplug()
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.refusals)
    assert owner.link.health().state is LinkState.SEARCHING
    board.plug()
    wait_for(owner.found)
    assert [refusal.reason for refusal in owner.refusals()] == [Reason.PORT_MISSING]


def test_a_board_found_at_the_prompt_is_restarted(board: SimulatedBoard, owners: Owners) -> None:
    tool = open_port(board.port)
    tool.write(b"\r\x03")
    wait_for(lambda: board.process_id is None)
    tool.close()
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    assert owner.found()[0].hello.cause == "soft"
    assert owner.link.health().restarts == 1


def test_a_board_whose_program_ends_during_play_is_restarted(board: SimulatedBoard, owners: Owners) -> None:
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(owner.found)
    assert board.process_id is not None
    os.kill(board.process_id, signal.SIGINT)
    wait_for(lambda: len(owner.found()) == 2)
    assert owner.losses() == [Loss.STOPPED]
    wait_for(lambda: shows_scene(board))


def test_a_board_that_stops_running_is_lost_and_found_when_it_runs_again(
    board: SimulatedBoard, owners: Owners
) -> None:
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    assert board.process_id is not None
    os.kill(board.process_id, signal.SIGSTOP)
    try:
        wait_for(owner.losses)
        assert owner.losses()[0] in (Loss.SILENT, Loss.STALLED)
        wait_for(owner.refusals)  # its port is there, and nobody answers
        assert owner.refusals()[0].reason is Reason.PORT_SILENT
    finally:
        os.kill(board.process_id, signal.SIGCONT)
    wait_for(lambda: len(owner.found()) == 2)


def test_a_board_that_takes_no_more_bytes_does_not_hang_the_link(board: SimulatedBoard, owners: Owners) -> None:
    assert board.process_id is not None
    os.kill(board.process_id, signal.SIGSTOP)
    try:
        tool = open_port(board.port)
        with pytest.raises(Exception, match="takes nothing"):
            tool.write(b"\n" * 100_000)
        tool.close()
        owner = owners(lambda: open_port(board.port))
        wait_for(owner.refusals)
        assert owner.refusals()[0].reason is Reason.PORT_SILENT
        owner.link.show(SCENE)
    finally:
        os.kill(board.process_id, signal.SIGCONT)
    wait_for(owner.found)
    wait_for(lambda: shows_scene(board))


def test_the_second_host_is_refused_and_takes_over_when_the_first_goes(board: SimulatedBoard, owners: Owners) -> None:
    first = owners(lambda: open_port(board.port))
    wait_for(first.found)
    second = owners(lambda: open_port(board.port))
    wait_for(second.refusals)
    assert second.link.health().state is LinkState.REFUSED
    board.set_magnets({cell("E8"): Pole.NORTH})
    wait_for(lambda: first.occupancy() == Occupancy.of({cell("E8"): Pole.NORTH}))
    time.sleep(0.5)  # further tries
    assert [refusal.reason for refusal in second.refusals()] == [Reason.PORT_BUSY]
    assert second.found() == []
    first.link.close()
    assert first.losses() == [Loss.CLOSED]
    wait_for(second.found)


def test_a_board_with_another_layout_is_released_and_one_that_fits_gets_it_back(
    board: SimulatedBoard, owners: Owners
) -> None:
    stranger = owners(lambda: open_port(board.port), "00000000")
    stranger.link.show(SCENE)
    wait_for(stranger.refusals)
    wait_for(lambda: board.lights() == Lights.dark())
    assert [refusal.reason for refusal in stranger.refusals()] == [Reason.LAYOUT_MISMATCH]
    assert stranger.found() == []
    stranger.link.close()
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(lambda: shows_scene(board))
    assert owner.link.health().restarts == 1


def test_noise_from_other_programs_does_not_disturb(board: SimulatedBoard, owners: Owners) -> None:
    tool = open_port(board.port)
    tool.write(b"ATE1\r\nAT+GCAP\r\n" + bytes(b for b in range(256) if b != 3) * 16)
    tool.close()
    owner = owners(lambda: open_port(board.port))
    wait_for(owner.found)
    wait_for(lambda: owner.of(BoardState))
    (state, *_) = (event.state for event in owner.events if isinstance(event, BoardState))
    assert state.bad > 0
    assert owner.of(BoardFault) == []


@pytest.mark.parametrize("seed", range(4))
def test_after_any_bytes_at_all_the_board_is_found_again(board: SimulatedBoard, owners: Owners, seed: int) -> None:
    dice = random.Random(seed)
    tool = open_port(board.port)
    for _ in range(5):
        # Every byte value, with Ctrl-C and Ctrl-D more often than by chance, in pieces of any size.
        tool.write(bytes(dice.choices([*range(256), 3, 4, 13, 10] * 2, k=dice.randint(1, 400))))
        tool.read()
    tool.close()
    owner = owners(lambda: open_port(board.port))
    owner.link.show(SCENE)
    wait_for(owner.found)
    wait_for(lambda: shows_scene(board))


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
    never_started = BoardLink("never", missing, "00000000", searching.events.append)
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
            self.link = BoardLink("test", lambda: open_port(board.port), LAYOUT.fingerprint, self.take)

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
        link = BoardLink("test", lambda: open_port(board.port), LAYOUT.fingerprint, fail)
        link.start()
        wait_for(lambda: reported)
        link.close()
    finally:
        threading.excepthook = previous
    assert events[-1] == BoardLost(Loss.FAILED)
    open_port(board.port).close()
