"""Small files on the board's flash that survive a power cut at any moment: the old text or the new one, nothing else.

Writing stops interrupts for tens of milliseconds, so nothing is written while a match goes on unless it is ordered.
"""

import os


def read(name, longest):
    """Return the text of a file, at most ``longest`` characters; empty if there is none that can be read."""
    try:
        with open(name) as file:
            return file.read(longest)
    except (OSError, ValueError):
        return ""


def write(name, text):
    """Write a file, whole or not at all. Raises OSError; then the old one is still there."""
    new = name + ".new"
    with open(new, "w") as file:
        file.write(text)
    # littlefs renames in one step, also over a file that exists.
    os.rename(new, name)
