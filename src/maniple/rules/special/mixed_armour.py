"""Mixed armour: a unit better armoured in front loses men of the rear to missiles. [troop.mixed-armour]

Whose save counts is `fighting.struck`.
"""

from collections.abc import Sequence


def fall_from_the_rear(left: Sequence[int]) -> tuple[int, ...]:
    """The kind of which missiles slay the next man: the hindmost. [troop.mixed-armour]"""
    return (max(k for k in range(len(left)) if left[k]),)
