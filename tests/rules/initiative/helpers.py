"""Fights in tests, told in the notation: one act a line."""

from __future__ import annotations

from collections.abc import Sequence

from feldlicht.base.entries import Event
from feldlicht.base.reasons import BadInput, Reason, Refusal
from feldlicht.base.viewers import GAME_MASTER, PUBLIC
from feldlicht.rules.initiative import GAME, Fight


def told(text: str) -> list[str]:
    """Return the acts of a text: a line each, or divided by ``·``."""
    return [one.strip() for line in text.splitlines() for one in line.split("·") if one.strip()]


def on(fight: Fight, text: str, dice: Sequence[int] = ()) -> Fight:
    """Return the fight after these acts and what is due by itself, each of which must be legal and read back."""
    for line in told(text):
        command = GAME.parse(fight, line)
        assert GAME.parse(fight, GAME.write(fight, command)) == command
        fight = GAME.apply(fight, command, dice).state
        while (due := GAME.due(fight)) is not None:
            fight = GAME.apply(fight, due).state
        assert GAME.from_position(GAME.position(fight)) == fight
    return fight


def fight(text: str = "", **settings: object) -> Fight:
    """Return a new fight after these acts."""
    return on(GAME.new(settings, None), text)


def refusal(fight: Fight, line: str) -> Refusal | None:
    """Return why an act may not be done, None if it may."""
    try:
        command = GAME.parse(fight, line)
    except BadInput as bad:
        return bad.refusal
    return GAME.why_illegal(fight, command)


def reason(fight: Fight, line: str) -> Reason | None:
    """Return the reason code of a refusal."""
    found = refusal(fight, line)
    return None if found is None else found.reason


def inis(fight: Fight) -> dict[str, int | None]:
    """Return the INI of every figure."""
    return {one.label: one.ini for one in fight.present}


def turn(fight: Fight) -> str | None:
    """Return who is on turn."""
    return fight.on_turn.label if fight.on_turn is not None else None


def order(fight: Fight) -> list[str]:
    """Return who follows whom, as the game master sees it."""
    return [one.label for one in fight.in_order]


def events(fight: Fight, line: str, dice: Sequence[int] = ()) -> list[Event]:
    """Return what happens by an act."""
    return list(GAME.apply(fight, GAME.parse(fight, line), dice).events)


def happened(fight: Fight, line: str) -> list[str]:
    """Return the names of what happens by an act."""
    return [one.name for one in events(fight, line)]


def public(fight: Fight) -> dict[str, object]:
    """Return the fight as everyone sees it."""
    return GAME.view(fight, PUBLIC)


def masters(fight: Fight) -> dict[str, object]:
    """Return the fight as the game master sees it."""
    return GAME.view(fight, GAME_MASTER)
