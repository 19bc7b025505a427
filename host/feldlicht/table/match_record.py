"""A match as a record that can be kept, given away and read again: header, acts as they stand, and how it ended.

Acts that were taken back are not in it; the log keeps those. Reading plays every act again by today's rules, so a
record that cannot have been played so is refused with the number of the first act that is wrong. Pure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from feldlicht.base.commands import TABLE_ACTS, GameCommand, Reveal
from feldlicht.base.entries import Actor, Entry, SessionHeader
from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.base.viewers import Role, Secrecy, Viewer
from feldlicht.rules.game import Game, JsonObject
from feldlicht.table import session as sessions
from feldlicht.table.record import Lifecycle, Overridden, Ply, Session, Stamp
from feldlicht.table.session import open_session, state_hash

FORMAT = "feldlicht-match"
VERSION = 1
MOST_ACTS = 20_000
"""More than any match has; a record from outside may not keep the host busy for ever."""


def match_record(session: Session, viewer: Viewer, names: Mapping[str, str] | None = None) -> JsonObject:
    """Return the record of ``session`` as JSON; ``names``: the players' by seat, as a session knows none.

    Left out is what ``viewer`` may not even notice, and what he may not know and nobody will tell any more, as the
    match has ended before. In a game with secrets ``final`` is the game master's, as it would tell of them. Raises
    :class:`Refused` ``NOT_TOLD_YET`` while there is a sealed act that is still to be told; an arbiter's word in a
    game with secrets is such a one for all but the game master.
    """
    everything = viewer.role is Role.GAME_MASTER or not session.secrets
    known = _known(session, viewer)
    if not everything and any(isinstance(ply.command, Overridden) for ply in known.plies):
        raise Refused(Refusal.of(Reason.NOT_TOLD_YET))
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
        "acts": [_act(number, ply) for number, ply in enumerate(known.plies, 1)],
        "state": session.lifecycle.value,
        "outcome": _outcome(known),
        "final": state_hash(session.game, known.state) if everything else None,
    }


def _outcome(session: Session) -> JsonObject | None:
    outcome = session.game.outcome(session.state)
    if outcome is None:
        return None
    winner = outcome.winner.value if outcome.winner else None
    return {"reason": str(outcome.reason), "winner": winner, "score": list(outcome.score)}


def _known(session: Session, viewer: Viewer) -> Session:
    """Return the match with the acts alone that ``viewer`` knows, or that were told. Raises ``NOT_TOLD_YET``."""
    running = session.lifecycle is Lifecycle.RUNNING
    kept: list[Ply] = []
    # What told a sealed act, or had it fall (an arbiter's word), None while it is to come. The words of an act do not
    # show it: the same may have been told before, and be sealed again now.
    fate: Reveal | Overridden | None = None
    for ply in reversed(session.plies):
        if ply.audience.knows(viewer) or isinstance(fate, Reveal):
            kept.append(ply)
        elif ply.audience.secrecy is Secrecy.SEALED and running and fate is None:
            raise Refused(Refusal.of(Reason.NOT_TOLD_YET))
        if isinstance(ply.command, Reveal | Overridden):
            fate = ply.command
    if len(kept) == len(session.plies):
        return session
    # What is left out changes the states after it, so the rest is played again.
    return _played_again(replace(session, plies=()), kept[::-1])


def _played_again(session: Session, plies: Sequence[Ply]) -> Session:
    for ply in plies:
        if isinstance(ply.command, Overridden):
            again = ply
        else:
            try:
                applied = session.game.apply(session.state, ply.command, ply.dice, ply.spent)
            except Refused as refused:
                raise Refused(Refusal.of(Reason.NOT_TOLD_YET)) from refused
            again = replace(ply, after=applied.state)
        session = replace(session, plies=(*session.plies, again))
    return session


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
    session = _ended(session, record, now)
    final = record["final"]
    if final is not None and final != state_hash(session.game, session.state):
        raise _bad("final", final)
    return ReadRecord(header, session.entries, session)


def _ended(session: Session, record: Mapping[str, Any], now: int) -> Session:
    """Return the match given up if the record says so. Raises ``BAD_RECORD`` if it ended otherwise than it says."""
    state = record.get("state", session.lifecycle.value)
    if state == Lifecycle.ABANDONED.value and session.lifecycle is Lifecycle.RUNNING:
        session = sessions.abandon(session, Stamp(Actor.PAGE, now))
    # Where today's rules could not read on, only what had been read before is in the record.
    if state not in (session.lifecycle.value, Lifecycle.FROZEN.value):
        raise _bad("state", state)
    if "outcome" in record and record["outcome"] != _outcome(session):
        raise _bad("outcome", record["outcome"])
    return session


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
        **{name: form[name] for name in ("state", "outcome") if name in form},
    }


def _played(session: Session, number: int, act: object, now: int) -> Session:
    if not isinstance(act, Mapping):
        raise _bad(f"acts {number}", act)
    override, notation = act.get("override"), act.get("act")
    dice, spent = act.get("dice", []), act.get("spent", 0)
    whole = isinstance(dice, list) and all(type(one) is int for one in [*dice, spent])
    if not whole or spent < 0 or not isinstance(notation if override is None else override, str):
        raise _bad(f"acts {number}", act)
    stamp = Stamp(Actor.TABLE if act.get("by") == Actor.TABLE.value else Actor.PAGE, now, spent=spent)
    game = session.game
    try:
        if override is not None:
            return _overridden(session, game.from_position(override), stamp)
        return _thrown(session, game.parse(session.state, str(notation)), stamp, tuple(dice))
    except Refused as refused:
        told = str(notation if override is None else "override")
        raise Refused(
            Refusal.of(Reason.BAD_RECORD, number=number, act=told, because=refused.refusal.reason)
        ) from refused


def _thrown(session: Session, command: GameCommand, stamp: Stamp, dice: tuple[int, ...]) -> Session:
    """Return the session after an act with the dice of the record. Raises :class:`Refused`, ``BAD_DICE`` for others
    than those that are thrown for it.
    """
    refusal = session.game.why_illegal(session.state, command)
    if refusal is not None:
        raise Refused(refusal)
    sides = session.game.dice(session.state, command)
    if sides and (
        len(dice) != len(sides) or any(not 1 <= one <= most for one, most in zip(dice, sides, strict=True))
    ):
        raise Refused(Refusal.of(Reason.BAD_DICE))
    after = sessions.act(session, command, stamp, dice)
    if after.plies[-1].dice != dice:
        raise Refused(Refusal.of(Reason.BAD_DICE))
    return after


def _overridden(session: Session, state: Any, stamp: Stamp) -> Session:
    """Return the session after an arbiter's word, if an arbiter can have had this one. Raises :class:`Refused`."""
    game, standing = session.game, session.game.standing(state)
    if state not in [game.forced(session.state, standing, to_move) for to_move in (None, *Side)]:
        raise Refused(Refusal.of(Reason.BAD_OVERRIDE))
    return sessions.override(session, state, (), stamp)


def _bad(part: str, value: object) -> BadInput:
    return BadInput(Reason.BAD_RECORD, part=part, text=value)
