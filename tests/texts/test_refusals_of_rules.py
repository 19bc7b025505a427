"""What the rules refuse is said in full: their refusals bring every fact that their richest sentence names."""

from __future__ import annotations

import random

import pytest

from feldlicht.base.cells import Cell
from feldlicht.base.commands import Built, Move
from feldlicht.base.reasons import BadInput, Reason, Refusal
from feldlicht.rules.master_move import GAME
from feldlicht.rules.master_move.formation import FormationFault
from feldlicht.texts import LANGUAGES, sentence
from feldlicht.texts.catalogue import placeholders, texts
from tests.support.formations import counting

PLIES = 150
TRIES = 40


def refusals_of_random_play(seed: int) -> dict[tuple[Reason, frozenset[str]], Refusal]:
    """Play at random and try impossible moves all the way."""
    dice = random.Random(seed)
    state = GAME.apply(GAME.new({}, "counting"), Built()).state
    found: dict[tuple[Reason, frozenset[str]], Refusal] = {}
    for _ in range(PLIES):
        figures = GAME.standing(state).placed
        for _ in range(TRIES):
            origin, figure = dice.choice(figures)
            refusal = GAME.why_illegal(state, Move(figure.id, origin, Cell(dice.randrange(144))))
            if refusal is not None:
                found[(refusal.reason, frozenset(name for name, _ in refusal.facts))] = refusal
        legal = GAME.legal(state)
        if not legal:
            break
        state = GAME.apply(state, dice.choice(legal)).state
    return found


def test_every_illegal_move_is_refused_with_all_the_facts_of_its_sentence() -> None:
    found = refusals_of_random_play(4)
    assert len({reason for reason, _ in found}) >= 8
    for (reason, names), refusal in found.items():
        assert placeholders(texts("en")[f"reason.{reason}"]) <= names, refusal


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_of_a_formation_is_said_in_words(language: str) -> None:
    for fault in FormationFault:
        said = sentence(Refusal.of(Reason.BAD_FORMATION, fault=fault, cell="E8"), language)
        assert fault.value not in said
        assert "E8" in said


@pytest.mark.parametrize(
    ("origin", "target"), [("D8", "D2"), ("D8", "D10"), ("D8", "E2"), ("E1", "C1"), ("D8", "D1")]
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_figure_that_may_not_stand_there_is_named_by_its_cell(origin: str, target: str, language: str) -> None:
    sides = counting()
    sides["yellow"][target] = sides["yellow"].pop(origin)
    with pytest.raises(BadInput) as refused:
        GAME.new({}, sides)
    assert target in sentence(refused.value.refusal, language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_goalkeeper_is_told_other_things_when_he_moves_than_when_he_is_given_another_cell(language: str) -> None:
    play = GAME.apply(GAME.new({}, "counting"), Built()).state
    scored = ("S D8-E10", "M C10-C11", "S E10-D12", "M C11-C10", "S D12-E14", "M C10-C11", "S E14-F16!", "built")
    relocating = play
    for act in scored:
        relocating = GAME.apply(relocating, GAME.parse(relocating, act)).state
    asked = ((play, "T E1-C1"), (relocating, "@T E1-C1"))
    refusals = [GAME.why_illegal(state, GAME.parse(state, act)) for state, act in asked]
    moving, placing = (sentence(refusal, language) for refusal in refusals if refusal is not None)
    assert {refusal.reason for refusal in refusals if refusal is not None} == {Reason.KEEPER_LINE}
    assert moving != placing
    assert "C1" in placing
