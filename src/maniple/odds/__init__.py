"""Questions that people ask about chance, answered exactly by the rules that play."""
