"""Starts the program. Whatever happens ends at MicroPython's prompt, where tools and the host can get in."""

import os
import sys

READY = "exchange.ready"  # an installation wrote it when every new file was whole


def finish_exchange():
    """Have new files take their places if the power went while an installation did that."""
    names = os.listdir()
    if READY in names:
        for name in names:
            if name.endswith(".py.new"):
                os.rename(name, name[:-4])
        os.remove(READY)


try:
    finish_exchange()
    import running

    running.main()
except KeyboardInterrupt:
    pass  # Ctrl-C: somebody wants the prompt
except Exception as error:  # noqa: BLE001 - the last border before the prompt
    # As text between the lines; the host keeps it as the board's log.
    sys.print_exception(error)
