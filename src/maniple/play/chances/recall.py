"""What is kept of runs, to be found again for every battle in which they would go the same way.

A run has asked a battle this and that: what stands at a place, and what of its numbers. A `Recall` is a
tree of such questions. Each `_Branching` asks a few at once; what the battle answers leads on to the
next, and at last to a result. Runs that were asked the same at first share the way so far.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import getitem
from typing import Generic, TypeAlias, TypeVar

from maniple.battle.sheet import Sheet
from maniple.play.chances.numbers import Sum
from maniple.play.chances.parts import Numbers, Parts, State, picker
from maniple.play.chances.paths import Path, at
from maniple.play.chances.watched import Log, Read

R = TypeVar("R")

Look: TypeAlias = tuple[int, Path, str]
"""A place in a state, the way from there, and how much of what is there was read."""
Question: TypeAlias = Look | Sum

Questions: TypeAlias = tuple[Question, ...]
"""In the order in which they were asked first."""


def questions_of(log: Log, parts: Parts) -> Questions:
    """What a run has asked."""
    found: dict[Question, None] = {}
    for asked in log.asked:
        if isinstance(asked, Sum):
            found[asked] = None
            continue
        path, how = asked
        if path != ("units",):  # how many units there are never changes
            for place, way in parts.layout.places(path, whole=how == Read.VALUE):
                found[place, way, how] = None
    return tuple(found)


def _places_of(parts: Parts, question: Question) -> tuple[int, ...]:
    """The places in a state whose parts answer the question."""
    return parts.places_of(question) if isinstance(question, Sum) else question[:1]


class _Result(Generic[R]):
    """The end of a way. `state` is one of the battles that have come here."""

    __slots__ = ("state", "value")

    def __init__(self, state: State, value: R) -> None:
        self.state = state
        self.value = value


class _Branching(Generic[R]):
    """Some questions, and where each set of answers leads."""

    __slots__ = ("_across", "_known", "_pick", "children", "questions", "state")

    def __init__(self, parts: Parts, questions: Questions, state: State) -> None:
        self.state = state
        self.ask(parts, questions)

    def ask(self, parts: Parts, questions: Questions) -> None:
        """From now on ask these; no answer leads anywhere yet."""
        self.questions = questions
        self.children: dict[tuple[int, ...], _Branching[R] | _Result[R]] = {}
        grouped: dict[tuple[int, ...], list[Question]] = {}
        for question in questions:
            grouped.setdefault(_places_of(parts, question), []).append(question)
        single = [places for places in grouped if len(places) == 1]
        self._known = tuple([_Answers(parts, one, grouped[one]) for one in single])
        # One place more than there are of these, so that even of one a tuple is picked.
        self._pick = picker((*[one[0] for one in single], *([0] if len(single) == 1 else [])))
        self._across = tuple(
            [
                (_Answers(parts, several, asked), picker(several))
                for several, asked in grouped.items()
                if len(several) > 1
            ]
        )

    def answers(self, state: State) -> tuple[int, ...]:
        """Numbers that stand for what this battle answers."""
        answers = tuple(map(getitem, self._known, self._pick(state)))
        if not self._across:
            return answers
        return (*answers, *[known[pick(state)] for known, pick in self._across])


class _Answers(dict[object, int]):
    """Questions about one part, or about several together: for each number that the part has had, or
    each tuple of numbers, one that stands for its answers to all of them.
    """

    __slots__ = ("_numbers", "_parts", "_places", "_questions")

    def __init__(
        self, parts: Parts, places: tuple[int, ...], questions: Iterable[Question]
    ) -> None:
        super().__init__()
        self._numbers: dict[tuple[object, ...], int] = {}
        self._parts = parts
        self._places = places
        self._questions = tuple(questions)

    def __missing__(self, numbers: int | tuple[int, ...]) -> int:
        """Asked for the first time."""
        of_each = (numbers,) if isinstance(numbers, int) else numbers
        state = dict(zip(self._places, of_each, strict=True))
        answers = tuple([_answer(self._parts, asked, state) for asked in self._questions])
        found = self[numbers] = self._numbers.setdefault(answers, len(self._numbers))
        return found


def _answer(parts: Parts, question: Question, state: Numbers) -> object:
    """What a battle answers: a value, its kind or how many there are of it, or a figure."""
    if isinstance(question, Sum):
        return parts.figure(question, state)
    place, way, how = question
    there = at(parts.values[place][state[place]], way)
    if how == Read.SHAPE:
        return len(there) if isinstance(there, tuple) else type(there)
    # A sheet is big and never made twice: its identity tells as much as its value, and sooner.
    return id(there) if isinstance(there, Sheet) else there


class Recall(Generic[R]):
    """Results of runs, by what those have asked."""

    __slots__ = ("_by_number", "_parts", "_pick", "_places", "_root")

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._root: _Branching[R] | _Result[R] | None = None
        self._places: set[int] = set()
        self._pick = picker(())
        # Results by the numbers of all the parts that any run has asked.
        self._by_number: dict[object, R] = {}

    def result(self, state: State) -> R | None:
        """What is kept for a battle like this one, if anything is."""
        numbers = self._pick(state)
        found = self._by_number.get(numbers)
        if found is None:
            at_node = self._root
            while isinstance(at_node, _Branching):
                at_node = at_node.children.get(at_node.answers(state))
            if at_node is not None:
                found = self._by_number[numbers] = at_node.value
        return found

    def keep(self, state: State, asked: Questions, value: R) -> None:
        """From now on this is the result for battles that answer these questions as this one does."""
        places = {place for question in asked for place in _places_of(self._parts, question)}
        if not places <= self._places:
            self._places |= places
            self._pick = picker(tuple(sorted(self._places)))
            self._by_number.clear()
        self._by_number[self._pick(state)] = value
        end = _Result(state, value)
        if not asked:
            self._root = end
            return
        if self._root is None:
            self._root = _Branching(self._parts, asked, state)
        node, left = self._root, asked
        while True:
            if not isinstance(node, _Branching):
                raise TypeError("a run has asked more than another that went the same way")
            alike = _alike(node.questions, left)
            if not alike:
                raise TypeError("two runs that went the same way so far ask different questions")
            if alike < len(node.questions):
                self._part(node, alike)
            left = left[alike:]
            answers = node.answers(state)
            following = node.children.get(answers)
            if following is None:
                break
            node = following
        if left:
            last: _Branching[R] = _Branching(self._parts, left, state)
            last.children[last.answers(state)] = end
            node.children[answers] = last
        else:
            node.children[answers] = end

    def _part(self, node: _Branching[R], first: int) -> None:
        """Let the node ask its first so many questions alone, and others after it the rest."""
        rest = node.questions[first:]
        children = tuple(node.children.values())
        node.ask(self._parts, node.questions[:first])
        for child in children:
            answers = node.answers(child.state)
            middle = node.children.get(answers)
            if not isinstance(middle, _Branching):
                middle = node.children[answers] = _Branching(self._parts, rest, child.state)
            middle.children[middle.answers(child.state)] = child


def _alike(one: Questions, other: Questions) -> int:
    """How many questions both begin with."""
    count = 0
    for asked, same in zip(one, other, strict=False):
        if asked != same:
            break
        count += 1
    return count
