"""Imman as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feldlicht.base.clocks import Clock
from feldlicht.base.commands import GameCommand
from feldlicht.base.figures import Formation, Side
from feldlicht.base.plans import Nothing, Plan
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.styles import GameScene
from feldlicht.base.viewers import Audience, Viewer
from feldlicht.rules.game import Applied, JsonObject, Outcome, Plain
from feldlicht.rules.happened import Happened
from feldlicht.rules.imman import apply as applying
from feldlicht.rules.imman import clock as clocks
from feldlicht.rules.imman import legal as lawful
from feldlicht.rules.imman import notation, refusals, secrecy, sheets, tables
from feldlicht.rules.imman import options as choices
from feldlicht.rules.imman import position as positions
from feldlicht.rules.imman import report as reports
from feldlicht.rules.imman import view as views
from feldlicht.rules.imman.shipped import SHIPPED
from feldlicht.rules.imman.state import Match, new
from feldlicht.rules.offers import Option
from feldlicht.rules.told import Counted, Report


class Imman(Plain[Match]):
    """A match; what each method promises stands in :class:`~feldlicht.rules.game.Game`."""

    name: str = "imman"
    rules_version: int = 1
    # A match is played by acts, wherever its figures stand: larger fields have no board at all.
    needs_cells: bool = False
    throws: bool = True
    on_pages: bool = True

    def secrets(self, options: Mapping[str, object]) -> bool:  # noqa: ARG002 - any match may come to a 7-metre
        """What a keeper notes at a 7-metre is sealed."""
        return True

    def options(self) -> Sequence[Option]:
        """Return every option."""
        return choices.offered()

    def new(self, options: Mapping[str, object], formation: object) -> Match:
        """Return a match before its toss. ``formation``: each side's team as :mod:`~.sheets` reads it, None: those
        that come with the game. Raises :class:`BadInput` for unknown options or a team that may not play.
        """
        read = choices.read_options(options)
        return new(read, sheets.read_teams(formation, read.size, read.base_values))

    def teams(self) -> Mapping[str, JsonObject]:
        """Return the two teams that come with it."""
        return sheets.sides_form(SHIPPED)

    def legal(self, state: Match) -> Sequence[GameCommand]:
        """Return every act that may be done now, resigning left out."""
        return lawful.legal(state)

    def why_illegal(self, state: Match, command: GameCommand) -> Refusal | None:
        """Return why ``command`` may not be applied now, None if it may."""
        return refusals.why_illegal(state, command)

    def dice(self, state: Match, command: GameCommand) -> Sequence[int]:  # noqa: ARG002 - the state says what for
        """Return a W20 for a throw that nobody typed."""
        return applying.dice(command)

    def apply(self, state: Match, command: GameCommand, dice: Sequence[int] = (), spent: int = 0) -> Applied[Match]:
        """Return what ``command`` leads to. Raises :class:`Refused` if it is illegal."""
        return applying.apply(state, command, dice, spent)

    def clock(self, state: Match) -> Clock | None:
        """Return the time that is left of the half, where a match goes by time."""
        return clocks.clock(state)

    def outcome(self, state: Match) -> Outcome | None:
        """Return how the match ended, None while it runs."""
        return applying.outcome(state)

    def standing(self, state: Match) -> Formation:  # noqa: ARG002 - hands do not play it
        """No figure is felt."""
        return Formation(())

    def hand_plan(self, state: Match) -> Plan:  # noqa: ARG002
        """Hands on the field mean nothing."""
        return Nothing()

    def audience(self, state: Match, command: GameCommand) -> Audience:  # noqa: ARG002 - the act says it all
        """Return who may know of ``command``: what a keeper notes, his side only."""
        return secrecy.audience(command)

    def side_of(self, state: Match, command: GameCommand) -> Side | None:
        """Return the side whose act ``command`` is: a die is thrown by whoever it is due from."""
        return secrecy.side_of(state, command)

    def forced(self, state: Match, standing: Formation, to_move: Side | None) -> Match:  # noqa: ARG002
        """No position can be forced. Raises :class:`Refused`."""
        raise Refused(Refusal.of(Reason.BAD_OVERRIDE))

    def again(
        self, options: Mapping[str, object], formation: object, *, swapped: bool
    ) -> tuple[Mapping[str, object], object]:
        """Return the same match once more; ``swapped``: each side with the other's team."""
        if not swapped:
            return options, formation
        read = choices.read_options(options)
        teams = sheets.read_teams(formation, read.size, read.base_values)
        return options, sheets.teams_form((teams[1], teams[0]))

    def scene(self, state: Match) -> GameScene:  # noqa: ARG002 - nothing is lit
        """There is no light of its own yet."""
        return GameScene()

    def view(self, state: Match, viewer: Viewer) -> JsonObject:
        """Return the match as ``viewer`` may know it."""
        return views.view(state, viewer)

    def report(self, start: Match, happened: Sequence[Happened[Match]]) -> Report:
        """Return a match as it is told."""
        return reports.report(start, happened)

    def statistics(self, start: Match, happened: Sequence[Happened[Match]]) -> Counted:
        """Return what every figure and every side did."""
        return tables.counted(start, happened)

    def parse(self, state: Match, text: str) -> GameCommand:
        """Read an act. Raises :class:`BadInput`."""
        return notation.parse(text, state.ground)

    def write(self, state: Match, command: GameCommand) -> str:
        """Write an act."""
        return notation.write(command, state.ground)

    def position(self, state: Match) -> str:
        """Return one printable line with all that play depends on."""
        return positions.position(state)

    def from_position(self, text: str) -> Match:
        """Read a position line back. Raises :class:`BadInput`."""
        return positions.from_position(text)
