"""One measured figure, and how it is measured."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the bench: ``value`` and ``spread`` in ``unit``.

    ``name`` is dotted, ``group.subject.what``; ``spread`` is the largest repeat minus the smallest; ``peer`` names a
    comparable program and its version, ``peer_value`` its figure in the same unit, ``ratio`` is value / peer value;
    all three are None when there is no peer or it is not installed.
    """

    name: str
    value: float
    unit: str
    spread: float
    peer: str | None = None
    peer_value: float | None = None
    ratio: float | None = None


@dataclass(frozen=True, slots=True)
class Measured:
    """Median and spread (largest minus smallest) of some repeats."""

    median: float
    spread: float


def measure(fn: Callable[[], int], repeat: int) -> Measured:
    """Return how many units a second ``fn`` does: it works once and returns how many units it did.

    ``repeat`` (at least 1) timed runs follow one that is not counted, so that caches are filled.
    """
    if repeat < 1:
        raise ValueError("measure needs at least one run")
    fn()
    rates: list[float] = []
    for _ in range(repeat):
        start = perf_counter()
        done = fn()
        rates.append(done / (perf_counter() - start))
    return Measured(statistics.median(rates), max(rates) - min(rates))


def summary(name: str, samples: list[float], unit: str = "ms") -> list[Row]:
    """Return the rows of some samples (at least 2): their median, and their 99th percentile as ``.p99``."""
    spread = max(samples) - min(samples)
    ninety_nine = statistics.quantiles(samples, n=100)[98]
    return [
        Row(name, statistics.median(samples), unit, spread),
        Row(f"{name}.p99", ninety_nine, unit, spread),
    ]


def rate(name: str, samples: Sequence[float], unit: str) -> Row:
    """Return the row of some samples (at least 1): their median, and how far they lie apart."""
    return Row(name, float(statistics.median(samples)), unit, float(max(samples) - min(samples)))
