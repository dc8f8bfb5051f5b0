"""Rank-and-flank battles of the ancient world, by the book."""
