"""Switching rules off where code cites them, to see whether the tests that name them notice."""
