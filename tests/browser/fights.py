"""A fight at a house's default board, led by the game master from the outside, as pages look on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from tests.support.host import Host


class Fight:
    """One fight of a house."""

    def __init__(self, house: Host, options: Mapping[str, object], board: str | None) -> None:
        self.house = house
        self.id = house.new_match(game="initiative", options=dict(options), formation=None, board=board)

    def do(self, *acts: str) -> None:
        """Have the game master do one act after the other, in the notation of the rules."""
        for act in acts:
            self.house.command(self.id, view="gm", type="act", act=act)

    def take_back(self, count: int = 1) -> None:
        self.house.command(self.id, view="gm", type="undo", count=count)

    def bring_back(self) -> None:
        self.house.command(self.id, view="gm", type="redo")

    def view(self, viewer: str = "gm") -> dict[str, Any]:
        """Return what the page of ``viewer`` is shown of it."""
        found: dict[str, Any] = self.house.get(f"/sessions/{self.id}?view={viewer}")["view"]
        return found

    def end(self) -> None:
        if self.house.session(self.id)["state"] == "running":
            self.do("end")


def free_seats(house: Host) -> None:
    """Have nobody sit at the fights so far: who played a figure would play it in the next one too."""
    for one in house.get("/sessions")["sessions"]:
        for seat in house.get(f"/sessions/{one['id']}/seats?view=gm")["seats"]:
            if seat["name"] is not None:
                house.post(f"/sessions/{one['id']}/seats/free?view=gm", {"seat": seat["id"]})


@contextmanager
def fight(
    house: Host, board: str | None = "default", *, same_players: bool = False, **options: object
) -> Iterator[Fight]:
    """Run a fight and end it afterwards, so that the board is free for the next one.

    ``same_players``: who played a figure before has it as soon as it joins.
    """
    if not same_players:
        free_seats(house)
    begun = Fight(house, options, board)
    try:
        yield begun
    finally:
        begun.end()
