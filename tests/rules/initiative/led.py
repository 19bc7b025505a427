"""Fights that are led side by side: the same is done openly, and in one of them something in secret too."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hypothesis import strategies as st

from feldlicht.base.viewers import Secrecy
from feldlicht.rules.initiative import GAME, Fight
from tests.rules.initiative.helpers import public, reason, turn

HERO = ("A", "B", "C")
Received = tuple[object, ...]


@dataclass
class Led:
    """A fight that is led, what the public has received of it so far, and all that was done, hidden or not."""

    fight: Fight
    received: list[Received] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)
    hidden: list[bool] = field(default_factory=list)

    def do(self, line: str) -> None:
        """Do an act that must be legal, and all that is due by it."""
        command = GAME.parse(self.fight, line)
        assert GAME.why_illegal(self.fight, command) is None, line
        audience = GAME.audience(self.fight, command)
        before = self._seen()
        applied = GAME.apply(self.fight, command)
        text = GAME.write(self.fight, command)
        self.lines.append(text)
        self.hidden.append(audience.secrecy is Secrecy.HIDDEN)
        self.fight = applied.state
        match audience.secrecy:
            case Secrecy.HIDDEN:
                assert self._seen() == before, f"{line} can be noticed"
            case Secrecy.SEALED:
                self.received.append(("sealed", self._seen()))
            case Secrecy.OPEN:
                self.received.append((text, applied.events, self._seen()))
        due = GAME.due(self.fight)
        if due is not None:
            self.do(GAME.write(self.fight, due))

    def may(self, line: str) -> bool:
        """Return whether an act is legal now."""
        return reason(self.fight, line) is None

    def _seen(self) -> tuple[object, ...]:
        return json.dumps(public(self.fight)), GAME.scene(self.fight), GAME.dial(self.fight)


@dataclass(frozen=True)
class Step:
    """One thing that may be done openly: which, by whom, how much."""

    what: int
    who: int
    amount: int


STEPS = st.lists(st.builds(Step, st.integers(0, 11), st.integers(0, 3), st.integers(0, 14)), min_size=4, max_size=20)
SECRETS = st.lists(st.builds(Step, st.integers(0, 7), st.integers(0, 3), st.integers(0, 14)), max_size=30)


def openly(step: Step, led: Led) -> list[str]:
    """Return what a step asks for, as the public knows the fight."""
    seen = public(led.fight)
    known = [str(one["label"]) for one in seen["figures"]]  # type: ignore[attr-defined]
    if not known:
        # All were removed: somebody comes, or nothing can be done openly any more.
        return [f"add Late{len(led.received)} pc perception={step.amount}"]
    who = known[step.who % len(known)]
    match step.what:
        case 0 | 1 | 2 | 3:
            return [f"act {seen['turn']} {step.amount}"] if seen["turn"] in HERO else []
        case 4:
            figure = next(one for one in seen["figures"] if one["label"] == who)  # type: ignore[attr-defined]
            return [f"react {who} {step.amount}"] if figure["reaction"] and figure["reaction"]["may"] else []
        case 5:
            return [f"put {who} {(seen['pointer'] or 0) + step.amount - 4}"] if who in HERO else []
        case 6:
            late = f"Late{len(led.received)}"
            return [f"add {late} pc perception={step.amount}", f"roll {late} 10"]
        case 7:
            return [f'mark {(seen["pointer"] or 0) + step.amount} "Bell" every={step.who}']
        case 8:
            return [f'set {who} conditions "prone"']
        case 9:
            return [f"wait {seen['turn']}"] if seen["turn"] in HERO else []
        case 10:
            return [f"recall {who}"]
        case _:
            return [f"remove {who}"] if step.amount > 12 else []


def lead(begun: Fight, steps: Sequence[Step], hidden: Iterator[list[str]]) -> Led:
    """Lead a fight by open steps, with hidden acts in between."""
    led = Led(begun)
    for step in steps:
        for line in next(hidden, []):
            if led.may(line):
                led.do(line)
        # Whoever players do not know has its turn within the neutral state; alone it would go on for ever.
        while turn(led.fight) not in _known(led) and public(led.fight)["order"]:
            unknown = turn(led.fight)
            led.do("next" if unknown is None else f"act {unknown} {1 + step.amount % 5}")
        for line in openly(step, led):
            if led.may(line):
                led.do(line)
    return led


def _known(led: Led) -> set[str]:
    return {str(one["label"]) for one in public(led.fight)["figures"]}  # type: ignore[attr-defined]


BEGUN = "add A pc advantage=1 · add B pc · add C pc · put A 3 · put B 3 · put C 9"


def secretly(steps: Sequence[Step]) -> Iterator[list[str]]:
    """Yield what is done about an unknown figure, so much at a time."""
    yield ["add Ghost npc known=no vz=4", "put ?Ghost 2"]
    for step in steps:
        yield [
            [f"put ?Ghost {step.amount}"],
            [f"react ?Ghost {step.amount}"],
            ['set ?Ghost note "behind the door"'],
            [f'mark {step.amount} "Ambush" hidden every={step.who}'],
            ["add Ghost npc known=no x2", f"put ?Ghost1 {step.amount}"],
            ["order A B"],
            [f'mark {step.amount} "Venom" on=?Ghost'],
            ["remove ?Ghost1"],
        ][step.what]
