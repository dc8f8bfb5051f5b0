"""Questions about charges, flight and pursuit, panic, and how far a run goes."""

from collections.abc import Mapping
from typing import Annotated

import typer

from maniple.battle.state import Response
from maniple.commands.odds.frame import Put, question
from maniple.commands.odds.options import A_UNIT, Inches, Ours, Theirs, chosen
from maniple.commands.odds.understood import about
from maniple.commands.refusals import usage
from maniple.odds.charge import TOLD, charge_by_response
from maniple.odds.charge import charge as odds_of_charge
from maniple.odds.flight import flee_and_pursue
from maniple.odds.panic_chain import Cause, line_of_battle, panic_chain
from maniple.odds.reach import reach_inches
from maniple.odds.situations import alone, apart, melee

CHARGE = (
    'Example:  maniple odds charge "24 warriors, 8 wide" "12 roman archers" --inches 8 '
    '--response "stand and shoot"'
)
FLIGHT = 'Example:  maniple odds flight "20 auxilia" "6 noble cavalry"'
PANIC = (
    'Example:  maniple odds panic "20 auxilia" "18 legionaries" "12 roman archers" --breaks 2 '
    '--by "24 warriors"'
)
REACH = 'Example:  maniple odds reach "6 light cavalry" --inches 10'

EACH = "each"
HELD_BACK = "The victor's player tries to hold him back from pursuit."
RESPONSES: Mapping[str, Response] = {
    word.replace("-", " "): response for response, word in TOLD.items()
}
CAUSES: Mapping[str, Cause] = {
    "broken": Cause.BREAKS,
    "ridden down": Cause.RIDDEN_DOWN,
    "slain": Cause.SLAIN,
}


def put_charge(
    ours: Ours,
    theirs: Theirs,
    inches: Inches,
    response: Annotated[
        str,
        typer.Option(
            metavar="WORDS",
            help='What B answers: hold, "stand and shoot", flee, "fire and flee", counter-charge, '
            '"open lanes"; or each of those that it may.',
        ),
    ] = "hold",
    hold_back: Annotated[bool, typer.Option("--hold-back", help=HELD_BACK)] = False,
) -> Put:
    """What comes of it if A charges B: fear, shots, panic, the move, the round, flight and pursuit."""
    situation = apart(ours, theirs, inches)
    held = (situation.ours, situation.theirs) if hold_back else ()
    if response == EACH:
        return Put(
            lambda how: charge_by_response(
                situation, hold_back=held, limits=how.limits, sample=how.sample, sums=how.sums
            ),
            units=about(ours, theirs),
        )
    answer = chosen("--response", response, {**RESPONSES, EACH: Response.HOLD})
    return Put(
        lambda how: odds_of_charge(
            situation,
            response=answer,
            hold_back=held,
            limits=how.limits,
            sample=how.sample,
            sums=how.sums,
        ),
        about(ours, theirs),
    )


def put_flight(
    ours: Ours,
    theirs: Theirs,
    hold_back: Annotated[bool, typer.Option("--hold-back", help=HELD_BACK)] = False,
) -> Put:
    """A breaks, and B pursues: whether A is caught, and how far both run."""
    situation = melee(ours, theirs)
    held = (situation.theirs,) if hold_back else ()
    return Put(
        lambda how: flee_and_pursue(
            situation, hold_back=held, limits=how.limits, sample=how.sample, sums=how.sums
        ),
        about(ours, theirs),
    )


def put_panic(
    units: Annotated[
        list[str],
        typer.Argument(metavar="A1 A2 ...", help="Units side by side, from left to right."),
    ],
    by: Annotated[
        str, typer.Option("--by", metavar="B", help="The enemy that fights one of them.")
    ],
    breaks: Annotated[
        int, typer.Option("--breaks", metavar="N", min=1, help="Which of them it is, from 1.")
    ] = 1,
    gap: Annotated[
        float, typer.Option(metavar="N", min=0.0, help="Inches between one and the next.")
    ] = 1.0,
    cause: Annotated[
        str, typer.Option(metavar="WORDS", help='What befalls it: broken, "ridden down" or slain.')
    ] = "broken",
) -> Put:
    """Which units of a line still stand after one of them breaks."""
    seen = chosen("--cause", cause, CAUSES)
    if len(units) < 2:
        raise usage("one unit has no friends beside it: name two or more, from left to right")
    if breaks > len(units):
        raise usage(f"--breaks {breaks}: the line has {len(units)} units")
    situation = line_of_battle(units, breaks - 1, by, apart=gap)
    return Put(
        lambda how: panic_chain(
            situation, cause=seen, limits=how.limits, sample=how.sample, sums=how.sums
        ),
        about(*units, by),
    )


def put_reach(
    unit: Annotated[str, typer.Argument(metavar="A", help=A_UNIT)],
    inches: Annotated[int, typer.Option(metavar="N", min=1, help="How far, in inches.")],
) -> Put:
    """How likely a flight or a pursuit reaches so many inches."""
    situation = alone(unit)
    return Put(lambda _: reach_inches(situation, inches), units=about(unit))


charge = question(put_charge)
flight = question(put_flight)
panic = question(put_panic)
reach = question(put_reach)
