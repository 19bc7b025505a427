"""Virtual hands on a simulated board follow what is commanded, at a person's pace, and nothing else."""

from __future__ import annotations

from pathlib import Path

from tests.support.host import Host, until


def test_commands_quicker_than_the_hands_end_in_the_commanded_position(tmp_path: Path) -> None:
    with Host(tmp_path, FELDLICHT_HANDS_PACE="0.3").live() as host:
        match = host.new_match()
        host.set_up(match)
        for move in ("V F4-E4", "T E16-D16", "F E6-I2", "S D9-F10"):
            host.command(match, type="move", move=move)
        host.command(match, type="undo")
        host.command(match, type="undo")
        at_rest(host, match)
        assert host.notations(match) == ["built", "V F4-E4", "T E16-D16", "F E6-I2", "S D9-F10", "undo", "undo"]
        assert host.magnets() == standing(host, match)


def test_an_abandoned_set_up_lets_the_next_match_begin_at_once(tmp_path: Path) -> None:
    with Host(tmp_path).live() as host:
        match = host.new_match()
        host.command(match, type="confirm")
        until(lambda: len(host.magnets()) > 1, "virtual hands to have begun")
        host.command(match, type="abandon")
        match = host.new_match()
        until(lambda: not host.session(match)["hands"]["busy"], "the hands of the old match to let go")
        assert len(host.magnets()) < 22  # they did not go on to the end
        host.set_up(match)


def at_rest(host: Host, match: str) -> None:
    def calm() -> bool:
        hands = host.session(match)["hands"]
        return not hands["busy"] and hands["guidance"] is None and hands["preview"] is None

    until(calm, "virtual hands to have carried everything out")


def standing(host: Host, match: str) -> dict[str, str]:
    figures = host.session(match)["view"]["figures"]
    return {figure["cell"]: "N" if figure["side"] == "yellow" else "S" for figure in figures}
