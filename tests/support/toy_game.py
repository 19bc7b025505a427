"""A game made of a plan: it accepts what the plan names and remembers what was done, to try the reader's plans."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import Built, GameCommand, Move, Pick, Place, Tap
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.plans import Hint, Plan
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import GameScene
from feldlicht.base.viewers import Viewer
from feldlicht.rules.game import Applied, JsonObject, Outcome, Plain
from tests.support.hands import TableInTime

_DONE = {Built: "built"}


def figure(name: str) -> Figure:
    """``yA1``: yellow, kind A, number 1."""
    return Figure(FigureId(name), Side.YELLOW if name[0] == "y" else Side.BLUE, name[1])


def standing(**cells: str) -> Formation:
    """Where figures stand: ``standing(yA1="D4")``."""
    return Formation.of({cell(place): figure(name) for name, place in cells.items()})


@dataclass(frozen=True, slots=True)
class ToyState:
    """Where the figures stand and what was chosen."""

    standing: Formation
    done: tuple[str, ...] = ()


class ToyGame(Plain[ToyState]):
    """``plans`` makes the plan of a state."""

    name = "toy"
    rules_version = 1

    def __init__(self, start: Formation, plan: object) -> None:
        self._start = start
        self._plan = plan

    def new(self, options: Mapping[str, object], formation: object) -> ToyState:
        return ToyState(self._start)

    def legal(self, state: ToyState) -> Sequence[GameCommand]:
        return []

    def why_illegal(self, state: ToyState, command: GameCommand) -> Refusal | None:
        there = {figure.id: c for c, figure in state.standing.items()}
        if isinstance(command, Move) and there.get(command.figure) != command.origin:
            return Refusal.of(Reason.NO_SUCH_FIGURE, named=command.figure)
        return None

    def apply(
        self, state: ToyState, command: GameCommand, dice: Sequence[int] = (), spent: int = 0
    ) -> Applied[ToyState]:
        done = (*state.done, self.write(state, command))
        match command:
            case Move(_, origin, target):
                return Applied(ToyState(state.standing.moved(origin, target), done))
            case Place(named, target):
                there = {**dict(state.standing), target: figure(named)}
                return Applied(ToyState(Formation.of(there), done))
            case _:
                return Applied(replace(state, done=done))

    def outcome(self, state: ToyState) -> Outcome | None:
        return None

    def standing(self, state: ToyState) -> Formation:
        return state.standing

    def hand_plan(self, state: ToyState) -> Plan:
        plan: Plan = self._plan(state) if callable(self._plan) else self._plan  # type: ignore[assignment]
        return plan

    def side_of(self, state: object, command: GameCommand) -> Side | None:
        return figure(command.figure).side if isinstance(command, Move | Place | Pick) else None

    def forced(self, state: ToyState, standing: Formation, to_move: Side | None) -> ToyState:
        return replace(state, standing=standing)

    def scene(self, state: ToyState) -> GameScene:
        return GameScene()

    def view(self, state: ToyState, viewer: Viewer) -> JsonObject:
        return {"done": list(state.done)}

    def parse(self, state: ToyState, text: str) -> GameCommand:
        raise NotImplementedError

    def write(self, state: ToyState, command: GameCommand) -> str:
        match command:
            case Move(named, origin, target):
                return f"{named} {cell_name(origin)}-{cell_name(target)}"
            case Place(named, target):
                return f"{named} on {cell_name(target)}"
            case Tap(target):
                return f"tap {cell_name(target)}"
            case Pick(named):
                return f"pick {named}"
            case _:
                return _DONE[type(command)]

    def position(self, state: ToyState) -> str:
        places = ",".join(f"{figure.id}:{cell_name(c)}" for c, figure in state.standing.placed)
        return f"{places} {'/'.join(state.done)}"

    def from_position(self, text: str) -> ToyState:
        raise NotImplementedError


def targets(**cells: str) -> dict[FigureId, dict[Cell, Hint]]:
    """Where figures may go: ``targets(yA1="D5 D6")``."""
    return {
        FigureId(name): dict.fromkeys((cell(place) for place in places.split()), Hint.MOVE)
        for name, places in cells.items()
    }


def at_table(start: Formation, plan: object) -> TableInTime:
    """The toy on a board that feels, with every figure in its place."""
    table = TableInTime(game=ToyGame(start, plan))
    table.stand()
    table.connect()
    return table
