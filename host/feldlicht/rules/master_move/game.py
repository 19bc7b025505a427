"""Master Move as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feldlicht.base.clocks import Clock
from feldlicht.base.commands import Decline, GameCommand, Relocate
from feldlicht.base.figures import Formation, Side
from feldlicht.base.plans import Plan
from feldlicht.base.reasons import Refusal
from feldlicht.base.viewers import EVERYONE, Audience, Secrecy, Viewer
from feldlicht.rules.game import Applied, GameScene, JsonObject, Outcome, Plain
from feldlicht.rules.master_move import again as rematch
from feldlicht.rules.master_move import apply as applying
from feldlicht.rules.master_move import (
    cards,
    clock,
    light,
    moves,
    notation,
    offers,
    option_words,
    override,
    plan,
    refusals,
    relocating,
)
from feldlicht.rules.master_move import pictured as pictures
from feldlicht.rules.master_move import position as positions
from feldlicht.rules.master_move import view as views
from feldlicht.rules.master_move.acts import Formed
from feldlicht.rules.master_move.formation import read_formation
from feldlicht.rules.master_move.offers import MasterMoveLineups
from feldlicht.rules.master_move.option_words import read_options
from feldlicht.rules.master_move.options import RelocationOrder, SetupOrder
from feldlicht.rules.master_move.state import MasterMoveState, Phase
from feldlicht.rules.offers import Lineups, Option
from feldlicht.rules.pictured import Pictured


class MasterMove(Plain[MasterMoveState]):
    """The rule system Master Move; what each method promises stands in :class:`~feldlicht.rules.game.Game`."""

    name: str = "master_move"
    rules_version: int = 1

    def options(self) -> Sequence[Option]:
        """Return every option, in groups."""
        return offers.options()

    def lineups(self) -> Lineups | None:
        """Return the formations that have a name, and how one is checked."""
        return MasterMoveLineups()

    def secrets(self, options: Mapping[str, object]) -> bool:
        """Whether formations or relocations are sealed."""
        sealed = {SetupOrder.SEALED.value, RelocationOrder.SEALED.value}
        return options.get("setup") in sealed or options.get("relocation") in sealed

    def drawn(self, options: Mapping[str, object], chance: int) -> Mapping[str, object]:
        """Return ``options`` with the coin thrown, if they ask for it (M9)."""
        return option_words.drawn(options, chance)

    def new(self, options: Mapping[str, object], formation: object) -> MasterMoveState:
        """Return a match whose ``formation`` is to be built (SETUP), or which begins with an empty board if that is
        None (PLACE). Options: :func:`read_options`; formation: :func:`read_formation`.
        """
        chosen = read_options(options)
        empty = formation is None
        figures = Formation(()) if empty else read_formation(formation, chosen.zone)
        return MasterMoveState(
            options=chosen,
            phase=Phase.PLACE if empty else Phase.SETUP,
            to_move=chosen.kick_off,
            kick_off=chosen.kick_off,
            position=figures,
            formation=figures,
            time=clock.at_the_start(chosen),
        )

    def legal(self, state: MasterMoveState) -> Sequence[GameCommand]:
        """Return every command that may be applied now, resigning left out."""
        return moves.legal(state)

    def why_illegal(self, state: MasterMoveState, command: GameCommand) -> Refusal | None:
        """Return why ``command`` may not be applied now, None if it may."""
        return refusals.why_illegal(state, command)

    def apply(
        self, state: MasterMoveState, command: GameCommand, dice: Sequence[int] = (), spent: int = 0
    ) -> Applied[MasterMoveState]:
        """Return what ``command`` leads to; dice are left unused. Raises :class:`Refused` if it is illegal."""
        return applying.apply(state, command, dice, spent)

    def clock(self, state: MasterMoveState) -> Clock | None:
        """Return the clocks as they stood after the last act, None for a match without (M17)."""
        return clock.clock(state)

    def due(self, state: MasterMoveState) -> GameCommand | None:
        """Return the telling of what both sides have sealed, once they have."""
        return refusals.due(state)

    def outcome(self, state: MasterMoveState) -> Outcome | None:
        """Return how the match ended, None while it runs."""
        return state.outcome

    def standing(self, state: MasterMoveState) -> Formation:
        """Return where every figure on the table stands."""
        return state.standing

    def hand_plan(self, state: MasterMoveState) -> Plan:
        """Return what hands may do now."""
        return plan.hand_plan(state)

    def audience(self, state: MasterMoveState, command: GameCommand) -> Audience:
        """Sealed formations and relocations are their side's until both are told; all else is everyone's."""
        formation = isinstance(command, Formed) and state.options.setup is SetupOrder.SEALED
        relocation = isinstance(command, Relocate | Decline) and relocating.in_secret(state)
        side = plan.side_of(state, command)
        if side is None or not (formation or relocation):
            return EVERYONE
        return Audience(Secrecy.SEALED, frozenset({side}))

    def side_of(self, state: MasterMoveState, command: GameCommand) -> Side | None:
        """Return whose figure is moved, who relocates or resigns; None for the table's own acts."""
        return plan.side_of(state, command)

    def forced(self, state: MasterMoveState, standing: Formation, to_move: Side | None) -> MasterMoveState:
        """Return the match with its figures where an arbiter put them. Raises :class:`Refused`."""
        return override.forced(state, standing, to_move)

    def set_up(self, state: MasterMoveState) -> object:
        """Return who stands where at the kick-off, as :meth:`new` takes it; None while sides set up."""
        return rematch.set_up(state)

    def again(
        self, options: Mapping[str, object], formation: object, *, swapped: bool
    ) -> tuple[Mapping[str, object], object]:
        """Return options and formation of another match like that one; ``swapped``: mirrored."""
        return rematch.again(options, formation, swapped=swapped)

    def cards(self) -> list[JsonObject]:
        """Return how each kind of figure goes."""
        return cards.cards()

    def scene(self, state: MasterMoveState) -> GameScene:
        """Return the game's own light."""
        return light.scene(state)

    def pictured(self, state: MasterMoveState, viewer: Viewer) -> Pictured | None:  # noqa: ARG002 - all the same
        """Return what pictures show: what everyone knows, whoever looks."""
        return pictures.pictured(state)

    def view(self, state: MasterMoveState, viewer: Viewer) -> JsonObject:
        """Return the state as JSON; what a side has sealed only for that side."""
        return views.view(state, viewer)

    def parse(self, state: MasterMoveState, text: str) -> GameCommand:
        """Read a command in notation. Raises :class:`BadInput` / :class:`Refused` with the reason."""
        return notation.parse(state, text)

    def write(self, state: MasterMoveState, command: GameCommand) -> str:
        """Write a legal command in notation."""
        return notation.write(state, command)

    def position(self, state: MasterMoveState) -> str:
        """Return one printable line with all that play depends on."""
        return positions.position(state)

    def from_position(self, text: str) -> MasterMoveState:
        """Read a position line back. Raises :class:`BadInput`."""
        return positions.from_position(text)
