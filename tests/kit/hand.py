"""Answers to a question as a page puts it, by lot: from what stands in the question and the scene alone."""

from random import Random

from maniple.battle.asks import Aim, AskAnswer, Stand
from maniple.battle.orders import Advance, Order, Wheel
from maniple.report.scene.shapes import Scene
from maniple.server.wire.questions import Question

SHY = 0.4
"""How often a choice that ends a series is taken."""


def answers(question: Question, scene: Scene, rng: Random) -> list[AskAnswer]:
    """Answers to try in turn: all but the last few may be refused by the referee."""
    found: list[AskAnswer] = []
    ends = [choice.answer for choice in question.choices if choice.ends]
    others = [choice.answer for choice in question.choices if not choice.ends]
    match question.mode:
        case "order" if question.subjects and rng.random() > SHY:
            subject = rng.choice(question.subjects)
            found += [
                Order(subject.unit, (Advance(round(rng.uniform(1.0, 4.0), 1)),)),
                Order(subject.unit, (Wheel(round(rng.uniform(1.0, 20.0), 1), "left"),)),
                Order(subject.unit, (Advance(0.5),)),
            ]
        case "place":
            found += [subject.place for subject in question.subjects if subject.place is not None]
        case "form":
            found += _stands(question, scene)
        case "aim" if question.unit is not None:
            pose = scene.units[question.unit].pose
            found += [Aim(pose.facing, inches) for inches in (8.0, 14.0, 20.0)]
        case _:
            pass
    if others and not (ends and rng.random() < SHY):
        found.append(rng.choice(others))
    return found + ends + others


def _stands(question: Question, scene: Scene) -> list[AskAnswer]:
    found: list[AskAnswer] = []
    for subject in question.subjects:
        pose, most = scene.units[subject.unit].pose, subject.files[1]
        for files in (6, 5, 4, 3, 2, 1, *range(7, most + 1)):
            if files <= most:
                for turn in (0.0, 180.0):
                    facing = (pose.facing + turn) % 360.0
                    found += [Stand(files, facing), Stand(files, facing, skirmish=True)]
    return found
