"""The boot counter, kept in a small file. A host that sees it change knows that the board forgot everything."""

import os

FILE = "boot_counter.txt"
HIGHEST = 999999999


def count_boot():
    """Count this start and return its number; 1 if there was no usable file."""
    try:
        with open(FILE) as file:
            number = int(file.read(16))
    except (OSError, ValueError):
        number = 0
    number = number + 1 if 0 <= number < HIGHEST else 1
    # Written beside and renamed, so that a power cut leaves the old or the new number.
    with open(FILE + ".new", "w") as file:
        file.write(str(number))
    os.rename(FILE + ".new", FILE)
    return number
