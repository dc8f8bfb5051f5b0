"""The entries of the rulebook that are not built yet. The list may only shrink."""

DUE: frozenset[str] = frozenset()
