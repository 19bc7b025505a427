"""Starts the program. Whatever happens ends at MicroPython's prompt, where tools and the host can get in."""

import sys

try:
    import app

    app.main()
except KeyboardInterrupt:
    pass  # Ctrl-C: somebody wants the prompt
except Exception as error:  # noqa: BLE001 - the last border before the prompt
    # As text between the lines; the host keeps it as the board's log.
    sys.print_exception(error)
