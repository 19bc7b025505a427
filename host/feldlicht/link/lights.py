"""Turns scenes into the lines that make the board show them. Pure. Source: ``docs/protocol.md``, ``Y`` and ``L``.

The board keeps a table of 63 styles and the style number of each lamp. :class:`LightState` is what the host knows of
both; it says only what changes, and everything to a board that it does not know yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from feldlicht.base.cells import CELL_COUNT, RING_COUNT
from feldlicht.base.styles import RGB, Colour, Pattern, Scene, Style
from feldlicht.link.from_host import LAMP_COUNT, STYLE_COUNT, Colours, DefineStyle, SetLamps

DARK = 0
PAIRS_A_LINE = 96
"""Most lamps that fit in one line of 600 bytes: each takes 6, the rest of the line at most 18."""

# Any scene can be shown: beyond this many styles the rarest lose their pattern, and plain colours always fit.
_FULL_STYLES = STYLE_COUNT - len(Colour)


@dataclass(frozen=True, slots=True)
class WireStyle:
    """A style as the board keeps it; styles that look the same are equal."""

    pattern: Pattern
    period_ms: int
    phase_ms: int
    colours: Colours

    @classmethod
    def of(cls, style: Style) -> WireStyle | None:
        """Return the style for the wire; None if it is dark all the time."""
        colours = tuple(RGB[colour] for colour in style.colours)
        if style.pattern is Pattern.STEADY:
            # A steady light has no time and no second colour.
            return cls.plain(colours[0])
        if not any(map(any, colours)):
            return None
        return cls(style.pattern, style.period_ms, style.phase_ms % style.period_ms, colours)

    @classmethod
    def plain(cls, colour: tuple[int, int, int]) -> WireStyle | None:
        """Return the steady style of one colour; None if it is dark."""
        return cls(Pattern.STEADY, 1000, 0, (colour,)) if any(colour) else None

    def folded(self) -> WireStyle | None:
        """Return the plain style that stands for this one when the board's table is full."""
        return self.plain(next(colour for colour in self.colours if any(colour)))

    def define(self, number: int) -> DefineStyle:
        """Return the message that makes this style ``number``."""
        return DefineStyle(number, self.pattern, self.period_ms, self.phase_ms, self.colours)


@dataclass(frozen=True, slots=True)
class LightState:
    """What the board knows and shows, as far as the host has told it.

    ``styles`` are the defined styles and their numbers, least recently used first; ``lamps`` the style number of each
    lamp in wire order, None when the board may show anything.
    """

    styles: tuple[tuple[WireStyle, int], ...] = ()
    lamps: tuple[int, ...] | None = None

    def unsure(self) -> LightState:
        """Return the state that makes the next scene travel whole; the styles stay known."""
        return replace(self, lamps=None)

    def show(self, scene: Scene) -> tuple[LightState, tuple[DefineStyle | SetLamps, ...]]:
        """Return the messages, in order, that make the board show ``scene``, and the state once it has taken them.

        Raises ``ValueError`` for a lamp that the table does not have.
        """
        wanted = _wanted(scene)
        known = dict(self.styles)
        needed = list(dict.fromkeys(wanted.values()))
        missing = [style for style in needed if style not in known]
        free = [number for number in range(1, STYLE_COUNT) if number not in known.values()]
        idle = [style for style, _ in self.styles if style not in needed]
        evicted = idle[: max(0, len(missing) - len(free))]
        numbers = iter(free + [known.pop(style) for style in evicted])

        # A number is only redefined when no lamp shows it: such lamps go dark first.
        blanked, messages = self._blank({number for style, number in self.styles if style in evicted})
        for style in missing:
            known[style] = next(numbers)
            messages.append(style.define(known[style]))
        target = [DARK] * LAMP_COUNT
        for lamp, style in wanted.items():
            target[lamp] = known[style]
        messages += _set_lamps(blanked, tuple(target))
        recent = [(style, number) for style, number in known.items() if style not in needed]
        recent += [(style, known[style]) for style in needed]
        return LightState(tuple(recent), tuple(target)), tuple(messages)

    def _blank(self, numbers: set[int]) -> tuple[tuple[int, ...] | None, list[DefineStyle | SetLamps]]:
        if not numbers or self.lamps is None:
            # Nothing to blank, or lamps that nobody knows: a whole scene follows, so dark does no harm.
            return self.lamps, [SetLamps(clear=True)] if numbers else []
        blanked = tuple(DARK if number in numbers else number for number in self.lamps)
        return blanked, list(_set_lamps(self.lamps, blanked))


def _wanted(scene: Scene) -> dict[int, WireStyle]:
    styles: dict[int, WireStyle] = {}
    groups: tuple[tuple[int, int, Mapping[int, Style]], ...] = (
        (0, CELL_COUNT, {int(cell): style for cell, style in scene.cells.items()}),
        (CELL_COUNT, RING_COUNT, scene.ring),
        (CELL_COUNT + RING_COUNT, LAMP_COUNT - CELL_COUNT - RING_COUNT, scene.strip),
    )
    for start, count, lamps in groups:
        for index, style in sorted(lamps.items()):
            if not 0 <= index < count:
                raise ValueError(f"the table has no lamp {index} of {count}")
            if (wire := WireStyle.of(style)) is not None:
                styles[start + index] = wire
    if len(set(styles.values())) < STYLE_COUNT:
        return styles
    full = {style for style, _ in Counter(styles.values()).most_common(_FULL_STYLES)}
    folded = {lamp: style if style in full else style.folded() for lamp, style in styles.items()}
    return {lamp: style for lamp, style in folded.items() if style is not None}


def _set_lamps(shown: tuple[int, ...] | None, target: tuple[int, ...]) -> tuple[SetLamps, ...]:
    if shown == target:
        return ()
    whole = [(lamp, style) for lamp, style in enumerate(target) if style != DARK]
    changes = [] if shown is None else [(lamp, style) for lamp, style in enumerate(target) if style != shown[lamp]]
    clear = shown is None or len(whole) < len(changes)
    pairs = whole if clear else changes
    pieces = [tuple(pairs[start : start + PAIRS_A_LINE]) for start in range(0, len(pairs), PAIRS_A_LINE)] or [()]
    last = len(pieces) - 1
    return tuple(SetLamps(piece, clear and n == 0, n < last) for n, piece in enumerate(pieces))
