"""The pages of the reference about the server: HTTP, as its description tells it, and the socket."""

import ast
import inspect
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec import Struct

from maniple.server.app import create_app
from maniple.server.settings import Settings
from maniple.server.wire import messages, questions
from maniple.server.wire.messages import FromClient, FromServer

# Any: a description is JSON of whatever shape OpenAPI gives it.
Description = dict[str, Any]


def http_page(made: str) -> str:
    """Every route, what it takes, and what it may answer."""
    with tempfile.TemporaryDirectory() as place:
        app = create_app(Settings(data=Path(place)))
        whole: Description = app.openapi()
        app.state.hub.store.close()
    parts = [
        made,
        "# HTTP\n",
        (
            "Everything but the battle at the table goes by HTTP; the table by the "
            "[socket](socket.md). The server describes itself at `/api/openapi.json` "
            f"(OpenAPI {whole['openapi']}); this page is made of that description. A seat is shown by "
            "its token, `Authorization: Bearer TOKEN`, where a lock stands (🔒). What goes wrong is told as "
            "problem JSON (RFC 9457): `status`, `title`, and `detail`, a sentence for a reader.\n"
        ),
    ]
    for path, ways in whole["paths"].items():
        for method, route in ways.items():
            parts += _route(whole, path, method, route)
    return "\n".join(parts)


def _route(whole: Description, path: str, method: str, route: Description) -> Iterator[str]:
    lock = " 🔒" if route.get("security") else ""
    yield f"## `{method.upper()} {path}`{lock}\n"
    about: str = route.get("description") or route.get("summary", "")
    yield " ".join(about.split()) + "\n"
    rows = [
        (one["name"], one["in"], _kind(whole, one["schema"]), one.get("description", ""))
        for one in route.get("parameters", ())
    ]
    body = route.get("requestBody", {}).get("content", {})
    for media, content in body.items():
        fields = _resolved(whole, content.get("schema", {})).get("properties", {})
        if not fields:
            rows.append(("", "body", media, ""))
        for name, field in fields.items():
            rows.append((name, "body", _kind(whole, field), field.get("description", "")))
    if rows:
        yield "| takes | in | kind | |\n| --- | --- | --- | --- |"
        for name, where, kind, told in rows:
            yield f"| {f'`{name}`' if name else ''} | {where} | {kind} | {' '.join(told.split())} |"
        yield ""
    answers = []
    for status, answer in sorted(route.get("responses", {}).items()):
        media = ", ".join(answer.get("content", {})) or "nothing"
        contents: list[Description] = list(answer.get("content", {}).values())
        schema: Description = contents[0].get("schema", {}) if contents else {}
        name = schema.get("$ref", "").rsplit("/", 1)[-1]
        problem = name in ("ProblemBody", "HTTPValidationError")
        answers.append(status if problem else f"{status} ({name or media})")
    yield f"Answers: {', '.join(answers)}.\n"


def _resolved(whole: Description, schema: Description) -> Description:
    name = schema.get("$ref", "").rsplit("/", 1)[-1]
    found: Description = whole["components"]["schemas"][name] if name else schema
    return found


def _kind(whole: Description, schema: Description) -> str:
    if "$ref" in schema:
        return f"`{schema['$ref'].rsplit('/', 1)[-1]}`"
    if "enum" in schema:
        return ", ".join(f"`{one}`" for one in schema["enum"])
    if "const" in schema:
        return f"`{schema['const']}`"
    if "anyOf" in schema:
        return " or ".join(_kind(whole, one) for one in schema["anyOf"])
    kind = str(schema.get("type", "anything"))
    limits = [
        f"{sign} {schema[key]:g}"
        for key, sign in (("minimum", "from"), ("maximum", "to"), ("maxLength", "at most"))
        if key in schema
    ]
    return " ".join([kind, *limits])


def socket_page(made: str) -> str:
    """Every message of the socket with its fields, and what they are made of."""
    about = inspect.getdoc(messages) or ""
    parts = [made, "# The socket\n", about + "\n", "## What a client says\n"]
    for kind in get_args(FromClient):
        parts += _message(kind)
    parts.append("## What the server says\n")
    for kind in get_args(FromServer):
        parts += _message(kind)
    parts.append("## What they are made of\n")
    told = {*get_args(FromClient), *get_args(FromServer)}
    for module in (messages, questions):
        for kind in vars(module).values():
            is_ours = inspect.isclass(kind) and kind.__module__ == module.__name__
            if is_ours and issubclass(kind, Struct) and kind not in told:
                parts += _message(kind)
    return "\n".join(parts)


def _message(kind: type[Struct]) -> Iterator[str]:
    tag = msgspec.inspect.type_info(kind).tag  # type: ignore[attr-defined]  # of a struct
    title = f"`{kind.__name__}`" + (f' (`"type": "{tag}"`)' if tag else "")
    yield f"### {title}\n"
    yield (inspect.getdoc(kind) or "") + "\n"
    rows = list(_fields(kind))
    if rows:
        yield "| field | kind | default | |\n| --- | --- | --- | --- |"
        for name, of, default, told in rows:
            kind_of = of.replace("|", "\\|")
            yield f"| `{name}` | `{kind_of}` | {f'`{default}`' if default else ''} | {told} |"
        yield ""


def _fields(kind: type[Struct]) -> Iterator[tuple[str, str, str, str]]:
    (tree,) = ast.parse(inspect.getsource(kind)).body
    assert isinstance(tree, ast.ClassDef)
    for place, node in enumerate(tree.body):
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        after = tree.body[place + 1] if place + 1 < len(tree.body) else None
        told = ""
        if isinstance(after, ast.Expr) and isinstance(after.value, ast.Constant):
            told = " ".join(str(after.value.value).split())
        default = "" if node.value is None else ast.unparse(node.value)
        yield node.target.id, ast.unparse(node.annotation).replace('"', ""), default, told
