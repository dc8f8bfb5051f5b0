"""Battles as text to be read: each question with its answer, each roll, each event."""

from msgspec import Struct

from maniple.battle.events import Event, PhaseBegan, StepEnded
from maniple.play.record.fingerprint import fingerprint
from maniple.play.told import Answered, Fell, Told


class Writer:
    """Listens to a battle and writes it down, a line each."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, told: Told) -> None:
        match told:
            case Answered():
                self.lines.append(f"? {fingerprint(told.ask)}")
                self.lines.append(f"  > {short(told.answer)}")
            case Fell():
                faces = " ".join(
                    "".join(str(face) for face in shown.faces) for shown in told.rolled.shown
                )
                self.lines.append(f"  * {fingerprint(told.request)}: {faces or '-'}")
                self.lines.append(f"    = {told.rolled.answer}")
            case _:
                self._event(told.event)

    def _event(self, event: Event) -> None:
        if isinstance(event, StepEnded):
            return
        if isinstance(event, PhaseBegan):
            self.lines.append(f"-- {event.phase.value}")
            return
        self.lines.append(f"  {short(event)}")


def short(value: object) -> str:
    """A value in a line: only the fields that are not what they usually are."""
    match value:
        case Struct():
            defaults = type(value).__struct_defaults__
            names = type(value).__struct_fields__
            usual = dict(zip(names[len(names) - len(defaults) :], defaults, strict=True))
            parts = [
                f"{name}={short(getattr(value, name))}"
                for name in names
                if not (name in usual and getattr(value, name) == usual[name])
            ]
            return f"{type(value).__name__}({', '.join(parts)})"
        case tuple():
            return "(" + ", ".join(short(part) for part in value) + ")"
        case bool() | None:
            return str(value)
        case float():
            return f"{value:g}"
        case str() | int():
            return str(value)
        case _:
            return str(getattr(value, "value", value))
