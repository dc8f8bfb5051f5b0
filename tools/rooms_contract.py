"""A contract for import-linter: which room of the package may import which, some rooms missing.

import-linter's own `forbidden` contract stops with an error when a module that it names does not
exist. This one reads the whole table of who may know whom, one line a room, and holds whatever part
of it the package has. It looks at direct imports only: the layers contract watches the long way.

A line reads `room: friend friend -friend.module`. The package itself, which re-exports from many
rooms, is open only to the rooms that name it, by a dot: for others it would be a way around the
table.
"""

from typing import NamedTuple

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output
from importlinter.domain.contract import InvalidContractOptions

PACKAGE = "."
"""What stands in a line for the package itself."""


class Permit(NamedTuple):
    """What one room may import: other rooms, but for single modules inside them."""

    rooms: frozenset[str]
    withheld: frozenset[str]


class Breach(NamedTuple):
    """One thing that the table does not allow, and where it stands."""

    where: str
    what: str


def read_table(lines: list[str]) -> dict[str, Permit]:
    """Read the lines of the table.

    Raises ValueError for a line without a colon, a room named twice, and a friend that has no line.
    """
    table: dict[str, Permit] = {}
    for line in lines:
        room, colon, friends = (part.strip() for part in line.partition(":"))
        if not colon or not room:
            raise ValueError(f"{line!r} should read 'room: friend friend'")
        if room in table:
            raise ValueError(f"{room!r} has two lines")
        words = friends.split()
        table[room] = Permit(
            frozenset(word for word in words if not word.startswith("-")),
            frozenset(word[1:] for word in words if word.startswith("-")),
        )
    for room, permit in table.items():
        for friend in (permit.rooms - {PACKAGE}) | {
            module.partition(".")[0] for module in permit.withheld
        }:
            if friend not in table:
                raise ValueError(f"{room!r} names {friend!r}, which has no line of its own")
    return table


def is_inside(module: str, package: str) -> bool:
    """Whether `module` is `package` or stands in it."""
    return module == package or module.startswith(package + ".")


def breaches(graph: ImportGraph, root: str, table: dict[str, Permit]) -> list[Breach]:
    """List everything in the package that the table does not allow, in order."""
    found = [
        Breach(child, "is no room of the table")
        for child in graph.find_children(root)
        if child.removeprefix(root + ".") not in table
    ]
    for room, permit in table.items():
        package = f"{root}.{room}"
        if package not in graph.modules:
            continue
        for module in permit.withheld:
            whole_room = f"{root}.{module.partition('.')[0]}"
            if whole_room in graph.modules and f"{root}.{module}" not in graph.modules:
                found.append(
                    Breach(package, f"is to keep off {root}.{module}, which does not exist")
                )
        for importer in {package} | graph.find_descendants(package):
            for imported in graph.find_modules_directly_imported_by(importer):
                if not is_inside(imported, root) or is_inside(imported, package):
                    continue
                if imported == root:
                    is_allowed = PACKAGE in permit.rooms
                else:
                    is_allowed = imported.split(".")[1] in permit.rooms and not any(
                        is_inside(imported, f"{root}.{module}") for module in permit.withheld
                    )
                if not is_allowed:
                    details = graph.get_import_details(importer=importer, imported=imported)
                    line = details[0]["line_number"] if details else 0
                    found.append(Breach(f"{importer}:{line}", f"may not import {imported}"))
    return sorted(found)


class RoomsContract(Contract):
    """Each room imports only the rooms that its line in `may_know` names."""

    type_name = "rooms"

    may_know = fields.ListField(subfield=fields.StringField())

    def validate(self) -> None:
        """Refuse a table that cannot be read."""
        super().validate()
        try:
            read_table(list(self.contract_options["may_know"]))
        except ValueError as problem:
            raise InvalidContractOptions({"may_know": str(problem)}) from problem

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        """Hold the import graph against the table."""
        table = read_table(list(self.contract_options["may_know"]))
        output.verbose_print(verbose, f"Checking {len(table)} rooms...")
        found = [
            breach
            for root in self.session_options["root_packages"]
            for breach in breaches(graph, root, table)
        ]
        return ContractCheck(kept=not found, metadata={"breaches": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Print each breach on a line of its own."""
        for breach in check.metadata["breaches"]:
            output.print_error(f"{breach.where} {breach.what}", bold=False)
        output.new_line()
