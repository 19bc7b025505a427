"""Knob, its push switch and two buttons as counters that only grow with what was done. Pure.

All contacts close to ground against a pull-up, so a level of 0 is a closed contact. The counters start at 0 with the
program; the host knows by the boot counter when that was.
"""

from clock import elapsed

STABLE_MS = 20  # a contact that kept its level for so long has stopped to bounce
LONG_MS = 600  # a push held for so long is a long one

QUARTERS = 4  # changes of A and B from one detent to the next
REST = 3  # both contacts open: where the detents are

# Quarter steps from the old levels (A, B) to the new ones, old in the two high bits: 11 01 00 10 11 is to the right.
# Where both changed at once an edge was missed, and nobody can tell the way.
_QUARTER = (0, -1, 1, 0, 1, 0, 0, -1, -1, 0, 0, 1, 0, 1, -1, 0)

# What a switch did.
NOTHING = 0
CLOSED = 1
OPENED = 2


class Knob:
    """A rotary encoder with a detent at each full turn of its two contacts.

    A contact that bounces goes to and fro between two neighbouring levels, which adds up to nothing; a change that
    was missed is made up for at the next detent.
    """

    def __init__(self, a, b):
        """``a()`` and ``b()`` return the levels of the contacts."""
        self.steps = 0  # detents since the start, to the right less to the left
        self._a = a
        self._b = b
        self._levels = a() << 1 | b()
        self._quarters = 0  # since the last detent

    def edge(self, _):
        """One of the contacts changed. May run in a hard interrupt: allocates nothing."""
        levels = self._a() << 1 | self._b()
        quarters = self._quarters + _QUARTER[self._levels << 2 | levels]
        self._levels = levels
        if levels == REST:
            # Half a turn or more is one: an edge was missed, for whoever turns back comes through the same levels.
            half = QUARTERS // 2
            if quarters < 0:
                self.steps -= (half - quarters) // QUARTERS
            else:
                self.steps += (half + quarters) // QUARTERS
            quarters = 0
        self._quarters = quarters


class Switch:
    """A push switch that is looked at every few milliseconds. Held at the start counts only once it was let go."""

    def __init__(self):
        self.closed = False  # without its bouncing
        self._level = -1  # as last seen; nothing was yet
        self._since_ms = 0  # when it was first seen like that
        self._settled = -1

    def look(self, level, now_ms):
        """Take the level as it is now; return what the switch did: NOTHING, CLOSED or OPENED."""
        if level != self._level:
            self._level = level
            self._since_ms = now_ms
            return NOTHING
        if level == self._settled or elapsed(now_ms, self._since_ms) < STABLE_MS:
            return NOTHING
        first = self._settled < 0
        self._settled = level
        if level == 0 and not first:
            self.closed = True
            return CLOSED
        if level == 1 and self.closed:
            self.closed = False
            return OPENED
        return NOTHING


class Controls:
    """All that people turn and press, counted."""

    def __init__(self, knob):
        self.presses = 0  # short ones of the knob: counted when it is let go
        self.long_presses = 0  # counted as soon as it was held long enough
        self.button_1 = 0
        self.button_2 = 0
        self._knob = knob
        self._steps = 0  # of the knob, as last looked at
        self._push = Switch()
        self._first = Switch()
        self._second = Switch()
        self._pushed_ms = 0
        self._long = False  # the push under way is counted already

    def look(self, push, button_1, button_2, now_ms):
        """Take the levels as they are now; return True if a counter changed. Allocates nothing."""
        changed = self._look_at_push(push, now_ms)
        if self._first.look(button_1, now_ms) == CLOSED:
            self.button_1 += 1
            changed = True
        if self._second.look(button_2, now_ms) == CLOSED:
            self.button_2 += 1
            changed = True
        steps = self._knob.steps
        if steps != self._steps:
            self._steps = steps
            changed = True
        return changed

    def _look_at_push(self, level, now_ms):
        did = self._push.look(level, now_ms)
        if did == CLOSED:
            self._pushed_ms = now_ms
            self._long = False
        elif did == OPENED:
            if not self._long:
                self.presses += 1
                return True
        elif self._push.closed and not self._long and elapsed(now_ms, self._pushed_ms) >= LONG_MS:
            self._long = True
            self.long_presses += 1
            return True
        return False

    def fields(self):
        """Return the counters as a snapshot's last fields."""
        return f"{self._steps} {self.presses} {self.long_presses} {self.button_1} {self.button_2}"
