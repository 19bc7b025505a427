"""Faults that users of boards like this one reported, as journals of our own: what hands did, and what is right.

``python -m tests.scenarios.write`` writes them anew; each plays over cells of Master Move's formation "counting".
The scenarios stand in docs/scenarios.md, how to read a journal in docs/replay.md.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from feldlicht.base.cells import cell
from feldlicht.base.figures import Pole, Side
from feldlicht.base.hands import About, Meaning
from feldlicht.base.manners import Orientation
from feldlicht.board.turned import turned_cell
from feldlicht.rules.master_move import GAME
from feldlicht.table.messages import BoardAway, BoardKnown, Override
from tests.support.journals import RecordedTable

FOLDER = Path(__file__).parent


@dataclass
class Table(RecordedTable):
    """A table whose hands remember what they hold."""

    holding: list[Pole] = field(default_factory=list)

    def lift(self, name: str, after: int = 20) -> Pole:
        self.holding.append(super().lift(name, after))
        return self.holding[-1]

    def place(self, name: str, pole: Pole | None = None, after: int = 20) -> None:
        super().place(name, pole or self.holding[-1], after)
        self.holding.remove(self.magnets[cell(name)])

    def take_from_the_box(self, pole: Pole) -> None:
        self.holding.append(pole)

    def move(self, origin: str, target: str) -> None:
        """Lift, carry, set down, rest."""
        self.lift(origin)
        self.place(target, after=150)
        self.wait(400)

    def feel(self, name: str, pole: Pole | None, after: int) -> None:
        """Have a cell feel what is not on it, or not feel what is."""
        self.wait(after)
        self.magnets.pop(cell(name), None)
        if pole is not None:
            self.magnets[cell(name)] = pole
        self.sense()

    def set_up(self, *missing: str) -> None:
        """Put the formation up before the table looks, but for some cells."""
        for where, figure in self.session.state.formation.items():
            self.magnets[where] = figure.side.pole
        for name in missing:
            del self.magnets[cell(name)]
        self.connect()

    def kick_off(self) -> None:
        self.set_up()
        self.wait(400)


@dataclass(frozen=True)
class Scenario:
    """One journal: how it comes about, and what is right.

    ``log`` is every entry's notation, amendments marked; ``flags`` all that were ever shown, as "flag cell", None
    where they are not looked at because a board is set up; the rest is what is shown at the end.
    """

    hands: Callable[[Table], None]
    log: tuple[str, ...]
    flags: frozenset[str] | None = frozenset()
    asked: About | None = None
    left_to_guide: int = 0

    def played(self) -> Table:
        """Return the table after the hands have done it."""
        table = Table()
        self.hands(table)
        return table


def flags(*names: str) -> frozenset[str]:
    return frozenset(names)


# ------------------------------------------------------------------ what hands did


def slide(table: Table) -> None:
    table.kick_off()
    table.lift("C7")
    table.place("C6", after=120)
    table.lift("C6", after=140)
    table.place("C5", after=120)
    table.wait(1_000)


def rest_on_the_way(table: Table) -> None:
    table.kick_off()
    table.lift("C7")
    table.place("C6", after=120)
    table.lift("C6", after=700)
    table.place("C5", after=120)
    table.wait(1_000)


def slide_while_the_other_side_lifts(table: Table) -> None:
    table.kick_off()
    table.lift("C7")
    table.place("C6", after=120)
    table.lift("C6", after=100)
    table.place("C5", after=120)
    table.lift("E11", after=60)
    table.lift("C5", after=80)
    table.place("C4", after=100, pole=Pole.NORTH)
    table.place("E11", after=150, pole=Pole.SOUTH)
    table.wait(1_000)


def quicker_than_the_light(table: Table) -> None:
    table.kick_off()
    table.move("C7", "C6")
    table.lift("C6")
    table.place("C7", after=100)  # where it came from, and on
    table.lift("C7", after=100)
    table.place("C5", after=100)
    table.wait(1_000)
    table.move("E11", "G13")
    table.lift("C5")
    table.place("C6", after=60)
    table.lift("C6", after=60)
    table.place("C7", after=60)
    table.wait(1_000)


def taken_back_while_a_page_still_answers(table: Table) -> None:
    table.kick_off()
    table.move("C7", "C5")
    asked_at = table.session.revision
    table.move("C5", "C7")
    table.ask("move", "F E11-G13", revision=asked_at)  # the answer to a position that is no more
    table.wait(500)
    table.move("D8", "E10")


def another_move_than_the_pending_one(table: Table) -> None:
    table.kick_off()
    table.ask("move", "M C7-C5")
    table.move("D8", "E10")
    table.wait(4_000)
    table.move("E10", "D8")
    table.move("C7", "C5")
    table.wait(1_000)
    table.move("E11", "G13")


def cable_pulled_in_mid_lift(table: Table) -> None:
    table.kick_off()
    table.lift("C7")
    table.give(BoardAway())
    table.magnets[cell("C5")] = table.holding.pop()
    table.wait(20_000)
    table.connect()
    table.wait(4_000)
    table.ask("confirm")
    table.move("E11", "G13")


def begun_with_figures_missing_and_one_too_many(table: Table) -> None:
    table.magnets[cell("A1")] = Pole.SOUTH
    table.set_up("E8", "F9")
    table.wait(5_000)
    table.ask("confirm")  # refused: it does not stand yet
    table.lift("A1")
    table.place("F9", after=400)
    table.take_from_the_box(Pole.NORTH)
    table.place("E8", after=900)
    table.wait(1_000)
    table.move("C7", "C5")


def board_that_lies_the_other_way_round(table: Table) -> None:
    formation = table.session.state.formation
    table.magnets = {turned_cell(where): figure.side.pole for where, figure in formation.items()}
    table.connect()
    table.wait(1_000)
    question = table.hands.question
    assert question is not None
    turn = next(n for n, one in enumerate(question.choices) if one.meaning is Meaning.TURN)
    table.ask("answer", question=question.id, choice=turn)
    table.give(BoardKnown(orientation=Orientation.TURNED))
    table.kick_off()
    table.move("C7", "C5")


def illegal_move_that_both_players_took(table: Table) -> None:
    table.kick_off()
    table.move("D8", "D3")
    table.wait(4_000)
    table.ask("override", override=Override(to_move=Side.BLUE))
    table.move("E11", "G13")


def resumed_with_everything_in_its_place(table: Table) -> None:
    table.kick_off()
    table.move("C7", "C5")
    table.wait(2_000)
    table.restart()
    table.connect()
    table.wait(5_000)
    table.move("E11", "G13")


def resumed_on_an_empty_board_that_is_set_up_by_hand(table: Table) -> None:
    table.kick_off()
    table.move("C7", "C5")
    table.restart()
    table.magnets.clear()
    table.connect()
    for where, figure in GAME.standing(table.session.state).items():
        table.wait(200)
        table.magnets[where] = figure.side.pole
        table.sense()
    table.wait(5_000)
    table.move("E11", "G13")


def weak_magnet(table: Table) -> None:
    table.kick_off()
    for _ in range(20):
        table.feel("H5", None, after=60)
        table.feel("H5", Pole.NORTH, after=60)
    table.wait(10_000)
    table.move("C7", "C5")


def neighbour_for_a_moment(table: Table) -> None:
    table.kick_off()
    table.lift("C7")
    table.place("C5", after=200)
    table.feel("C4", Pole.NORTH, after=40)
    table.feel("C4", None, after=260)
    table.wait(1_000)


def neighbour_that_stays(table: Table) -> None:
    table.kick_off()
    table.lift("C7")
    table.place("C5", after=200)
    table.feel("C4", Pole.NORTH, after=40)
    table.wait(10_000)


# ------------------------------------------------------------------ and what is right

_AT_KICK_OFF = (
    "yF1:B5,bF1:B12,yM1:C7,bM1:C10,yV1:D4,yS1:D8,bS1:D9,bV1:D13,yT1:E1,yF2:E6,yJ1:E8,bJ1:E9,bF2:E11,bT1:E16,"
    "yV2:F4,yS2:F8,bS2:F9,bV2:F13,yM2:G7,bM2:G10,yF3:H5,bF3:H12"
)
OVERRIDDEN = (
    "mm1 phase=play turn=blue kick_off=yellow score=0:0 ply=0 zone=front3 first=yellow anti_patt=directed "
    f"formation={_AT_KICK_OFF} position={_AT_KICK_OFF.replace('yV1:D4,yS1:D8', 'yS1:D3,yV1:D4')}"
)
"""The position that the arbiter lets count: all as at the kick-off, but for the striker on D3 and blue on turn."""

SCENARIOS: dict[str, Scenario] = {
    "e01-slide": Scenario(slide, ("built", "M C7-C5")),
    "e01-rest": Scenario(rest_on_the_way, ("built", "M C7-C6", "~M C7-C5")),
    "e02": Scenario(slide_while_the_other_side_lifts, ("built", "M C7-C4"), flags("not_your_turn E11")),
    "e04": Scenario(quicker_than_the_light, ("built", "M C7-C6", "~M C7-C5", "F E11-G13", "M C5-C7")),
    "e05": Scenario(taken_back_while_a_page_still_answers, ("built", "M C7-C5", "undo", "S D8-E10")),
    "e07": Scenario(
        another_move_than_the_pending_one,
        ("built", "M C7-C5", "F E11-G13"),
        flags("missing C5", "missing D8", "extra C7", "extra E10"),
    ),
    "e08": Scenario(cable_pulled_in_mid_lift, ("built", "M C7-C5", "F E11-G13")),
    "e10": Scenario(
        begun_with_figures_missing_and_one_too_many,
        ("built", "M C7-C5"),
        flags("missing E8", "missing F9", "extra A1"),
    ),
    "e11": Scenario(board_that_lies_the_other_way_round, ("built", "M C7-C5"), flags=None),
    "e13-resumed": Scenario(resumed_with_everything_in_its_place, ("built", "M C7-C5", "F E11-G13")),
    "e13-by-hand": Scenario(
        resumed_on_an_empty_board_that_is_set_up_by_hand,
        ("built", "M C7-C5", "F E11-G13"),
        flags=None,
    ),
    "e14": Scenario(weak_magnet, ("built", "M C7-C5"), flags("noisy H5")),
    "e16-moment": Scenario(neighbour_for_a_moment, ("built", "M C7-C5"), flags("unexpected C4")),
    "e16-stays": Scenario(
        neighbour_that_stays,
        ("built",),
        flags("unexpected C4"),
        left_to_guide=1,
    ),
    "e29": Scenario(
        illegal_move_that_both_players_took,
        ("built", OVERRIDDEN, "F E11-G13"),
        flags("illegal D3", "missing D8"),
    ),
}


def text_of(name: str) -> str:
    """Return the journal of a scenario as its file has it."""
    return "".join(SCENARIOS[name].played().journal)


def file_of(name: str) -> Path:
    """Return where a scenario's journal lies."""
    return FOLDER / f"{name}.jsonl"


def main() -> None:
    """Write every journal anew."""
    for name in SCENARIOS:
        file_of(name).write_text(text_of(name))


if __name__ == "__main__":
    main()
