"""A short match by virtual hands, through firmware, pseudo-terminal, link, reading, rules and light."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.host import Host, dark, gold, green, red, until, white

PATIENT = {"FELDLICHT_SETTLE_MS": "600", "FELDLICHT_GRACE_MS": "20000"}
"""On a machine that has much else to do, a slide may halt longer than a hand's, and a look may come late."""


@pytest.mark.parametrize(
    "interpreter", ["micropython", pytest.param("cpython", marks=pytest.mark.prove)], indirect=True
)
def test_a_short_match_by_hand_from_the_formation_to_the_next_kick_off(interpreter: str, tmp_path: Path) -> None:
    with Host(tmp_path, **PATIENT).live() as host:
        match = host.new_match()
        assert host.session(match)["view"]["phase"] == "setup"
        host.set_up(match)
        assert host.session(match)["view"]["phase"] == "play"

        # Lift: the legal cells glow as the firmware drives them. Put back: no move, and the light goes.
        host.hands(D8=None)
        for legal in ("B7", "B9", "C6", "E10", "F7"):
            host.sees(legal, green, "green: legal")
        host.sees("D8", white, "white: lifted from here")
        host.sees("D10", dark, "dark: not legal")
        host.hands(D8="N")
        host.sees("E10", dark, "dark again")
        assert host.notations(match) == ["built"]

        # A move, and the other side is on.
        play(host, match, "D8", "E10", "S D8-E10")
        assert host.session(match)["view"]["to_move"] == "blue"
        host.hands(E6=None)
        until(lambda: {"flag": "not_your_turn", "cell": "E6"} in hands_of(host, match)["problems"], "not your turn")
        host.hands(E6="N")
        play(host, match, "C10", "C11", "M C10-C11")

        # A wrong move lights the wrong cell and the way back; nothing is logged.
        host.move("E10", "D11")
        host.sees("D11", red, "red: wrong")
        host.sees("E10", white, "white: the way back")
        assert hands_of(host, match)["problems"] == [{"flag": "illegal", "cell": "D11"}]
        host.move("D11", "E10")
        until(lambda: not hands_of(host, match)["problems"], "the error to go")
        play(host, match, "E10", "D12", "S E10-D12")

        # A slide over a cell that would be a legal stop is one move.
        host.hands(G10=None)
        host.hands(G11="S")
        host.hands(G11=None, G12="S")
        until(lambda: host.notations(match)[-1] == "M G10-G12", "the slide to be one move")

        play(host, match, "E6", "G4", "F E6-G4")
        play(host, match, "G12", "G10", "M G12-G10")
        play(host, match, "D12", "C14", "S D12-C14")
        play(host, match, "C11", "C10", "M C11-C10")

        # The goal shows gold before, and is scored.
        host.hands(C14=None)
        host.sees("D16", gold, "gold: scores")
        host.hands(D16="N")
        until(lambda: host.session(match)["view"]["score"]["yellow"] == 1, "the Move to be scored")
        assert host.session(match)["view"]["phase"] == "rebuild"

        # The formation is rebuilt under guidance, one magnet at a time.
        left = hands_of(host, match)["guidance"]["left"]
        while guidance := hands_of(host, match)["guidance"]:
            assert guidance["left"] == left
            host.sees(guidance["target"], green, "green: put it here")
            host.move(guidance["origin"], guidance["target"])
            left -= 1
        until(lambda: host.session(match)["view"]["phase"] == "relocate", "the formation to stand")

        # Yellow relocates by hand and confirms, blue declines; blue, who conceded, moves next.
        host.move("D4", "C6")
        until(lambda: hands_of(host, match)["preview"], "the relocation to be previewed")
        host.command(match, type="confirm")
        host.command(match, type="relocate", move="@-")
        view = host.session(match)["view"]
        assert (view["phase"], view["to_move"]) == ("play", "blue")
        play(host, match, "G10", "G12", "M G10-G12")

        assert host.notations(match) == [
            "built",
            "S D8-E10",
            "M C10-C11",
            "S E10-D12",
            "M G10-G12",
            "F E6-G4",
            "M G12-G10",
            "S D12-C14",
            "M C11-C10",
            "S C14-D16!",
            "built",
            "@V D4-C6",
            "@-",
            "M G10-G12",
        ]
        shown = host.get("/health")["board"]
        runs = (shown["interpreter"].split()[0], shown["machine"])
        assert runs == {"micropython": ("MicroPython", "unix"), "cpython": ("Python", "cpython")}[interpreter]
        assert host.stop() == 0


def play(host: Host, match: str, origin: str, target: str, notation: str) -> None:
    """Move a magnet and wait until the log has the move."""
    host.move(origin, target)
    until(lambda: host.notations(match)[-1] == notation, f"{notation} to be in the log")


def hands_of(host: Host, match: str) -> dict:  # type: ignore[type-arg]
    return dict(host.session(match)["hands"])
