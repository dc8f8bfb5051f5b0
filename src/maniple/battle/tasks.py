"""What is left to do, as data: the turn sequence is a queue of tasks in the battle.

`rules.sequence` names the generator that runs a task. When it has ended, `StepEnded` takes the
task off the front of the queue and puts there what follows from it. [turn.procedure]
"""

import enum

from msgspec import Struct

from maniple.battle.unit import NOBODY, UnitId


class Phase(enum.Enum):
    """The parts of a player's turn, in order. [turn.sequence, turn.movement-order]"""

    DEPLOYMENT = "deployment"
    START = "start of turn"
    CHARGES = "declare charges"
    RALLY = "rally"
    COMPULSORY = "compulsory moves"
    CHARGERS = "move chargers"
    MOVES = "remaining moves"
    SHOOTING = "shooting"
    COMBAT = "close combat"
    MAGIC = "magic"
    END = "end of turn"
    OVER = "the battle is over"


class Do(enum.Enum):
    """The kinds of task, by phase. `Task.unit` and `Task.other` are said where they are used."""

    # deployment [deploy]
    ROLL_LENGTH = "roll for the length of the battle"
    DEAL_ZONES = "deal the zones"
    PLACE_UNITS = "place units in turn"
    PLACE_CHARACTERS = "place characters"
    ROLL_FIRST_TURN = "roll for the first turn"
    # start of turn [turn.start]
    BEGIN_TURN = "a player's turn begins"
    RETURN_PURSUER = "pursuers return"  # unit
    STATE_TESTUDO = "state whether it is in testudo"  # unit
    START_TESTS = "tests of the start of a turn"
    PANIC_TEST = "panic test"  # unit, cause; other: the enemy concerned
    PANIC_FLIGHT = "panicked units flee"
    TERROR_TEST = "terror test"  # unit, other: the enemy close by
    STUPIDITY_TEST = "stupidity test"  # unit
    # charges [charge.procedure]
    COMPELLED_CHARGE = "must it charge?"  # unit
    DECLARE_CHARGES = "declare charges"
    ANSWER_CHARGE = "answer a charge"  # unit: the charger, other: its target
    CHARGE_TESTS = "tests of a charge"  # unit: the charger, other: its target
    FEAR_TEST = "test of fear or terror"  # unit: the charger, other: its target
    RESPOND = "the target does as it answered"  # unit: the charger, other: its target
    # rally, compulsory moves
    RALLY = "try to rally"  # unit
    DISENGAGE = "name units that disengage"
    FLEE_ON = "flee on"  # unit
    BLUNDER_ON = "blunder straight ahead"  # unit
    STAMPEDE = "a beast stampedes"  # unit
    DREAD_STAMPEDE = "foot in the way of a stampede"  # unit; other: the beast
    RUSH = "a stampeding beast rushes on"  # unit
    TRAMPLE = "a beast tramples those whom it reached"  # unit; other: the beast
    # at any time
    STAMPEDE_TEST = "a startled beast is kept in hand, or not"  # unit
    # chargers
    NAME_CHARGER = "name the next charger"
    MOVE_CHARGER = "a charger moves"  # unit
    # remaining moves, shooting
    ORDER_UNITS = "order units"
    SHOOT = "name shooters"
    PARTHIAN_MOVE = "go on after shooting"  # unit
    # close combat [combat.procedure]
    REMOVE_CAUGHT = "those caught in flight are destroyed"
    NAME_COMBAT = "name the next combat"
    CHALLENGE = "challenges may be made"
    ANSWER_CHALLENGE = "a challenge is met or refused"  # unit: the challenger
    OPEN_ROUND = "open a round of combat"
    CHOOSE_ARMS = "choose arms and allot blows"  # unit
    ORDER_STRIKES = "who strikes when"
    STRIKE = "a strike group strikes"
    COUNT_RESULT = "count the result"
    BREAK_TEST = "break test"  # unit
    MAY_FALL_BACK = "may fall back"  # unit; cause: the rule that lets it
    CLOSE_COMBAT = "a combat has come so far"
    COMBAT_PANIC = "panic of friends"
    HOLD_OR_PURSUE = "hold or pursue"  # unit
    FLIGHT_DISTANCES = "flight and pursuit are rolled"
    GIVE_GROUND = "beaten foot gives ground"  # unit
    FLEE_FROM_COMBAT = "a broken unit flees"  # unit
    PURSUE = "a victor pursues"  # unit
    REFORM_FALLEN_BACK = "a unit that fell back reforms"  # unit
    OVERRUN = "overrun"  # unit
    REDRESS = "redress ranks"  # unit
    SPEND_CHARIOT = "a scythed chariot is spent"  # unit
    # magic [magic.phase]
    WINDS_OF_MAGIC = "the winds of magic blow"
    CAST_SPELLS = "cast spells"
    KEEP_CARDS = "keep cards"
    # the end of a player's turn
    END_TURN = "end the turn"


class Task(Struct, frozen=True):
    """One thing to do, and whom it concerns."""

    do: Do
    unit: UnitId = NOBODY
    other: UnitId = NOBODY
    cause: str = ""
    """Of a test: the id of the rule that makes it due; of an offer, of the rule that makes it."""
