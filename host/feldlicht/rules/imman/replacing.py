"""``replace`` for states that have many fields, of which an act changes few. Pure.

A class that is made for it says in ``worked_out`` which of its cached properties follow from which field, and has no
check of its own at its making. Any other dataclass is left to :func:`dataclasses.replace`.
"""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    # Type checkers know the standard one, and hold to it what is changed.
    from dataclasses import replace as replace
else:

    def replace(one: Any, /, **changes: Any) -> Any:
        """Return what :func:`dataclasses.replace` returns, without going through every field; what was worked out
        stays so until a field changes from which it follows. Raises :class:`TypeError` for a field there is not.
        """
        worked_out = getattr(one, "worked_out", None)
        if worked_out is None:
            return dataclasses.replace(one, **changes)
        if not changes.keys() <= one.__dataclass_fields__.keys():
            raise TypeError(f"no such field: {', '.join(sorted(changes.keys() - one.__dataclass_fields__.keys()))}")
        after = object.__new__(type(one))
        known = after.__dict__
        known.update(one.__dict__)
        known.update(changes)
        for name in changes:
            for follows in worked_out.get(name, ()):
                known.pop(follows, None)
        return after
