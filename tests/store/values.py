"""Headers and entries for the store's tests, fixed and drawn."""

from __future__ import annotations

from hypothesis import strategies as st

from feldlicht.base.entries import Actor, Entry, EntryKind, Event, SessionHeader

# What JSON can carry and every database keeps: text without lone surrogates and NUL.
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=20)
numbers = st.integers(-(2**53), 2**53)
json_values = st.recursive(
    st.none() | st.booleans() | numbers | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)
headers = st.builds(
    SessionHeader,
    id=texts,
    game=texts,
    options=st.dictionaries(texts, json_values, max_size=3),
    formation=json_values,
    board=st.none() | texts,
    created_at=st.integers(0, 2**53),
    virtual_hands=st.booleans(),
)
entries = st.builds(
    Entry,
    revision=st.integers(1, 2**31),
    kind=st.sampled_from(EntryKind),
    notation=texts,
    events=st.lists(
        st.builds(Event, texts, st.lists(st.tuples(texts, texts), max_size=3).map(tuple)), max_size=3
    ).map(tuple),
    actor=st.sampled_from(Actor),
    at=st.integers(0, 2**53),
    state_hash=texts,
    rules_version=st.integers(0, 1000),
    dice=st.lists(st.integers(1, 20), max_size=4).map(tuple),
    command_id=st.none() | texts,
)


def header(session_id: str, board: str | None = None, created_at: int = 1) -> SessionHeader:
    """Return a header with nothing special about it."""
    return SessionHeader(session_id, "master_move", {}, "counting", board, created_at)


def entry(revision: int, command_id: str | None = None) -> Entry:
    """Return an entry with nothing special about it."""
    event = Event("moved", (("figure", "yS1"),))
    return Entry(
        revision, EntryKind.PLY, "S G3-F1", (event,), Actor.HANDS, 1000 + revision, "ab", 1, command_id=command_id
    )
