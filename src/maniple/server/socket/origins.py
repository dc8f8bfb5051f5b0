"""From which pages a browser may connect: a page of another site must not play with somebody's seat."""

from urllib.parse import urlsplit


def may_connect(origin: str | None, host: str | None, allowed: tuple[str, ...]) -> bool:
    """Whether a page of this origin may connect.

    Without a list the page must come from where it connects to. Programs that are no browsers send no
    origin: what they may do hangs on their token alone.
    """
    if origin is None:
        return True
    if allowed:
        return origin.rstrip("/").lower() in {one.lower() for one in allowed}
    try:
        place = urlsplit(origin).netloc
    except ValueError:  # no address at all
        return False
    return host is not None and place.lower() == host.lower()
