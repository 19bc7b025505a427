"""What every game owes the house, tried on a match: for the tests of those who make games. Pure.

``prove(game, options, formation, choices)`` plays a match in which each number picks one of the acts that are legal
then, and looks after each act whether the game keeps what :class:`~feldlicht.rules.game.Game` promises. Numbers from
a property-based test library make matches of all kinds, and shrink the one in which something is broken.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from feldlicht.base.cells import CELLS, RING_COUNT, STRIP_COUNT, cell_name
from feldlicht.base.commands import TABLE_ACTS, GameCommand, Move, Proceed, TimeOut
from feldlicht.base.entries import Actor, SessionHeader
from feldlicht.base.figures import Side
from feldlicht.base.plans import Moves, Nothing
from feldlicht.base.reasons import Refused
from feldlicht.base.viewers import GAME_MASTER, OWNER, PUBLIC, Role, Secrecy, Viewer
from feldlicht.rules.contract import broken
from feldlicht.rules.game import Applied, Game, GameScene
from feldlicht.table import session as sessions
from feldlicht.table.match_record import match_record, read_record
from feldlicht.table.record import Lifecycle, Session, Stamp

VIEWERS = (PUBLIC, OWNER, *(Viewer(Role.PLAYER, side) for side in Side))
"""Who looks at every state; the game master sees it too, and everything in it."""
FEW = 4
"""How many sealed acts are compared with each other in one state."""
_DICE = 20
_OFTEN = 5
_NOW = 1


class NotKept(AssertionError):
    """Raised for a promise that the game does not keep; says which, and in which position."""


def prove(game: Game[Any], options: Mapping[str, object], formation: object, choices: Sequence[int]) -> Session:
    """Play a match by ``choices`` (whole numbers from 0) and return it. Raises :class:`NotKept`.

    Tried in every state: there is an act or an end; each legal act is written, read back and applied to the same
    state twice; hands may do just the legal moves; the position line reads back; the view is JSON, with every figure
    where hands play, and alike for all if there are no secrets; light is on lamps that there are, also while the
    knob points at something; an arbiter is obeyed; whoever may not know a sealed act sees the same after each of its
    like.
    Each act is taken back and played again. At last the log and the record are read, and lead to the same state.
    """
    fault = broken(game, game.name)
    if fault is not None:
        raise NotKept(fault)
    header = SessionHeader("proof", game.name, dict(options), formation, None, _NOW)
    session = sessions.open_session(game, header)
    for choice in choices:
        check(game, options, session.state)
        command = _next(game, session.state, choice)
        if command is None:
            break
        before = session.state
        session = sessions.act(session, command, Stamp(Actor.PAGE, _NOW, nonce="n"), _dice(choice))
        again = _back_and_again(session, before)
        # Now and then the log keeps that it was taken back and played again.
        session = again if choice % _OFTEN == 0 else session
    check(game, options, session.state)
    _check_log(session)
    return session


def check(game: Game[Any], options: Mapping[str, object], state: Any) -> None:
    """Try one state. Raises :class:`NotKept`."""
    here = _Here(game, state)
    legal = list(game.legal(state))
    over = game.outcome(state) is not None
    here.must(bool(legal) or over or game.due(state) is not None, "there is an act, or an end")
    here.must(not (legal and over), "after the end nothing is legal")
    for command in legal:
        _check_act(here, command)
    _check_plan(here, legal, over)
    line = game.position(state)
    here.must(line.isprintable() and line.isascii(), "a position is one line of printable ASCII")
    here.must(game.from_position(line) == state, "a position line reads back as the same state")
    here.must(hash(game.from_position(line)) == hash(state), "the same state has the same hash")
    _check_light(here, game.scene(state))
    _check_knob(here, over)
    _check_arbiter(here)
    _check_views(here, options)
    _check_sealed(here, legal)


@dataclass(frozen=True, slots=True)
class _Here:
    game: Game[Any]
    state: Any

    def must(self, kept: bool, promise: str, about: object = "") -> None:
        if not kept:
            raise NotKept(f"{promise}: {about}" if about else promise, self.game.position(self.state))

    def after(self, command: GameCommand) -> Applied[Any]:
        return self.game.apply(self.state, command, _dice(0))


def _next(game: Game[Any], state: Any, choice: int) -> GameCommand | None:
    due = game.due(state)
    if due is not None:
        return due
    legal = [one for one in game.legal(state) if not isinstance(one, TimeOut)]
    return legal[choice % len(legal)] if legal else None


def _dice(choice: int) -> tuple[int, ...]:
    return tuple((choice // 7 + n * n) % 6 + 1 for n in range(_DICE))


def _check_act(here: _Here, command: GameCommand) -> None:
    game, state = here.game, here.state
    before = game.position(state)
    here.must(game.why_illegal(state, command) is None, "what is legal is not refused", command)
    written = game.write(state, command)
    here.must(written.isprintable() and bool(written), "an act is written in one printable line", command)
    here.must(game.parse(state, written) == command, "what is written is read back as the same act", written)
    if isinstance(command, TimeOut):
        return  # Legal only once a clock has run out.
    once, again = here.after(command), here.after(command)
    here.must(once == again, "the same act leads to the same state and events", written)
    here.must(game.position(state) == before, "applying an act leaves the state before it alone", written)
    facts = [one for event in once.events for fact in event.facts for one in fact]
    here.must(all(isinstance(one, str) for one in facts), "facts of events are texts", written)
    here.must(0 <= once.dice_used <= _DICE, "an act uses up some of the dice that it gets", written)


def _check_plan(here: _Here, legal: Sequence[GameCommand], over: bool) -> None:
    plan = here.game.hand_plan(here.state)
    here.must(not over or isinstance(plan, Nothing), "after the end hands mean nothing")
    if isinstance(plan, Moves):
        told = {(figure, target) for figure, cells in plan.targets.items() for target in cells}
        moves = {(one.figure, one.target) for one in legal if isinstance(one, Move)}
        here.must(told == moves, "hands may move just as the rules allow", told ^ moves)


def _check_light(here: _Here, scene: GameScene) -> None:
    cells = {*scene.base.cells, *scene.last_move}
    here.must(cells <= set(CELLS), "light is on cells that there are", cells - set(CELLS))
    here.must(set(scene.base.ring) <= set(range(RING_COUNT)), "light is on lamps of the ring that there are")
    here.must(set(scene.base.strip) <= set(range(STRIP_COUNT)), "light is on lamps of the strip that there are")


def _check_knob(here: _Here, over: bool) -> None:
    """What the knob points at can be written, read and lit; whether it may be done, a secret may decide."""
    game, state = here.game, here.state
    for row in game.dial(state) or ():
        here.must(0 <= row.start < len(row.acts), "a row of the dial has an act to begin with", row.start)
        act = row.acts[row.start]
        here.must(game.parse(state, game.write(state, act)) == act, "what the knob points at is written", act)
        _check_light(here, game.dialled(state, act))
    here.must(not over or not game.dial(state), "after the end the knob chooses nothing")
    if game.pause(state) is not None:
        here.must(game.why_illegal(state, Proceed()) is None, "after a pause it may go on")


def _check_arbiter(here: _Here) -> None:
    """An arbiter who leaves all figures where they are gets a state that can be kept, or a refusal."""
    game, standing = here.game, here.game.standing(here.state)
    for to_move in (None, *Side):
        try:
            forced = game.forced(here.state, standing, to_move)
        except Refused:
            continue
        here.must(game.standing(forced) == standing, "an arbiter's word puts figures where he says")
        here.must(game.from_position(game.position(forced)) == forced, "an arbiter's word can be kept", to_move)


def _check_views(here: _Here, options: Mapping[str, object]) -> None:
    game, state = here.game, here.state
    standing = {cell_name(which): one.id for which, one in game.standing(state).items()}
    views = [json.loads(json.dumps(game.view(state, viewer))) for viewer in (*VIEWERS, GAME_MASTER)]
    for view in views:
        shown = {one["cell"]: one["id"] for one in view["figures"]}
        if game.needs_cells:
            here.must(shown == standing, "a view shows every figure where it stands")
        # Where hands do not play there may be nobody whose turn it is: at the end, say.
        turn = {*Side} if game.needs_cells else {*Side, None}
        here.must(isinstance(view["phase"], str) and view["to_move"] in turn, "a view says how things are")
        here.must((view["outcome"] is None) == (game.outcome(state) is None), "a view tells of the end")
    if not game.secrets(options):
        here.must(all(view == views[0] for view in views), "without secrets everyone sees the same")


def _check_sealed(here: _Here, legal: Sequence[GameCommand]) -> None:
    """Whoever may not know which of several acts was sealed sees no difference between them."""
    game, state = here.game, here.state
    for side in Side:
        kept = [one for one in legal if game.side_of(state, one) is side]
        sealed = [one for one in kept if game.audience(state, one).secrecy is not Secrecy.OPEN][:FEW]
        for viewer in VIEWERS:
            blind = [one for one in sealed if not game.audience(state, one).knows(viewer)]
            after = [game.view(here.after(one).state, viewer) for one in blind]
            here.must(all(one == after[0] for one in after), "a sealed act is not seen by who may not know it")


def _back_and_again(session: Session, before: Any) -> Session:
    """Take the last act back, and play it again."""
    if isinstance(session.plies[-1].command, TABLE_ACTS):
        return session  # Nobody did it, so nobody takes it back by itself.
    here = _Here(session.game, session.state)
    stamp = Stamp(Actor.PAGE, _NOW, viewer=GAME_MASTER)
    back = sessions.undo(session, stamp, agreed=True)
    here.must(back.state == before, "an act that is taken back leaves the state before it")
    again = sessions.redo(back, stamp)
    here.must(again.state == session.state, "played again it leads to the same state")
    return again


def _check_log(session: Session) -> None:
    """Open the log again, and read the record."""
    game, here = session.game, _Here(session.game, session.state)
    opened = sessions.open_session(game, session.header, session.entries)
    here.must(opened.frozen is None, "the log leads to the same states", opened.frozen)
    here.must(opened.state == session.state, "the log leads to the same state")
    record = json.loads(json.dumps(match_record(session, GAME_MASTER)))
    read = read_record(record, lambda _: game, "read", _NOW).session
    here.must(read.state == session.state, "a record that is read leads to the same state")
    here.must(read.lifecycle in (session.lifecycle, Lifecycle.RUNNING), "a record ends as the match did")


def choices_of(number: int, count: int) -> Iterator[int]:
    """Return ``count`` choices drawn from one number, for whoever has no test library: the same for ever."""
    for _ in range(count):
        number = (number * 6364136223846793005 + 1442695040888963407) % 2**64
        yield number >> 33


__all__ = ["VIEWERS", "NotKept", "check", "choices_of", "prove"]
