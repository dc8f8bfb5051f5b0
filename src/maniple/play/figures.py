"""The figures of a sum as people read them, each with its rules: "6+ +1 = none", by two rules.

figures_of      each kind of figure of a blow in a row
blow_figures    the same, with what else is special about the blow
stage_figures   what hits that are no weapon's need
score_figures   a side's combat result, entry by entry
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from msgspec import Struct

from maniple.battle.chance_requests import Attacks
from maniple.battle.state import Score
from maniple.play.explain import Blow, Modifier, What


class Figure(Struct, frozen=True, omit_defaults=True):
    """A figure of the sum, and the rules that it comes from: "to hit", "5+ +1 = 6+", two rules."""

    what: str
    figure: str
    rules: tuple[str, ...] = ()
    note: str = ""
    exact: Fraction | None = None
    """A chance or an average, which `figure` shows rounded."""


SCORE_PARTS = (
    ("wounds", "wound", "wounds"),
    ("ranks", "rank", "ranks"),
    ("standard", "standard", "standards"),
    ("battle_standard", "battle standard", "battle standards"),
    ("flank", "for the flank", "for the flank"),
    ("rear", "for the rear", "for the rear"),
    ("high_ground", "for higher ground", "for higher ground"),
    ("musician", "for the musician", "for the musicians"),
    ("shieldwall", "for the shieldwall", "for the shieldwall"),
)
"""The entries of a combat result: what each is called, for one and for several."""

SCORE_RULES = {
    "wounds": "result.compute",
    "ranks": "result.ranks",
    "standard": "result.standard",
    "battle_standard": "result.standard",
    "flank": "result.flank-rear",
    "rear": "result.flank-rear",
    "high_ground": "result.high-ground",
    "musician": "result.draw-musician",
    "shieldwall": "troop.shieldwall",
}

STAGE_RULES = {
    "to hit": "shoot.to-hit",
    "look out": "character.look-out-sir",
    "to wound": "combat.to-wound",
    "save": "shoot.save",
}
"""The rules of the stages of hits that are no weapon's."""

WHY = {
    "break.test": "to hold",
    "rally.test": "to rally",
    "pursue.restrain": "to be held back",
    "disengage.test": "to disengage",
    "panic.fleeing-friends": "not to panic as friends fled close by",
    "panic.broken-friends": "not to panic as friends broke",
    "panic.flank-charge": "not to panic at a charge in flank or rear",
    "panic.fleers-destroyed": "not to panic as fleeing friends were cut down",
    "panic.general": "not to panic as the general fell",
    "panic.shooting": "not to panic with a quarter shot down",
    "panic.agreed": "not to panic",
    "magic.dread": "not to panic at the omen",
    "fear.charged": "to face the charge of {foe}",
    "fear.charging": "to dare a charge at {foe}",
    "terror.test": "to stand the terror of {foe}",
    "stupidity.test": "to keep their wits",
    "troop.warband": "not to charge",
    "troop.drilled": "to march near the enemy",
    "troop.elephant": "to be kept in hand",
    "charge.response.open-lanes": "to open lanes",
}
"""What a test is for, by its rule."""


NEVER = 7
"""A need that no face of a D6 meets."""
MEN: tuple[What, What] = ("strikers", "attacks")


def figures_of(modifiers: Iterable[Modifier]) -> tuple[Figure, ...]:
    """Each kind of figure in a row: where it begins, what is added, and what it comes to."""
    rows: list[Figure] = []
    for what, parts in by_kind(modifiers).items():
        shown = shown_figure(what, parts[0].figure)
        if len(parts) > 1:
            added = " ".join(f"{part.figure:+d}" for part in parts[1:])
            total = shown_figure(what, sum(part.figure for part in parts))
            shown = f"{shown} {added} = {total}"
        rows.append(Figure(what, shown, tuple(dict.fromkeys(part.rule for part in parts))))
    return tuple(rows)


def by_kind(modifiers: Iterable[Modifier]) -> dict[What, list[Modifier]]:
    """The modifiers of each kind of figure, the one to begin with before those that are added."""
    kinds: dict[What, list[Modifier]] = {}
    for one in modifiers:
        kinds.setdefault(one.what, []).append(one)
    return kinds


def blow_figures(blow: Blow) -> tuple[Figure, ...]:
    """Every figure of a blow: what it needs, how many of the blows it is, what is struck again."""
    return (*figures_of(blow.modifiers), *_share(blow), *_misses_again(blow))


def _share(blow: Blow) -> tuple[Figure, ...]:
    """How many of the blows are these, where some are for the enemy and some for his crew."""
    kinds = by_kind(blow.modifiers)
    men, each = (sum(one.figure for one in kinds[what]) for what in MEN)
    whole = men * each
    if blow.dice == whole:
        return ()
    return (Figure("of them", f"{blow.dice} of {whole}", ("troop.elephant",)),)


def _misses_again(blow: Blow) -> tuple[Figure, ...]:
    if blow.misses_again is None:
        return ()
    return (Figure("misses", "struck again", (blow.misses_again,)),)


def stage_figures(attacks: Attacks, rules: Mapping[str, str] = STAGE_RULES) -> tuple[Figure, ...]:
    """What hits need that are no weapon's: to wound, and the save. `rules`: those of the stages.

    [troop.heavy-chariot]
    """
    figures: list[Figure] = []
    for stage in attacks.stages:
        if stage.kind != "automatic":
            shown = "none" if stage.need >= NEVER else f"{max(stage.need, 2)}+"
            if stage.kind == "missile":
                shown = needed(stage.need)
            figures.append(Figure(stage.name, shown, (rules[stage.name],)))
    return tuple(figures)


def score_figures(score: Score) -> tuple[Figure, ...]:
    """What a side has earned in a round, entry by entry, each with its rule. [result.compute]"""
    return tuple(
        [
            Figure(words[0 if figure == 1 else 1], str(figure), (SCORE_RULES[field],))
            for field, *words in SCORE_PARTS
            if (figure := getattr(score, field))
        ]
    )


def shown_figure(what: What, figure: int) -> str:
    """A figure as players say it: a need as "4+", what can't be thrown as "none"."""
    if what not in ("to hit", "to wound", "save"):
        return str(figure)
    if figure >= NEVER:
        return "none"
    return "no die" if figure <= 1 and what == "to hit" else f"{max(figure, 2)}+"


def needed(need: int) -> str:
    """A need of a shot as players say it, as in "4+"; 7 to 9 are a 6 and another die."""
    if need <= 6:
        return f"{max(need, 2)}+"
    return f"6 then {need - 3}+" if need <= 9 else "the impossible"
