"""The house at work: one owner thread a table, one a board, and the only place where the clock is read."""
