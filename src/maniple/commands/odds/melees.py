"""Questions about two units: a volley, a round, a fight."""

from typing import Annotated

import typer

from maniple.battle.unit import Moved
from maniple.commands.odds.frame import Put, question
from maniple.commands.odds.options import (
    COVERS,
    CoverWord,
    Inches,
    Ours,
    Rounds,
    Theirs,
    WidenWords,
    chosen,
    who_widens,
)
from maniple.commands.odds.understood import about
from maniple.odds.fight import fight as odds_of_fight
from maniple.odds.melee import melee_round
from maniple.odds.situations import melee, shooting
from maniple.odds.volley import volley as odds_of_volley

FIGHT = 'Example:  maniple odds fight "18 legionaries, 6 wide, charging" "24 warriors, 8 wide" --rounds 3'
ROUND = 'Example:  maniple odds round "6 noble cavalry, charging" "20 auxilia, struck in the flank" --why'
VOLLEY = (
    'Example:  maniple odds volley "12 roman archers" "24 warriors, 8 wide" --inches 10 --moved'
)


def put_fight(
    ours: Ours,
    theirs: Theirs,
    rounds: Rounds = None,
    by_round: Annotated[
        bool, typer.Option("--by-round", help="Tell in which round each outcome comes.")
    ] = False,
    widen: WidenWords = "nobody",
) -> Put:
    """How a fight ends: who breaks, who is caught, and how many each side loses.

    Round after round is fought, with losses, pushes, ranks lost and Break tests, until one of the two
    leaves the fight or the rounds are over. Characters who may are told to fight, the beaten stand
    while they hold, and who has won pursues.
    """
    situation = melee(ours, theirs).playing(*who_widens(widen))
    return Put(
        lambda how: odds_of_fight(
            situation,
            rounds=rounds,
            by_round=by_round,
            limits=how.limits,
            sample=how.sample,
            sums=how.sums,
        ),
        about(ours, theirs),
    )


def put_round(ours: Ours, theirs: Theirs) -> Put:
    """What comes of one round of close combat: wounds, losses, who wins by how much, who breaks."""
    situation = melee(ours, theirs)
    return Put(
        lambda how: melee_round(situation, limits=how.limits, sample=how.sample, sums=how.sums),
        about(ours, theirs),
    )


def put_volley(
    ours: Ours,
    theirs: Theirs,
    inches: Inches,
    weapon: Annotated[
        str, typer.Option(metavar="NAME", help="What they shoot with, if they have several.")
    ] = "",
    cover: CoverWord = "none",
    moved: Annotated[bool, typer.Option("--moved", help="The shooters have moved.")] = False,
) -> Put:
    """What a volley does: wounds, losses, and whether the target panics."""
    shelter = chosen("--cover", cover, COVERS)
    doings = Moved.MOVED if moved else Moved.STOOD
    situation = shooting(ours, theirs, inches, cover=shelter, moved=doings)
    return Put(
        lambda how: odds_of_volley(
            situation, weapon=weapon, limits=how.limits, sample=how.sample, sums=how.sums
        ),
        about(ours, theirs),
    )


fight = question(put_fight)
round_of = question(put_round)
volley = question(put_volley)
