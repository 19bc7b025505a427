"""Imman: hex hockey with W20 dice. Source: rules page, field, readings N1–N25 and check values 1–8."""
