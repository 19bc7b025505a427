"""The one way out of a session: what a viewer may see, as JSON. Source: design, decision 4.

`view` is for states, `project_entry` for everything that is not one. Cells go out by name.
"""

from __future__ import annotations

from feldlicht.base.cells import Cell, cell_name
from feldlicht.base.entries import Entry
from feldlicht.base.hands import Choice, Guidance, Hands, Question, Shift
from feldlicht.base.manners import TakebackRule
from feldlicht.base.plans import Build, Moves, Targets
from feldlicht.base.reasons import Refusal
from feldlicht.base.viewers import Role, Viewer
from feldlicht.rules.game import JsonObject
from feldlicht.table.session import Lifecycle, Session


def view(session: Session, hands: Hands, viewer: Viewer) -> JsonObject:
    """Return a session as ``viewer`` may know it: header, state, hands, and what can be done."""
    header = session.header
    return {
        "id": header.id,
        "game": header.game,
        "board": header.board,
        "created_at": header.created_at,
        "state": session.lifecycle.value,
        "revision": revision(session, viewer),
        "view": session.game.view(session.state, viewer),
        "hands": hands_view(hands, viewer),
        "can": abilities(session, hands, viewer),
        "moves": moves(session, viewer),
    }


def revision(session: Session, viewer: Viewer) -> int:
    """Return the revision that this audience counts. No game keeps anything from anyone yet, so all count alike."""
    del viewer
    return session.revision


def hands_view(hands: Hands, viewer: Viewer) -> JsonObject:
    """Return the unsettled part of a table as ``viewer`` may see it: what lies on a table, everyone sees."""
    del viewer
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
    }


def abilities(session: Session, hands: Hands, viewer: Viewer) -> JsonObject:
    """Return which table commands make sense now, none for one who only looks on."""
    if viewer.role is Role.VIEWER:
        return {"undo": False, "redo": False, "confirm": False, "override": False}
    plan = session.plan
    relocating = isinstance(plan, Build) and plan.slack > 0
    return {
        "override": session.lifecycle is Lifecycle.RUNNING and bool(session.plies) and viewer.role is Role.OWNER,
        "undo": session.can_undo and hands.takeback is not TakebackRule.NEVER,
        "redo": session.can_redo,
        "confirm": hands.preview is not None
        or hands.question is not None
        or (relocating and (hands.formation_stands or not hands.board_present)),
    }


def moves(session: Session, viewer: Viewer) -> JsonObject:
    """Return where each figure may go now and what each cell means, as its light will show to everyone.

    Figures that cannot go anywhere are left out.
    """
    del viewer
    plan = session.plan
    targets: Targets = plan.targets if isinstance(plan, Moves | Build) else {}
    return {
        figure: {cell_name(c): hint.value for c, hint in cells.items()} for figure, cells in targets.items() if cells
    }


def project_entry(entry: Entry, viewer: Viewer) -> JsonObject:
    """Return a log entry as ``viewer`` may know it: hash and command id are the owner's."""
    owner = viewer.role is Role.OWNER
    return {
        "revision": entry.revision,
        "kind": entry.kind.value,
        "notation": entry.notation,
        "events": [{"name": event.name, **dict(event.facts)} for event in entry.events],
        "actor": entry.actor.value,
        "at": entry.at,
        "state_hash": entry.state_hash if owner else None,
        "rules_version": entry.rules_version,
        "dice": list(entry.dice),
        "command_id": entry.command_id if owner else None,
        "v": entry.v,
    }


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


def _guidance(guidance: Guidance) -> JsonObject:
    return {
        "figure": guidance.figure,
        "origin": _name(guidance.origin),
        "target": _name(guidance.target),
        "left": guidance.left,
    }
