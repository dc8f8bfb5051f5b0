"""What comes with the program: scenarios, rosters, bots, the rulebook."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from msgspec import Struct
from pydantic import BaseModel

from maniple.armies import load_roster, load_scenario, roster_names, scenario_names
from maniple.battle.field import SWITCHES
from maniple.battle.sides import Pair
from maniple.bots import BOTS
from maniple.play.rulebook import (
    Rule,
    examples,
    named_by,
    named_in,
    parts,
    readings,
    rule,
    rulebook,
    search,
)
from maniple.play.setup import rosters_of
from maniple.server.http.problems import Problem
from maniple.server.http.shared import LONGEST_NAME, as_json, telling

router = APIRouter(prefix="/api", tags=["books"])
KEPT = 600
"""Seconds: none of it changes while the server runs."""


class ScenarioTold(Struct, frozen=True):
    """A scenario as a list shows it; inches."""

    name: str
    title: str
    summary: str
    width: float
    height: float
    turns: int
    options: tuple[str, ...]
    rosters: Pair[str] | None
    armies: Pair[str] | None


class RosterTold(Struct, frozen=True):
    """A roster as a list shows it."""

    name: str
    title: str
    army: str
    points: int


class RuleTold(Struct, frozen=True):
    """A rule in our words."""

    id: str
    text: str
    kind: str
    option: str


class ChapterTold(Struct, frozen=True):
    """A part of the book."""

    title: str
    rules: tuple[RuleTold, ...]


class ReadingTold(Struct, frozen=True):
    """A point that the texts leave open, and how it is read here."""

    topic: str
    question: str
    reading: str
    why: str


class ExampleTold(Struct, frozen=True):
    """A worked example with given dice."""

    title: str
    lines: tuple[str, ...]
    outcome: tuple[str, ...]


class RulePage(Struct, frozen=True):
    """A rule with all that belongs to it; `named_by`: rules that speak of it."""

    id: str
    text: str
    kind: str
    option: str
    readings: tuple[ReadingTold, ...]
    examples: tuple[ExampleTold, ...]
    names: tuple[str, ...]
    named_by: tuple[str, ...]


class Sides(BaseModel):
    """One for each side."""

    red: str
    blue: str


class ScenarioBody(BaseModel):
    """A scenario; inches."""

    name: str
    title: str
    summary: str
    width: float
    height: float
    turns: int
    options: list[str]
    rosters: Sides | None
    armies: Sides | None


class RosterBody(BaseModel):
    """A roster."""

    name: str
    title: str
    army: str
    points: int


class RuleBody(BaseModel):
    """A rule."""

    id: str
    text: str
    kind: str
    option: str


class ChapterBody(BaseModel):
    """A part of the book."""

    title: str
    rules: list[RuleBody]


@router.get("/scenarios", response_model=list[ScenarioBody], responses=telling())
def scenarios() -> Response:
    """The scenarios that come with the program."""
    return as_json([scenario_told(name) for name in scenario_names()], kept=KEPT)


@router.get("/scenarios/{name}", response_model=ScenarioBody, responses=telling(404))
def scenario(name: Annotated[str, Path(max_length=LONGEST_NAME)]) -> Response:
    """One of them."""
    if name not in scenario_names():
        raise Problem(
            404, f"there is no scenario of that name; there are {_listed(scenario_names())}"
        )
    return as_json(scenario_told(name), kept=KEPT)


@router.get("/rosters", response_model=list[RosterBody], responses=telling())
def rosters() -> Response:
    """The rosters that come with the program."""
    return as_json([roster_told(name) for name in roster_names()], kept=KEPT)


@router.get("/rosters/{name}", response_model=RosterBody, responses=telling(404))
def roster(name: Annotated[str, Path(max_length=LONGEST_NAME)]) -> Response:
    """One of them."""
    if name not in roster_names():
        raise Problem(404, f"there is no roster of that name; there are {_listed(roster_names())}")
    return as_json(roster_told(name), kept=KEPT)


@router.get("/bots", response_model=list[str], responses=telling())
def bots() -> Response:
    """Players made of code, by name."""
    return as_json(sorted(BOTS), kept=KEPT)


@router.get("/rules", response_model=list[ChapterBody], responses=telling())
def rules(
    q: Annotated[str, Query(max_length=200, description="Words that a rule must have.")] = "",
    chapter: Annotated[str, Query(max_length=80, description="The first word of ids.")] = "",
) -> Response:
    """The book, part by part; or the rules in it that have all the words."""
    wanted = {entry.id for entry in (search(q.split()) if q.strip() else rulebook())}
    if chapter:
        wanted &= {entry.id for entry in rulebook() if entry.chapter == chapter}
    told = [
        ChapterTold(part.title, tuple([_told(one) for one in part.rules if one.id in wanted]))
        for part in parts()
    ]
    return as_json([part for part in told if part.rules], kept=KEPT)


@router.get("/rules/{rule_id}", response_model=None, responses=telling(404))
def rule_page(rule_id: Annotated[str, Path(max_length=LONGEST_NAME)]) -> Response:
    """A rule, with how its open points are read, and worked examples."""
    entry = rule(rule_id)
    return as_json(
        RulePage(
            entry.id,
            entry.text,
            entry.kind,
            entry.option,
            tuple(
                [
                    ReadingTold(one.topic, one.question, one.reading, one.why)
                    for one in readings(entry.id)
                ]
            ),
            tuple([ExampleTold(one.title, one.lines, one.outcome) for one in examples(entry.id)]),
            named_in(entry.text),
            named_by(entry.id),
        ),
        kept=KEPT,
    )


@cache
def scenario_told(name: str) -> ScenarioTold:
    """A scenario as a list shows it."""
    found = load_scenario(name)
    field = found.field
    armies = None
    if found.rosters is not None:
        both = rosters_of(found)
        armies = Pair(both.red.name, both.blue.name)
    return ScenarioTold(
        name,
        found.name,
        found.summary,
        field.width,
        field.height,
        field.turns,
        tuple([one for one in SWITCHES if getattr(field.ruleset, one)]),
        found.rosters,
        armies,
    )


@cache
def roster_told(name: str) -> RosterTold:
    """A roster as a list shows it."""
    found = load_roster(name)
    return RosterTold(name, found.name, found.army, found.cost)


def _told(entry: Rule) -> RuleTold:
    return RuleTold(entry.id, entry.text, entry.kind, entry.option)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names)
