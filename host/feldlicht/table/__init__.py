"""A table: the running session, the hands at it, and what follows from each input. Pure."""
