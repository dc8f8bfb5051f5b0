"""`SteadyBot`: which part of the bot answers which question."""

from maniple.battle.asks import (
    AimEngine,
    AlignOnSkirmishers,
    AllotBlows,
    AnswerChallenge,
    AnswerCharge,
    Ask,
    AskAnswer,
    CastSpell,
    ChooseArms,
    ChooseFallen,
    ChoosePrey,
    ChooseStruck,
    ChooseZone,
    DeclareCharge,
    DisengageMove,
    Done,
    DrawIn,
    FormRallied,
    FormTestudo,
    HoldBack,
    IssueChallenge,
    KeepCard,
    MayDispel,
    MayFallBack,
    MayOverrun,
    NameCharger,
    NameCombat,
    NameDisengaging,
    NameShot,
    OrderUnit,
    ParthianMove,
    PlaceCharacter,
    PlaceUnit,
    Redirect,
    RedressRanks,
    Stand,
    Yes,
)
from maniple.battle.judged import Judged
from maniple.battle.unit import UnitId
from maniple.bots.steady import (
    charges,
    drawn_up,
    duels,
    engines,
    fights,
    formations,
    horse_archers,
    orders,
    shots,
    spells,
)
from maniple.bots.steady.posture import Posture, posture
from maniple.bots.steady.sense import nearest, standing_enemies
from maniple.dice.seeded import Seeded
from maniple.geometry import bearing, round_degrees
from maniple.play.seat import Seat


class SteadyBot:
    """A sensible general: no risks without odds, no move without a reason."""

    name = "steady"

    def __init__(self, seed: int = 0) -> None:
        self._lot = Seeded(seed)
        self._why = ""
        self._turn: tuple[int, object] = (-1, None)
        self._stance: Posture | None = None
        self._stays: set[UnitId] = set()

    def why(self) -> str:
        """In a line, why the last answer was chosen."""
        return self._why

    def answer(self, seat: Seat) -> AskAnswer:
        """A legal answer to the seat's question."""
        answer, self._why = self._chosen(seat, seat.ask)
        return answer

    def _chosen(self, seat: Seat, ask: Ask) -> tuple[AskAnswer, str]:
        match ask:
            case PlaceUnit():
                return drawn_up.placed(seat) or (self._lotted(seat), "where there is room left")
            case PlaceCharacter():
                placed = drawn_up.placed_character(seat, ask.unit)
                return placed or (self._lotted(seat), "alone: there is nobody to lead")
            case DeclareCharge():
                return charges.declared(seat)
            case AnswerCharge():
                return charges.answered(seat, ask.charger, ask.target)
            case Redirect():
                return charges.redirected(seat, ask.charger)
            case NameCharger():
                return self._first(seat), "in the order in which they were called"
            case OrderUnit():
                return self._ordered(seat)
            case NameShot() | AimEngine():
                return self._shot(seat, ask)
            case ParthianMove():
                return horse_archers.ridden_on(seat, ask, self._taken_stance(seat))
            case FormRallied():
                return self._formed(seat, ask.unit)
            case CastSpell():
                return spells.cast(seat)
            case MayDispel():
                return spells.dispelled(seat, ask)
            case KeepCard():
                return spells.kept(seat)
            case ChooseZone():
                return self._first(seat), "the ground is as good as any"
            case _:
                return self._in_combat(seat, ask)

    def _shot(self, seat: Seat, ask: NameShot | AimEngine) -> tuple[AskAnswer, str]:
        if isinstance(ask, NameShot):
            return shots.named(seat)
        return engines.aimed(seat, ask) or (self._lotted(seat), "thereabouts")

    def _in_combat(self, seat: Seat, ask: Ask) -> tuple[AskAnswer, str]:
        match ask:
            case IssueChallenge():
                return duels.called(seat, ask)
            case AnswerChallenge():
                return duels.met(seat, ask)
            case ChooseArms():
                return fights.arms(seat, ask)
            case AllotBlows():
                return fights.allotted(seat, ask)
            case FormTestudo() | ChooseStruck() | ChooseFallen():
                return formations.answered(seat, ask)
            case MayFallBack():
                return fights.fallen_back(seat, ask)
            case HoldBack():
                return fights.held_back(seat, ask)
            case ChoosePrey():
                return fights.prey(seat, ask)
            case MayOverrun():
                return fights.overruns(seat, ask)
            case RedressRanks():
                return fights.redressed(seat, ask)
            case NameCombat():
                return fights.combat_named(seat)
            case NameDisengaging():
                return fights.disengaged(seat)
            case DisengageMove():
                return fights.ridden_away(seat, self._lot.below)
            case AlignOnSkirmishers() | DrawIn():
                return Yes(), "bring them to battle"
            case _:
                return self._first(seat), "the first that comes"

    def _ordered(self, seat: Seat) -> tuple[AskAnswer, str]:
        stance = self._taken_stance(seat)
        first = orders.joining(seat)
        if first is not None:
            return first.order, first.why
        for unit in orders.movable(seat, stance):
            if unit.id in self._stays:
                continue
            planned = orders.plan(seat, unit, stance)
            if planned is not None:
                return planned.order, planned.why
            self._stays.add(unit.id)
        return Done(), "all stand where they should"

    def _taken_stance(self, seat: Seat) -> Posture:
        """How the army stands this turn; units left standing are not looked at again in it."""
        turn = (seat.battle.turn.number, seat.battle.turn.side)
        if turn != self._turn or self._stance is None:
            self._turn, self._stays = turn, set()
            self._stance = posture(seat.battle, seat.side)
        return self._stance

    def _formed(self, seat: Seat, unit_id: UnitId) -> tuple[AskAnswer, str]:
        battle = seat.battle
        unit = battle.units[unit_id]
        foe = nearest(unit, standing_enemies(battle, seat.side))
        facing = unit.pose.facing
        if foe is not None:
            facing = round_degrees(bearing(foe.pose.x - unit.pose.x, foe.pose.y - unit.pose.y))
        loose = drawn_up.is_placed_loose(unit)
        for files in (drawn_up.files_for(unit), 5, 4, unit.models):
            stand = Stand(max(1, min(files, unit.models)), facing, skirmish=loose)
            if isinstance(seat.judge(stand), Judged):
                return stand, f"{unit.sheet.name} to face them again"
        return self._lotted(seat), "as there is room"

    def _first(self, seat: Seat) -> AskAnswer:
        listed = seat.options()
        return listed[0] if listed else self._lotted(seat)

    def _lotted(self, seat: Seat) -> AskAnswer:
        return seat.sample(self._lot.below)
