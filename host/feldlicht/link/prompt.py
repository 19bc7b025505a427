"""What is typed at a board that may stand at MicroPython's prompt.

Source: ``docs/protocol.md``, "Start and recovery".
"""

from __future__ import annotations

EMPTY_LINE = b"\r\n"
"""With the carriage return that makes a board at MicroPython's prompt show it again."""
INTERRUPT = b"\r\x03"
SOFT_RESET = b"\x04"
LEAVE_RAW = b"\x02" + EMPTY_LINE
"""For a board that did not answer: Ctrl-B leads from the raw prompt, which answers nothing, to the one for people.

Our firmware counts it as a damaged line.
"""
