"""The one step of a table: each input is handled, then the hands are read again."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import get_args

from feldlicht.base.commands import (
    TABLE_ACTS,
    CommandType,
    Decline,
    GameCommand,
    Move,
    Pick,
    Place,
    Relocate,
    Tap,
)
from feldlicht.base.entries import Actor
from feldlicht.base.figures import Side
from feldlicht.base.hands import Question
from feldlicht.base.manners import TakebackRule
from feldlicht.base.plans import Build, Free, Moves
from feldlicht.base.reasons import Reason, Refusal, Refused
from feldlicht.base.viewers import OWNER, Role
from feldlicht.board.reading_build import formation_stands, relocation
from feldlicht.table import pointing, proposing
from feldlicht.table import session as sessions
from feldlicht.table.acts import Done, applied, by_hands, commanded, followed, unnoticed
from feldlicht.table.carrying import has_virtual_hands, let_go, ordered, to_carry, virtual_hands
from feldlicht.table.identity import fingerprint, recalled
from feldlicht.table.messages import (
    Accepted,
    Append,
    BoardAway,
    BoardHere,
    BoardKnown,
    BuildForMe,
    ButtonPressed,
    Declined,
    Effect,
    HandsAtWork,
    Input,
    KnobTurned,
    Override,
    Pressed,
    PressedLong,
    Request,
    Sensed,
    Show,
    Tuned,
    Wake,
)
from feldlicht.table.overriding import overridden
from feldlicht.table.rights import why_not
from feldlicht.table.session import Lifecycle, Session, Stamp
from feldlicht.table.settle import by_itself, settle
from feldlicht.table.table import Step, Table
from feldlicht.table.timing import spent


def step(table: Table, what: Input, now: int) -> Step:
    """Return what ``what`` leads to at ``now`` (host ms that never go back)."""
    match what:
        case BoardHere(simulated):
            reader = table.reader.interrupted()
            here = replace(table, present=True, heard=False, simulated=simulated, reader=reader)
            # A board that (re)starts has forgotten its lights.
            return settle(here, now, (Show(table.scene),))
        case BoardAway():
            away = replace(table, present=False, heard=False, reader=table.reader.interrupted())
            return settle(away, now, ())
        case Sensed(occupancy, touched):
            sensed = replace(table, heard=True, reader=table.reader.sensed(occupancy, touched, now))
            return _with_owed_hands(sensed, now)
        case Wake():
            return settle(table, now, ())
        case Tuned(timings, takeback):
            return settle(replace(table, timings=timings, takeback=takeback), now, ())
        case BoardKnown(masked, orientation):
            return settle(replace(table, masked=masked, orientation=orientation), now, ())
        case HandsAtWork(busy):
            return _hands_at_work(table, busy, now)
        case Pressed():
            return _pressed(table, now)
        case PressedLong() if pointing.is_dead(table):
            return settle(table, now, ())
        case PressedLong():
            return _unanswered(_asked(table, Request(CommandType.UNDO, actor=Actor.HANDS), now))
        case KnobTurned(steps):
            return settle(pointing.turned(table, steps), now, ())
        case ButtonPressed(button):
            return settle(pointing.switched(table, button), now, ())
        case BuildForMe():
            return _asked(table, what, now)
        case Request():
            return _asked(table, what, now)


def _pressed(table: Table, now: int) -> Step:
    """The knob confirms what hands did; where a game lets it choose, it does what it points at."""
    command = pointing.chosen(table)
    if command is None and not pointing.is_dead(table):
        return _unanswered(_asked(table, Request(CommandType.CONFIRM, actor=Actor.HANDS), now))
    if command is None or pointing.comes_too_soon(table, now):
        return settle(table, now, ())
    stamp = Stamp(Actor.HANDS, now, nonce=table.nonce())
    try:
        table, done = commanded(table, command, stamp)
    except Refused:
        # There is nobody to be told: what the knob may choose is offered though it may be refused, as that it is not
        # would tell of a secret.
        return settle(table, now, ())
    return settle(table, now, done)


def _unanswered(step: Step) -> Step:
    kept = tuple(effect for effect in step.effects if not isinstance(effect, Accepted | Declined))
    return step._replace(effects=kept)


def _hands_at_work(table: Table, busy: bool, now: int) -> Step:
    return _with_owed_hands(replace(table, busy=busy), now)


def _with_owed_hands(table: Table, now: int) -> Step:
    more: tuple[Effect, ...] = ()
    if table.owed and not table.busy:
        table, more = virtual_hands(table)
    return settle(table, now, more)


def _asked(table: Table, request: Request | BuildForMe, now: int) -> Step:
    if table.session is None:
        return settle(table, now, (Declined(Refusal.of(Reason.NO_SESSION), 0),))
    viewer = request.viewer if isinstance(request, Request) else OWNER
    known = recalled(table.session, request) if isinstance(request, Request) else None
    if known is not None:
        return settle(table, now, (known,))
    # A clock that has run out comes first, though nobody woke the table in time.
    overdue: list[Effect] = []
    table = by_itself(table, now, overdue)
    assert table.session is not None
    try:
        table, effects = _carried_out(table, table.session, request, now)
    except Refused as refused:
        assert table.session is not None
        return settle(table, now, (*overdue, Declined(refused.refusal, table.session.revision_for(viewer))))
    entries = tuple(effect for effect in effects if isinstance(effect, Append))
    later = tuple(effect for effect in effects if not isinstance(effect, Append))
    assert table.session is not None
    return settle(table, now, (*overdue, *entries, Accepted(table.session.revision_for(viewer)), *later))


def _carried_out(table: Table, session: Session, request: Request | BuildForMe, now: int) -> Done:
    if isinstance(request, BuildForMe):
        return _build_for_me(table)
    not_allowed = why_not(session, request)
    if not_allowed is not None:
        raise Refused(not_allowed)
    current = session.revision_for(request.viewer)
    if request.revision is not None and request.revision != current:
        raise Refused(Refusal.of(Reason.STALE_REVISION, asked=request.revision, current=current))
    if session.frozen is not None:
        raise Refused(session.frozen)
    nonce = request.nonce or table.nonce()
    asked = fingerprint(request)
    stamp = Stamp(request.actor, now, request.command_id, request.viewer, nonce, asked, spent(table, now))
    match request.type:
        case CommandType.MOVE:
            # A game in which cells or figures are chosen writes that in its notation too.
            return _moved(table, commanded(table, _parsed(session, request, (Move, Place, Tap, Pick)), stamp))
        case CommandType.RELOCATE:
            return _moved(table, commanded(table, _parsed(session, request, (Relocate, Decline)), stamp))
        case CommandType.ACT:
            return _moved(table, commanded(table, _own_act(session, request), stamp))
        case CommandType.ACTS:
            return _moved(table, _several(table, request, stamp))
        case CommandType.RESIGN:
            return _moved(table, commanded(table, _resignation(table, session, request), stamp))
        case CommandType.UNDO:
            if table.takeback is TakebackRule.NEVER:
                raise Refused(Refusal.of(Reason.TAKEBACK_NEVER))
            # Who leads the match, or plays both sides at this computer, agrees for both; whoever is at the knob not.
            agreed = request.viewer.role is not Role.PLAYER and request.actor is not Actor.HANDS
            return _moved(table, followed(table, sessions.undo(session, stamp, request.count, agreed=agreed)))
        case CommandType.PROPOSE:
            return proposing.propose(table, session, request)
        case CommandType.AGREE:
            return _moved(table, proposing.agree(table, session, request, stamp))
        case CommandType.DISAGREE:
            return proposing.disagree(table, session)
        case CommandType.REDO:
            return _moved(table, followed(table, sessions.redo(session, stamp)))
        case CommandType.OVERRIDE:
            return _moved(table, overridden(table, session, request.override or Override(), stamp))
        case CommandType.ABANDON:
            table, entries = followed(table, sessions.abandon(session, stamp))
            table, hands = let_go(table)
            return table, (*entries, *hands)
        case CommandType.CONFIRM:
            return _confirm(table, session, stamp)
        case CommandType.CANCEL:
            return _cancel(table, session, now)
        case CommandType.ANSWER:
            return _answer(table, request, stamp)
        case CommandType.BUILT:
            # The table itself notices when a formation stands.
            raise Refused(Refusal.of(Reason.BAD_REQUEST, text=request.type))


def _moved(table: Table, done: Done) -> Done:
    """Have virtual hands, if there are any, follow what was done, unless nobody may notice it."""
    table, entries = done
    if unnoticed(entries):
        return done
    table, hands = virtual_hands(table)
    return table, (*entries, *hands)


_ANY: tuple[type[GameCommand], ...] = get_args(GameCommand)


def _parsed(session: Session, request: Request, kinds: tuple[type[GameCommand], ...]) -> GameCommand:
    if session.lifecycle is not Lifecycle.RUNNING:
        raise Refused(Refusal.of(Reason.GAME_OVER))
    command = session.game.parse(session.state, request.text)
    if not isinstance(command, kinds):
        raise Refused(Refusal.of(Reason.BAD_NOTATION, text=request.text))
    return command


def _own_act(session: Session, request: Request) -> GameCommand:
    command = _parsed(session, request, _ANY)
    if isinstance(command, TABLE_ACTS):
        # The table itself sees when these are due.
        raise Refused(Refusal.of(Reason.BAD_NOTATION, text=request.text))
    return command


def _several(table: Table, request: Request, stamp: Stamp) -> Done:
    """Carry out each line as an act of its own, with an entry of its own. If one is refused, nothing has happened."""
    effects: list[Effect] = []
    lines = request.text.splitlines()
    for left, line in zip(range(len(lines) - 1, -1, -1), lines, strict=True):
        assert table.session is not None
        command = _own_act(table.session, replace(request, text=line))
        # The client's id stands for the whole; an id names one entry. Of chance nobody may tell one from another.
        nonce = hashlib.sha256(f"{left} {stamp.nonce}".encode()).hexdigest()[: len(stamp.nonce)]
        mine = stamp if left == 0 else replace(stamp, command_id=None, fingerprint="")
        table, done = commanded(table, command, replace(mine, nonce=nonce, spent=0 if effects else stamp.spent))
        effects += done
    if not effects:
        raise Refused(Refusal.of(Reason.BAD_NOTATION, text=request.text))
    return table, tuple(effects)


def _resignation(table: Table, session: Session, request: Request) -> GameCommand:
    side = request.text
    if not side and isinstance(table.plan, Moves):
        side = table.plan.side.value
    if side not in [one.value for one in Side]:
        raise Refused(Refusal.of(Reason.WHICH_SIDE))
    return session.game.parse(session.state, f"resign {side}")


def _confirm(table: Table, session: Session, stamp: Stamp) -> Done:
    if session.lifecycle is not Lifecycle.RUNNING:
        raise Refused(Refusal.of(Reason.GAME_OVER))
    question = table.hands.question
    if question is not None:
        return _answered(table, question, question.marked, stamp)
    plan = table.plan
    if isinstance(plan, Build):
        return _confirm_built(table, session, plan, stamp)
    if isinstance(plan, Free) and plan.confirms is not None and table.hands.preview is None:
        return _confirm_placed(table, session, plan.confirms, stamp)
    # What the reader offered last counts only while people see it: not with the board away or hands at work.
    if table.hands.preview is None or len(table.reader.offered) != 1:
        raise Refused(Refusal.of(Reason.NOTHING_TO_CONFIRM))
    return applied(table, table.reader.offered[0], stamp)


def _confirm_built(table: Table, session: Session, plan: Build, stamp: Stamp) -> Done:
    if not plan.slack:
        if has_virtual_hands(table):
            return _build_for_me(table)
        raise Refused(_not_built(table))
    if session.header.board is None:
        return by_hands(table, Decline(), stamp)
    if not table.heard:
        raise Refused(Refusal.of(Reason.BOARD_AWAY))
    moment = table.moment(session, stamp.at)
    shift = relocation(moment, plan)
    if shift is not None and shift.origin is not None and not table.reader.pending:
        return by_hands(table, Relocate(shift.figure, shift.origin, shift.target), stamp)
    if not formation_stands(moment, plan):
        raise Refused(_not_built(table))
    return by_hands(table, Decline(), stamp)


def _confirm_placed(table: Table, session: Session, command: GameCommand, stamp: Stamp) -> Done:
    refusal = session.game.why_illegal(session.state, command)
    if refusal is not None:
        raise Refused(refusal)
    if session.header.board is not None and not (table.heard and table.hands.calm):
        raise Refused(_not_built(table))
    return by_hands(table, command, stamp)


def _not_built(table: Table) -> Refusal:
    if not table.heard:
        return Refusal.of(Reason.BOARD_AWAY)
    left = table.hands.guidance.left if table.hands.guidance is not None else 1
    return Refusal.of(Reason.NOT_BUILT, left=left)


def _build_for_me(table: Table) -> Done:
    if table.busy:
        raise Refused(Refusal.of(Reason.HANDS_BUSY))
    if not table.heard:
        raise Refused(Refusal.of(Reason.BOARD_AWAY))
    if not has_virtual_hands(table):
        raise Refused(Refusal.of(Reason.NO_VIRTUAL_HANDS))
    return ordered(table, to_carry(table, formation=True))


def _cancel(table: Table, session: Session, now: int) -> Done:
    if table.hands.preview is None and table.hands.question is None:
        raise Refused(Refusal.of(Reason.NOTHING_TO_CANCEL))
    return replace(table, reader=table.reader.drop(table.moment(session, now).astray)), ()


def _answer(table: Table, request: Request, stamp: Stamp) -> Done:
    question = table.hands.question
    if question is None or question.id != request.question:
        raise Refused(Refusal.of(Reason.NO_QUESTION))
    if not 0 <= request.choice < len(table.reader.offered):
        raise Refused(Refusal.of(Reason.UNKNOWN_CHOICE, choice=request.choice))
    return _answered(table, question, request.choice, stamp)


def _answered(table: Table, question: Question, choice: int, stamp: Stamp) -> Done:
    if choice >= len(table.reader.offered):
        raise Refused(Refusal.of(Reason.NO_QUESTION))
    table, done = applied(table, table.reader.offered[choice], stamp)
    shift = question.choices[choice].shift
    if shift is not None:
        # Of these two cells people have told what happened; what was lifted beside them stays open.
        told = frozenset(c for c in (shift.origin, shift.target) if c is not None)
        table = replace(table, reader=replace(table.reader, journal=table.reader.journal.known(told)))
    return table, done
