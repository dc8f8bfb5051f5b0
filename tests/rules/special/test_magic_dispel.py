"""Spells dispelled as they are cast; spells that last, and how they end."""

import pytest
from msgspec.structs import replace

from kit.changes import after, changed, joined
from kit.fights import events, met
from kit.magic import after_magic, magic, wizard
from kit.tables import BLUE, RED, Put
from kit.troops import foot, legionaries
from maniple.battle.asks import Cast, CastSpell, Done, MayDispel, No, Unravel, Yes
from maniple.battle.events import (
    DispelTried,
    SpellEnded,
    SpellLaid,
    UnitDestroyed,
    UnitLeftTable,
    WindsBlew,
    WoundsTaken,
)
from maniple.battle.judged import Judged, Refusal
from maniple.battle.sides import Pair, Side
from maniple.battle.spells import Effect
from maniple.battle.state import Battle
from maniple.battle.tasks import Do
from maniple.battle.unit import Laid, UnitId
from maniple.rules.legality import judge, options
from maniple.rules.special.magic.lasting import lying
from maniple.rules.special.magic.winds import magic_tasks

MAGE, FRIEND, FOE, RIVAL = UnitId(0), UnitId(1), UnitId(2), UnitId(3)
BOLT = Cast(MAGE, "bolt", FOE)
MIST = Cast(MAGE, "mist", FRIEND)


def duel(
    level: int = 2,
    rival: int = 2,
    *,
    hands: tuple[int, int] = (6, 6),
    side: Side = RED,
    todo: tuple[Do, ...] = (Do.CAST_SPELLS,),
) -> Battle:
    """A seer and a magus of these levels, each by his cohort."""
    return magic(
        Put(wizard(level=level, spells=("bolt", "mist")[:level]), x=30, y=10),
        Put(legionaries("friends"), x=36, y=10, files=6),
        Put(foot("foes"), x=30, y=20, facing=180, files=8, side=BLUE),
        Put(wizard("magus", rival, ("bolt", "mist", "ward", "heart")), x=40, y=20, side=BLUE),
        hands=hands,
        side=side,
        todo=todo,
    )


# ------------------------------------------------------------------------- as it is cast


@pytest.mark.rule("magic.dispel")
@pytest.mark.parametrize(("face", "dispelled"), [(3, False), (4, True)])
def test_wizards_of_one_level_need_a_four(face: int, dispelled: bool) -> None:
    """Case G2: a wizard of the caster's level who rolls a 3 has failed to dispel."""
    dice = [face] if dispelled else [face, 1, 1]
    script = after_magic(duel(), dice, [BOLT, Yes()])
    tried = DispelTried(BLUE, RIVAL, "bolt", FOE, 4, dispelled)
    assert events(script, DispelTried) == [tried]
    assert script.battle.hands == Pair(4, 5)
    assert len(script.rolled) == (1 if dispelled else 3)  # the bolt's hits, and whether they wound


@pytest.mark.rule("magic.dispel", "magic.wizard")
@pytest.mark.parametrize(
    ("level", "rival", "need"), [(2, 1, 5), (2, 3, 3), (1, 3, 2), (3, 1, 6), (2, 4, 2)]
)
def test_each_level_of_difference_is_one_on_the_die(level: int, rival: int, need: int) -> None:
    dispelled = after_magic(duel(level, rival), [need], [BOLT, Yes()])
    assert [(e.need, e.dispelled) for e in events(dispelled, DispelTried)] == [(need, True)]
    held = after_magic(duel(level, rival), [need - 1, 1, 1], [BOLT, Yes()])
    assert [(e.need, e.dispelled) for e in events(held, DispelTried)] == [(need, False)]


@pytest.mark.rule("magic.dispel")
def test_no_die_falls_where_it_can_not_matter() -> None:
    sure = after_magic(duel(1, 4), answers=[BOLT, Yes()])
    assert [(e.need, e.dispelled) for e in events(sure, DispelTried)] == [(1, True)]
    hopeless = after_magic(duel(4, 1), dice=[1, 1], answers=[BOLT])
    assert [type(ask) for ask in hopeless.asked] == [CastSpell]


@pytest.mark.rule("magic.dispel")
def test_the_enemy_may_let_it_be() -> None:
    script = after_magic(duel(), [1, 1], [BOLT, No()])
    assert script.asked[1] == MayDispel(BLUE, MAGE, "bolt", FOE)
    assert script.battle.hands == Pair(4, 6)


@pytest.mark.rule("magic.dispel")
def test_a_spell_is_tried_once_as_it_is_cast() -> None:
    """Case G5: a second attempt on one spell, by anybody: no, one attempt."""
    battle = magic(
        *_puts(duel()),
        Put(wizard("novice", 1), x=44, y=20, side=BLUE),
        hands=(6, 6),
    )
    script = after_magic(battle, [1, 1, 1], [BOLT, Yes()])
    assert [type(ask) for ask in script.asked] == [CastSpell, MayDispel]
    assert script.battle.hands == Pair(4, 5)


def _puts(battle: Battle) -> list[Put]:
    """The units of a battle, to be put down anew."""
    return [
        Put(u.sheet, x=u.pose.x, y=u.pose.y, facing=u.pose.facing, files=u.files, side=u.side)
        for u in battle.units
    ]


@pytest.mark.rule("magic.dispel", "magic.wizard")
def test_it_takes_a_card_and_a_wizard_who_can_use_magic() -> None:
    for battle in (
        duel(hands=(6, 0)),
        changed(duel(), RIVAL, fleeing=True),
        after(duel(), UnitDestroyed(RIVAL, MAGE, "combat.casualties")),
    ):
        script = after_magic(battle, [1, 1], [BOLT])
        assert [type(ask) for ask in script.asked] == [CastSpell]


@pytest.mark.rule("magic.dispel")
def test_a_wizard_in_close_combat_dispels() -> None:
    script = after_magic(met(duel(), FRIEND, RIVAL), [4], [BOLT, Yes()])
    assert [event.dispelled for event in events(script, DispelTried)] == [True]


# ------------------------------------------------------------------------------ what lasts


def misty(battle: Battle | None = None, **said: object) -> Battle:
    """The seer's mist lies upon his cohort."""
    laid = Laid("mist", Effect.MIST, MAGE, 1)
    return after(duel(**said) if battle is None else battle, SpellLaid(FRIEND, laid, "magic.mist"))


@pytest.mark.rule("magic.lasting")
def test_a_spell_lies_upon_its_target() -> None:
    script = after_magic(duel(), answers=[MIST, No()])
    assert script.battle.units[FRIEND].spells == (Laid("mist", Effect.MIST, MAGE, 1),)


@pytest.mark.rule("magic.lasting")
def test_it_lies_upon_characters_while_they_are_with_it() -> None:
    battle = misty(joined(duel(), MAGE, FRIEND))
    assert lying(battle, battle.units[MAGE], Effect.MIST) is not None
    alone = misty()
    assert lying(alone, alone.units[MAGE], Effect.MIST) is None


@pytest.mark.rule("magic.lasting", "magic.target")
def test_its_like_is_not_laid_twice() -> None:
    judged = judge(misty(), CastSpell(RED), MIST)
    assert isinstance(judged, Refusal)
    assert judged.rule == "magic.lasting"


@pytest.mark.rule("magic.lasting")
@pytest.mark.parametrize(("side", "ended"), [(RED, True), (BLUE, False)])
def test_it_ends_as_its_side_has_its_next_magic_phase(side: Side, ended: bool) -> None:
    battle = misty(side=side, hands=(0, 0), todo=(Do.WINDS_OF_MAGIC,))
    script = after_magic(battle, [1, 1])
    over = [SpellEnded(FRIEND, "mist", "magic.lasting")] if ended else []
    assert events(script, SpellEnded) == over
    assert bool(script.battle.units[FRIEND].spells) is not ended


@pytest.mark.rule("magic.lasting")
def test_it_ends_with_its_caster() -> None:
    slain = after(
        misty(), WoundsTaken(MAGE, 3, 1, 0, FOE, "shoot.casualties"), UnitDestroyed(MAGE, FOE, "x")
    )
    assert not slain.units[FRIEND].spells
    at = slain.units[MAGE].pose
    fled = after(misty(), UnitLeftTable(MAGE, at, returns=False, cite="flee.off-table"))
    assert not fled.units[FRIEND].spells
    pursues = after(misty(), UnitLeftTable(MAGE, at, returns=True, cite="pursue.off-table"))
    assert pursues.units[FRIEND].spells
    other = after(misty(), UnitDestroyed(RIVAL, FOE, "combat.casualties"))
    assert other.units[FRIEND].spells


@pytest.mark.rule("magic.lasting")
def test_it_ends_with_a_caster_who_perishes_with_his_unit() -> None:
    host = joined(duel(), RIVAL, FOE)
    laid = Laid("ward", Effect.WARD, RIVAL, 5)
    battle = after(host, SpellLaid(FOE, laid, "magic.ward"), SpellLaid(RIVAL, laid, "magic.ward"))
    at = battle.units[FOE].pose
    gone = after(battle, UnitLeftTable(FOE, at, returns=False, cite="flee.off-table"))
    assert not gone.units[RIVAL].spells


# ----------------------------------------------------------------------- dispelled later on

RID = Unravel(FRIEND, "mist")


@pytest.mark.rule("magic.dispel-lasting")
@pytest.mark.parametrize(("face", "ended"), [(4, True), (3, False)])
def test_a_spell_that_lasts_may_be_dispelled_in_the_enemys_phase(face: int, ended: bool) -> None:
    """Case G7: a spell already in play: one attempt to dispel it in a phase."""
    script = after_magic(misty(side=BLUE), [face], [RID])
    assert [(e.need, e.dispelled) for e in events(script, DispelTried)] == [(4, ended)]
    assert bool(events(script, SpellEnded)) is ended
    assert bool(script.battle.units[FRIEND].spells) is not ended
    assert script.battle.hands == Pair(6, 5)
    again = judge(script.battle, CastSpell(BLUE), RID)
    assert isinstance(again, Refusal)
    assert again.rule == "magic.dispel-lasting"


@pytest.mark.rule("magic.dispel-lasting", "magic.dispel")
def test_it_is_not_his_own_and_takes_a_card() -> None:
    for battle, side, rule in (
        (misty(), RED, "magic.dispel-lasting"),
        (misty(side=BLUE, hands=(6, 0)), BLUE, "magic.dispel"),
        (duel(side=BLUE), BLUE, "magic.dispel-lasting"),
    ):
        judged = judge(battle, CastSpell(side), RID)
        assert isinstance(judged, Refusal)
        assert judged.rule == rule
        assert RID not in (options(battle, CastSpell(side)) or ())
    assert isinstance(judge(misty(side=BLUE), CastSpell(BLUE), RID), Judged)
    assert RID in (options(misty(side=BLUE), CastSpell(BLUE)) or ())


@pytest.mark.rule("magic.dispel-lasting")
def test_the_next_spell_is_named_after_it() -> None:
    script = after_magic(misty(side=BLUE), [1], [RID, Done()], steps=2)
    assert [type(ask) for ask in script.asked] == [CastSpell, CastSpell]


@pytest.mark.rule("magic.lasting", "magic.phase")
def test_it_ends_though_nobody_in_the_field_can_use_magic() -> None:
    """Its caster has pursued off the table and will be back; no winds blow in a phase without wizards."""
    battle = magic(
        Put(wizard(level=2, spells=("bolt", "mist")), x=30, y=10),
        Put(legionaries("friends"), x=36, y=10, files=6),
        Put(foot("foes"), x=30, y=20, facing=180, files=8, side=BLUE),
    )
    laid = Laid("mist", Effect.MIST, MAGE, 1)
    gone = UnitLeftTable(MAGE, battle.units[MAGE].pose, returns=True, cite="pursue.off-table")
    battle = after(battle, SpellLaid(FRIEND, laid, "magic.mist"), gone)
    tasks = magic_tasks(battle)
    assert [task.do for task in tasks] == [Do.WINDS_OF_MAGIC]
    script = after_magic(replace(battle, turn=replace(battle.turn, todo=tasks)))
    assert events(script, SpellEnded) == [SpellEnded(FRIEND, "mist", "magic.lasting")]
    assert events(script, WindsBlew) == []
    assert magic_tasks(script.battle) == ()
    theirs = replace(battle, turn=replace(battle.turn, side=BLUE))
    assert magic_tasks(theirs) == ()
