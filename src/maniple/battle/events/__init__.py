"""All events of a battle, as one union; see `maniple.battle.apply`."""

from typing import TypeAlias

from maniple.battle.events.base import Event
from maniple.battle.events.charge import (
    ChargeAimed,
    ChargeAnswered,
    ChargeDeclared,
    ChargeEnded,
    ChargeRedirected,
    ChargeTargetFled,
    FleersCaught,
    UnitsMet,
    UnitsParted,
)
from maniple.battle.events.combat import (
    ArmsChosen,
    BlowsAllotted,
    BlowsStruck,
    BreakTestIgnored,
    CombatClosed,
    CombatNamed,
    FirstChargeSpent,
    GroundGiven,
    HeldBack,
    PursuitChosen,
    RanksRedressed,
    ResultCounted,
    RoundOpened,
    RunsRolled,
    StrikesOrdered,
    UnitBroke,
    UnitWillFallBack,
)
from maniple.battle.events.losses import (
    GeneralFell,
    Spoke,
    StandardCaptured,
    Tested,
    UnitDestroyed,
    UnitPanicked,
    UnitShot,
    WoundsTaken,
)
from maniple.battle.events.move import (
    CharacterJoined,
    CharacterLeft,
    MarchFailed,
    SteppedToFight,
    UnitAligned,
    UnitFellBack,
    UnitFled,
    UnitHalted,
    UnitLeftTable,
    UnitMoved,
    UnitRallied,
    UnitRan,
    UnitReturned,
)
from maniple.battle.events.turn import (
    BattleBegan,
    BattleEnded,
    FirstTurnRolled,
    LengthRolled,
    PhaseBegan,
    StepEnded,
    TurnBegan,
    TurnEnded,
    UnitPlaced,
    ZonesDealt,
)

AnyEvent: TypeAlias = (
    BattleBegan
    | ZonesDealt
    | UnitPlaced
    | FirstTurnRolled
    | LengthRolled
    | TurnBegan
    | PhaseBegan
    | StepEnded
    | TurnEnded
    | BattleEnded
    | UnitMoved
    | UnitAligned
    | UnitHalted
    | CharacterJoined
    | CharacterLeft
    | MarchFailed
    | SteppedToFight
    | UnitFled
    | UnitRan
    | UnitRallied
    | UnitFellBack
    | UnitLeftTable
    | UnitReturned
    | ChargeDeclared
    | ChargeAnswered
    | ChargeRedirected
    | ChargeTargetFled
    | ChargeAimed
    | ChargeEnded
    | FleersCaught
    | UnitsMet
    | UnitsParted
    | WoundsTaken
    | UnitDestroyed
    | Tested
    | UnitPanicked
    | GeneralFell
    | StandardCaptured
    | UnitShot
    | Spoke
    | CombatNamed
    | RoundOpened
    | ArmsChosen
    | BlowsAllotted
    | StrikesOrdered
    | BlowsStruck
    | ResultCounted
    | BreakTestIgnored
    | UnitBroke
    | UnitWillFallBack
    | FirstChargeSpent
    | CombatClosed
    | GroundGiven
    | RunsRolled
    | HeldBack
    | PursuitChosen
    | RanksRedressed
)
"""Every event, for reading and writing records: a union tagged by the events' names."""

__all__ = [
    "AnyEvent",
    "ArmsChosen",
    "BattleBegan",
    "BattleEnded",
    "BlowsAllotted",
    "BlowsStruck",
    "BreakTestIgnored",
    "CharacterJoined",
    "CharacterLeft",
    "ChargeAimed",
    "ChargeAnswered",
    "ChargeDeclared",
    "ChargeEnded",
    "ChargeRedirected",
    "ChargeTargetFled",
    "CombatClosed",
    "CombatNamed",
    "Event",
    "FirstChargeSpent",
    "FirstTurnRolled",
    "FleersCaught",
    "GeneralFell",
    "GroundGiven",
    "HeldBack",
    "LengthRolled",
    "MarchFailed",
    "PhaseBegan",
    "PursuitChosen",
    "RanksRedressed",
    "ResultCounted",
    "RoundOpened",
    "RunsRolled",
    "Spoke",
    "StandardCaptured",
    "StepEnded",
    "SteppedToFight",
    "StrikesOrdered",
    "Tested",
    "TurnBegan",
    "TurnEnded",
    "UnitAligned",
    "UnitBroke",
    "UnitDestroyed",
    "UnitFellBack",
    "UnitFled",
    "UnitHalted",
    "UnitLeftTable",
    "UnitMoved",
    "UnitPanicked",
    "UnitPlaced",
    "UnitRallied",
    "UnitRan",
    "UnitReturned",
    "UnitShot",
    "UnitWillFallBack",
    "UnitsMet",
    "UnitsParted",
    "WoundsTaken",
    "ZonesDealt",
]
