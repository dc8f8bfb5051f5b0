"""The tables as they were made and changed, from release to release."""
