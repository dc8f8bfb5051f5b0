"""The entries of the rulebook that are not built yet. The list may only shrink."""

DUE = frozenset(
    {
        "challenge.fight",
        "challenge.issue",
        "challenge.refuse",
        "character.look-out-sir",
        "character.target",
    }
)
