"""What was proved of a record, in words."""

from maniple.play.record.replay import Proof


def said(proof: Proof) -> list[str]:
    """What was proved, and what was not, line by line."""
    lines = [f"{proof.lines} lines, each chained to the one before: none was changed or left out"]
    if proof.rules_rerun:
        lines.append(f"{proof.answers} answers, each legal when it was given")
        lines.append(f"{proof.events} events, just as the rules make them of answers and dice")
    else:
        lines.append(
            f"{proof.events} events make the battle that it tells; its {proof.answers} answers were "
            "not tried, as other rules wrote it"
        )
    if proof.dice_recomputed:
        known = (
            ", though whoever began it chose the seed and could know them"
            if proof.secret_was_known
            else ", and nobody could know them beforehand"
        )
        lines.append(
            f"{proof.dice} dice in {proof.rolls} rolls, each recomputed from the secret{known}"
        )
    else:
        lines.append(
            f"{proof.dice} dice in {proof.rolls} rolls give the results that they should; their "
            "secret is not revealed before the end, so they were not recomputed"
        )
    if proof.finished:
        lines.append("the result is that of the battle")
    else:
        lines.append("the battle is not over: `maniple battle --resume` goes on with it")
    if proof.cut_off:
        lines.append(f"{proof.cut_off} bytes of a torn last line were left out")
    return lines
