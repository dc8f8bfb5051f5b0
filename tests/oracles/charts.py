"""The charts and the numbers of the book once more, from its words alone: nothing of the program is used.

A need is the least face of a D6 that succeeds; 7 or more can't be thrown.
"""


def hit_need(weapon_skill: int, enemy_weapon_skill: int) -> int:
    """3+ against less skill, 5+ against more than twice as much, else 4+."""
    if weapon_skill > enemy_weapon_skill:
        return 3
    return 5 if enemy_weapon_skill > 2 * weapon_skill else 4


def shot_need(ballistic_skill: int, harder: int = 0) -> int:
    """7 less Ballistic Skill; each -1 adds 1."""
    return 7 - ballistic_skill + harder


def wound_need(strength: int, toughness: int) -> int:
    """Toughness above Strength by 2 or 3: 6+, by 1: 5+; equal: 4+; below by 1: 3+, by more: 2+."""
    needs = {-1: 3, 0: 4, 1: 5, 2: 6, 3: 6}
    above = toughness - strength
    return 2 if above < -1 else needs.get(above, 7)


def save_need(points: int, strength: int) -> int:
    """7 less the points of armour, not below 1, and 1 more for each point of Strength above 3."""
    return max(1, 7 - points) + max(0, strength - 3)


def rank_bonus(models: int, files: int) -> int:
    """1 for each full rank behind the first, at most 3, to those four wide."""
    return min(3, models // files - 1) if files >= 4 and models >= files else 0


def nerve(leadership: int, worse: int = 0) -> int:
    """What 2D6 must not exceed: Leadership less the difference, from 0 to 10."""
    return max(0, min(10, leadership - worse))
