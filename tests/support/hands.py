"""Hands at a table in virtual time: magnets are lifted and placed, the clock is ours, every effect is kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from feldlicht.base.cells import Cell, cell, cell_name
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Entry, EntryKind, SessionHeader
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Hands
from feldlicht.base.occupancy import Occupancy
from feldlicht.rules.game import Game
from feldlicht.rules.master_move import GAME
from feldlicht.table.messages import (
    Accepted,
    Append,
    BoardHere,
    CarryOut,
    Declined,
    Effect,
    HandsAtWork,
    Input,
    Request,
    Sensed,
    Wake,
)
from feldlicht.table.session import Session, open_session
from feldlicht.table.settle import seat
from feldlicht.table.step import step
from feldlicht.table.table import Step, Table, new_table


def header(
    board: str | None = "sim",
    *,
    virtual_hands: bool = False,
    formation: object = "counting",
    options: Mapping[str, object] | None = None,
) -> SessionHeader:
    """A Master Move session's header."""
    return SessionHeader("match", "master_move", options or {}, formation, board, 0, virtual_hands)


@dataclass
class TableInTime:
    """A table, the magnets on it, and a clock that only moves when told to."""

    board: str | None = "sim"
    virtual_hands: bool = False
    formation: object = "counting"
    options: Mapping[str, object] = field(default_factory=dict)
    table: Table = field(default_factory=new_table)
    now: int = 100_000
    magnets: dict[Cell, Pole] = field(default_factory=dict)
    effects: list[Effect] = field(default_factory=list)
    deadline: int | None = None
    game: Game[Any] = GAME

    def __post_init__(self) -> None:
        head = header(self.board, virtual_hands=self.virtual_hands, formation=self.formation, options=self.options)
        self.take(seat(self.table, open_session(self.game, head), self.now))

    # ---- inputs

    def take(self, done: Step) -> Step:
        self.table, self.deadline = done.table, done.deadline
        self.effects += done.effects
        return done

    def give(self, what: Input) -> Step:
        return self.take(step(self.table, what, self.now))

    def connect(self, *, simulated: bool = True) -> None:
        self.give(BoardHere(simulated))
        self.sense()

    def sense(self) -> Step:
        return self.give(Sensed(Occupancy.of(self.magnets)))

    def wait(self, ms: int) -> None:
        """Let time pass; the table is woken at each deadline, as the runtime does it."""
        end = self.now + ms
        while self.deadline is not None and self.deadline <= end:
            self.now = max(self.now, self.deadline)
            self.deadline = None
            self.give(Wake())
        self.now = end

    def lift(self, name: str, after: int = 20) -> Pole:
        self.wait(after)
        pole = self.magnets.pop(cell(name))
        self.sense()
        return pole

    def place(self, name: str, pole: Pole, after: int = 20) -> None:
        self.wait(after)
        assert cell(name) not in self.magnets
        self.magnets[cell(name)] = pole
        self.sense()

    def move(self, origin: str, target: str) -> None:
        """Lift, carry and set down without a rest."""
        self.place(target, self.lift(origin), after=150)

    def stand(self) -> None:
        """Put every magnet where the log says, at once."""
        assert self.table.session is not None
        standing = self.game.standing(self.table.session.state)
        self.magnets = {c: figure.side.pole for c, figure in standing.items()}
        self.sense()

    def build(self) -> None:
        """Put every magnet where the formation wants it, and let it settle."""
        assert self.table.session is not None
        formation = self.table.session.state.formation
        self.magnets = {c: figure.side.pole for c, figure in formation.items()}
        self.sense()
        self.wait(300)

    def give_request(self, kind: str, text: str = "", **more: object) -> Step:
        return self.give(Request(CommandType(kind), text, **more))  # type: ignore[arg-type]

    def ask(self, kind: str, text: str = "", **more: object) -> Accepted | Declined:
        done = self.give_request(kind, text, **more)
        answers = [effect for effect in done.effects if isinstance(effect, Accepted | Declined)]
        assert len(answers) == 1
        return answers[0]

    def carry_out(self) -> None:
        """Do what the virtual hands were asked for last."""
        asked = [effect for effect in self.effects if isinstance(effect, CarryOut)][-1]
        self.give(HandsAtWork(True))
        for one in asked.steps:
            if one.origin is not None:
                self.lift(cell_name(one.origin))
            if one.target is not None:
                self.place(cell_name(one.target), one.pole)
        self.give(HandsAtWork(False))

    # ---- what there is to see

    @property
    def session(self) -> Session:
        assert self.table.session is not None
        return self.table.session

    @property
    def hands(self) -> Hands:
        return self.table.hands

    @property
    def log(self) -> tuple[Entry, ...]:
        return self.session.entries

    @property
    def notations(self) -> list[str]:
        """The log in short: every entry's notation, amendments marked."""
        return [("~" if entry.kind is EntryKind.AMEND else "") + entry.notation for entry in self.log]

    def appended(self) -> list[Entry]:
        return [effect.entry for effect in self.effects if isinstance(effect, Append)]


def kicked_off(**options: object) -> TableInTime:
    """A table in play: counting formation built, yellow to move."""
    table = TableInTime(**options)  # type: ignore[arg-type]
    table.connect()
    table.build()
    return table
