"""The encounters that come with the game, and what the house asks of encounters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.rules.initiative import encounters as them
from feldlicht.rules.initiative.encounter_forms import encounter_form, read_encounter
from feldlicht.rules.initiative.encounters import Encounter, Group, encounter
from feldlicht.rules.initiative.figures import Kind, Known
from feldlicht.rules.initiative.notation import write
from feldlicht.rules.initiative.settings import Settings
from feldlicht.rules.initiative.state import Fight
from feldlicht.rules.offers import Encounter as Form
from feldlicht.rules.offers import Say


def _group(
    name: str,
    count: int,
    perception: int,
    advantage: int,
    acts: Mapping[str, int],
    known: Known = Known.FIGURE,
) -> Group:
    """Figures of the game master; what they do first is what they mostly do."""
    usual = next(iter(acts.values()))
    return Group(name, Kind.MASTERS, known, (None,) * count, perception, advantage, usual, tuple(acts.items()))


_SHIPPED: Mapping[str, tuple[Group, ...]] = {
    "wolves_on_the_road": (
        _group("pack_leader", 1, 13, 2, {"bite": 7, "howl": 4}),
        _group("grey_wolf", 4, 12, 1, {"bite": 6, "leap": 9}),
    ),
    "toll_at_the_bridge": (
        _group("toll_keeper", 1, 12, 1, {"halberd": 9, "orders": 3}),
        _group("bridge_guard", 3, 10, 0, {"club": 8, "shove": 5}),
        _group("archer_in_hiding", 2, 13, 1, {"bow": 10, "knife": 5}, Known.NO),
    ),
    "lights_in_the_crypt": (
        _group("crypt_warden", 1, 11, 0, {"two_hander": 11, "cold_breath": 14}),
        _group("bone_servant", 5, 7, -1, {"rusty_blade": 9}),
        _group("will_o_the_wisp", 1, 15, 3, {"dazzle": 5}, Known.NO),
    ),
}
"""Groups by the names that their texts have: ``encounter.NAME``, and of figures and acts ``encounter.part.NAME``."""


class Shelf:
    """The encounters of fights; what each method promises stands in :class:`~feldlicht.rules.offers.Encounters`."""

    def shipped(self, say: Say) -> Mapping[str, Form]:
        """Return those that come with the game."""
        return {name: encounter_form(_spoken(name, groups, say)) for name, groups in _SHIPPED.items()}

    def read(self, form: object) -> Form:
        """Return an encounter as it is kept. Raises :class:`~feldlicht.base.reasons.BadInput`."""
        return encounter_form(read_encounter(form))

    def of(self, state: Fight, name: str) -> Form:
        """Return everybody in a fight."""
        return self.read(encounter_form(them.encounter_of(state, name)))

    def players_of(self, state: Fight, name: str) -> Form:
        """Return the players' figures of a fight."""
        return encounter_form(them.players_of(state, name))

    def acts(self, state: Fight, encounter: Form) -> Sequence[str]:
        """Return the acts by which all join. Raises :class:`Refused` ``CANNOT_JOIN``, ``NOBODY_TO_BRING``."""
        acts = them.joining(state, read_encounter(encounter))
        if not acts:
            raise Refused(Refusal.of(Reason.NOBODY_TO_BRING))
        return [write(act) for act in acts]

    def absent(self, state: Fight, encounter: Form) -> Form:
        """Return who is not there yet. Raises :class:`Refused` ``NOBODY_TO_BRING``."""
        return encounter_form(them.absent(state, read_encounter(encounter)))


def _spoken(name: str, groups: tuple[Group, ...], say: Say) -> Encounter:
    def part(word: str) -> str:
        return say(f"encounter.part.{word}")

    named = (
        Group(
            part(one.name),
            one.kind,
            one.known,
            one.colours,
            one.perception,
            one.advantage,
            one.usual,
            tuple((part(act), delay) for act, delay in one.acts),
        )
        for one in groups
    )
    return encounter(say(f"encounter.{name}"), Settings(), named)
