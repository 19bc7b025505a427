"""Starts the interpreter given as arguments in this process's place, so that it ends when its parent does.

Run as a program, with the parent's process id first. Where the system cannot tie a child to its parent, the
stand-ins' closed socket and the end of the console still end it.
"""

import os
import sys

_END_WITH_PARENT = 1  # PR_SET_PDEATHSIG


def main() -> None:
    """Tie this process to its parent and become the interpreter."""
    parent, *command = sys.argv[1:]
    if sys.platform == "linux":
        import ctypes
        import signal

        ctypes.CDLL(None).prctl(_END_WITH_PARENT, signal.SIGKILL)
    if os.getppid() != int(parent):
        # It died before we were tied to it.
        sys.exit(1)
    os.execv(command[0], command)


if __name__ == "__main__":
    main()
