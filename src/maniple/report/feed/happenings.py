"""Events in a line each, the moment they happen.

happened     the line of an event; None where its dice, or another event, have told it already
"""

from maniple.battle.events import (
    BattleEnded,
    BlowsStruck,
    BreakTestIgnored,
    ChallengeMet,
    ChallengeRefused,
    ChargeAnswered,
    ChargeDeclared,
    ChargeEnded,
    ChargeRedirected,
    CombatNamed,
    DuelEnded,
    EngineLost,
    EngineMisfired,
    EngineWounded,
    Event,
    FirstTurnRolled,
    FleersCaught,
    HeldBack,
    LengthRolled,
    MarchFailed,
    PursuitChosen,
    ResultCounted,
    Spoke,
    StoneThrown,
    UnitBroke,
    UnitDestroyed,
    UnitFellBack,
    UnitFled,
    UnitLeftTable,
    UnitMoved,
    UnitPlaced,
    UnitRallied,
    UnitRan,
    UnitReturned,
    UnitShot,
    UnitsMet,
    UnitWillFallBack,
    WoundsTaken,
    ZonesDealt,
)
from maniple.battle.sides import Side
from maniple.battle.state import Battle, Response, Score
from maniple.battle.unit import NOBODY, Moved, UnitId
from maniple.geometry import Edge
from maniple.play.figures import SCORE_PARTS
from maniple.report.account.beasts import beasts_told
from maniple.report.account.plainly import told_plainly
from maniple.report.account.sentence import Sentence
from maniple.report.account.volleys import marked
from maniple.report.account.words import FACINGS, counted, inches, of_each
from maniple.report.feed.entries import Entry, Weight
from maniple.report.feed.spells import spell_told
from maniple.report.feed.writing import Piece, U, from_account, told

ANSWERED_BY_OTHERS = ("falls short",)
"""What is said by an event of its own as well."""
ANSWERS = {
    Response.HOLD: "holds",
    Response.STAND_AND_SHOOT: "stands and shoots",
    Response.FLEE: "flees",
    Response.FIRE_AND_FLEE: "fires and flees",
    Response.COUNTER_CHARGE: "charges in its turn",
    Response.OPEN_LANES: "opens lanes",
}
MOVES = {
    Moved.MOVED: "moves",
    Moved.MARCHED: "marches",
    Moved.REFORMED: "forms anew",
    Moved.PIVOTED: "turns about",
    Moved.DISENGAGED: "disengages",
    Moved.CHARGED: "charges home",
    Moved.FAILED_CHARGE: "falls short of its charge",
}


def happened(event: Event, battle: Battle) -> Entry | None:
    """An event as a line, in the battle after it."""
    match event:
        case UnitPlaced():
            return told(battle, U(event.unit), " is drawn up.", rules=(event.cite,), weight="minor")
        case UnitMoved():
            how = MOVES.get(event.how, event.how.value)
            far = f" {inches(event.spent)}" if event.spent >= 0.05 else ""
            return told(battle, U(event.unit), f" {how}{far}.", rules=(event.cite,), weight="minor")
        case ZonesDealt() | FirstTurnRolled() | LengthRolled() | BattleEnded():
            return _of_the_battle(event, battle)
        case ChargeDeclared() | ChargeAnswered() | ChargeRedirected() | ChargeEnded() | UnitsMet():
            return _of_a_charge(event, battle)
        case UnitShot() | StoneThrown() | EngineMisfired() | EngineWounded() | EngineLost():
            return _of_shooting(event, battle)
        case WoundsTaken() | UnitDestroyed() | FleersCaught() | UnitLeftTable():
            return _of_loss(event, battle)
        case (
            CombatNamed()
            | ResultCounted()
            | BreakTestIgnored()
            | UnitBroke()
            | UnitWillFallBack()
            | HeldBack()
            | PursuitChosen()
            | BlowsStruck()
        ):
            return _of_combat(event, battle)
        case UnitFled() | UnitRan() | UnitRallied() | UnitFellBack() | UnitReturned():
            return _of_flight(event, battle)
        case ChallengeMet() | ChallengeRefused() | DuelEnded():
            return _of_a_challenge(event, battle)
        case MarchFailed():
            return told(battle, U(event.unit), " keeps to the common pace.", rules=(event.cite,))
        case _:
            return _in_few_words(event, battle)


def _of_the_battle(
    event: ZonesDealt | FirstTurnRolled | LengthRolled | BattleEnded, battle: Battle
) -> Entry:
    armies = battle.field.armies
    match event:
        case ZonesDealt():
            text = f"The table sides are dealt; {armies.of(event.places_first)} draws up first."
            return told(battle, text, rules=(event.cite,))
        case FirstTurnRolled():
            text = f"{armies.of(event.side)} has the first turn."
            return told(battle, text, rules=(event.cite,))
        case LengthRolled():
            text = f"The battle will last {counted(event.turns, 'turn')}."
            return told(battle, text, rules=(event.cite,))
        case BattleEnded():
            won, points = event.outcome.winner, event.outcome.points
            figures = f"{points.red} to {points.blue} points"
            how = "A decisive victory" if event.outcome.decisive else "A victory"
            end = "A draw" if won is None else f"{how} for {armies.of(won)}"
            text = f"The battle is over: {event.outcome.reason.value}. {end}, {figures}."
            return told(battle, text, rules=(event.cite, "victory.points"), weight="great")


def _of_a_charge(
    event: ChargeDeclared | ChargeAnswered | ChargeRedirected | ChargeEnded | UnitsMet,
    battle: Battle,
) -> Entry | None:
    match event:
        case ChargeDeclared():
            must = " must charge " if event.compelled else " charges "
            return told(
                battle,
                *(
                    U(event.charger),
                    must,
                    U(event.target),
                    _struck(battle, event.target, event.facing),
                ),
                rules=(event.cite, "charge.facing"),
            )
        case ChargeAnswered():
            reach = "The charge can reach." if event.in_reach else "The charge can't reach."
            return told(
                battle,
                *(U(event.target), f" {ANSWERS[event.response]}. {reach}"),
                rules=(event.cite,),
                about=(event.charger,),
            )
        case ChargeRedirected():
            return told(
                battle,
                *(U(event.charger), " turns upon ", U(event.target)),
                _struck(battle, event.target, event.facing),
                rules=(event.cite,),
            )
        case ChargeEnded():
            if event.arrived:
                return None
            return told(battle, U(event.charger), "'s charge fails.", rules=(event.cite,))
        case UnitsMet():
            foe = event.contact.enemy_of(event.charger)
            struck = _struck(battle, foe, event.contact.edge_of(foe))
            return told(
                battle,
                *(U(event.charger), " strikes home on ", U(foe), struck),
                rules=(event.cite,),
            )


def _struck(battle: Battle, target: UnitId, edge: Edge) -> str:
    """Where a body is struck; loose men, single models and engines have no facings. [unit.zones]"""
    unit = battle.units[target]
    return f" {FACINGS[edge]}." if unit.is_formed and not unit.body_width else "."


def _of_shooting(
    event: UnitShot | StoneThrown | EngineMisfired | EngineWounded | EngineLost, battle: Battle
) -> Entry:
    match event:
        case UnitShot():
            far = "; it is out of range" if event.out_of_range else ""
            whom = marked(battle, event.target) if event.target != NOBODY else ""
            in_ranks = whom != battle.units[event.target].sheet.name
            at: str | U = f" {whom}" if in_ranks else U(event.target)
            text = f" with the {event.weapon} from {inches(event.range)}{far}."
            return told(
                battle,
                *(U(event.unit), " shot at ", at, text),
                rules=(event.cite, "measure.when"),
                weight="minor",
            )
        case StoneThrown():
            off = f", {counted(event.off, 'inch', 'inches')} off" if event.off else ""
            return told(
                battle,
                *(U(event.unit), " throws a stone at ", U(event.target)),
                f" from {inches(event.range)}{off}.",
                rules=(event.cite,),
            )
        case EngineMisfired():
            jammed = " and jams" if event.jammed_until else ""
            return told(battle, U(event.unit), f" misfires{jammed}.", rules=(event.cite,))
        case EngineWounded():
            hurt = counted(event.wounds, "wound")
            return told(battle, U(event.unit), f"'s engine takes {hurt}.", rules=(event.cite,))
        case EngineLost():
            return told(
                battle, U(event.unit), " loses its engine.", rules=(event.cite,), weight="great"
            )


def _of_loss(
    event: WoundsTaken | UnitDestroyed | FleersCaught | UnitLeftTable, battle: Battle
) -> Entry:
    match event:
        case WoundsTaken():
            left = battle.units[event.unit].models
            if not event.slain:
                text = f" takes {counted(event.wounds, 'wound')}, and nobody falls."
            else:
                whom = f" ({of_each(event, battle)})" if event.fell else ""
                text = f" loses {counted(event.slain, 'man', 'men')}{whom}: {left} left."
            return told(battle, U(event.unit), text, rules=(event.cite,))
        case UnitDestroyed():
            parts: list[Piece] = [U(event.unit), " is destroyed"]
            if event.by != NOBODY:
                parts += [" by ", U(event.by)]
            return told(battle, *parts, ".", rules=(event.cite,), weight="great")
        case FleersCaught():
            return told(
                battle,
                *(U(event.unit), " is caught in flight by ", U(event.by), "."),
                rules=(event.cite,),
                weight="great",
            )
        case UnitLeftTable():
            text = (
                " leaves the table, and will come back."
                if event.returns
                else " flees off the table."
            )
            weight: Weight = "usual" if event.returns else "great"
            return told(battle, U(event.unit), text, rules=(event.cite,), weight=weight)


def _of_combat(
    event: CombatNamed
    | ResultCounted
    | BreakTestIgnored
    | UnitBroke
    | UnitWillFallBack
    | HeldBack
    | PursuitChosen
    | BlowsStruck,
    battle: Battle,
) -> Entry | None:
    match event:
        case CombatNamed():
            red = [u for u in event.units if battle.units[u].side is Side.RED]
            blue = [u for u in event.units if battle.units[u].side is Side.BLUE]
            parts = [*_several(red), " against ", *_several(blue), "."]
            return told(battle, *parts, rules=(event.cite,))
        case ResultCounted():
            armies = battle.field.armies
            sums = [f"{armies.of(s)} {_sum(event.scores.of(s))}" for s in Side]
            if event.winner is None:
                end = "A draw."
            else:
                end = f"{armies.of(event.winner)} wins by {event.margin}."
            units = battle.combat.units if battle.combat is not None else ()
            return told(
                battle, f"Result: {'; '.join(sums)}. {end}", rules=(event.cite,), about=units
            )
        case BreakTestIgnored():
            return told(battle, U(event.unit), " holds, come what may.", rules=(event.cite,))
        case UnitBroke():
            return told(battle, U(event.unit), " breaks.", rules=(event.cite,), weight="great")
        case UnitWillFallBack():
            text = " will fall back in good order."
            return told(battle, U(event.unit), text, rules=(event.cite,))
        case HeldBack():
            return told(battle, U(event.unit), " does not pursue.", rules=(event.cite,))
        case PursuitChosen():
            return told(
                battle, *(U(event.unit), " pursues ", U(event.prey), "."), rules=(event.cite,)
            )
        case BlowsStruck():
            return None


def _of_flight(
    event: UnitFled | UnitRan | UnitRallied | UnitFellBack | UnitReturned, battle: Battle
) -> Entry:
    match event:
        case UnitFled():
            return told(
                battle, U(event.unit), " turns to flight.", rules=(event.cite,), weight="great"
            )
        case UnitRan():
            verb = "flees" if battle.units[event.unit].fleeing else "runs"
            far = inches(event.distance)
            return told(battle, U(event.unit), f" {verb} {far}.", rules=(event.cite,))
        case UnitRallied():
            text = " stands in formation again." if event.fell_back else " rallies."
            return told(battle, U(event.unit), text, rules=(event.cite,))
        case UnitFellBack():
            return told(battle, U(event.unit), " falls back in good order.", rules=(event.cite,))
        case UnitReturned():
            return told(battle, U(event.unit), " comes onto the table.", rules=(event.cite,))


def _of_a_challenge(
    event: ChallengeMet | ChallengeRefused | DuelEnded, battle: Battle
) -> Entry | None:
    match event:
        case ChallengeMet():
            return told(
                battle,
                *(U(event.challenger), " is met in single combat by ", U(event.champion), "."),
                rules=(event.cite,),
            )
        case ChallengeRefused():
            return told(
                battle,
                *(U(event.retires), " retires before ", U(event.challenger), "."),
                rules=(event.cite,),
            )
        case DuelEnded():
            return None


def _in_few_words(event: Event, battle: Battle) -> Entry | None:
    """Events that the account tells in a few words; nothing, if it does not either."""
    if isinstance(event, Spoke) and event.what in ANSWERED_BY_OTHERS:
        return None
    spell = spell_told(event, battle)
    if spell is not None:
        return spell
    sentences: dict[UnitId, Sentence] = {}

    def about(unit: UnitId) -> Sentence:
        return sentences.setdefault(unit, Sentence((unit,)))

    if not beasts_told(event, battle, about):
        told_plainly(event, battle, about)
    for sentence in sentences.values():
        if sentence:
            return from_account(battle, sentence.line())
    return None


def _several(units: list[UnitId]) -> list[Piece]:
    found: list[Piece] = []
    for place, unit in enumerate(units):
        if place:
            found.append(" and " if place == len(units) - 1 else ", ")
        found.append(U(unit))
    return found or ["nobody"]


def _sum(score: Score) -> str:
    """As "wounds 3, ranks 2 = 5"."""
    parts = [
        f"{many} {getattr(score, name)}" for name, _, many in SCORE_PARTS if getattr(score, name)
    ]
    return f"{', '.join(parts)} = {score.total}" if parts else "0"
