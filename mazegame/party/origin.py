"""Origin: which pages may talk to the server of a party."""

from __future__ import annotations

from aiohttp import web
from yarl import URL


def refuse_other_sites(request: web.Request) -> None:
    """Refuse a request that a page of another site makes."""
    origin = request.headers.get("Origin")
    if origin is not None and not _is_of(origin, request.host):
        raise web.HTTPForbidden(text="another site's page")


def _is_of(origin: str, host: str) -> bool:
    """Return whether a page of this origin was loaded from a host."""
    try:
        return URL(origin).authority == host
    except ValueError:
        return False
