"""What a station tells of its board: one picture of what the link, the board and the table say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from feldlicht.base.cells import Cell
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.board.layout import RING_ONLY
from feldlicht.link.health import Health, LinkState
from feldlicht.link.messages import Hello
from feldlicht.runtime.advice import Diagnosis, Holder, advise
from feldlicht.runtime.pictures import BoardInfo, BoardKind, BoardState, SessionPicture
from feldlicht.table.messages import BoardKnown


@dataclass(frozen=True, slots=True)
class Standing:
    """What a station knows of its board; ``id`` None: nobody has said yet which board it is."""

    id: str | None
    hello: Hello | None
    refusal: Refusal | None
    present: bool
    unkept: bool = False
    """Whether it has not taken or not kept its settings."""


class TableSeen(Protocol):
    """What is told of a board's table."""

    @property
    def picture(self) -> SessionPicture | None:
        """The session there."""

    @property
    def noise(self) -> Mapping[Cell, int]:
        """Cells that toggle faster than any hand."""


def board_info(
    standing: Standing,
    health: Health,
    table: TableSeen | None,
    known: BoardKnown,
    simulated: bool,
) -> BoardInfo:
    """Return how the board is doing; ``known`` is what its table knows of it."""
    hello = standing.hello
    picture = table.picture if table is not None else None
    return BoardInfo(
        id=standing.id or "unknown",
        state=board_state(standing, health),
        simulated=simulated,
        firmware=hello.firmware if hello is not None else None,
        interpreter=hello.interpreter if hello is not None else None,
        machine=hello.machine or None if hello is not None else None,
        port=health.path or None,
        session=picture.id if picture is not None else None,
        refusal=standing.refusal,
        bad_lines=sum(health.bad.values()),
        masked=known.masked,
        orientation=known.orientation,
        noisy=table.noise if table is not None else {},
        advice=_advice(health, simulated, standing.unkept),
        kind=BoardKind.RING if hello is not None and hello.layout == RING_ONLY else BoardKind.TABLE,
    )


def _advice(health: Health, simulated: bool, unkept: bool) -> tuple[Diagnosis, ...]:
    """Return what is to be said of the board; one that was refused says hello to its link only."""
    if health.hello is None:
        return ()
    holder = Holder.SIMULATOR if simulated else Holder.HOUSE
    return advise(health.hello, health.board_state, health.path, holder, unkept)


def board_state(standing: Standing, health: Health) -> BoardState:
    """Return how the board stands with the host."""
    if standing.refusal is not None and standing.refusal.reason is not Reason.PORT_MISSING:
        return BoardState.REFUSED
    if standing.present:
        return BoardState.LIVE
    match health.state:
        case LinkState.LIVE:
            # The link is a moment ahead of what it has told us.
            return BoardState.CONNECTING
        case LinkState.REFUSED:
            # A port without a word from a board that we know.
            return BoardState.AWAY
        case other:
            return BoardState(other.value)
