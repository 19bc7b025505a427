"""What a game is: the contract between a rule system and the rest of the house.

A game is pure: its states are frozen values, time and dice come in as arguments. It is found by the entry-point
group ``feldlicht.games`` and needs no change anywhere else; ``docs/games.md`` makes one step by step, and
:mod:`feldlicht.table.proofs` tries whether one keeps its promises. Source: design, "Extending" and decision 6.

A game inherits :class:`Plain` and leaves out what it does not need: secrets, chance, time, a library of formations.

A game with secrets (``secrets``) keeps them by these promises; the house does the rest:

- ``view`` and ``audience`` say what each viewer may know of states and of acts.
- Events of an open act, a refusal from ``parse`` or ``why_illegal``, an outcome, the light of ``scene``, and what
  ``hand_plan`` and ``standing`` say while everyone sees the hands, tell nothing that is kept from anybody. A refusal
  may tell what the side whose act it was knows: nobody else gets it but the owner, for whom it must hold as well.
- A hidden act changes none of these: neither where figures stand, nor what hands may do, nor the light, nor the
  outcome, nor whether an open act is legal.
- An act that tells what was sealed is open, with an event ``revealed`` for each: ``notation`` as it was written then,
  and ``side``. The nonce is added to it, so that everyone can check the commitment.
- What must be put right because of a secret is not refused but applied, with the events that tell it then.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from feldlicht.base.clocks import Clock
from feldlicht.base.commands import GameCommand, Move, Pick, Place, Relocate
from feldlicht.base.dice import Die
from feldlicht.base.entries import Event
from feldlicht.base.figures import FigureId, Formation, Side
from feldlicht.base.plans import Plan
from feldlicht.base.reasons import Reason, Refusal
from feldlicht.base.styles import GameScene
from feldlicht.base.viewers import EVERYONE, Audience, Viewer
from feldlicht.rules.dial import Dial
from feldlicht.rules.happened import Happened
from feldlicht.rules.offers import Encounters, Lineups, Option
from feldlicht.rules.pictured import Pictured
from feldlicht.rules.told import Counted, Report

S = TypeVar("S")
JsonObject = dict[str, object]


@dataclass(frozen=True, slots=True)
class Applied(Generic[S]):
    """The state after a command, what happened by it, and how many of the given dice it used up.

    ``seen``: the dice, thrown by the house or typed, that stay as they fell whatever is taken back: a player takes
    such an act back only if the other side agrees, and the next dice thrown are these once more.
    """

    state: S
    events: tuple[Event, ...] = ()
    dice_used: int = 0
    seen: tuple[Die, ...] = ()


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a match ended: the game's reason code, the winner (None = drawn or none), the booked score."""

    reason: str
    winner: Side | None
    score: tuple[int, int]
    """Yellow, blue."""


class Game(Protocol[S]):
    """One rule system. ``S`` is its state: frozen, hashable, complete (all that play depends on)."""

    name: str
    """Name in the API and in headers, e.g. ``master_move``."""
    rules_version: int
    """Raised when the same commands may lead to another state."""
    needs_cells: bool
    """Whether figures stand on cells, so that it cannot be played at a device of ring, strip and controls only."""
    throws: bool
    """Whether the house ever throws dice for it, see :meth:`dice`."""
    on_pages: bool
    """Whether pages offer it; one that they cannot show is played over the API and by playthroughs."""

    def secrets(self, options: Mapping[str, object]) -> bool:
        """Return whether with these options anything may be kept from anybody.

        Then only the game master is shown what tells of a whole state: its hash, and the position line that an
        arbiter forced.
        """
        ...

    def options(self) -> Sequence[Option]:
        """Return every option that :meth:`new` takes, in the order in which they are offered."""
        ...

    def lineups(self) -> Lineups | None:
        """Return its formations; None: sides do not set up as they like."""
        ...

    def encounters(self) -> Encounters | None:
        """Return its encounters; None: nobody prepares who takes part."""
        ...

    def teams(self) -> Mapping[str, JsonObject] | None:
        """Return the teams that come with it, by side, as :meth:`new` takes them in the place of a formation, where a
        side that is None plays with its own one of these; None: nobody brings a team.
        """
        ...

    def drawn(self, options: Mapping[str, object], chance: int) -> Mapping[str, object]:
        """Return ``options`` with all that lots decide drawn by ``chance`` (a number below 2^32), so that :meth:`new`
        leads to the same state for ever. Options that are no good are left to :meth:`new`.
        """
        ...

    def new(self, options: Mapping[str, object], formation: object) -> S:
        """Return the first state. ``formation`` is what the API took: a named formation or cells by side.

        Raises :class:`~feldlicht.base.reasons.BadInput` for unknown options or a bad formation.
        """
        ...

    def legal(self, state: S) -> Sequence[GameCommand]:
        """Return every command that may be applied now, resigning left out."""
        ...

    def why_illegal(self, state: S, command: GameCommand) -> Refusal | None:
        """Return why ``command`` may not be applied now, None if it may."""
        ...

    def dice(self, state: S, command: GameCommand) -> Sequence[int]:
        """Return how many sides the dice have that the house throws for ``command``, which is legal, in their order;
        none where people typed what they threw."""
        ...

    def apply(self, state: S, command: GameCommand, dice: Sequence[int] = (), spent: int = 0) -> Applied[S]:
        """Return what ``command`` leads to, done after the running clock has run for ``spent`` milliseconds.

        Raises :class:`~feldlicht.base.reasons.Refused` if it is illegal.
        """
        ...

    def clock(self, state: S) -> Clock | None:
        """Return the clocks as they stood after the last act, None for a match without. When one runs out the table
        plays :class:`~feldlicht.base.commands.TimeOut`, which is legal then."""
        ...

    def due(self, state: S) -> GameCommand | None:
        """Return what the table has to do by itself now, at once: to tell what was sealed. None: nothing."""
        ...

    def outcome(self, state: S) -> Outcome | None:
        """Return how the match ended, None while it runs."""
        ...

    def standing(self, state: S) -> Formation:
        """Return where every figure on the table stands."""
        ...

    def hand_plan(self, state: S) -> Plan:
        """Return what hands may do now."""
        ...

    def audience(self, state: S, command: GameCommand) -> Audience:
        """Return who may know of ``command``, which is legal in ``state``. A game without secrets: everyone."""
        ...

    def hands_audience(self, state: S) -> Audience:
        """Return who may see what hands do on the table now, and what they may do: everyone, unless it is a secret
        where figures are set. Light on the board is for everyone, so it shows hands only if everyone may see them.
        """
        ...

    def side_of(self, state: S, command: GameCommand) -> Side | None:
        """Return the side whose act ``command`` is, legal or not; None if it is no side's, but the game master's."""
        ...

    def seats(self, state: S, viewer: Viewer) -> Sequence[FigureId] | None:
        """Return the figures with a player of their own, of which ``viewer`` may know; None: the two sides are."""
        ...

    def renamed(self, before: S, after: S) -> Mapping[FigureId, FigureId]:
        """Return the figures with a player of their own that are called otherwise ``after`` one step: old and new."""
        ...

    def why_not_by(self, state: S, command: GameCommand, figure: FigureId) -> Refusal | None:
        """Return why the player of ``figure``, a seat of its own, may not do ``command``, legal or not; None if that
        is his to do. Like any refusal to him it tells nothing that he may not know.
        """
        ...

    def pause(self, state: S) -> int | None:
        """Return after how many ms the table plays :class:`~feldlicht.base.commands.Proceed`, if nothing else is done
        that everyone notices; None: it does not. Then it is legal.
        """
        ...

    def dial(self, state: S) -> Dial | None:
        """Return what the knob may choose from now; None: neither turning nor pressing it means anything at all.

        Everyone sees what it points at, so it tells nothing that is kept from anybody, nor whether it works.
        """
        ...

    def dialled(self, state: S, command: GameCommand) -> GameScene:
        """Return the game's own light while the knob points at ``command``, one of its dial's."""
        ...

    def forced(self, state: S, standing: Formation, to_move: Side | None) -> S:
        """Return the state in which the same figures stand like this and ``to_move`` (None: as it was) is on turn.

        An arbiter's word: how they came there is not asked. Raises :class:`~feldlicht.base.reasons.Refused` for what
        the game cannot go on from.
        """
        ...

    def set_up(self, state: S) -> object:
        """Return the formation that stands at the kick-off, as :meth:`new` takes it; None while sides set up."""
        ...

    def again(
        self, options: Mapping[str, object], formation: object, *, swapped: bool
    ) -> tuple[Mapping[str, object], object]:
        """Return options and formation of another match like that one, with its lots not drawn yet.

        ``swapped``: each side has what the other had.
        """
        ...

    def cards(self) -> list[JsonObject]:
        """Return for each kind of figure where one could go on an empty board: ``kind``, ``side``, ``cell`` where it
        stands, ``cells`` that it reaches. A game that shows none has none.
        """
        ...

    def scene(self, state: S) -> GameScene:
        """Return the game's own light."""
        ...

    def pictured(self, state: S, viewer: Viewer) -> Pictured | None:
        """Return what pictures of a match show of ``state``, with nothing that ``viewer`` may not know.

        None, whatever the state: there are no pictures of this game.
        """
        ...

    def report(self, start: S, happened: Sequence[Happened[S]]) -> Report | None:
        """Return a match that began with ``start`` as it is told in words; None: there are no words for it.

        It tells everything, what is kept from anybody too.
        """
        ...

    def statistics(self, start: S, happened: Sequence[Happened[S]]) -> Counted | None:
        """Return what can be counted in a match that began with ``start``; None: nothing is."""
        ...

    def view(self, state: S, viewer: Viewer) -> JsonObject:
        """Return the state as JSON, with nothing that ``viewer`` may not know.

        Pages read ``phase``, ``to_move``, ``figures``, ``outcome`` and, where there is such a thing, ``score``,
        ``last_move``, ``formation``, ``placing``, ``field``, ``goals``, ``zone``, ``options``: ``docs/games.md``.
        """
        ...

    def parse(self, state: S, text: str) -> GameCommand:
        """Read a command in the game's notation. Raises :class:`BadInput` / :class:`Refused` with the reason.

        Pages write ``K A1-B2`` for a move (with ``!`` where the hint is ``score``), ``+K A1`` for a figure that is
        put up, ``resign SIDE``.
        """
        ...

    def write(self, state: S, command: GameCommand) -> str:
        """Write a command that is legal in ``state`` in the game's notation; :meth:`parse` reads it back."""
        ...

    def position(self, state: S) -> str:
        """Return one printable line with all that play depends on."""
        ...

    def from_position(self, text: str) -> S:
        """Read a position line back. Raises :class:`BadInput`."""
        ...


class Plain(Generic[S]):
    """What most games leave as it is: figures on cells, no choice, secrets, lots or clock, nothing due by itself."""

    needs_cells: bool = True
    throws: bool = False
    on_pages: bool = True

    def dice(self, state: S, command: GameCommand) -> Sequence[int]:  # noqa: ARG002 - nothing is left to chance
        """No dice are thrown."""
        return ()

    def secrets(self, options: Mapping[str, object]) -> bool:  # noqa: ARG002 - the same whatever is chosen
        """Nothing is kept from anybody."""
        return False

    def options(self) -> Sequence[Option]:
        """There is nothing to choose."""
        return ()

    def lineups(self) -> Lineups | None:
        """Figures begin where the game says."""
        return None

    def encounters(self) -> Encounters | None:
        """Who takes part, the game says."""
        return None

    def teams(self) -> Mapping[str, JsonObject] | None:
        """Nobody brings a team."""
        return None

    def drawn(self, options: Mapping[str, object], chance: int) -> Mapping[str, object]:  # noqa: ARG002 - no lots
        """Nothing is drawn by lot."""
        return options

    def clock(self, state: S) -> Clock | None:  # noqa: ARG002 - never any
        """There is no clock."""
        return None

    def due(self, state: S) -> GameCommand | None:  # noqa: ARG002 - never anything
        """The table has nothing to do by itself."""
        return None

    def audience(self, state: S, command: GameCommand) -> Audience:  # noqa: ARG002 - no secrets
        """Everyone sees everything that is done."""
        return EVERYONE

    def hands_audience(self, state: S) -> Audience:  # noqa: ARG002 - no secrets
        """Everyone sees what hands do."""
        return EVERYONE

    def seats(self, state: S, viewer: Viewer) -> Sequence[FigureId] | None:  # noqa: ARG002 - never any
        """The sides have the seats."""
        return None

    def renamed(self, before: S, after: S) -> Mapping[FigureId, FigureId]:  # noqa: ARG002 - figures keep their names
        """Nobody is called otherwise."""
        return {}

    def why_not_by(self, state: S, command: GameCommand, figure: FigureId) -> Refusal | None:  # noqa: ARG002
        """Whoever plays one figure only moves that one."""
        own = isinstance(command, Move | Relocate | Place | Pick) and command.figure == figure
        return None if own else Refusal.of(Reason.NOT_YOUR_SEAT)

    def pause(self, state: S) -> int | None:  # noqa: ARG002 - nothing to wait for
        """Nothing goes on by itself."""
        return None

    def dial(self, state: S) -> Dial | None:  # noqa: ARG002 - hands do it all
        """The knob confirms and answers questions, no more."""
        return ()

    def dialled(self, state: S, command: GameCommand) -> GameScene:
        """Nothing is ever chosen with the knob. Raises :class:`AssertionError`."""
        raise AssertionError(state, command)

    def set_up(self, state: S) -> object:  # noqa: ARG002 - nobody sets up anything else than was given
        """Nothing else than was given."""
        return None

    def again(
        self,
        options: Mapping[str, object],
        formation: object,
        *,
        swapped: bool,  # noqa: ARG002 - both sides have the same
    ) -> tuple[Mapping[str, object], object]:
        """The same once more."""
        return options, formation

    def cards(self) -> list[JsonObject]:
        """No figure is explained."""
        return []

    def pictured(self, state: S, viewer: Viewer) -> Pictured | None:  # noqa: ARG002 - never any
        """There are no pictures."""
        return None

    def report(self, start: S, happened: Sequence[Happened[S]]) -> Report | None:  # noqa: ARG002 - never any
        """There are no words for a whole match."""
        return None

    def statistics(self, start: S, happened: Sequence[Happened[S]]) -> Counted | None:  # noqa: ARG002 - never any
        """Nothing is counted."""
        return None


__all__ = ["Applied", "Game", "GameScene", "JsonObject", "Outcome", "Plain"]
