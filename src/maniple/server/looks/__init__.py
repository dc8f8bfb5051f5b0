"""Looks: arcs, circles, blocks and tapes, drawn on the table as far as the rules let one know them."""

from maniple.server.looks.look import look

__all__ = ["look"]
