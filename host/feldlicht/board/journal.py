"""The journal: timed changes of cells since the figures last stood as the log says.

Occupancy alone does not tell what hands did; which cells were emptied meanwhile, and for how long, does.
Source: design, "Hands on the board"; times are host milliseconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from feldlicht.base.cells import Cell
from feldlicht.base.figures import Figure, Pole
from feldlicht.base.occupancy import Occupancy, bits
from feldlicht.board.noise import Noise

LIMIT = 512
"""Changes kept at the most: hands that play for hours on a position that never stands must not grow the journal."""


@dataclass(frozen=True, slots=True)
class Change:
    """At ``at`` the cell began to read ``pole`` (None: nothing, or both poles at once)."""

    at: int
    cell: Cell
    pole: Pole | None


@dataclass(frozen=True, slots=True)
class Journal:
    """What was sensed: the occupancy now, when it last changed, and the changes since the figures last stood.

    ``whole`` is False while something may have happened unseen: after a start or a gap in the line. What a noisy cell
    does is no news: it is counted in ``noise`` and neither kept as a change nor taken for a hand at work; but from
    then on until the figures stand nobody knows what happened there, so the cell is ``doubtful``.
    """

    occupancy: Occupancy = field(default_factory=Occupancy)
    changed_at: int = 0
    changes: tuple[Change, ...] = ()
    whole: bool = False
    noise: Noise = field(default_factory=Noise)
    doubtful: frozenset[Cell] = frozenset()

    def sensed(self, occupancy: Occupancy, touched: int, now: int) -> Journal:
        """Return the journal after a reading; ``touched`` cells (bits) changed meanwhile, even if back again."""
        differs = self.occupancy.differs(occupancy)
        back_again = touched & ~differs
        if not differs and not back_again:
            return self
        twice, changed = bits(back_again), bits(differs | back_again)
        noise = self.noise.changed([*twice, *changed], now)
        noisy = noise.noisy(now)
        news = [Change(now, c, None) for c in twice if c not in noisy]
        news += [Change(now, c, occupancy.at(c)) for c in changed if c not in noisy]
        # What a cell did before it became noisy is no noise.
        began = {c: noise.runs[c].began for c in noisy}
        kept = tuple(one for one in self.changes if one.cell not in began or one.at < began[one.cell])
        changes = (*kept, *news)
        return replace(
            self,
            occupancy=occupancy,
            changed_at=now if news else self.changed_at,
            changes=changes[-LIMIT:],
            # What is forgotten counts as not seen.
            whole=self.whole and len(changes) <= LIMIT,
            noise=noise,
            doubtful=self.doubtful | noisy,
        )

    def stood(self) -> Journal:
        """Return the journal at a moment when the figures stand as the log says: a clean page."""
        if self.whole and not self.changes and not self.doubtful:
            return self
        return replace(self, changes=(), whole=True, doubtful=frozenset())

    def interrupted(self) -> Journal:
        """Return the journal after a gap in the line."""
        return replace(self, changes=(), whole=False)

    def known(self, cells: frozenset[Cell]) -> Journal:
        """Return the journal after people said what happened on ``cells``: that is no secret any more."""
        return replace(self, changes=tuple(change for change in self.changes if change.cell not in cells))

    def changed(self, which: Cell) -> int | None:
        """Return when a cell last changed since the figures last stood, None if it did not."""
        return next((change.at for change in reversed(self.changes) if change.cell == which), None)

    def air_time(self, which: Cell, figure: Figure, now: int) -> int:
        """Return for how many ms the figure's cell did not read its pole since the figures last stood."""
        total, gone_at = 0, None
        for change in self.changes:
            if change.cell != which:
                continue
            if change.pole is figure.side.pole:
                total += change.at - gone_at if gone_at is not None else 0
                gone_at = None
            elif gone_at is None:
                gone_at = change.at
        return total + (now - gone_at if gone_at is not None else 0)

    def emptied(self, figures: Mapping[Cell, Figure]) -> list[Cell]:
        """Return the cells whose figure was not seen at some time since the figures last stood."""
        seen = {
            change.cell
            for change in self.changes
            if change.cell in figures and change.pole is not figures[change.cell].side.pole
        }
        return sorted(seen)
