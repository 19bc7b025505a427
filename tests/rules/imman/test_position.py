"""Acts and positions as text, and what each may see of a match."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.commands import Resign
from feldlicht.base.figures import Side
from feldlicht.base.reasons import BadInput
from feldlicht.base.viewers import GAME_MASTER, PUBLIC, Role, Viewer
from feldlicht.rules.imman.acts import Dive, EndTurn, Note, Pass, Put, Step, Swap, Tackle, Throw
from feldlicht.rules.imman.apply import apply, dice
from feldlicht.rules.imman.field import STREET
from feldlicht.rules.imman.heroes import DIE
from feldlicht.rules.imman.legal import legal
from feldlicht.rules.imman.notation import VERBS, parse, write
from feldlicht.rules.imman.position import from_position, position
from feldlicht.rules.imman.refusals import why_illegal
from feldlicht.rules.imman.secrecy import acts_next, audience, side_of
from feldlicht.rules.imman.state import Match, Phase
from feldlicht.rules.imman.teams import Shirt
from feldlicht.rules.imman.view import view
from tests.rules.imman.helpers import C, Played, at_play, fresh
from tests.rules.imman.lively import OPTIONS
from tests.rules.imman.test_shoot_out import shoot_out
from tests.support.samples import samples


def reached(seed: int, options: dict[str, object], most: int = 300) -> list[Match]:
    """All states of a match that is led at random for a while, its beginning left out now and then."""
    chance = random.Random(seed)
    match, found = fresh("ABCDEF", **options), []
    for _ in range(most):
        found.append(match)
        acts = legal(match)
        if not acts:
            break
        command = chance.choice(acts)
        match = apply(match, command, [chance.randint(1, DIE) for _ in dice(command)]).state
    return found


@samples(4)
@given(st.integers(0, 2**32), OPTIONS)
def test_a_position_line_reads_back_to_an_equal_match_at_every_step(seed: int, options: dict[str, object]) -> None:
    for match in reached(seed, options):
        line = position(match)
        assert line.isprintable()
        assert from_position(line) == match


SHIRTS = [Shirt(side, number) for side in Side for number in range(1, 7)]


@samples(4)
@given(st.integers(0, 2**32), OPTIONS)
def test_what_is_offered_is_all_that_is_not_refused(seed: int, options: dict[str, object]) -> None:
    chance = random.Random(seed)
    for match in reached(seed, options)[:: chance.randint(5, 20)]:
        offered = set(legal(match))
        figure, cell = chance.choice(SHIRTS), chance.choice(list(C.values()))
        if match.active is not None and chance.random() < 0.7:
            figure = match.active.figure
        more = chance.choice([one for one in SHIRTS if one.side is figure.side])
        tried = [
            Step(figure, cell), Pass(figure, cell), Put(figure, cell), Tackle(figure), EndTurn(figure),
            Swap(figure, more), Swap(figure, more, cell), Note(figure.side, Dive.STAY), Throw(),
        ]  # fmt: skip
        for command in tried:
            assert (why_illegal(match, command) is None) == (command in offered)
        to_act = acts_next(match)
        assert (to_act is None) == (match.phase is Phase.OVER)
        assert {side_of(match, one) for one in offered} <= {to_act, None}


@pytest.mark.parametrize(
    "line",
    [
        "foul y2 b3", "keeper y3", "enter y6 E8", "enter y6",
        "throw", "throw 17", "put y1 E8", "step b6 E9", "pick y1", "tackle b2", "pass y1 E12", "let b3", "end y1",
        "swap y2 y6", "swap y2 y6 A8", "stay yellow", "shooter y3", "note blue left", "time", "resign blue",
    ],
)  # fmt: skip
def test_an_act_reads_back(line: str) -> None:
    assert write(parse(line, STREET), STREET) == line
    assert parse(f"  {line.upper()} ", STREET) == parse(line, STREET)
    assert line.split()[0] in VERBS


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("", "BAD_NOTATION"),
        ("kick y1", "BAD_NOTATION"),
        ("step y1", "BAD_NOTATION"),
        ("step y1 E8 E9", "BAD_NOTATION"),
        ("step y0 E8", "BAD_NOTATION"),
        ("step x1 E8", "BAD_NOTATION"),
        ("stay green", "BAD_NOTATION"),
        ("note blue up", "BAD_NOTATION"),
        ("pass y1 A16", "OFF_FIELD"),
        ("pass y1 Z1", "OFF_FIELD"),
        ("throw 0", "BAD_FACE"),
        ("throw 21", "BAD_FACE"),
        ("throw x", "BAD_FACE"),
        ("throw ²", "BAD_FACE"),
    ],
)
def test_what_is_no_act_is_refused(line: str, reason: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse(line, STREET)
    assert refused.value.refusal.reason == reason


@given(st.text(max_size=40))
def test_any_text_at_all_is_an_act_or_refused(text: str) -> None:
    for read in (lambda: parse(text, STREET), lambda: from_position(text), lambda: from_position(f"im1 {text}")):
        try:
            read()
        except BadInput as refused:
            assert refused.refusal.reason in ("BAD_NOTATION", "OFF_FIELD", "BAD_FACE", "BAD_POSITION")  # noqa: PT017


@samples(60)
@given(st.data())
def test_a_position_line_with_a_part_missing_or_of_another_kind_is_refused_or_read(data: st.DataObject) -> None:
    form = json.loads(position(at_play("y2", {"y2": "E8", "b2": "E9"}, ball="b2"))[4:])
    name = data.draw(st.sampled_from(sorted(form)))
    value = data.draw(st.sampled_from([None, 7, -1, "E8", "y9", [], {}, [1, 2], ["y1", 1, None], True, "Z9"]))
    broken = {key: value if key == name else old for key, old in form.items()}
    gone = {key: old for key, old in form.items() if key != name}
    with pytest.raises(BadInput) as refused:
        from_position(f"im1 {json.dumps(gone)}")
    assert refused.value.refusal.reason == "BAD_POSITION"
    try:
        read = from_position(f"im1 {json.dumps(broken)}")
    except BadInput as raised:
        assert raised.refusal.reason == "BAD_POSITION"  # noqa: PT017
    else:
        assert from_position(position(read)) == read


PLAY = at_play("y2", {"y2": "E8", "b2": "E9"}, ball="y2")
PLACES = [str(figure) for figure in PLAY.places]
ROLLS = Played(PLAY).act("pass y2 E12").match
SHOOTS = shoot_out().act("shooter y2", "note blue left").match
CONTRADICTIONS: list[tuple[str, Match, dict[str, object]]] = [
    ("somebody who is not on the field has the ball", PLAY, {"ball": "y3", "standing": {"y2": "E8"}}),
    ("nobody is active", PLAY, {"active": None}),
    ("a keeper with a number that nobody has", PLAY, {"keepers": [1, 99]}),
    ("two of a side on a cell", PLAY, {"standing": dict.fromkeys(PLACES, "E8")}),
    ("a die for a ball that does not roll", PLAY, {"due": ["stop", "blue", 1, 8]}),
    ("a die for a duel that nobody has", PLAY, {"due": ["dribble", "yellow", 1, None]}),
    ("a die for a foul that there was not", PLAY, {"due": ["foul", "blue", 5, None]}),
    ("a break in which nobody is asked", PLAY, {"phase": "swap", "pause": [[], "dead"]}),
    ("a dead ball that is not brought back", PLAY, {"phase": "dead"}),
    ("a set-up in which all stand", PLAY, {"phase": "set_up"}),
    ("a shoot-out in mid-match", PLAY, {"shoot_out": ["yellow", [0, 0], [0, 0], []]}),
    ("a match that ended level", PLAY, {"phase": "over"}),
    ("a ball that rolls without a die", ROLLS, {"due": None}),
    ("a die that is due for nothing", ROLLS, {"rolling": None}),
    ("a pass with another limit", ROLLS, {"due": ["pass", "yellow", 2, 19]}),
    ("a 7-metre that there is not", SHOOTS, {"seven": None}),
    ("a shooter who has not been named", SHOOTS, {"seven": ["yellow", None, "left"]}),
    ("a shot before the keeper has noted", SHOOTS, {"seven": ["yellow", "y2", None]}),
    ("a keeper who notes twice", SHOOTS, {"phase": "note"}),
]


@pytest.mark.parametrize(
    ("base", "parts"), [one[1:] for one in CONTRADICTIONS], ids=[one[0] for one in CONTRADICTIONS]
)
def test_a_position_that_contradicts_itself_is_refused(base: Match, parts: dict[str, object]) -> None:
    form = json.loads(position(base)[4:])
    assert from_position(f"im1 {json.dumps(form)}") == base
    with pytest.raises(BadInput) as refused:
        from_position(f"im1 {json.dumps(form | parts)}")
    assert refused.value.refusal.reason == "BAD_POSITION"


@samples(6)
@given(st.integers(0, 2**32), OPTIONS)
def test_whatever_position_is_read_can_be_looked_at_and_played_on(seed: int, options: dict[str, object]) -> None:
    chance = random.Random(seed)
    forms = [json.loads(position(match)[4:]) for match in chance.choices(reached(seed, options), k=30)]
    names = sorted(forms[0].keys() - {"options", "teams"})
    for form in forms:
        for name in chance.sample(names, chance.choice([1, 1, 2])):
            form[name] = chance.choice(
                [None, 1, "y2", "play", [], chance.choice(forms)[name], chance.choice(forms)[name]]
            )
        try:
            match = from_position(f"im1 {json.dumps(form)}")
        except BadInput:
            continue
        for _ in range(10):
            view(match, GAME_MASTER)
            acts = legal(match)
            if not acts:
                break
            command = chance.choice(acts)
            match = apply(match, command, [chance.randint(1, DIE) for _ in dice(command)]).state


def test_n23_what_the_keeper_noted_is_in_nothing_that_others_are_shown() -> None:
    match = shoot_out().act("shooter y2", "note blue left").match
    blue, yellow = (Viewer(Role.PLAYER, side) for side in (Side.BLUE, Side.YELLOW))
    for viewer, note in ((PUBLIC, None), (yellow, None), (blue, "left"), (GAME_MASTER, "left")):
        shown = view(match, viewer)["seven"]
        assert (shown["noted"], shown["note"]) == (True, note)
    other = shoot_out().act("shooter y2", "note blue right").match
    assert view(match, PUBLIC) == view(other, PUBLIC)
    assert view(match, yellow) == view(other, yellow)
    assert set(legal(match)) == set(legal(other))
    assert not audience(Note(Side.BLUE, Dive.LEFT)).knows(PUBLIC)
    assert audience(Note(Side.BLUE, Dive.LEFT)).knows(blue)
    assert audience(Throw()).knows(PUBLIC)


@samples(4)
@given(st.integers(0, 2**32), OPTIONS)
def test_a_view_is_json_and_names_who_acts_next(seed: int, options: dict[str, object]) -> None:
    for match in reached(seed, options)[::7]:
        for viewer in (PUBLIC, GAME_MASTER):
            shown = view(match, viewer)
            assert json.loads(json.dumps(shown)) == shown
        assert (shown["to_move"] is None) == (match.phase is Phase.OVER)


def test_a_side_may_give_up_at_any_time() -> None:
    for match in (fresh(), at_play("y1", {}), shoot_out().match):
        over = apply(match, Resign(Side.BLUE)).state
        assert over.phase is Phase.OVER
        assert legal(over) == []
        assert view(over, PUBLIC)["outcome"]["winner"] == "yellow"
    assert Played(over).refused("throw") == "GAME_OVER"


def test_r16_a_position_after_three_dice_in_mid_pass_has_the_same_die_due_and_goes_on_the_same_way() -> None:
    standing = {"y2": "E8", "b2": "D9", "b3": "F9", "b4": "E11"}
    played = Played(at_play("y2", standing, ball="y2")).act("pass y2 E12").throw(1, 20, 20)
    read = from_position(position(played.match))
    assert (read, read.due) == (played.match, played.due)
    assert Played(read).throw(20).match == played.throw(20).match
