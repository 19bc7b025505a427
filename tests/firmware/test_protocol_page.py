"""docs/protocol.md says what both ends do, field by field: what one of the three knows, the others know."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import pytest
from firmware_source import is_text, source
from harness import FIRMWARE, Board
from hypothesis import given
from hypothesis import strategies as st
from order_bench import Bench
from outbox import FULL, Outbox
from snapshot import Table
from vectors import VECTORS

from feldlicht.base.cells import Cell
from feldlicht.base.occupancy import Occupancy
from feldlicht.base.styles import Pattern
from feldlicht.board.layout import LAYOUTS
from feldlicht.link import from_board, from_host, messages
from feldlicht.link.lines import BadCause, Line
from tests.support.protocol_page import BOARD_SENDS, HOST_SENDS, Field, Kind, code, codes, constants, table
from tests.support.samples import samples

TYPES = [chr(byte) for byte in range(0x21, 0x7F)]
ENDS = ((messages.FromBoard, BOARD_SENDS), (messages.FromHost, HOST_SENDS))


def host_takes(type_: str, given: list[str]) -> bool:
    return not isinstance(messages.parse(Line(type_, 0, tuple(given))), messages.Bad)


def board_takes(type_: str, given: list[str]) -> bool:
    return Bench().take(type_, 0, *given)


def page_has(kinds: dict[str, Kind], type_: str, given: list[str]) -> bool:
    return type_ in kinds and kinds[type_].accepts(given)


# ------------------------------------------------------------------ which lines there are


def test_the_page_and_the_host_know_the_same_lines_of_each_end() -> None:
    for union, kinds in ENDS:
        assert {one.TYPE for one in get_args(union)} == set(kinds)


def test_the_page_and_the_firmware_know_the_same_lines_of_the_host() -> None:
    compared = [
        node
        for node in ast.walk(source("protocol"))
        if isinstance(node, ast.Compare) and isinstance(node.left, ast.Name) and node.left.id == "kind"
    ]
    constants = {
        one.value for node in compared for one in ast.walk(node) if isinstance(one, ast.Constant) and one.value
    }
    assert constants == set(HOST_SENDS)


def test_the_page_and_the_firmware_know_the_same_lines_of_the_board() -> None:
    sent = {letter for letter, _ in calls("put", "_encode", "report", "offer")}
    assert sent == set(BOARD_SENDS)


def calls(*names: str) -> Iterator[tuple[str, str]]:
    """Yield the first argument, if it is a text of one letter, of all calls of such methods, and the file."""
    for path in sorted(FIRMWARE.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in names:
                for part in ast.walk(node.args[0]):
                    if isinstance(part, ast.Constant) and isinstance(part.value, str) and len(part.value) == 1:
                        yield part.value, path.name


@pytest.mark.parametrize("given", [[], ["1"], ["ok"], ["a=1"]])
def test_no_end_takes_a_line_that_stands_on_no_page(given: list[str]) -> None:
    for type_ in set(TYPES) - set(HOST_SENDS):
        assert not board_takes(type_, given)
    for type_ in set(TYPES) - set(HOST_SENDS) - set(BOARD_SENDS):
        bad = messages.parse(Line(type_, 0, tuple(given)))
        assert isinstance(bad, messages.Bad)
        assert bad.cause is BadCause.TYPE


def test_the_two_tables_about_a_line_name_the_same_fields_in_the_same_order() -> None:
    for heading, kinds in (("From the board", BOARD_SENDS), ("From the host", HOST_SENDS)):
        for type_, shown, text in table(heading):
            kind = kinds[code(type_)]
            names = [field.name for field in kind.fields]
            if code(type_) == "C":
                assert [name for name in codes(text) if name in names] == names
            elif kind.named:
                assert [pair.split("=")[0] for pair in code(shown).split()] == names, type_
            elif code(type_) == "L":
                assert code(shown) == "[!] LAMP=ID … [+]"
            elif code(type_) == "E":
                assert code(shown) == "TASK FILE:LINE WHAT"
            else:
                assert [word.split("×")[0].rstrip("…") for word in (codes(shown) or [""])[0].split()] == names, type_


# ------------------------------------------------------------------ what may stand in them


def sound(kind: Kind) -> st.SearchStrategy[list[str]]:
    """Return lines that the page has."""

    def of(field: Field) -> st.SearchStrategy[str]:
        return st.sampled_from(sorted({one for one in field.examples() if field.fits(one)}))

    if kind.type == "L":
        first, lamp, style, last = kind.fields
        pairs = st.lists(st.tuples(of(lamp), of(style)).map("=".join), max_size=4)
        maybe = st.booleans()
        return st.tuples(maybe, pairs, maybe).map(
            lambda parts: [*[first.name] * parts[0], *parts[1], *[last.name] * parts[2]]
        )
    if kind.named:
        named = {field.name: of(field) for field in kind.fields}
        needed = {field.name for field in kind.fields if field.needed}
        some = st.fixed_dictionaries(
            {name: named[name] for name in needed},
            optional={name: one for name, one in named.items() if name not in needed},
        )
        return some.flatmap(lambda values: st.permutations([f"{name}={value}" for name, value in values.items()]))
    places = [st.lists(of(field), min_size=least, max_size=min(most, 16)) for field, least, most in kind.places]
    return st.tuples(*places).map(lambda parts: [text for part in parts for text in part])


def damaged(kind: Kind) -> st.SearchStrategy[list[str]]:
    """Return lines like those of the page in which something may be otherwise."""
    examples = sorted({text for field in kind.fields for text in field.examples()} | {"x"})
    if kind.named or kind.type == "L":
        names = [field.name for field in kind.fields] + ["colour", ""]
        pairs = st.tuples(
            st.sampled_from(names), st.sampled_from(["=", "=", "=", ":", "=="]), st.sampled_from(examples)
        )
        text = pairs.map("".join) | st.sampled_from(examples)
        if kind.type == "L":
            lamps = st.tuples(*[st.sampled_from(field.examples()) for field in kind.fields[1:3]])
            text = lamps.map("=".join) | st.sampled_from(["!", "+", "00", "00=01="])
    else:
        text = st.sampled_from(examples)

    @st.composite
    def lines(draw: st.DrawFn) -> list[str]:
        line = draw(sound(kind))
        for _ in range(draw(st.integers(0, 2))):
            at = draw(st.integers(0, len(line)))
            what = draw(st.sampled_from(["other", "more", "less", "twice"]))
            if what == "more":
                line.insert(at, draw(text))
            elif line and what == "twice":
                line.insert(at, line[at - 1])
            elif line and what == "less":
                del line[at - 1]
            elif line:
                line[at - 1] = draw(text)
        return [one for one in line if one]

    return lines()


def edges(kind: Kind) -> Iterator[list[str]]:
    """Yield, for each field, a line that is sound but for what stands in it: each of the field's examples."""
    for at, field in enumerate(kind.fields):
        for text in field.examples():
            if kind.type == "L":
                yield {0: [text], 1: [f"{text}=00"], 2: [f"00={text}"], 3: ["00=00", text]}[at]
            elif kind.type == "C":
                yield [f"{field.name}={text}"]
            elif kind.named:
                yield [f"{one.name}={text if one is field else plain(one)}" for one in kind.fields]
            else:
                before = [plain(one) for one, least, _ in kind.places[:at] for _ in range(least)]
                after = [plain(one) for one, least, _ in kind.places[at + 1 :] for _ in range(least)]
                _, least, most = kind.places[at]
                for count in {least, min(most, 40), min(most, 40) + 1, least - 1}:
                    yield [*before, *[text] * count, *after]


def plain(field: Field) -> str:
    return next(text for text in ["1", *field.examples()] if field.fits(text))


def test_at_every_border_of_every_field_the_page_and_both_ends_agree() -> None:
    tried = {True: 0, False: 0}
    for kinds in (BOARD_SENDS, HOST_SENDS):
        for type_, kind in kinds.items():
            for line in edges(kind):
                if "" not in line:
                    tried[agree(type_, line)] += 1
    assert min(tried.values()) > 150


@given(st.data())
@samples(100)
def test_the_page_and_both_ends_take_and_refuse_the_same_lines(data: st.DataObject) -> None:
    kinds = data.draw(st.sampled_from([BOARD_SENDS, HOST_SENDS]))
    type_ = data.draw(st.sampled_from(sorted(kinds)))
    agree(type_, data.draw(damaged(kinds[type_])))


def agree(type_: str, given: list[str]) -> bool:
    """Check that page, host and board say the same of a line; return what."""
    ours, theirs = page_has(HOST_SENDS, type_, given), page_has(BOARD_SENDS, type_, given)
    # The host reads the lines of both ends by their types, of which F and I are both.
    assert host_takes(type_, given) is (ours or theirs), f"the host: {type_} {given}"
    assert board_takes(type_, given) is ours, f"the board: {type_} {given}"
    return ours or theirs


def test_the_vectors_are_what_the_page_says() -> None:
    for vector in VECTORS["good"]:
        type_, fields = vector["type"], vector["fields"]
        if set("".join(fields)) == {"x"}:
            continue  # shows how long a line may be
        assert page_has(HOST_SENDS, type_, fields) or page_has(BOARD_SENDS, type_, fields), vector
    for vector in VECTORS["unfit"]:
        type_, _, *fields = vector["line"].split(" ")[:-1]
        assert not page_has(HOST_SENDS, type_, fields), vector


# ------------------------------------------------------------------ fields with names


class Recorder(dict[str, str]):
    """The fields of a line, and which of them were asked for."""

    asked: set[str]

    def __getitem__(self, name: str) -> str:
        self.asked.add(name)
        return super().__getitem__(name)

    def __contains__(self, name: object) -> bool:
        self.asked.add(str(name))
        return super().__contains__(name)

    def get(self, name: str, default: Any = None) -> Any:
        self.asked.add(name)
        return super().get(name, default)


@pytest.mark.parametrize("type_", ["H", "I"])
def test_the_host_reads_exactly_the_named_fields_of_the_page(type_: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: set[str] = set()

    def recorded(fields: tuple[str, ...]) -> Recorder:
        found = Recorder(field.split("=", 1) for field in fields)
        found.asked = asked
        return found

    monkeypatch.setattr(from_board, "named", recorded)
    kind = BOARD_SENDS[type_]
    whole = [f"{field.name}={plain(field)}" for field in kind.fields]
    assert host_takes(type_, whole)
    assert host_takes(type_, [one for one, field in zip(whole, kind.fields, strict=True) if field.needed])
    assert asked == {field.name for field in kind.fields if not field.left}


def test_what_the_hosts_own_messages_write_stands_on_the_page() -> None:
    examples: list[messages.Message] = [
        from_board.Hello(1, "0", "1", "a", "0" * 8, 1, machine="rp2"),
        from_board.Snapshot(0, 1, Occupancy.of({}), 1 << 3, -4),
        from_board.Answer(3, from_board.Word.OK),
        from_board.State(1, 2, 3, 4, True, 5, True, 400, from_board.Supply.NONE, "chain:3", 40, 10, 38),
        from_board.RowField(1, (None, *[-5] * 15), (None, *[5] * 15)),
        from_board.Fault("scan", ("app.py:1", "x")),
        from_host.Heartbeat(),
        from_host.DefineStyle(1, Pattern.PULSE, 100, 0, ((1, 2, 3),) * 4),
        from_host.SetLamps(((Cell(3), 2),), True, True),
        from_host.Configure(*[low for low, _ in from_host.Configure.LIMITS.values()]),
        *(one() for one in get_args(messages.FromHost) if not HOST_SENDS[one.TYPE].fields),
    ]
    assert {type(one) for one in examples} == {*get_args(messages.FromBoard), *get_args(messages.FromHost)}
    for one in examples:
        sends = BOARD_SENDS if isinstance(one, get_args(messages.FromBoard)) else HOST_SENDS
        kind = sends[one.TYPE]
        assert kind.accepts(one.fields()), one
        if kind.named:
            left = {field.name for field in kind.fields if field.left}
            assert {field.split("=")[0] for field in one.fields()} == {field.name for field in kind.fields} - left


LINEAR = {"threshold", "hysteresis"}
"""Fields of the state that a board has only while it reads linear sensors."""


@pytest.mark.parametrize("driver", sorted(LAYOUTS))
def test_a_real_board_sends_what_stands_on_the_page_and_nothing_else(driver: str, tmp_path: Path) -> None:
    with Board(tmp_path / "flash", {3: "N"} if driver != "ring" else {}, driver=driver) as board:
        sent = [
            ("H", board.wait("H")),
            ("S", board.wait("S")),
            ("I", board.ask("I", "I")),
            ("H", board.ask("?", "H")),
        ]
        unable = driver != "linear-mux"
        assert board.order("F") == ("unable" if unable else "ok")
        sent += [] if unable else [("F", board.wait("F")) for _ in range(9)]
        answer = board.send("L", "!")
        sent.append(("A", board.wait("A", lambda fields: fields[0] == str(answer))))
    for type_, fields in sent:
        assert BOARD_SENDS[type_].accepts(fields), f"{type_} {fields}"
        if BOARD_SENDS[type_].named:
            values = dict(field.split("=", 1) for field in fields)
            sends = [field for field in BOARD_SENDS[type_].fields if not (unable and field.name in LINEAR)]
            assert values.keys() == {field.name for field in sends}, type_
            for field in sends:
                assert field.fits(values[field.name]), f"{type_} {field.name}={values[field.name]}"


def test_a_board_in_safe_mode_states_the_same_fields() -> None:
    (state,) = (
        node for node in ast.walk(source("bare")) if isinstance(node, ast.FunctionDef) and node.name == "state"
    )
    (health,) = (
        node for node in ast.walk(source("bare")) if isinstance(node, ast.FunctionDef) and node.name == "health"
    )
    text = "".join(part.value for node in (state, health) for part in ast.walk(node) if is_text(part))
    for field in BOARD_SENDS["I"].fields:
        assert (f"{field.name}=" in text) == (field.name not in LINEAR)


def test_a_fault_is_told_as_the_page_says() -> None:
    outbox = Outbox(Table(144, b"", b"", False), lambda: "")
    outbox.fault("scan", "app.py:12", "OSError: [Errno 5] EIO é" * 9)
    data = outbox.take(0)
    assert data is not None
    type_, _, *fields = data.decode().split(" ")[:-1]
    assert BOARD_SENDS[type_].accepts(fields)
    assert len(fields[2]) == outbox_limit() == 80
    assert not outbox.full()
    assert FULL == 32


def outbox_limit() -> int:
    return int(constants(FIRMWARE / "outbox.py")["FAULT_TEXT"])
