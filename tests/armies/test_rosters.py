"""Rosters: the published points, the resolved sheets, and everything that can be wrong."""

from pathlib import Path

import pytest

import maniple.armies
from maniple.armies import RosterError, load_roster, read_roster, roster_names
from maniple.armies.choice import Choice
from maniple.armies.entries import Entry
from maniple.armies.lists import ArmyList, list_names, read_list
from maniple.armies.resolve import sheet_of
from maniple.battle.sheet import Kind
from maniple.rules.fighting.charts import save_need

BUILT_IN = Path(maniple.armies.__file__).parent / "rosters"
EXAMPLES = Path(__file__).parents[2] / "examples" / "rosters"

HEAD = 'name = "Test"\nlist = "early-imperial-rome"\npoints = 2000\n'
GENERAL = '[[units]]\nname = "General"\nentry = "general"\n'
COHORT = '[[units]]\nname = "Cohort"\nentry = "legionaries"\nmodels = 15\n'


def problems(text: str) -> list[tuple[int, str, str, str]]:
    """Line, field, rule and the message of each problem of a roster."""
    with pytest.raises(RosterError) as caught:
        load_roster(text)
    return [(p.line, p.field, p.rule, str(p)) for p in caught.value.problems]


def only(text: str) -> tuple[int, str, str, str]:
    found = problems(text)
    assert len(found) == 1, found
    return found[0]


@pytest.mark.rule("army.points", "army.command")
def test_the_published_roster_costs_what_was_published() -> None:
    roster = load_roster("rome-2000")
    published = [141, 71, 308, 260, 260, 195, 135, 72, 130, 61, 189]
    assert [unit.points for unit in roster.units[:11]] == published
    assert sum(published) == 1822
    assert roster.cost == roster.points == 2000


def test_the_built_in_rosters_are_good_and_nearly_full() -> None:
    for name in roster_names():
        roster = load_roster(name)
        least = 0 if name.startswith("first-") else roster.points - 5  # a lesson has few units
        assert least <= roster.cost <= roster.points, name
        assert sum(unit.is_general for unit in roster.units) == 1


def test_each_list_has_a_large_and_a_small_roster() -> None:
    rosters = [load_roster(name) for name in roster_names()]
    for key in list_names():
        points = {roster.points for roster in rosters if roster.list == key}
        assert 2000 in points
        assert points & {500, 700}


def test_the_examples_are_the_built_in_rosters() -> None:
    for name in roster_names():
        built_in = (BUILT_IN / f"{name}.toml").read_bytes()
        assert (EXAMPLES / f"{name}.toml").read_bytes() == built_in
        assert load_roster(EXAMPLES / f"{name}.toml") == load_roster(name)


def test_the_legionaries_are_those_of_the_rosters_of_the_family() -> None:
    cohort = load_roster("rome-2000").unit("First cohort")
    assert [w.name for w in cohort.melee] == ["heavy throwing spear"]
    assert cohort.traits.drilled
    assert cohort.traits.stubborn
    assert (cohort.profile.leadership, cohort.leader_leadership) == (7, 8)
    assert (cohort.kind, cohort.move, cohort.mark) == (Kind.FOOT, 4, "A")
    assert cohort.leader
    assert cohort.standard
    assert cohort.musician


def test_an_engine_has_its_crew_as_models_and_one_body() -> None:
    onager = load_roster("rome-2000").unit("Onager")
    assert onager.engine is not None
    assert (onager.engine.toughness, onager.engine.wounds, onager.models) == (7, 3, 8)
    assert onager.engine.weapon is not None
    assert onager.engine.weapon.strength == 7
    assert onager.missiles == ()
    assert onager.body_width == onager.body_depth == pytest.approx(60 / 25.4)


def test_a_roster_knows_its_units_by_name() -> None:
    roster = load_roster("rome-500")
    assert roster.unit("Legionaries").points == 212
    with pytest.raises(KeyError, match="Legionaries"):
        roster.unit("Legionarys")


def army_of(rows: str) -> ArmyList:
    head = 'key = "test"\nname = "Test"\n[[entry]]\nname = "men"\npoints = 10\nmark = "C"\n'
    return read_list(head + "profile = [4, 3, 3, 3, 3, 1, 3, 1, 7]\n" + rows)


def horse_of(rows: str) -> Entry:
    return army_of(rows).entry[0]


@pytest.mark.rule("shoot.save")
@pytest.mark.parametrize(
    ("kind", "armour", "save"),
    [
        ("foot", ["light armour", "large shield"], 4),
        ("cavalry", ["light armour", "shield"], 4),
        ("cavalry", ["heavy armour", "barding"], 3),
        ("cavalry", ["heavy armour", "buckler", "barding"], 2),
    ],
)
def test_saves_of_the_published_rosters(kind: str, armour: list[str], save: int) -> None:
    """Case I14."""
    entry = horse_of(f'kind = "{kind}"\narmour = {armour}\n')
    assert save_need(sheet_of(Choice(entry, 5), "men"), 3, close=True) == save


@pytest.mark.rule("move.rate")
@pytest.mark.parametrize(
    ("kind", "armour", "move"),
    [
        ("foot", ["light armour", "large shield"], 4),
        ("foot", ["heavy armour"], 4),
        ("foot", ["heavy armour", "shield"], 3),
        ("cavalry", ["heavy armour", "shield"], 8),
        ("cavalry", ["cloth barding"], 8),
        ("cavalry", ["heavy armour", "barding"], 7),
        ("cavalry", ["cataphract armour", "barding"], 5),
    ],
)
def test_armour_slows_its_wearer_or_his_horse(kind: str, armour: list[str], move: int) -> None:
    """Case I15: a barded warhorse moves 7."""
    mount = 'mount = "warhorse"\n' if kind == "cavalry" else ""
    entry = horse_of(f'kind = "{kind}"\n{mount}armour = {armour}\n')
    assert sheet_of(Choice(entry, 5), "men").move == move


@pytest.mark.rule("shoot.composite-bow-charging")
def test_who_carries_a_spear_does_not_shoot_while_charging() -> None:
    bows = 'missiles = ["composite bow"]\n'
    free = sheet_of(Choice(horse_of(f'kind = "cavalry"\n{bows}'), 5), "men")
    lancers = sheet_of(Choice(horse_of(f'kind = "cavalry"\n{bows}melee = ["kontos"]\n'), 5), "men")
    foot = sheet_of(Choice(horse_of(f'kind = "foot"\n{bows}'), 5), "men")
    shoots = [sheet.missiles[0].shoots_charging for sheet in (free, lancers, foot)]
    assert shoots == [True, False, False]


@pytest.mark.rule("weapon.thrusting-spear", "weapon.missiles-in-hand", "combat.one-weapon")
def test_weapons_are_resolved_for_foot_and_horse() -> None:
    def arms(rows: str) -> list[str]:
        return [w.name for w in sheet_of(Choice(horse_of(rows), 5), "men").melee]

    spear = 'melee = ["thrusting spear"]\n'
    foot = sheet_of(Choice(horse_of(f'kind = "foot"\n{spear}'), 5), "men").melee[0]
    horse = sheet_of(Choice(horse_of(f'kind = "cavalry"\n{spear}'), 5), "men").melee[0]
    assert (foot.ranks, foot.strength) == (2, 0)
    assert (horse.ranks, horse.strength, horse.strength_when) == (1, 1, "charging")
    # A hand weapon is worth choosing beside what needs both hands, not beside a spear.
    assert arms('kind = "foot"\nmelee = ["pike"]\n') == ["pike", "hand weapon"]
    assert arms('kind = "foot"\nmelee = ["throwing spear"]\n') == ["throwing spear"]
    assert arms('kind = "foot"\nmelee = ["improvised weapon"]\n') == ["improvised weapon"]
    assert arms('kind = "foot"\n') == ["hand weapon"]
    javelins = 'melee = ["throwing spear"]\nmissiles = ["javelin"]\n'
    assert arms(f'kind = "foot"\n{javelins}') == ["throwing spear"]


def test_options_change_arms_armour_mount_and_mark() -> None:
    text = (
        HEAD
        + GENERAL
        + 'options = ["heavy armour", "shield"]\n'
        + COHORT
        + 'options = ["thrusting spears"]\n'
        + '[[units]]\nname = "Tribune"\nentry = "tribune"\noptions = ["warhorse"]\n'
    )
    general, cohort, tribune = load_roster(text).units
    assert (general.points, general.armour.worn, general.armour.shield) == (148, 2, 1)
    assert ([w.name for w in cohort.melee], cohort.points) == (["thrusting spear"], 255)
    assert (tribune.kind, tribune.move, tribune.armour.mount) == (Kind.CAVALRY, 8, 1)
    assert cohort.mark == "C"


# ------------------------------------------------------------------------------ what can be wrong


@pytest.mark.rule("army.roster", "army.list", "army.unit-size", "army.command")
def test_all_problems_are_told_at_once_each_with_its_line() -> None:
    text = (
        HEAD
        + GENERAL
        + "modles = 1\n"  # 7
        + COHORT.replace("legionaries", "legionnaires")  # 10
        + '[[units]]\nname = "Horse"\nentry = "noble cavalry"\nmodels = 1000000\n'  # 15
        + 'options = ["lances"]\ncommand = ["drummer"]\n'  # 16, 17
        + '[[units]]\nname = "horse"\nentry = "auxilia"\nmodels = -5\n'  # 19, 21
        + 'command = "leader"\n'  # 22
    )
    found = problems(text)
    assert [(line, field, rule) for line, field, rule, _ in found] == [
        (7, "units[1].modles", "army.roster"),
        (10, "units[2].entry", "army.list"),
        (15, "units[3].models", "army.unit-size"),
        (16, "units[3].options", "army.list"),
        (17, "units[3].command", "army.command"),
        (19, "units[4].name", "army.roster"),
        (21, "units[4].models", "army.unit-size"),
        (22, "units[4].command", "army.roster"),
    ]
    assert 'did you mean "models"?' in found[0][3]
    assert 'did you mean "legionaries"' in found[1][3]
    assert "1,000,000" in found[2][3]
    assert "from 5 to 15" in found[2][3]


@pytest.mark.rule("army.list", "army.general", "army.command")
@pytest.mark.parametrize(
    ("text", "rule", "told"),
    [
        ("name = \n", "army.roster", "line 1"),
        (HEAD.replace("2000", "nan") + GENERAL, "army.roster", "points is nan"),
        (HEAD.replace("2000", "2000.0") + GENERAL, "army.roster", "whole number"),
        (HEAD.replace("2000", "2000.0") + GENERAL, "army.roster", "points is 2000.0"),
        (HEAD.replace("2000", "true") + GENERAL, "army.roster", "points is true"),
        (HEAD.replace("2000", "-1") + GENERAL, "army.points", "points is -1"),
        (HEAD.replace("2000", "0x" + "f" * 5000) + GENERAL, "army.points", "more than 19 digits"),
        (HEAD.replace("2000", "9" * 5000) + GENERAL, "army.roster", "too long"),
        (HEAD.replace("2000", "[" * 5000) + GENERAL, "army.roster", "nested"),
        (HEAD.replace("imperial-rome", "imperial-rom") + GENERAL, "army.list", "did you mean"),
        (HEAD, "army.roster", "no units"),
        (HEAD + "units = 3\n", "army.roster", "units is 3"),
        (HEAD + "units = [3]\n", "army.roster", "3 is no table"),
        (HEAD + COHORT, "army.general", "no general"),
        (HEAD + GENERAL + GENERAL.replace('"General"', '"Other"'), "army.general", "second"),
        (HEAD + GENERAL + 'options = ["shield", "large shield"]\n', "army.list", "together"),
        (HEAD + GENERAL + 'command = ["leader"]\n', "army.command", "no command"),
        (HEAD + GENERAL + "models = 2\n", "army.unit-size", "which is 1"),
        (HEAD + GENERAL.replace("General", "\\u001b[31m"), "army.roster", "no name"),
        (HEAD + GENERAL.replace("General", "x" * 61), "army.roster", "no name"),
        (HEAD + COHORT.replace('"Cohort"', "7") + GENERAL, "army.roster", "name is 7"),
        (HEAD + GENERAL + COHORT + 'command = ["leader", 4]\n', "army.roster", "holds 4"),
        (HEAD + GENERAL + COHORT + 'command = ["leader", "centurion"]\n', "army.command", "one"),
        (HEAD + GENERAL + COHORT + 'command = ["leader", "leader"]\n', "army.roster", "twice"),
        (HEAD + GENERAL + '[[units]]\nname = "X"\n', "army.roster", "entry is missing"),
        (HEAD + GENERAL + "[x]\n", "army.roster", "no field"),
        ("#" * 100_001 + "\n", "army.roster", "longer than"),
        ("a." * 40_000 + "b = 1\n", "army.roster", "nested"),
    ],
)
def test_a_problem_names_its_rule_and_what_would_be_right(text: str, rule: str, told: str) -> None:
    _, _, found, message = only(text)
    assert found == rule
    assert told in message


@pytest.mark.rule("army.list")
def test_barding_goes_with_the_horse_that_wears_it() -> None:
    rider = '[[units]]\nname = "Rider"\nentry = "turmarch"\noptions = ["barding"]\n'
    text = HEAD.replace("early-imperial-rome", "byzantium") + GENERAL + rider
    message = next(told for _, _, rule, told in problems(text) if rule == "army.list")
    assert '"barding" goes with "warhorse" alone [army.list]: take both or neither' in message


@pytest.mark.rule("army.points")
def test_an_army_over_its_points() -> None:
    line, field, rule, message = only(
        HEAD.replace("2000", "700")
        + GENERAL
        + 4 * "\n"
        + "".join(COHORT.replace("Cohort", name) for name in ("One", "Two", "Three"))
    )
    assert (line, field, rule) == (3, "points", "army.points")
    assert "cost 861 points, 161 more than 700" in message


@pytest.mark.rule("army.battle-standard", "army.characters")
def test_too_many_characters_and_standards() -> None:
    standard = '[[units]]\nname = "S1"\nentry = "battle standard"\n'
    text = HEAD.replace("2000", "1000") + GENERAL + standard + standard.replace("S1", "S2") + COHORT
    found = problems(text)
    assert [rule for _, _, rule, _ in found] == ["army.battle-standard", "army.characters"]
    assert "283 points, 33 more than 25 % of 1,000" in found[1][3]


@pytest.mark.rule("army.characters")
def test_characters_may_cost_a_quarter_to_the_point() -> None:
    text = HEAD.replace("2000", "564") + GENERAL + COHORT
    assert load_roster(text).units[0].points == 141
    assert only(text.replace("564", "563"))[2] == "army.characters"


@pytest.mark.rule("army.allies")
def test_allies_may_cost_a_quarter() -> None:
    allies = '[[units]]\nname = "A"\nentry = "allied warriors"\nmodels = 30\n'
    text = HEAD.replace("2000", "720") + GENERAL.replace("general", "tribune")
    text += 'options = ["commands the army"]\n' + COHORT + allies
    assert load_roster(text).cost == 61 + 240 + 180
    assert only(text.replace("720", "719"))[2] == "army.allies"


@pytest.mark.rule("army.skirmishers")
def test_half_of_the_units_may_skirmish() -> None:
    archers = '[[units]]\nname = "Archers"\nentry = "auxiliary archers"\nmodels = 5\n'
    text = HEAD + GENERAL + COHORT + archers
    assert load_roster(text).cost == 141 + 240 + 45
    line, field, rule, message = only(text + archers.replace('"Archers"', '"More"'))
    assert (line, field, rule) == (15, "units[4]", "army.skirmishers")
    assert "2 of 3 units" in message


@pytest.mark.rule("army.unit-size")
def test_sizes_are_those_of_the_entry() -> None:
    assert load_roster(HEAD + GENERAL + COHORT.replace("15", "8")).units[1].models == 8
    assert only(HEAD + GENERAL + COHORT.replace("15", "7"))[2] == "army.unit-size"
    assert only(HEAD + GENERAL + COHORT.replace("15", "41"))[2] == "army.unit-size"


@pytest.mark.rule("army.general")
def test_a_tribune_may_command_a_small_army() -> None:
    assert load_roster("rome-500").unit("Tribune").is_general


def test_files_that_are_none(tmp_path: Path) -> None:
    def told(source: str | Path) -> str:
        with pytest.raises(RosterError) as caught:
            load_roster(source)
        return str(caught.value)

    assert "no such file" in told(tmp_path / "none.toml")
    assert 'did you mean "rome-2000"' in told("rome-200")
    assert "a folder" in told(tmp_path)
    assert "no such file" in told("a\0b")
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'list = "x"\nname = "L\xe9gion"\n')
    assert "not UTF-8: byte 0xe9 on line 2" in told(latin)
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * 200_000)
    assert "larger than 100,000 bytes" in told(huge)
    bom = tmp_path / "bom.toml"
    bom.write_bytes(b"\xef\xbb\xbf" + (BUILT_IN / "rome-500.toml").read_bytes())
    assert load_roster(bom) == load_roster("rome-500")


def test_a_problem_names_the_file_and_the_unit(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(HEAD + GENERAL + "models = 3\n")
    with pytest.raises(RosterError) as caught:
        load_roster(path)
    place = f"{path}, line 7, General, units[1].models: models is 3 [army.unit-size]: "
    assert str(caught.value).startswith(place)


def test_data_that_was_read_already_needs_no_text() -> None:
    units = [{"name": "General", "entry": "general"}]
    data = {"name": "T", "list": "early-imperial-rome", "points": 600, "units": units}
    assert read_roster(data).cost == 141
    with pytest.raises(RosterError) as caught:
        read_roster(data | {"points": float("inf")}, "given")
    assert str(caught.value).startswith("given, points: points is inf")


def test_a_thousand_fields_that_are_none_are_not_all_told() -> None:
    odd = "".join(f"k{i} = 1\n" for i in range(1000))
    found = problems(HEAD + odd + GENERAL)
    assert len(found) == 21
    assert "980 more fields" in found[0][3]


def test_lines_are_found_in_odd_layouts() -> None:
    text = """"name" = "T"
list = "early-imperial-rome"
  points = 2000
units = [
  { name = "General", entry = "general", models = 3 },
]
"""
    assert only(text)[:2] == (4, "units[1].models")
    quoted = text.replace("points = 2000", "'points' = -1")
    assert [line for line, *_ in problems(quoted)] == [3, 4]
