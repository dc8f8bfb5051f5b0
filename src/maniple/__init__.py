"""Rank-and-flank battles of the ancient world, by the book."""

__version__ = "0.1.0"
