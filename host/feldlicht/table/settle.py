"""Reading the hands until nothing more follows, and telling what changed."""

from __future__ import annotations

from dataclasses import replace

from feldlicht.base.entries import Actor
from feldlicht.base.figures import Pole
from feldlicht.base.hands import Hands
from feldlicht.base.plans import Build, Moves, Nothing
from feldlicht.base.reasons import Refusal, Refused
from feldlicht.base.styles import RESTING, Colour, GameScene, Scene, Style
from feldlicht.base.viewers import PUBLIC
from feldlicht.board.compose import compose
from feldlicht.board.reader import read
from feldlicht.board.reading import Amend, Commit, Reader, Reading, Stands
from feldlicht.table import pointing
from feldlicht.table.acts import added, applied, commanded, last_act, shifted, unnoticed
from feldlicht.table.carrying import let_go
from feldlicht.table.messages import Append, Effect, HandsChanged, Show
from feldlicht.table.proposing import standing
from feldlicht.table.session import Lifecycle, Session, Stamp
from feldlicht.table.table import Step, Table
from feldlicht.table.timing import due, kept, next_look, restarted, spent, touched_at

_GREETING = {Pole.NORTH: Style((Colour.DIM_YELLOW,)), Pole.SOUTH: Style((Colour.DIM_BLUE,))}
"""With no session on, a magnet that is put down glows in its side's colour: the board is alive."""


def seat(table: Table, session: Session, now: int, ran: int = 0) -> Step:
    """Put a session on the table, new or resumed. Its magnets may stand anywhere: that is read, never assumed.

    ``ran``: for how many ms its running clock has run since the last act, where that is known.
    """
    reader = Reader(journal=table.reader.journal.interrupted(), last=last_act(session))
    table, effects = let_go(replace(table, session=session, reader=reader))
    return settle(replace(restarted(table, now), ran=ran), now, effects)


def settle(table: Table, now: int, effects: tuple[Effect, ...]) -> Step:
    """Read the hands until nothing more follows, then say what changed."""
    out = list(effects)
    before = table
    table, deadline = _read_on(kept(table, now), now, out)
    table = kept(table, now)
    deadline = next_look(table, deadline, now)
    table = replace(table, proposal=standing(table.proposal, table.session))
    table = pointing.kept(table)
    told = replace(table.hands, ran=table.ran, since=table.since, proposal=table.proposal, pointed=_pointed(table))
    table = replace(table, hands=told)
    if table.hands != before.hands or not unnoticed(_acts(before, table)):
        out.append(HandsChanged(table.hands))
    scene = _scene(table)
    if scene != table.scene:
        table = replace(table, scene=scene)
        out.append(Show(scene))
    return Step(table, tuple(out), deadline)


def _acts(before: Table, after: Table) -> tuple[Append, ...]:
    """Return what was done between two looks at the same session."""
    if before.session is None or after.session is None:
        return ()
    return added(before.session, after.session)


def _read_on(table: Table, now: int, out: list[Effect]) -> tuple[Table, int | None]:
    while True:
        before = table.session
        table = by_itself(_built_without_a_board(table, now, out), now, out)
        if table.session is not before:
            # What was told may be built at once, and what was built may be due for more.
            continue
        session = table.session
        if session is None or not table.running or not table.heard:
            calm = Hands(board_present=table.present, busy=table.busy, takeback=table.takeback)
            return replace(table, hands=calm), None
        table, reading = _look(table, session, now)
        hands = table.hands
        if table.busy:
            # Virtual hands are carrying: what they pass through is shown, and means nothing; nobody is asked.
            shown = replace(table.reader, guided=reading.reader.guided, offered=())
            return replace(table, reader=shown, hands=replace(hands, question=None, preview=None)), None
        table = replace(table, reader=reading.reader)
        if reading.decision is None:
            return table, reading.deadline
        try:
            touched = touched_at(table, now)
            stamp = Stamp(Actor.HANDS, now, nonce=table.nonce(), spent=spent(table, touched))
            after, done = applied(table, reading.decision, stamp)
        except Refused as refused:
            # The plan allowed what the game does not: people are told why, and what stands there means nothing.
            reader = table.reader.drop(table.moment(session, now).astray)
            told = replace(table, reader=reader, refused=refused.refusal)
            table, reading = _look(told, session, now)
            return replace(table, reader=replace(reading.reader, offered=())), reading.deadline
        if isinstance(reading.decision, Commit | Amend) and not _may_be_hurried(after, reading.decision):
            return table, reading.deadline
        table = restarted(after, touched)
        out += done


def _look(table: Table, session: Session, now: int) -> tuple[Table, Reading]:
    """Read the hands once; the table shows what is unsettled."""
    reading = read(table.moment(session, now))
    refused = table.refused if reading.reader.dropped is not None else None
    why = refused or _why_misplaced(session, reading.hands)
    hands = replace(reading.hands, why=why, board_present=table.present, busy=table.busy, takeback=table.takeback)
    return replace(table, hands=hands, refused=refused), reading


def _may_be_hurried(after: Table, decision: Commit | Amend) -> bool:
    if decision.hurried_by is None:
        return True
    plan = after.plan
    return isinstance(plan, Moves) and bool(plan.targets.get(decision.hurried_by))


def _why_misplaced(session: Session, hands: Hands) -> Refusal | None:
    if hands.misplaced is None:
        return None
    refusal: Refusal | None = session.game.why_illegal(session.state, shifted(hands.misplaced))
    return refusal


def _built_without_a_board(table: Table, now: int, out: list[Effect]) -> Table:
    """A session that is played on pages only has no magnets to wait for."""
    if table.session is None or table.session.header.board is not None:
        return table
    plan = table.plan
    if isinstance(plan, Build) and not plan.slack:
        table, done = applied(table, Stands(), Stamp(Actor.TABLE, now, nonce=table.nonce()))
        out += done
    return table


def by_itself(table: Table, now: int, out: list[Effect]) -> Table:
    """Do what the game, or its clock, has the table do without anybody's asking; ``out`` takes the entries."""
    while table.session is not None and table.running:
        command = due(table, table.session, now)
        if command is None:
            break
        stamp = Stamp(Actor.TABLE, now, nonce=table.nonce(), spent=spent(table, now))
        table, done = commanded(table, command, stamp)
        table = restarted(table, now)
        out += done
    return table


def _pointed(table: Table) -> str | None:
    """Return the act at which the knob points once it was turned."""
    command = pointing.chosen(table) if table.pointing is not None else None
    if command is None or table.session is None:
        return None
    return table.session.game.write(table.session.state, command)


def _own_light(table: Table, session: Session) -> GameScene:
    """Return the game's own light, with what the knob points at."""
    if session.lifecycle in (Lifecycle.ABANDONED, Lifecycle.FROZEN):
        return GameScene(RESTING)
    command = pointing.chosen(table) if table.pointing is not None else None
    if command is None:
        return session.scene
    light: GameScene = session.game.dialled(session.state, command)
    return light


def _scene(table: Table) -> Scene:
    if table.session is None:
        return Scene({c: _GREETING[pole] for c, pole in table.reader.journal.occupancy.poles().items()})
    session = table.session
    if not session.game.hands_audience(session.state).knows(PUBLIC):
        # Everyone sees the light.
        return compose(_own_light(table, session), Nothing(), Hands(board_present=table.present))
    return compose(_own_light(table, session), table.plan, table.hands)
