"""Nerve: Leadership, tests, panic, and the losses that cause it.

leadership    on what Leadership a unit tests, and who lends it his
nerve         tests of nerve: a test on Leadership, and Panic tests in all their causes
dread         which enemies a unit fears, and which are a terror to it
agreed        panic at events of a scenario's own, to which both players have agreed
panic_flight  units that have failed a Panic test run, once all tests of the same cause are taken
orphans       characters whose unit is destroyed about them: they stand on alone
casualties    wounds and what they slay, by whatever hand
"""
