"""What is kept of a failure: where it happened, and a record on the flash that a person can read later."""

import io
import sys

import flash

FILE = "crash.txt"
LONGEST = 2000  # characters of a record; the end of a longer trace is what says where


def trace(error):
    """Return the traceback of an exception as MicroPython prints it."""
    text = io.StringIO()
    sys.print_exception(error, text)  # pyright: ignore[reportArgumentType]
    return text.getvalue()  # pyright: ignore[reportAttributeAccessIssue]


def place(text):
    """Return where a traceback ends, as ``file.py:12``; ``-`` if it does not say."""
    found = "-"
    for line in text.split("\n"):
        line = line.strip()
        if line.startswith('File "') and '", line ' in line:
            name, _, rest = line[6:].partition('", line ')
            number = rest.split(",")[0]
            found = name.split("/")[-1] + ":" + number
    return found


def summary(text):
    """Return what a traceback says last, the exception with its text; ``-`` for an empty one."""
    lines = [line for line in text.split("\n") if line.strip()]
    return lines[-1].strip() if lines else "-"


def record(text):
    """Keep a traceback, unless the same one is kept already: a board that fails at every start spares its flash."""
    text = text[-LONGEST:]
    try:
        if flash.read(FILE, LONGEST + 1) != text:
            flash.write(FILE, text)
    except OSError:
        pass  # a full flash must not hide the failure itself, which the host is told of
