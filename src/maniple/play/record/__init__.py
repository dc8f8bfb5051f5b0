"""The record of a battle: an append-only file of numbered, hash-chained lines.

lines        what stands on a line, and how lines are chained
fingerprint  what of a request is kept, so that better wording never breaks old records
journal      writes a game down as it goes, and throws its checkable dice
reading      reads a record, whole or cut off, and drops what was undone
replay       runs a record through the rules again, and proves it
retrace      plays one with undos over again as it was played, and proves that each was allowed
"""
