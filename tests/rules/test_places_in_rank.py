"""Who stands where in the front rank: each has places of his own. [unit.ranks]"""

from itertools import combinations_with_replacement

import pytest

from kit.changes import joined
from kit.tables import Put, table
from kit.troops import battle_standard, foot, general
from maniple.battle.seats import seats
from maniple.battle.unit import UnitId
from maniple.rules.start.placing import may_host

HOST = UnitId(0)
GUESTS = {"on foot": general(mounted=False), "mounted": general(), "standard": battle_standard()}
CASES = [
    (files, who)
    for files in range(2, 9)
    for count in (1, 2, 3)
    for who in combinations_with_replacement(GUESTS, count)
]


@pytest.mark.rule("unit.ranks", "command.leader", "combat.who-fights")
@pytest.mark.parametrize("leader", [True, False])
def test_no_two_share_a_place_of_the_front_rank(leader: bool) -> None:
    joined_all = 0
    for files, who in CASES:
        men = [GUESTS[name] for name in who]
        far = [Put(man, x=40 + 4 * number, y=40) for number, man in enumerate(men)]
        battle = table(Put(foot("host", 24, leader=leader), x=20, y=20, files=files), *far)
        for number in range(1, len(men) + 1):
            if may_host(battle, battle.units[HOST], battle.units[number]) is not None:
                break
            battle = joined(battle, number, HOST)
        seated = seats(battle, battle.units[HOST])
        taken = [file for _, all_files in seated.guests for file in all_files]
        if seated.leader is not None:
            taken.append(seated.leader)
        assert len(taken) == len(set(taken)), (files, who, seated)
        assert all(0 <= file < files for file in taken)
        assert len(seated.guests) == len(battle.units[HOST].guests)
        assert (seated.leader is not None) == leader
        joined_all += len(seated.guests)
    assert joined_all > 200
