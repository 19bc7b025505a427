"""Initiative & Verzögerung as the rest of the house sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feldlicht.base.commands import GameCommand, Reveal
from feldlicht.base.figures import FigureId, Formation, Side
from feldlicht.base.plans import Nothing, Plan
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.viewers import Audience, Viewer
from feldlicht.rules.dial import Dial
from feldlicht.rules.game import Applied, GameScene, JsonObject, Outcome, Plain
from feldlicht.rules.initiative import apply as applying
from feldlicht.rules.initiative import (
    dialling,
    joining,
    light,
    notation,
    refusals,
    seating,
    secrecy,
    setting_words,
)
from feldlicht.rules.initiative import position as positions
from feldlicht.rules.initiative import view as views
from feldlicht.rules.initiative.acts import Begin, Finish, Next, Roll
from feldlicht.rules.initiative.encounter_shelf import Shelf
from feldlicht.rules.initiative.state import Fight, Phase
from feldlicht.rules.offers import Option


class Initiative(Plain[Fight]):
    """A fight; what each method promises stands in :class:`~feldlicht.rules.game.Game`."""

    name: str = "initiative"
    rules_version: int = 1
    needs_cells: bool = False
    throws: bool = True

    def secrets(self, options: Mapping[str, object]) -> bool:  # noqa: ARG002 - any figure may conceal something
        """A fight always may have figures that players do not know."""
        return True

    def options(self) -> Sequence[Option]:
        """Return every setting."""
        return setting_words.offered()

    def encounters(self) -> Shelf:
        """Return the fights that are prepared."""
        return Shelf()

    def new(self, options: Mapping[str, object], formation: object) -> Fight:
        """Return a fight without figures. Raises :class:`BadInput` for unknown options, or for any formation."""
        if formation is not None:
            raise BadInput(Reason.NO_FORMATIONS, game=self.name)
        return Fight(setting_words.read_settings(options))

    def legal(self, state: Fight) -> Sequence[GameCommand]:
        """Return what needs no choice: what there is besides depends on what people make up."""
        return [one for one in (Begin(), Next(), Finish()) if self.why_illegal(state, one) is None]

    def why_illegal(self, state: Fight, command: GameCommand) -> Refusal | None:
        """Return why ``command`` may not be applied now, None if it may."""
        return refusals.why_illegal(state, command)

    def dice(self, state: Fight, command: GameCommand) -> Sequence[int]:
        """Return the dice of a probe that nobody typed."""
        return joining.needed(state, command) if isinstance(command, Roll) else ()

    def apply(
        self,
        state: Fight,
        command: GameCommand,
        dice: Sequence[int] = (),
        spent: int = 0,  # noqa: ARG002 - no clock runs
    ) -> Applied[Fight]:
        """Return what ``command`` leads to. Raises :class:`Refused` if it is illegal."""
        return applying.apply(state, command, dice)

    def due(self, state: Fight) -> GameCommand | None:
        """Return the revealing of a figure that has acted, where that is set."""
        return Reveal() if state.to_unmask is not None else None

    def outcome(self, state: Fight) -> Outcome | None:
        """Return that the fight is over; nobody is said to have won."""
        return Outcome(views.FINISHED, None, (0, 0)) if state.phase is Phase.OVER else None

    def standing(self, state: Fight) -> Formation:  # noqa: ARG002 - figures stand where they like
        """No figure stands on a cell."""
        return Formation(())

    def hand_plan(self, state: Fight) -> Plan:  # noqa: ARG002
        """Hands on the field mean nothing."""
        return Nothing()

    def audience(self, state: Fight, command: GameCommand) -> Audience:
        """Return who may know of ``command``."""
        return secrecy.audience(state, command)

    def side_of(self, state: Fight, command: GameCommand) -> Side | None:  # noqa: ARG002 - there are no sides
        """Everything is the game master's to do."""
        return None

    def seats(self, state: Fight, viewer: Viewer) -> Sequence[FigureId]:
        """Return the players' figures that the viewer may know of."""
        return seating.seats(state, viewer)

    def renamed(self, before: Fight, after: Fight) -> Mapping[FigureId, FigureId]:
        """Return players' figures that have another name now, or one that is known."""
        return seating.renamed(before, after)

    def why_not_by(self, state: Fight, command: GameCommand, figure: FigureId) -> Refusal | None:
        """Return why a figure's player may not do that: only its own dice, and acts where that is set."""
        return seating.why_not_by(state, command, figure)

    def pause(self, state: Fight) -> int | None:
        """Return the delay of the hand-over, where one is set."""
        delay = state.settings.hand_over_seconds * 1000
        return delay if delay and self.why_illegal(state, Next()) is None else None

    def dial(self, state: Fight) -> Dial | None:
        """Return the VZ of whoever is on turn, then those of whoever may react; dead while a concealed one is."""
        return dialling.dial(state)

    def dialled(self, state: Fight, command: GameCommand) -> GameScene:
        """Return the light with a ghost where the act would lead."""
        return light.scene(state, command)

    def forced(self, state: Fight, standing: Formation, to_move: Side | None) -> Fight:  # noqa: ARG002
        """No position can be forced: an INI is corrected by an act. Raises :class:`Refused`."""
        raise Refused(Refusal.of(Reason.BAD_OVERRIDE))

    def scene(self, state: Fight) -> GameScene:
        """Return the light of ring and strip."""
        return light.scene(state)

    def view(self, state: Fight, viewer: Viewer) -> JsonObject:
        """Return the fight as ``viewer`` may know it."""
        return views.view(state, viewer)

    def parse(self, state: Fight, text: str) -> GameCommand:  # noqa: ARG002 - figures are named by their labels
        """Read an act. Raises :class:`BadInput`."""
        return notation.parse(text)

    def write(self, state: Fight, command: GameCommand) -> str:  # noqa: ARG002
        """Write an act."""
        return notation.write(command)

    def position(self, state: Fight) -> str:
        """Return one printable line with all that its going on depends on."""
        return positions.position(state)

    def from_position(self, text: str) -> Fight:
        """Read a position line back. Raises :class:`BadInput`."""
        return positions.from_position(text)
