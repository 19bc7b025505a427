"""A small game with secrets of every kind: each side hides a figure (sealed), the game master sets traps (hidden).

Yellow and blue move one runner each in turn, one or two cells to the right. At any time each side may hide its spy,
once: ``yS1 on C3``. Only that side knows where; everyone sees that it was done. ``reveal`` tells both. The game
master sets traps: ``trap D4``. A runner that comes to one springs it, which everyone sees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import GameCommand, Move, Pick, Place, Resign, Tap
from feldlicht.base.entries import Event
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.plans import Hint, Moves, Nothing, Plan
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.styles import Colour, GameScene, Scene, Style
from feldlicht.base.viewers import EVERYONE, Audience, Role, Secrecy, Viewer
from feldlicht.rules.game import Applied, JsonObject, Outcome, Plain
from feldlicht.rules.pictured import Pictured, Stage

RUNNER = {side: Figure(FigureId(f"{side.value[0]}R1"), side, "R") for side in Side}
SPY = {side: FigureId(f"{side.value[0]}S1") for side in Side}
REVEAL = Pick(FigureId("reveal"))
LAST = 15
"""The rightmost column."""


@dataclass(frozen=True, slots=True)
class SecretState:
    """Where runners stand, who moves, where spies hide (None: not hidden yet), and where traps are set."""

    runners: tuple[tuple[Side, Cell], ...] = ((Side.YELLOW, cell("A1")), (Side.BLUE, cell("I1")))
    to_move: Side = Side.YELLOW
    spies: tuple[tuple[Side, Cell], ...] = ()
    traps: frozenset[Cell] = frozenset()
    sprung: tuple[Cell, ...] = ()
    revealed: bool = False
    resigned: Side | None = None


class SecretGame(Plain[SecretState]):
    """The game that the module describes."""

    name = "secret"
    rules_version = 1

    def secrets(self, options: Mapping[str, object]) -> bool:
        return True

    def new(self, options: Mapping[str, object], formation: object) -> SecretState:
        return SecretState()

    def legal(self, state: SecretState) -> Sequence[GameCommand]:
        if self.outcome(state) is not None:
            return ()
        runner, origin = RUNNER[state.to_move].id, dict(state.runners)[state.to_move]
        return [Move(runner, origin, Cell(origin + n)) for n in (1, 2) if origin % 16 + n <= LAST]

    def why_illegal(self, state: SecretState, command: GameCommand) -> Refusal | None:
        if self.outcome(state) is not None:
            return Refusal.of(Reason.GAME_OVER)
        match command:
            case Place(figure):
                hidden = self.side_of(state, command) in dict(state.spies)
                known = figure in SPY.values() and not state.revealed
                return None if known and not hidden else Refusal.of(Reason.WRONG_PHASE, act=figure)
            case Pick():
                ready = command == REVEAL and len(state.spies) == len(Side) and not state.revealed
                return None if ready else Refusal.of(Reason.WRONG_PHASE, act="reveal")
            case Tap(target):
                return Refusal.of(Reason.OCCUPIED, cell=cell_name(target)) if target in state.traps else None
            case Resign():
                return None
            case _:
                return None if command in self.legal(state) else Refusal.of(Reason.NOT_ITS_MOVE)

    def apply(
        self, state: SecretState, command: GameCommand, dice: Sequence[int] = (), spent: int = 0
    ) -> Applied[SecretState]:
        side = self.side_of(state, command)
        match command:
            case Place(_, target):
                assert side is not None
                hidden = replace(state, spies=tuple(sorted((*state.spies, (side, target)))))
                return Applied(hidden, (Event("hid", (("cell", cell_name(target)),)),))
            case Pick():
                told = tuple(
                    Event("revealed", (("side", side.value), ("notation", f"{SPY[side]} on {cell_name(place)}")))
                    for side, place in state.spies
                )
                return Applied(replace(state, revealed=True), told)
            case Tap(target):
                return Applied(replace(state, traps=state.traps | {target}), (Event("trapped"),))
            case Resign(who):
                return Applied(replace(state, resigned=who))
            case Move(_, _, target):
                assert side is not None
                runners = tuple((one, target if one is side else place) for one, place in state.runners)
                moved = replace(state, runners=runners, to_move=side.other)
                if target not in state.traps:
                    return Applied(moved, (Event("moved"),))
                sprung = replace(moved, traps=state.traps - {target}, sprung=(*state.sprung, target))
                return Applied(sprung, (Event("moved"), Event("sprung", (("cell", cell_name(target)),))))
            case _:
                raise Refused(Refusal.of(Reason.NOT_ITS_MOVE))

    def outcome(self, state: SecretState) -> Outcome | None:
        return None if state.resigned is None else Outcome("RESIGNED", state.resigned.other, (0, 0))

    def standing(self, state: SecretState) -> Formation:
        return Formation.of({place: RUNNER[side] for side, place in state.runners})

    def hand_plan(self, state: SecretState) -> Plan:
        if self.outcome(state) is not None:
            return Nothing()
        cells = {move.target: Hint.MOVE for move in self.legal(state) if isinstance(move, Move)}
        return Moves(state.to_move, {RUNNER[state.to_move].id: cells})

    def audience(self, state: SecretState, command: GameCommand) -> Audience:
        match command:
            case Place():
                side = self.side_of(state, command)
                return Audience(Secrecy.SEALED, frozenset({side} if side is not None else ()))
            case Tap():
                return Audience(Secrecy.HIDDEN)
            case _:
                return EVERYONE

    def hands_audience(self, state: SecretState) -> Audience:
        return EVERYONE

    def side_of(self, state: SecretState, command: GameCommand) -> Side | None:
        match command:
            case Move(figure) | Place(figure):
                return next((side for side in Side if figure in (RUNNER[side].id, SPY[side])), None)
            case Resign(side):
                return side
            case _:
                return None

    def forced(self, state: SecretState, standing: Formation, to_move: Side | None) -> SecretState:
        places = {figure.side: place for place, figure in standing.items()}
        return replace(state, runners=tuple(places.items()), to_move=to_move or state.to_move)

    def scene(self, state: SecretState) -> GameScene:
        return GameScene(Scene({place: Style((Colour.RED,)) for place in state.sprung}))

    def pictured(self, state: SecretState, viewer: Viewer) -> Pictured | None:
        seen = self._seen(state, viewer)
        spies = {place: Figure(SPY[side], side, "S") for side, place in state.spies if side in seen}
        runners = {place: RUNNER[side] for side, place in state.runners}
        traps = state.traps if viewer.role is Role.GAME_MASTER else frozenset()
        return Pictured(Formation.of({**spies, **runners}), (0, 0), 0, Stage.PLAY, barred=traps)

    def _seen(self, state: SecretState, viewer: Viewer) -> list[Side]:
        master = viewer.role is Role.GAME_MASTER
        return [side for side, _ in state.spies if state.revealed or master or self._of(side, viewer)]

    def view(self, state: SecretState, viewer: Viewer) -> JsonObject:
        master = viewer.role is Role.GAME_MASTER
        seen = self._seen(state, viewer)
        return {
            "to_move": state.to_move.value,
            "runners": {side.value: cell_name(place) for side, place in state.runners},
            "hidden": [side.value for side, _ in state.spies],
            "spies": {side.value: cell_name(place) for side, place in state.spies if side in seen},
            "traps": sorted(cell_name(place) for place in state.traps) if master else [],
            "sprung": [cell_name(place) for place in state.sprung],
        }

    @staticmethod
    def _of(side: Side, viewer: Viewer) -> bool:
        return viewer.role is Role.PLAYER and viewer.figure is None and viewer.side is side

    def parse(self, state: SecretState, text: str) -> GameCommand:
        match text.split():
            case ["reveal"]:
                return REVEAL
            case ["trap", target]:
                return Tap(cell(target))
            case ["resign", ("yellow" | "blue") as side]:
                return Resign(Side(side))
            case [figure, "on", target]:
                return Place(FigureId(figure), cell(target))
            case [figure, target]:
                side = next((one for one in Side if RUNNER[one].id == figure), state.to_move)
                return Move(FigureId(figure), dict(state.runners)[side], cell(target))
            case _:
                raise BadInput(Reason.BAD_NOTATION, text=text)

    def write(self, state: SecretState, command: GameCommand) -> str:
        match command:
            case Move(figure, _, target):
                return f"{figure} {cell_name(target)}"
            case Place(figure, target):
                return f"{figure} on {cell_name(target)}"
            case Tap(target):
                return f"trap {cell_name(target)}"
            case Resign(side):
                return f"resign {side.value}"
            case _:
                return "reveal"

    def position(self, state: SecretState) -> str:
        def places(pairs: tuple[tuple[Side, Cell], ...]) -> str:
            return ",".join(f"{side.value}:{cell_name(place)}" for side, place in pairs) or "-"

        traps = ",".join(cell_name(place) for place in sorted(state.traps)) or "-"
        sprung = ",".join(cell_name(place) for place in state.sprung) or "-"
        words = (places(state.runners), state.to_move.value, places(state.spies), traps, sprung)
        return " ".join((*words, str(int(state.revealed)), state.resigned.value if state.resigned else "-"))

    def from_position(self, text: str) -> SecretState:
        def places(word: str) -> tuple[tuple[Side, Cell], ...]:
            pairs = [] if word == "-" else [one.split(":") for one in word.split(",")]
            return tuple((Side(side), cell(place)) for side, place in pairs)

        runners, to_move, spies, traps, sprung, revealed, resigned = text.split()
        return SecretState(
            places(runners),
            Side(to_move),
            places(spies),
            frozenset(cell(one) for one in traps.split(",") if one != "-"),
            tuple(cell(one) for one in sprung.split(",") if one != "-"),
            revealed == "1",
            None if resigned == "-" else Side(resigned),
        )
