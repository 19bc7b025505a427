"""A bad cable does to packets what it is told to, and no more; the same seed gives the same luck."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feldlicht.base.cables import DELAY_MS, STALL_MS, CableFault
from feldlicht.sim.faults import Way
from feldlicht.sim.wire import INTERRUPT, PACKET

packets = st.lists(st.binary(min_size=1, max_size=PACKET), max_size=30)
shares = st.sampled_from([0.0, 0.1, 0.5, 1.0])
seeds = st.integers(0, 2**32)


def through(fault: CableFault, sent: list[bytes], way: str = "up") -> list[tuple[int, bytes]]:
    """Send a packet each 10 ms; return what arrived and when."""
    line = Way(way)
    line.suffer(fault)
    arrived = []
    todo = iter(sent)
    for now in itertools.count(0, 5):
        if now % 10 == 0 and (packet := next(todo, None)) is not None:
            line.put(packet, now)
        while (piece := line.take(now)) is not None:
            arrived.append((now, piece))
        if now > 10 * len(sent) and not line.waiting:
            assert line.patience_ms(now) is None
            return arrived
    raise AssertionError


def joined(arrived: list[tuple[int, bytes]]) -> bytes:
    return b"".join(piece for _, piece in arrived)


@given(packets, seeds)
def test_a_good_cable_brings_every_packet_as_it_is_and_at_once(sent: list[bytes], seed: int) -> None:
    assert through(CableFault(seed), sent) == [(10 * at, packet) for at, packet in enumerate(sent)]


@given(packets, seeds, shares, shares, shares)
def test_what_splits_delays_and_stalls_loses_nothing_and_keeps_the_order(
    sent: list[bytes], seed: int, split: float, delay: float, stall: float
) -> None:
    arrived = through(CableFault(seed, split=split, delay=delay, stall=stall), sent)
    assert joined(arrived) == b"".join(sent)
    assert [at for at, _ in arrived] == sorted(at for at, _ in arrived)
    if split == 1:
        assert len(arrived) == sum(min(2, len(packet)) for packet in sent)
    if not stall:
        assert all(at <= 10 * len(sent) + (DELAY_MS + 25) * len(sent) for at, _ in arrived)
    elif stall == 1 and sent:
        assert arrived[0][0] >= STALL_MS


@given(packets, seeds)
def test_loss_of_all_is_silence_and_loss_of_some_leaves_whole_packets(sent: list[bytes], seed: int) -> None:
    assert through(CableFault(seed, loss=1), sent) == []
    left = iter(sent)
    for _, packet in through(CableFault(seed, loss=0.5), sent):
        assert packet in left  # consumes: what arrives is a subsequence


@given(packets, seeds)
def test_garbage_comes_between_packets_and_is_never_an_interrupt(sent: list[bytes], seed: int) -> None:
    clean = [packet.replace(INTERRUPT, b"x") for packet in sent]
    arrived = through(CableFault(seed, garbage=1), clean)
    assert INTERRUPT not in joined(arrived)
    left = iter([packet for _, packet in arrived])
    assert all(packet in left for packet in clean)
    assert len(arrived) >= len(clean)


@given(packets, seeds, shares)
def test_the_same_seed_gives_the_same_luck_and_each_direction_its_own(
    sent: list[bytes], seed: int, share: float
) -> None:
    fault = CableFault(seed, share, share, share, share, share)
    assert through(fault, sent) == through(fault, sent)
    if share == 0.5 and len(sent) == 30:
        assert through(fault, sent) != through(fault, sent, "down")


@pytest.mark.parametrize("name", ["split", "delay", "loss", "garbage", "stall"])
@pytest.mark.parametrize("share", [-0.1, 1.1, float("nan")])
def test_a_share_is_between_none_and_all(name: str, share: float) -> None:
    with pytest.raises(ValueError, match=name):
        CableFault(**{name: share})  # type: ignore[arg-type]
