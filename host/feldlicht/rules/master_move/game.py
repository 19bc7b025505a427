"""Master Move as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feldlicht.base.commands import GameCommand
from feldlicht.base.figures import Formation, Side
from feldlicht.base.plans import Plan
from feldlicht.base.reasons import Refusal
from feldlicht.base.viewers import EVERYONE, Audience, Viewer
from feldlicht.rules.game import Applied, GameScene, JsonObject, Outcome
from feldlicht.rules.master_move import apply as applying
from feldlicht.rules.master_move import light, moves, notation, override, plan, refusals
from feldlicht.rules.master_move import position as positions
from feldlicht.rules.master_move import view as views
from feldlicht.rules.master_move.formation import read_formation
from feldlicht.rules.master_move.options import read_options
from feldlicht.rules.master_move.state import MasterMoveState, Phase


class MasterMove:
    """The rule system Master Move; what each method promises stands in :class:`~feldlicht.rules.game.Game`."""

    name: str = "master_move"
    rules_version: int = 1
    secrets: bool = False
    needs_cells: bool = True

    def new(self, options: Mapping[str, object], formation: object) -> MasterMoveState:
        """Return a match in SETUP. Options: :func:`read_options`; formation: :func:`read_formation`."""
        chosen = read_options(options)
        figures = read_formation(formation, chosen.zone)
        return MasterMoveState(
            options=chosen,
            phase=Phase.SETUP,
            to_move=chosen.kick_off,
            kick_off=chosen.kick_off,
            position=figures,
            formation=figures,
        )

    def legal(self, state: MasterMoveState) -> Sequence[GameCommand]:
        """Return every command that may be applied now, resigning left out."""
        return moves.legal(state)

    def why_illegal(self, state: MasterMoveState, command: GameCommand) -> Refusal | None:
        """Return why ``command`` may not be applied now, None if it may."""
        return refusals.why_illegal(state, command)

    def apply(
        self, state: MasterMoveState, command: GameCommand, dice: Sequence[int] = ()
    ) -> Applied[MasterMoveState]:
        """Return what ``command`` leads to; dice are left unused. Raises :class:`Refused` if it is illegal."""
        return applying.apply(state, command, dice)

    def outcome(self, state: MasterMoveState) -> Outcome | None:
        """Return how the match ended, None while it runs."""
        return state.outcome

    def standing(self, state: MasterMoveState) -> Formation:
        """Return where every figure on the table stands."""
        return state.standing

    def hand_plan(self, state: MasterMoveState) -> Plan:
        """Return what hands may do now."""
        return plan.hand_plan(state)

    def audience(self, state: MasterMoveState, command: GameCommand) -> Audience:  # noqa: ARG002 - no secrets here
        """Everyone sees everything that is done."""
        return EVERYONE

    def hands_audience(self, state: MasterMoveState) -> Audience:  # noqa: ARG002 - no secrets here
        """Everyone sees what hands do."""
        return EVERYONE

    def side_of(self, state: MasterMoveState, command: GameCommand) -> Side | None:
        """Return whose figure is moved, who relocates or resigns; None for the table's own acts."""
        return plan.side_of(state, command)

    def forced(self, state: MasterMoveState, standing: Formation, to_move: Side | None) -> MasterMoveState:
        """Return the match with its figures where an arbiter put them. Raises :class:`Refused`."""
        return override.forced(state, standing, to_move)

    def scene(self, state: MasterMoveState) -> GameScene:
        """Return the game's own light."""
        return light.scene(state)

    def view(self, state: MasterMoveState, viewer: Viewer) -> JsonObject:  # noqa: ARG002 - nothing is secret here
        """Return the state as JSON, the same for every viewer."""
        return views.view(state)

    def parse(self, state: MasterMoveState, text: str) -> GameCommand:
        """Read a command in notation. Raises :class:`BadInput` / :class:`Refused` with the reason."""
        return notation.parse(state, text)

    def write(self, state: MasterMoveState, command: GameCommand) -> str:  # noqa: ARG002 - ids say enough here
        """Write a legal command in notation."""
        return notation.write(command)

    def position(self, state: MasterMoveState) -> str:
        """Return one printable line with all that play depends on."""
        return positions.position(state)

    def from_position(self, text: str) -> MasterMoveState:
        """Read a position line back. Raises :class:`BadInput`."""
        return positions.from_position(text)
