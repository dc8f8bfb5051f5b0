"""The door of the room: each public name is what it says, though some modules are called the same."""

import types

import maniple.odds


def test_no_name_is_a_module() -> None:
    found = {name: getattr(maniple.odds, name) for name in maniple.odds.__all__}
    assert [name for name, value in found.items() if isinstance(value, types.ModuleType)] == []
