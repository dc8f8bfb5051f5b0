"""Odds where decisions are made: what comes of each choice of a question, in a few shares.

telling    which questions can be told of, and the shares of each choice
shares     from the outcomes of an answer to a few shares, from best to worst
workers    the processes in which the sums are done
"""
