"""What is kept of runs, to be found again for every battle in which they would go the same way.

A run has asked a battle this and that: what stands at a place, and what of its numbers. A `Recall` is a
tree of such questions. Each `_Branching` asks a few at once; what the battle answers leads on to the
next, and at last to a result. Runs that were asked the same at first share the way so far.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import getitem
from typing import Generic, TypeAlias, TypeVar

from maniple.battle.sheet import Sheet
from maniple.play.chances.numbers import Sum
from maniple.play.chances.parts import Parts, State, picker
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

    __slots__ = ("_across", "_groups", "_known", "_pick", "children", "questions", "state")

    def __init__(self, parts: Parts, questions: Questions, state: State) -> None:
        self.state = state
        self.ask(parts, questions)

    def ask(self, parts: Parts, questions: Questions) -> None:
        """From now on ask these; no answer leads anywhere yet."""
        self.questions = questions
        self.children: dict[tuple[object, ...], _Branching[R] | _Result[R]] = {}
        grouped: dict[tuple[int, ...], list[Question]] = {}
        for question in questions:
            grouped.setdefault(_places_of(parts, question), []).append(question)
        single = {places[0]: tuple(asked) for places, asked in grouped.items() if len(places) == 1}
        self._groups = tuple([_Group(parts, place, asked) for place, asked in single.items()])
        self._known = tuple([group.known for group in self._groups])
        # One place more than there are groups, so that even of one group a tuple is picked.
        self._pick = picker((*single, *([0] if len(single) == 1 else [])))
        self._across = tuple(
            [_Across(parts, key, tuple(asked)) for key, asked in grouped.items() if len(key) > 1]
        )

    def answers(self, state: State) -> tuple[object, ...]:
        """What this battle answers."""
        try:
            answers = tuple(map(getitem, self._known, self._pick(state)))
        except KeyError:
            answers = tuple([group.answer(state) for group in self._groups])
        if not self._across:
            return answers
        return (*answers, *[across.answer(state) for across in self._across])


class _Group:
    """Questions about one part; its answers to all of them are one number."""

    __slots__ = ("_numbers", "_parts", "_questions", "known", "place")

    def __init__(self, parts: Parts, place: int, questions: tuple[Question, ...]) -> None:
        self.place = place
        self.known: dict[int, int] = {}
        self._numbers: dict[tuple[object, ...], int] = {}
        self._parts = parts
        self._questions = questions

    def answer(self, state: State) -> int:
        """A number that stands for all that this battle answers."""
        number = state[self.place]
        known = self.known.get(number)
        if known is not None:
            return known
        value = self._parts.values[self.place][number]
        answers = tuple([_answer(self._parts, asked, value, state) for asked in self._questions])
        found = self._numbers.setdefault(answers, len(self._numbers))
        self.known[number] = found
        return found


class _Across:
    """Questions about numbers of several parts."""

    __slots__ = ("_known", "_parts", "_pick", "_questions")

    def __init__(
        self, parts: Parts, places: tuple[int, ...], questions: tuple[Question, ...]
    ) -> None:
        self._pick: Callable[[State], object] = picker(places)
        self._known: dict[object, tuple[object, ...]] = {}
        self._parts = parts
        self._questions = questions

    def answer(self, state: State) -> tuple[object, ...]:
        numbers = self._pick(state)
        found = self._known.get(numbers)
        if found is None:
            answers = [_answer(self._parts, asked, None, state) for asked in self._questions]
            found = self._known[numbers] = tuple(answers)
        return found


def _answer(parts: Parts, question: Question, value: object, state: State) -> object:
    """What a battle answers: a value, its kind or how many there are of it, or a figure."""
    if isinstance(question, Sum):
        return parts.figure(question, state)
    _, way, how = question
    there = at(value, way)
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
