"""Units of more than one kind of model: who stands where, and what each kind bears.

shares_of        the kinds, foremost first   [troop.combined-formation, troop.mixed-armour]
all_missiles     what anybody in the unit shoots with
parts_armour     the armour of each other kind, for how it slows the unit
"""

from maniple.armies.arms import ArmourRow, armour_of, armour_rows
from maniple.armies.choice import Choice
from maniple.armies.entries import Part
from maniple.armies.wielding import Wielded, wielded
from maniple.battle.sheet import Missile, Profile, Share


def shares_of(
    choice: Choice, arms: Wielded, armour: list[ArmourRow], *, borne: bool, mounted: bool
) -> tuple[Share, ...]:
    """Who stands in a unit of several kinds, foremost first, all of its models among them; nothing
    for a unit of one kind. [troop.combined-formation, combat.mixed-weapons]
    """
    if not choice.parts:
        return ()

    def share(part: Part, models: int) -> Share:
        entry = choice.entry
        used = arms
        if part.melee is not None or part.missiles is not None:
            melee = entry.melee if part.melee is None else part.melee
            missiles = entry.missiles if part.missiles is None else part.missiles
            used = wielded(melee, missiles, borne=borne, mounted=mounted)
        worn = armour if part.armour is None else armour_rows(part.armour)
        profile = Profile(*part.profile) if part.profile else None
        saved = armour_of(worn, mounted=mounted)
        return Share(models, used.melee, saved, part.name, profile, used.missiles)

    own = Share(
        choice.own_models,
        arms.melee,
        armour_of(armour, mounted=mounted),
        choice.entry.name,
        None,
        arms.missiles,
    )
    before = [share(taken.part, taken.models) for taken in choice.parts if taken.part.in_front]
    behind = [share(taken.part, taken.models) for taken in choice.parts if not taken.part.in_front]
    return (*before, own, *behind)


def all_missiles(arms: Wielded, shares: tuple[Share, ...]) -> tuple[Missile, ...]:
    """All that anybody in the unit shoots with; its shares say who."""
    of_shares = [missile for share in shares for missile in share.missiles]
    return tuple(dict.fromkeys((*arms.missiles, *of_shares)))


def parts_armour(choice: Choice) -> list[list[ArmourRow]]:
    """The armour of each part that has its own."""
    return [
        armour_rows(taken.part.armour) for taken in choice.parts if taken.part.armour is not None
    ]
