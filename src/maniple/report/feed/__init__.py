"""The account as it happens: every roll with its dice, every event in a line, with the rules that spoke.

`report.account` tells a phase when it is over; the feed tells each thing at once.
"""
