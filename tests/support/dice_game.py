"""The smallest game with dice: a move adds the eyes of as many dice as its figure's kind says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import GameCommand, Move
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.plans import Nothing, Plan
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import GameScene
from feldlicht.base.viewers import Viewer
from feldlicht.rules.game import Applied, JsonObject, Outcome, Plain

FIGURE = Figure(FigureId("yD1"), Side.YELLOW, "D")


@dataclass(frozen=True, slots=True)
class Sum:
    """The state: where the figure stands and the eyes so far."""

    place: Cell
    eyes: int = 0


class DiceGame(Plain[Sum]):
    """Each move one cell to the right throws two dice."""

    name = "dice"
    rules_version = 1

    def new(self, options: Mapping[str, object], formation: object) -> Sum:
        return Sum(cell("A1"))

    def legal(self, state: Sum) -> Sequence[GameCommand]:
        return [Move(FIGURE.id, state.place, Cell(state.place + 1))]

    def why_illegal(self, state: Sum, command: GameCommand) -> Refusal | None:
        return None if command in self.legal(state) else Refusal.of(Reason.NOT_ITS_MOVE)

    def apply(self, state: Sum, command: GameCommand, dice: Sequence[int] = (), spent: int = 0) -> Applied[Sum]:
        assert isinstance(command, Move)
        return Applied(Sum(command.target, state.eyes + sum(dice[:2])), dice_used=2)

    def outcome(self, state: Sum) -> Outcome | None:
        return None

    def standing(self, state: Sum) -> Formation:
        return Formation.of({state.place: FIGURE})

    def hand_plan(self, state: Sum) -> Plan:
        return Nothing()

    def side_of(self, state: object, command: GameCommand) -> Side | None:
        return FIGURE.side

    def forced(self, state: Sum, standing: Formation, to_move: Side | None) -> Sum:
        return Sum(next(iter(standing)), state.eyes)

    def scene(self, state: Sum) -> GameScene:
        return GameScene()

    def view(self, state: Sum, viewer: Viewer) -> JsonObject:
        return {"eyes": state.eyes}

    def parse(self, state: Sum, text: str) -> GameCommand:
        return Move(FIGURE.id, state.place, cell(text))

    def write(self, state: Sum, command: GameCommand) -> str:
        assert isinstance(command, Move)
        return cell_name(command.target)

    def position(self, state: Sum) -> str:
        return f"{cell_name(state.place)} {state.eyes}"

    def from_position(self, text: str) -> Sum:
        place, eyes = text.split()
        return Sum(cell(place), int(eyes))
