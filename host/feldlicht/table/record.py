"""The values of a session: its life, its record of plies, and the picture of it after its last entry."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from feldlicht.base.commands import TABLE_ACTS, GameCommand, Proceed
from feldlicht.base.dice import Die
from feldlicht.base.entries import Actor, Entry, SessionHeader
from feldlicht.base.plans import Nothing, Plan
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import GameScene
from feldlicht.base.viewers import EVERYONE, GAME_MASTER, PUBLIC, Audience, Viewer
from feldlicht.rules.game import Game


class Lifecycle(StrEnum):
    """Where a session stands in its life."""

    RUNNING = "running"
    OVER = "over"
    ABANDONED = "abandoned"
    FROZEN = "frozen"
    """The log folds to another state than it did when it was written; nothing more is taken."""


@dataclass(frozen=True, slots=True)
class Overridden:
    """An arbiter's word in place of a command: a marked break in the record. ``position`` is the game's own line."""

    position: str


@dataclass(frozen=True, slots=True)
class Ply:
    """One command of the record, the dice it took, the state it led to, who may know of it, the milliseconds for
    which the running clock had run before it, the dice that stay as they fell if it is taken back, and whether it
    told what had been sealed."""

    command: GameCommand | Overridden
    notation: str
    after: Any
    dice: tuple[int, ...] = ()
    audience: Audience = EVERYONE
    spent: int = 0
    seen: tuple[Die, ...] = ()
    told: bool = False

    @property
    def binding(self) -> Reason | None:
        """Why both sides must agree to take it back: what was seen of it stays known (R08, N23); None: no need."""
        return Reason.DICE_SEEN if self.seen else Reason.SEAL_TOLD if self.told else None


class Asked:
    """What the game said of the state that it was asked about last: it is asked several times at every line.

    No value of a session, only what saves working it out again; whoever asks gets the same with or without it.
    """

    def __init__(self) -> None:
        self._plan: tuple[Any, Plan] | None = None
        self._scene: tuple[Any, GameScene] | None = None

    def plan(self, game: Game[Any], state: Any) -> Plan:
        """Return what hands may do in ``state``."""
        known = self._plan
        if known is None or known[0] is not state:
            self._plan = known = (state, game.hand_plan(state))
        return known[1]

    def scene(self, game: Game[Any], state: Any) -> GameScene:
        """Return the game's own light in ``state``."""
        known = self._scene
        if known is None or known[0] is not state:
            self._scene = known = (state, game.scene(state))
        return known[1]


@dataclass(frozen=True, slots=True)
class Session:
    """A frozen picture of a session after its last entry."""

    header: SessionHeader
    game: Game[Any]
    start: Any
    entries: tuple[Entry, ...] = ()
    plies: tuple[Ply, ...] = ()
    redoable: tuple[Ply, ...] = ()
    """Plies that were taken back, the next to redo last. Redone, they use the dice that were thrown then."""
    kept: tuple[Die, ...] = ()
    """Dice of what was taken back that stay as they fell: the next ones thrown, in this order."""
    abandoned: bool = False
    frozen: Refusal | None = None
    asked: Asked = field(default_factory=Asked, compare=False, repr=False)

    @property
    def state(self) -> Any:
        """The game's state now."""
        return self.plies[-1].after if self.plies else self.start

    @property
    def secrets(self) -> bool:
        """Whether anything may be kept from anybody in this session."""
        return self.game.secrets(self.header.options)

    @property
    def revision(self) -> int:
        """Number of the last entry, 0 before the first."""
        return self.entries[-1].revision if self.entries else 0

    @property
    def lifecycle(self) -> Lifecycle:
        """Where the session stands in its life."""
        if self.frozen is not None:
            return Lifecycle.FROZEN
        if self.abandoned:
            return Lifecycle.ABANDONED
        return Lifecycle.OVER if self.game.outcome(self.state) is not None else Lifecycle.RUNNING

    @property
    def plan(self) -> Plan:
        """What hands may do now; nothing once the session takes no more acts."""
        if self.lifecycle is not Lifecycle.RUNNING:
            return Nothing()
        return self.asked.plan(self.game, self.state)

    @property
    def scene(self) -> GameScene:
        """The game's own light now."""
        return self.asked.scene(self.game, self.state)

    def revision_for(self, viewer: Viewer) -> int:
        """Return the revision that this audience counts: how many entries it notices."""
        return self.number_of(self.revision, viewer)

    def number_of(self, revision: int, viewer: Viewer) -> int:
        """Return how many entries this audience notices up to the log's own ``revision``."""
        return sum(entry.audience.notices(viewer) for entry in self.entries if entry.revision <= revision)

    @property
    def can_undo(self) -> bool:
        """Whether the record holds an act of a person that can be taken back."""
        return self.to_undo(GAME_MASTER) is not None

    @property
    def can_redo(self) -> bool:
        """Whether something was taken back and nothing else was done since."""
        return self.to_redo(GAME_MASTER) is not None

    def to_undo(self, viewer: Viewer) -> int | None:
        """Return the place in the record of the act that this audience takes back next, None if there is none.

        Once everyone has seen it go on after a pause, a hidden act before that stays: somebody's turn would be gone
        without a word. What was done openly is taken back first, and what went on by itself with it.
        """
        if not self._open:
            return None
        acts = [n for n, ply in enumerate(self.plies) if not isinstance(ply.command, TABLE_ACTS)]
        last = max((n for n in acts if self.plies[n].audience.notices(viewer)), default=None)
        if last is None or self.plies[last].audience.notices(PUBLIC):
            return last
        went_on = any(isinstance(one.command, Proceed) and one.audience.notices(PUBLIC) for one in self.plies[last:])
        return self.to_undo(PUBLIC) if went_on else last

    def to_redo(self, viewer: Viewer) -> int | None:
        """Return the place among the redoable of what this audience plays again next, None if there is nothing."""
        if not self._open:
            return None
        return max((n for n, ply in enumerate(self.redoable) if ply.audience.notices(viewer)), default=None)

    @property
    def _open(self) -> bool:
        return self.frozen is None and not self.abandoned

    def entry_of(self, command_id: str, viewer: Viewer = GAME_MASTER) -> Entry | None:
        """Return the entry that the client's command made, if it was taken before and ``viewer`` may know of it."""
        made = (entry for entry in reversed(self.entries) if entry.command_id == command_id)
        return next((entry for entry in made if entry.audience.knows(viewer)), None)


@dataclass(frozen=True, slots=True)
class Stamp:
    """Who acts, when (UTC milliseconds), the client's id for it, and chance for the commitment to a sealed act;
    ``fingerprint`` names what goes by that id, ``spent`` is for how many ms the running clock has run since the last
    act.

    ``viewer`` is whose acts are meant by taking back and playing again; hands mean what everyone notices.
    """

    actor: Actor
    at: int
    command_id: str | None = None
    viewer: Viewer = PUBLIC
    nonce: str = ""
    fingerprint: str = ""
    spent: int = 0
