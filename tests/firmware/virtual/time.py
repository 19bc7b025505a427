"""MicroPython's ``time`` on a clock that moves only when something is done; it wraps as the board's does.

Whoever imports the stand-ins finds this first. ``spend`` lets time pass, ``every`` is what the stand-in for
``machine.Timer`` is made of: hard timers interrupt whatever runs, with the heap locked; soft ones wait until a
collection of garbage (``collect``) is over.
"""

import micropython

WRAP = 0x3FFFFFFF
HALF = 0x20000000

_alarms = []
BEFORE_US = 2000000  # a test starts so long before both clocks wrap, milliseconds and microseconds
_now_us = 1000 * (WRAP + 1) - BEFORE_US
_busy = False  # an interrupt is being served
_collecting = False


class _Alarm:
    def __init__(self, interval_us, callback, again, hard):
        self.due_us = now() + interval_us
        self.interval_us = interval_us
        self.callback = callback
        self.again = again
        self.hard = hard
        _alarms.append(self)

    def stop(self):
        """Ring no more."""
        if self in _alarms:
            _alarms.remove(self)


every = _Alarm


def start(before_us):
    """Let both clocks wrap so long from now on."""
    global _now_us
    assert not _alarms
    _now_us = 1000 * (WRAP + 1) - before_us


def alarms():
    """Return when each timer interrupts next, on the clock that does not wrap."""
    return [alarm.due_us for alarm in _alarms]


def now():
    """Return the microseconds since the clock was made, without a wrap."""
    return _now_us


def spend(us):
    """Let time pass, with all interrupts that fall into it."""
    global _now_us
    end = _now_us + us
    while not _busy:
        alarm = _next(end)
        if alarm is None:
            break
        _now_us = max(_now_us, alarm.due_us)
        begun = _now_us
        _ring(alarm)
        end += _now_us - begun  # what was interrupted is done that much later
    _now_us = max(_now_us, end)


def _next(end_us):
    found = None
    for alarm in _alarms:
        may_ring = alarm.due_us <= end_us and (alarm.hard or not _collecting)
        if may_ring and (found is None or alarm.due_us < found.due_us):
            found = alarm
    return found


def _ring(alarm):
    global _busy
    if alarm.again:
        alarm.due_us += alarm.interval_us
        while alarm.hard and alarm.due_us <= _now_us:
            alarm.due_us += alarm.interval_us  # one that comes while it is served is lost
    else:
        alarm.stop()
    _busy = True
    if alarm.hard:
        micropython.heap_lock()
    try:
        alarm.callback()
    finally:
        if alarm.hard:
            micropython.heap_unlock()
        _busy = False


def collect(us):
    """Collect garbage for so long."""
    global _collecting
    _collecting = True
    spend(us)
    _collecting = False


def ticks_us():
    """Return the board's microseconds."""
    return _now_us & WRAP


def ticks_ms():
    """Return the board's milliseconds."""
    return _now_us // 1000 & WRAP


def ticks_add(ticks, delta):
    """Return ticks later or earlier."""
    return ticks + delta & WRAP


def ticks_diff(later, earlier):
    """Return how much later the first one is, right over one wrap."""
    return (later - earlier + HALF & WRAP) - HALF


def sleep_us(us):
    """Wait."""
    spend(us)


def sleep_ms(ms):
    """Wait."""
    spend(ms * 1000)
