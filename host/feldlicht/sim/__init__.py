"""The simulated board: the unmodified firmware in real MicroPython amid virtual magnets, lamps and cable."""
