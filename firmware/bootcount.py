"""The boot counter, kept in a small file. A host that sees it change knows that the board forgot everything."""

import flash

FILE = "boot_counter.txt"
HIGHEST = 999999999


def count_boot():
    """Count this start and return its number; 1 if there was no usable file."""
    try:
        number = int(flash.read(FILE, 16))
    except ValueError:
        number = 0
    number = number + 1 if 0 <= number < HIGHEST else 1
    flash.write(FILE, str(number))
    return number
