"""The chance that a unit dares its charge, or stands before another's."""

import pytest

from kit.changes import changed
from kit.tables import BLUE, Put, table
from kit.troops import spearmen, with_traits
from maniple.battle.sheet import Sheet
from maniple.battle.state import Battle
from maniple.battle.unit import UnitId
from maniple.play.daring import dares, stands

US, FOE = UnitId(0), UnitId(1)
SEVEN = 21 / 36
"""The chance of 7 or less on two dice."""


def against(sheet: Sheet) -> Battle:
    return table(
        Put(spearmen(), x=30, y=20, files=6),
        Put(sheet, x=30, y=27, facing=180, files=6, side=BLUE),
    )


@pytest.mark.rule("fear.charging")
def test_whom_one_does_not_fear_one_dares_to_charge() -> None:
    assert dares(against(spearmen("foes")), US, FOE) == 1.0
    assert dares(against(with_traits("brutes", causes_fear=True)), US, FOE) == SEVEN


@pytest.mark.rule("fear.charged", "terror.test")
def test_only_terror_or_numbers_make_one_run() -> None:
    assert stands(against(spearmen("foes", 30)), US, FOE) == 1.0
    assert stands(against(with_traits("brutes", 16, causes_fear=True)), US, FOE) == 1.0
    assert stands(against(with_traits("brutes", 17, causes_fear=True)), US, FOE) == SEVEN
    horrors = against(with_traits("horrors", 6, causes_terror=True))
    assert stands(horrors, US, FOE) == SEVEN
    assert stands(changed(horrors, US, terror_tested=True), US, FOE) == 1.0
