"""The version of the rules: it changes when the same answers and dice could lead elsewhere."""

RULES_VERSION = "3"
