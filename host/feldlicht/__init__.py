"""Feldlicht: a game table that feels its pieces and answers with light."""
