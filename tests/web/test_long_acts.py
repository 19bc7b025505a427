"""What the rules of a fight take, however long it is to be written, is taken by the API too."""

from __future__ import annotations

from tests.web.test_seats_of_fights import FightOfDevices, fight

__all__ = ["fight"]


def test_a_note_may_be_as_long_as_its_refusal_says_also_of_signs_that_are_written_as_two(
    fight: FightOfDevices,
) -> None:
    for sign in ("x", "ä", '\\"'):
        fight.lead(f'set Silja note "{sign * 200}"')
    told = {"type": "act", "act": f'set Silja note "{"x" * 201}"'}
    fight.command(fight.owner, "gm", told, 422)


def test_an_act_may_affect_everybody_and_a_figure_may_have_as_many_acts_as_there_can_be(
    fight: FightOfDevices,
) -> None:
    name = "x" * 24
    fight.lead(f"add {name[:-3]} npc x118")
    everyone = ", ".join(["Bo", *(f"{name[:-3]}{number}" for number in range(1, 119))])
    fight.lead(f'act Silja 5 "{"w" * 200}" > {everyone}')
    acts = "; ".join(f"{number:02}{name[:-2]}:{1_000_000 - number}" for number in range(20))
    fight.lead(f'set Bo acts "{acts}"')
