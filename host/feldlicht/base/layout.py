"""The shape of what `board.toml` describes, as far as the host and the simulator need it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Layout:
    """One board's wiring. The generated instances live in :mod:`feldlicht.board.layout`.

    ``driver`` is how the firmware reads the sensors: ``digital-chain`` or ``linear-mux``; a linear board has no
    chain, and an empty ``sensor_order``. ``end_pattern`` is the byte that a whole chain shifts out last.
    ``sensor_order[i]`` is the cell (0–143) and pole ("N"/"S") of the i-th bit that the sensor chain shifts out;
    ``grid_order[i]`` the cell of the i-th LED of the grid's data line; ``ring_strip_order[i]`` the lamp
    ("ring" or "strip", index) of the i-th LED of the other line. A chain bit is low when its sensor sees its pole
    if ``sensor_active_low``. A linear board starts with ``threshold`` and ``hysteresis``, in tenths of a millitesla.
    """

    board: str
    fingerprint: str
    driver: str
    sensor_order: tuple[tuple[int, str], ...]
    sensor_active_low: bool
    end_pattern: int
    grid_order: tuple[int, ...]
    ring_strip_order: tuple[tuple[str, int], ...]
    grid_pin: int
    ring_strip_pin: int
    threshold: int
    hysteresis: int
