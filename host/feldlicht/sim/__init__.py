"""The simulated board: the unmodified firmware amid virtual magnets, lamps and cable."""
