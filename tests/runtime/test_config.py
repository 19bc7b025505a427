"""Settings: given goes before environment, environment before default; each has its line in the table."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

import pytest

from feldlicht.base.manners import TakebackRule
from feldlicht.base.reasons import Reason, Refused
from feldlicht.config import SETTINGS, Settings, default_data_folder, load


def test_every_setting_has_one_line_with_a_variable_of_its_own_and_a_sentence() -> None:
    assert [one.name for one in SETTINGS] == [field.name for field in fields(Settings)]
    assert len({one.variable for one in SETTINGS}) == len(SETTINGS)
    assert all(one.variable.startswith("FELDLICHT_") and one.help.endswith(".") for one in SETTINGS)


def test_the_tables_defaults_are_those_of_the_settings() -> None:
    assert load({}, {}) == Settings(default_data_folder().absolute())


@pytest.mark.parametrize("one", SETTINGS, ids=lambda one: one.name)
def test_each_setting_can_come_from_its_variable(one: object) -> None:
    texts = {
        "data": ("/x/y", Path("/x/y")),
        "http_port": ("0", 0),
        "serial_port": ("/dev/ttyACM3", "/dev/ttyACM3"),
        "simulate": ("no", False),
        "sim_boards": ("2", 2),
        "sim_driver": ("linear-mux", "linear-mux"),
        "language": ("de", "de"),
        "settle_ms": ("100", 100),
        "grace_ms": ("1000", 1000),
        "debounce": ("2", 2),
        "brightness": ("40", 40),
        "takeback": ("ask", TakebackRule.ASK),
        "hands_pace": ("0.5", 0.5),
        "budget_ma": ("900", 900),
        "threshold": ("85", 85),
        "hysteresis": ("12", 12),
        "lan": ("yes", True),
        "address": ("192.168.1.5:8000", "192.168.1.5:8000"),
        "names": ("Table.club.example, 10.0.0.7", ("table.club.example", "10.0.0.7")),
    }
    text, value = texts[one.name]  # type: ignore[attr-defined]
    assert getattr(load({}, {one.variable: text}), one.name) == value  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("FELDLICHT_HTTP_PORT", "65536"),
        ("FELDLICHT_HTTP_PORT", "web"),
        ("FELDLICHT_SIMULATE", "maybe"),
        ("FELDLICHT_LANGUAGE", "fr"),
        ("FELDLICHT_SIM_DRIVER", "optical"),
        ("FELDLICHT_HANDS_PACE", "-1"),
        ("FELDLICHT_HANDS_PACE", "nan"),
        ("FELDLICHT_SETTLE_MS", "-5"),
        ("FELDLICHT_SETTLE_MS", "10001"),
        ("FELDLICHT_GRACE_MS", "60001"),
        ("FELDLICHT_DEBOUNCE", "0"),
        ("FELDLICHT_BRIGHTNESS", "256"),
        ("FELDLICHT_TAKEBACK", "perhaps"),
        ("FELDLICHT_LAN", "perhaps"),
        ("FELDLICHT_ADDRESS", "http://table/"),
        ("FELDLICHT_NAMES", "a b"),
        ("FELDLICHT_DATA", " "),
        ("FELDLICHT_PORT", ""),
    ],
)
def test_a_variable_that_means_nothing_is_refused_by_its_name_and_text(name: str, text: str) -> None:
    with pytest.raises(Refused) as caught:
        load({}, {name: text})
    assert caught.value.refusal.reason is Reason.BAD_OPTION
    assert dict(caught.value.refusal.facts) == {"option": name, "value": text}


def test_what_the_caller_gives_goes_before_the_environment() -> None:
    settings = load({"http_port": 0, "serial_port": None}, {"FELDLICHT_HTTP_PORT": "9", "FELDLICHT_PORT": "/dev/x"})
    assert (settings.http_port, settings.serial_port) == (0, "/dev/x")


def test_the_data_folder_is_an_absolute_path() -> None:
    assert load({"data": "here"}, {}).data == Path.cwd() / "here"
    assert load({}, {"FELDLICHT_DATA": "~/here"}).data == Path.home() / "here"


def test_a_setting_that_does_not_exist_is_a_fault_of_the_program() -> None:
    with pytest.raises(TypeError, match="colour"):
        load({"colour": 1}, {})
