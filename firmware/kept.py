"""Settings that the host ordered to be kept: read at the start, written on an explicit order only."""

import flash
from lines import crc16
from protocol import parse_settings

FILE = "settings.txt"
LONGEST = 200  # characters


def load():
    """Return the settings {name: value} that were kept; none if there is no file, or a damaged one."""
    text, _, check = flash.read(FILE, LONGEST).partition("\n")
    if check != f"{crc16(text.encode()):04X}":
        return {}
    return parse_settings(text.split(" ")) or {}


def save(settings):
    """Keep all of these settings instead of what was kept before. Raises OSError; then the old ones remain."""
    text = " ".join(f"{name}={settings[name]}" for name in sorted(settings))
    flash.write(FILE, f"{text}\n{crc16(text.encode()):04X}")
