"""Stand-in for MicroPython's own module where the firmware's pure files run on this Python."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Function = TypeVar("Function", bound=Callable[..., object])


def native(function: Function) -> Function:
    """Return the function as it is: here nothing is compiled for a processor."""
    return function
