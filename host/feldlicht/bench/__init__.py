"""The house's own measurements: one module a group, each with ``rows()``; ``feldlicht bench`` shows them.

Where a comparable program exists it is measured in the same run, as a peer: a process of its own, never imported.
"""
