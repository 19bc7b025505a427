"""A match as a record that can be kept, given away and read again: header, acts as they stand, and how it ended.

Acts that were taken back are not in it; the log keeps those. Reading plays every act again by today's rules, so a
record that cannot have been played so is refused with the number of the first act that is wrong. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feldlicht.base.commands import TABLE_ACTS
from feldlicht.base.entries import Actor, Entry, SessionHeader
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.viewers import Role, Viewer
from feldlicht.rules.game import Game, JsonObject
from feldlicht.table import session as sessions
from feldlicht.table.record import Overridden, Ply, Session, Stamp
from feldlicht.table.session import REVEALED, open_session, state_hash

FORMAT = "feldlicht-match"
VERSION = 1
MOST_ACTS = 20_000
"""More than any match has; a record from outside may not keep the host busy for ever."""


def match_record(session: Session, viewer: Viewer, names: Mapping[str, str] | None = None) -> JsonObject:
    """Return the record of ``session`` as JSON; ``names``: the players' by seat, as a session knows none.

    Acts that ``viewer`` may not even notice are left out; in a game with secrets ``final`` is the game master's, as
    it would tell of them. Raises :class:`Refused` ``NOT_TOLD_YET`` while there is an act that he notices, may not
    know and that nobody has told; an arbiter's word in a game with secrets is such a one for all but the game master.
    """
    told = _told(session.entries)
    everything = viewer.role is Role.GAME_MASTER or not session.secrets
    plies = [ply for ply in session.plies if ply.audience.notices(viewer)]
    for ply in plies:
        known = ply.audience.knows(viewer) or ply.notation in told
        if not known or (isinstance(ply.command, Overridden) and not everything):
            raise Refused(Refusal.of(Reason.NOT_TOLD_YET))
    outcome = session.game.outcome(session.state)
    header = session.header
    return {
        "format": FORMAT,
        "v": VERSION,
        "game": header.game,
        "rules_version": session.game.rules_version,
        "options": dict(header.options),
        "formation": header.formation,
        "created_at": header.created_at,
        "players": dict(names or {}),
        "acts": [_act(number, ply) for number, ply in enumerate(plies, 1)],
        "state": session.lifecycle.value,
        "outcome": None
        if outcome is None
        else {
            "reason": str(outcome.reason),
            "winner": outcome.winner.value if outcome.winner else None,
            "score": list(outcome.score),
        },
        "final": state_hash(session.game, session.state) if everything else None,
    }


def _told(entries: Sequence[Entry]) -> frozenset[str]:
    """Return the notations of sealed acts that an open act has told."""
    facts = (dict(event.facts) for entry in entries for event in entry.events if event.name == REVEALED)
    return frozenset(one["notation"] for one in facts if "notation" in one)


def _act(number: int, ply: Ply) -> JsonObject:
    act: JsonObject = {"n": number}
    if isinstance(ply.command, Overridden):
        return act | {"override": ply.command.position}
    act["act"] = ply.notation
    if isinstance(ply.command, TABLE_ACTS):
        act["by"] = Actor.TABLE.value
    if ply.dice:
        act["dice"] = list(ply.dice)
    if ply.spent:
        act["spent"] = ply.spent
    return act


@dataclass(frozen=True, slots=True)
class ReadRecord:
    """A record that was read: the header to open a session with, and its log."""

    header: SessionHeader
    entries: tuple[Entry, ...]
    session: Session


def read_record(form: object, find_game: Callable[[str], Game[Any]], session_id: str, now: int) -> ReadRecord:
    """Read a record and play it again, act by act, as a session of its own without a board.

    ``now`` (UTC ms) is when its acts are entered. Raises :class:`BadInput` (``BAD_RECORD`` with ``part``), and what
    the game says of options and formation; :class:`Refused` ``BAD_RECORD`` with ``number``, ``act`` and ``because``
    for the first act that is not legal there.
    """
    record = _fields(form)
    header = SessionHeader(
        id=session_id,
        game=record["game"],
        options=record["options"],
        formation=record["formation"],
        board=None,
        created_at=now,
        virtual_hands=False,
    )
    session = open_session(find_game(header.game), header)
    for number, act in enumerate(record["acts"], 1):
        session = _played(session, number, act, now)
    final = record["final"]
    if final is not None and final != state_hash(session.game, session.state):
        raise _bad("final", final)
    return ReadRecord(header, session.entries, session)


def _fields(form: object) -> dict[str, Any]:
    if not isinstance(form, Mapping):
        raise _bad("record", type(form).__name__)
    for name, wanted in (("format", FORMAT), ("v", VERSION)):
        if form.get(name) != wanted:
            raise _bad(name, form.get(name))
    game, options, acts, final = (form.get(name) for name in ("game", "options", "acts", "final"))
    if not isinstance(game, str):
        raise _bad("game", game)
    if not isinstance(options, Mapping):
        raise _bad("options", options)
    if not isinstance(acts, list) or len(acts) > MOST_ACTS:
        raise _bad("acts", "")
    if final is not None and not isinstance(final, str):
        raise _bad("final", final)
    return {
        "game": game,
        "options": options,
        "formation": form.get("formation"),
        "acts": acts,
        "final": final,
    }


def _played(session: Session, number: int, act: object, now: int) -> Session:
    if not isinstance(act, Mapping):
        raise _bad("acts", number)
    override, notation = act.get("override"), act.get("act")
    dice, spent = act.get("dice", []), act.get("spent", 0)
    whole = isinstance(dice, list) and all(type(one) is int for one in [*dice, spent])
    if not whole or not isinstance(notation if override is None else override, str):
        raise _bad("acts", number)
    stamp = Stamp(Actor.TABLE if act.get("by") == Actor.TABLE.value else Actor.PAGE, now, spent=max(0, spent))
    game = session.game
    try:
        if override is not None:
            return sessions.override(session, game.from_position(override), (), stamp)
        return sessions.act(session, game.parse(session.state, str(notation)), stamp, tuple(dice))
    except Refused as refused:
        told = str(notation if override is None else "override")
        raise Refused(
            Refusal.of(Reason.BAD_RECORD, number=number, act=told, because=refused.refusal.reason)
        ) from refused


def _bad(part: str, value: object) -> BadInput:
    return BadInput(Reason.BAD_RECORD, part=part, text=value)
