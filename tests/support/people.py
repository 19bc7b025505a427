"""People at a table: they carry out what they intend as people do, and know what the log should say of it.

Nothing here decides what is right: every act is noted in :attr:`People.intended`, a session that the same acts make
without any hands, and :meth:`People.agree` compares. What they are asked they answer truthfully.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from random import Random

from feldlicht.base.cells import CELLS, Cell, cell_name, king_distance
from feldlicht.base.commands import Built, CommandType, GameCommand, Move
from feldlicht.base.entries import EntryKind
from feldlicht.base.figures import FigureId, Pole
from feldlicht.base.hands import Meaning
from feldlicht.base.plans import Hint, Moves
from feldlicht.rules.master_move import GAME, MasterMoveState
from feldlicht.rules.master_move.state import Phase
from feldlicht.table import session as sessions
from feldlicht.table.session import Session
from tests.support.building import build
from tests.support.carrying import STAMP, Carrying
from tests.support.noise import LIVELY, Noise
from tests.support.seats import Seat

LATE_S = 10.0
"""So long a log may lag behind what stands on the table, where time is real."""


@dataclass
class People:
    """Both players, and what they mean to have done. ``diary`` says what they did, ``counted`` how often."""

    seat: Seat
    dice: Random
    intended: Session
    noise: Noise = LIVELY
    diary: list[str] = field(default_factory=list)
    counted: Counter[str] = field(default_factory=Counter)
    next_move: Move | None = None
    """What the next one has in mind, whose figure may be in the air already."""
    by_hand: bool = False
    """The last ply was read from the hands, so the hands may take it back."""

    # ------------------------------------------------------------------ what they know

    @property
    def state(self) -> MasterMoveState:
        state: MasterMoveState = self.intended.state
        return state

    @property
    def standing(self) -> dict[Cell, Pole]:
        return {c: figure.side.pole for c, figure in GAME.standing(self.state).items()}

    def targets(self, figure: FigureId) -> dict[Cell, Hint]:
        """Return where a figure may go now, nowhere if its side is not on turn."""
        plan = self.intended.plan
        return dict(plan.targets.get(figure, {})) if isinstance(plan, Moves) else {}

    def note(self, command: GameCommand) -> None:
        self.intended = sessions.act(self.intended, command, STAMP)

    def agree(self) -> None:
        """Fail unless the log says what they mean."""
        # In real time a rest may take longer than was meant, and then it counts: the record says the same. What
        # stands may take longer to be read, too.
        say = told if self.seat.exact else _record
        meant, end = say(self.intended), time.monotonic() + (0 if self.seat.exact else LATE_S)
        while (found := say(self.seat.session())) != meant:
            if time.monotonic() >= end:
                raise self.fault(f"the log is {found[-4:]}, meant was {meant[-4:]}")
            self.seat.wait(20)

    def at_rest(self) -> None:
        """Fail unless the magnets stand as is meant and the table has nothing to say about them."""
        self.seat.come_to_rest()
        hands = self.seat.hands()
        if self.state.phase in (Phase.PLAY, Phase.OVER) and self.seat.magnets() != self.standing:
            raise self.fault("the magnets stand elsewhere")
        # While it is to be built up again the table guides; in real time patience may be over: it says what is wrong.
        building = self.state.phase is Phase.REBUILD
        wrong = hands.problems and not (building and not self.seat.exact)
        if wrong or hands.question or (hands.guidance and not building):
            raise self.fault(f"at rest the table still says {hands}")

    def fault(self, what: str) -> AssertionError:
        return AssertionError(
            "\n  ".join([what, f"in {GAME.position(self.state)}", "the last they did:", *self.diary[-40:]])
        )

    # ------------------------------------------------------------------ single motions

    def chance(self, probability: float) -> bool:
        return self.dice.random() < probability

    def did(self, what: str, *where: Cell) -> None:
        self.diary.append(" ".join([what, *map(cell_name, where)]))

    def short(self) -> None:
        """Pause for less than anything settles in."""
        settle = self.seat.timings.settle_ms
        # In real time only far less than that is surely less.
        self.seat.wait(self.dice.choice((1, 10, 40, settle // 3, settle - 1)[: None if self.seat.exact else 3]))

    def long(self) -> None:
        """Rest until it counts, sometimes longer than patience lasts."""
        self.seat.come_to_rest()
        if self.seat.exact and self.chance(0.1):
            self.seat.wait(self.seat.timings.grace_ms)

    def lift(self, which: Cell) -> Pole:
        self.did("lift", which)
        pole = self.seat.magnets()[which]
        self.seat.put({which: None})
        if self.chance(self.noise.bounce):
            self._flicker(which, pole, None)
        return pole

    def place(self, which: Cell, pole: Pole) -> None:
        self.did("place", which)
        self.seat.put({which: pole})
        if self.chance(self.noise.bounce):
            self._flicker(which, None, pole)
        if self.chance(self.noise.ghost):
            self._ghost(which, pole)
        if self.chance(self.noise.touch):
            self.seat.wait(self.dice.randint(1, 30))
            touched = self.dice.choice(sorted(self.seat.magnets()))
            self.did("touched", touched)
            self.seat.touch(touched)

    def _flicker(self, which: Cell, first: Pole | None, then: Pole | None) -> None:
        self.did("flicker", which)
        for _ in range(self.dice.randint(1, 3)):
            self.seat.wait(self.dice.randint(10, 40))
            self.seat.put({which: first})
            self.seat.wait(self.dice.randint(10, 40))
            self.seat.put({which: then})

    def _ghost(self, which: Cell, pole: Pole) -> None:
        lying = self.seat.magnets()
        free = [c for c in CELLS if king_distance(c, which) == 1 and c not in lying and not self._counts(c)]
        if free:
            where = self.dice.choice(free)
            self.did("ghost", where)
            self.seat.wait(self.dice.randint(1, 40))
            self.seat.put({where: pole})
            self.short()
            self.seat.put({where: None})

    def _counts(self, which: Cell) -> bool:
        """Whether a figure on this cell would score: nobody plays about with that."""
        return any(self.targets(f.id).get(which) is Hint.SCORE for f in GAME.standing(self.state).values())

    def lift_and_put_back(self, which: Cell, ms: int) -> None:
        self.did(f"lift and put back after {ms} ms", which)
        pole = self.seat.magnets()[which]
        self.seat.put({which: None})
        self.seat.wait(ms)
        self.seat.put({which: pole})

    def nudge(self, others: Iterable[Cell]) -> None:
        """Push one of ``others`` off its cell; rarely so long that it is no nudge."""
        which = self.dice.choice(sorted(others))
        nudge = self.seat.timings.nudge_ms
        if self.chance(self.noise.long_nudge / max(self.noise.nudge, 0.001)):
            self.counted["long nudges"] += 1
            self.lift_and_put_back(which, nudge + self.dice.randint(0, 900))
        else:
            self.lift_and_put_back(which, self.dice.randint(10, nudge // 3))

    # ------------------------------------------------------------------ a move

    def play(self, move: Move, eager: Cell | None = None, lifted: bool = False) -> bool:
        """Make ``move`` by hand and let it settle.

        ``eager``: where the opponent's next mover stands, who is lifted before this move has settled; ``lifted``:
        this move's figure was so lifted. Returns whether ``eager`` is in the air at the end.
        """
        self.did(f"--- {GAME.write(self.state, move)}")
        self.counted["moves"] += 1
        if not lifted and self.chance(self.noise.typed):
            self.follow_page(move)
            return False
        if not lifted:
            self._before(move)
        hand = Carrying(self, move, self.seat.magnets().get(move.origin) or self._pole(move.origin))
        if not lifted:
            self.lift(move.origin)
        hand.carry()
        if eager is not None and self.chance(0.5):
            self.did("eager before", eager)
            self.seat.put({eager: None})
            hand.set_down()
        else:
            hand.set_down()
            if eager is not None:
                self.short()
                self.did("eager after", eager)
                self.seat.put({eager: None})
            elif self.chance(self.noise.hurry):
                self.counted["hurried"] += 1
                self.short()
                self.lift_and_put_back(self.of_opponent(move), self.dice.randint(10, 700))
            elif self.chance(self.noise.press):
                self.counted["pressed"] += 1
                self.did("press")
                self.seat.press()
        hand.settle()
        return eager is not None

    def _pole(self, which: Cell) -> Pole:
        return self.standing[which]

    def of_opponent(self, move: Move) -> Cell:
        """Return where some figure of the side that is not moving stands."""
        lying = GAME.standing(self.state)
        side = next(f.side for f in lying.values() if f.id == move.figure)
        return self.dice.choice([c for c, f in lying.items() if f.side is not side and f.id != move.figure])

    def _before(self, move: Move) -> None:
        everyone = sorted(self.standing)
        if self.chance(self.noise.fidget):
            self.counted["fidgets"] += 1
            self.lift_and_put_back(
                self.dice.choice(everyone), self.dice.randint(20, 2_000 if self.seat.exact else 200)
            )
            self.short()
        if self.chance(self.noise.hesitate):
            self.counted["hesitations"] += 1
            self.lift_and_put_back(move.origin, self.dice.randint(20, 2_000 if self.seat.exact else 200))
            self.short()
        if self.chance(self.noise.wrong):
            self._wrong_first(move)
        if self.chance(self.noise.cancel) and self.seat.exact:
            self._cancelled_first(move)

    def _wrong_first(self, move: Move) -> None:
        """Set the figure down where it may not go, wait to be shown the way, and go it."""
        bad = [c for c in CELLS if c not in self.standing and c not in self.targets(move.figure)]
        self.counted["wrong cells"] += 1
        pole = self.lift(move.origin)
        self.short()
        self.place(self.dice.choice(bad), pole)
        self.follow_guidance()

    def follow_guidance(self) -> None:
        """Rest until guidance is shown, and do what it says until it is gone."""
        self.seat.come_to_rest()
        self.seat.wait(self.seat.timings.grace_ms)
        self.seat.come_to_rest()
        steps = 0
        while (guidance := self.seat.hands().guidance) is not None:
            steps += 1
            if steps > 60:
                raise self.fault("guidance leads nowhere")
            assert guidance.origin is not None
            assert guidance.target is not None
            pole = self.lift(guidance.origin)
            self.short()
            self.place(guidance.target, pole)
            self.seat.come_to_rest()
        if self.seat.magnets() != self.standing:
            raise self.fault("guidance ended before everything stood")

    def _cancelled_first(self, move: Move) -> None:
        """Preview the move, cancel it on the page, take it back; then it may be made after all."""
        self.counted["cancelled"] += 1
        pole = self.lift(move.origin)
        self.seat.put({move.target: pole})
        self.did("cancel")
        if not self.seat.ask(CommandType.CANCEL):
            raise self.fault("what is previewed could not be cancelled")
        self.long()
        self.lift(move.target)
        self.seat.put({move.origin: pole})
        self.short()

    def follow_page(self, move: Move) -> None:
        """Make the move on the page; the hands follow, however they like."""
        self.counted["typed"] += 1
        self.did("typed")
        if not self.seat.ask(CommandType.MOVE, GAME.write(self.state, move)):
            raise self.fault("a legal move was declined")
        self.note(move)
        self.by_hand = False
        self.carry_over(move.origin, move.target)
        self.agree()

    def carry_over(self, origin: Cell, target: Cell) -> None:
        """Carry a figure where the log has it already; on the way nothing is read."""
        if self.seat.helped:
            self.seat.come_to_rest()
            return
        pole = self.lift(origin)
        if self.chance(self.noise.slide):
            free = [c for c in CELLS if c not in self.seat.magnets() and c not in (origin, target)]
            stop = self.dice.choice(free)
            self.place(stop, pole)
            self.long()
            self.lift(stop)
        self.place(target, pole)
        self.seat.come_to_rest()

    def take_back(self, move: Move) -> None:
        """Take the move that was made last back: by hand, with the knob, or on the page."""
        self.counted["taken back"] += 1
        way = self.dice.choice(("hand", "hand", "knob", "page") if self.by_hand else ("knob", "page"))
        self.did(f"--- take back by {way}")
        if way == "hand":
            pole = self.lift(move.target)
            self.short()
            self.place(move.origin, pole)
            self.seat.come_to_rest()
            self.intended = sessions.undo(self.intended, STAMP)
        else:
            if way == "knob":
                self.seat.press(long=True)
            elif not self.seat.ask(CommandType.UNDO):
                raise self.fault("undo was declined")
            self.intended = sessions.undo(self.intended, STAMP)
            self.carry_over(move.target, move.origin)
        self.agree()

    def answer(self, figure: FigureId, target: Cell, meanings: tuple[Meaning, ...]) -> bool:
        """Answer what is asked with what is true; return False if nothing that is offered is."""
        question = self.seat.hands().question
        assert question is not None
        self.counted[f"asked: {question.about.value}"] += 1
        for number, choice in enumerate(question.choices):
            shift = choice.shift
            if shift is not None and (shift.figure, shift.target) == (figure, target) and choice.meaning in meanings:
                self.did(f"answer {number}")
                if not self.seat.ask(CommandType.ANSWER, question=question.id, choice=number):
                    raise self.fault("an answer was declined")
                return True
        return False

    # ------------------------------------------------------------------ a formation

    def build(self) -> None:
        """Put the formation up, both hands at once, with mistakes on the way."""
        self.counted["built"] += 1
        self.did("--- build")
        build(self)
        self.note(Built())
        self.agree()


def told(session: Session) -> list[tuple[EntryKind, str, str]]:
    """Return a log without what depends on when and through which door."""
    return [(entry.kind, entry.notation, entry.state_hash) for entry in session.entries]


def _record(session: Session) -> list[str]:
    return [ply.notation for ply in session.plies] + [GAME.position(session.state)]
