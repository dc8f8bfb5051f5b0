"""Records for tests: chained anew after a change, as a forger would."""

import json
from typing import Any

from maniple.play.record.lines import START, digest_of


# Any: lines as JSON has them, which a test changes at will.
def chained_anew(rows: list[dict[str, Any]]) -> bytes:
    lines: list[bytes] = []
    before = START
    for row in rows:
        body = json.dumps({k: v for k, v in row.items() if k != "hash"}, separators=(",", ":"))
        before = digest_of(before, body.encode())
        lines.append(f'{body[:-1]},"hash":"{before.hex()}"}}'.encode())
    return b"\n".join(lines) + b"\n"
