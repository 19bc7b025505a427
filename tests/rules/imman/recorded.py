"""Matches of Imman as sessions of the house, led at random."""

from __future__ import annotations

import random
from collections.abc import Mapping

from feldlicht.base.dice import thrown
from feldlicht.base.entries import Actor, SessionHeader
from feldlicht.rules.imman import GAME
from feldlicht.rules.imman.sheets import teams_form
from feldlicht.rules.imman.teams import Team
from feldlicht.table import session as sessions
from feldlicht.table.record import Lifecycle, Session, Stamp
from feldlicht.table.session import open_session
from tests.rules.imman.random_matches import chosen

MOST_ACTS = 4000


def opened(options: Mapping[str, object], teams: tuple[Team, Team] | None = None) -> Session:
    """A session before the toss."""
    formation = None if teams is None else teams_form(teams)
    return open_session(GAME, SessionHeader("match", GAME.name, options, formation, None, 1))


def done(session: Session, *lines: str) -> Session:
    """The session after these acts; a die that nobody typed is thrown by the house."""
    for line in lines:
        command = GAME.parse(session.state, line)
        dice = thrown(f"{session.revision}", GAME.dice(session.state, command))
        session = sessions.act(session, command, Stamp(Actor.PAGE, 1), dice)
    return session


def led_session(seed: int, options: Mapping[str, object], most: int = MOST_ACTS) -> Session:
    """A session led at random, to its end or for so many acts."""
    chance, session = random.Random(seed), opened(options)
    while session.lifecycle is Lifecycle.RUNNING and session.revision < most:
        command = chosen(session.state, list(GAME.legal(session.state)), chance)
        session = done(session, GAME.write(session.state, command))
    return session
