"""The probe that says where a figure begins on the timeline. Source: rules text, readings I1, I2, I6, I13."""

from __future__ import annotations

from collections.abc import Sequence

from feldlicht.rules.initiative.settings import SURPRISE, Rounding, Settings

W20, W6 = 20, 6


def net_advantage(advantage: int, *, surprised: bool) -> int:
    """Return with how many levels a figure rolls: advantage and disadvantage are netted first (I2)."""
    return advantage - SURPRISE if surprised else advantage


def dice(net: int) -> tuple[int, ...]:
    """Return how many sides the dice of a probe have, in the order in which they are thrown."""
    return (W20, *(W6 for _ in range(abs(net))))


def raw(perception: int, net: int, faces: Sequence[int]) -> int:
    """Return perception − W20 + the W6 of an advantage, or − those of a disadvantage. ``faces``: as :func:`dice`."""
    hit, *more = faces
    return perception - hit + (sum(more) if net > 0 else -sum(more))


def successes(points: int, settings: Settings) -> int:
    """Return ``points`` as levels of success (I1). In whole numbers throughout: ``round`` would go to even halves."""
    size, by = abs(points), settings.divisor
    match settings.rounding:
        case Rounding.FLOOR:
            return points // by
        case Rounding.NEAREST:
            levels = (2 * size + by) // (2 * by)
        case Rounding.AWAY:
            levels = -(-size // by)
    return levels if points > 0 else -levels


def initiative(perception: int, net: int, faces: Sequence[int], settings: Settings) -> int:
    """Return the INI of a probe: its successes with the sign turned round."""
    return -successes(raw(perception, net, faces), settings)


def joining(pointer: int | None, ini: int) -> int:
    """Return where a figure comes in whose probe gave ``ini`` while the pointer stands at ``pointer`` (I6)."""
    return ini if pointer is None else max(pointer, pointer + ini)
