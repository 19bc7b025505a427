"""Headers and entries as JSON objects and back. Pure; the one place that knows their written form,
in the store and in a journal.

Every object carries ``v``. What was written by a newer version is refused, never guessed at.
"""

from __future__ import annotations

from collections.abc import Mapping

from feldlicht.base.entries import ENTRY_VERSION, Actor, Entry, EntryKind, Event, SessionHeader
from feldlicht.base.fields import Fields, broken, line_of_text, whole
from feldlicht.base.figures import FigureId, Side
from feldlicht.base.viewers import EVERYONE, Audience, Secrecy

HEADER_VERSION = 1

JsonObject = dict[str, object]


def header_form(header: SessionHeader) -> JsonObject:
    """Return ``header`` as a JSON object; :func:`read_header` reads it back to an equal value."""
    return {
        "v": HEADER_VERSION,
        "id": header.id,
        "game": header.game,
        "options": dict(header.options),
        "formation": header.formation,
        "board": header.board,
        "created_at": header.created_at,
        "virtual_hands": header.virtual_hands,
    }


def read_header(form: object) -> SessionHeader:
    """Read what :func:`header_form` wrote.

    Raises :class:`BadInput`: ``DATA_FOLDER_NEWER`` for a newer ``v``, ``DATA_FOLDER_UNUSABLE`` for anything broken.
    """
    fields = Fields(form, "session").up_to_version(HEADER_VERSION)
    return SessionHeader(
        id=fields.text("id"),
        game=fields.text("game"),
        options=fields.mapping("options"),
        formation=fields.any("formation"),
        board=fields.text_or_none("board"),
        created_at=fields.number("created_at"),
        virtual_hands=fields.truth("virtual_hands"),
    )


def entry_form(entry: Entry) -> JsonObject:
    """Return ``entry`` as a JSON object; :func:`read_entry` reads it back to an equal value.

    What is open has neither ``audience`` nor ``nonce``, as before there were secrets; what nobody asked for by an id
    has no ``fingerprint``, and what no clock ran before has no ``spent``.
    """
    form: JsonObject = {
        "v": entry.v,
        "revision": entry.revision,
        "kind": entry.kind.value,
        "notation": entry.notation,
        "events": [{"name": event.name, "facts": [list(fact) for fact in event.facts]} for event in entry.events],
        "actor": entry.actor.value,
        "at": entry.at,
        "state_hash": entry.state_hash,
        "rules_version": entry.rules_version,
        "dice": list(entry.dice),
        "command_id": entry.command_id,
    }
    if entry.audience != EVERYONE:
        form["audience"] = audience_form(entry.audience)
    if entry.nonce:
        form["nonce"] = entry.nonce
    if entry.fingerprint:
        form["fingerprint"] = entry.fingerprint
    if entry.spent:
        form["spent"] = entry.spent
    return form


def audience_form(audience: Audience) -> JsonObject:
    """Return ``audience`` as a JSON object; :func:`read_audience` reads it back to an equal value."""
    return {
        "secrecy": audience.secrecy.value,
        "sides": sorted(audience.sides),
        "figures": sorted(audience.figures),
    }


def read_audience(form: object) -> Audience:
    """Read what :func:`audience_form` wrote. Raises :class:`BadInput` ``DATA_FOLDER_UNUSABLE``."""
    fields = Fields(form, "audience")
    sides = [line_of_text(side, "audience.sides") for side in fields.sequence("sides")]
    if not {side.value for side in Side}.issuperset(sides):
        raise fields.bad("sides")
    return Audience(
        fields.member("secrecy", Secrecy),
        frozenset(Side(side) for side in sides),
        frozenset(FigureId(line_of_text(one, "audience.figures")) for one in fields.sequence("figures")),
    )


def read_entry(form: object) -> Entry:
    """Read what :func:`entry_form` wrote. Raises as :func:`read_header` does."""
    fields = Fields(form, "entry").up_to_version(ENTRY_VERSION)
    return Entry(
        revision=fields.number("revision"),
        kind=fields.member("kind", EntryKind),
        notation=fields.text("notation"),
        events=tuple(_event(one) for one in fields.sequence("events")),
        actor=fields.member("actor", Actor),
        at=fields.number("at"),
        state_hash=fields.text("state_hash"),
        rules_version=fields.number("rules_version"),
        dice=tuple(whole(face, "dice") for face in fields.sequence("dice")),
        command_id=fields.text_or_none("command_id"),
        v=fields.number("v"),
        # What was written before there were secrets is open.
        audience=read_audience(fields.any("audience")) if fields.has("audience") else EVERYONE,
        nonce=fields.text("nonce") if fields.has("nonce") else "",
        fingerprint=fields.text("fingerprint") if fields.has("fingerprint") else "",
        spent=fields.number("spent") if fields.has("spent") else 0,
    )


def _event(form: object) -> Event:
    if not isinstance(form, Mapping):
        raise broken("events")
    facts = form.get("facts")
    if not isinstance(facts, list):
        raise broken("events")
    return Event(line_of_text(form.get("name"), "events"), tuple(_fact(fact) for fact in facts))


def _fact(form: object) -> tuple[str, str]:
    if not isinstance(form, list) or len(form) != 2:
        raise broken("events")
    return line_of_text(form[0], "events"), line_of_text(form[1], "events")
