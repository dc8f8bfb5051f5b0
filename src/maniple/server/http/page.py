"""The page itself: the board as it was built into the package."""

from importlib.resources import files
from pathlib import Path

from fastapi import APIRouter, Response
from fastapi.responses import FileResponse, HTMLResponse

from maniple.server.http.problems import Problem

router = APIRouter(include_in_schema=False)
FOREVER = "public, max-age=31536000, immutable"
"""Files under assets/ have a hash of their content in their name."""

MISSING = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Maniple</title>
<style>body{max-width:36rem;margin:4rem auto;padding:0 1rem;font:1rem/1.5 system-ui,sans-serif}</style>
<h1>Maniple</h1>
<p>The server runs, but its page was not built into this installation.</p>
<p>In a checkout of the source, <code>make play</code> builds it; by hand:</p>
<pre>cd board && npm ci && npm run build</pre>
<p>Programs can speak to the server all the same: <a href="/api/openapi.json">its description</a>.</p>
</html>
"""


def place() -> Path:
    """Where the built page lies."""
    return Path(str(files("maniple.server"))) / "static"


@router.api_route("/", methods=["GET", "HEAD"])
def start() -> Response:
    """The page."""
    index = place() / "index.html"
    if not index.is_file():
        return HTMLResponse(MISSING, 503, {"Cache-Control": "no-store"})
    return FileResponse(index, headers={"Cache-Control": "no-cache"})


@router.get("/{path:path}")
def asset(path: str) -> Response:
    """A file of the page, and no other."""
    if path.startswith("api/"):
        raise Problem(404, "there is nothing of that name in the interface")
    home = place().resolve()
    found = _file(home, path)
    if found is None:
        raise Problem(404, "there is no such page")
    kept = FOREVER if path.startswith("assets/") else "no-cache"
    return FileResponse(found, headers={"Cache-Control": kept})


def _file(home: Path, path: str) -> Path | None:
    """The file of that name in this folder; None: there is none, or none can be called so."""
    try:
        found = (home / path).resolve()
        return found if found.is_relative_to(home) and found.is_file() else None
    except (OSError, ValueError):
        return None
