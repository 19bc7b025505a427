"""The one way out of a session: what a viewer may see, as JSON. Source: design, decision 4.

`view` is for states, `project_entry` for what was done. Each audience has numbers of its own, without gaps, which
rise only when it notices something. Cells go out by name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from feldlicht.base.cells import Cell, cell_name
from feldlicht.base.commands import CommandType
from feldlicht.base.entries import Entry, EntryKind, Event, commitment
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.hands import Choice, Guidance, Hands, Proposal, Question, Shift
from feldlicht.base.manners import TakebackRule
from feldlicht.base.plans import Build, Free, Moves, Targets
from feldlicht.base.reasons import Refusal
from feldlicht.base.viewers import Audience, Role, Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.table.messages import Request
from feldlicht.table.proposing import may_agree
from feldlicht.table.record import Lifecycle, Session
from feldlicht.table.rights import figures_of, own_last_acts, why_not


def view(session: Session, hands: Hands, viewer: Viewer, acting: Sequence[Viewer] | None = None) -> JsonObject:
    """Return a session as ``viewer`` may know it: header, state, hands, and what can be done (:func:`abilities`)."""
    header = session.header
    return {
        "id": header.id,
        "game": header.game,
        "board": header.board,
        "created_at": header.created_at,
        "state": session.lifecycle.value,
        "revision": revision(session, viewer),
        "view": session.game.view(session.state, viewer),
        "hands": hands_view(hands_for(session, hands, viewer)),
        "can": abilities(session, hands, viewer, acting),
        "moves": moves(session, viewer),
        "closed": closed(session, viewer),
        "lit": not isinstance(session.plan, Moves) or session.plan.lit,
        "clock": clock_view(session, hands),
        "kept_dice": [{"sides": die.sides, "face": die.face} for die in session.kept],
        "pictures": session.game.pictured(session.state, viewer) is not None,
    }


def clock_view(session: Session, hands: Hands) -> JsonObject | None:
    """Return the clocks as they stood when the running one last stood; ``since`` is host time, in ms."""
    clock = session.game.clock(session.state)
    if clock is None:
        return None
    over = session.lifecycle is not Lifecycle.RUNNING
    return {
        "running": clock.running.value if clock.running is not None and not over else None,
        "left": None if clock.left is None else dict(zip((side.value for side in Side), clock.left, strict=True)),
        "match": clock.match,
        "ran": hands.ran,
        "since": hands.since,
    }


def revision(session: Session, viewer: Viewer) -> int:
    """Return the revision that this audience counts: how many entries it notices."""
    return session.revision_for(viewer)


def hands_for(session: Session, hands: Hands, viewer: Viewer) -> Hands:
    """Return what ``viewer`` may know of ``hands``: all that lies on the table, unless it is set in secret."""
    if _sees_hands(session, viewer):
        return hands
    return Hands(board_present=hands.board_present, proposal=hands.proposal)


def _sees_hands(session: Session, viewer: Viewer) -> bool:
    return session.game.hands_audience(session.state).knows(viewer)


def hands_view(hands: Hands) -> JsonObject:
    """Return the unsettled part of a table as JSON; whose eyes it is for, :func:`hands_for` has seen to."""
    return {
        "lifted": [{"figure": one.figure, "origin": cell_name(one.origin)} for one in hands.lifted],
        "targets": {cell_name(c): hint.value for c, hint in hands.targets},
        "preview": _shift(hands.preview) if hands.preview is not None else None,
        "question": _question(hands.question) if hands.question is not None else None,
        "guidance": _guidance(hands.guidance) if hands.guidance is not None else None,
        "problems": [{"flag": problem.flag.value, "cell": cell_name(problem.cell)} for problem in hands.problems],
        "way_back": [cell_name(c) for c in hands.way_back],
        "misplaced": _shift(hands.misplaced) if hands.misplaced is not None else None,
        "why": _refusal(hands.why) if hands.why is not None else None,
        "formation_stands": hands.formation_stands,
        "board_present": hands.board_present,
        "busy": hands.busy,
        "proposal": _proposal(hands.proposal) if hands.proposal is not None else None,
        "pointed": hands.pointed,
    }


def abilities(session: Session, hands: Hands, viewer: Viewer, acting: Sequence[Viewer] | None = None) -> JsonObject:
    """Return which table commands make sense now for one who may ask them, none for one who only looks on.

    ``acting``: the seats by which ``viewer`` may act, where others have the rest; None: in his own right.
    """
    acting = (viewer,) if acting is None else acting
    hands = hands_for(session, hands, viewer)
    open_now = hands.preview is not None or hands.question is not None
    due = open_now or (_sees_hands(session, viewer) and _stands_to_be_confirmed(session, hands))

    # What this audience does not notice has not been played for it.
    played = any(ply.audience.notices(viewer) for ply in session.plies)

    def may(command: CommandType, text: str = "") -> bool:
        asked = Request(command, text, viewer=viewer)
        return why_not(session, asked) is None and any(
            why_not(session, replace(asked, viewer=one)) is None for one in acting
        )

    back = hands.takeback is not TakebackRule.NEVER and session.to_undo(viewer) is not None
    acts = max((own_last_acts(session, viewer, one) for one in acting), default=0) if back else 0
    running = session.lifecycle is Lifecycle.RUNNING
    movable = frozenset[FigureId]().union(*(figures_of(session, one) for one in acting))
    return {
        "override": running and played and may(CommandType.OVERRIDE),
        "undo": acts > 0,
        "undo_acts": acts,
        "propose": running and back and any(one.side is not None and one.figure is None for one in acting),
        "agree": any(may_agree(hands.proposal, one) for one in acting),
        "disagree": hands.proposal is not None and may(CommandType.DISAGREE),
        "redo": session.to_redo(viewer) is not None and may(CommandType.REDO),
        "confirm": due and may(CommandType.CONFIRM),
        "resign": [side.value for side in Side if running and may(CommandType.RESIGN, side.value)],
        "abandon": running and may(CommandType.ABANDON),
        "figures": [figure for figure in moves(session, viewer) if figure in movable],
    }


def _stands_to_be_confirmed(session: Session, hands: Hands) -> bool:
    """Whether a confirmation would say of what stands on the table that it is right."""
    match session.plan:
        case Build(slack=slack):
            return slack > 0 and (hands.formation_stands or not hands.board_present)
        case Free(confirms=confirms, reserve=reserve):
            # Where there is no board, nothing needs to be seen.
            seen = session.header.board is None or (hands.board_present and hands.calm)
            return confirms is not None and not reserve and seen
        case _:
            return False


def moves(session: Session, viewer: Viewer) -> JsonObject:
    """Return where each figure may go now and what each cell means, as its light will show to everyone.

    Figures that cannot go anywhere are left out, and all while it is a secret where figures are set.
    """
    if not _sees_hands(session, viewer):
        return {}
    plan = session.plan
    targets: Targets = plan.targets if isinstance(plan, Moves | Build) else {}
    return {
        figure: {cell_name(c): hint.value for c, hint in cells.items()} for figure, cells in targets.items() if cells
    }


def closed(session: Session, viewer: Viewer) -> JsonObject:
    """Return by figure the cells to which only a rule of repetition forbids it to go, as the board lights them."""
    plan = session.plan
    if not isinstance(plan, Moves) or not _sees_hands(session, viewer):
        return {}
    return {figure: [cell_name(c) for c in sorted(cells)] for figure, cells in plan.closed.items() if cells}


def project_log(session: Session, viewer: Viewer) -> list[JsonObject]:
    """Return all that ``viewer`` may know of what was done, numbered as he counts it."""
    noticed = [entry for entry in session.entries if entry.audience.notices(viewer)]
    shown = (project_entry(session, entry, number, viewer) for number, entry in enumerate(noticed, 1))
    return [form for form in shown if form is not None]


def project_entry(session: Session, entry: Entry, number: int, viewer: Viewer) -> JsonObject | None:
    """Return a log entry as ``viewer`` may know it, as his ``number``; None if he may not even notice it.

    Of a sealed act, who does not know it gets the commitment, and no notation, dice or events but ``sealed``; who
    does gets the nonce too. Of one that is told he gets the events. The command's id is the owner's. What names the
    whole state (its hash, an arbiter's position) is for everyone who may know that, which in a game with secrets is
    the game master.
    """
    audience = entry.audience
    if not audience.notices(viewer):
        return None
    knows = audience.knows(viewer)
    # That something was taken back, or done again, are no words of an act.
    worded = knows or (audience.hears(viewer) and entry.kind in (EntryKind.UNDO, EntryKind.REDO))
    everything = viewer.role is Role.GAME_MASTER or not session.secrets
    tells_state = entry.kind is EntryKind.OVERRIDE
    bound = entry.nonce != ""
    return {
        "revision": number,
        "kind": entry.kind.value,
        "notation": entry.notation if worded and (everything or not tells_state) else None,
        "events": [_event(event) for event in _events(entry, knows=audience.hears(viewer), everything=everything)],
        "actor": entry.actor.value,
        "at": entry.at,
        "state_hash": entry.state_hash if everything and viewer.role in _TECHNICAL else None,
        "rules_version": entry.rules_version,
        "dice": list(entry.dice) if knows else [],
        "command_id": entry.command_id if knows and viewer.role is Role.OWNER else None,
        "spent": entry.spent if knows else 0,
        "secrecy": audience.secrecy.value,
        "commitment": commitment(entry.notation, entry.nonce) if bound else None,
        "nonce": entry.nonce if bound and knows else None,
        "v": entry.v,
    }


_TECHNICAL = (Role.OWNER, Role.GAME_MASTER)


def _events(entry: Entry, *, knows: bool, everything: bool) -> tuple[Event, ...]:
    if not knows:
        return (_sealed(entry.audience),)
    return entry.events if everything or entry.kind is not EntryKind.OVERRIDE else events_untold(entry.events)


def events_untold(events: tuple[Event, ...]) -> tuple[Event, ...]:
    """Return the events of an arbiter's word without what stands where: figures that he moved may be a secret."""
    return tuple(Event(one.name, tuple(fact for fact in one.facts if fact[0] == "to_move")) for one in events)


def _event(event: Event) -> JsonObject:
    return {"name": event.name, **dict(event.facts)}


def _sealed(audience: Audience) -> Event:
    """Say whose act was sealed, if one side alone knows it."""
    side = next(iter(audience.sides)) if len(audience.sides) == 1 else None
    return Event("sealed", () if side is None else (("side", side.value),))


def _name(which: Cell | None) -> str | None:
    return cell_name(which) if which is not None else None


def _shift(shift: Shift) -> JsonObject:
    return {"figure": shift.figure, "origin": _name(shift.origin), "target": cell_name(shift.target)}


def _refusal(refusal: Refusal) -> JsonObject:
    return {"code": refusal.reason.value, "facts": dict(refusal.facts)}


def _question(question: Question) -> JsonObject:
    return {
        "id": question.id,
        "about": question.about.value,
        "choices": [_choice(choice) for choice in question.choices],
        "marked": question.marked,
        "cells": [cell_name(c) for c in question.cells],
    }


def _choice(choice: Choice) -> JsonObject:
    return {
        "meaning": choice.meaning.value,
        "shift": _shift(choice.shift) if choice.shift is not None else None,
    }


def _proposal(proposal: Proposal) -> JsonObject:
    return {"by": proposal.by.value, "count": proposal.count}


def _guidance(guidance: Guidance) -> JsonObject:
    return {
        "figure": guidance.figure,
        "origin": _name(guidance.origin),
        "target": _name(guidance.target),
        "left": guidance.left,
    }
