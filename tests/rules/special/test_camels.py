"""Camels: feared by horses that do not know them, and cavalry for counter-charges."""

import pytest

from kit.changes import changed
from kit.charges import COUNTER, declared, events, order
from kit.tables import BLUE, Put, table
from kit.troops import horse, spearmen
from maniple.battle.events import ChargeAnswered
from maniple.battle.sheet import Kind, Sheet, Traits
from maniple.battle.state import Battle, Response
from maniple.battle.unit import UnitId
from maniple.rules.nerve.dread import fears, terrified_by

CAMELS, US = UnitId(0), UnitId(1)


def camelry(**changes: object) -> Sheet:
    return horse("camelry", kind=Kind.CAMELRY, **changes)


def against(ours: Sheet) -> Battle:
    return table(
        Put(camelry(), x=30, y=20, files=6),
        Put(ours, x=30, y=30, facing=180, files=6, side=BLUE),
    )


@pytest.mark.rule("troop.camel")
@pytest.mark.parametrize(
    "kind", [Kind.CAVALRY, Kind.LIGHT_CHARIOT, Kind.HEAVY_CHARIOT, Kind.SCYTHED_CHARIOT]
)
def test_horses_fear_camels_that_they_do_not_know(kind: Kind) -> None:
    battle = against(horse("riders", kind=kind))
    assert fears(battle, US, CAMELS) == "troop.camel"
    assert terrified_by(battle, US, CAMELS) is None
    used = horse("riders", kind=kind, traits=Traits(used_to_camels=True))
    assert fears(changed(battle, US, sheet=used), US, CAMELS) is None


@pytest.mark.rule("troop.camel")
def test_foot_and_camels_do_not() -> None:
    for ours in (spearmen(), camelry()):
        assert fears(against(ours), US, CAMELS) is None


@pytest.mark.rule("troop.camel", "charge.response.counter-charge")
def test_camelry_is_cavalry_for_counter_charges() -> None:
    used = Traits(used_to_camels=True)
    for ours in (camelry(), horse("riders", traits=used)):
        script = declared(against(ours), order(0, 1), COUNTER)
        assert events(script, ChargeAnswered)[0].response is Response.COUNTER_CHARGE
