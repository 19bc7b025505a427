"""How the simulated board is wired: a board's wires do not change with the firmware that is installed on it."""

import os
import sys


def _wiring():
    folder = os.getenv("FELDLICHT_SIM_WIRING")
    if not folder:
        import layout_generated

        return layout_generated
    sys.path.insert(0, folder)
    try:
        import layout_generated
    finally:
        sys.path.pop(0)
    # The firmware has a description of its own, and finds it by itself.
    del sys.modules["layout_generated"]
    return layout_generated


layout = _wiring()
