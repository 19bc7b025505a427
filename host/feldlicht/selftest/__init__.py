"""The self-test of a board as values: what to do, what was felt, and what that says of its wiring and parts. Pure."""
