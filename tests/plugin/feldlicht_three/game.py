"""Three in a row: sides put three stones each in turn, then slide them; who has three in a row wins."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from feldlicht.base.cells import Cell, cell, cell_at, cell_name, king_distance
from feldlicht.base.commands import GameCommand, Move, Place, Resign
from feldlicht.base.entries import Event
from feldlicht.base.figures import Figure, FigureId, Formation, Side
from feldlicht.base.plans import Free, Hint, Moves, Nothing, Plan
from feldlicht.base.reasons import BadInput, OwnReason, Reason, Refusal, Refused
from feldlicht.base.styles import Colour, GameScene, Pattern, Scene, Style
from feldlicht.base.viewers import Viewer
from feldlicht.rules.game import Applied, JsonObject, Outcome, Plain
from feldlicht.rules.offers import Option

# the board
GRID = tuple(tuple(cell_at(row, column) for column in (6, 7, 8)) for row in (3, 4, 5))
FIELD = tuple(which for row in GRID for which in row)
ROWS = (*GRID, *zip(*GRID, strict=True), tuple(GRID[n][n] for n in range(3)), tuple(GRID[n][2 - n] for n in range(3)))
STONES = {
    Figure(FigureId(f"{side[0]}S{number}"), side, "S").id: Figure(FigureId(f"{side[0]}S{number}"), side, "S")
    for number in (1, 2, 3)
    for side in Side
}
"""In the order in which they are put."""
NONE_YET = Formation(())


# the state
class Why(OwnReason):
    """What only this game forbids."""

    OFF_THE_FIELD = "OFF_THE_FIELD"
    STONES_FIRST = "STONES_FIRST"
    NOT_NEXT = "NOT_NEXT"


@dataclass(frozen=True, slots=True)
class Three:
    """Where the stones stand, who is on turn, how far stones slide, who gave up, what was done last."""

    slide: str
    standing: Formation = NONE_YET
    to_move: Side = Side.YELLOW
    resigned: Side | None = None
    last: tuple[Cell, Cell] | None = None

    @property
    def placing(self) -> Figure | None:
        """The stone that is put next, None once all six stand."""
        return next((one for named, one in STONES.items() if self.standing.find(named) is None), None)

    @property
    def row(self) -> tuple[Cell, ...]:
        """The three in a row, () while there are none."""
        whole = (row for row in ROWS if len({self.standing[c].side for c in row if c in self.standing}) == 1)
        return next((row for row in whole if all(c in self.standing for c in row)), ())

    def moves(self) -> list[Move]:
        """Every way a stone of the side on turn may slide."""
        own = [(c, one.id) for c, one in self.standing.items() if one.side is self.to_move]
        free = [c for c in FIELD if c not in self.standing]
        return [Move(named, c, to) for c, named in own for to in free if self.near(c, to)]

    def near(self, origin: Cell, target: Cell) -> bool:
        """Whether a stone may slide so far."""
        return self.slide == "anywhere" or king_distance(origin, target) == 1


# the rules
class ThreeInARow(Plain[Three]):
    """What each method promises stands in :class:`~feldlicht.rules.game.Game`."""

    name = "three"
    rules_version = 1

    def options(self) -> Sequence[Option]:
        return (Option("slide", "rules", "next", words=("next", "anywhere")),)

    def new(self, options: Mapping[str, object], formation: object) -> Three:
        slide = options.get("slide", "next")
        if set(options) - {"slide"} or slide not in ("next", "anywhere"):
            raise BadInput(Reason.BAD_OPTION, option="slide", value=slide, allowed="next, anywhere")
        if formation is not None:
            raise BadInput(Reason.NO_FORMATIONS, game=self.name)
        return Three(str(slide))

    def legal(self, state: Three) -> Sequence[GameCommand]:
        if self.outcome(state) is not None:
            return ()
        if state.placing is not None:
            return [Place(state.placing.id, c) for c in FIELD if c not in state.standing]
        return state.moves()

    def why_illegal(self, state: Three, command: GameCommand) -> Refusal | None:
        if self.outcome(state) is not None:
            return Refusal.of(Reason.GAME_OVER)
        if isinstance(command, Resign) or command in self.legal(state):
            return None
        if not isinstance(command, Move | Place):
            return Refusal.of(Reason.WRONG_PHASE)
        if self.side_of(state, command) is not state.to_move:
            return Refusal.of(Reason.NOT_YOUR_TURN, to_move=state.to_move)
        if command.target not in FIELD:
            return Refusal.of(Why.OFF_THE_FIELD, cell=cell_name(command.target))
        if command.target in state.standing:
            return Refusal.of(Reason.OCCUPIED, target=cell_name(command.target))
        if isinstance(command, Place) or state.placing is not None:
            return Refusal.of(Why.STONES_FIRST if state.placing is not None else Reason.ALL_STAND)
        if state.standing.find(command.figure) != command.origin:
            return Refusal.of(Reason.NO_SUCH_FIGURE, origin=cell_name(command.origin))
        return Refusal.of(Why.NOT_NEXT, figure=command.figure, cell=cell_name(command.target))

    def apply(self, state: Three, command: GameCommand, dice: Sequence[int] = (), spent: int = 0) -> Applied[Three]:
        refusal = self.why_illegal(state, command)
        if refusal is not None:
            raise Refused(refusal)
        events: tuple[Event, ...] = ()
        match command:
            case Place(named, target):
                standing = Formation.of({**state.standing, target: STONES[named]})
                after = replace(state, standing=standing, to_move=state.to_move.other, last=(target, target))
                events = (Event("placed", (("figure", named), ("to", cell_name(target)))),)
            case Move(named, origin, target):
                standing = state.standing.moved(origin, target)
                after = replace(state, standing=standing, to_move=state.to_move.other, last=(origin, target))
                way = (("figure", named), ("from", cell_name(origin)), ("to", cell_name(target)))
                events = (Event("moved", way),)
            case _:
                assert isinstance(command, Resign)
                after = replace(state, resigned=command.side)
                events = (Event("resigned", (("side", command.side.value),)),)
        if after.row:
            cells = ", ".join(cell_name(c) for c in after.row)
            events += (Event("row", (("side", state.to_move.value), ("cells", cells))),)
        return Applied(after, events)

    def outcome(self, state: Three) -> Outcome | None:
        if state.resigned is not None:
            return _won("RESIGNED", state.resigned.other)
        if state.row:
            return _won("THREE_IN_A_ROW", state.standing[state.row[0]].side)
        return _won("STUCK", state.to_move.other) if state.placing is None and not state.moves() else None

    def side_of(self, state: Three, command: GameCommand) -> Side | None:
        if isinstance(command, Resign):
            return command.side
        return STONES[command.figure].side if isinstance(command, Move | Place) else None

    def forced(self, state: Three, standing: Formation, to_move: Side | None) -> Three:
        if self.outcome(state) is not None:
            raise Refused(Refusal.of(Reason.GAME_OVER))
        astray = [(c, one) for c, one in standing.items() if c not in FIELD]
        if astray:
            raise Refused(Refusal.of(Reason.BAD_OVERRIDE, figure=astray[0][1].id, cell=cell_name(astray[0][0])))
        following = None if state.placing is None else state.placing.side
        return replace(state, standing=standing, to_move=following or to_move or state.to_move, last=None)

    # what people see and do
    def standing(self, state: Three) -> Formation:
        return state.standing

    def hand_plan(self, state: Three) -> Plan:
        if self.outcome(state) is not None:
            return Nothing()
        following = state.placing
        if following is not None:
            return Free(lambda figure, where: figure == following and where in FIELD, reserve=(following,))
        targets: dict[FigureId, dict[Cell, Hint]] = {
            one.id: {} for one in state.standing.values() if one.side is state.to_move
        }
        for move in state.moves():
            wins = replace(state, standing=state.standing.moved(move.origin, move.target)).row
            targets[move.figure][move.target] = Hint.SCORE if wins else Hint.MOVE
        return Moves(state.to_move, targets)

    def scene(self, state: Three) -> GameScene:
        own = {Side.YELLOW: Colour.YELLOW, Side.BLUE: Colour.BLUE}
        cells = dict.fromkeys(FIELD, Style((Colour.DIM_WHITE,)))
        cells |= dict.fromkeys(state.row, Style((Colour.GOLD,), Pattern.PULSE))
        ring = range(12) if state.to_move is Side.BLUE else range(12, 24)
        turn = {} if self.outcome(state) else dict.fromkeys(ring, Style((own[state.to_move],), Pattern.PULSE, 3000))
        last = {} if state.last is None or state.row else {state.last[1]: Style((own[state.to_move.other],))}
        return GameScene(Scene(cells, turn), last)

    def view(self, state: Three, viewer: Viewer) -> JsonObject:
        end, following, stones = self.outcome(state), state.placing, state.standing.items()
        missing = {side.value: {"S": 3 - sum(one.side is side for _, one in stones)} for side in Side}
        placing = following and {"side": following.side.value, "next": following.id, "missing": missing}
        return {
            "phase": "over" if end else "place" if following else "play",
            "to_move": state.to_move.value,
            "figures": [
                {"id": one.id, "side": one.side, "kind": one.kind, "cell": cell_name(c)} for c, one in stones
            ],
            "placing": placing and not end and {**placing, "wanted": {"S": 3}, "fixed": True},
            "last_move": state.last and {"from": cell_name(state.last[0]), "to": cell_name(state.last[1])},
            "field": [cell_name(c) for c in FIELD],
            "options": {"slide": state.slide},
            "outcome": end
            and {"reason": end.reason, "winner": end.winner, "score": dict(zip(Side, end.score, strict=True))},
        }

    # on paper
    def parse(self, state: Three, text: str) -> GameCommand:
        words = text.upper().replace("+", "+ ").rstrip("!").split()
        match words:
            case ["RESIGN", side] if side.lower() in set(Side):
                return Resign(Side(side.lower()))
            case ["+", "S", target]:
                if state.placing is None:
                    raise Refused(Refusal.of(Reason.ALL_STAND))
                return Place(state.placing.id, cell(target))
            case ["S", way] if re.fullmatch("[A-Z]+[0-9]+-[A-Z]+[0-9]+", way):
                origin, to = (cell(one) for one in way.split("-"))
                if origin not in state.standing:
                    raise Refused(Refusal.of(Reason.NO_SUCH_FIGURE, origin=cell_name(origin)))
                return Move(state.standing[origin].id, origin, to)
        raise BadInput(Reason.BAD_NOTATION, text=text)

    def write(self, state: Three, command: GameCommand) -> str:
        match command:
            case Place(_, target):
                return f"+S {cell_name(target)}"
            case Move(_, origin, target):
                return f"S {cell_name(origin)}-{cell_name(target)}"
            case _:
                assert isinstance(command, Resign)
                return f"resign {command.side.value}"

    def position(self, state: Three) -> str:
        stones = ",".join(f"{one.id}:{cell_name(c)}" for c, one in state.standing.placed)
        last = "-".join(cell_name(c) for c in state.last or ())
        return f"{state.slide} {state.to_move.value} {state.resigned or 'nobody'} {stones or '-'} {last or '-'}"

    def from_position(self, text: str) -> Three:
        try:
            slide, to_move, resigned, stones, last = text.split(" ")
            pairs = [one.split(":") for one in stones.split(",")] if stones != "-" else []
            standing = Formation.of({cell(place): STONES[FigureId(named)] for named, place in pairs})
            way = None if last == "-" else tuple(cell(one) for one in last.split("-"))
            given_up = None if resigned == "nobody" else Side(resigned)
            state = Three(slide, standing, Side(to_move), given_up, way)  # type: ignore[arg-type]
        except (ValueError, KeyError) as fault:
            raise BadInput(Reason.BAD_POSITION, text=text) from fault
        if slide not in ("next", "anywhere") or not set(standing) <= set(FIELD) or self.position(state) != text:
            raise BadInput(Reason.BAD_POSITION, text=text)
        return state


def _won(reason: str, winner: Side) -> Outcome:
    return Outcome(reason, winner, (1, 0) if winner is Side.YELLOW else (0, 1))
