"""All events of a battle, as one union; see `maniple.battle.apply`."""

from typing import TypeAlias

from maniple.battle.events.base import Event
from maniple.battle.events.beasts import (
    BeastCalmed,
    BeastRan,
    BeastStartled,
    StampedeBegan,
    StampedeRolled,
    Trampled,
)
from maniple.battle.events.challenge import ChallengeMet, ChallengeRefused, DuelEnded
from maniple.battle.events.charge import (
    ChargeAimed,
    ChargeAnswered,
    ChargeDeclared,
    ChargeEnded,
    ChargeRedirected,
    ChargeTargetFled,
    FleersCaught,
    LanesOpened,
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
    ImpactsCounted,
    PursuitChosen,
    RanksRedressed,
    ResultCounted,
    RoundOpened,
    RunsCompared,
    RunsRolled,
    StrikesOrdered,
    UnitBroke,
    UnitWillFallBack,
)
from maniple.battle.events.dread import FrenzyLost, UnitCowed, UnitStupefied
from maniple.battle.events.engines import (
    EngineLost,
    EngineMisfired,
    EngineWounded,
    StoneThrown,
)
from maniple.battle.events.losses import (
    CrewWounded,
    GeneralFell,
    Spoke,
    StandardCaptured,
    Tested,
    UnitDestroyed,
    UnitPanicked,
    UnitShot,
    WoundsTaken,
)
from maniple.battle.events.magic import (
    CardKept,
    DispelTried,
    SpellCast,
    SpellEnded,
    SpellLaid,
    WindsBlew,
)
from maniple.battle.events.move import (
    CharacterJoined,
    CharacterLeft,
    MarchFailed,
    SteppedToFight,
    TestudoStated,
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
    | TestudoStated
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
    | LanesOpened
    | UnitsMet
    | UnitsParted
    | WoundsTaken
    | CrewWounded
    | EngineWounded
    | EngineLost
    | EngineMisfired
    | StoneThrown
    | BeastCalmed
    | BeastRan
    | BeastStartled
    | StampedeBegan
    | StampedeRolled
    | Trampled
    | UnitDestroyed
    | Tested
    | UnitPanicked
    | GeneralFell
    | UnitCowed
    | UnitStupefied
    | FrenzyLost
    | StandardCaptured
    | UnitShot
    | Spoke
    | CombatNamed
    | ChallengeMet
    | ChallengeRefused
    | DuelEnded
    | RoundOpened
    | ArmsChosen
    | BlowsAllotted
    | StrikesOrdered
    | ImpactsCounted
    | BlowsStruck
    | ResultCounted
    | BreakTestIgnored
    | UnitBroke
    | UnitWillFallBack
    | FirstChargeSpent
    | CombatClosed
    | GroundGiven
    | RunsCompared
    | RunsRolled
    | HeldBack
    | PursuitChosen
    | RanksRedressed
    | WindsBlew
    | SpellCast
    | DispelTried
    | SpellLaid
    | SpellEnded
    | CardKept
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
    "CardKept",
    "CharacterJoined",
    "CharacterLeft",
    "ChallengeMet",
    "ChallengeRefused",
    "DuelEnded",
    "ChargeAimed",
    "ChargeAnswered",
    "ChargeDeclared",
    "ChargeEnded",
    "ChargeRedirected",
    "ChargeTargetFled",
    "CombatClosed",
    "CombatNamed",
    "CrewWounded",
    "BeastCalmed",
    "BeastRan",
    "BeastStartled",
    "StampedeBegan",
    "StampedeRolled",
    "Trampled",
    "DispelTried",
    "EngineLost",
    "EngineMisfired",
    "EngineWounded",
    "Event",
    "FirstChargeSpent",
    "FirstTurnRolled",
    "FleersCaught",
    "FrenzyLost",
    "GeneralFell",
    "GroundGiven",
    "HeldBack",
    "ImpactsCounted",
    "LanesOpened",
    "LengthRolled",
    "MarchFailed",
    "PhaseBegan",
    "PursuitChosen",
    "RanksRedressed",
    "ResultCounted",
    "RoundOpened",
    "RunsCompared",
    "RunsRolled",
    "SpellCast",
    "SpellEnded",
    "SpellLaid",
    "Spoke",
    "StandardCaptured",
    "StepEnded",
    "SteppedToFight",
    "StoneThrown",
    "StrikesOrdered",
    "Tested",
    "TestudoStated",
    "TurnBegan",
    "TurnEnded",
    "UnitAligned",
    "UnitBroke",
    "UnitCowed",
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
    "UnitStupefied",
    "UnitWillFallBack",
    "UnitsMet",
    "UnitsParted",
    "WindsBlew",
    "WoundsTaken",
    "ZonesDealt",
]
