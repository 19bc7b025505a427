"""MicroPython's raw prompt, as tools speak it: code comes in, Ctrl-D ends it, it runs, and what it says goes back.

Run as a program in the board's flash folder. Source: MicroPython's documentation, "The raw REPL" and "Raw-paste
mode".
The interpreter's own prompt needs a terminal, and older unix ports have no raw one.

The exit code says what comes next: see ``SOFT_RESET``, ``LEFT``; any other is that of ``machine.reset()``.
"""

import sys

SOFT_RESET = 44  # Ctrl-D without code
LEFT = 45  # Ctrl-B: back to the prompt for people
RESET = 42  # the code that ran called machine.reset()

WINDOW = 128  # bytes that a tool may send ahead in paste mode
BANNER = b"raw REPL; CTRL-B to exit\r\n>"
CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E = b"\x01", b"\x02", b"\x03", b"\x04", b"\x05"

console_in = sys.stdin.buffer
console_out = sys.stdout.buffer


def read():
    """Return the next byte; end when the console does."""
    byte = console_in.read(1)
    if not byte:
        raise SystemExit(0)
    return byte


def pasted():
    """Take code in paste mode; return it, or None if this is no request to paste."""
    if read() != b"A" or read() != CTRL_A:
        return None
    console_out.write(b"R\x01" + WINDOW.to_bytes(2, "little") + b"\x01")
    code = bytearray()
    while True:
        byte = read()
        if byte == CTRL_D:
            console_out.write(CTRL_D)
            return code
        code.extend(byte)
        if len(code) % WINDOW == 0:
            console_out.write(b"\x01")


def run(code, names):
    """Run code and send what a tool expects behind its output."""
    failure = None
    try:
        exec(str(code, "utf-8"), names)
    except SystemExit as end:
        raise SystemExit(RESET if end.args == (RESET,) else SOFT_RESET) from None
    except BaseException as error:  # noqa: BLE001 - whatever it is, the tool is told of it
        failure = error
    console_out.write(CTRL_D)
    if failure is not None:
        sys.print_exception(failure)
    console_out.write(CTRL_D + b">")


def main():
    """Serve until a tool leaves, resets, or the console ends."""
    names = {"__name__": "__main__"}
    line = bytearray()
    console_out.write(BANNER)
    while True:
        try:
            byte = read()
            if byte == CTRL_A:
                line = bytearray()
                console_out.write(BANNER)
            elif byte == CTRL_B:
                raise SystemExit(LEFT)
            elif byte == CTRL_C:
                line = bytearray()
            elif byte == CTRL_E and not line:
                code = pasted()
                if code is None:
                    console_out.write(BANNER)
                else:
                    run(code, names)
            elif byte == CTRL_D:
                console_out.write(b"OK")
                if not line:
                    console_out.write(b"\r\n")
                    raise SystemExit(SOFT_RESET)
                code, line = line, bytearray()
                run(code, names)
            else:
                line.extend(byte)
        except KeyboardInterrupt:
            line = bytearray()  # Ctrl-C drops what was typed


main()
