"""What the table shows while no host speaks: a light going round the ring, a faint swell over the field. Pure."""

from styles import PULSE, Lights

TURN_MS = 4800  # one way round the ring
SWELL_MS = 9600  # one swell across the field
STRIP_MS = 2400

# Waiting is amber on the strip and a travelling light on the ring: no game shows the two together.
RING = bytes((0, 36, 32, 0, 2, 4))
FIELD = bytes((0, 2, 8, 0, 0, 0))
STRIP = bytes((36, 14, 0, 6, 2, 0))


def idle_lights(lamp_led, supply, brightness, budget_ma, cells, columns, ring, strip):
    """Return the lights of the idle pattern for a board of that many cells, columns, ring and strip lamps."""
    lights = Lights(lamp_led, supply, brightness, budget_ma)
    style = 1
    pairs = bytearray()
    for lamp in range(ring):
        # The phase runs backwards round the ring, so that the light runs forwards.
        lights.define(style, PULSE, TURN_MS, TURN_MS - lamp * TURN_MS // ring, RING)
        pairs.extend(bytes((cells + lamp, style)))
        style += 1
    diagonals = cells // columns + columns - 1
    for diagonal in range(diagonals):
        lights.define(style + diagonal, PULSE, SWELL_MS, SWELL_MS - diagonal * SWELL_MS // diagonals, FIELD)
    for cell in range(cells):
        pairs.extend(bytes((cell, style + cell // columns + cell % columns)))
    style += diagonals
    for lamp in range(strip):
        lights.define(style, PULSE, STRIP_MS, 0, STRIP)
        pairs.extend(bytes((cells + ring + lamp, style)))
    lights.set_lamps(True, pairs, False)
    return lights
