"""What the hand draws, judged: previews are the referee's own word, never a guess beside it.

verdict    what the referee says of an answer, with where it leads or what would still be allowed
nearest    the part of an answer that is still allowed
subjects   who may be moved or placed now, and with which manoeuvres
suggest    a sensible place in deployment
"""
