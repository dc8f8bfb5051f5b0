"""When the steady bot makes a challenge, meets one, or retires from it; its shots at characters."""

from msgspec.structs import replace

from kit.bots import asked, steady_says
from kit.changes import changed, joined
from kit.fights import met
from kit.tables import BLUE, Put, table
from kit.troops import SHORT_BOW, battle_standard, foot, general, legionaries, warriors
from maniple.battle.asks import AskAnswer, Done, Named, Shot, Withdraw
from maniple.battle.sheet import Mount, Profile, Sheet
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.unit import UnitId
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.seat import Seat

HERO, CHIEF, SECOND = UnitId(2), UnitId(3), UnitId(4)
STRONG = Profile(4, 6, 5, 4, 4, 3, 6, 3, 9)
WEAK = Profile(4, 3, 3, 3, 3, 1, 3, 1, 7)
FAIR = Profile(4, 4, 4, 4, 3, 2, 4, 2, 8)


def man(name: str, profile: Profile, **changes: object) -> Sheet:
    sheet = replace(general(name, mounted=False), is_general=False, profile=profile)
    return replace(sheet, **changes)


def fight(ours: Sheet, theirs: Sheet, *more: Sheet) -> Battle:
    """Legionaries and warriors in touch, a character with each, more with the warriors."""
    battle = table(
        Put(legionaries(), 36, 24, files=6),
        Put(warriors(), 36, 24, 180, 8, BLUE),
        Put(ours, 5, 5),
        Put(theirs, 60, 40, 180, side=BLUE),
        *[Put(each, 60 + i, 42, 180, side=BLUE) for i, each in enumerate(more)],
    )
    battle = joined(battle, HERO, 0)
    for guest in range(3, 4 + len(more)):
        battle = joined(battle, guest, 1)
    return met(battle, 0, 1, charger=0)


def calls(battle: Battle) -> AskAnswer:
    """What red, whose turn it is, says to the question whether it makes a challenge."""
    answer, _ = steady_says(asked(battle, Phase.COMBAT, Task(Do.NAME_COMBAT)))
    return answer


def meets(battle: Battle) -> AskAnswer:
    """What blue says to red's challenge."""
    turn = replace(battle.turn, phase=Phase.COMBAT, todo=(Task(Do.NAME_COMBAT),))
    game = Game.resume(replace(battle, turn=turn), (), SeededChance(1))
    game.answer(Named(HERO))
    answer, _ = steady_says(Seat(game))
    return answer


def test_who_is_the_better_man_makes_a_challenge() -> None:
    assert calls(fight(man("hero", STRONG), man("chief", WEAK))) == Named(HERO)
    assert calls(fight(man("hero", WEAK), man("chief", STRONG))) == Done()
    assert calls(fight(man("hero", FAIR), man("chief", FAIR))) == Done()


def test_he_reckons_with_the_best_whom_they_can_send() -> None:
    assert calls(fight(man("hero", STRONG), man("chief", WEAK), man("giant", STRONG))) == Done()


def test_a_general_is_not_staked_so_easily() -> None:
    better = replace(FAIR, weapon_skill=5)
    assert calls(fight(man("hero", better), man("chief", FAIR))) == Named(HERO)
    assert calls(fight(man("hero", better, is_general=True), man("chief", FAIR))) == Done()


def test_wounds_and_warhorses_count() -> None:
    horse = Mount("warhorse", 4, 4, 4, 2)
    assert calls(fight(man("hero", FAIR, mount=horse), man("chief", FAIR))) == Named(HERO)
    battle = fight(man("hero", FAIR), man("chief", FAIR))
    assert calls(changed(battle, CHIEF, wounds=1)) == Named(HERO)


def test_a_match_is_met_and_a_better_man_is_not() -> None:
    assert meets(fight(man("hero", FAIR), man("chief", FAIR))) == Named(CHIEF)
    assert meets(fight(man("hero", STRONG), man("chief", WEAK))) == Withdraw(CHIEF)
    strong = man("champion", STRONG)
    assert meets(fight(man("hero", STRONG), man("chief", WEAK), strong)) == Named(SECOND)


def test_he_retires_whom_the_army_needs_least() -> None:
    king = man("king", WEAK, is_general=True)
    assert meets(fight(man("hero", STRONG), king, man("chief", WEAK))) == Withdraw(SECOND)
    standard = replace(battle_standard(), profile=WEAK)
    assert meets(fight(man("hero", STRONG), standard, man("chief", WEAK))) == Withdraw(SECOND)


def test_who_can_hit_nobody_does_not_strike_the_bot_dumb() -> None:
    helpless = replace(FAIR, attacks=0)
    assert calls(fight(man("hero", FAIR), man("chief", helpless))) == Named(HERO)
    assert calls(fight(man("hero", helpless), man("chief", FAIR))) == Done()


def before_a_man(*more: Put) -> AskAnswer:
    """What archers before a man on his own are told to do."""
    archers = foot("archers", 8, missiles=(SHORT_BOW,), leader=False, standard=False)
    battle = table(
        Put(archers, x=30, y=10, files=8),
        Put(man("chief", FAIR), x=30, y=16, facing=180, side=BLUE),
        *more,
    )
    answer, _ = steady_says(asked(battle, Phase.SHOOTING, Task(Do.SHOOT)))
    return answer


def test_a_man_alone_is_shot_at_if_nobody_is_nearer() -> None:
    at_him = Shot(UnitId(0), UnitId(1), "short bow")
    assert before_a_man() == at_him
    nearer = Put(warriors(models=5), x=30, y=14, facing=180, files=5, side=BLUE)
    assert before_a_man(nearer) == Shot(UnitId(0), UnitId(2), "short bow")
