"""What every bot must do, as checks that anybody can run on his own.

    assert problems_of(MyBot) == ()

`MyBot(seed)` makes a player. It plays whole battles against itself on small fields: each answer
must be legal, the battle must end, the same seed must answer alike, also while other bots of its
kind play, and nothing that it does with its seat may disturb the game.
"""

from collections.abc import Callable

from maniple.armies import Scenario, load_scenario
from maniple.battle.asks import Ask, AskAnswer
from maniple.battle.chance import Rolled
from maniple.battle.chance_requests import Chance
from maniple.battle.events import Event
from maniple.battle.judged import Refusal
from maniple.battle.sides import Pair, Side
from maniple.play.chance import SeededChance
from maniple.play.game import Game
from maniple.play.invariants import Watcher, most_asks
from maniple.play.seat import Player, Seat
from maniple.play.setup import beginning

LONGEST_WHY = 300
"""Characters of the line in which a bot says why."""


class _Tape:
    """A recorder that counts: nothing may be recorded while a bot thinks."""

    def __init__(self) -> None:
        self.lines = 0

    def answered(self, ask: Ask, answer: AskAnswer) -> None:
        self.lines += 1

    def rolled(self, request: Chance, rolled: Rolled) -> None:
        self.lines += 1

    def happened(self, event: Event) -> None:
        self.lines += 1

    def mark(self) -> int:
        return self.lines

    def undone(self, to: int) -> None:
        self.lines += 1


class _Battle:
    """A battle of a bot against itself, one answer at a time."""

    def __init__(
        self, make: Callable[[int], Player], scenario: Scenario, seed: int, turns: int
    ) -> None:
        self.tape = _Tape()
        self.watcher = Watcher()
        self.game = Game(
            beginning(scenario, turns=turns),
            SeededChance(seed),
            recorder=self.tape,
            listeners=(self.watcher,),
        )
        self.players = Pair(make(seed), make(seed + 1))
        self.answers: list[AskAnswer] = []
        self.problems: list[str] = []
        self.where = f"{scenario.name}, seed {seed}"
        self.most = 2 * most_asks(self.game.battle) * (turns + 1)

    @property
    def goes_on(self) -> bool:
        return self.game.pending is not None and not self.problems

    def go_on(self) -> None:
        """One more answer; what is wrong with it is noted."""
        game = self.game
        ask = game.pending
        if ask is None:
            return
        before = (game.battle, ask, game.snapshot, game.can_undo, self.tape.lines)
        player = self.players.of(ask.side)
        answer = player.answer(Seat(game))
        if (game.battle, game.pending, game.snapshot, game.can_undo, self.tape.lines) != before:
            self._note(ask, "the bot has disturbed the game while it thought")
            return
        judged = game.judge(answer)
        if isinstance(judged, Refusal):
            self._note(ask, f"{answer} is refused by {judged.rule}: {judged.why}")
            return
        why = player.why()
        if not why or "\n" in why or len(why) > LONGEST_WHY:
            self._note(ask, f"it gives no reason in a line, but {why!r}")
        self.answers.append(answer)
        _ = game.answer(answer)
        if len(self.answers) > self.most:
            self._note(ask, f"after {self.most} answers the battle is not over")

    def _note(self, ask: Ask, what: str) -> None:
        side: Side = ask.side
        turn = self.game.battle.turn.number
        kind = type(ask).__name__
        self.problems.append(f"{self.where}, turn {turn}, {kind} of {side.value}: {what}")


def problems_of(
    make: Callable[[int], Player],
    *,
    scenarios: tuple[str, ...] = ("small-field",),
    seeds: tuple[int, ...] = (1, 2, 3),
    turns: int = 3,
) -> tuple[str, ...]:
    """All that is wrong with the bot, in words; () when nothing is.

    `scenarios`: names or paths, with rosters of their own. Raises ScenarioError where one can't be
    used; whatever the bot itself raises comes through.
    """
    if not make(1).name:
        return ("it has no name",)
    for name in scenarios:
        scenario = load_scenario(name)
        for seed in seeds:
            first = _Battle(make, scenario, seed, turns)
            while first.goes_on:
                first.go_on()
            problems = (*first.problems, *first.watcher.problems)
            if problems:
                return problems
            changed = _plays_alike(make, scenario, seed, turns, first)
            if changed is not None:
                return (changed,)
    return ()


def _plays_alike(
    make: Callable[[int], Player], scenario: Scenario, seed: int, turns: int, first: _Battle
) -> str | None:
    """Whether the same seed plays the same battle again while another battle goes on beside it."""
    again = _Battle(make, scenario, seed, turns)
    beside = _Battle(make, scenario, seed + 100, turns)
    while again.goes_on:
        again.go_on()
        if beside.goes_on:
            beside.go_on()
    for place, (one, other) in enumerate(zip(first.answers, again.answers, strict=False)):
        if one != other:
            return f"{first.where}: answer {place + 1} was {one}, and another time {other}"
    if first.game.battle != again.game.battle:
        return f"{first.where}: the same seed has led to another battle"
    return None
