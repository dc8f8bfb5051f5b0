"""Requests that a player answers, each with the type of its answer.

An ask names the side asked and the rule that speaks. `maniple.rules.legality` lists or judges
the answers; an ask itself carries no list of them.
"""

from typing import TypeAlias

from msgspec import Struct

from maniple.battle.orders import Order
from maniple.battle.request import Request
from maniple.battle.sides import Side
from maniple.battle.state import Response
from maniple.battle.unit import NOBODY, UnitId
from maniple.geometry import Pose

# ------------------------------------------------------------------------------ answers


class Done(Struct, frozen=True, tag=True):
    """No more of these."""


class Named(Struct, frozen=True, tag=True):
    """This unit."""

    unit: UnitId


class Yes(Struct, frozen=True, tag=True):
    """Do it."""


class No(Struct, frozen=True, tag=True):
    """Leave it."""


class PickZone(Struct, frozen=True, tag=True):
    """A deployment zone, by its place in `Field.zones`."""

    zone: int


class Placement(Struct, frozen=True, tag=True):
    """A unit is put on the table: the middle of its front edge, or a skirmishing unit's spread."""

    unit: UnitId
    pose: Pose
    files: int = 1
    skirmish: bool = False
    gap: float = 0.5
    """Between skirmishers' bases, in inches."""
    host: UnitId = NOBODY
    """A character is placed with this unit."""


class ChargeOrder(Struct, frozen=True, tag=True):
    """`charger` charges `target`."""

    charger: UnitId
    target: UnitId


class Reply(Struct, frozen=True, tag=True):
    """How the target of a charge answers it. `at`: the character in the charger's ranks at whom it
    shoots. [character.target]
    """

    response: Response
    at: UnitId = NOBODY


class Stand(Struct, frozen=True, tag=True):
    """A formation to take up: files, and facing in degrees; in ranks, or loose."""

    files: int
    facing: float
    skirmish: bool = False


class Shot(Struct, frozen=True, tag=True):
    """`shooter` shoots at `target` with the weapon of that name.

    `second`: the target of models that cannot see the first. [shoot.divide]
    """

    shooter: UnitId
    target: UnitId
    weapon: str
    second: UnitId = NOBODY


class Aim(Struct, frozen=True, tag=True):
    """Where a stone is thrown: direction in degrees, and inches from the middle of the engine's
    front edge. [engine.stone-thrower]
    """

    facing: float
    inches: float


class Arms(Struct, frozen=True, tag=True):
    """The close-combat weapon used this round, by name. [combat.one-weapon]"""

    weapon: str


class Allotment(Struct, frozen=True, tag=True):
    """Whom the models with a choice strike. [combat.choose-target]"""

    target: UnitId


class OfKind(Struct, frozen=True, tag=True):
    """A kind of men of a unit of several, by its place from the front; -1: no matter which."""

    kind: int


class Withdraw(Struct, frozen=True, tag=True):
    """No: this character retires to the back of his unit. [challenge.refuse]"""

    unit: UnitId


class Widen(Struct, frozen=True, tag=True):
    """Files added to each side after a won round; men beyond the enemy line lap round. [redress.lap-round]"""

    left: int
    right: int


class Cast(Struct, frozen=True, tag=True):
    """`wizard` casts the spell of that name at `target`. [magic.cast]"""

    wizard: UnitId
    spell: str
    target: UnitId


class Unravel(Struct, frozen=True, tag=True):
    """A card is spent to dispel the spell of that name that lies upon `unit`. [magic.dispel-lasting]"""

    unit: UnitId
    spell: str


# --------------------------------------------------------------------------------- asks


class ChooseZone(Request[PickZone], frozen=True, tag=True):
    """Which table side. [deploy]"""

    side: Side
    cite: str = "deploy"


class PlaceUnit(Request[Placement], frozen=True, tag=True):
    """The next unit to place, and where. [deploy]"""

    side: Side
    cite: str = "deploy"


class PlaceCharacter(Request[Placement], frozen=True, tag=True):
    """Where this character starts, alone or with a unit. [deploy]"""

    side: Side
    unit: UnitId
    cite: str = "deploy"


class FormTestudo(Request[Yes | No], frozen=True, tag=True):
    """Is the unit in testudo until its next turn? [troop.testudo]"""

    side: Side
    unit: UnitId
    cite: str = "troop.testudo"


class DeclareCharge(Request[ChargeOrder | Done], frozen=True, tag=True):
    """The next charge. [charge.declare]"""

    side: Side
    cite: str = "charge.declare"


class AnswerCharge(Request[Reply], frozen=True, tag=True):
    """The target's answer. [charge.response.hold, charge.response.stand-and-shoot, charge.response.flee]"""

    side: Side
    charger: UnitId
    target: UnitId
    cite: str = "charge.procedure"


class Redirect(Request[Named | Done], frozen=True, tag=True):
    """The target has fled; another enemy to charge instead, or go on. [charge.redirect]"""

    side: Side
    charger: UnitId
    cite: str = "charge.redirect"


class FormRallied(Request[Stand], frozen=True, tag=True):
    """The formation of a unit that has rallied, or fallen back.

    [rally.test, break.fall-back.move, troop.feigned-flight]
    """

    side: Side
    unit: UnitId
    cite: str = "rally.test"


class NameDisengaging(Request[Named | Done], frozen=True, tag=True):
    """A unit in combat that tries to leave it. [disengage.test]"""

    side: Side
    cite: str = "disengage.test"


class DisengageMove(Request[Placement], frozen=True, tag=True):
    """Where a unit that has disengaged goes: only `pose` is read. [disengage.test]"""

    side: Side
    unit: UnitId
    cite: str = "disengage.test"


class NameCharger(Request[Named], frozen=True, tag=True):
    """The next charger to move. [charge.procedure (8)]"""

    side: Side
    cite: str = "charge.procedure"


class AlignOnSkirmishers(Request[Yes | No], frozen=True, tag=True):
    """A formed charger has touched skirmishers: align, or stay as it is. [charge.at-skirmishers]"""

    side: Side
    charger: UnitId
    target: UnitId
    cite: str = "charge.at-skirmishers"


class DrawIn(Request[Yes | No], frozen=True, tag=True):
    """Draw in the skirmishers half an inch before the front. [charge.at-skirmishers]"""

    side: Side
    charger: UnitId
    target: UnitId
    cite: str = "charge.at-skirmishers"


class OrderUnit(Request[Order | Done], frozen=True, tag=True):
    """The next unit to move, and how. [turn.procedure, move.rate]"""

    side: Side
    cite: str = "turn.procedure"


class NameShot(Request[Shot | Done], frozen=True, tag=True):
    """The next shooter and its target. [shoot.who]"""

    side: Side
    cite: str = "shoot.who"


class ParthianMove(Request[Order | Done], frozen=True, tag=True):
    """How the unit goes on, now that it has shot. [shoot.parthian-shot]"""

    side: Side
    unit: UnitId
    cite: str = "shoot.parthian-shot"


class AimEngine(Request[Aim], frozen=True, tag=True):
    """Direction and range at which a stone is thrown, stated before anything is measured.

    [engine.stone-thrower]
    """

    side: Side
    unit: UnitId
    target: UnitId
    cite: str = "engine.stone-thrower"


class NameCombat(Request[Named], frozen=True, tag=True):
    """The next combat, by any unit of one's own in it. [turn.combat-order]"""

    side: Side
    cite: str = "turn.combat-order"


class IssueChallenge(Request[Named | Done], frozen=True, tag=True):
    """A character who challenges the enemy's in this combat. [challenge.issue]

    `champions` are those whom he may come to fight.
    """

    side: Side
    challengers: tuple[UnitId, ...]
    champions: tuple[UnitId, ...]
    cite: str = "challenge.issue"


class AnswerChallenge(Request[Named | Withdraw], frozen=True, tag=True):
    """Who meets the challenger, or who retires from him. [challenge.fight, challenge.refuse]"""

    side: Side
    challenger: UnitId
    champions: tuple[UnitId, ...]
    cite: str = "challenge.refuse"


class ChooseArms(Request[Arms], frozen=True, tag=True):
    """What the unit fights with this round. [combat.one-weapon]"""

    side: Side
    unit: UnitId
    cite: str = "combat.one-weapon"


class AllotBlows(Request[Allotment], frozen=True, tag=True):
    """Whom the models of `unit` that touch several enemies strike. [combat.choose-target]

    `targets` are the enemies that those models touch.
    """

    side: Side
    unit: UnitId
    targets: tuple[UnitId, ...]
    leader: bool = False
    cite: str = "combat.choose-target"


class ChooseStruck(Request[OfKind], frozen=True, tag=True):
    """Which of the `kinds` of men whom they touch the models of `unit` strike in `target`.

    [troop.combined-formation (5), combat.mixed-weapons]
    """

    side: Side
    unit: UnitId
    target: UnitId
    kinds: tuple[int, ...]
    leader: bool = False
    cite: str = "combat.choose-target"


class ChooseFallen(Request[OfKind], frozen=True, tag=True):
    """Of which of these kinds of its men the next one falls: its owner says. [combat.mixed-weapons]"""

    side: Side
    unit: UnitId
    kinds: tuple[int, ...]
    cite: str = "combat.mixed-weapons"


class MayFallBack(Request[Yes | No], frozen=True, tag=True):
    """Fall back in good order from a lost round that was held, or from any round?

    [break.fall-back, troop.eastern-shock-cavalry]
    """

    side: Side
    unit: UnitId
    cite: str = "break.fall-back"


class HoldBack(Request[Yes | No], frozen=True, tag=True):
    """Yes: try to hold the unit back from pursuit (or simply stay, where no test is due).

    [pursue.restrain, pursue.defenders]
    """

    side: Side
    unit: UnitId
    cite: str = "pursue.restrain"


class ChoosePrey(Request[Named], frozen=True, tag=True):
    """Whom the unit pursues, among equals. [pursue.several]"""

    side: Side
    unit: UnitId
    prey: tuple[UnitId, ...]
    cite: str = "pursue.several"


class MayOverrun(Request[Yes | No], frozen=True, tag=True):
    """Overrun? [pursue.overrun]"""

    side: Side
    unit: UnitId
    cite: str = "pursue.overrun"


class RedressRanks(Request[Widen | Done], frozen=True, tag=True):
    """Add files after a won round? [redress.expand, redress.lap-round]"""

    side: Side
    unit: UnitId
    cite: str = "redress.expand"


class CastSpell(Request[Cast | Unravel | Done], frozen=True, tag=True):
    """The next spell, and at whom; or an enemy spell to dispel that lasts. [magic.cast]"""

    side: Side
    cite: str = "magic.cast"


class MayDispel(Request[Yes | No], frozen=True, tag=True):
    """A power card to dispel the spell that `wizard` casts at `target`? [magic.dispel]"""

    side: Side
    wizard: UnitId
    spell: str
    target: UnitId
    cite: str = "magic.dispel"


class KeepCard(Request[Named | Done], frozen=True, tag=True):
    """A wizard who keeps a power card for the next magic phase. [magic.keep]"""

    side: Side
    cite: str = "magic.keep"


Ask: TypeAlias = (
    ChooseZone
    | PlaceUnit
    | PlaceCharacter
    | FormTestudo
    | DeclareCharge
    | AnswerCharge
    | Redirect
    | FormRallied
    | NameDisengaging
    | DisengageMove
    | NameCharger
    | AlignOnSkirmishers
    | DrawIn
    | OrderUnit
    | NameShot
    | ParthianMove
    | AimEngine
    | NameCombat
    | IssueChallenge
    | AnswerChallenge
    | ChooseArms
    | AllotBlows
    | ChooseStruck
    | ChooseFallen
    | MayFallBack
    | HoldBack
    | ChoosePrey
    | MayOverrun
    | RedressRanks
    | CastSpell
    | MayDispel
    | KeepCard
)

AskAnswer: TypeAlias = (
    Done
    | Named
    | Yes
    | No
    | PickZone
    | Placement
    | ChargeOrder
    | Reply
    | Stand
    | Order
    | Shot
    | Aim
    | Arms
    | Allotment
    | OfKind
    | Withdraw
    | Widen
    | Cast
    | Unravel
)
