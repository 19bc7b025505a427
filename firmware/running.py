"""One run of the program, from why it started to how it ends."""

import asyncio
import sys
import time

import care
import chip
import crash
from app import App
from bare import Bare
from console import ConsoleClosed
from lighting import make_dark
from protocol import CELLS
from snapshot import Table

LEAVE_TRIES = 5
LAST_WORDS_MS = 100  # for the console to send what it took, before a reset cuts it off


def main():
    """Run the board's program. A task that fails ends in a reset, Ctrl-C at the prompt."""
    ends = care.bad_ends(chip.reset_cause(), chip.bad_ends())
    chip.note_bad_ends(ends)
    program = safe_program() if ends >= care.SAFE_AFTER else App()
    failed = False
    try:
        asyncio.run(program.run())
    except ConsoleClosed:
        pass
    except KeyboardInterrupt:
        chip.note_bad_ends(0)  # somebody takes care
        raise
    except Exception as error:  # noqa: BLE001 - the last border, where it is reported
        failed = True
        chip.note_bad_ends(ends + 1)
        report(error)
    finally:
        # Here and not in run(): Ctrl-C breaks out of the event loop and never comes back to its tasks.
        leave(program)
    if failed:
        chip.reset()


def safe_program():
    """Return the program with its link only, with all lights dark and all pins free."""
    make_dark()
    return Bare(Table(CELLS, b"", b"", False))


def report(error):
    """Keep a failure on the flash, and send it as text between the lines, which the host keeps as the board's log."""
    text = crash.trace(error)
    crash.record(text)
    sys.stdout.buffer.write(text.encode())
    time.sleep_ms(LAST_WORDS_MS)


def leave(program):
    """Stop the watchdog and make the table dark, however often Ctrl-C is typed meanwhile."""
    for _ in range(LEAVE_TRIES):
        try:
            chip.stop_watchdog()
            program.close()
            return
        except KeyboardInterrupt:
            pass
