"""Encounters: prepared, read, brought into a fight and taken from one; what is wrong is named by its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.reasons import BadInput, Reason, Refusal, Refused
from feldlicht.rules.initiative import GAME, Fight
from feldlicht.rules.initiative.encounter_forms import VERSION, encounter_form, read_encounter
from feldlicht.rules.initiative.encounters import Encounter, Group, encounter, encounter_of, joining, players_of
from feldlicht.rules.initiative.figures import FIGURE_COLOURS, Kind, Known
from feldlicht.rules.initiative.notation import write
from feldlicht.rules.initiative.settings import AtEquality, Settings, Waiting
from feldlicht.texts import LANGUAGES, called
from feldlicht.texts.sentences import sentence
from tests.rules.initiative.helpers import fight, inis, on
from tests.rules.initiative.test_notation import ACTS, NAMES
from tests.support.samples import samples

TEXTS = st.text('abc öß"\\>,;=:?', max_size=20).map(str.strip)
GROUPS = st.builds(
    Group,
    # Few names, so that many groups share one.
    st.one_of(st.sampled_from(["K", "Old Ghoul", "K1"]), NAMES),
    st.sampled_from(Kind),
    st.sampled_from(Known),
    st.lists(st.sampled_from(FIGURE_COLOURS), min_size=1, max_size=3).map(tuple),
    st.integers(-1_000, 1_000_000),
    st.integers(-20, 20),
    st.integers(0, 1_000_000),
    ACTS.map(lambda acts: tuple(acts.items())),
    TEXTS,
    st.lists(TEXTS.filter(lambda text: text and ";" not in text), max_size=3, unique=True).map(tuple),
)
SETTINGS = st.builds(Settings, divisor=st.integers(1, 20), waiting=st.sampled_from(Waiting))


def _can_fight(them: Encounter) -> bool:
    try:
        joining(Fight(them.settings), them)
    except Refused:
        return False
    return True


ENCOUNTERS = st.builds(encounter, st.just("Night watch"), SETTINGS, st.lists(GROUPS, max_size=5)).filter(_can_fight)


def brought(them: Encounter, into: Fight | None = None) -> Fight:
    """The fight after everybody joined, act by act in the notation, as a page's commands are."""
    state = into or Fight(them.settings)
    for act in joining(state, them):
        assert GAME.parse(state, write(act)) == act
        state = GAME.apply(state, act).state
    return state


@samples(150)
@given(ENCOUNTERS)
def test_an_encounter_reads_back_as_it_was_written(them: Encounter) -> None:
    form = json.loads(json.dumps(encounter_form(them)))
    assert read_encounter(form) == them
    assert encounter_form(read_encounter(form)) == form


@samples(150)
@given(ENCOUNTERS)
def test_whoever_is_brought_into_a_new_fight_is_the_same_encounter_taken_from_it(them: Encounter) -> None:
    state = brought(them)
    assert encounter_of(state, them.name) == them
    assert all(one.ini is None for one in state.present)


@samples(100)
@given(ENCOUNTERS, st.data())
def test_colours_that_are_free_are_all_that_a_fight_adds(them: Encounter, data: st.DataObject) -> None:
    free = [
        replace(one, colours=tuple(colour if data.draw(st.booleans()) else None for colour in one.colours))
        for one in them.groups
    ]
    some = encounter(them.name, them.settings, free)
    taken = encounter_of(brought(some), some.name)
    plain = [
        encounter("x", Settings(), [replace(g, colours=(None,) * g.count) for g in e.groups]) for e in (some, taken)
    ]
    assert plain[0] == plain[1]
    assert encounter_of(brought(taken), some.name) == taken


# ------------------------------------------------------------------ taken from a fight


def test_figures_alike_are_one_group_and_who_was_removed_is_not_there() -> None:
    state = fight(
        """add Silja pc perception=12 advantage=1 vz=8 colour=blue acts="Sword:8; Bow:11"
        add Ghoul npc x4 perception=9 colour=red · remove Ghoul2
        put Silja 3 · put Ghoul1 4 · begin · next · act Silja 8 Sword > Ghoul1 · remove Ghoul4"""
    )
    silja, ghouls = encounter_of(state, "x").groups
    assert (silja.name, silja.count, silja.acts) == ("Silja", 1, (("Sword", 8), ("Bow", 11)))
    assert (ghouls.name, ghouls.count, set(ghouls.colours)) == ("Ghoul", 2, {ghouls.colours[0]})


def test_one_that_is_hurt_stays_in_its_group_and_is_numbered_with_it_again() -> None:
    state = fight('add K npc x3 · set K1 conditions "hurt; prone" · set K2 note "has the key" · show K3 all')
    them = encounter_of(state, "x")
    assert [(one.count, one.conditions, one.note, one.known) for one in them.groups] == [
        (1, ("hurt", "prone"), "", Known.FIGURE),
        (1, (), "has the key", Known.FIGURE),
        (1, (), "", Known.ALL),
    ]
    again = brought(them)
    assert [replace(one, number=0) for one in again.present] == [replace(one, number=0) for one in state.present]


def test_nothing_of_a_figure_is_shown_that_is_hidden_again_at_once() -> None:
    them = encounter_of(fight("add K npc x2 · show K1 all"), "x")
    first, *_, last = [write(act) for act in joining(fight(), them)]
    assert first.startswith("add K npc x2 known=figure")
    assert last == "show K1 all"


def test_a_group_that_players_do_not_know_is_numbered_by_itself() -> None:
    them = encounter_of(fight("add K npc x2 · add K npc x2 known=no"), "x")
    assert list(inis(brought(them))) == ["K1", "K2", "?K1", "?K2"]


def test_settings_are_the_fights_own() -> None:
    assert encounter_of(fight(equal="deny", divisor=4), "x").settings == Settings(4, equal=AtEquality.DENY)


def test_players_are_carried_over_with_their_values_and_without_their_ini() -> None:
    before = fight(
        """add Silja pc perception=12 advantage=1 vz=7 colour=pink acts="Sword:8" · add Ghoul npc known=no
        set Silja conditions "wet" · set Silja note "owes Brakk ten" · put Silja 4 · put ?Ghoul 2 · begin · end"""
    )
    them = players_of(before, "x")
    now = brought(them, fight("add Wolf npc x2"))
    (silja,) = [one for one in now.present if one.kind is Kind.PLAYERS]
    assert (silja.perception, silja.advantage, silja.usual, silja.acts) == (12, 1, 7, (("Sword", 8),))
    assert (silja.conditions, silja.note, silja.colour, silja.ini) == (("wet",), "owes Brakk ten", "pink", None)
    assert list(inis(now)) == ["Wolf1", "Wolf2", "Silja"]


def test_who_is_there_already_is_not_brought_again() -> None:
    shelf = GAME.encounters()
    them = shelf.players_of(fight("add Silja pc · add Brakk pc"), "x")
    left = shelf.absent(fight("add Silja pc"), them)
    assert [one["name"] for one in figures(left)] == ["Brakk"]
    with pytest.raises(Refused) as caught:
        shelf.absent(fight("add Silja pc · add Brakk pc"), them)
    assert caught.value.refusal.reason is Reason.NOBODY_TO_BRING


# ------------------------------------------------------------------ brought into a fight


def test_who_cannot_join_is_named_and_nobody_has_joined() -> None:
    state = fight("add Leader npc")
    them = encounter("x", Settings(), [group("Wolf"), group("Leader")])
    with pytest.raises(Refused) as caught:
        joining(state, them)
    assert caught.value.refusal == Refusal.of(Reason.CANNOT_JOIN, number=2, name="Leader", because="NAME_TAKEN")
    assert list(inis(state)) == ["Leader"]


def test_a_pack_that_comes_again_is_numbered_on() -> None:
    them = encounter("x", Settings(), [replace(group("Wolf"), colours=(None, None))])
    assert list(inis(brought(them, brought(them)))) == ["Wolf1", "Wolf2", "Wolf3", "Wolf4"]


def test_a_fight_that_is_over_takes_nobody() -> None:
    with pytest.raises(Refused) as caught:
        joining(fight("end"), encounter("x", Settings(), [group("Wolf")]))
    assert caught.value.refusal.reason is Reason.GAME_OVER


def test_an_encounter_without_figures_brings_nobody() -> None:
    with pytest.raises(Refused) as caught:
        GAME.encounters().acts(fight(), encounter_form(encounter("x", Settings(), [])))
    assert caught.value.refusal.reason is Reason.NOBODY_TO_BRING


def group(name: str) -> Group:
    return Group(name, Kind.MASTERS, Known.FIGURE)


def figures(form: dict[str, Any]) -> list[dict[str, Any]]:
    found = form["figures"]
    assert isinstance(found, list)
    return found


# ------------------------------------------------------------------ files from outside


def file(**more: object) -> dict[str, Any]:
    return {
        "format": "feldlicht-encounter",
        "v": 1,
        "name": "Watch",
        "figures": [{"name": "K", "kind": "npc"}],
    } | more


def refused(form: object) -> Refusal:
    with pytest.raises(BadInput) as caught:
        read_encounter(form)
    return caught.value.refusal


def test_of_a_figure_only_name_and_kind_need_be_said() -> None:
    (ghoul, silja) = read_encounter(
        file(figures=[{"name": "K", "kind": "npc"}, {"name": "Silja", "kind": "pc", "vz": 7.0}])
    ).groups
    assert ghoul == Group("K", Kind.MASTERS, Known.FIGURE)
    assert silja == Group("Silja", Kind.PLAYERS, Known.ALL, usual=7)


def test_groups_alike_are_put_together() -> None:
    them = read_encounter(file(figures=[{"name": "K", "kind": "npc"}, {"name": "K", "kind": "npc", "count": 2}]))
    assert [one.count for one in them.groups] == [3]


@pytest.mark.parametrize("form", [None, [], "x", 7, {}, file(format="feldlicht"), {"figures": []}])
def test_what_is_no_encounter_is_refused(form: object) -> None:
    assert refused(form) == Refusal.of(Reason.BAD_ENCOUNTER, field="format")


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_of_a_newer_feldlicht_is_refused_as_that_whatever_else_is_in_it(language: str) -> None:
    found = refused(file(v=VERSION + 1, weather="rain"))
    assert found == Refusal.of(Reason.ENCOUNTER_NEWER, v=VERSION + 1, newest=VERSION)
    assert {"en": "made by a newer Feldlicht", "de": "von einem neueren Feldlicht"}[language] in sentence(
        found, language
    )


WRONG: list[tuple[str, object, Reason | None]] = [
    ("name", "", Reason.BAD_FIGURE_NAME),
    ("name", "?K", Reason.BAD_FIGURE_NAME),
    ("name", 7, None),
    ("name", None, None),
    ("kind", "dragon", None),
    ("kind", None, None),
    ("count", 0, Reason.NUMBER_LIMITS),
    ("count", 121, Reason.NUMBER_LIMITS),
    ("count", True, None),
    ("count", "3", None),
    ("perception", 2.5, None),
    ("perception", 10**9, Reason.NUMBER_LIMITS),
    ("advantage", 21, Reason.NUMBER_LIMITS),
    ("vz", -1, Reason.NUMBER_LIMITS),
    ("acts", "Bow:11", None),
    ("acts", [{"name": "Bow"}], Reason.BAD_ACTS),
    ("acts", [{"name": "a;b", "vz": 1}], Reason.BAD_ACTS),
    ("acts", [{"name": "Bow", "vz": 1}, {"name": "Bow", "vz": 2}], Reason.BAD_ACTS),
    ("acts", [{"name": "Bow", "vz": 1, "range": 9}], Reason.BAD_ACTS),
    ("known", "maybe", None),
    ("colour", "violet", Reason.NO_SUCH_COLOUR),
    ("colour", ["red", "blue"], Reason.NO_SUCH_COLOUR),
    ("colour", [["red"]], Reason.NO_SUCH_COLOUR),
    ("note", "a\nb", Reason.BAD_TEXT),
    ("note", "x" * 201, Reason.BAD_TEXT),
    ("note", 7, None),
    ("conditions", "wet", None),
    ("conditions", ["a;b"], Reason.BAD_TEXT),
    ("conditions", ["a", "a"], Reason.BAD_TEXT),
    ("conditions", [7], Reason.BAD_TEXT),
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("field", "value", "because"), WRONG)
def test_what_is_wrong_of_a_figure_is_told_in_a_sentence_with_its_number_and_field(
    field: str, value: object, because: Reason | None, language: str
) -> None:
    good = {"name": "Silja", "kind": "pc"}
    found = refused(file(figures=[good, {"name": "K", "kind": "npc", field: value}]))
    facts = {"number": 2, "field": field} | ({} if because is None else {"because": because.value})
    assert found == Refusal.of(Reason.BAD_ENCOUNTER, **facts)
    told = sentence(found, language)
    assert "2" in told
    assert field in told
    assert "{" not in told


def test_fields_that_there_are_not_are_named() -> None:
    assert refused(file(weather="rain")) == Refusal.of(Reason.BAD_ENCOUNTER, unknown="weather")
    bad = {"name": "K", "kind": "npc", "ini": 3}
    assert refused(file(figures=[bad])) == Refusal.of(Reason.BAD_ENCOUNTER, number=1, unknown="ini")


@pytest.mark.parametrize(
    ("spoil", "wanted"),
    [
        (lambda form: form.pop("figures"), Refusal.of(Reason.BAD_ENCOUNTER, field="figures")),
        (lambda form: form.update(figures={}), Refusal.of(Reason.BAD_ENCOUNTER, field="figures")),
        (lambda form: form.update(figures=["K"]), Refusal.of(Reason.BAD_ENCOUNTER, number=1)),
        (lambda form: form.update(settings=[]), Refusal.of(Reason.BAD_ENCOUNTER, field="settings")),
        (lambda form: form.update(v="1"), Refusal.of(Reason.BAD_ENCOUNTER, field="v")),
        (lambda form: form.update(v=True), Refusal.of(Reason.BAD_ENCOUNTER, field="v")),
        (lambda form: form.update(name=" "), Refusal.of(Reason.ENCOUNTER_NAME, longest=40)),
        (lambda form: form.update(name="x" * 41), Refusal.of(Reason.ENCOUNTER_NAME, longest=40)),
    ],
)
def test_what_is_wrong_of_the_whole_is_named(spoil: Callable[[dict[str, Any]], object], wanted: Refusal) -> None:
    form = file()
    spoil(form)
    assert refused(form) == wanted


def test_a_setting_that_there_is_not_is_named() -> None:
    found = refused(file(settings={"equal": "sometimes"}))
    assert (found.reason, dict(found.facts)["option"]) == (Reason.BAD_OPTION, "equal")


def test_more_figures_than_a_fight_takes_and_two_of_one_name_are_refused_before_anything_is_kept() -> None:
    many = [{"name": f"N{n}", "kind": "npc", "count": 61} for n in range(2)]
    assert refused(file(figures=many)) == Refusal.of(
        Reason.CANNOT_JOIN, number=2, name="N1", because="TOO_MANY_FIGURES"
    )
    twice = [{"name": "K", "kind": "npc"}, {"name": "K", "kind": "pc"}]
    assert refused(file(figures=twice)) == Refusal.of(Reason.CANNOT_JOIN, number=2, name="K", because="NAME_TAKEN")


# ------------------------------------------------------------------ those that come with the game


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_comes_with_the_game_has_words_and_can_be_fought(language: str) -> None:
    def say(key: str) -> str:
        found = called("", key, language, GAME.name)
        assert found, key
        return found

    shipped = GAME.encounters().shipped(say)
    assert len(shipped) >= 2
    for form in shipped.values():
        assert GAME.encounters().read(form) == form
        lines = GAME.encounters().acts(fight(), form)
        assert sum(one["count"] for one in figures(form)) == len(on(fight(), "\n".join(lines)).present)
