"""What a viewer may read of a journal: lines as text in, lines as text out. Pure. Format: docs/replay.md.

A journal on disk holds everything. Inputs that are not for everyone were marked with their audience when they were
taken; entries carry theirs. What a viewer does not know is left out, and what is left is numbered as he counts. What
is technical in a line (ids of commands, who asked, names of states) is shown as a log entry shows it.
"""

from __future__ import annotations

import json
from collections.abc import Callable

from feldlicht.base.entries import EntryKind
from feldlicht.base.forms import JsonObject, read_audience, read_entry
from feldlicht.base.reasons import Refused
from feldlicht.base.viewers import Role, Viewer
from feldlicht.table.projection import events_untold
from feldlicht.table.record import Session

ShowLine = Callable[[str], str | None]


def journal_for(session: Session, viewer: Viewer) -> ShowLine | None:
    """Return what makes of a line of ``session``'s journal, without its end, the line that ``viewer`` may read (None:
    it is left out); None if he may read all as it is.
    """
    if viewer.role is Role.GAME_MASTER or (viewer.role is Role.OWNER and not session.secrets):
        return None

    def show(text: str) -> str | None:
        try:
            form = json.loads(text)
            shown = _shown(form, session, viewer) if isinstance(form, dict) else None
        except (ValueError, RecursionError, Refused):
            # Nobody can tell whose business a broken line is.
            return None
        return None if shown is None else json.dumps(shown, separators=(",", ":"))

    return show


def _shown(form: JsonObject, session: Session, viewer: Viewer) -> JsonObject | None:
    match form.get("line"):
        case "opening":
            return _opening(form, session, viewer)
        case "entry":
            entry = _entry(form.get("entry"), session, viewer)
            return None if entry is None else {**form, "entry": entry}
        case _:
            if "audience" in form and not read_audience(form["audience"]).knows(viewer):
                return None
            # Who asked is nobody's business, nor are the names that others give to what they ask, nor how they count.
            private = {"audience", "viewer"}
            private |= {"command_id"} if viewer.role is not Role.OWNER else set()
            private |= {"revision"} if session.secrets else set()
            return {name: value for name, value in form.items() if name not in private}


def _opening(form: JsonObject, session: Session, viewer: Viewer) -> JsonObject:
    entries = form.get("entries")
    shown = [_entry(one, session, viewer) for one in entries] if isinstance(entries, list) else []
    opening = {**form, "entries": [one for one in shown if one is not None]}
    if "audience" in opening and not read_audience(opening.pop("audience")).knows(viewer):
        opening |= {"north": "0", "south": "0"}
    return opening


def _entry(form: object, session: Session, viewer: Viewer) -> JsonObject | None:
    if not isinstance(form, dict):
        return None
    if "audience" in form and not read_audience(form["audience"]).knows(viewer):
        return None
    revision = form.get("revision")
    number = session.number_of(revision, viewer) if isinstance(revision, int) else 0
    # What names the whole state is for those who may know and mend it; who gave a command its id knows that.
    entry: JsonObject = {**form, "revision": number, "state_hash": ""}
    entry.pop("fingerprint", None)
    if viewer.role is not Role.OWNER:
        entry["command_id"] = None
    if session.secrets and entry.get("kind") == EntryKind.OVERRIDE.value:
        entry["notation"] = ""
        events = events_untold(read_entry(form).events)
        entry["events"] = [{"name": event.name, "facts": [list(fact) for fact in event.facts]} for event in events]
    return entry
