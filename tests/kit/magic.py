"""Magic phases for tests: wizards, and battles in which the winds have blown."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from kit.games import open_field, small_armies
from kit.tables import RED, Put, table
from kit.troops import general
from maniple.armies.spells import spell_book
from maniple.battle.asks import AskAnswer
from maniple.battle.events import BattleBegan
from maniple.battle.field import Ruleset
from maniple.battle.sheet import Sheet, Traits
from maniple.battle.sides import Pair, Side
from maniple.battle.state import Battle
from maniple.battle.tasks import Do, Phase, Task
from maniple.battle.terrain import Terrain
from maniple.play.script import Script
from maniple.rules.start.begin import start, units_of

MAGIC = Ruleset(magic=True)
ALL = tuple(spell.name for spell in spell_book())


def wizard(name: str = "seer", level: int = 2, spells: tuple[str, ...] = ("bolt", "gale")) -> Sheet:
    """A wizard on foot of Leadership 8, who is no general."""
    sheet = general(name, mounted=False)
    profile = replace(sheet.profile, leadership=8)
    traits = Traits(wizard=level, spells=spells)
    return replace(sheet, is_general=False, profile=profile, traits=traits)


def magic(
    *puts: Put,
    hands: tuple[int, int] = (6, 0),
    side: Side = RED,
    terrain: tuple[Terrain, ...] = (),
    todo: Iterable[Do] = (Do.CAST_SPELLS,),
) -> Battle:
    """A magic phase of that side: the cards are dealt, the next spell is to be named."""
    battle = table(
        *puts,
        phase=Phase.MAGIC,
        side=side,
        terrain=terrain,
        todo=tuple(Task(do) for do in todo),
        ruleset=MAGIC,
    )
    field = replace(battle.field, spells=spell_book())
    return replace(battle, field=field, hands=Pair(*hands))


def after_magic(
    battle: Battle, dice: Iterable[int] = (), answers: Iterable[AskAnswer] = (), steps: int = 1
) -> Script:
    """So many steps of the phase, with these dice and answers, all of which must be used."""
    script = Script(battle, dice, answers)
    script.run_until(steps)
    return script


def wizards_war(seed: int = 0) -> BattleBegan:
    """The start of a battle of small armies with two wizards a side, who know the whole book."""
    turn = seed % len(ALL)
    book = ALL[turn:] + ALL[:turn]
    plain = small_armies()
    red = (wizard("Old seer", 4, book[:4]), wizard("Young seer", 2, book[2:4]))
    blue = (wizard("Magus", 4, book[4:]), wizard("Novice", 1, book[1:2]))
    field = replace(open_field(ruleset=MAGIC), armies=Pair("Reds", "Blues"), spells=spell_book())
    armies = Pair[Sequence[Sheet]]([*plain.red, *red], [*plain.blue, *blue])
    return start(field, units_of(armies))
